//! Texts that are read, written and rejected.

use proptest::prelude::*;
use sprague_core::Limits;
use sprague_values::{ReadError, Value};

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in r"([{}|,+\-±()0-9/^v*↑⋆ é.\[\]<>]|\.Cool\(|\.Companion|Tiny\(){0,24}") {
        let limits = Limits { positions: 20_000, ..Limits::default() };
        match Value::read(&text, &limits) {
            Ok(value) => prop_assert_eq!(value.text().expect("it is short").parse::<Value>(), Ok(value)),
            Err(ReadError::Notation(error)) => prop_assert!(text.is_char_boundary(error.at), "{} {}", text, error),
            Err(ReadError::Stopped(_)) => {}
        }
    }
}

#[track_caller]
fn reads(text: &str, written: &str) {
    assert_eq!(text.parse::<Value>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string(), written, "{text}");
}

#[test]
fn atoms_are_read_and_written() {
    for text in ["0", "-3", "1/2", "-3/8", "^", "^3", "v", "v2", "*", "*2", "^*", "1/2^*", "-1v3*5", "3/2*2", "2^3"] {
        reads(text, text);
    }
    for (text, written) in
        [("↑", "^"), ("↓2⋆3", "v2*3"), ("-1^", "-1^"), ("4/2", "2"), ("^0*0", "0"), ("-0", "0"), ("-^", "v"), ("-*", "*")]
    {
        reads(text, written);
    }
}

#[test]
fn ups_are_read_as_they_are_drawn_and_as_they_are_said() {
    for (text, written) in [
        ("^^", "^2"),
        ("vvv*", "v3*"),
        ("1↑↑", "1^2"),
        ("up", "^"),
        ("-up", "v"),
        ("down", "v"),
        ("2down*3", "2v*3"),
        ("star", "*"),
        ("up*", "^*"),
        ("{up|{down|star2}+up}", "{^|{v|*2}+^}"),
        ("^*", "^*"),
    ] {
        assert_eq!(text.parse::<Value>().unwrap().to_string(), written.parse::<Value>().unwrap().to_string(), "{text}");
    }
    for (text, at) in [("^^2", 2), ("^v", 1), ("upon", 0), ("upper", 0), ("up up", 2)] {
        match text.parse::<Value>() {
            Err(ReadError::Notation(error)) => assert_eq!(error.at, at, "{text}: {error}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn braces_are_read_and_written() {
    for text in ["{1|-1}", "{0,*|-1}", "{{1|*,0}|-2}", "{0|{0|-2}}", "{1|*}", "{{2|1},3/2|-1}"] {
        let value: Value = text.parse().unwrap();
        reads(&value.to_string(), &value.to_string());
    }
    for (text, written) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{0|0}", "*"),
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("{0|{0|^7}}", "^9"),
        ("{ 1 , 0 | -1 }", "{1|-1}"),
        ("{1,0,1|-1,3}", "{1|-1}"),
        ("{*,0|-1}", "{*,0|-1}"),
        ("-{2|1}", "{-1|-2}"),
    ] {
        reads(text, written);
    }
}

#[test]
fn long_runs_of_bars_bind_last() {
    reads("{1||0|-1}", "{1|{0|-1}}");
    reads("{3|1||-1|-2}", "{{3|1}|{-1|-2}}");
    reads("{5|4||3|||0}", "{{{5|4}|3}|0}");
    reads("{{0|0}||||}", &"{*|}".parse::<Value>().unwrap().to_string());
    reads("{0||0|-2,-1}", "{0|{0|-2}}");
}

#[test]
fn signs_inside_braces_add_and_negate() {
    reads("{1-1^|v}", &"{v|v}".parse::<Value>().unwrap().to_string());
    reads("{1+-1|}", "1");
    reads("{1--1|-3}", "{2|-3}");
    reads("±1", "{1|-1}");
    reads("±1^", "{1^|-1v}");
    reads("+-2", "{2|-2}");
    reads("±(1,*)", "{1|-1}");
    reads("±(2,{3|0})", "{2,{3|0}|-2,{0|-3}}");
    reads("{5+±1|0}", "{{6|4}|0}");
    reads("{+-1|-4}", "{{1|-1}|-4}");
    reads("{-{3|1}|-9}", "{{-1|-3}|-9}");
    reads("-±3", "{3|-3}");
}

#[test]
fn errors_say_where_and_what() {
    for (text, at, expected) in [
        ("", 0, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("x", 0, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("1+1", 1, "nothing more"),
        ("1 ", 1, "nothing more"),
        ("1/3", 2, "a power of 2 below the line"),
        ("1/0", 2, "a power of 2 below the line"),
        ("1/", 2, "a power of 2 below the line"),
        ("{1|-1", 5, "',', '|' or '}'"),
        ("{1}", 2, "',' or '|'"),
        ("{}", 1, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("{1,|0}", 3, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("{1+|0}", 3, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("{1|2|3}", 4, "one longest run of bars in a brace"),
        ("{1|-1}}", 6, "nothing more"),
        ("(1|2)", 2, "')'"),
        (
            "1.Chill",
            2,
            "a method of values: AtomicWeight, Birthday, Companion, ConjunctiveSum, ConwayProduct, Cool, FollowerCount, Freeze, Heat, LeftStop, Mean, Miny, NortonProduct, OrdinalSum, Overheat, Pow, PowTo, ReducedCanonicalForm, RightStop, SelectiveSum, StopCount, Subordinate, Temperature, Tiny",
        ),
        ("1.Cool(-2)", 2, "a method that is defined here, but a game can be cooled only by a number that is at least -1"),
        ("±(1|2)", 4, "',' or ')'"),
        ("±()", 3, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
        ("*99999999999999999999", 1, "a nimber below 2^64"),
        ("{↑|é}", 5, "a value such as 1/2, ^ (up), *2 or {1|-1}"),
    ] {
        match text.parse::<Value>() {
            Err(ReadError::Notation(error)) => assert_eq!((error.at, &*error.expected), (at, expected), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let long = "1".repeat(10_001);
    assert!(long.parse::<Value>().unwrap_err().to_string().contains("10000 digits"));
}
