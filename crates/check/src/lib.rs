//! Accepts or rejects a claimed period, from the rules alone: it trusts nobody.
//!
//! Every row is computed again by definition, with code that shares nothing with the engine or with the rows of
//! `sprague-core`; what a theorem needs (look-back, modulus, how many heaps, how many tokens) is derived from the rules, never
//! from the certificate's word. A forged certificate cannot make it panic, run for ever or fill the memory: [`MAX_STEPS`].
//!
//! Periods of codes that are found by equal states may be too long to be written down or held. Of them a certificate says
//! which few heaps are rare, and where the states are; the checker runs through all heaps once, some nanoseconds each, holding
//! what a state and the smaller parts of splits need, whatever the preperiod and the period: [`MAX_HELD`], [`MAX_STATE_STEPS`]. An
//! examination that takes hours can be taken up again where an earlier run ended: [`check_on`].
//!
//! Misère quotients of whole games go with a proof of another kind, [`check_quotient`], and so do values, which are compared by the
//! definition of their order: [`check_values`].
//!
//! It does not read notation: that the rules are those of the family which the certificate names is up to the caller.
//!
//! Guy & Smith 1956 for games that split heaps; the other theorems are proved where they are stated, in `reason.rs`.
//!
//! ```
//! use sprague_check::{Rejected, check};
//! use sprague_core::Play;
//! use sprague_core::certificate::{Certificate, ClaimedRows};
//! use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
//!
//! let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 2]).unwrap()));
//! let mut claim = Certificate {
//!     family: "subtraction:1,2".into(),
//!     play: Play::Normal,
//!     rows: RowKind::Nimbers,
//!     theorem: "bounded look-back".into(),
//!     preperiod: 0,
//!     period: 3,
//!     saltus: 0,
//!     values: ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![2]]),
//!     equal_states: None,
//! };
//! assert_eq!(check(&claim, &rules).unwrap().rows, 5);
//!
//! claim.values = ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![0]]);
//! assert!(matches!(check(&claim, &rules), Err(Rejected::WrongValue { n: 2, .. })));
//! ```

mod blocks;
mod chain;
mod claim;
mod effort;
mod exclusions;
mod game;
mod past;
mod quotient;
mod reason;
mod rejected;
mod rows;
mod sparse;
mod states;
mod strategy;
mod values;
mod vectors;

pub use claim::{Checked, MAX_CELLS, MAX_STEPS, check, check_on, check_within};
pub use quotient::{BadQuotient, CheckedQuotient, MAX_ELEMENTS, MAX_PRODUCTS, check_quotient, check_quotient_within};
pub use rejected::Rejected;
pub use states::{Halfway, MAX_HELD, MAX_STATE_STEPS};
pub use strategy::{BadStrategy, NoOptions, Replayed, StrategyRules, check_strategy};
pub use values::{BadValues, CheckedValues, MAX_COMPARISON_STEPS, check_values, check_values_within};
