//! Values of positions of partizan games: canonical forms and everything about them.
//!
//! A [`Value`] can be added, compared and negated like a number. [`value`] finds the value of a position, for any
//! [`Partizan`](crate::Partizan) ruleset and, through [`AsPartizan`](crate::AsPartizan), for any
//! [`Impartial`](crate::Impartial) one. Everything else in this module comes from the crate `sprague-values`, which does not
//! depend on positions.
//!
//! ```
//! use sprague::values::value;
//! use sprague::{Partizan, Player};
//!
//! /// Left takes one token, Right takes two.
//! struct OneOrTwo;
//! impl Partizan for OneOrTwo {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
//!         let amount = if player == Player::Left { 1 } else { 2 };
//!         Some(amount).into_iter().filter(move |amount| amount <= heap)
//!     }
//!     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
//! }
//!
//! let values: Vec<String> = (0..5).map(|heap| value(&OneOrTwo, &heap).unwrap().to_string()).collect();
//! assert_eq!(values, ["0", "1", "{1|0}", "0", "1"]);
//! # Ok::<(), sprague::values::ValueError>(())
//! ```

mod game;

pub use crate::evaluate::value::{ValueError, ValueSearch, value};
pub use game::{Game, GamePosition, ToOption, entries};
pub use sprague_values::*;
