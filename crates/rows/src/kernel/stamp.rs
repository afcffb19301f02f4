//! Nimbers computed row by row with stamps: each value to which a move leads is stamped with the number of the row, and the
//! first value without this stamp is the mex.

use super::recurrence::{Recurrence, Step};
use super::{CHUNK_ROWS, Kernel, NoChunk, Planes};
use sprague_core::limits::{Meter, Work};

/// The kernel for sets that are too large for `Words` and too thin for `BitRows`. It takes about 1 ns per move and row.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    steps: Vec<Vec<Step>>,
    bits: usize,
    row: usize,
    /// The last rows, in a ring buffer for each column.
    rings: Vec<Vec<u32>>,
    /// For each value, the number of the last row and column from which a move leads to it.
    stamps: Vec<usize>,
}

impl Stamp {
    pub(crate) fn new(recurrence: &Recurrence) -> Self {
        let columns = recurrence.columns();
        Self {
            steps: (0..columns).map(|column| recurrence.steps(column)).collect(),
            bits: recurrence.bits(),
            row: 0,
            rings: vec![vec![0; (recurrence.reach() + 1).next_power_of_two()]; columns],
            stamps: vec![0; recurrence.values() + 1],
        }
    }

    fn cell(&mut self, column: usize) -> u32 {
        let stamp = self.row * self.steps.len() + column + 1;
        for step in &self.steps[column] {
            if step.amount > self.row {
                break;
            }
            let ring = &self.rings[step.column];
            self.stamps[ring[(self.row - step.amount) & (ring.len() - 1)] as usize] = stamp;
        }
        let mex = self.stamps.iter().position(|&last| last != stamp);
        mex.expect("no more values than moves are led to") as u32
    }
}

impl Kernel for Stamp {
    fn name(&self) -> &'static str {
        "stamp"
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        let (mut work, done) = (Work::new(meter), self.row % CHUNK_ROWS);
        if done == 0 {
            planes.reshape(self.steps.len(), self.bits);
            planes.clear();
        }
        let moves = self.steps.iter().map(Vec::len).sum::<usize>();
        for row in done..CHUNK_ROWS {
            work.done(moves, self.row, 0)?;
            for column in 0..self.steps.len() {
                let value = self.cell(column);
                let ring = &mut self.rings[column];
                let place = self.row & (ring.len() - 1);
                ring[place] = value;
                planes.add(row, column, u64::from(value));
            }
            self.row += 1;
        }
        Ok(())
    }
}
