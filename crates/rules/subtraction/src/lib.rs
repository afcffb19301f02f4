//! Subtraction games: a move takes an allowed amount from one heap.
//!
//! The allowed amounts are those of a finite set ([`Subtraction`], and [`LargeSubtraction`] for large amounts), those outside of
//! a finite set ([`AllBut`]), or those of a formula ([`ByFormula`]). If what is taken counts, it is [`Cumulative`].
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 4; Fisher 2003, *Simulating the Pick-up Stones game*, section 2.
//!
//! They are different types, because only the amounts of a finite set can be listed, and [`NoRepeat`](sprague_core::NoRepeat)
//! numbers the lists of these amounts.
//!
//! ```
//! use sprague_core::Nimber;
//! use sprague_core::heap::{Nimbers, Rows};
//! use sprague_rules_subtraction::Subtraction;
//!
//! let rules = Subtraction::of([1, 3, 4])?;
//! let values: Vec<u32> = Rows::of(&Nimbers(rules), 8).column(0).map(|Nimber(g)| g).collect();
//! assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0]);
//! # Ok::<(), sprague_core::heap::BadAmounts>(())
//! ```

mod all_but;
mod cumulative;
mod entries;
mod formula;
mod large;
mod pieces;
mod subtraction;
mod sweep;

pub use all_but::AllBut;
pub use cumulative::Cumulative;
pub use entries::entries;
pub use formula::{ByFormula, Formula, TakeAmount};
pub use large::LargeSubtraction;
pub use subtraction::Subtraction;
