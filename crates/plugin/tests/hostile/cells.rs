//! Invalid neighbours of cells are refused during loading, and positions that are no sets of cells are refused, too.

use super::judge::{module, script};
use super::modules::out;
use sprague_plugin::Plugin;

/// Returns a script for a row of five cells, from which one is taken, with this body of `neighbours`.
fn row(neighbours: &str) -> String {
    format!(
        "fn moves(row) {{ let f = []; for k in 0..5 {{ if (row & (1 << k)) != 0 {{ f.push(#{{ label: `take ${{k}}`, to: row - (1 << k) }}) }} }} f }}
         fn neighbours(cell) {{ {neighbours} }}"
    )
}

#[test]
fn neighbours_that_are_none_are_refused() {
    let good = "if cell < 5 { (((1 << cell) >> 1) | ((1 << cell) << 1)) & 31 }";
    script(&row(good)).is_fine(good);
    for (neighbours, reason) in [
        ("if cell < 5 { 1 << (cell + 1) }", "cell 4 has the neighbour 5, but there are only 5 cells"),
        ("if cell < 5 { (1 << (cell + 1)) & 31 }", "cell 0 has the neighbour 1, but cell 1 does not have the neighbour 0"),
        ("if cell < 5 { -1 }", "but there are only 5 cells"),
        ("if cell < 5 { [0, 1] }", "cell 0 has the neighbour 64"),
        ("0", "more than 4096 cells"),
        ("[]", "more than 4096 cells"),
        ("if cell < 5 { `x` }", "a whole number, a list of such"),
        ("if cell < 5 { [`x`] }", "a whole number, a list of such"),
        ("if cell < 5 { 1.5 }", "a whole number, a list of such"),
        ("loop {}", "operations"),
        ("throw `no`", "it threw: no"),
        ("let a = []; loop { a.push(cell) }", ""),
        ("if cell < 5 { let a = []; a.pad(30000, -1); a }", "but there are only 5 cells"),
    ] {
        script(&row(neighbours)).is_a_fault(neighbours, "neighbours", reason);
    }
    // without cells, only the empty list is a position
    script(&row("")).is_a_fault("no cells", "neighbours", "a position of 1 words, but 0 cells are a set of 0");
}

#[test]
fn what_contradicts_neighbours_is_named() {
    let row = row("if cell < 5 { 0 }");
    for (more, export, reason) in [
        ("fn summands(row) { [row] }", "summands", "there is also `neighbours`"),
        ("fn terminal_outcome(row) { `win` }", "neighbours", "have no summands"),
    ] {
        script(&format!("{row} {more}")).is_a_fault(more, export, reason);
    }
    let heaps = "fn heap_options(n) { [] } fn neighbours(cell) { }";
    script(heaps).is_a_fault(heaps, "neighbours", "with `heap_options`, positions are heaps");
}

#[test]
fn positions_that_are_no_sets_of_cells_are_refused() {
    let summands_of = |text: &str, position: &str| {
        let plugin = Plugin::from_script("hostile.rhai", text, None).unwrap();
        plugin.rules().summands(&plugin.rules().read(position).unwrap(), &mut vec![]);
        plugin.fault().map(|fault| fault.to_string())
    };
    let neighbours = "fn neighbours(cell) { if cell < 5 { 0 } } fn moves(p) { [] }";
    for (example, position, reason) in [
        ("7", "31", None),
        ("7", "32", Some("a position has cell 5, but there are only 5 cells")),
        ("7.1", "7.1", Some("a position of 2 words, but 5 cells are a set of 1")),
        ("x", "x", Some("a position is string, not a set of cells")),
    ] {
        let fault = summands_of(&format!("let example = `{example}`; {neighbours}"), position);
        assert_eq!(fault.is_some(), reason.is_some(), "{position}: {fault:?}");
        let is_named = |fault: String| fault.contains("`neighbours`") && fault.contains(reason.unwrap_or_default());
        assert!(fault.clone().is_none_or(is_named), "{position}: {fault:?}");
    }
    // 70 cells, in two words
    let wide = "let example = `1.0`; fn neighbours(cell) { if cell < 70 { if cell == 0 { [0, 32] } else if cell == 69 { [1] } else { 0 } } }
        fn moves(p) { [] }";
    let plugin = Plugin::from_script("wide.rhai", wide, None).unwrap();
    let mut parts = vec![];
    plugin.rules().summands(&plugin.rules().read("3.34").unwrap(), &mut parts);
    let shown: Vec<String> = parts.iter().map(|part| plugin.rules().show(part)).collect();
    assert_eq!((plugin.fault(), shown), (None, vec!["0.2".to_owned(), "1.32".to_owned(), "2.0".to_owned()]));
}

#[test]
fn parts_that_are_not_independent_break_a_law() {
    // taking a cell also takes the second next one
    let far = "fn neighbours(cell) { if cell < 8 { (((1 << cell) >> 1) | ((1 << cell) << 1)) & 255 } }
        fn moves(row) { let f = []; for k in 0..8 { if (row & (1 << k)) != 0 {
            let gone = row & (5 << k); f.push(#{ label: `take ${k}`, to: row - gone }) } } f }
        fn parse(text) { 0b10101 } fn show(row) { `${row}` }";
    script(far).is_a_fault(far, "neighbours", "summands have the options");
}

/// Returns a module of interface 2 in which a move takes the lowest cell.
///
/// `neighbours` is the body of the export of that name. The module counts the calls to it.
fn of_cells(neighbours: &str) -> String {
    let (one, answer) = (out(1), out(3));
    format!(
        "(module (memory (export \"memory\") 1) (global $asked (mut i32) (i32.const 0))
         (func (export \"sprague_version\") (result i32) (i32.const 2))
         (func (export \"about\") (result i64) (i64.const 0))
         (func (export \"input\") (result i32) (i32.const 0))
         (func (export \"neighbours\") (param $cell i32) (result i64)
            (global.set $asked (i32.add (global.get $asked) (i32.const 1)))
            (if (i32.ge_u (local.get $cell) (i32.const 5)) (then (return (i64.const -1))))
            (i64.store (i32.const 8192) {neighbours}) {one})
         (func (export \"options\") (param i32 i32) (result i64)
            (if (i64.eqz (i64.load (i32.const 0))) (then (return (i64.const 0))))
            (i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
            (i64.store (i32.const 8208) (i64.const 0)) {answer}))"
    )
}

#[test]
fn modules_are_asked_for_neighbours_twice() {
    module(&of_cells("(i64.const 31)")).is_fine("all beside each other");
    for (neighbours, reason) in [
        ("(i64.const 32)", "cell 0 has the neighbour 5"),
        ("(i64.const -1)", "cell 0 has the neighbour 5"),
        ("(i64.shl (i64.const 1) (i64.extend_i32_u (i32.shr_u (local.get $cell) (i32.const 1))))", "does not have the neighbour"),
        ("(i64.extend_i32_u (i32.gt_u (global.get $asked) (i32.const 6)))", "asked twice, it gave different neighbours"),
        ("(unreachable)", "it trapped"),
    ] {
        module(&of_cells(neighbours)).is_a_fault(neighbours, "neighbours", reason);
    }
    let endless = of_cells("(i64.const 0)").replace("(i32.const 5)) (then", "(i32.const -1)) (then");
    module(&endless).is_a_fault("endless", "neighbours", "more than 4096 cells");
    // exports that are new in version 2 are ignored in a module of version 1
    let first = of_cells("(i64.const 32)").replace("(result i32) (i32.const 2))", "(result i32) (i32.const 1))");
    module(&first).is_fine("version 1");
}
