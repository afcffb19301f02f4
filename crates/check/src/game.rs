//! The moves on a single heap, directly from the rules.
//!
//! A heap of n tokens in a state is one cell of row n. The states are listed with `HeapRules` in `sprague-core`.

use crate::effort::{Effort, MAX_CELLS};
use crate::not_accepted::NotAccepted;
use crate::residues::members;
use core::ops::ControlFlow;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, Parity, Totals, arrangement};

/// Marks an amount that must not be taken because it is among the last ones.
const FORBIDDEN: u32 = u32::MAX;

/// The rules, with the successors of lists of remembered moves computed once.
pub(crate) struct Game<'a> {
    pub(crate) rules: &'a HeapRules,
    pub(crate) width: usize,
    /// For each list of remembered moves, the list after each amount.
    after: Vec<u32>,
}

/// Outcomes as cells: 0 lost, 1 drawn, 2 won; and their letters.
pub(crate) const LETTERS: [char; 3] = ['P', 'D', 'N'];
pub(crate) const LOST: u32 = 0;
pub(crate) const DRAWN: u32 = 1;
pub(crate) const WON: u32 = 2;

impl<'a> Game<'a> {
    /// Returns the game of these rules, or an error if its rows are too wide.
    pub(crate) fn new(rules: &'a HeapRules, effort: &mut Effort<'_>) -> Result<Self, NotAccepted> {
        let (width, after) = match rules {
            HeapRules::Stones { totals: Totals::Any, .. } => (4, vec![]),
            HeapRules::Stones { totals: Totals::Odd, .. } | HeapRules::PartizanSubtraction { .. } => (2, vec![]),
            HeapRules::NoRepeat { amounts, memory } => lists(amounts.as_slice().len(), *memory, effort)?,
            HeapRules::Subtraction(_)
            | HeapRules::Cumulative(_)
            | HeapRules::OfHeap(_)
            | HeapRules::TakeAndBreak(_)
            | HeapRules::PartizanTakeAndBreak { .. }
            | HeapRules::Grundy => (1, vec![]),
        };
        Ok(Self { rules, width, after })
    }

    /// Calls `visit` with every option that is a single heap, given as row and state, until it breaks.
    ///
    /// Adds the number of moves examined to `steps`. For moves that split the heap, see `splits`.
    pub(crate) fn options(
        &self,
        n: usize,
        state: usize,
        steps: &mut u64,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::Cumulative(set) => {
                fitting(set, n, steps).try_for_each(|(_, amount)| visit(n - amount, 0))
            }
            HeapRules::Subtraction(Amounts::AllBut(forbidden)) => {
                let fitting = forbidden.as_slice().partition_point(|&amount| amount <= n as u64);
                let mut forbidden = forbidden.as_slice()[..fitting].iter().rev().peekable();
                (0..n).try_for_each(|rest| {
                    *steps += 1;
                    match forbidden.next_if_eq(&&((n - rest) as u64)) {
                        Some(_) => ControlFlow::Continue(()),
                        None => visit(rest, 0),
                    }
                })
            }
            HeapRules::Subtraction(Amounts::Infinite(set)) => members(*set, n, steps).try_for_each(|amount| visit(n - amount, 0)),
            HeapRules::Stones { amounts, totals, .. } => {
                let (mine, his) = held(*totals, n, state);
                fitting(amounts, n, steps).try_for_each(|(_, amount)| {
                    let next = match totals {
                        Totals::Odd => his,
                        Totals::Any => 2 * his + (mine + amount) % 2,
                    };
                    visit(n - amount, next)
                })
            }
            HeapRules::NoRepeat { amounts, .. } => {
                let after = &self.after[state * amounts.as_slice().len()..];
                fitting(amounts, n, steps).try_for_each(|(index, amount)| match after[index] {
                    FORBIDDEN => ControlFlow::Continue(()),
                    next => visit(n - amount, next as usize),
                })
            }
            HeapRules::PartizanSubtraction { left, right } => {
                let amounts = if state == 0 { left } else { right };
                fitting(amounts, n, steps).try_for_each(|(_, amount)| visit(n - amount, 1 - state))
            }
            HeapRules::TakeAndBreak(code) => (1..=n).zip(&code.digits()[1..]).try_for_each(|(taken, digit)| {
                *steps += 1;
                let bit = if taken == n { 1 } else { 2 };
                if digit & bit == 0 { ControlFlow::Continue(()) } else { visit(n - taken, 0) }
            }),
            HeapRules::OfHeap(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => ControlFlow::Continue(()),
        }
    }

    /// Returns the largest number of steps that row n can take: its cells and all moves.
    ///
    /// Nimbers take exactly this number. Outcomes may take fewer, because a winning move ends the search.
    pub(crate) fn most_steps(&self, n: usize) -> u64 {
        let fitting = |set: &AmountSet| set.as_slice().partition_point(|&amount| amount <= n as u64) as u64;
        let width = self.width as u64;
        let options = match self.rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::Cumulative(set) => fitting(set),
            HeapRules::Subtraction(Amounts::AllBut(_) | Amounts::Infinite(_)) => n as u64,
            HeapRules::Stones { amounts, .. } | HeapRules::NoRepeat { amounts, .. } => width * fitting(amounts),
            HeapRules::PartizanSubtraction { left, right } => fitting(left) + fitting(right),
            HeapRules::TakeAndBreak(code) => n.min(code.digits().len() - 1) as u64,
            HeapRules::OfHeap(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => 0,
        };
        let HeapRules::TakeAndBreak(code) = self.rules else { return width + options };
        let splits = (0..=n as u64).rev().zip(code.digits()).map(|(left, digit)| {
            let in_two = if digit & 4 != 0 { left / 2 } else { 0 };
            // the number of partitions of m into three parts is m²/12, rounded
            let in_three = if digit & 8 != 0 { (left * left + 6) / 12 } else { 0 };
            1 + in_two + in_three
        });
        width + options + splits.sum::<u64>()
    }

