//! Kernels: fast ways to compute the rows of a family, chunk by chunk.
//!
//! They read the family's rules as data.
//!
//! Every kernel gives the same rows as plain evaluation; they differ in what they can do and how fast. Rows come as bit planes
//! ([`Planes`]), so that 64 outcomes are one word.

pub(crate) mod bit_rows;
mod digest;
pub(crate) mod recurrence;
mod repeated;
pub(crate) mod stamp;
pub(crate) mod states;
pub(crate) mod words;

pub use digest::RowDigest;
pub use repeated::Repeated;

use core::fmt::Debug;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};
use thiserror::Error;

/// The number of rows of a chunk.
///
/// ```
/// assert_eq!(sprague_rows::CHUNK_ROWS, 4096);
/// ```
pub const CHUNK_ROWS: usize = 64 * CHUNK_WORDS;

/// The number of words of 64 rows that a plane of a chunk has.
pub(crate) const CHUNK_WORDS: usize = 64;

/// A chunk of [`CHUNK_ROWS`] rows as bit planes, one for each bit of each cell.
///
/// Rows n are counted from the first of the chunk. Bit b of cell c of row n is bit n mod 64 of word n / 64 of plane (c, b).
///
/// A nimber is written in binary; of an outcome, bit 0 says that it is won and bit 1 that it is drawn.
///
/// ```
/// use sprague_rows::Planes;
///
/// let mut planes = Planes::new(1, 2);
/// planes.plane_mut(0, 1)[0] = 0b100;
/// assert_eq!((planes.cell(2, 0), planes.cell(3, 0)), (2, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    columns: usize,
    bits: usize,
    words: Vec<u64>,
}

impl Planes {
    /// A chunk of zeros: rows of `columns` cells, each of `bits` bits.
    pub fn new(columns: usize, bits: usize) -> Self {
        Self { columns, bits, words: vec![0; columns * bits * CHUNK_WORDS] }
    }

    /// Makes room for rows of so many cells of so many bits.
    ///
    /// Rows that were there are lost if that changes.
    ///
    /// ```
    /// let mut planes = sprague_rows::Planes::new(1, 1);
    /// planes.reshape(1, 5);
    /// assert_eq!(planes.bits(), 5);
    /// ```
    pub fn reshape(&mut self, columns: usize, bits: usize) {
        if (self.columns, self.bits) != (columns, bits) {
            *self = Self::new(columns, bits);
        }
    }

    /// The number of cells of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of bits of a cell.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// One bit of one cell, down the chunk.
    pub fn plane(&self, column: usize, bit: usize) -> &[u64; CHUNK_WORDS] {
        let start = (column * self.bits + bit) * CHUNK_WORDS;
        self.words[start..start + CHUNK_WORDS].try_into().expect("planes are that long")
    }

    /// One bit of one cell, down the chunk, to be written.
    pub fn plane_mut(&mut self, column: usize, bit: usize) -> &mut [u64; CHUNK_WORDS] {
        let start = (column * self.bits + bit) * CHUNK_WORDS;
        (&mut self.words[start..start + CHUNK_WORDS]).try_into().expect("planes are that long")
    }

    /// Sets all bits to 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Sets the bits of a cell that is 0 so far.
    ///
    /// # Panics
    /// If the value has more bits than a cell.
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: u64) {
        let mut left = value;
        while left != 0 {
            self.plane_mut(column, left.trailing_zeros() as usize)[row / 64] |= 1 << (row % 64);
            left &= left - 1;
        }
    }

    /// Sets all rows from `rows` on to 0.
    pub fn cut(&mut self, rows: usize) {
        if rows >= CHUNK_ROWS {
            return;
        }
        for plane in self.words.chunks_exact_mut(CHUNK_WORDS) {
            plane[rows / 64] &= !(u64::MAX << (rows % 64));
            plane[rows / 64 + 1..].fill(0);
        }
    }

    /// One cell of one row of the chunk.
    ///
    /// Slow: for answers, not for loops.
    pub fn cell(&self, row: usize, column: usize) -> u32 {
        (0..self.bits).map(|bit| ((self.plane(column, bit)[row / 64] >> (row % 64) & 1) as u32) << bit).sum()
    }
}

/// The error of a kernel that cannot go on, while another one can.
///
/// ```
/// assert_eq!(sprague_rows::KernelOverflow.to_string(), "the rows have outgrown this kernel");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the rows have outgrown this kernel")]
pub struct KernelOverflow;

/// The reason why there is no next chunk.
///
/// ```
/// use sprague_core::Stopped;
/// assert_eq!(sprague_rows::NoChunk::from(Stopped::Asked).to_string(), "stopped on request");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoChunk {
    /// The kernel cannot go on.
    #[error(transparent)]
    Overflow(#[from] KernelOverflow),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Computes the rows of one family from row 0 on, a chunk after the other.
///
/// Law: the rows are those of plain evaluation.
pub trait Kernel: Debug + Send + Sync {
    /// The name in answers and for `--kernel`.
    fn name(&self) -> &'static str;

    /// Writes the next [`CHUNK_ROWS`] rows; `planes` takes the shape that they need.
    ///
    /// It looks at the limits once in about a million steps, since a row may have as many moves.
    ///
    /// # Errors
    /// [`KernelOverflow`] if they do not fit it, such as a value too large for its lanes. Rows that were given remain right.
    /// [`Stopped`] at a limit: called again with the same planes, it goes on.
    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk>;

    /// The same without limits.
    ///
    /// # Errors
    /// [`KernelOverflow`], as there.
    fn next(&mut self, planes: &mut Planes) -> Result<(), KernelOverflow> {
        self.next_within(planes, &Meter::new(&Limits::none())).map_err(|_| KernelOverflow)
    }

    /// Bytes that grow with the rows, with those of a growth that is near.
    fn bytes(&self) -> usize {
        0
    }
}
