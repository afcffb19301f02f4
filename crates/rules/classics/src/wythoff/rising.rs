//! Nimbers of pairs with one small heap: each row of the table rises at last.
//!
//! Dress, Flammenkamp and Pink 1999, *Additive periodicity of the Sprague-Grundy function of certain Nim games*; Landman 2002.

use core::ops::RangeInclusive;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The largest small heap.
pub(super) const MOST: u64 = 9;

/// The most columns that are computed. Fewer than 200 are needed.
const COLUMNS: usize = 1_000;

/// The nimbers of pairs whose first heap is at most [`MOST`], one column for each second heap.
pub(super) struct Rising {
    columns: Vec<Vec<u64>>,
    /// From this column on, each nimber is that of one period before, plus the period.
    from: u64,
    period: u64,
}

impl Rising {
    pub(super) fn get() -> Option<&'static Self> {
        static RISING: OnceLock<Option<Rising>> = OnceLock::new();
        RISING.get_or_init(Self::computed).as_ref()
    }

    /// Computes columns until two have the same state, from which all later columns follow.
    ///
    /// In column b, a nimber is from b − 2a to b + a. So the state is which nimbers about b the rows have used, and the last
    /// columns, all relative to b.
    fn computed() -> Option<Self> {
        let rows = MOST as usize + 1;
        let (mut columns, mut used) = (Vec::<Vec<u64>>::new(), vec![HashSet::<u64>::new(); rows]);
        let mut states = HashMap::new();
        for b in 0..COLUMNS {
            let mut column: Vec<u64> = vec![];
            for row in 0..rows {
                let diagonal = |nimber: u64| (1..=row.min(b)).any(|k| columns[b - k][row - k] == nimber);
                let is_free = |nimber: &u64| !used[row].contains(nimber) && !column.contains(nimber) && !diagonal(*nimber);
                let nimber = ((b as u64).saturating_sub(2 * MOST)..).find(is_free).expect("few nimbers are used");
                column.push(nimber);
                used[row].insert(nimber);
            }
            columns.push(column);
            if b < 2 * rows {
                continue;
            }
            let about = (b + 1 - 2 * rows) as u64..=b as u64 + MOST;
            let free = used.iter().flat_map(|used| about.clone().map(|nimber| i64::from(used.contains(&nimber))));
            let last = columns[b + 1 - rows..].iter().zip(b + 1 - rows..);
            let last = last.flat_map(|(column, at)| column.iter().map(move |nimber| *nimber as i64 - at as i64));
            if let Some(before) = states.insert(free.chain(last).collect::<Vec<i64>>(), b) {
                return Some(Self { columns, from: before as u64 + 1, period: (b - before) as u64 });
            }
        }
        None
    }

    /// Returns the nimber of a pair whose smaller heap is at most [`MOST`], if it is below 2^128.
    pub(super) fn nimber(&self, small: u64, large: u128) -> Option<u128> {
        let past = large.saturating_sub(self.from.into()) / u128::from(self.period) * u128::from(self.period);
        let column = if large < self.columns.len() as u128 { large } else { large - past };
        u128::from(self.columns[column as usize][small as usize]).checked_add(large - column)
    }

    /// Returns the heaps that can have this nimber next to a heap. A pair of a and b ≥ a has a nimber from b − 2a to b + a.
    pub(super) fn near(heap: u64, nimber: u128) -> RangeInclusive<u128> {
        let above = nimber.saturating_add(2 * u128::from(heap));
        nimber.saturating_sub(heap.into())..=above
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pair, Wythoff};
    use sprague_testkit::judge::NaiveNimbers;

    #[test]
    fn rows_are_those_of_the_definition() {
        let (rising, mut naive) = (Rising::get().unwrap(), NaiveNimbers::new(Wythoff));
        assert_eq!((rising.from, rising.period), (137, 24));
        for (a, b) in (0..=MOST).flat_map(|a| (a..=400).map(move |b| (a, b))) {
            assert_eq!(rising.nimber(a, b.into()), Some(naive.nimber(&Pair(a, b)).into()), "{a}.{b}");
        }
    }
}
