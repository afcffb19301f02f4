//! Copies rows that repeat, 64 at a time and from any distance.

use super::{CHUNK_ROWS, CHUNK_WORDS, Planes};
use sprague_core::growth::before;

/// The number of words of a plane that are added between two checks of the limits.
const SOON: usize = 16 * CHUNK_WORDS;

/// Rows that repeat: a first stretch stored as planes, and later rows as copies by the period.
///
/// ```
/// use sprague_rows::{CHUNK_ROWS, Planes, Repeated};
///
/// let mut repeated = Repeated::new(2, 3); // from row 2 on, period 3
/// let mut planes = Planes::new(1, 1);
/// while repeated.wants() {
///     let start = repeated.rows();
///     planes.clear();
///     (0..CHUNK_ROWS).for_each(|row| planes.add(row, 0, u64::from((start + row) % 3 == 2)));
///     repeated.push(&planes);
/// }
/// repeated.chunk(1_000_000, &mut planes);
/// assert_eq!(planes.cell(2, 0), u32::from((1_000_000 * CHUNK_ROWS + 2) % 3 == 2));
/// ```
#[derive(Clone, Debug)]
pub struct Repeated {
    preperiod: usize,
    period: usize,
    rows: usize,
    columns: usize,
    /// The words of each plane: column c and bit b at `planes[c][b]`.
    planes: Vec<Vec<Vec<u64>>>,
    bits: usize,
}

impl Repeated {
    /// Returns the value for this period, without rows.
    pub fn new(preperiod: usize, period: usize) -> Self {
        Self { preperiod, period, rows: 0, columns: 0, planes: vec![], bits: 0 }
    }

    /// Returns the number of rows added.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns `true` if more rows are needed.
    ///
    /// One chunk more than the first period is needed, so that any chunk can be copied from one place.
    pub fn wants(&self) -> bool {
        self.rows < self.preperiod + self.period + CHUNK_ROWS + 64
    }

    /// Returns the number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.planes.iter().flatten().map(|plane| before(plane, SOON)).sum()
    }

    /// Adds the next chunk of rows.
    pub fn push(&mut self, planes: &Planes) {
        self.columns = self.columns.max(planes.columns());
        self.bits = self.bits.max(planes.bits());
        let words = self.rows / 64;
        self.planes.resize(self.columns, vec![]);
        for (column, bits) in self.planes.iter_mut().enumerate() {
            bits.resize(self.bits, vec![0; words]);
            for (bit, plane) in bits.iter_mut().enumerate() {
                if bit < planes.bits() {
                    plane.extend_from_slice(planes.plane(column, bit));
                } else {
                    plane.resize(words + CHUNK_WORDS, 0);
                }
            }
        }
        self.rows += CHUNK_ROWS;
    }

    /// Writes chunk number `chunk`, copied from the first stretch. All rows that are needed must have been added.
    pub fn chunk(&self, chunk: u64, planes: &mut Planes) {
        planes.reshape(self.columns, self.bits);
        let start = chunk * CHUNK_ROWS as u64;
        let past = start.saturating_sub(self.preperiod as u64);
        let row = if past == 0 { start as usize } else { self.preperiod + (past % self.period as u64) as usize };
        let (from, bit) = (row / 64, (row % 64) as u32);
        for (column, bits) in self.planes.iter().enumerate() {
            for (index, plane) in bits.iter().enumerate() {
                let chunk = |from: usize| -> &[u64; CHUNK_WORDS] { plane[from..].first_chunk().expect("a chunk more is kept") };
                let (low, high) = (chunk(from), chunk(from + 1));
                let target = planes.plane_mut(column, index);
                for word in 0..CHUNK_WORDS {
                    target[word] = low[word] >> bit | high[word] << 1 << (63 - bit);
                }
            }
        }
    }
}
