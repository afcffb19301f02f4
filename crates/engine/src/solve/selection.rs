//! Chooses among moves: those that keep the best outcome, and the best of them.

use super::judged::JudgedMove;
use super::known::{Known, Part};
use super::{SolveOptions, SumMove};
use sprague_core::{Outcome, Stopped};

pub(crate) struct FoundMoves {
    /// Every legal move, if requested and not too many.
    pub(crate) all: Option<AllFound>,
    /// The moves that keep the best outcome, up to the requested number.
    pub(crate) winning: Vec<SumMove>,
    /// The number of winning moves, or `None` if not all moves were checked.
    pub(crate) total: Option<u64>,
    pub(crate) best: Option<SumMove>,
}

impl FoundMoves {
    /// Returns no moves, if only the winner is requested.
    pub(crate) fn none() -> Self {
        Self { all: None, winning: vec![], total: None, best: None }
    }
}

/// A rank for the player who makes a move: its outcome, and then its speed. A fast win is better than a slow one, and a slow
/// loss is better than a fast one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank(Outcome, i64);

impl MoveRank {
    /// Returns the rank of a move, given its outcome for the player who makes it and the number of moves to the end.
    pub(crate) fn of(outcome: Outcome, remoteness: Option<u32>) -> Self {
        let moves = i64::from(remoteness.unwrap_or(0));
        Self(outcome, if outcome == Outcome::Win { -moves } else { moves })
    }

    fn remoteness(self) -> Option<u32> {
        (self.0 != Outcome::Draw).then_some(self.1.unsigned_abs() as u32)
    }
}

/// A list of moves up to a given number and to a limit on memory.
pub(crate) struct ListedMoves {
    moves: Vec<SumMove>,
    most: usize,
    bytes: usize,
}

fn bytes(mv: &SumMove) -> usize {
    mv.changed.iter().map(|change| change.1.len() + size_of_val(change)).sum()
}

/// Every legal move, or the first ones if only some are requested. If all are requested but there are too many, the list is
/// empty.
pub(crate) struct AllMoves {
    moves: Vec<JudgedMove>,
    bytes: usize,
    most: Option<usize>,
    is_full: bool,
    known: Known,
}

/// The legal moves that were listed.
#[derive(Clone, Debug)]
pub(crate) struct AllFound {
    pub(crate) moves: Vec<JudgedMove>,
    /// `true` if there are more.
    pub(crate) is_cut: bool,
}

impl AllMoves {
    /// Returns an empty list if the options ask for all moves.
    pub(crate) fn asked(options: &SolveOptions) -> Option<Self> {
        let (most, known) = (options.max_listed, options.known.clone());
        options.all_moves.then_some(Self { moves: vec![], bytes: 0, most, is_full: false, known })
    }

    /// Adds a move if there is room. Returns `false` if no more moves are needed.
    pub(crate) fn push(&mut self, mv: JudgedMove) -> bool {
        self.bytes += bytes(&mv.mv) + size_of::<JudgedMove>();
        self.is_full |= self.bytes > MAX_BYTES || self.most.is_some_and(|most| self.moves.len() >= most);
        if !self.is_full {
            self.known.tell(Part::Move(&mv));
            self.moves.push(mv);
        }
        !self.is_full
    }

    /// Returns the moves that were judged before a limit was reached.
    pub(crate) fn so_far(self) -> Vec<JudgedMove> {
        self.moves
    }

    pub(crate) fn found(self) -> Option<AllFound> {
        (!self.is_full || self.most.is_some()).then_some(AllFound { moves: self.moves, is_cut: self.is_full })
    }
}

/// The largest number of bytes for a list of moves.
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

    /// Returns the moves that were found before a limit was reached.
    pub(crate) fn so_far(self) -> Vec<SumMove> {
        self.moves
    }

    /// Returns the listed moves, cut to `most`, and the best move.
    ///
    /// The best move is the first one listed, or the result of `other` if none was listed. The list must have had room for at
    /// least one move.
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

/// Selects among moves with ranks: the best one, and those that keep the outcome.
pub(crate) struct MoveSelection {
    outcome: Outcome,
    prefers_last: bool,
    winning: ListedMoves,
    all: Option<AllMoves>,
    count: u64,
    best: Option<(MoveRank, SumMove)>,
    knows_remoteness: bool,
    /// Receives the moves judged so far if a limit is reached.
    known: Option<Known>,
}

impl MoveSelection {
    /// Returns a selection for a position with this outcome. The options limit how many moves are listed.
    pub(crate) fn new(outcome: Outcome, options: &SolveOptions) -> Self {
        let (winning, all) = (ListedMoves::new(options.max_moves), AllMoves::asked(options));
        let known = Some(options.known.clone());
        options.known.outcome(outcome);
        Self { outcome, prefers_last: false, winning, all, count: 0, best: None, knows_remoteness: false, known }
    }

    /// Sets that ranks contain the number of moves to the end.
    pub(crate) fn knowing_remoteness(mut self) -> Self {
        self.knows_remoteness = true;
        self
    }

    /// Sets that the last of equally good moves is preferred if the position is not lost. Rules usually list the largest amount
    /// last.
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

/// Stores the results so far if the selection was not completed, which means that a limit was reached.
impl Drop for MoveSelection {
    fn drop(&mut self) {
        if let Some(known) = self.known.take() {
            known.winning_moves(std::mem::take(&mut self.winning.moves));
            known.moves(self.all.take().map(AllMoves::so_far).unwrap_or_default());
        }
    }
}
