//! Tools for authors of rulesets: laws, judges, random games and golden files.
//!
//! The laws are one macro, the judges play games by definition, and the random games are for property tests.
//!
//! [`laws!`] turns a ruleset and some positions into a module of tests, one for each law. Ten lines of rules are enough. Every
//! law is also a function in [`mod@laws`], which you can use in property tests and in programs that check rulesets.
//!
//! ```
//! use sprague::{Impartial, Ruleset};
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
//! // in the tests of a crate: a module `by_1_3_4` with a test for each law
//! sprague_testkit::laws! { impartial by_1_3_4, rules: Subtraction(vec![1, 3, 4]), positions: 0..=12 }
//!
//! // anywhere: all laws in one call; taking the same amount in two ways is one move listed twice
//! use sprague_testkit::laws;
//! assert_eq!(laws::impartial(&Subtraction(vec![1, 3, 4]), 0..=12), Ok(()));
//! assert!(laws::impartial(&Subtraction(vec![1, 3, 3]), 0..=12).unwrap_err().to_string().contains("listed once"));
//! ```

pub mod golden;
pub mod judge;
pub mod laws;
pub mod pace;
pub mod strategies;

mod law_tests;

/// Reexported because the tests that [`laws!`] defines use it in any module.
#[doc(hidden)]
pub use sprague;
