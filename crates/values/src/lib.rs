//! Values of partizan games: what a position is worth, whatever it is played with.
//!
//! Under normal play every finite game without cycles has one canonical form, and these are added, compared and taken negative like
//! numbers, of which they are a part. A [`Value`] reads and computes as the field writes it:
//!
//! ```
//! use sprague_values::Value;
//!
//! let hot: Value = "{2|-1}".parse()?;
//! let up: Value = "^".parse()?;
//! assert!(up > Value::from(0) && up < Value::from(1));
//! assert_eq!(up.partial_cmp(&Value::star(1)), None);
//! assert_eq!((&hot + &-&hot).to_string(), "0");
//! assert_eq!(hot.temperature().to_string(), "3/2");
//! assert_eq!(Value::of([hot], [up - Value::from(2)]).to_string(), "{{2|-1}|-2^}");
//! # Ok::<(), sprague_values::ReadError>(())
//! ```
//!
//! Whoever computes many values uses an [`Arena`], in which forms are shared between values and threads, and a [`Calculator`], which
//! keeps to [`Limits`](sprague_core::Limits), with bare [`Form`]s as handles. This crate knows no ruleset and no position.
//!
//! Conway, *On Numbers and Games*; Berlekamp, Conway & Guy, *Winning Ways*; Siegel, *Combinatorial Game Theory*, 2013.

mod arena;
mod atomic_weight;
mod birthday;
mod calculator;
mod canonical;
mod chunks;
mod days;
mod dyadic;
mod failed;
mod form;
mod nus;
mod order;
mod product;
mod reduced;
mod seen;
mod signature;
mod stops;
mod sum;
mod temperature;
mod text;
mod thermograph;
mod value;

pub use arena::Arena;
pub use calculator::Calculator;
pub use days::{Born, Kind, all_small_born_by, born_by};
pub use dyadic::Dyadic;
pub use failed::{Failed, ReadError, Undefined};
pub use form::Form;
pub use nus::Nus;
pub use text::{Dag, DagOption};
pub use thermograph::Thermograph;
pub use value::Value;
