//! Writes theorems for the Coq proof assistant: certificates as files that its kernel checks again.
//!
//! The theories in `proofs/` define games. They prove, from the definitions alone, the theorems by which a repetition in
//! finitely many rows continues for ever. An instance states the period of one family and its rows, and leaves the computation
//! to Coq, so nothing in a certificate is trusted. A certificate with a wrong number becomes a file that does not compile.
//!
//! [`theorem`] writes such an instance. [`heap_order`] writes one about the order of all heaps, [`heap_values`] about their
//! values, [`heap_winner`] about the winner of a sum of heaps, [`winner`] about the winner on a graph, and [`order`] about two
//! games. [`FILES`] are the theories, and [`project`] lists them for Coq.
//!
//! ```
//! use sprague_coq::{NoProof, theorem};
//! use sprague_core::Play;
//! use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
//! use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
//!
//! let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 2])?));
//! let claim = Certificate {
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
//! let instance = theorem(&claim, &rules)?;
//! assert_eq!(instance.file, "subtraction_1_2.v");
//! assert!(instance.text.contains("Theorem period : exactly_periodic (subtraction_nimbers family) 0 3."));
//! assert!(matches!(theorem(&claim, &HeapRules::Grundy), Err(NoProof::Theorem { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cost;
mod heap_order;
mod heap_values;
mod heap_winner;
mod hint;
mod instance;
mod no_proof;
mod order;
mod theories;
mod winner;

pub use heap_order::heap_order;
pub use heap_values::heap_values;
pub use heap_winner::{FamilyHeaps, KnownRows, heap_winner};
pub use instance::{Instance, theorem};
pub use no_proof::NoProof;
pub use order::{ExplicitGame, order};
pub use theories::{FILES, is_project, project};
pub use winner::winner;
