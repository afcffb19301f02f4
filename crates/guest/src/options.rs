//! Lists of options, written as the interface says.

use crate::{Words, Writer};
use core::marker::PhantomData;

/// The list to which [`Rules::options`](crate::Rules::options) adds options.
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
    /// Options that are written to `room`, none yet.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self { writer: Writer::new(room), positions: PhantomData }
    }

    /// Appends an option.
    ///
    /// # Panics
    /// If there is no [room](crate::Rules::ROOM), as for the others.
    pub fn push(&mut self, option: P) {
        self.push_sum([option]);
    }

    /// Appends an option that has fallen apart into independent summands.
    ///
    /// # Panics
    /// If there is no [room](crate::Rules::ROOM).
    pub fn push_sum(&mut self, summands: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator>) {
        let summands = summands.into_iter();
        self.writer.push(summands.len() as u64);
        summands.for_each(|summand| self.writer.counted(|writer| summand.write(writer)));
    }

    /// The words of what was listed so far.
    pub fn written(&self) -> &[u64] {
        self.writer.written()
    }
}

/// The list to which [`Summands::summands`](crate::Summands::summands) adds parts.
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
    /// Parts that are written to `room`, none yet.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self { writer: Writer::new(room), positions: PhantomData }
    }

    /// Appends a part.
    ///
    /// # Panics
    /// If there is no [room](crate::Rules::ROOM).
    pub fn push(&mut self, part: P) {
        self.writer.counted(|writer| part.write(writer));
    }

    /// The words of what was listed so far.
    pub fn written(&self) -> &[u64] {
        self.writer.written()
    }
}

/// The list to which [`HeapRules::heap_options`](crate::HeapRules::heap_options) adds options.
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
    /// Options that are written to `room`, none yet.
    pub fn new(room: &'a mut [u64]) -> Self {
        Self(Writer::new(room))
    }

    /// Appends an option: the heaps that are left.
    ///
    /// # Panics
    /// If there is no [room](crate::HeapRules::ROOM).
    pub fn push(&mut self, heaps: &[u64]) {
        self.0.push(heaps.len() as u64);
        heaps.iter().for_each(|heap| self.0.push(*heap));
    }

    /// The words of what was listed so far.
    pub fn written(&self) -> &[u64] {
        self.0.written()
    }
}
