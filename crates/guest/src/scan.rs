//! Parses text from left to right. Errors contain the byte offset.

/// The byte offset of an error in a text.
///
/// ```
/// use sprague_guest::{BadAt, Scan};
/// assert_eq!(Scan::new("x").number(), Err(BadAt(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadAt(pub usize);

/// A parser that reads a text from left to right.
///
/// ```
/// use sprague_guest::{BadAt, Scan};
///
/// fn size(text: &str) -> Result<(u64, u64), BadAt> {
///     let mut scan = Scan::new(text);
///     let width = scan.number()?;
///     scan.literal("x")?;
///     let height = scan.number()?;
///     scan.end()?;
///     Ok((width, height))
/// }
/// assert_eq!(size("4x5"), Ok((4, 5)));
/// assert_eq!(size("4x5y"), Err(BadAt(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the text that has not been parsed yet.
    ///
    /// ```
    /// assert_eq!(sprague_guest::Scan::new("4x").rest(), "4x");
    /// ```
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns an error at the current byte.
    ///
    /// ```
    /// use sprague_guest::{BadAt, Scan};
    /// assert_eq!(Scan::new("").wrong(), BadAt(0));
    /// ```
    pub fn wrong(&self) -> BadAt {
        BadAt(self.at)
    }

    /// Parses a whole number without a sign. Leading zeros are an error, so that each number has only one text.
    ///
    /// ```
    /// use sprague_guest::{BadAt, Scan};
    /// assert_eq!(Scan::new("120.").number(), Ok(120));
    /// assert_eq!(Scan::new("007").number(), Err(BadAt(0)));
    /// ```
    ///
    /// # Errors
    /// If there is no number, or if it has leading zeros or more than 64 bits.
    pub fn number(&mut self) -> Result<u64, BadAt> {
        let rest = self.rest();
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.wrong());
        }
        let number = digits.parse().map_err(|_| self.wrong())?;
        self.at += digits.len();
        Ok(number)
    }

    /// Parses exactly this text.
    ///
    /// ```
    /// use sprague_guest::{BadAt, Scan};
    /// assert_eq!(Scan::new("x").literal("."), Err(BadAt(0)));
    /// ```
    ///
    /// # Errors
    /// If another text comes next.
    pub fn literal(&mut self, text: &str) -> Result<(), BadAt> {
        if !self.rest().starts_with(text) {
            return Err(self.wrong());
        }
        self.at += text.len();
        Ok(())
    }

    /// Returns the next character, or `None` at the end.
    ///
    /// ```
    /// assert_eq!(sprague_guest::Scan::new("x").character(), Some('x'));
    /// ```
    pub fn character(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Checks that the text ends here.
    ///
    /// ```
    /// assert_eq!(sprague_guest::Scan::new("").end(), Ok(()));
    /// ```
    ///
    /// # Errors
    /// If more text follows.
    pub fn end(&self) -> Result<(), BadAt> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_too_large_is_refused_where_it_begins() {
        let mut scan = Scan::new("x99999999999999999999");
        assert_eq!(scan.literal("x"), Ok(()));
        assert_eq!(scan.number(), Err(BadAt(1)));
    }

    #[test]
    fn characters_of_several_bytes_are_counted_in_bytes() {
        let mut scan = Scan::new("ü7");
        assert_eq!((scan.character(), scan.wrong(), scan.number()), (Some('ü'), BadAt(2), Ok(7)));
        assert_eq!((scan.character(), scan.end()), (None, Ok(())));
    }
}
