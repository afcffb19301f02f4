//! The moves of a position judged one after another: those that keep the outcome, and the best of all.

use super::{Moves, SolveOptions, Step};
use sprague::Outcome;

/// How good a move is: the outcome, then the faster win or the slower loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth(Outcome, i64);

impl Worth {
    /// The worth of a move after which the player who made it has this outcome, in so many further moves if that is known.
    pub(super) fn of(outcome: Outcome, remoteness: Option<u32>) -> Self {
        let moves = i64::from(remoteness.unwrap_or(0));
        Self(outcome, if outcome == Outcome::Win { -moves } else { moves })
    }
}

/// Steps in the order they come, as many as are to be shown.
pub(super) struct Listed {
    steps: Vec<Step>,
    most: usize,
    bytes: usize,
}

/// The most bytes of positions that an answer lists: with very many components each one is long.
const MOST_BYTES: usize = 1 << 24;

impl Listed {
    pub(super) fn new(most: usize) -> Self {
        Self { steps: vec![], most, bytes: 0 }
    }

    /// Adds a step if there is room.
    pub(super) fn push(&mut self, make_step: impl FnOnce() -> Step) {
        if self.steps.len() < self.most && self.bytes < MOST_BYTES {
            let step = make_step();
            self.bytes += step.to.len() + step.label.len();
            self.steps.push(step);
        }
    }

    pub(super) fn steps(self) -> Vec<Step> {
        self.steps
    }
}

/// What was judged so far, in a position of this outcome.
pub(super) struct Tally {
    outcome: Outcome,
    /// Whether the last of equally good moves is the best, not the first.
    prefers_last: bool,
    winning: Listed,
    count: u64,
    best: Option<(Worth, Step)>,
}

impl Tally {
    pub(super) fn new(outcome: Outcome, options: &SolveOptions) -> Self {
        Self { outcome, prefers_last: false, winning: Listed::new(options.max_moves), count: 0, best: None }
    }

    /// Stones: the largest amount that wins or draws, else the smallest legal one.
    pub(super) fn preferring_last(mut self) -> Self {
        self.prefers_last = self.outcome != Outcome::Loss;
        self
    }

    /// Adds a move.
    pub(super) fn judge(&mut self, worth: Worth, make_step: impl Fn() -> Step) {
        if worth.0 == self.outcome && self.outcome != Outcome::Loss {
            self.count += 1;
            self.winning.push(&make_step);
        }
        let is_best = match &self.best {
            None => true,
            Some((known, _)) if self.prefers_last => worth >= *known,
            Some((known, _)) => worth > *known,
        };
        if is_best {
            self.best = Some((worth, make_step()));
        }
    }

    pub(super) fn moves(self) -> Moves {
        Moves { winning: self.winning.steps(), total: Some(self.count), best: self.best.map(|(_, step)| step) }
    }
}
