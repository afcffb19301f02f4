//! Choice among moves: those that keep the best outcome, and the best of them.

use super::judged::JudgedMove;
use super::known::Known;
use super::{SolveOptions, SumMove};
use sprague_core::{Outcome, Stopped};

/// The moves of a position that a method found.
pub(crate) struct FoundMoves {
    /// Every legal move, where that was asked for, and they are not too many.
    pub(crate) all: Option<AllFound>,
    /// The moves that keep the best outcome, as many as were asked for.
    pub(crate) winning: Vec<SumMove>,
    /// The number of winning moves; `None` where they were not all looked at.
    pub(crate) total: Option<u64>,
    pub(crate) best: Option<SumMove>,
}

impl FoundMoves {
    /// Nothing, if only the winner was asked for.
    pub(crate) fn none() -> Self {
        Self { all: None, winning: vec![], total: None, best: None }
    }
}

/// The quality of a move for its player: its outcome, then its speed.
///
/// A fast win is better than a slow one, and a slow loss than a fast one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank(Outcome, i64);

impl MoveRank {
    /// The rank of a move by the mover's outcome and the moves to the end.
    pub(crate) fn of(outcome: Outcome, remoteness: Option<u32>) -> Self {
        let moves = i64::from(remoteness.unwrap_or(0));
        Self(outcome, if outcome == Outcome::Win { -moves } else { moves })
    }

    /// The number of moves to the end, if it was given.
    fn remoteness(self) -> Option<u32> {
        (self.0 != Outcome::Draw).then_some(self.1.unsigned_abs() as u32)
    }
}

/// Moves listed as far as is asked for, and as memory allows.
pub(crate) struct ListedMoves {
    moves: Vec<SumMove>,
    most: usize,
    bytes: usize,
}

/// About how many bytes a move takes.
fn bytes(mv: &SumMove) -> usize {
    mv.changed.iter().map(|change| change.1.len() + size_of_val(change)).sum()
}

/// Every legal move, or the first ones if that was asked for.
///
/// Nothing where they are too many to be listed.
pub(crate) struct AllMoves {
    moves: Vec<JudgedMove>,
    bytes: usize,
    most: Option<usize>,
    is_full: bool,
}

/// The legal moves that were listed.
#[derive(Clone, Debug)]
pub(crate) struct AllFound {
    pub(crate) moves: Vec<JudgedMove>,
    /// Tells whether there are more.
    pub(crate) is_cut: bool,
}

impl AllMoves {
    /// Those that are to be listed, if they are.
    pub(crate) fn asked(options: &SolveOptions) -> Option<Self> {
        options.all_moves.then(|| Self { moves: vec![], bytes: 0, most: options.max_listed, is_full: false })
    }

    /// One more, if there is room for it: otherwise no other is wanted.
    pub(crate) fn push(&mut self, mv: JudgedMove) -> bool {
        self.bytes += bytes(&mv.mv) + size_of::<JudgedMove>();
        self.is_full |= self.bytes > MAX_BYTES || self.most.is_some_and(|most| self.moves.len() >= most);
        if !self.is_full {
            self.moves.push(mv);
        }
        !self.is_full
    }

    /// Those that were judged before a limit.
    pub(crate) fn so_far(self) -> Vec<JudgedMove> {
        self.moves
    }

    pub(crate) fn found(self) -> Option<AllFound> {
        (!self.is_full || self.most.is_some()).then_some(AllFound { moves: self.moves, is_cut: self.is_full })
    }
}

/// The most bytes of moves that are listed.
const MAX_BYTES: usize = 1 << 24;

impl ListedMoves {
    pub(crate) fn new(most: usize) -> Self {
        Self { moves: vec![], most, bytes: 0 }
    }

    pub(crate) fn push(&mut self, make: impl FnOnce() -> SumMove) {
        if self.moves.len() < self.most && self.bytes < MAX_BYTES {
            let mv = make();
            self.bytes += bytes(&mv);
            self.moves.push(mv);
        }
    }

    /// Those that were found before a limit.
    pub(crate) fn so_far(self) -> Vec<SumMove> {
        self.moves
    }

    /// The moves that were listed, cut to `most`, and the best.
    ///
    /// They were made with room for one at least. The best is the first of them. If there is none, it is what `other` finds.
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
        Ok(FoundMoves { all: None, winning, total, best })
    }
}

/// Moves that come with their ranks: the best, and those that keep the outcome.
pub(crate) struct MoveSelection {
    outcome: Outcome,
    prefers_last: bool,
    winning: ListedMoves,
    all: Option<AllMoves>,
    count: u64,
    best: Option<(MoveRank, SumMove)>,
    knows_remoteness: bool,
    /// The notes for moves that are judged when a limit is reached.
    known: Option<Known>,
}

impl MoveSelection {
    /// A selection for a position with this outcome.
    ///
    /// As many of its moves are listed as the options say.
    pub(crate) fn new(outcome: Outcome, options: &SolveOptions) -> Self {
        let (winning, all) = (ListedMoves::new(options.max_moves), AllMoves::asked(options));
        let known = Some(options.known.clone());
        options.known.outcome(outcome);
        Self { outcome, prefers_last: false, winning, all, count: 0, best: None, knows_remoteness: false, known }
    }

    /// The same, if ranks tell the number of moves to the end.
    pub(crate) fn knowing_remoteness(mut self) -> Self {
        self.knows_remoteness = true;
        self
    }

    /// The same selection that prefers the last of equally good moves.
    ///
    /// They keep the outcome. Among several amounts the last is the largest.
    pub(crate) fn preferring_last(mut self) -> Self {
        self.prefers_last = self.outcome != Outcome::Loss;
        self
    }

    pub(crate) fn judge(&mut self, rank: MoveRank, make: impl Fn() -> SumMove) {
        if let Some(all) = self.all.as_mut().filter(|all| !all.is_full) {
            let remoteness = self.knows_remoteness.then(|| rank.remoteness());
            all.push(JudgedMove { remoteness, ..JudgedMove::new(make(), -rank.0, None) });
        }
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

    pub(crate) fn found(mut self) -> FoundMoves {
        self.known = None;
        let all = self.all.take().and_then(AllMoves::found);
        let winning = std::mem::take(&mut self.winning.moves);
        FoundMoves { all, winning, total: Some(self.count), best: self.best.take().map(|(_, mv)| mv) }
    }
}

/// A selection that is not ended was ended by a limit.
impl Drop for MoveSelection {
    fn drop(&mut self) {
        if let Some(known) = self.known.take() {
            known.winning_moves(std::mem::take(&mut self.winning.moves));
            known.moves(self.all.take().map(AllMoves::so_far).unwrap_or_default());
        }
    }
}
