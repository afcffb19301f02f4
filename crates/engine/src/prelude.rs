//! The names that most programs need. Import them with `use sprague::prelude::*;`.
//!
//! ```
//! use sprague::prelude::*;
//!
//! /// Take one token or two.
//! struct OneOrTwo;
//! impl Ruleset for OneOrTwo {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap.min(&2) }
//!     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
//! }
//! impl Impartial for OneOrTwo {}
//!
//! assert_eq!(nimber(&SumOf(OneOrTwo), &vec![4, 5]), Ok(Nimber(3)));
//! assert_eq!(value(&AsPartizan(OneOrTwo), &4)?.to_string(), "*");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::evaluate::{best_move, nimber, outcome, winning_moves};
pub use crate::values::value;
pub use crate::{
    AsPartizan, BadNotation, Compound, CompoundRule, Entailing, Impartial, Limits, Misere, Negative, Nimber, NoRepeat, Notation,
    Outcome, OutcomeClass, Partizan, Play, Player, Position, Ruleset, Stopped, Sum, SumOf, ToMove, heap_notation,
};
