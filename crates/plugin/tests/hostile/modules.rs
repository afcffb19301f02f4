//! WebAssembly modules that loop, recurse, grow, return wrong lengths and addresses, and change their answers.

use super::judge::{Verdict, module};
use sprague::solve::{Component, ComponentPosition, MixedSum, RulesetCache, SolveError, SolveOptions, solve};
use sprague::{Outcome, Stopped};
use sprague_plugin::Plugin;
use std::sync::Arc;

/// The address at which the valid module writes its answers.
const OUT: u64 = 8192;

/// Returns a result that points to this many items at [`OUT`].
pub(super) fn out(count: u64) -> String {
    format!("(i64.const {})", OUT << 32 | count)
}

/// The exports of a valid module, with their types and bodies. In its game a move takes one from a heap.
const EXPORTS: [(&str, &str, &str); 9] = [
    ("sprague_version", "(result i32)", "(i32.const 1)"),
    ("about", "(result i64)", "(i64.const 0)"),
    ("input", "(result i32)", "(i32.const 0)"),
    ("configure", "(param i32) (result i32)", "(i32.const 0)"),
    (
        "parse",
        "(param i32) (result i64)",
        "(i64.store (i32.const 8192) (i64.sub (i64.load8_u (i32.const 0)) (i64.const 48))) OUT1",
    ),
    (
        "show",
        "(param i32) (result i64)",
        "(i32.store8 (i32.const 8192) (i32.add (i32.load8_u (i32.const 0)) (i32.const 48))) OUT1",
    ),
    (
        "options",
        "(param i32 i32) (result i64)",
        "(if (i64.eqz (i64.load (i32.const 0))) (then (return (i64.const 0))))
         (i64.store (i32.const 8192) (i64.const 1))
         (i64.store (i32.const 8200) (i64.const 1))
         (i64.store (i32.const 8208) (i64.sub (i64.load (i32.const 0)) (i64.const 1))) OUT3",
    ),
    ("label", "(param i32 i32 i32) (result i64)", "(i32.store8 (i32.const 8192) (i32.const 116)) OUT1"),
    ("terminal_outcome", "(param i32) (result i32)", "(i32.const -1)"),
];

/// Returns the valid module with another body of one export, and with additional declarations.
pub(super) fn with(export: &str, body: &str, more: &str) -> String {
    let mut text = String::from("(module (memory (export \"memory\") 1)\n");
    for (name, kind, good) in EXPORTS {
        let body = if name == export { body } else { good };
        let body = body.replace("OUT1", &out(1)).replace("OUT3", &out(3));
        text += &format!("(func ${name} (export \"{name}\") {kind} {body})\n");
    }
    text + more + ")"
}

fn without(export: &str) -> String {
    dropping(&with("", "", ""), &[export])
}

/// Removes some exports from the text of a module, which must be valid without them.
fn dropping(text: &str, exports: &[&str]) -> String {
    let mut left = text.to_owned();
    for export in exports {
        left = left.replace(&format!("(export \"{export}\")"), "");
    }
    left
}

