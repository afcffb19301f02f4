//! Values that a script uses as positions, and values of `canonical`.

use super::judge::script;
use sprague::Limits;
use sprague::any::{AnyEntailing, AnyImpartial};
use sprague::evaluate::entailing::EntailingSearch;
use sprague::evaluate::nimber;
use sprague_plugin::Plugin;

#[test]
fn what_stands_for_a_position_stands_for_itself() {
    let grows = "fn moves(n) { if n > 0 { [n - 1] } else { [] } } fn canonical(n) { if n > 100 { n } else { n + 1 } }";
    script(grows).is_a_fault("grows", "canonical", "`4` stands for it, and for that one `5`");
}

#[test]
fn what_stands_for_a_position_has_its_options() {
    let take = "fn moves(p) { let r = []; for t in 1..=p[0] { r.push([p[0] - t, p[1]]); } for t in 1..=min(M, p[1]) { r.push([p[0], p[1] - t]); } r }";
    let canonical = "let example = `3.4`; fn canonical(p) { [min(p[0], p[1]), max(p[0], p[1])] }";
    let nimber_of = |most: &str, text: &str| {
        let rules =
            Plugin::from_script("pair.rhai", &format!("{} {canonical}", take.replace('M', most)), None).unwrap().rules().clone();
        let position = rules.read(text).unwrap();
        assert_eq!(rules.show(&position), text, "what was typed is shown as it was");
        nimber(&AnyImpartial::try_from(rules).unwrap(), &position)
    };
    assert_eq!(nimber_of("p[1]", "3.0").unwrap().0, 3);
    for text in ["3.0", "7.1", "4.0"] {
        let fault = nimber_of("2", text).unwrap_err().to_string();
        assert!(fault.contains("pair.rhai: `canonical`") && fault.contains("canonical positions have the options"), "{fault}");
    }
    // the law includes the outcome of finished positions
    let ending = "fn moves(n) { [] } fn canonical(n) { min(n, 1) }";
    for (outcome, is_kept) in [("\"win\"", true), ("if n == 1 { \"win\" } else { \"loss\" }", false)] {
        let verdict = script(&format!("{ending} fn terminal_outcome(n) {{ {outcome} }}"));
        if is_kept { verdict.is_fine(outcome) } else { verdict.is_a_fault(outcome, "canonical", "it ends as") }
    }
}

#[test]
fn a_position_of_another_kind_than_the_example_is_a_malformed_question() {
    let text = "let position = `heap.limit`; let example = `5.4`; fn moves(p) { if p.len() > 1 && p[0] > p[1] { [[p[0] - 1, 0]] } else { [] } }";
    let plugin = Plugin::from_script("pairs.rhai", text, None).unwrap();
    let rules = plugin.rules();
    assert_eq!(
        rules.read("7").unwrap_err().expected,
        "heap.limit (2 whole numbers from 0 with points between, as many as in `example`)"
    );
    assert!(rules.read("3.2").is_ok() && rules.fault().is_none());
}

#[test]
fn without_parse_positions_are_of_the_kind_of_the_example() {
    let one_or_three = "fn moves(n) { let f = []; for k in [1, 3] { if k <= n { f.push(n - k); } } f }";
    let refused = |script: &str, text: &str| {
        let plugin = Plugin::from_script("mine.rhai", script, None).unwrap();
        let read = plugin.rules().read(text);
        assert_eq!(plugin.fault(), None, "{script}: {text}");
        read.err().map(|error| (error.at, error.expected.into_owned()))
    };
    let none = "a whole number from 0: positions of a plugin without `parse` are like its `example`, but it has no `example`";
    for (text, at) in [("x", 0), ("7x", 1), ("-7", 0), ("007", 0), ("7.5", 1), ("", 0)] {
        assert_eq!(refused(one_or_three, text), Some((at, none.to_owned())), "{text}");
    }
    assert_eq!(refused(one_or_three, "7"), None);
    let pairs = format!("let example = [3, 5]; {one_or_three}");
    assert_eq!(
        refused(&pairs, "7").unwrap(),
        (1, "2 whole numbers from 0 with points between, as many as in `example`, such as 3.5".to_owned())
    );
    assert_eq!((refused(&pairs, "7.0"), refused(&pairs, "7.0.1").unwrap().0), (None, 3));
    let lists = "fn moves(p) { if p[0] > 0 { [[p[0] - 1, p[1]]] } else { [] } }";
    let none = none.replace("from 0:", "from 0, or several with points between:");
    for (text, at) in [("x", 0), ("7.x", 2), ("-7", 0), ("7.", 2), ("7.-5", 2), ("", 0)] {
        assert_eq!(refused(lists, text), Some((at, none.clone())), "{text}");
    }
    assert_eq!((refused(lists, "7.5"), refused(lists, "7.5.0")), (None, None));
    let words = format!("let example = `x..o`; {one_or_three}");
    assert_eq!((refused(&words, "o.xx"), refused(&words, "x.-.7").unwrap().0, refused(&words, "").unwrap().0), (None, 2, 0));
    let maps = format!("let example = #{{ a: 1 }}; {one_or_three}");
    assert!(refused(&maps, "7").unwrap().1.contains("`parse` and `show`"));
    // a script with `parse` may read anything
    assert_eq!(refused(&format!("{one_or_three} fn parse(t) {{ 7 }} fn show(n) {{ `${{n}}` }}"), "x"), None);
}

/// A script in which a move takes one or two tokens. Whoever leaves a multiple of 5 moves again.
const FIVES: &str = "let example = `7.0`; fn moves(p) { if p[1] == 1 { return [[p[0], 0]]; } let f = []; \
     for k in 1..=min(p[0], 2) { f.push([p[0] - k, if (p[0] - k) % 5 == 0 { 1 } else { 0 }]); } f } fn is_entailed(p) { p[1] == 1 }";

#[test]
fn scripts_say_which_positions_are_entailed() {
    let plugin = Plugin::from_script("fives.rhai", FIVES, None).unwrap();
    let rules = AnyEntailing::try_from(plugin.rules().clone()).unwrap();
    let limits = Limits::default();
    let mut search = EntailingSearch::new(&rules, &limits);
    let mut value = |text: &str| search.value(&plugin.rules().read(text).unwrap()).map(|value| value.to_string()).unwrap();
    assert_eq!(["0.0", "1.0", "2.0", "3.0", "4.0"].map(&mut value), ["0", "0", "loony", "1", "0"]);
    assert_eq!(value("5.1"), "entailed, won beside {2}");
    assert!(plugin.fault().is_none());
}

#[test]
fn entailment_that_is_no_answer_or_no_single_position_is_a_fault() {
    for answer in ["5", "`yes`", "()", "throw `no`", "loop {}"] {
        let text = format!("fn moves(n) {{ if n > 0 {{ [n - 1] }} else {{ [] }} }} fn is_entailed(n) {{ {answer} }}");
        script(&text).is_a_fault(answer, "is_entailed", "");
    }
    script("fn left_moves(n) { [] } fn right_moves(n) { [] } fn is_entailed(n) { false }").is_a_fault(
        "both",
        "loading",
        "works only with `moves`",
    );
    script("fn heap_options(n) { [] } fn is_entailed(n) { false }").is_a_fault(
        "heaps",
        "is_entailed",
        "no other rules are allowed",
    );
}
