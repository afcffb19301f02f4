//! One knight on a square board that only moves towards a corner. Several knights are a sum.
//!
//! *Algorithm Games* (TopCoder tutorial), "Composite games – Grundy numbers". Every move lowers x + y, so the game ends.
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_knights::Knights;
//!
//! let board = Knights::default();
//! let knight = board.read("3.4")?;
//! let moves: Vec<String> = board.moves(&knight).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["to 1.3", "to 2.2", "to 4.2", "to 1.5"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod board;
mod entries;
mod square;

pub use board::{BadSide, Knights, Leap};
pub use entries::entries;
pub use square::Square;
