//! Truths about games, found by other means than those of the checker.
//!
//! They are found by definition, by play, and by search in the engine.

pub mod graph;
pub mod play;
pub mod quotient;
pub mod rows;
pub mod values;

/// The judgement of an accepted claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The claim is true as far as it was examined.
    True,
    /// The claim is false, for this reason.
    False(String),
    /// Judging the claim would take too long.
    TooLarge,
}

impl Judged {
    /// Returns `True` if the condition holds, and otherwise `False` with the reason.
    pub fn of(holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        if holds { Self::True } else { Self::False(otherwise()) }
    }
}
