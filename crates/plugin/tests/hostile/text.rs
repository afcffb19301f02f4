//! Text and bytes that are no valid plugin: nested, truncated, random, and randomly changed. Nothing may panic or overflow the
//! stack.

use super::judge::{Verdict, binary, judged, script};
use proptest::prelude::*;
use sprague_plugin::{NotLoaded, Plugin};
use std::path::Path;

/// Judges a module in the text format.
fn wat(text: &[u8]) -> Verdict {
    judged(|| Plugin::from_text("hostile.wat", text, None))
}

fn example(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/plugins").join(name)).unwrap()
}

/// Runs on a thread with the usual size of a thread's stack.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
#[ignore = "slow: seconds"]
fn slow_nested_text_of_modules_does_not_overflow_the_stack() {
    on_a_small_stack(|| {
        for depth in if cfg!(debug_assertions) { vec![1000, 1_000_000] } else { vec![10, 100, 1000, 100_000, 1_000_000] } {
            for (open, close) in
                [("(", ")"), ("(block ", ")"), ("(module ", ")"), ("(i32.add ", ")"), ("(; ", " ;)"), ("(@x ", ")")]
            {
                for (before, after) in [("", ""), ("(module ", ")"), ("(module (func ", "))"), ("(module (global i32 ", "))")] {
                    let depth = depth.min((2 << 20) / (open.len() + close.len()) - 10);
                    for closed in [true, false] {
                        let closing = if closed { close.repeat(depth) + after } else { String::new() };
                        let text = format!("{before}{}{closing}", open.repeat(depth));
                        let verdict = wat(text.as_bytes());
                        assert!(verdict.fault.is_some(), "it is no plugin");
                    }
                }
            }
        }
    });
}

#[test]
#[ignore = "slow: seconds"]
fn slow_nested_text_of_scripts_does_not_overflow_the_stack() {
    on_a_small_stack(|| {
        for depth in if cfg!(debug_assertions) { vec![60, 10_000] } else { vec![10, 30, 60, 100, 1000, 100_000] } {
            for (open, close) in [
                ("(", ")"),
                ("[", "]"),
                ("{", "}"),
                ("#{a:", "}"),
                ("-", ""),
                ("!", ""),
                ("if true {", "}"),
                ("|x| ", ""),
                ("f(", ")"),
                ("`${", "}`"),
                ("/*", "*/"),
                ("1+(", ")"),
                ("while 1 {", "}"),
                ("switch 1 { 1 => ", "}"),
                ("a[", "]"),
                ("a.b(", ")"),
                ("try {", "} catch {}"),
                ("1+", ""),
                ("1 ** ", ""),
                ("a.", ""),
                ("a?.", ""),
                ("a = ", ""),
                ("a ?? ", ""),
                ("return ", ""),
                ("if x {} else ", ""),
                ("\"", ""),
                ("fn a() {", "}"),
                ("let a = ", ""),
                ("for a in ", ""),
                ("a::", ""),
            ] {
                for (before, after) in [("let x = ", ";"), ("fn moves(n) { ", " }"), ("", "")] {
                    let text = format!("{before}{}1{}{after}", open.repeat(depth), close.repeat(depth));
                    script(&text);
                }
            }
        }
    });
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_beginning_of_a_module_is_refused_or_works() {
    for name in ["knight.wat", "kayles.wat"] {
        let module = wat::parse_bytes(&example(name)).unwrap().into_owned();
        for length in (0..module.len()).step_by(if cfg!(debug_assertions) { 19 } else { 1 }) {
            binary(&module[..length]);
        }
    }
}

fn changed(name: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let whole = example(name);
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8);
    prop::collection::vec(change, 1..6).prop_map(move |changes| {
        let mut bytes = whole.clone();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte % 8),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    })
}

fn changed_module(name: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let whole = wat::parse_bytes(&example(name)).unwrap().into_owned();
    let change = (any::<prop::sample::Index>(), any::<u8>());
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut bytes = whole.clone();
        changes.into_iter().for_each(|(at, byte)| bytes[at.index(whole.len())] = byte);
        bytes
    })
}

/// Loads bytes as a script, with replacement characters if they are not UTF-8.
fn changed_script(bytes: &[u8]) {
    script(&String::from_utf8_lossy(bytes));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 5) })]

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(binary(&bytes).fault.is_some());
        prop_assert!(binary(&[b"\0asm\x01\0\0\0", &bytes[..]].concat()).fault.is_some());
        prop_assert!(wat(&bytes).fault.is_some());
        changed_script(&bytes);
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_changed_modules_never_panic(knight in changed_module("knight.wat"), heap in changed_module("subtraction.wat"), text in changed("knight.wat")) {
        binary(&knight);
        binary(&heap);
        wat(&text);
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_changed_scripts_never_panic(one in changed("subtraction.rhai"), pursuit in changed("pursuit.rhai"), parity in changed("parity.rhai")) {
        changed_script(&one);
        changed_script(&pursuit);
        changed_script(&parity);
    }
}

#[test]
fn data_that_is_huge_is_refused() {
    for data in [
        "let amounts = \"1-99999999999999999\";",
        "let amounts = \"1-99999999999999999999999\";",
        "let amounts = [-1];",
        "let amounts = [];",
        "let amounts = [0];",
        "let forbidden = \"x\";",
        "let code = \"0.x\";",
        "let code = \"\";",
        "let code = \"0.7\"; let amounts = [1];",
        "let code = \"0.\"; code.pad(60000, '7');",
    ] {
        script(data);
    }
    let refused = Plugin::from_script("hostile.rhai", "fn moves(n) { [] }", Some("7"));
    assert!(matches!(refused, Err(NotLoaded::Parameters(_))));
}
