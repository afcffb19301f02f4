//! Rulesets around rulesets: they stack on any base, built in or loaded.
//!
//! [`ToMove`] lets a partizan ruleset be asked who wins, [`Misere`] turns the ending round, [`NoRepeat`] forbids the last moves,
//! [`Compound`] adds positions by any of the rules for moving in a sum.

pub mod arrangement;
mod compound;
mod misere;
mod no_repeat;
mod to_move;

pub use compound::{Compound, Together};
pub use misere::Misere;
pub use no_repeat::{NoRepeat, Remembering};
pub use to_move::ToMove;
