//! Take-and-break games by their codes, and Grundy's game. Their moves may split a heap.
//!
//! Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.
//!
//! ```
//! use sprague_core::{Nimber, Notation, Ruleset};
//! use sprague_core::heap::{Nimbers, Rows};
//! use sprague_rules_octal::Octal;
//!
//! let kayles: Octal = "0.77".parse()?;
//! let moves: Vec<String> = kayles.moves(&kayles.read("4")?).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["4: take 1", "4: take 1, leave 1.2", "4: take 2", "4: take 2, leave 1.1"]);
//! assert_eq!(Rows::of(&Nimbers(kayles), 5).row(4), [Nimber(1)]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod breaking;
mod conditional;
mod entries;
mod grundy;
mod named;
mod octal;
mod taking;

pub use breaking::Break;
pub use conditional::Conditional;
pub use entries::entries;
pub use grundy::Grundy;
pub use named::{NAMED, Named};
pub use octal::Octal;
pub use taking::Taking;
