//! Accepts or rejects claims from the rules alone, without trusting anyone.
//!
//! Every row is computed again by definition, with code that shares nothing with the engine or with the rows of `sprague-core`.
//! The numbers that theorems need (look-back, modulus, heaps left, tokens taken) are derived from the rules and never taken
//! from the certificate. A forged certificate cannot cause a panic, an endless loop or unbounded use of memory: see
//! [`MAX_STEPS`].
//!
//! Periods of codes that are found by equal states may be too long to be written down or stored. A certificate of such a period
//! contains the few rare heaps and the places of the states. The checker computes all heaps once, a few nanoseconds each.
//! However long the preperiod and the period are, it stores only a state and the smaller parts of splits: see [`MAX_HELD`] and
//! [`MAX_STATE_STEPS`]. If a check takes hours, a later run can continue it where an earlier one ended: see [`check_on`].
//!
//! Periods, values, orders of rows, misère quotients, strategies and comparisons implement one trait, [`Claim`]; each has its
//! own kind of proof.
//!
//! The crate does not read notation. You must make sure that the rules belong to the family that the certificate names.
//!
//! Sources: Guy & Smith 1956 for games that split heaps. The other theorems are proved where they are stated, in `reason.rs`.
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
mod textbook;
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
pub use textbook::{Placement, Textbook, Turn};
pub use values::CheckedValues;
