//! Accepts or rejects a claimed period, from the rules alone: it trusts nobody.
//!
//! Every row is computed again by definition, with code that shares nothing with the engine or with the rows of `sprague-core`.
//! Theorems have numbers such as look-back, modulus, heaps left and tokens taken: they are derived from the rules, never from
//! the certificate's word. A forged certificate cannot make it panic, run for ever or fill the memory: [`MAX_STEPS`].
//!
//! Periods of codes that are found by equal states may be too long to be written down or held. A certificate of them names the
//! few heaps that are rare, and the places of the states. The checker runs through all heaps once, some nanoseconds each.
//! Whatever the preperiod and the period, it holds only a state and the smaller parts of splits: [`MAX_HELD`],
//! [`MAX_STATE_STEPS`]. An examination that takes hours can be taken up again where an earlier run ended: [`check_on`].
//!
//! Periods, values, orders of rows, misère quotients, strategies and comparisons are claims of one trait, [`Claim`], each with a proof
//! of its own kind.
//!
//! It does not read notation: that the rules are those of the family which the certificate names is up to the caller.
//!
//! Guy & Smith 1956 for games that split heaps; the other theorems are proved where they are stated, in `reason.rs`.
//!
//! ```
//! use sprague_check::{BadPeriod, Claim, NotAccepted};
//! use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
//! use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
//! use sprague_core::{Limits, Play};
//!
//! let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 2]).unwrap()));
//! let mut claim = Certificate {
//!     family: "subtraction:1,2".into(),
//!     play: Play::Normal,
//!     rows: RowKind::Nimbers,
//!     theorem: TheoremName::BoundedLookBack,
//!     preperiod: 0,
//!     period: 3,
//!     saltus: 0,
//!     values: ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![2]]),
//!     equal_states: None,
//! };
//! assert_eq!(claim.check(&rules, &Limits::default()).unwrap().rows, 5);
//!
//! claim.values = ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![0]]);
//! let why = claim.check(&rules, &Limits::default()).unwrap_err();
//! assert!(matches!(why, NotAccepted::Period(BadPeriod::WrongValue { n: 2, .. })));
//! ```

mod accepted;
mod blocks;
mod chain;
mod claim;
mod comparison;
mod effort;
mod exclusions;
mod game;
mod not_accepted;
mod order;
mod past;
mod period;
mod primes;
mod quotient;
mod reason;
mod residues;
mod rows;
mod sparse;
mod states;
mod strategy;
mod values;
mod vectors;

pub use accepted::Checked;
pub use claim::Claim;
pub use comparison::CheckedComparison;
pub use effort::{MAX_CELLS, MAX_COMPARISON_STEPS, MAX_ELEMENTS, MAX_HELD, MAX_PRODUCTS, MAX_STATE_STEPS, MAX_STEPS};
pub use not_accepted::{BadComparison, BadOrder, BadPeriod, BadQuotient, BadStrategy, BadValues, NotAccepted};
pub use order::CheckedOrder;
pub use period::{check_on, most_steps};
pub use quotient::CheckedQuotient;
pub use states::Halfway;
pub use strategy::{NoOptions, Replayed, StrategyRules};
pub use values::CheckedValues;
