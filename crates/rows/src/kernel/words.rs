//! Rows computed 64 at a time: for each value, the word of rows with this value is collected from earlier words with one shift
//! per move.
//!
//! Round v finds the rows of value v as in greedy graph colouring. The remaining rows are visited in order: a row without a
//! move to a row of value v gets this value and excludes it from the rows that have a move to it. Outcomes need only round 0,
//! whose rows are lost.

use super::recurrence::Recurrence;
use super::{CHUNK_WORDS, Kernel, NoChunk, Planes};
use sprague_core::heap::RowKind;
use sprague_core::limits::{Meter, Work};
use sprague_core::{Play, Stopped};

/// A move, as the number of words and bits that it looks back.
#[derive(Clone, Copy, Debug)]
struct Gather {
    column: usize,
    words: usize,
    bit: u32,
}

#[derive(Clone, Debug)]
struct Moves {
    gathers: Vec<Gather>,
    /// For every column to which moves lead, the amounts below 64 as bits.
    near: Vec<u64>,
    first_move: usize,
}

/// The kernel. For each value it keeps the words of rows with this value, as far back as a move reaches.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    moves: Vec<Moves>,
    kind: RowKind,
    play: Play,
    bits: usize,
    reach: usize,
    word: usize,
    /// Ring buffers of words, for value v and column c at index v·columns + c.
    rings: Vec<Vec<u64>>,
    size: usize,
    /// Scratch buffers with a word for every column: the rows without a value, and the rows that must not get the value of the
    /// round.
    rest: Vec<u64>,
    excluded: Vec<u64>,
}

impl Words {
    pub(crate) fn new(recurrence: &Recurrence) -> Self {
        let columns = recurrence.columns();
        let moves = |column| {
            let mut near = vec![0; columns];
            let steps = recurrence.steps(column);
            steps.iter().filter(|step| step.amount < 64).for_each(|step| near[step.column] |= 1 << step.amount);
            let gather = |step: &super::recurrence::Step| Gather {
                column: step.column,
                words: step.amount / 64,
                bit: (step.amount % 64) as u32,
            };
            Moves { gathers: steps.iter().map(gather).collect(), near, first_move: recurrence.first_move(column) }
        };
        let reach = recurrence.reach();
        Self {
            moves: (0..columns).map(moves).collect(),
            kind: recurrence.kind,
            play: recurrence.play,
            bits: recurrence.bits(),
            reach,
            word: 0,
            rings: vec![],
            size: (reach / 64 + 2).next_power_of_two(),
            rest: vec![0; columns],
            excluded: vec![0; columns],
        }
    }

    pub(crate) fn columns(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// Returns `true` if the state alone determines the next rows. It does once all rows that a move could reach exist.
    pub(crate) fn is_settled(&self) -> bool {
        self.word * 64 >= self.reach
    }

    /// Writes the last rows, as far back as a move reaches, into `state`.
    pub(crate) fn state(&self, state: &mut Vec<u64>) {
        state.clear();
        let whole = self.reach / 64;
        for ring in &self.rings {
            let back = |words: usize| ring[self.word.wrapping_sub(words) & (self.size - 1)];
            state.extend((1..=whole).map(back));
            if !self.reach.is_multiple_of(64) {
                state.push(back(whole + 1) >> (64 - self.reach % 64));
            }
        }
    }

    pub(crate) fn rows(&self) -> usize {
        64 * self.word
    }

    /// Computes the next 64 rows and passes the word of each plane to `write`.
    ///
    /// If a limit stops it, nothing has been written.
    pub(crate) fn step(&mut self, work: &mut Work<'_>, mut write: impl FnMut(usize, u64)) -> Result<(), Stopped> {
        let moves = self.moves.iter().map(|moves| moves.gathers.len()).sum::<usize>();
        let columns = self.columns();
        let here = self.word & (self.size - 1);
        // 1. begin with all rows, except those in which the player has no move and wins
        self.rings.iter_mut().for_each(|ring| ring[here] = 0);
        for (rest, moves) in self.rest.iter_mut().zip(&self.moves) {
            let ended = moves.first_move.saturating_sub(self.word * 64).min(64) as u32;
            *rest = if self.play == Play::Misere { u64::MAX.checked_shl(ended).unwrap_or(0) } else { u64::MAX };
        }
        // 2. find the rows of each value
        let mut value = 0;
        while self.rest.iter().any(|&rest| rest != 0) && (value == 0 || self.kind == RowKind::Nimbers) {
            if self.rings.len() == value * columns {
                self.rings.resize(self.rings.len() + columns, vec![0; self.size]);
            }
            work.done(moves, self.rows(), 0)?;
            self.round(value);
            value += 1;
        }
        // 3. write the planes
        for column in 0..columns {
            match self.kind {
                RowKind::Outcomes | RowKind::Scores => {
                    write(column, self.rings.get(column).map_or(u64::MAX, |ring| !ring[here]));
                }
                RowKind::Nimbers => (0..self.bits).for_each(|bit| {
                    let with_bit = (0..value).filter(|value| value >> bit & 1 == 1);
                    write(
                        column * self.bits + bit,
                        with_bit.fold(0, |word, value| word | self.rings[value * columns + column][here]),
                    );
                }),
            }
        }
        self.word += 1;
        Ok(())
    }

    /// Finds the rows of one value among the rest.
    #[expect(clippy::needless_range_loop, reason = "one index runs over several slices")]
    fn round(&mut self, value: usize) {
        let columns = self.moves.len();
        let here = self.word & (self.size - 1);
        let rings = &mut self.rings[value * columns..][..columns];
        // 1. gather the rows from which a move leads to an earlier word of the value
        for (excluded, moves) in self.excluded.iter_mut().zip(&self.moves) {
            *excluded = moves.gathers.iter().fold(0, |word, gather| {
                let ring = &rings[gather.column];
                let at = |words: usize| ring[self.word.wrapping_sub(words) & (self.size - 1)];
                word | at(gather.words) << gather.bit | at(gather.words + 1) >> 1 >> (63 - gather.bit)
            });
        }
        // 2. take the free rows in order, each of which excludes later rows of this word; with one column this is a short loop
        if let ([excluded], [rest]) = (&mut self.excluded[..], &mut self.rest[..]) {
            let mut takes = 0;
            while *rest & !*excluded != 0 {
                let row = (*rest & !*excluded).trailing_zeros();
                *rest &= !(1 << row);
                takes |= 1 << row;
                *excluded |= self.moves[0].near[0] << row;
            }
            rings[0][here] = takes;
            return;
        }
        loop {
            let free = self.rest.iter().zip(&self.excluded).fold(0, |word, (rest, excluded)| word | rest & !excluded);
            if free == 0 {
                break;
            }
            let row = free.trailing_zeros();
            for column in 0..columns {
                if (self.rest[column] & !self.excluded[column]) >> row & 1 == 0 {
                    continue;
                }
                self.rest[column] &= !(1 << row);
                rings[column][here] |= 1 << row;
                for (excluded, moves) in self.excluded.iter_mut().zip(&self.moves) {
                    *excluded |= moves.near[column] << row;
                }
            }
        }
    }
}

impl Kernel for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        planes.reshape(self.columns(), self.bits);
        let (bits, mut work) = (self.bits, Work::new(meter));
        for word in self.word % CHUNK_WORDS..CHUNK_WORDS {
            self.step(&mut work, |plane, value| planes.plane_mut(plane / bits, plane % bits)[word] = value)?;
        }
        Ok(())
    }
}
