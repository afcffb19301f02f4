//! Files of lines: words apart by blanks, comments behind `#`, and errors that say which line.

use super::BadNotation;
use crate::Limits;
use crate::limits::Meter;
use std::borrow::Cow;
use thiserror::Error;

/// Text of which a line is not what it should be.
///
/// ```
/// use sprague_core::notation::BadLine;
/// let error = BadLine { line: 2, at: 4, expected: "a name".into() };
/// assert_eq!(error.to_string(), "line 2, byte 4: expected a name");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, byte {at}: expected {expected}")]
pub struct BadLine {
    /// The line, from 1.
    pub line: usize,
    /// The byte of that line where reading failed, from 0.
    pub at: usize,
    /// What would have been right there.
    pub expected: Cow<'static, str>,
}

/// Gives one line after the other to `read`, as long as the limits allow: lines are positions.
///
/// ```
/// use sprague_core::notation::{each_line, words};
/// use sprague_core::{BadNotation, Limits};
///
/// let mut count = 0;
/// let failed = each_line("a b\nc d e", &Limits::default(), |line| {
///     for (place, (at, _)) in words(line).enumerate() {
///         if place == 2 {
///             return Err(BadNotation::new(at, "at most two words"));
///         }
///         count += 1;
///     }
///     Ok(())
/// });
/// assert_eq!((count, failed.unwrap_err().to_string().as_str()), (4, "line 2, byte 4: expected at most two words"));
/// ```
///
/// # Errors
/// [`BadLine`] with what `read` says of the first line that it does not take, and where a limit is reached.
pub fn each_line<'a>(
    text: &'a str,
    limits: &Limits,
    mut read: impl FnMut(&'a str) -> Result<(), BadNotation>,
) -> Result<(), BadLine> {
    let mut meter = Meter::new(limits);
    for (line, text) in (1..).zip(text.lines()) {
        let allowed = meter
            .allow(line as u64, || 0, || None)
            .map_err(|stopped| BadNotation::new(0, format!("a graph that can be read within the limits: {stopped}")));
        allowed.and_then(|()| read(text)).map_err(|BadNotation { at, expected }| BadLine { line, at, expected })?;
    }
    Ok(())
}

/// The words of a line, each with the byte where it starts; what follows a `#` is a comment.
///
/// ```
/// use sprague_core::notation::words;
/// assert_eq!(words(" a  b # c").collect::<Vec<_>>(), [(1, "a"), (4, "b")]);
/// ```
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = line.split('#').next().unwrap_or_default();
    text.split_whitespace().map(move |word| (word.as_ptr().addr() - line.as_ptr().addr(), word))
}

/// The word that starts at byte `at`, if it is a name: letters `a`–`z`, `A`–`Z`, digits and `_`.
///
/// ```
/// use sprague_core::notation::name;
/// assert_eq!(name((3, "B_1")), Ok("B_1"));
/// assert_eq!(name((3, "b-1")).unwrap_err().to_string(), "byte 4: expected a name of letters a-z, A-Z, digits and _");
/// ```
///
/// # Errors
/// [`BadNotation`] at the first character that no name has.
pub fn name((at, word): (usize, &str)) -> Result<&str, BadNotation> {
    match word.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_') {
        Some(inside) => Err(BadNotation::new(at + inside, "a name of letters a-z, A-Z, digits and _")),
        None if word.is_empty() => Err(BadNotation::new(at, "a name of letters a-z, A-Z, digits and _")),
        None => Ok(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_a_limit_says_where() {
        let mut seen = vec![];
        let limits = Limits { positions: 3, ..Limits::default() };
        let failed = each_line("a\r\nb\n\nc", &limits, |line| {
            seen.push(line);
            Ok(())
        });
        assert_eq!(seen, ["a", "b", ""]);
        let failed = failed.unwrap_err();
        assert_eq!((failed.line, failed.at), (4, 0));
        assert!(failed.expected.contains("stopped after 3 positions"), "{failed}");
    }

    #[test]
    fn words_stand_where_they_stand() {
        assert_eq!(words("\ta\u{a0}é#b c").collect::<Vec<_>>(), [(1, "a"), (4, "é")]);
        assert_eq!([words("").count(), words("  ").count(), words("#a").count()], [0; 3]);
        assert_eq!((name((0, "é")).unwrap_err().at, name((7, "")).unwrap_err().at), (0, 7));
    }
}
