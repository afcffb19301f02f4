//! Nimbers of heaps from which any amount may be taken but a few: what counts for each nimber are the heaps that the forbidden
//! amounts would leave.

use super::{CHUNK_ROWS, Kernel, NoChunk, Planes};
use sprague_core::heap::AmountSet;
use sprague_core::limits::{Meter, Work};
use std::collections::BTreeSet;

/// The kernel for finite sets of forbidden amounts. A row takes time for each run of them, whatever its length.
#[derive(Clone, Debug)]
pub(crate) struct Excluded {
    /// The runs of forbidden amounts: the first and the last.
    runs: Vec<[usize; 2]>,
    rows: Vec<u32>,
    /// For each nimber, the number of heaps below the current one that have it, and of those that no move can leave.
    heaps: Vec<[u32; 2]>,
    /// The nimbers of heaps of which none can be left.
    free: BTreeSet<u32>,
}

impl Excluded {
    pub(crate) fn new(forbidden: &AmountSet) -> Self {
        let runs = forbidden.as_slice().chunk_by(|one, next| one + 1 == *next);
        let run = |run: &[u64]| [run[0], run[run.len() - 1]].map(|amount| usize::try_from(amount).unwrap_or(usize::MAX));
        Self { runs: runs.map(run).collect(), rows: vec![], heaps: vec![], free: BTreeSet::new() }
    }

    /// Adds a change to the counts of a nimber.
    fn count(&mut self, nimber: u32, change: [i32; 2]) {
        let heaps = &mut self.heaps[nimber as usize];
        let was_free = heaps[0] == heaps[1];
        *heaps = [heaps[0].wrapping_add_signed(change[0]), heaps[1].wrapping_add_signed(change[1])];
        match (was_free, heaps[0] == heaps[1]) {
            (false, true) => _ = self.free.insert(nimber),
            (true, false) => _ = self.free.remove(&nimber),
            _ => {}
        }
    }

    fn row(&mut self) -> u32 {
        let n = self.rows.len();
        for run in 0..self.runs.len() {
            let [first, last] = self.runs[run];
            if let Some(entered) = n.checked_sub(first) {
                self.count(self.rows[entered], [0, 1]);
            }
            if let Some(left) = n.checked_sub(last).and_then(|more| more.checked_sub(1)) {
                self.count(self.rows[left], [0, -1]);
            }
        }
        let nimber = self.free.first().copied().unwrap_or_else(|| {
            self.heaps.push([0, 0]);
            self.heaps.len() as u32 - 1
        });
        self.rows.push(nimber);
        self.count(nimber, [1, 0]);
        nimber
    }
}

impl Kernel for Excluded {
    fn name(&self) -> &'static str {
        "excluded"
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        let (mut work, done) = (Work::new(meter), self.rows.len() % CHUNK_ROWS);
        if done == 0 {
            // a nimber is at most its row
            planes.reshape(1, (usize::BITS - (self.rows.len() + CHUNK_ROWS).leading_zeros()) as usize);
            planes.clear();
        }
        for row in done..CHUNK_ROWS {
            work.done(1 + self.runs.len(), self.rows.len(), 0)?;
            planes.add(row, 0, self.row().into());
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        // each row, the counts of its nimber, and a node of the tree at most
        self.rows.capacity() * (3 * size_of::<u32>() + 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_are_those_of_the_definition(forbidden in proptest::collection::btree_set(1_u64..30, 0..12), tail in 0_u64..40) {
            let forbidden: BTreeSet<u64> = forbidden.into_iter().chain(12..tail).collect();
            let mut kernel = Excluded::new(&AmountSet::new(forbidden.iter().copied()).unwrap());
            let mut rows: Vec<u32> = vec![];
            for n in 0..150 {
                let options = (0..n).filter(|left| !forbidden.contains(&((n - left) as u64))).map(|left| rows[left]);
                let options: BTreeSet<u32> = options.collect();
                rows.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
                prop_assert_eq!(kernel.row(), rows[n]);
            }
        }
    }
}
