//! Rows by definition, each from the rows before it, within limits.

use crate::effort::{Effort, MAX_CELLS};
use crate::game::{Game, WON};
use crate::not_accepted::NotAccepted;
use core::ops::ControlFlow;
use sprague_core::Play;
use sprague_core::heap::RowKind;

/// The computed rows 0, 1, 2, … of a game.
///
/// Outcomes are 0 for lost, 1 for drawn and 2 for won. Scores are those of cumulative subtraction, which are at least 0.
pub(crate) struct Rows<'a> {
    game: Game<'a>,
    play: Play,
    kind: RowKind,
    cells: Vec<u32>,
    /// For every value, 1 + the index of the last cell that has an option with this value.
    seen: Vec<u32>,
    steps: u64,
    effort: Effort<'a>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(game: Game<'a>, play: Play, kind: RowKind, effort: Effort<'a>) -> Self {
        Self { game, play, kind, cells: vec![], seen: vec![], steps: 0, effort }
    }

    pub(crate) fn width(&self) -> usize {
        self.game.width
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len() / self.width()
    }

    pub(crate) fn row(&self, n: usize) -> &[u32] {
        &self.cells[n * self.width()..][..self.width()]
    }

    /// Computes rows until there are at least `rows`.
    ///
    /// # Errors
    /// Returns [`NotAccepted::TooLarge`] if the rows are too many to store or take too many steps, and [`NotAccepted::Stopped`]
    /// at a limit.
    pub(crate) fn extend_to(&mut self, rows: u64) -> Result<(), NotAccepted> {
        if !is_storable(rows, self.width()) {
            return Err(NotAccepted::TooLarge { most: MAX_CELLS, of: "cells" });
        }
        while (self.len() as u64) < rows {
            self.extend();
            let (taken, bytes) = (std::mem::take(&mut self.steps), || 4 * (self.cells.len() + self.seen.len()) as u64);
            self.effort.take(taken, self.len() as u64, bytes)?;
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, steps: u64) -> Result<(), NotAccepted> {
        let bytes = || 4 * (self.cells.len() + self.seen.len()) as u64;
        Ok(self.effort.take(steps, self.len() as u64, bytes)?)
    }

    fn extend(&mut self) {
        let n = self.len();
        let known = self.cells.len();
        for state in 0..self.width() {
            let cell = match self.kind {
                RowKind::Nimbers => self.nimber(n, state),
                RowKind::Outcomes => self.outcome(n, state),
                RowKind::Scores => self.score(n),
            };
            self.cells.push(cell);
        }
        self.steps += (self.cells.len() - known) as u64;
    }

    fn outcome(&mut self, n: usize, state: usize) -> u32 {
        let mut best = None;
        let _ = self.game.options(n, state, &mut self.steps, |heap, state| {
            best = best.max(Some(WON - self.cells[heap * self.game.width + state]));
            if best == Some(WON) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best.unwrap_or_else(|| match self.play {
            Play::Normal => self.game.ending(n, state),
            Play::Misere => WON - self.game.ending(n, state),
        })
    }

    /// Returns the score of a heap from which a move gains as many points as it takes. No score is below 0.
    fn score(&mut self, n: usize) -> u32 {
        let mut best = 0;
        let _ = self.game.options(n, 0, &mut self.steps, |heap, _| {
            best = best.max(((n - heap) as u32).saturating_sub(self.cells[heap]));
            ControlFlow::Continue(())
        });
        best
    }

    fn nimber(&mut self, n: usize, state: usize) -> u32 {
        let Self { game, cells, seen, steps, .. } = self;
        let here = cells.len() as u32 + 1;
        let mut see = |value: u32| {
            let value = value as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = here;
        };
        let _ = game.options(n, state, steps, |heap, state| {
            see(cells[heap * game.width + state]);
            ControlFlow::Continue(())
        });
        game.splits(cells, steps, see);
        seen.iter().position(|&last| last != here).unwrap_or(seen.len()) as u32
    }
}

pub(crate) fn is_storable(rows: u64, width: usize) -> bool {
    rows.checked_mul(width as u64).is_some_and(|cells| cells <= MAX_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use sprague_core::heap::{AmountSet, Amounts, HeapRules, Parity, Totals};

    fn game(rules: &HeapRules) -> Game<'_> {
        Game::new(rules, &mut Effort::new(u64::MAX, &Limits::default())).unwrap()
    }

    fn first(rules: &HeapRules, play: Play, kind: RowKind, count: u64) -> Vec<Vec<u32>> {
        let limits = Limits::default();
        let mut rows = Rows::new(game(rules), play, kind, Effort::new(u64::MAX, &limits));
        rows.extend_to(count).unwrap();
        (0..rows.len()).map(|n| rows.row(n).to_vec()).collect()
    }

    fn column(rules: &HeapRules, kind: RowKind, count: u64) -> Vec<u32> {
        first(rules, Play::Normal, kind, count).concat()
    }

    fn only(amounts: &[u64]) -> HeapRules {
        HeapRules::Subtraction(Amounts::Only(AmountSet::new(amounts.iter().copied()).unwrap()))
    }

    #[test]
    fn kayles_begins_as_every_book_says() {
        let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
        assert_eq!(column(&kayles, RowKind::Nimbers, 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    }

    #[test]
    fn the_tutorial_takes_one_three_or_four() {
        let rules = only(&[1, 3, 4]);
        assert_eq!(column(&rules, RowKind::Nimbers, 12), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2]);
        assert_eq!(column(&rules, RowKind::Outcomes, 8), [0, 2, 0, 2, 2, 2, 2, 0]);
        let misere = first(&rules, Play::Misere, RowKind::Outcomes, 4).concat();
        assert_eq!(misere, [2, 0, 2, 0]);
    }

    #[test]
    fn who_holds_an_odd_number_in_the_end_wins() {
        let rules = HeapRules::Stones { amounts: AmountSet::new([1]).unwrap(), wins: Parity::Even, totals: Totals::Any };
        // shared/vectors/stones_general.json: DWLD, LDDW, DLWD, WDDL
        let rows = first(&rules, Play::Normal, RowKind::Outcomes, 4);
        assert_eq!(rows, [[1, 2, 0, 1], [0, 1, 1, 2], [1, 0, 2, 1], [2, 1, 1, 0]]);
    }

    #[test]
    fn a_search_stops_at_its_limit() {
        let rules = only(&[1, 2, 3]);
        let limits = Limits { positions: 1 << 40, ..Limits::default() };
        let mut rows = Rows::new(game(&rules), Play::Normal, RowKind::Nimbers, Effort::new(1000, &limits));
        assert!(matches!(rows.extend_to(1_000_000), Err(NotAccepted::TooLarge { most: 1000, of: "steps" })));
        assert!(rows.len() < 1000);
        assert!(matches!(rows.extend_to(u64::MAX), Err(NotAccepted::TooLarge { of: "cells", .. })));
    }
}
