//! Solves positions of combinatorial games: who wins, by which move, and with which value.
//!
//! You write the rules once: implement [`Ruleset`], and [`Impartial`] as well if both players have the same moves and whoever
//! makes the last move wins. From these rules sprague computes [`outcome`](evaluate::outcome),
//! [`best_move`](evaluate::best_move), [`winning_moves`](evaluate::winning_moves), [`nimber`](evaluate::nimber), sums ([`Sum`],
//! [`SumOf`]) and misère play ([`Misere`]), also if a game can go on without end. For heap games there are [sequences](rows)
//! with periods that are *proved*.
//!
//! ```
//! use sprague::prelude::*;
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
//! assert_eq!(nimber(&SumOf(&rules), &vec![11, 5, 4]), Ok(Nimber(3)));
//! assert_eq!(outcome(&Misere(&rules), &11), Ok(Outcome::Win));
//! ```
//!
//! For games that are known by name, the crate `sprague-questions` reads text and answers the questions of the program:
//!
//! ```ignore
//! use sprague_questions::{Session, Solve};
//! let answer = Session::new().ask(&Solve::of("kayles@9,4+wythoff@3.5"), &sprague::Limits::of_a_minute())?;
//! println!("{:?}, play {:?}", answer.outcome, answer.best.map(|best| best.label));
//! ```
//!
//! Functions that take no limits stop after a minute, as the program does: see [`Limits::of_a_minute`].
//!
//! Do not use it for games with chance or hidden information, or for boards as large as chess, because a search may visit every
//! reachable position once.

pub mod evaluate;
pub mod graph;
pub mod growth;
pub mod prelude;
pub mod quotient;
pub mod solve;
pub mod theory;
pub mod value_rows;
pub mod values;

#[doc(hidden)]
pub use sprague_core::examples;
pub use sprague_core::{
    AnyRuleset, AsPartizan, BadBounds, BadNotation, Bounds, ClosedForm, Compound, CompoundRule, Entailing, Estimate, Hinted,
    Hints, Impartial, Limits, LoopyNimber, MOST_COUNTED, Misere, MoveList, Negative, Nimber, NoRepeat, Notation, Outcome,
    OutcomeClass, PartVisitor, Partizan, Play, Player, Position, Ruleset, ScoreBounds, Scored, ScoredOption, ScoredSides,
    ScoredToMove, SideToMove, Sides, Stopped, Sum, SumOf, Tied, ToMove, ToldOf, WideNimber, heap_notation, mex, nearest,
    text_notation,
};
pub use sprague_core::{any, certificate, clock, connected, heap, limits, modifier, notation, printable, registry, stones, sum};
pub use sprague_rows as rows;

/// Crates whose types appear in signatures of this crate.
pub use {num_bigint, petgraph, smallvec};
