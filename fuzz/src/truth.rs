//! Truths about games by other means than those of the checker.
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
    /// It is true as far as was looked at.
    True,
    /// It says something that is not so.
    False(String),
    /// To look would take too long.
    TooLarge,
}

impl Judged {
    /// A falsehood unless something holds.
    pub fn of(holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        if holds { Self::True } else { Self::False(otherwise()) }
    }
}
