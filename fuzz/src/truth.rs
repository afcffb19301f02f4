//! Judges claims about games by other methods than those of the checker.
//!
//! The methods are definitions, play, and search in the engine.

pub mod graph;
pub mod play;
pub mod quotient;
pub mod rows;
pub mod values;

/// The judgement of an accepted claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The part of the claim that was examined is true.
    True,
    /// The claim is false, for this reason.
    False(String),
    /// Judging the claim would take too long.
    TooLarge,
}

impl Judged {
    /// Returns `True` if the condition is true, and otherwise `False` with the reason.
    pub fn of(holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        if holds { Self::True } else { Self::False(otherwise()) }
    }
}
