//! Parses positions of scripts that have no `parse`.
//!
//! Positions are of the same kind as the `example`. Without an example they are whole numbers, or lists of whole numbers if
//! the script uses parts of positions.

use rhai::{Array, Dynamic, INT};
use sprague_core::BadNotation;
use sprague_core::notation::Reader;

/// The text form of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainKind {
    /// A whole number. It may be negative if the example is negative.
    Number { is_signed: bool },
    /// A whole number from 0, or a list of two or more with points between.
    NumberOrList,
    /// A list of `length` numbers with points between.
    List { length: usize, is_signed: bool },
    /// Any text.
    Text,
    /// Any text that `parse` accepts.
    Unwritten,
}

impl PlainKind {
    /// Returns the text form of an example, which is given as text or as a value.
    pub(super) fn of(example: &Dynamic) -> Self {
        let value = example.read_lock::<rhai::ImmutableString>().map_or_else(|| example.clone(), |text| plain(&text));
        if let Ok(number) = value.as_int() {
            return Self::Number { is_signed: number < 0 };
        }
        if let Some(list) = value.read_lock::<Array>() {
            let numbers: Option<Vec<INT>> = list.iter().map(|item| item.as_int().ok()).collect();
            return match numbers {
                Some(numbers) if !numbers.is_empty() => {
                    Self::List { length: numbers.len(), is_signed: numbers.iter().any(|number| *number < 0) }
                }
                _ => Self::Unwritten,
            };
        }
        if value.is_string() { Self::Text } else { Self::Unwritten }
    }

    /// Returns `true` if a value has a negative number and negative numbers cannot be typed.
    pub(super) fn is_below(self, value: &Dynamic) -> bool {
        let is_number = |value: &Dynamic| value.as_int().is_ok_and(|number| number < 0);
        let is_list = || value.read_lock::<Array>().is_some_and(|list| list.iter().any(is_number));
        match self {
            Self::Number { is_signed: false } => is_number(value),
            Self::NumberOrList => is_number(value) || is_list(),
            Self::List { is_signed: false, .. } => is_list(),
            _ => false,
        }
    }

    /// Describes the expected text, for messages.
    pub(super) fn expected(self) -> String {
        let numbers = |is_signed| if is_signed { "" } else { " from 0" };
        match self {
            Self::Number { is_signed } => format!("a whole number{}", numbers(is_signed)),
            Self::NumberOrList => "a whole number from 0, or several with points between".to_owned(),
            Self::List { length: 1, is_signed } => format!("one whole number{}", numbers(is_signed)),
            Self::List { length, is_signed } => {
                format!("{length} whole numbers{} with points between, as many as in `example`", numbers(is_signed))
            }
            Self::Text => "a text".to_owned(),
            Self::Unwritten => {
                "functions `parse` and `show` in the script, because positions like its `example` cannot be typed".to_owned()
            }
        }
    }

    /// Parses a text, or returns the byte offset of the first error.
    pub(super) fn read(self, text: &str) -> Result<Dynamic, usize> {
        let mut reader = Reader::new(text);
        let value = match self {
            Self::Number { is_signed } => Dynamic::from_int(number(&mut reader, is_signed)?),
            Self::NumberOrList => {
                let mut list = vec![Dynamic::from_int(number(&mut reader, false)?)];
                while reader.skip('.') {
                    list.push(Dynamic::from_int(number(&mut reader, false)?));
                }
                if list.len() == 1 { list.remove(0) } else { Dynamic::from_array(list) }
            }
            Self::List { length, is_signed } => {
                let mut list = Array::new();
                for place in 0..length {
                    if place > 0 && !reader.skip('.') {
                        return Err(reader.at());
                    }
                    list.push(Dynamic::from_int(number(&mut reader, is_signed)?));
                }
                Dynamic::from_array(list)
            }
            Self::Text => return Ok(Dynamic::from(text.to_owned())),
            Self::Unwritten => return Err(0),
        };
        reader.end().map(|()| value).map_err(|error| error.at)
    }
}

/// Parses a number without leading zeros.
///
/// Leading zeros are an error, because they have no use and another meaning in other programs.
fn number(reader: &mut Reader<'_>, is_signed: bool) -> Result<INT, usize> {
    let start = reader.at();
    let is_negative = is_signed && reader.skip('-');
    let has_zeros = reader.rest().starts_with('0') && reader.rest()[1..].starts_with(|c: char| c.is_ascii_digit());
    let size = reader.small().map_err(|error: BadNotation| error.at)?;
    let number = INT::try_from(size).map_err(|_| start)?;
    if has_zeros || (is_negative && number == 0) { Err(start) } else { Ok(if is_negative { -number } else { number }) }
}

