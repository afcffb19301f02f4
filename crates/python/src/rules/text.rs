//! Positions as text that stands in the notation and can be read again.

use super::{Functions, MAX_LABEL, heaps};
use crate::codec;
use crate::errors::shown;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sprague::BadNotation;
use sprague::any::AnyPosition;
use sprague::notation::Reader;
use sprague::printable::is_printable;

/// The most bytes of a position's text.
const MAX_TEXT: usize = 1 << 16;

/// Characters that stand in the notation unchanged.
///
/// They are letters, digits, and signs that have no meaning there.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-/|#*<>=!?~:;()[]'&%$".contains(c)
}

/// The text of a label, which is one line.
pub(super) fn label(label: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = label.str()?.to_string_lossy().into_owned();
    if text.is_empty() || text.chars().count() > MAX_LABEL || !text.chars().all(is_printable) {
        let expected = format!("a label has 1 to {MAX_LABEL} characters that can be printed");
        return Err(PyValueError::new_err(format!("{expected}, not {}", shown(label))));
    }
    Ok(text)
}

impl Functions {
    /// The position as the notation writes it.
    pub(super) fn show(&self, py: Python<'_>, position: &AnyPosition) -> PyResult<String> {
        if self.is_of_heaps() {
            return Ok(match position.words() {
                [] => "0".to_owned(),
                heaps => joined(heaps.iter().copied()),
            });
        }
        let object = self.object(py, position)?;
        let Some(show) = &self.show else {
            let text = match (codec::numbers(position.words()), object.cast_exact::<PyString>()) {
                (Some(numbers), _) => joined(numbers),
                (None, Ok(text)) if is_word(&text.to_string_lossy()) => text.to_string_lossy().into_owned(),
                _ => literal(&object.repr()?.to_string_lossy()),
            };
            // an object that is no literal, or whose text `parse` reads in its own way, is found by the text that was shown
            let is_remembered = codec::object(position.words()).is_some() || self.parse.is_some();
            return if is_remembered { self.remembered(&object, &text) } else { Ok(text) };
        };
        let text = self.call(py, "show", show, position)?;
        let Ok(text) = text.cast::<PyString>() else {
            return Err(PyValueError::new_err(format!("`show` returned {}, not a string", shown(&text))));
        };
        let text = text.to_string_lossy();
        let text = text.trim_end_matches('\n').replace('\n', "/");
        let is_bare = !text.is_empty() && text.chars().all(is_plain);
        self.remembered(&object, &if is_bare { text } else { literal(&text) })
    }

    /// The text under which this object is read from now on.
    ///
    /// If another object has this text, a number is added to it.
    fn remembered(&self, object: &Bound<'_, PyAny>, text: &str) -> PyResult<String> {
        if text.len() > MAX_TEXT {
            return Err(PyValueError::new_err(format!("the text of a position has more than {MAX_TEXT} bytes")));
        }
        let shown = self.shown.bind(object.py());
        let (mut text, mut number) = (text.to_owned(), 1);
        let own = text.clone();
        while let Some(known) = shown.get_item(&text)? {
            if known.is(object) || known.eq(object)? {
                return Ok(text);
            }
            number += 1;
            text = match own.strip_suffix('}') {
                Some(inner) => format!("{inner}#{number}}}"),
                None => format!("{own}#{number}"),
            };
        }
        shown.set_item(&text, object)?;
        Ok(text)
    }

    /// The position that this text denotes.
    pub(super) fn read(&self, py: Python<'_>, text: &str) -> PyResult<Result<AnyPosition, BadNotation>> {
        if text.len() > MAX_TEXT {
            return Ok(Err(BadNotation::new(MAX_TEXT, format!("a position of at most {MAX_TEXT} bytes"))));
        }
        if self.is_of_heaps() {
            return Ok(numbers(text).map(|heaps| heaps::of_sizes(heaps.into())));
        }
        if let Some(known) = self.shown.bind(py).get_item(text)? {
            return self.position(&known).map(Ok);
        }
        let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        if let Some(parse) = &self.parse {
            return match parse.bind(py).call1((inner.unwrap_or(text),)) {
                Ok(found) => self.position(&found).map(Ok),
                Err(error) if error.is_instance_of::<PyValueError>(py) => {
                    Ok(Err(BadNotation::new(0, format!("a position that `parse` reads ({})", error.value(py)))))
                }
                Err(error) => Err(error),
            };
        }
        let expected = "a position as Python writes it, in braces, such as {(1,(2,3))}; numbers with points between; or a word";
        if let Some(inner) = inner {
            let value = py.import("ast")?.call_method1("literal_eval", (inner,));
            let position = value.and_then(|value| self.position(&value));
            return Ok(position.map_err(|_| BadNotation::new(0, expected)));
        }
        if is_word(text) {
            return codec::encoded(PyString::new(py, text).as_any())
                .map(|word| word.ok_or_else(|| BadNotation::new(0, expected)));
        }
        Ok(numbers(text).and_then(|numbers| {
            codec::of_numbers(&numbers).ok_or_else(|| BadNotation::new(0, "numbers below 2^60: larger ones stand in braces"))
        }))
    }
}

fn joined(numbers: impl Iterator<Item = u64>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(".")
}

/// Numbers with points between.
fn numbers(text: &str) -> Result<Vec<u64>, BadNotation> {
    let mut reader = Reader::new(text);
    let mut numbers = vec![reader.small()?];
    while reader.skip('.') {
        numbers.push(reader.small()?);
    }
    if reader.peek().is_some() {
        return Err(reader.expected("a point and a number, or nothing more"));
    }
    Ok(numbers)
}

/// Tells if a string can stand in the notation unchanged, and is no number.
fn is_word(text: &str) -> bool {
    text.len() <= MAX_LABEL && text.chars().all(is_plain) && text.starts_with(|c: char| !c.is_ascii_digit() && c != '-')
}

/// Text in braces, without blanks, which the notation drops.
///
/// Braces and double quotes inside are kept if they come in pairs, else replaced by `|`.
fn literal(text: &str) -> String {
    let (mut written, mut quote, mut is_escaped) = (String::from("{"), None, false);
    let (mut depth, mut is_paired) = (0_i64, true);
    for c in text.chars() {
        let was_escaped = std::mem::take(&mut is_escaped);
        match (quote, c) {
            (Some(_), '\\') if !was_escaped => is_escaped = true,
            (Some(open), c) if c == open && !was_escaped => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth -= 1,
            _ => {}
        }
        is_paired &= depth >= 0;
        match c {
            c if quote.is_some() && (c.is_whitespace() || "{}".contains(c) || !is_printable(c))
                // the notation pairs such quotes, wherever they stand
                || quote == Some('\'') && c == '"' =>
            {
                written.push_str(&match u32::from(c) {
                    code @ ..=0xff => format!("\\x{code:02x}"),
                    code @ ..=0xffff => format!("\\u{code:04x}"),
                    code => format!("\\U{code:08x}"),
                });
            }
            c if c.is_whitespace() || !is_printable(c) => {}
            c => written.push(c),
        }
    }
    if !(is_paired && depth == 0) {
        written = written.replace(['{', '}'], "|").replacen('|', "{", 1);
    }
    if written.matches('"').count() % 2 == 1 {
        written = written.replace('"', "|");
    }
    written.push('}');
    written
}
