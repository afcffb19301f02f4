//! Text that is written without allocating memory.

use core::fmt;

/// A buffer for the text that [`Notation::show`](crate::Notation::show) and [`Labels::label`](crate::Labels::label) write.
/// You can also use `write!` on it.
///
/// ```
/// use core::fmt::Write;
/// use sprague_guest::Text;
/// let mut room = [0; 16];
/// let mut text = Text::new(&mut room);
/// text.push("take ");
/// write!(text, "{}", 3).expect("there is room");
/// assert_eq!(text.written(), b"take 3");
/// ```
#[derive(Debug)]
pub struct Text<'a> {
    room: &'a mut [u8],
    used: usize,
}

impl<'a> Text<'a> {
    /// Starts an empty text in `room`.
    pub fn new(room: &'a mut [u8]) -> Self {
        Self { room, used: 0 }
    }

    /// Appends a text.
    ///
    /// # Panics
    /// If the buffer is full: the plugin traps, and the host reports it.
    pub fn push(&mut self, text: &str) {
        self.room[self.used..][..text.len()].copy_from_slice(text.as_bytes());
        self.used += text.len();
    }

    /// Appends a number.
    ///
    /// ```
    /// # let mut room = [0; 32];
    /// let mut text = sprague_guest::Text::new(&mut room);
    /// text.number(u64::MAX);
    /// assert_eq!(text.written(), b"18446744073709551615");
    /// ```
    ///
    /// # Panics
    /// If the buffer is full.
    pub fn number(&mut self, mut number: u64) {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        while number > 0 || at == digits.len() {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        let digits = &digits[at..];
        self.room[self.used..][..digits.len()].copy_from_slice(digits);
        self.used += digits.len();
    }

    /// Returns the bytes written so far.
    pub fn written(&self) -> &[u8] {
        &self.room[..self.used]
    }
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits() {
        for number in [0, 1, 9, 10, 99, 100, 12_345, u64::MAX] {
            let mut room = [0; 20];
            let mut text = Text::new(&mut room);
            text.number(number);
            assert_eq!(text.written(), number.to_string().as_bytes());
        }
    }

    #[test]
    #[should_panic]
    fn text_that_does_not_fit_traps() {
        Text::new(&mut [0; 3]).push("four");
    }
}
