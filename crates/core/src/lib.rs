//! The vocabulary of combinatorial games, and no search.
//!
//! A ruleset is a value and a position is plain data beside it ([`Ruleset`]). The promise that both players have
//! the same moves and the last mover wins ([`Impartial`]) unlocks nimbers and sums. Modifiers ([`Misere`],
//! [`NoRepeat`], [`ToMove`], [`Sum`], [`Several`]) are rulesets around rulesets. A [`Family`] is a ruleset without a heap
//! size, a row for every n, and a [`Theorem`] says when a repetition of its rows is a proof. [`AnyRuleset`] is the
//! border through which rulesets that were parsed from text, or loaded, meet.
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

mod amounts;
pub mod any;
mod by_heap;
mod certificate;
mod code;
mod family;
mod heap_rules;
mod heaps;
mod impartial;
mod loopy_nimber;
mod modifier;
mod nimber;
pub mod notation;
mod outcome;
mod pack;
mod partizan;
mod play;
mod player;
mod quotient_certificate;
mod rule;
mod ruleset;
mod strategy;
mod sum;
mod theorem;

pub use amounts::{AmountSet, Amounts, BadAmounts};
pub use any::{AnyImpartial, AnyOf, AnyOwnEnding, AnyPosition, AnyRuleset, AnySum, Fault};
pub use by_heap::{ByHeap, FiniteAmounts, OneHeap, PartizanHeap};
pub use certificate::{Certificate, EqualStates, RowKind, Values};
pub use code::TakeAndBreak;
pub use family::{Cell, Family, Nimbers, Outcomes, Period, Rows};
pub use heap_rules::{HeapRules, Parity, Totals};
pub use heaps::Heaps;
pub use impartial::Impartial;
pub use loopy_nimber::LoopyNimber;
pub use modifier::arrangement;
pub use modifier::{Compound, Misere, NoRepeat, Remembering, ToMove, Together};
pub use nimber::{Nimber, mex};
pub use notation::{BadNotation, Notation};
pub use outcome::{Outcome, OutcomeClass};
pub use pack::Pack;
pub use partizan::Partizan;
pub use play::Play;
pub use player::Player;
pub use quotient_certificate::QuotientCertificate;
pub use rule::{BadRule, Rule};
pub use ruleset::{Position, Ruleset};
pub use strategy::{Strategy, Winner};
pub use sum::{At, In, Several, Sum};
pub use theorem::Theorem;