/// Returns `true` if a script uses parts of this parameter of a function, as in `p[0]`, `p.len()` or `for heap in p`.
///
/// If so, the parameter may be a list.
pub(super) fn takes_apart(script: &str, parameter: &str) -> bool {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    script.match_indices(parameter).any(|(at, _)| {
        let (before, behind) = (&script[..at], &script[at + parameter.len()..]);
        let is_whole = !before.ends_with(is_part) && !behind.starts_with(is_part);
        let is_range = behind.starts_with("..");
        is_whole
            && (before.trim_end().ends_with(" in") && !is_range
                || behind.starts_with('[')
                || (behind.starts_with('.') && !is_range))
    })
}

/// Converts a text to a number, to a list of numbers with points between them, or to the text itself.
pub(super) fn plain(text: &str) -> Dynamic {
    let number = |part: &str| part.parse::<INT>().ok().filter(|number| number.to_string() == part);
    if let Some(number) = number(text) {
        return Dynamic::from_int(number);
    }
    let numbers: Option<Array> = text.split('.').map(|part| number(part).map(Dynamic::from_int)).collect();
    numbers.map_or_else(|| Dynamic::from(text.to_owned()), Dynamic::from_array)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(example: &str) -> PlainKind {
        PlainKind::of(&Dynamic::from(example.to_owned()))
    }

    #[test]
    fn the_kind_is_that_of_the_example() {
        let (number, list) =
            (|is_signed| PlainKind::Number { is_signed }, |length, is_signed| PlainKind::List { length, is_signed });
        for (example, kind) in [
            ("23", number(false)),
            ("-2", number(true)),
            ("3.4", list(2, false)),
            ("3.-4.0", list(3, true)),
            ("x.3", PlainKind::Text),
        ] {
            assert_eq!(of(example), kind, "{example}");
        }
        let values: [(Dynamic, _); 5] = [
            (7_i64.into(), number(false)),
            (Dynamic::from_array(vec![3_i64.into(), 4_i64.into()]), list(2, false)),
            (Dynamic::from_array(vec![3_i64.into()]), list(1, false)),
            (Dynamic::from_array(vec![]), PlainKind::Unwritten),
            (Dynamic::from_map(rhai::Map::new()), PlainKind::Unwritten),
        ];
        for (example, kind) in values {
            assert_eq!(PlainKind::of(&example), kind, "{example}");
        }
    }

    #[test]
    fn what_takes_something_out_is_seen() {
        for script in ["p[0]", "fn f() { p.len() }", "for k in p {", "(p[0])", "f(p, p[0])"] {
            assert!(takes_apart(script, "p"), "{script}");
        }
        for script in ["p", "p + q[0]", "map[0]", "p0[0]", "0..p", "p..9", "k in p..9", "[p]", "[1].map(|x| x - p)", "up.len()"] {
            assert!(!takes_apart(script, "p"), "{script}");
        }
    }

    #[test]
    fn numbers_and_lists_are_told_apart_by_points() {
        let read = |text| PlainKind::NumberOrList.read(text).map(|value| value.to_string());
        for (text, value) in [("0", "0"), ("7", "7"), ("10^2", "100"), ("7.0", "[7, 0]"), ("1.2.3", "[1, 2, 3]")] {
            assert_eq!(read(text), Ok(value.to_owned()), "{text}");
        }
        for (text, at) in [("", 0), ("x", 0), ("-7", 0), ("07", 0), ("7.", 2), ("7.x", 2), ("7.5x", 3), ("7.05", 2), ("7..5", 2)]
        {
            assert_eq!(read(text), Err(at), "{text}");
        }
    }

    #[test]
    fn what_is_of_another_kind_is_refused_where_it_differs() {
        for (example, text, at) in [
            ("23", "x", 0),
            ("23", "7x", 1),
            ("23", "-7", 0),
            ("23", "007", 0),
            ("23", "00", 0),
            ("23", "7.5", 1),
            ("23", "", 0),
            ("23", "7 ", 1),
            ("23", "٧", 0),
            ("23", "9223372036854775808", 0),
            ("23", "10^99", 0),
            ("-1", "-0", 0),
            ("-1", "--1", 1),
            ("3.4", "3", 1),
            ("3.4", "3.", 2),
            ("3.4", "3.x", 2),
            ("3.4", "3.4.5", 3),
            ("3.4", "3.04", 2),
            ("3.4", "3,4", 1),
        ] {
            assert_eq!(of(example).read(text).map(|value| value.to_string()), Err(at), "{text} like {example}");
        }
        for (example, text, value) in [
            ("23", "0", "0"),
            ("23", "10^2", "100"),
            ("-1", "-7", "-7"),
            ("3.4", "0.10", "[0, 10]"),
            ("abc", "7", "7"),
            ("abc", "", ""),
        ] {
            assert_eq!(of(example).read(text).map(|value| value.to_string()), Ok(value.to_owned()), "{text} like {example}");
        }
    }
}
