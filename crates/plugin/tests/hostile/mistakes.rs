//! Common mistakes in names: the message suggests the right one.

use super::judge::{module, script};

#[test]
fn a_function_whose_name_is_nearly_right_is_named() {
    for (text, export, hint) in [
        ("fn move(n) { [] }", "moves", "is `move` meant to be `moves`?"),
        ("fn Moves(n) { [] }", "moves", "is `Moves` meant to be `moves`?"),
        ("fn heap_optoins(n) { [] }", "moves", "is `heap_optoins` meant to be `heap_options`?"),
        ("let amuonts = [1, 3];", "moves", "is `amuonts` meant to be `amounts`?"),
        ("fn left_moves(n) { [] } fn rihgt_moves(n) { [] }", "right_moves", "is `rihgt_moves` meant to be `right_moves`?"),
        (
            "fn left_options(n) { [] } fn right_option(n) { [] }",
            "right_options",
            "is `right_option` meant to be `right_options`?",
        ),
        ("fn moves(n) { [] } fn parse(t) { 1 } fn shwo(n) { `1` }", "show", "is `shwo` meant to be `show`?"),
    ] {
        script(text).is_a_fault(text, export, hint);
    }
    // functions with other names are allowed
    script("fn moves(n) { move(n) } fn move(n) { [] }").is_fine("a helper");
    let text = "fn take(n) { [] }";
    let verdict = script(text);
    verdict.is_a_fault(text, "moves", "there is no function `moves`");
    assert!(!verdict.fault.unwrap().contains("meant"));
    let exports = "(module (memory (export \"memory\") 1) (data (i32.const 0) \"name: x\") \
         (func (export \"sprague_version\") (result i32) (i32.const 1)) (func (export \"about\") (result i64) (i64.const 7)) \
         (func (export \"optoins\") (param i32 i32) (result i64) (i64.const 0)))";
    module(exports).is_a_fault("an export", "options", "is `optoins` meant to be `options`?");
}

#[test]
fn an_answer_that_was_forgotten_is_asked_for() {
    for (function, body, asked) in [
        ("moves", "let found = []; for k in 0..n { found.push(k); }", "is the last line a list?"),
        ("heap_options", "let found = []; found.push([0]);", "is the last line a list?"),
    ] {
        script(&format!("fn {function}(n) {{ {body} }}")).is_a_fault(body, function, asked);
    }
    let show = "fn moves(n) { [] } fn parse(t) { 3 } fn show(n) { let text = `${n}`; }";
    script(show).is_a_fault(show, "show", "is the last line a string?");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_functions_that_contradict_each_other_are_named() {
    for (text, export, reason) in [
        ("fn moves(n) { [] } fn left_moves(n) { [] } fn right_moves(n) { [] }", "moves", "there is also `left_moves`"),
        ("fn moves(n) { [] } fn right_options(n) { [] }", "moves", "there is also `right_options`"),
        ("fn heap_options(n) { [] } fn left_options(n) { [] }", "heap_options", "there is also `left_options`"),
        ("fn right_options(n) { [] }", "left_options", "there is `right_options`, but not `left_options`"),
        (
            "fn left_options(n) { [] } fn right_options(n) { [] } fn summands(n) { [] }",
            "summands",
            "with `left_options`, positions are heaps",
        ),
        ("fn heap_options(n) { [] } fn canonical(n) { n }", "canonical", "with `heap_options`, positions are heaps"),
        ("fn moves(n) { [] } fn negative(n) { n }", "negative", "every position is its own negative"),
        ("fn moves(n) { [] } fn summands(n) { [] } fn terminal_outcome(n) { `win` }", "summands", "have no summands"),
    ] {
        script(text).is_a_fault(text, export, reason);
    }
}
