//! Theorem C: the canonical options of a row are heaps that move along with it or stay.
//!
//! The canonical options of G(n) equal smaller heaps, by bypassing and domination (Conway, *On Numbers and Games*, ch. 10), and
//! the order alone determines which. Suppose that theorem A gives p, n0 and D, and let c0 = n0 + p. In the last period of a
//! table, let the options of n be heaps below c0 and heaps n − o with o ≤ w. Let A(m) mean that G(m) is ≤ the game with these
//! options, and B(m) that it is ≥. Both follow from the order.
//!
//! Suppose that A(n) and B(n) hold, and that (A, B) agree on k places from μ on with the places p further, where μ ≥ max(n0,
//! c0 + D) and μ + p + k ≤ n − w − D. Then row n + tp has the same options for all t, with the options ≥ c0 raised by tp.

use super::table::{OrderTable, Takes};
use sprague_core::certificate::{HeapOption, OrderPeriod, RowStructure};
use sprague_core::limits::Work;
use sprague_core::{Player, Stopped};
use std::collections::BTreeSet;

type Options = [BTreeSet<usize>; 2];

impl OrderTable {
    /// Returns the canonical options of every class, proved for ever by theorem C, or `None` if this table proves none.
    ///
    /// The period must be one that theorem A proved from a table of the same order.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn structure(&self, takes: &Takes, period: &OrderPeriod, work: &mut Work<'_>) -> Result<Option<RowStructure>, Stopped> {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let [p, n0, far] = [period.period, period.preperiod, period.far].map(size);
        let Some(c0) = n0.checked_add(p).filter(|c0| c0 + p < self.side() && period.rays.is_empty()) else { return Ok(None) };
        // 1. find the canonical options of all rows, and the first row from which they move along
        let options = self.canonical_options(takes, c0, work)?;
        let is_raised = |n: usize| {
            (0..2).all(|side| {
                options[n - p][side]
                    .iter()
                    .map(|heap| if *heap >= c0 { heap + p } else { *heap })
                    .eq(options[n][side].iter().copied())
            })
        };
        let last = self.side() - p;
        let mut first = self.side();
        while first > c0 + p && is_raised(first - 1) {
            first -= 1;
        }
        if first > last {
            return Ok(None);
        }
        // 2. for each of the last rows, find the place from which its comparisons repeat
        let rows = last..self.side();
        let below =
            |n: usize| options[n].iter().flatten().filter(|heap| **heap >= c0).map(move |heap| n - heap).max().unwrap_or(0);
        let width = rows.clone().map(below).max().unwrap_or(0);
        let least = n0.max(c0 + far);
        let mut repeats = vec![];
        for n in rows.clone() {
            let latest = n.checked_sub(width + far + p + takes.reach());
            let Some(start) = latest.and_then(|latest| self.repeats(takes, n, &options[n], p, least..=latest)) else {
                return Ok(None);
            };
            repeats.push(start as u64);
            work.done((n + 1) * (options[n][0].len() + options[n][1].len() + 2), self.side(), 0)?;
        }
        // 3. write the options as fixed heaps, or as heaps below n
        let as_heap = |n: usize, heap: usize| match heap >= c0 {
            true => HeapOption::Below { below: (n - heap) as u64 },
            false => HeapOption::At(heap as u64),
        };
        let written = |n: usize| options[n].each_ref().map(|side| side.iter().map(|heap| as_heap(n, *heap)).collect());
        Ok(Some(RowStructure {
            preperiod: (first - p) as u64,
            window: self.side() as u64,
            rows: rows.map(written).collect(),
            repeats,
        }))
    }

    /// Returns the first μ in the range for which theorem C holds for row n.
    fn repeats(
        &self,
        takes: &Takes,
        n: usize,
        [left, right]: &Options,
        period: usize,
        range: core::ops::RangeInclusive<usize>,
    ) -> Option<usize> {
        let (mut at_most, mut at_least) = (Vec::with_capacity(n + 1), Vec::with_capacity(n + 1));
        for m in 0..=n {
            let no_move = |player, answers: &[bool]| takes.amounts(player).iter().all(|a| *a > m || !answers[m - a]);
            at_most.push(no_move(Player::Left, &at_least) && right.iter().all(|heap| !self.is_at_most(*heap, m)));
            at_least.push(no_move(Player::Right, &at_most[..m]) && left.iter().all(|heap| !self.is_at_most(m, *heap)));
        }
        let alike = |m: usize| at_most[m] == at_most[m + period] && at_least[m] == at_least[m + period];
        let reach = takes.reach();
        if !(at_most[n] && at_least[n]) {
            return None;
        }
        range.into_iter().find(|start| (*start..start + reach).all(alike))
    }

    /// Returns the canonical options of every row. A row that equals a heap below `c0` is named by the least such heap.
    fn canonical_options(&self, takes: &Takes, c0: usize, work: &mut Work<'_>) -> Result<Vec<Options>, Stopped> {
        // 1. name each row by the least equal heap below c0
        let is_equal = |a: usize, b: usize| self.is_at_most(a, b) && self.is_at_most(b, a);
        let named: Vec<usize> = (0..self.side()).map(|n| (0..c0.min(n)).find(|c| is_equal(*c, n)).unwrap_or(n)).collect();
        work.done(self.side().saturating_mul(c0), self.side(), 0)?;
        let mut rows: Vec<Options> = vec![];
        for n in 0..self.side() {
            let row = Player::BOTH.map(|player| {
                let is_at_most =
                    |x: usize, y: usize| if player == Player::Left { self.is_at_most(x, y) } else { self.is_at_most(y, x) };
                let mut options: BTreeSet<usize> =
                    takes.amounts(player).iter().filter(|a| **a <= n).map(|a| named[n - a]).collect();
                loop {
                    // 2. keep the options that no other one dominates, and of equal ones the highest
                    let all = options.clone();
                    options.retain(|x| !all.iter().any(|y| y != x && is_at_most(*x, *y) && (!is_at_most(*y, *x) || y > x)));
                    // 3. bypass an option whose answer is at least as good for the opponent, until there is none
                    let back = |x: usize| {
                        let answers = takes.amounts(-player).iter().filter(move |b| **b <= x).map(move |b| x - b);
                        answers.into_iter().find(|y| is_at_most(*y, n)).map(|y| (x, y))
                    };
                    let Some((x, y)) = options.iter().rev().find_map(|x| back(*x)) else { break options };
                    options.remove(&x);
                    options.extend(rows[y][usize::from(player == Player::Right)].iter().map(|heap| named[*heap]));
                }
            });
            work.done(row.iter().map(|side| 1 + side.len() * side.len()).sum::<usize>() * takes.reach().max(1), self.side(), 0)?;
            rows.push(row);
        }
        Ok(rows)
    }
}
