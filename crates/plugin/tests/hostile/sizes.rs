//! Modules that are large, or whose instructions cost more than they appear to.

use super::judge::{is_soon, judged, module};
use super::modules::{out, with};
use sprague_plugin::Plugin;
use sprague_testkit::pace::computed;

/// Asserts that a module fails whose `options` does something costly in an endless loop.
fn costly(body: &str, more: &str) {
    let text = with("options", &format!("(loop $again {body} (br $again)) (unreachable)"), more);
    module(&text).is_a_fault(body, "options", "");
}

#[test]
fn instructions_that_do_much_cost_much() {
    let whole = "(drop (memory.grow (i32.const 200)))";
    costly("(memory.fill (i32.const 0) (i32.const 1) (i32.const 65536))", "");
    for (body, more) in [
        ("(memory.fill (i32.const 0) (i32.const 1) (i32.const 13000000))", ""),
        ("(memory.copy (i32.const 1) (i32.const 0) (i32.const 13000000))", ""),
        ("(table.fill $t (i32.const 0) (ref.null func) (i32.const 60000))", "(table $t 60000 funcref)"),
        ("(table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 50000))", "(table $t 60000 funcref)"),
        ("(drop (table.grow $t (ref.null func) (i32.const 1)))", "(table $t 1 funcref)"),
        ("(memory.init $d (i32.const 0) (i32.const 0) (i32.const 8))", "(data $d \"abcdefgh\")"),
    ] {
        let text = with("options", &format!("{whole} (loop $again {body} (br $again)) (unreachable)"), more);
        module(&text).is_a_fault(body, "options", "");
    }
}

#[test]
fn calls_of_functions_with_many_locals_cost_much() {
    for locals in [100, 1000, 10_000, 25_000] {
        costly("(call $wide)", &format!("(func $wide (local {}))", "i64 ".repeat(locals)));
    }
    let results = "i64 ".repeat(900);
    costly(
        &format!("(call $many) {}", "(drop)".repeat(900)),
        &format!("(func $many (result {results}) {})", "(i64.const 1)".repeat(900)),
    );
}

#[test]
fn tables_and_data_that_are_too_large_are_refused() {
    for more in ["(table 100000 funcref)", "(table 4294967295 funcref)", "(table 10000000 externref)"] {
        module(&with("", "", more)).is_a_fault(more, "loading", "");
    }
    module(&with("", "", "(data (i32.const 65530) \"1234567\")")).is_a_fault("data", "loading", "");
    module(&with("", "", "(data (i32.const -1) \"1\")")).is_a_fault("data", "loading", "");
    module(&with("", "", "(table $t 1 funcref) (elem (i32.const 1) $about)")).is_a_fault("elements", "loading", "");
    for pages in [257, 1000, 65_535, 65_536] {
        let text = with("", "", "").replace("(memory (export \"memory\") 1)", &format!("(memory (export \"memory\") {pages})"));
        module(&text).is_a_fault("memory", "loading", "");
    }
}

#[test]
fn what_the_interface_excludes_is_refused() {
    for more in [
        "(memory 1)",
        "(import \"env\" \"now\" (func (result i64)))",
        "(import \"env\" \"memory\" (memory 1))",
        "(import \"wasi_snapshot_preview1\" \"fd_write\" (func (param i32 i32 i32 i32) (result i32)))",
        "(func (result v128) (v128.const i64x2 0 0))",
    ] {
        // imports must come first
        let text = with("", "", "").replacen("(module", &format!("(module {more}"), 1);
        module(&text).is_a_fault(more, "loading", "");
    }
    let other = |memory: &str| with("", "", "").replace("(memory (export \"memory\") 1)", memory);
    module(&other("(memory (export \"memory\") i64 1)")).is_a_fault("64 bits", "loading", "");
    module(&other("(memory 1)")).is_a_fault("no memory", "memory", "");
    module(&other("(memory 1) (func (export \"memory\"))")).is_a_fault("a function", "memory", "");
    module(&other("(memory (export \"memory\") 1 1 (pagesize 1))")).is_a_fault("page size", "loading", "");
    module(&with("options", "(unreachable)", "").replace("(param i32 i32) (result i64)", "(param i64 i32) (result i64)"))
        .is_a_fault("a type", "options", "type");
    module(&with("", "", "(global (export \"heap_options\") i32 (i32.const 0))")).is_a_fault("a global", "heap_options", "type");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_files_as_large_as_may_be_are_read_in_time() {
    let sum = "(drop (i32.add (i32.const 1) (i32.const 2)))".repeat(60_000);
    module(&with("options", &format!("{sum} (i64.const 0)"), "")).is_fine("a long function");
    let nested = format!("{}{}", "(block ".repeat(90), ")".repeat(90));
    module(&with("options", &format!("{nested} (i64.const 0)"), "")).is_fine("blocks in blocks");
    let functions = "(func (result i32) (i32.const 1))".repeat(50_000);
    module(&with("", "", &functions)).is_fine("many functions");
    let types = "(type (func (param i32 i64 i32) (result i32)))".repeat(50_000);
    module(&with("", "", &types)).is_fine("many types");
    let wide: String = (0..40).map(|_| format!("(func (local {}))", "i64 ".repeat(40_000))).collect();
    module(&with("", "", &wide)).is_fine("many locals");
    let targets = "0 ".repeat(100_000);
    let jump = format!("(block (br_table {targets} (i32.const 1))) (i64.const 0)");
    module(&with("options", &jump, "")).is_fine("a long table of jumps");
    let jumps = format!("(block (br_table {} (i32.const 1)))", "0 ".repeat(1000)).repeat(600) + "(i64.const 0)";
    module(&with("options", &jumps, "")).is_fine("many tables of jumps");
    let exports: String = (0..20_000).map(|n| format!("(func (export \"f{n}\"))")).collect();
    module(&with("", "", &exports)).is_fine("many exports");
    assert!(!out(1).is_empty());
}

#[test]
fn a_file_that_is_too_large_or_none_is_not_read() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("hostile-large.wasm");
    std::fs::write(&path, vec![0; (4 << 20) + 1]).unwrap();
    let verdict = judged(|| Plugin::load(path.to_str().unwrap(), None));
    assert!(verdict.refused.unwrap().contains("more than 4194304 bytes"));
    for none in [folder.to_str().unwrap(), "/dev/zero", "/nowhere/x.wasm"] {
        let path = if none.ends_with("wasm") { none.to_owned() } else { format!("{none}/x.rhai") };
        assert!(judged(|| Plugin::load(&path, None)).refused.is_some(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-pipe.rhai");
    let _ = std::fs::remove_file(&path);
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(judged(|| Plugin::load(path.to_str().unwrap(), None)).refused.unwrap().contains("not a plain file"));
}

#[test]
fn calls_that_are_slow_one_after_the_other_are_stopped() {
    let slow = "fn heap_options(n) { let i = 0; while i < 800000 { i += 1; } if n > 0 { [n - 1] } else { [] } }";
    let plugin = sprague_plugin::Plugin::from_script("slow.rhai", slow, None).unwrap();
    let nimbers = plugin.rules().heaps().unwrap().nimbers().unwrap();
    let started = computed();
    sprague::heap::Rows::of(&&*nimbers, 10_000);
    let fault = plugin.fault().unwrap().to_string();
    assert!(fault.contains("slow.rhai: `heap_options`") && fault.contains("too slow"), "{fault}");
    is_soon(computed().saturating_sub(started), Some(&fault));
}
