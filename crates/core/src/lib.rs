//! The vocabulary of combinatorial games, and no search.
//!
//! A ruleset is a value and a position is plain data beside it ([`Ruleset`]). The promise that both players have
//! the same moves and the last mover wins ([`Impartial`]) unlocks nimbers and sums. Modifiers ([`Misere`],
//! [`NoRepeat`], [`ToMove`], [`Sum`], [`SumOf`]) are rulesets around rulesets. A [`HeapSequence`](heap::HeapSequence) is a ruleset without a heap
//! size, a row for every n, and a [`Theorem`](heap::Theorem) says when a repetition of its rows is a proof. [`AnyRuleset`] is the type
//! erasure through which rulesets that were parsed from text, or loaded, meet.
//!
//! Users add the crate `sprague`, which re-exports all of this and solves.
//!
//! ```
//! use sprague_core::{Impartial, Ruleset};
//!
//! /// Take one of the allowed amounts from a heap.
//! struct Subtraction(Vec<u64>);
//!
//! impl Ruleset for Subtraction {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
//!         self.0.iter().copied().filter(move |amount| amount <= heap)
//!     }
//!     fn play(&self, heap: &u64, amount: &u64) -> u64 {
//!         heap - amount
//!     }
//! }
//! impl Impartial for Subtraction {}
//!
//! assert_eq!(Subtraction(vec![1, 3, 4]).options(&3).collect::<Vec<_>>(), [2, 0]);
//! ```

pub mod any;
pub mod certificate;
pub mod connected;
pub mod heap;
mod impartial;
pub mod limits;
mod loopy_nimber;
pub mod modifier;
mod nearest;
mod nimber;
pub mod notation;
mod outcome;
mod partizan;
mod play;
mod player;
pub mod printable;
pub mod registry;
mod rule;
mod ruleset;
pub mod stones;
pub mod sum;

pub use any::AnyRuleset;
pub use impartial::Impartial;
pub use limits::{Limits, Stopped};
pub use loopy_nimber::LoopyNimber;
pub use modifier::{Compound, Misere, NoRepeat, ToMove};
pub use nearest::nearest;
pub use nimber::{Nimber, mex};
pub use notation::{BadNotation, Notation};
pub use outcome::{Outcome, OutcomeClass};
pub use partizan::{AsPartizan, Negative, Partizan};
pub use play::Play;
pub use player::Player;
pub use rule::CompoundRule;
pub use ruleset::{Position, Ruleset};
pub use sum::{Sum, SumOf};
