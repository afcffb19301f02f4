//! Solves any position of any combinatorial game.
//!
//! Write the rules once ([`Ruleset`], and [`Impartial`] if both players have the same moves and the last mover wins), and
//! everything else follows: [`outcome`], [`best_move`], [`winning_moves`], [`nimber`], sums ([`Sum`], [`Several`]), misère play
//! ([`Misere`]), games that need not end, and for heap games [`sequence`]s with periods that are *proved*.
//!
//! ```
//! use sprague::{Impartial, Misere, Nimber, Outcome, Ruleset, Several, best_move, nimber, outcome};
//!
//! /// Take one of the allowed amounts from a heap; who cannot move loses.
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
//! let rules = Subtraction(vec![1, 3, 4]);
//! assert_eq!(outcome(&rules, &11), Ok(Outcome::Win));
//! assert_eq!(best_move(&rules, &11), Ok(Some(4)));
//! assert_eq!(nimber(&rules, &11), Ok(Nimber(2)));
//! assert_eq!(nimber(&Several(&rules), &vec![11, 5, 4]), Ok(Nimber(3)));
//! assert_eq!(outcome(&Misere(&rules), &11), Ok(Outcome::Win));
//! ```
//!
//! Not for: games with chance or hidden information, and boards as large as chess; everything reachable is visited once.

mod evaluate;
mod graph;
mod limits;
pub mod quotient;
pub mod sequence;
pub mod sweep;
pub mod theory;

pub use evaluate::{
    DepthFirst, Judged, Labels, LoopyNimbers, NimberSearch, NoNimber, Solution, Undecided, best_move, loopy_nimbers, nimber,
    nimber_within, nimbers, outcome, outcome_depth_first, outcomes, solve, winning_moves,
};
pub use graph::{Dot, EdgeRef, PositionGraph};
pub use limits::{Limits, Meter, Stopped};
pub use sprague_core::*;
pub use theory::{Genus, GenusSearch, genus};

/// The README's example runs as a test.
#[doc = include_str!("../../../README.md")]
#[cfg(doctest)]
struct Readme;
