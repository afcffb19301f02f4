//! The result of a single move.

use super::{SumMove, SumValue};
use sprague_core::Outcome;

/// A legal move with its result, as [`SolveOptions::all_moves`](super::SolveOptions::all_moves) requests them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The move.
    pub mv: SumMove,
    /// The outcome for the player who moves next. A loss is good for the player who makes the move.
    pub outcome: Outcome,
    /// The value of the sum after the move, if the method provides it.
    pub value: Option<SumValue>,
    /// The number of moves to the end after the move, if it is known. `Some(None)` stands for a draw.
    pub remoteness: Option<Option<u32>>,
}

impl JudgedMove {
    pub(crate) fn new(mv: SumMove, outcome: Outcome, value: Option<SumValue>) -> Self {
        Self { mv, outcome, value, remoteness: None }
    }
}
