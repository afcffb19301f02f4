//! Lists of options, in the format of the interface.

use crate::{Words, Writer};
use core::marker::PhantomData;

/// The list to which [`Rules::options`](crate::Rules::options) appends options.
///
/// ```
/// use sprague_guest::Options;
/// let mut room = [0; 16];
/// let mut options = Options::new(&mut room);
/// options.push(2_u64);
/// options.push_sum([1, 1]);
/// assert_eq!(options.written(), [1, 1, 2, 2, 1, 1, 1, 1]);
/// ```
#[derive(Debug)]
pub struct Options<'a, P> {
    writer: Writer<'a>,
    positions: PhantomData<P>,
}

impl<'a, P: Words> Options<'a, P> {
    /// Starts an empty list that is written to `room`.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self { writer: Writer::new(room), positions: PhantomData }
    }

    /// Appends an option.
    ///
    /// # Panics
    /// If the buffer is full; see [`Rules::ROOM`](crate::Rules::ROOM).
    pub fn push(&mut self, option: P) {
        self.push_sum([option]);
    }

    /// Appends an option that consists of independent summands.
    ///
    /// # Panics
    /// If the buffer is full; see [`Rules::ROOM`](crate::Rules::ROOM).
    pub fn push_sum(&mut self, summands: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator>) {
        let summands = summands.into_iter();
        self.writer.push(summands.len() as u64);
        summands.for_each(|summand| self.writer.counted(|writer| summand.write(writer)));
    }

    /// Returns the words of the list so far.
    pub fn written(&self) -> &[u64] {
        self.writer.written()
    }
}

/// The list to which [`Summands::summands`](crate::Summands::summands) appends summands.
///
/// ```
/// use sprague_guest::Parts;
/// let mut room = [0; 16];
/// let mut parts = Parts::new(&mut room);
/// parts.push(2_u64);
/// parts.push(3);
/// assert_eq!(parts.written(), [1, 2, 1, 3]);
/// ```
#[derive(Debug)]
pub struct Parts<'a, P> {
    writer: Writer<'a>,
    positions: PhantomData<P>,
}

impl<'a, P: Words> Parts<'a, P> {
    /// Starts an empty list that is written to `room`.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self { writer: Writer::new(room), positions: PhantomData }
    }

    /// Appends a summand.
    ///
    /// # Panics
    /// If the buffer is full; see [`Rules::ROOM`](crate::Rules::ROOM).
    pub fn push(&mut self, part: P) {
        self.writer.counted(|writer| part.write(writer));
    }

    /// Returns the words of the list so far.
    pub fn written(&self) -> &[u64] {
        self.writer.written()
    }
}

/// The list to which [`HeapRules::heap_options`](crate::HeapRules::heap_options) appends options.
///
/// ```
/// use sprague_guest::HeapOptions;
/// let mut room = [0; 16];
/// let mut options = HeapOptions::new(&mut room);
/// options.push(&[2]);
/// options.push(&[1, 1]);
/// assert_eq!(options.written(), [1, 2, 2, 1, 1]);
/// ```
#[derive(Debug)]
pub struct HeapOptions<'a>(Writer<'a>);

impl<'a> HeapOptions<'a> {
    /// Starts an empty list that is written to `room`.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self(Writer::new(room))
    }

    /// Appends an option, given as the heaps that remain.
    ///
    /// # Panics
    /// If the buffer is full; see [`HeapRules::ROOM`](crate::HeapRules::ROOM).
    pub fn push(&mut self, heaps: &[u64]) {
        self.0.push(heaps.len() as u64);
        heaps.iter().for_each(|heap| self.0.push(*heap));
    }

    /// Returns the words of the list so far.
    pub fn written(&self) -> &[u64] {
        self.0.written()
    }
}
