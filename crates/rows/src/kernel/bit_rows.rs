//! Rows of large dense sets, computed by shifting the set S as a row of bits.
//!
//! A row p with value v excludes v from all rows of p + S, which is the bit row of S shifted by p. Round v walks through the
//! remaining rows of a chunk in order; a row that is not excluded gets the value v and excludes it from later rows. A random
//! dense set has few rows of each value: about log n lost heaps below n. So this is fast where walking through sets of a
//! million amounts would be slow. With |S| = n/2 and n = 10⁷, the outcomes take a few milliseconds.

use super::recurrence::Recurrence;
use super::{CHUNK_ROWS, CHUNK_WORDS, Kernel, NoChunk, Planes};
use crate::simd::{SimdLevel, for_lanes};
use sprague_core::heap::{AmountSet, RowKind};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Play, Stopped};

type Chunk = [u64; CHUNK_WORDS];

/// A set of amounts as a bit row, followed by enough zeros for a whole chunk.
#[derive(Clone, Debug)]
struct BitSet {
    words: Vec<u64>,
    reach: usize,
    first: usize,
    lanes: SimdLevel,
}

impl BitSet {
    fn new(set: &AmountSet, reach: usize) -> Self {
        let mut words = vec![0; reach / 64 + CHUNK_WORDS + 2];
        let fitting = set.as_slice().partition_point(|&amount| amount <= reach as u64);
        let lanes = SimdLevel::best();
        gather(lanes, &mut words, &set.as_slice()[..fitting]);
        Self { words, reach, first: set.as_slice().first().map_or(usize::MAX, |&first| first as usize), lanes }
    }

    /// Adds to `excluded` the rows of a chunk from which a move leads to the row that is `back` ≥ 1 before the chunk.
    fn exclude_from(&self, back: usize, excluded: &mut Chunk) {
        let (from, bit) = (back / 64, (back % 64) as u32);
        let (low, high): (&Chunk, &Chunk) = (chunk_at(&self.words, from), chunk_at(&self.words, from + 1));
        or_shifted(self.lanes, low, high, bit, excluded);
    }

    /// Adds to `excluded` the rows of a chunk from which a move leads to row `row` of the same chunk.
    fn exclude_after(&self, row: usize, excluded: &mut Chunk) {
        let bit = (row % 64) as u32;
        let later = &mut excluded[row / 64..];
        later[0] |= self.words[0] << bit;
        for (excluded, pair) in later[1..].iter_mut().zip(self.words.windows(2)) {
            *excluded |= pair[1] << bit | pair[0] >> 1 >> (63 - bit);
        }
    }
}

for_lanes! {
    /// Sets the bits of these amounts, which must be in rising order.
    fn gather(words: &mut [u64], amounts: &[u64]) = gather_body;
}

#[inline(always)]
fn gather_body(words: &mut [u64], amounts: &[u64]) {
    // each word is collected in a register and written after every amount, because a branch would often be mispredicted
    let (mut at, mut bits) = (0, 0_u64);
    for &amount in amounts {
        let word = amount as usize / 64;
        bits = if word == at { bits } else { 0 } | 1 << (amount % 64);
        at = word;
        words[word] = bits;
    }
}

for_lanes! {
    /// Adds the bits of `low` from `bit` on, followed by the bits of `high`.
    fn or_shifted(low: &Chunk, high: &Chunk, bit: u32, excluded: &mut Chunk) = or_shifted_body;
}

#[inline(always)]
fn or_shifted_body(low: &Chunk, high: &Chunk, bit: u32, excluded: &mut Chunk) {
    for word in 0..CHUNK_WORDS {
        excluded[word] |= low[word] >> bit | high[word] << 1 << (63 - bit);
    }
}

/// Returns a chunk of a bit row that begins at a word. The compiler can vectorise loops over this fixed length.
fn chunk_at(words: &[u64], from: usize) -> &Chunk {
    words[from..].first_chunk().expect("there are zeros enough after the set")
}

/// The kernel. For each value it keeps the list of rows with this value.
#[derive(Clone, Debug)]
pub(crate) struct BitRows {
    sets: Vec<BitSet>,
    kind: RowKind,
    play: Play,
    bits: usize,
    start: usize,
    /// The rows with value v in column c, at index v·columns + c.
    rows: Vec<Vec<usize>>,
}

