//! Kernels: fast ways to compute the rows of a family whose rules are data, chunk by chunk.
//!
//! Every kernel returns the same rows as plain evaluation. Kernels differ in their speed and in the rules they support. Rows
//! are returned as bit planes ([`Planes`]), in which 64 outcomes are one word.

pub(crate) mod bit_rows;
mod digest;
pub(crate) mod excluded;
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

/// The number of words of a plane of a chunk, each for 64 rows.
pub(crate) const CHUNK_WORDS: usize = 64;

/// A chunk of [`CHUNK_ROWS`] rows as bit planes, one for each bit of each cell.
///
/// Rows are numbered within the chunk. Bit b of cell c of row n is bit n mod 64 of word n / 64 of plane (c, b). A nimber is
/// written in binary. For an outcome, bit 0 means won and bit 1 means drawn.
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
    /// Returns a chunk of zeros with rows of `columns` cells of `bits` bits each.
    pub fn new(columns: usize, bits: usize) -> Self {
        Self { columns, bits, words: vec![0; columns * bits * CHUNK_WORDS] }
    }

    /// Sets the number of cells of a row and of bits of a cell. If either changes, all rows become 0.
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

    /// Returns the number of cells of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of bits of a cell.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Returns one bit of one cell for all rows of the chunk.
    pub fn plane(&self, column: usize, bit: usize) -> &[u64; CHUNK_WORDS] {
        let start = (column * self.bits + bit) * CHUNK_WORDS;
        self.words[start..start + CHUNK_WORDS].try_into().expect("planes are that long")
    }

    /// Returns one bit of one cell for all rows of the chunk, for writing.
    pub fn plane_mut(&mut self, column: usize, bit: usize) -> &mut [u64; CHUNK_WORDS] {
        let start = (column * self.bits + bit) * CHUNK_WORDS;
        (&mut self.words[start..start + CHUNK_WORDS]).try_into().expect("planes are that long")
    }

    /// Sets all cells to 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Sets a cell to `value`. The cell must be 0 before.
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

    /// Returns one cell of one row of the chunk. This is slow, so do not use it in loops over many rows.
    pub fn cell(&self, row: usize, column: usize) -> u32 {
        (0..self.bits).map(|bit| ((self.plane(column, bit)[row / 64] >> (row % 64) & 1) as u32) << bit).sum()
    }
}

/// The error of a kernel that cannot compute the next rows. Another kernel may be able to.
///
/// ```
/// assert_eq!(sprague_rows::KernelOverflow.to_string(), "the rows have outgrown this kernel");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the rows have outgrown this kernel")]
pub struct KernelOverflow;

/// The reason why a kernel did not compute the next chunk.
///
/// ```
/// use sprague_core::Stopped;
/// assert_eq!(sprague_rows::NoChunk::from(Stopped::Asked).to_string(), "stopped on request");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoChunk {
    /// The kernel cannot compute the next rows.
    #[error(transparent)]
    Overflow(#[from] KernelOverflow),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A kernel: computes the rows of one family from row 0 on, chunk by chunk.
///
/// The rows must be those of plain evaluation.
pub trait Kernel: Debug + Send + Sync {
    /// Returns the name of the kernel, as it appears in answers and is passed to `--kernel`.
    fn name(&self) -> &'static str;

    /// Writes the next [`CHUNK_ROWS`] rows into `planes`, which is reshaped if necessary.
    ///
    /// The limits are checked once in about a million steps, because a single row may have that many moves.
    ///
    /// # Errors
    /// Returns [`KernelOverflow`] if the rows do not fit the kernel, for example because a value is too large for its lanes;
    /// rows already returned remain valid. Returns [`Stopped`] at a limit; call the method again with the same planes to
    /// continue.
    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk>;

    /// Writes the next [`CHUNK_ROWS`] rows into `planes`, without limits.
    ///
    /// # Errors
    /// Returns [`KernelOverflow`] if the rows do not fit the kernel.
    fn next(&mut self, planes: &mut Planes) -> Result<(), KernelOverflow> {
        self.next_within(planes, &Meter::new(&Limits::none())).map_err(|_| KernelOverflow)
    }

    /// Returns the number of bytes that grow with the rows, including the next growth if it is near. Kernels of constant size
    /// return 0.
    fn bytes(&self) -> usize {
        0
    }
}
