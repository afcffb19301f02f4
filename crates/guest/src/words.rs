//! Conversion of positions to words and back.

/// Writes words to a buffer.
///
/// ```
/// use sprague_guest::{Words, Writer};
/// let mut room = [0; 4];
/// let mut writer = Writer::new(&mut room);
/// (7_u64, true).write(&mut writer);
/// assert_eq!(writer.written(), [7, 1]);
/// ```
#[derive(Debug)]
pub struct Writer<'a> {
    room: &'a mut [u64],
    used: usize,
}

impl<'a> Writer<'a> {
    /// Starts an empty list of words in `room`.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self { room, used: 0 }
    }

    /// Appends a word.
    ///
    /// ```
    /// # let mut room = [0; 4];
    /// let mut writer = sprague_guest::Writer::new(&mut room);
    /// writer.push(3);
    /// assert_eq!(writer.written(), [3]);
    /// ```
    ///
    /// # Panics
    /// If the buffer is full: the plugin traps, and the host reports it.
    pub fn push(&mut self, word: u64) {
        self.room[self.used] = word;
        self.used += 1;
    }

    /// Returns the words written so far.
    pub fn written(&self) -> &[u64] {
        &self.room[..self.used]
    }

    /// Appends the words that `write` writes, preceded by their number.
    pub(crate) fn counted(&mut self, write: impl FnOnce(&mut Self)) {
        let at = self.used;
        self.push(0);
        write(self);
        self.room[at] = (self.used - at - 1) as u64;
    }
}

/// Reads words one after the other.
///
/// ```
/// use sprague_guest::{Reader, Words};
/// let mut reader = Reader::new(&[7, 1]);
/// assert_eq!(<(u64, bool)>::read(&mut reader), (7, true));
/// ```
#[derive(Debug)]
pub struct Reader<'a>(&'a [u64]);

impl<'a> Reader<'a> {
    /// Starts at the first of these words.
    pub fn new(words: &'a [u64]) -> Self {
        Self(words)
    }

    /// Returns the next word.
    ///
    /// ```
    /// assert_eq!(sprague_guest::Reader::new(&[5]).next(), 5);
    /// ```
    ///
    /// # Panics
    /// If there is none.
    #[expect(clippy::should_implement_trait, reason = "a position that ends too early is no end of an iteration")]
    pub fn next(&mut self) -> u64 {
        let (first, rest) = self.0.split_first().expect("a position has all its words");
        self.0 = rest;
        *first
    }
}

/// A position, or a part of one, that can be written as words. It is implemented for integers, `bool`, tuples and arrays.
///
/// ```
/// use sprague_guest::{Reader, Words, Writer};
///
/// #[derive(Debug, PartialEq)]
/// struct Board { squares: u64, turn: u8 }
/// impl Words for Board {
///     fn write(&self, to: &mut Writer<'_>) { (self.squares, self.turn).write(to) }
///     fn read(from: &mut Reader<'_>) -> Self {
///         let (squares, turn) = Words::read(from);
///         Board { squares, turn }
///     }
/// }
/// let mut room = [0; 512];
/// let mut writer = Writer::new(&mut room);
/// Board { squares: 5, turn: 1 }.write(&mut writer);
/// assert_eq!(Board::read(&mut Reader::new(writer.written())), Board { squares: 5, turn: 1 });
/// ```
pub trait Words: Sized {
    /// Writes the words, at most 512. Equal positions must write equal words.
    fn write(&self, to: &mut Writer<'_>);

    /// Reads the words that [`write`](Self::write) wrote.
    fn read(from: &mut Reader<'_>) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Words for $number {
            fn write(&self, to: &mut Writer<'_>) {
                to.push(*self as u64);
            }
            fn read(from: &mut Reader<'_>) -> Self {
                from.next() as $number
            }
        }
    )* };
}

numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl Words for bool {
    fn write(&self, to: &mut Writer<'_>) {
        to.push(u64::from(*self));
    }
    fn read(from: &mut Reader<'_>) -> Self {
        from.next() != 0
    }
}

impl Words for () {
    fn write(&self, _: &mut Writer<'_>) {}
    fn read(_: &mut Reader<'_>) -> Self {}
}

impl<W: Words, const N: usize> Words for [W; N] {
    fn write(&self, to: &mut Writer<'_>) {
        self.iter().for_each(|item| item.write(to));
    }
    fn read(from: &mut Reader<'_>) -> Self {
        core::array::from_fn(|_| W::read(from))
    }
}

macro_rules! tuples {
    ($($name:ident),*) => {
        impl<$($name: Words),*> Words for ($($name,)*) {
            #[expect(non_snake_case, reason = "the types' names serve as names of the parts")]
            fn write(&self, to: &mut Writer<'_>) {
                let ($($name,)*) = self;
                $($name.write(to);)*
            }
            fn read(from: &mut Reader<'_>) -> Self {
                ($($name::read(from),)*)
            }
        }
    };
}

tuples!(A, B);
tuples!(A, B, C);
tuples!(A, B, C, D);

#[cfg(test)]
mod tests {
    use super::*;

    fn survives<W: Words + PartialEq + core::fmt::Debug>(value: W, words: &[u64]) {
        let mut room = [9; 16];
        let mut writer = Writer::new(&mut room);
        value.write(&mut writer);
        assert_eq!(writer.written(), words);
        assert_eq!(W::read(&mut Reader::new(words)), value);
    }

    #[test]
    fn values_survive_as_words() {
        survives(7_u8, &[7]);
        survives(-1_i32, &[u64::MAX]);
        survives((u64::MAX, false), &[u64::MAX, 0]);
        survives([(1_u8, 2_u64), (3, 4)], &[1, 2, 3, 4]);
        survives((1_u8, [true, false], (), 3_usize), &[1, 1, 0, 3]);
        survives((), &[]);
    }

    #[test]
    #[should_panic]
    fn what_does_not_fit_traps() {
        [1_u64; 17].write(&mut Writer::new(&mut [0; 16]));
    }

    #[test]
    #[should_panic]
    fn what_is_missing_traps() {
        <(u64, u64)>::read(&mut Reader::new(&[1]));
    }
}
