//! Choosing among moves: which keep the best outcome, and which of them is best.

use super::SumMove;
use sprague_core::{Outcome, Stopped};

/// What a method found out about the moves of a position.
pub(crate) struct FoundMoves {
    /// The moves that keep the best outcome, as many as were asked for.
    pub(crate) winning: Vec<SumMove>,
    /// How many there are in all; `None` where they were not all looked at.
    pub(crate) total: Option<u64>,
    pub(crate) best: Option<SumMove>,
}

/// How good a move is for who makes it: the outcome, then a fast win or a slow loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank(Outcome, i64);

impl MoveRank {
    /// The rank of a move after which the mover gets `outcome`, the play there being over in `remoteness` moves.
    pub(crate) fn of(outcome: Outcome, remoteness: Option<u32>) -> Self {
        let moves = i64::from(remoteness.unwrap_or(0));
        Self(outcome, if outcome == Outcome::Win { -moves } else { moves })
    }
}

/// Moves listed as far as is asked for, and as memory allows.
pub(crate) struct ListedMoves {
    moves: Vec<SumMove>,
    most: usize,
    bytes: usize,
}

/// How many bytes of moves are listed.
const MAX_BYTES: usize = 1 << 24;

impl ListedMoves {
    pub(crate) fn new(most: usize) -> Self {
        Self { moves: vec![], most, bytes: 0 }
    }

    pub(crate) fn push(&mut self, make: impl FnOnce() -> SumMove) {
        if self.moves.len() < self.most && self.bytes < MAX_BYTES {
            let mv = make();
            self.bytes += mv.changed.iter().map(|(_, label, _)| label.len() + size_of_val(&mv.changed[0])).sum::<usize>();
            self.moves.push(mv);
        }
    }

    /// The moves that were listed, made with room for one at least, cut to `most`; the best is the first of them, or, as there is none,
    /// what `other` finds.
    pub(crate) fn found(
        self,
        most: usize,
        total: Option<u64>,
        other: impl FnOnce() -> Result<Option<SumMove>, Stopped>,
    ) -> Result<FoundMoves, Stopped> {
        let mut winning = self.moves;
        let best = match winning.first() {
            Some(first) => Some(first.clone()),
            None => other()?,
        };
        winning.truncate(most);
        Ok(FoundMoves { winning, total, best })
    }
}

/// Moves that come with their ranks: the best of all, and those that keep the outcome.
pub(crate) struct MoveSelection {
    outcome: Outcome,
    prefers_last: bool,
    winning: ListedMoves,
    count: u64,
    best: Option<(MoveRank, SumMove)>,
}

impl MoveSelection {
    /// For a position with this outcome, of whose moves at most so many are listed.
    pub(crate) fn new(outcome: Outcome, most: usize) -> Self {
        Self { outcome, prefers_last: false, winning: ListedMoves::new(most), count: 0, best: None }
    }

    /// The same, where of equally good moves that keep the outcome the last one is best: of several amounts the largest.
    pub(crate) fn preferring_last(mut self) -> Self {
        self.prefers_last = self.outcome != Outcome::Loss;
        self
    }

    pub(crate) fn judge(&mut self, rank: MoveRank, make: impl Fn() -> SumMove) {
        if rank.0 == self.outcome && self.outcome != Outcome::Loss {
            self.count += 1;
            self.winning.push(&make);
        }
        let is_best = match &self.best {
            None => true,
            Some((known, _)) if self.prefers_last => rank >= *known,
            Some((known, _)) => rank > *known,
        };
        if is_best {
            self.best = Some((rank, make()));
        }
    }

    pub(crate) fn found(self) -> FoundMoves {
        FoundMoves { winning: self.winning.moves, total: Some(self.count), best: self.best.map(|(_, mv)| mv) }
    }
}
