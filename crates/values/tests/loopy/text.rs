//! Texts that are written, read back and rejected.

use super::{read, stoppers, text};
use proptest::prelude::*;
use sprague_core::Limits;
use sprague_values::loopy::Stoppers;
use sprague_values::{Arena, ReadError};

#[test]
fn values_are_written_with_their_names() {
    let mut stoppers = stoppers();
    for (typed, written) in [
        ("{pass|}", "on"),
        ("{|pass}", "off"),
        ("{3/2|pass}", "3/2over"),
        ("under-5", "-5under"),
        ("upon+1/2", "1/2^[on]"),
        ("-upon+*", "v[on]*"),
        ("uponth-3", "-3^<on>"),
        ("{on|off}", "hot"),
        ("on+off", "dud"),
        ("tis", "1&0"),
        ("{0|{0|off}}", "Tiny(on)"),
        ("5-Tiny(over)", "5Miny(over)"),
        ("over-over", "over&under"),
        ("x{0||||0|||x|*||*}", "a{0|{0|{{a|*}|*}}}"),
        ("ace", "{0|Tiny(on)}"),
        ("{over,*|off,over}", "{over|off}"),
        ("{2|-1}", "{2|-1}"),
    ] {
        let value = read(&mut stoppers, typed);
        assert_eq!(text(&mut stoppers, value), written, "{typed}");
    }
}

#[test]
fn errors_say_the_byte_and_what_was_expected() {
    let value = "a value such as 1/2, ^ (up), over, {1|-1} or a{0|a}";
    let known = "a value that is closed, with both sides found, before a sign";
    let mut stoppers = stoppers();
    for (text, at, expected) in [
        ("", 0, value),
        ("pass", 0, "'pass' in braces only"),
        ("{1|0+pass}", 9, known),
        ("{0|", 3, value),
        ("a{0|b}", 4, value),
        ("1/3", 2, "a power of 2 below the line"),
        ("{0|1|2}", 4, "one longest run of bars in a brace"),
        ("v & over", 3, "an offside that is at most the onside"),
        ("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}+1", 30, known),
        ("{0|1}}", 5, "nothing more"),
        ("foo", 0, value),
        ("{0|(pass)}", 4, known),
        ("(1|2)", 2, "')'"),
        ("^[x]", 2, "'on]', or a number and ']'"),
        ("^<0>", 3, "a power from 1 to 2^64"),
        ("Tiny(1", 6, "')'"),
        ("{1,|0}", 3, value),
        ("{1}", 2, "',' or '|'"),
    ] {
        match stoppers.read(text) {
            Err(ReadError::Notation(error)) => assert_eq!((error.at, &*error.expected), (at, expected), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Reads a text, and checks that the value is written so that it can be read back.
fn check(typed: &str) -> Result<(), TestCaseError> {
    let limits = Limits { positions: 50_000, ..Limits::default() };
    let mut stoppers = Stoppers::new(&Arena::new(), &limits);
    let value = match stoppers.read(typed) {
        Ok(value) => value,
        Err(ReadError::Notation(error)) => {
            prop_assert!(typed.is_char_boundary(error.at), "{} {}", typed, error);
            return Ok(());
        }
        Err(ReadError::Stopped(_)) => return Ok(()),
    };
    if let Ok(Some(written)) = stoppers.text(value, 10_000)
        && !written.contains('?')
    {
        match stoppers.read(&written) {
            Err(ReadError::Stopped(_)) => {}
            back => prop_assert_eq!(back, Ok(value), "{} {}", typed, written),
        }
    }
    Ok(())
}

/// Nested texts, most of which are values.
fn nested() -> impl Strategy<Value = String> {
    let leaves =
        vec!["0", "1", "-1/2", "*", "^", "v2*", "over", "on", "off", "dud", "tis", "upon", "v<on>", "pass", "a", "b", ""];
    let leaf = proptest::sample::select(leaves).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let options = || proptest::collection::vec(inner.clone(), 0..3).prop_map(|options| options.join(","));
        prop_oneof![
            6 => (options(), options(), r"[ab]?", 1_usize..4)
                .prop_map(|(left, right, name, bars)| format!("{name}{{{left}{}{right}}}", "|".repeat(bars))),
            1 => (inner.clone(), inner.clone(), r"[+\-&]").prop_map(|(one, other, sign)| format!("{one}{sign}{other}")),
            1 => (inner.clone(), r"-|±|Tiny").prop_map(|(one, sign)| format!("{sign}({one})")),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(
        text in r"([{}|,+\-±()0-9/^v*&ab \[<>]|a\{|pass|over|on|dud|Tiny\(|\||\{0){0,20}"
    ) {
        check(&text)?;
    }

    #[test]
    fn nested_texts_are_written_so_that_they_read_back(text in nested()) {
        check(&text)?;
    }
}
