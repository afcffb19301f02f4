//! Removes blanks around the signs of a question before it is read. Byte offsets in errors still refer to the text as it was
//! typed.

use sprague::BadNotation;
use sprague::notation::without_blanks;
use std::borrow::Cow;
use std::ops::Range;

/// A question without its blanks, except for those in quotes.
pub(crate) struct WithoutBlanks<'a> {
    pub(crate) text: Cow<'a, str>,
    as_typed: &'a str,
    /// The byte offset in `as_typed` of each byte of `text` and of its end. Empty if there were no blanks.
    origin: Vec<usize>,
}

impl<'a> WithoutBlanks<'a> {
    pub(crate) fn of(as_typed: &'a str) -> Self {
        if !as_typed.contains(char::is_whitespace) {
            return Self { text: as_typed.into(), as_typed, origin: vec![] };
        }
        let (mut text, mut origin) = (String::new(), vec![]);
        for (at, c) in without_blanks(as_typed) {
            text.push(c);
            origin.extend(at..at + c.len_utf8());
        }
        origin.push(as_typed.trim_end().len());
        Self { text: text.into(), as_typed, origin }
    }

    /// Checks that every blank is next to a sign, because `nim@3 4` could mean 34, or 3 and 4.
    ///
    /// # Errors
    /// [`BadNotation`] at the text after the blank, as a byte offset in the text as typed.
    pub(crate) fn stand_beside_signs(&self) -> Result<(), BadNotation> {
        let is_sign = |c: char| "@:,+-/=(){}[]|&<>\"'".contains(c);
        let mut before: Option<(usize, char)> = None;
        for (at, c) in without_blanks(self.as_typed).take_while(|_| !self.origin.is_empty()) {
            let is_apart = |(place, one): (usize, char)| place + one.len_utf8() < at && !is_sign(one) && !is_sign(c);
            if before.is_some_and(is_apart) {
                return Err(BadNotation::new(
                    at,
                    "',' or '+' before it, or no blank, because blanks are allowed only next to signs",
                ));
            }
            before = Some((at, c));
        }
        Ok(())
    }

    /// Returns `true` if no blank was typed between the first and the last of these bytes.
    pub(crate) fn is_typed_so(&self, at: Range<usize>) -> bool {
        at.is_empty() || self.typed(at.end - 1) - self.typed(at.start) == at.len() - 1
    }

    /// Returns the text from which these bytes come, with its blanks.
    pub(crate) fn typed_text(&self, at: Range<usize>) -> &str {
        if at.is_empty() { "" } else { &self.as_typed[self.typed(at.start)..=self.typed(at.end - 1)] }
    }

    /// Returns the byte offset in the typed text of a byte, or of the end.
    pub(crate) fn typed(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        self.origin.get(at).copied().unwrap_or(at)
    }

    /// Converts the byte offset of an error to the typed text.
    pub(crate) fn as_typed(&self, mut error: BadNotation) -> BadNotation {
        error.at = self.typed(error.at);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_into_what_was_typed() {
        let question = WithoutBlanks::of(" nim @ 3 ,x ");
        assert_eq!(question.text, "nim@3,x");
        assert_eq!(question.as_typed(BadNotation::new(6, "a number")).at, 10);
        assert_eq!(question.as_typed(BadNotation::new(7, "a number")).at, 11);
    }

    #[test]
    fn blanks_stand_beside_signs_alone() {
        let refused = |text| WithoutBlanks::of(text).stand_beside_signs().err().map(|error| error.at);
        for text in
            ["nim@3,4", " nim @ 3 , 4 + - kayles @ 5 ", "game@{ 1 | 0, * }", "\"./my games/a.rhai\" : 2 @ 3", "nim@3 ", ""]
        {
            assert_eq!(refused(text), None, "{text}");
        }
        for (text, at) in [("nim@3 4", 6), ("kayles@1 \t2, 3", 10), ("subtraction:2 5", 14), ("clobber@xo ox", 11), ("ni m@3", 3)]
        {
            assert_eq!(refused(text), Some(at), "{text}");
        }
    }
}