fn of_heaps(body: &str) -> String {
    format!(
        "(module (memory (export \"memory\") 1) (func (export \"sprague_version\") (result i32) (i32.const 1))
         (func (export \"about\") (result i64) (i64.const 0))
         (func (export \"heap_options\") (param $n i64) (result i64) {body}))"
    )
}

fn judge(export: &str, body: &str) -> Verdict {
    module(&with(export, body, ""))
}

#[test]
fn the_good_module_is_good() {
    let verdict = judge("", "");
    verdict.is_fine("good");
    assert_eq!(verdict.outcome, Some(Outcome::Win));
    module(&of_heaps("(i64.const 0)")).is_fine("heaps");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_loop_without_end_in_any_export_runs_out_of_fuel() {
    for (export, ..) in EXPORTS {
        judge(export, "(loop $again (br $again)) (unreachable)").is_a_fault("loop", export, "out of fuel");
    }
    module(&of_heaps("(loop $again (br $again)) (unreachable)")).is_a_fault("loop", "heap_options", "out of fuel");
    module(&with("", "", "(func $start (loop $again (br $again))) (start $start)")).is_a_fault("start", "loading", "out of fuel");
}

#[test]
fn memory_that_grows_is_stopped_in_any_export() {
    for (export, ..) in EXPORTS {
        let body = "(loop $again (drop (memory.grow (i32.const 1))) (br $again)) (unreachable)";
        judge(export, body).is_a_fault("grow", export, "bytes of memory");
        judge(export, "(drop (memory.grow (i32.const 65535))) (unreachable)").is_a_fault("grow", export, "bytes of memory");
    }
}

#[test]
fn recursion_is_stopped_in_any_export() {
    for (export, ..) in EXPORTS {
        let deep = "(func $deep (call $deep))";
        module(&with(export, "(call $deep) (unreachable)", deep)).is_a_fault("deep", export, "too deeply");
        let wide = format!("(func $wide (local {}) (call $wide))", "i64 ".repeat(1000));
        module(&with(export, "(call $wide) (unreachable)", &wide)).is_a_fault("wide", export, "too deeply");
    }
}

#[test]
fn a_trap_in_any_export_is_reported() {
    for (export, ..) in EXPORTS {
        judge(export, "(unreachable)").is_a_fault("trap", export, "trapped");
        judge(export, "(drop (i32.div_u (i32.const 1) (i32.const 0))) (unreachable)").is_a_fault("division", export, "trapped");
        judge(export, "(drop (i64.load (i32.const -1))) (unreachable)").is_a_fault("load", export, "trapped");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_results_that_point_outside_or_are_negative_are_refused() {
    let bad: [(u64, &str); 7] = [
        (8192 << 32 | 0x8000_0000, "not inside the memory"),
        (8192 << 32 | 0xffff_ffff, "not inside the memory"),
        (0x7fff_ffff << 32 | 0xffff_ffff, "not inside the memory"),
        (65_536 << 32 | 1, "not inside the memory"),
        (65_535 << 32 | 2, "not inside the memory"),
        (1 << 63, "negative"),
        (u64::MAX, "negative"),
    ];
    for (result, reason) in bad {
        let body = format!("(i64.const {})", result as i64);
        for export in ["about", "show", "options", "label"] {
            judge(export, &body).is_a_fault(&format!("{result:x}"), export, reason);
        }
        module(&of_heaps(&body)).is_a_fault(&format!("{result:x}"), "heap_options", reason);
        if reason != "negative" {
            judge("parse", &body).is_a_fault(&format!("{result:x}"), "parse", reason);
        }
    }
}

#[test]
fn an_address_of_input_outside_of_the_memory_is_refused() {
    for address in [-1, i32::MIN, i32::MAX, 65_536, 65_536 - 4095] {
        judge("input", &format!("(i32.const {address})")).is_a_fault("input", "input", "not inside the memory");
    }
    judge("input", "(i32.const 61440)").is_fine("the last place for it");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lists_whose_lengths_lie_are_refused() {
    let listed = |words: &[u64], count: usize| {
        let mut body = String::new();
        for (index, word) in words.iter().enumerate() {
            body += &format!("(i64.store (i32.const {}) (i64.const {}))", 8192 + 8 * index, *word as i64);
        }
        body + out(count as u64).as_str()
    };
    for (words, reason) in [
        (&[1 << 31, 1, 2][..], "2147483648 summands"),
        (&[u64::MAX, 1, 2], "summands"),
        (&[1 << 63, 1, 2], "summands"),
        (&[1, 1 << 31, 2], "2147483648 words"),
        (&[1, u64::MAX, 2], "words"),
        (&[2, 1, 2], "middle"),
        (&[1, 2, 2], "middle"),
        (&[1], "middle"),
        (&[4096], "middle"),
        (&[1, 512, 7], "middle"),
        (&[0], "must be one position"),
        (&[2, 1, 2, 1, 2], "must be one position"),
    ] {
        judge("options", &listed(words, words.len())).is_a_fault(&format!("{words:?}"), "options", reason);
    }
    for words in [&[1 << 31, 1][..], &[u64::MAX], &[2, 1], &[1]] {
        let verdict = module(&of_heaps(&listed(words, words.len())));
        let reason = if words[0] > 4096 { "more than" } else { "middle" };
        verdict.is_a_fault(&format!("{words:?}"), "heap_options", reason);
    }
    judge("parse", &out(513)).is_a_fault("a long position", "parse", "513 words");
}

#[test]
fn a_million_options_and_more_are_refused() {
    // zeros: each is an option without summands, and 64 KiB pages, 250 of them, have room for two million
    let all = format!("(drop (memory.grow (i32.const 250))) {}", format_args!("(i64.const {})", 2_000_000));
    let text = with("options", &all, "");
    module(&dropping(&text, &["terminal_outcome"])).is_a_fault("many options", "options", "options");
    module(&of_heaps(&all)).is_a_fault("many options", "heap_options", "options");
}

#[test]
fn labels_and_texts_that_are_none_are_refused() {
    let store = |bytes: &str, count: u64| format!("(i64.store (i32.const 8192) (i64.const {bytes})) {}", out(count));
    for export in ["label", "show", "about"] {
        judge(export, &store("0xfeff", 2)).is_a_fault("bytes", export, "not UTF-8");
        judge(export, &out(1 << 30)).is_a_fault("a gigabyte", export, "not inside the memory");
        judge(export, &out(40_000)).is_a_fault("long", export, "40000 bytes");
    }
    judge("label", &store("0x0a61", 2)).is_a_fault("two lines", "options", "control character");
    judge("label", &store("0x1b", 1)).is_a_fault("an escape", "options", "control character");
    judge("label", &out(0)).is_a_fault("empty", "options", "empty");
    judge("label", &format!("(memory.fill (i32.const 8192) (i32.const 97) (i32.const 257)) {}", out(257))).is_a_fault(
        "257 bytes",
        "options",
        "the label",
    );
    for (text, case) in [("0x0a", "line"), ("0x1b", "an escape")] {
        judge("show", &store(text, 1)).is_a_fault(case, "show", "has a control character");
    }
    judge("about", &store("0x6b", 1)).is_a_fault("no key", "about", "key: value");
    judge("about", &store("0x203a6b", 3)).is_a_fault("unknown key", "about", "not known");
}

#[test]
fn positions_that_grow_for_ever_end_at_the_most_words() {
    // the only option is the position with one more word
    let longer = "(local $more i32) (local.set $more (i32.add (local.get 0) (i32.const 1)))
        (i64.store (i32.const 8192) (i64.const 1))
        (i64.store (i32.const 8200) (i64.extend_i32_u (local.get $more)))
        (i64.or (i64.const 35184372088832) (i64.extend_i32_u (i32.add (local.get $more) (i32.const 2))))";
    module(&dropping(&with("options", longer, ""), &["terminal_outcome"])).is_a_fault("longer", "options", "513 words");
    // numbers that grow without end reach the limits of the search
    let larger = "(i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
        (i64.store (i32.const 8208) (i64.add (i64.load (i32.const 0)) (i64.const 1))) OUT3";
    assert_eq!(judge("options", larger).outcome, None);
}

#[test]
fn a_position_that_is_its_own_option_is_a_draw() {
    let itself = "(i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
        (i64.store (i32.const 8208) (i64.load (i32.const 0))) OUT3";
    let verdict = module(&dropping(&with("options", itself, ""), &["terminal_outcome"]));
    verdict.is_fine("a loop of one position");
    assert_eq!(verdict.outcome, Some(Outcome::Draw));
}

#[test]
fn changing_ones_mind_breaks_a_law_whenever_it_happens() {
    for after in [1, 10, 100, 1000] {
        for every in [false, true] {
            let compare = if every { "(i32.and (global.get $asked) (i32.const 1))" } else { "(i32.const 1)" };
            let body = format!(
                "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))
                 (if (i32.and {compare} (i32.gt_u (global.get $asked) (i32.const {after}))) (then (return (i64.const 0))))
                 (i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
                 (i64.store (i32.const 8208) (i64.rem_u (i64.add (i64.load (i32.const 0)) (i64.const 1)) (i64.const 1500))) OUT3"
            );
            let text = with("options", &body, "(global $asked (mut i32) (i32.const 0))");
            let verdict = module(&dropping(&text, &["terminal_outcome", "label", "show", "parse"]));
            verdict.is_a_fault(&format!("after {after}, {every}"), "options", "equal positions have equal options");
        }
    }
}

#[test]
fn no_answer_is_believed_of_who_changed_their_mind_on_the_way() {
    for after in [3, 63, 64, 65, 700, 1023, 1025, 1300, 1400] {
        // 1400 counters in a row, of which one is taken; after this many questions the module returns no options
        let body = format!(
            "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))
             (if (i32.gt_u (global.get $asked) (i32.const {after})) (then (return (i64.const 0))))
             (if (i64.eqz (i64.load (i32.const 0))) (then (return (i64.const 0))))
             (i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
             (i64.store (i32.const 8208) (i64.sub (i64.load (i32.const 0)) (i64.const 1))) OUT3"
        );
        let text = with("options", &body, "(global $asked (mut i32) (i32.const 0))");
        let text = dropping(&text, &["terminal_outcome", "label", "show"])
            .replace("(i64.sub (i64.load8_u (i32.const 0)) (i64.const 48))", "(i64.const 1400)");
        let plugin = Plugin::from_text("hostile.wat", text.as_bytes(), None).unwrap();
        let rules = Arc::new(RulesetCache::new("hostile", plugin.rules().clone()));
        let position = plugin.rules().read("3").unwrap();
        let sum = MixedSum::of([Component::at(&rules, ComponentPosition::Small(position))]);
        let answer = solve(&sum, &SolveOptions::default());
        assert!(matches!(answer, Err(SolveError::Stopped(Stopped::Fault(_)))), "after {after}: {answer:?}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_move_that_is_listed_twice_is_one_move_and_a_label_of_two_breaks_a_law() {
    let listed = |second: u64| {
        let first = "(i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1)) (i64.store (i32.const 8208) (i64.const 1))";
        let second = format!(
            "(i64.store (i32.const 8216) (i64.const 1)) (i64.store (i32.const 8224) (i64.const 1)) (i64.store (i32.const 8232) (i64.const {second}))"
        );
        with("options", &format!("{first} {second} {}", out(6)), "")
    };
    module(&listed(2)).is_a_fault("labels", "options", "the move `t` is listed twice, to `1` and to `2`");
    for text in [listed(1), dropping(&listed(1), &["label"]), dropping(&listed(2), &["label"])] {
        module(&text).is_fine("one move");
    }
}

#[test]
fn other_answers_than_the_interface_knows_are_refused() {
    judge("terminal_outcome", "(i32.const 2)").is_a_fault("2", "terminal_outcome", "not 2");
    judge("terminal_outcome", "(i32.const -2147483648)").is_a_fault("min", "terminal_outcome", "-2147483648");
    judge("sprague_version", "(i32.const 3)").is_a_fault("version", "sprague_version", "interfaces 1 to 2, not 3");
    for export in ["sprague_version", "about", "input", "options", "show", "parse"] {
        module(&without(export)).is_a_fault("missing", export, "");
    }
    for result in [-1_i64, -2, -1_000_000, i64::MIN, i64::MIN + 1] {
        let verdict = judge("parse", &format!("(i64.const {result})"));
        assert!(verdict.refused.is_some() && verdict.fault.is_none(), "a text that names no position: {result}");
    }
    for result in [1, 7, i32::MAX] {
        assert!(judge("configure", &format!("(i32.const {result})")).refused.unwrap().contains("parameters"));
    }
}

#[test]
fn heaps_that_do_not_shrink_break_a_law() {
    for heap in ["(local.get $n)", "(i64.add (local.get $n) (i64.const 1))", "(i64.const -1)"] {
        let body = format!("(i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) {heap}) {}", out(2));
        module(&of_heaps(&body)).is_a_fault(heap, "heap_options", "heaps only shrink");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_many_slow_answers_to_one_question_are_too_slow_together() {
    // four million turns for each of two thousand labels
    let slow = "(local $n i32) (local.set $n (i32.const 4000000))
        (loop $again (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $again (local.get $n)))
        (i32.store8 (i32.const 8192) (i32.const 116)) OUT1";
    let many = "(local $n i32)
        (loop $again
          (i64.store (i32.add (i32.const 8192) (i32.mul (local.get $n) (i32.const 24))) (i64.const 1))
          (i64.store (i32.add (i32.const 8200) (i32.mul (local.get $n) (i32.const 24))) (i64.const 1))
          (i64.store (i32.add (i32.const 8208) (i32.mul (local.get $n) (i32.const 24))) (i64.extend_i32_u (local.get $n)))
          (local.set $n (i32.add (local.get $n) (i32.const 1)))
          (br_if $again (i32.lt_u (local.get $n) (i32.const 2000))))";
    let many = format!("(local $n i32) {} (i64.const {})", many.replace("(local $n i32)", ""), OUT << 32 | 6_000);
    let good = with("label", slow, "");
    let options = with("options", &many, "");
    let line = options.split("(func $options").nth(1).unwrap().split("(func $label").next().unwrap();
    let (before, rest) = good.split_once("(func $options").unwrap();
    let after = rest.split_once("(func $label").unwrap().1;
    module(&format!("{before}(func $options{line}(func $label{after}")).is_a_fault(
        "slow labels",
        "label",
        "all for one question",
    );
}
