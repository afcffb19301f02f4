//! Formats positions as text in the notation that can be parsed again.

use super::{Functions, MAX_LABEL, heaps};
use crate::codec;
use crate::errors::shown;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use sprague::BadNotation;
use sprague::any::AnyPosition;
use sprague::notation::{Reader, components, unbraced, unquoted};
use sprague::printable::is_printable;
use std::fmt::Write;

/// The maximum size of a position's text, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// Returns `true` if a text needs no quotes in the notation, neither in a sum nor under any modifier.
///
/// Such a text consists of letters, digits, and signs without a meaning in the notation.
fn is_bare(text: &str) -> bool {
    let is_sign = |c: char| "._-/|#*<>=!?;&%$".contains(c) || !(c.is_ascii() || c.is_whitespace());
    !text.is_empty() && text.chars().all(|c| is_printable(c) && (c.is_alphanumeric() || is_sign(c)))
}

/// Returns the text of a label, which is one line.
pub(super) fn label(label: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = label.str()?.to_string_lossy().into_owned();
    if text.is_empty() || text.chars().count() > MAX_LABEL || !text.chars().all(is_printable) {
        let expected = format!("a label has 1 to {MAX_LABEL} characters that can be printed");
        return Err(PyValueError::new_err(format!("{expected}, not {}", shown(label))));
    }
    Ok(text)
}

impl Functions {
    /// Returns the text of a position in the notation.
    pub(super) fn show(&self, py: Python<'_>, position: &AnyPosition) -> PyResult<String> {
        if self.is_of_heaps() {
            return Ok(match position.words() {
                [] => "0".to_owned(),
                heaps => joined(heaps.iter().copied()),
            });
        }
        let object = self.object(py, position)?;
        let Some(show) = &self.show else {
            let (text, write): (_, fn(&str) -> String) = match (codec::numbers(position.words()), object.cast_exact::<PyString>())
            {
                (Some(numbers), _) => (joined(numbers), str::to_owned),
                (None, Ok(text)) if is_word(&text.to_string_lossy()) => (text.to_string_lossy().into_owned(), str::to_owned),
                _ => (object.repr()?.to_string_lossy().into_owned(), quoted),
            };
            // an object that is not a literal, or whose text `parse` reads in another way, is found by the text that was shown
            let is_remembered = codec::object(position.words()).is_some() || self.parse.is_some();
            return if is_remembered { self.remembered(position, &object, &text, write) } else { Ok(write(&text)) };
        };
        let text = self.call(py, "show", show, position)?;
        let Ok(text) = text.cast::<PyString>() else {
            return Err(PyValueError::new_err(format!("`show` returned {}, not a string", shown(&text))));
        };
        let text = text.to_string_lossy();
        let text = text.trim_end_matches('\n').replace('\n', "/");
        self.remembered(position, &object, &text, |text| if is_bare(text) { text.to_owned() } else { quoted(text) })
    }

    /// Returns the text from which this object is parsed from now on.
    ///
    /// If another position has this text, a number is added to it.
    fn remembered(
        &self,
        position: &AnyPosition,
        object: &Bound<'_, PyAny>,
        text: &str,
        write: impl Fn(&str) -> String,
    ) -> PyResult<String> {
        let shown = self.shown.bind(object.py());
        let (mut written, mut number) = (write(text), 1);
        if written.len() > MAX_TEXT {
            return Err(PyValueError::new_err(format!("the text of a position has more than {MAX_TEXT} bytes")));
        }
        while let Some(known) = shown.get_item(&written)? {
            if known.is(object) || self.position(&known)? == *position {
                return Ok(written);
            }
            number += 1;
            written = write(&format!("{text}#{number}"));
        }
        shown.set_item(&written, object)?;
        Ok(written)
    }

    /// Returns the position for this text.
    pub(super) fn read(&self, py: Python<'_>, text: &str) -> PyResult<Result<AnyPosition, BadNotation>> {
        if text.len() > MAX_TEXT {
            return Ok(Err(BadNotation::new(MAX_TEXT, format!("a position of at most {MAX_TEXT} bytes"))));
        }
        if self.is_of_heaps() {
            return Ok(numbers(text).map(|heaps| heaps::of_sizes(heaps.into())));
        }
        let own = match unquoted(text) {
            Ok(own) => own,
            Err(error) => return Ok(Err(error)),
        };
        let is_quoted = text.starts_with('"');
        // quotes that are not needed do not change a text of `show`
        let key = if self.show.is_some() && is_bare(&own) { &own } else { text };
        if let Some(known) = self.shown.bind(py).get_item(key)? {
            return self.position(&known).map(Ok);
        }
        if let Some(parse) = &self.parse {
            if !is_quoted && components(&format!("{text},0")).count() == components(text).count() {
                return Ok(Err(BadNotation::new(0, "double quotes around a text whose brackets do not end")));
            }
            return match parse.bind(py).call1((&*own,)) {
                Ok(found) => self.position(&found).map(Ok),
                Err(error) if error.is_instance_of::<PyValueError>(py) => {
                    Ok(Err(BadNotation::new(0, format!("a position that `parse` reads ({})", error.value(py)))))
                }
                Err(error) => Err(error),
            };
        }
        let expected =
            "numbers with points between; a word; or a position as Python writes it, in double quotes, such as \"(1, (2, 3))\"";
        // a position may also be in braces, unless they belong to a modifier
        let is_one = |inner: &str| components(inner).count() == 1 && !inner.starts_with('"');
        let inner = if is_quoted { Some(&*own) } else { unbraced(text).filter(|inner| is_one(inner)) };
        if let Some(inner) = inner {
            let value = py.import("ast")?.call_method1("literal_eval", (inner,));
            let Ok(value) = value else { return Ok(Err(BadNotation::new(0, expected))) };
            return match self.position(&value) {
                Ok(position) => Ok(Ok(position)),
                Err(error) if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py) => {
                    Ok(Err(BadNotation::new(0, expected)))
                }
                Err(error) => Err(error),
            };
        }
        if is_word(text) {
            return codec::encoded(PyString::new(py, text).as_any())
                .map(|word| word.ok_or_else(|| BadNotation::new(0, expected)));
        }
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Err(BadNotation::new(0, expected)));
        }
        Ok(numbers(text).and_then(|numbers| {
            codec::of_numbers(&numbers)
                .ok_or_else(|| BadNotation::new(0, "numbers below 2^60: larger ones stand in double quotes"))
        }))
    }
}

fn joined(numbers: impl Iterator<Item = u64>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(".")
}

/// Parses numbers with points between them.
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

/// Returns `true` if a string can be written unchanged, and is neither a number nor the Python text of another value.
fn is_word(text: &str) -> bool {
    let begins = |c: char| !c.is_ascii_digit() && c != '-';
    text.len() <= MAX_LABEL && is_bare(text) && text.starts_with(begins) && !["None", "True", "False"].contains(&text)
}

/// Returns a text in double quotes. Characters that cannot be printed are escaped as in a string of Python.
fn quoted(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match (c, u32::from(c)) {
            ('"', _) => written.push_str("\"\""),
            (c, _) if is_printable(c) => written.push(c),
            (_, code @ ..=0xff) => write!(written, "\\x{code:02x}").expect("strings take everything"),
            (_, code @ ..=0xffff) => write!(written, "\\u{code:04x}").expect("strings take everything"),
            (_, code) => write!(written, "\\U{code:08x}").expect("strings take everything"),
        }
    }
    written.push('"');
    written
}