    /// Calls `visit` with the nimber of every option that consists of two or three heaps, given the nimbers `g` of all smaller
    /// heaps.
    pub(crate) fn splits(&self, g: &[u32], steps: &mut u64, mut visit: impl FnMut(u32)) {
        let HeapRules::TakeAndBreak(code) = self.rules else { return };
        for (left, digit) in (0..=g.len()).rev().zip(code.digits()) {
            *steps += 1;
            if digit & 4 != 0 {
                *steps += left as u64 / 2;
                (1..=left / 2).for_each(|a| visit(g[a] ^ g[left - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    let rest = left - a;
                    *steps += (rest / 2 - a) as u64 + 1;
                    (a..=rest / 2).for_each(|b| visit(g[a] ^ g[b] ^ g[rest - b]));
                }
            }
        }
    }

    /// Returns the outcome under normal play for a player who cannot move.
    pub(crate) fn ending(&self, n: usize, state: usize) -> u32 {
        let HeapRules::Stones { wins, totals, .. } = self.rules else { return LOST };
        let (mine, his) = held(*totals, n, state);
        let is_winning = |number: usize| Parity::of(number as u64) == *wins;
        match (is_winning(mine), is_winning(his)) {
            (true, false) => WON,
            (false, true) => LOST,
            _ => DRAWN,
        }
    }
}

/// Returns the amounts ≤ n, each with its index in the set, and counts them as steps.
fn fitting(amounts: &AmountSet, n: usize, steps: &mut u64) -> impl Iterator<Item = (usize, usize)> {
    let fitting = amounts.as_slice().iter().map_while(move |&amount| usize::try_from(amount).ok().filter(|amount| *amount <= n));
    fitting.enumerate().inspect(|_| *steps += 1)
}

/// Returns the numbers of tokens that the player to move and the other player hold, modulo 2.
fn held(totals: Totals, n: usize, state: usize) -> (usize, usize) {
    match totals {
        Totals::Odd => (state, (1 + n + state) % 2),
        Totals::Any => (state / 2, state % 2),
    }
}

/// Returns the number of lists of at most `memory` of `members` amounts, and for each list the list after each amount.
fn lists(members: usize, memory: usize, effort: &mut Effort<'_>) -> Result<(usize, Vec<u32>), NotAccepted> {
    let too_large = NotAccepted::TooLarge { most: MAX_CELLS, of: "cells" };
    let width = arrangement::count(members, memory).ok_or(too_large.clone())?;
    let entries = width.checked_mul(members).filter(|&entries| entries as u64 <= MAX_CELLS).ok_or(too_large)?;
    effort.look(0, 4 * entries as u64)?;
    let mut after = Vec::with_capacity(entries);
    for number in 0..width {
        let list = arrangement::list(members, number);
        effort.take((members * (list.len() + 1)) as u64, 0, || 4 * entries as u64)?;
        let mut longer = Vec::with_capacity(list.len() + 1);
        for amount in 0..members {
            if list.contains(&amount) {
                after.push(FORBIDDEN);
                continue;
            }
            longer.clear();
            longer.push(amount);
            longer.extend_from_slice(&list);
            longer.truncate(memory);
            after.push(arrangement::number(members, &longer) as u32);
        }
    }
    Ok((width, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;

    #[test]
    fn remembered_moves_push_out_the_oldest() {
        let (width, after) = lists(3, 2, &mut Effort::new(u64::MAX, &Limits::default())).unwrap();
        assert_eq!((width, after.len()), (1 + 3 + 6, 30));
        let list_after = |list: &[usize], amount: usize| {
            let next = after[arrangement::number(3, list) * 3 + amount];
            (next != FORBIDDEN).then(|| arrangement::list(3, next as usize))
        };
        assert_eq!(list_after(&[], 1), Some(vec![1]));
        assert_eq!(list_after(&[1], 0), Some(vec![0, 1]));
        assert_eq!(list_after(&[0, 1], 2), Some(vec![2, 0]));
        assert_eq!(list_after(&[0, 1], 1), None);
    }

    #[test]
    fn rows_that_are_too_wide_are_refused_before_they_are_built() {
        for (members, memory) in [(10_000_000, 1), (1_000, 1_000), (11, usize::MAX), (20_000, 2)] {
            let lists = lists(members, memory, &mut Effort::new(u64::MAX, &Limits::default()));
            assert!(matches!(lists, Err(NotAccepted::TooLarge { .. })), "{members} {memory}");
        }
    }

    #[test]
    fn odd_totals_are_odd() {
        for n in 0..6 {
            for state in 0..2 {
                let (mine, his) = held(Totals::Odd, n, state);
                assert_eq!((mine + his + n) % 2, 1);
            }
        }
    }
}
