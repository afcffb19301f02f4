//! Wrong answers of scripts and modules to `summands`, `canonical`, `negative` and `bounds` are found, for heaps of two
//! players, too.

use super::judge::{Verdict, module, script};
use super::modules::out;
use sprague_plugin::Plugin;
use sprague_plugin::laws::{Effort, Law, try_laws};

/// Judges a module of version 2 in which Left takes two and Right takes one, with this body of one export.
fn second(export: &str, body: &str) -> Verdict {
    module(&second_text(export, body, 2))
}

fn second_text(export: &str, body: &str, version: u32) -> String {
    let store = |at: usize, word: &str| format!("(i64.store (i32.const {}) {word})", 8192 + 8 * at);
    let heap = "(i64.load (i32.const 0))";
    let options = format!(
        "(local $taken i64) (local.set $taken (i64.sub (i64.const 2) (i64.extend_i32_u (local.get 1))))
         (if (i64.lt_u {heap} (local.get $taken)) (then (return (i64.const 0)))) {} {} {} {}",
        store(0, "(i64.const 1)"),
        store(1, "(i64.const 1)"),
        store(2, &format!("(i64.sub {heap} (local.get $taken))")),
        out(3)
    );
    let summands = format!("{} {} {}", store(0, "(i64.const 1)"), store(1, heap), out(2));
    let canonical = format!("{} {}", store(0, heap), out(1));
    let mut text = format!(
        "(module (memory (export \"memory\") 1) (data (i32.const 60000) \"play: partizan\")
         (func (export \"sprague_version\") (result i32) (i32.const {version}))
         (func (export \"about\") (result i64) (i64.const {}))
         (func (export \"input\") (result i32) (i32.const 0))
         (func (export \"options\") (param i32 i32) (result i64) {options})\n",
        60_000_u64 << 32 | 14
    );
    let unknown = "(i64.const -1)";
    let goods = [
        ("summands", summands.as_str()),
        ("canonical", &canonical),
        ("negative", unknown),
        ("bounds", unknown),
        ("estimate", unknown),
    ];
    for (name, good) in goods {
        let body = if name == export { body } else { good };
        text += &format!("(func (export \"{name}\") (param i32) (result i64) {body})\n");
    }
    text + ")"
}

/// Returns a module of heaps from which Left takes one. `right` is the body of the function for Right's options.
fn of_two(right: &str) -> String {
    format!(
        "(module (memory (export \"memory\") 1) (func (export \"sprague_version\") (result i32) (i32.const 2))
         (func (export \"about\") (result i64) (i64.const 0))
         (func (export \"left_options\") (param $n i64) (result i64)
           (if (i64.eqz (local.get $n)) (then (return (i64.const 0))))
           (i64.store (i32.const 8192) (i64.const 1))
           (i64.store (i32.const 8200) (i64.sub (local.get $n) (i64.const 1))) {})
         (func (export \"right_options\") (param $n i64) (result i64) {right}))",
        out(2)
    )
}

const EXPORTS: [&str; 5] = ["summands", "canonical", "negative", "bounds", "estimate"];

#[test]
fn the_good_modules_are_good() {
    second("", "").is_fine("good");
    module(&of_two("(i64.const 0)")).is_fine("heaps");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_no_call_may_do_none_of_these_may() {
    for export in EXPORTS {
        second(export, "(loop $again (br $again)) (unreachable)").is_a_fault("loop", export, "out of fuel");
        second(export, "(unreachable)").is_a_fault("trap", export, "trapped");
        let grow = "(loop $again (drop (memory.grow (i32.const 1))) (br $again)) (unreachable)";
        second(export, grow).is_a_fault("grow", export, "bytes of memory");
        if export != "estimate" {
            second(export, &out(1 << 30)).is_a_fault("a gigabyte", export, "not inside the memory");
        }
    }
    for export in ["summands", "canonical"] {
        second(export, "(i64.const -1)").is_a_fault("negative", export, "negative");
    }
    for (body, reason) in [
        ("(loop $again (br $again)) (unreachable)", "out of fuel"),
        ("(unreachable)", "trapped"),
        ("(i64.const -1)", "negative"),
        ("(i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (local.get $n)) OUT", "heaps only shrink"),
        ("(i64.store (i32.const 8192) (i64.const 5)) OUT", "middle"),
    ] {
        module(&of_two(&body.replace("OUT", &out(2)))).is_a_fault(body, "right_options", reason);
    }
}

#[test]
fn lists_whose_lengths_lie_are_refused() {
    for (words, count, reason) in
        [(1 << 40, 1, "words, more than 512"), (u64::MAX, 1, "words"), (513, 1, "513 words"), (2, 2, "middle"), (1, 1, "middle")]
    {
        let body = format!("(i64.store (i32.const 8192) (i64.const {})) {}", words as i64, out(count));
        second("summands", &body).is_a_fault(&format!("{words}"), "summands", reason);
    }
    // zeros are summands without words
    second("summands", &out(4200)).is_a_fault("many", "summands", "more than 4096 summands");
    for export in ["canonical", "negative"] {
        second(export, &out(513)).is_a_fault("long", export, "513 words");
    }
}

#[test]
fn answers_that_change_the_game_break_a_law() {
    let one = |word: &str| format!("(i64.store (i32.const 8192) {word}) {}", out(1));
    let heap = "(i64.load (i32.const 0))";
    second("summands", "(i64.const 0)").is_a_fault("nothing", "summands", "but it has no summands");
    let longer = format!("(i64.add {heap} (i64.const 1))");
    second("canonical", &one(&longer)).is_a_fault("longer", "canonical", "stands for it, and for that one");
    second("canonical", &one("(i64.const 1)")).is_a_fault("other", "canonical", "canonical positions have the options");
    second("negative", &one(heap)).is_a_fault("itself", "negative", "negatives exchange the players");
    let both = "fn left_moves(n) { if n > 1 { [n - 2] } else { [] } } fn right_moves(n) { if n > 0 { [n - 1] } else { [] } }";
    for (function, body, reason) in [
        ("summands", "[n - 1]", "at `3`: `2` can be reached by right, but nothing like it from its summands `2`"),
        (
            "summands",
            "if n == 3 { [1, 2] } else { [n] }",
            "its summand `2` can become `1` by a move of right, and the position nothing like that",
        ),
        ("canonical", "min(n, 1)", "can be reached by left, but nothing like it from `1`, which stands for it"),
        ("negative", "n", "`1` can be reached by left, but nothing like the negative of that by right from its negative `3`"),
        ("negative", "if n == 3 { n } else { () }", "it has a negative, but `1` has none, which can be reached by left"),
    ] {
        script(&format!("{both} fn {function}(n) {{ {body} }}")).is_a_fault(body, function, reason);
    }
    script(&format!("{both} fn negative(n) {{ }}")).is_fine("a position need not have a negative");
    // the options of the summand include one that the position does not have
    let more =
        "fn moves(n) { switch n { 3 => [0], 4 => [0, 2], 2 => [0], _ => [] } } fn summands(n) { if n == 3 { [4] } else { [n] } }";
    script(more).is_a_fault("more", "summands", "its summand `4` can become `2`, and the position nothing like that");
}

/// Returns the body of an export whose result is these words.
fn answering(words: &[i64]) -> String {
    let stored = words.iter().enumerate();
    let stores = stored.map(|(at, word)| format!("(i64.store (i32.const {}) (i64.const {word}))", 8192 + 8 * at));
    stores.chain([out(words.len() as u64)]).collect()
}

#[test]
fn bounds_are_two_to_four_whole_numbers() {
    for (words, reason) in [
        (&[0][..], "expected two to four numbers (low, high, left_first, right_first), not 1"),
        (&[0; 5], "right_first), not 5"),
        (&[1, 0], "at least 1 and at most 0, which breaks the law `values lie between their bounds`"),
        (&[0, 1 << 24], "16777216 is not a bound"),
        (&[1 - i64::MAX, 0], "-9223372036854775806 is not a bound"),
    ] {
        second("bounds", &answering(words)).is_a_fault(reason, "bounds", reason);
    }
    second("bounds", &answering(&[i64::MIN, i64::MAX, i64::MIN, i64::MAX])).is_fine("nothing is claimed");
    for number in [0, i64::MIN, i64::MAX] {
        second("estimate", &format!("(i64.const {number})")).is_fine("any number is an estimate");
    }
    let both = "fn left_moves(n) { if n > 1 { [n - 2] } else { [] } } fn right_moves(n) { if n > 0 { [n - 1] } else { [] } }";
    for (function, body, reason) in [
        ("bounds", "n", "whole numbers"),
        ("bounds", "[n, `4`]", "whole numbers"),
        ("bounds", "for i in 0..2 { i }", "whole numbers"),
        ("estimate", "`2`", "a number was expected, not string"),
        ("estimate", "0.0 / 0.0", "a number was expected, not NaN"),
        ("estimate", "[]", "a number was expected, not array"),
    ] {
        if body.starts_with("for") {
            script(&format!("{both} fn {function}(n) {{ {body} }}")).is_fine("nothing is known");
            continue;
        }
        script(&format!("{both} fn {function}(n) {{ {body} }}")).is_a_fault(body, function, reason);
    }
    let impartial = "it applies to partizan rules in which the last mover wins";
    for function in ["bounds", "estimate"] {
        script(&format!("fn moves(n) {{ [] }} fn {function}(n) {{ [0, 0] }}")).is_a_fault("impartial", function, impartial);
        let heaps = format!("fn left_options(n) {{ [] }} fn right_options(n) {{ [] }} fn {function}(n) {{ [0, 0] }}");
        script(&heaps).is_a_fault("heaps", function, "no other rules are allowed");
    }
}

#[test]
fn false_bounds_of_a_module_are_found_by_the_laws() {
    // the values of 0 to 3 are 0, -1, {0|-1} and {-1|{0|-1}}
    for (words, how) in [
        (&[-2, 1][..], None),
        (&[-1, 1], Some(("2", "its value is claimed to be at least -1, but is not"))),
        (&[-2, -1], Some(("0", "its value is claimed to be at most -1, but is not"))),
        (&[-2, 1, -2], Some(("0", "left is claimed to have an option of at least -2, but has none"))),
    ] {
        let text = second_text("bounds", &answering(words), 2);
        let load = || Plugin::from_text("hostile.wat", text.as_bytes(), None).unwrap();
        let report = try_laws(&load, &["9"], Effort::default());
        let broken = report.broken.as_ref().map(|broken| (broken.law, &*broken.position, &*broken.how));
        assert_eq!(broken, how.map(|(position, how)| (Law::BoundsHoldTheValue, position, how)), "{words:?}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_new_in_the_second_version_means_nothing_in_the_first() {
    for export in EXPORTS {
        module(&second_text(export, "(unreachable)", 1)).is_fine(export);
        // in version 1 these exports may have any type
        let other = second_text("", "", 1).replace(
            &format!("(export \"{export}\") (param i32) (result i64)"),
            &format!("(export \"{export}\") (param i64) (result i64)"),
        );
        module(&other).is_fine(export);
        module(&other.replace("(i32.const 1))\n", "(i32.const 2))\n")).is_a_fault(export, export, "type");
    }
    let heaps = of_two("(i64.const 0)").replace("(result i32) (i32.const 2)", "(result i32) (i32.const 1)");
    module(&heaps).is_a_fault("heaps", "options", "neither `options` nor `heap_options`");
}

#[test]
fn modules_whose_exports_contradict_each_other_are_refused() {
    let good = of_two("(i64.const 0)");
    let with = |export: &str, kind: &str, body: &str| {
        good.replacen("(module", &format!("(module (func (export \"{export}\") {kind} {body})"), 1)
    };
    let cases = [
        (with("heap_options", "(param i64) (result i64)", "(i64.const 0)"), "heap_options", "there is also `left_options`"),
        (with("options", "(param i32 i32) (result i64)", "(i64.const 0)"), "options", "there is also `left_options`"),
        (with("summands", "(param i32) (result i64)", "(i64.const 0)"), "summands", "with `left_options`, positions are heaps"),
        (with("show", "(param i32) (result i64)", "(i64.const 0)"), "show", "with `left_options`, positions are heaps"),
        (
            good.replace("(export \"left_options\")", "(export \"left_optoins\")"),
            "left_options",
            "is `left_optoins` meant to be `left_options`?",
        ),
        (good.replace("(export \"right_options\")", ""), "right_options", "there is `left_options`, but not `right_options`"),
    ];
    for (text, export, reason) in &cases {
        module(text).is_a_fault(reason, export, reason);
    }
    let impartial = second_text("", "", 2).replace("\"play: partizan\"", "\"name: no other\"");
    module(&impartial).is_a_fault("impartial", "negative", "every position is its own negative");
}
