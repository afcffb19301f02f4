//! A move and its result.

use super::{SumMove, SumValue};
use sprague_core::Outcome;

/// A legal move with its result.
///
/// See [`SolveOptions::all_moves`](super::SolveOptions::all_moves).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The move that is judged.
    pub mv: SumMove,
    /// The outcome for the player who moves next.
    ///
    /// A loss is good for the player who makes the move.
    pub outcome: Outcome,
    /// The value of the sum after the move, where the method says it.
    pub value: Option<SumValue>,
    /// The number of moves to the end after the move, where known.
    ///
    /// `Some(None)` for a draw.
    pub remoteness: Option<Option<u32>>,
}

impl JudgedMove {
    pub(crate) fn new(mv: SumMove, outcome: Outcome, value: Option<SumValue>) -> Self {
        Self { mv, outcome, value, remoteness: None }
    }
}