impl BitRows {
    /// Returns `None` if the moves from some column lead to more than one column.
    pub(crate) fn new(recurrence: &Recurrence) -> Option<Self> {
        let set = |column| Some(BitSet::new(recurrence.one_set(column)?.1, recurrence.reach()));
        let sets: Vec<BitSet> = (0..recurrence.columns()).map(set).collect::<Option<_>>()?;
        let Recurrence { kind, play, .. } = *recurrence;
        Some(Self { sets, kind, play, bits: recurrence.bits(), start: 0, rows: vec![] })
    }

    /// Returns the column whose moves lead to this one.
    fn partner(&self, column: usize) -> usize {
        self.sets.len() - 1 - column
    }

    /// Returns the rows of a chunk that need a value: all but the rows of misère play in which the player has no move and so
    /// wins.
    fn rest(&self, column: usize) -> Chunk {
        let mut rest = [u64::MAX; CHUNK_WORDS];
        if self.play == Play::Misere {
            let ended = self.sets[column].first.saturating_sub(self.start).min(CHUNK_ROWS);
            rest[..ended / 64].fill(0);
            if !ended.is_multiple_of(64) {
                rest[ended / 64] = u64::MAX << (ended % 64);
            }
        }
        rest
    }

    /// Finds the rows of one value among the rest.
    #[expect(clippy::needless_range_loop, reason = "one index runs over several slices")]
    fn round(&mut self, value: usize, rest: &mut [Chunk], work: &mut Work<'_>) -> Result<(), Stopped> {
        let columns = self.sets.len();
        if self.rows.len() == value * columns {
            self.rows.resize(self.rows.len() + columns, vec![]);
        }
        // 1. exclude the rows from which a move leads to an earlier row of the value
        let mut excluded = [[0; CHUNK_WORDS]; 2];
        for column in 0..columns {
            let (set, start) = (&self.sets[column], self.start);
            let rows = &mut self.rows[value * columns + columns - 1 - column];
            rows.drain(..rows.partition_point(|row| start - row > set.reach));
            for row in rows.iter() {
                work.done(CHUNK_WORDS, start, 0)?;
                set.exclude_from(start - row, &mut excluded[column]);
            }
        }
        // 2. take the free rows in order; each excludes later rows
        for word in 0..CHUNK_WORDS {
            loop {
                let free = (0..columns).fold(0, |free, column| free | rest[column][word] & !excluded[column][word]);
                if free == 0 {
                    break;
                }
                let bit = free.trailing_zeros();
                let takes = |column: usize| (rest[column][word] & !excluded[column][word]) >> bit & 1 == 1;
                let takes = [takes(0), columns > 1 && takes(1)];
                for column in (0..columns).filter(|&column| takes[column]) {
                    work.done(CHUNK_WORDS, self.start, 0)?;
                    let row = word * 64 + bit as usize;
                    rest[column][word] &= !(1 << bit);
                    self.rows[value * columns + column].push(self.start + row);
                    let partner = self.partner(column);
                    self.sets[partner].exclude_after(row, &mut excluded[partner]);
                }
            }
        }
        Ok(())
    }
}

impl Kernel for BitRows {
    fn name(&self) -> &'static str {
        "bit-rows"
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        // a chunk that was stopped by a limit is computed again
        self.rows.iter_mut().for_each(|rows| rows.truncate(rows.partition_point(|row| *row < self.start)));
        let (columns, mut work) = (self.sets.len(), Work::new(meter));
        planes.reshape(columns, self.bits);
        let mut rest: Vec<Chunk> = (0..columns).map(|column| self.rest(column)).collect();
        let mut value = 0;
        match self.kind {
            RowKind::Outcomes | RowKind::Scores => {
                let before = rest.clone();
                self.round(0, &mut rest, &mut work)?;
                for column in 0..columns {
                    let won = before[column].iter().zip(&rest[column]).map(|(before, rest)| !before | rest);
                    planes.plane_mut(column, 0).iter_mut().zip(won).for_each(|(word, won)| *word = won);
                }
            }
            RowKind::Nimbers => {
                (0..self.bits).for_each(|bit| planes.plane_mut(0, bit).fill(0));
                while rest[0].iter().any(|&rest| rest != 0) {
                    let before = rest[0];
                    self.round(value, &mut rest, &mut work)?;
                    for bit in (0..self.bits).filter(|bit| value >> bit & 1 == 1) {
                        let takes = before.iter().zip(&rest[0]).map(|(before, rest)| before & !rest);
                        planes.plane_mut(0, bit).iter_mut().zip(takes).for_each(|(word, takes)| *word |= takes);
                    }
                    value += 1;
                }
            }
        }
        self.start += CHUNK_ROWS;
        Ok(())
    }
}
