//! Games on boards of squares: Amazons, Clobber, Cram, Domineering, NoGo.
//!
//! All of them share one board, [`Grid`], and one way to fall apart: connected squares are boards of their own. Boards of up to
//! 8 by 8, and of up to 64 squares of any shape, are one word for each plane. Every step is a shift of all squares at once.
//!
//! ```
//! use sprague_core::{Notation, Partizan, Player};
//! use sprague_rules_boards::Domineering;
//!
//! let square = Domineering.read("2x2")?;
//! let options: Vec<String> = Domineering.options(&square, Player::Left).map(|board| Domineering.show(&board)).collect();
//! assert_eq!(options, ["#./#.", ".#/.#"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod amazons;
mod clobber;
mod cram;
mod domineering;
mod domino;
mod grid;
#[cfg(test)]
mod naive;
mod nogo;
mod square;
mod stones;

pub use amazons::{AmazonMove, Amazons};
pub use clobber::{Capture, Clobber};
pub use cram::Cram;
pub use domineering::Domineering;
pub use domino::{Domino, Lies};
pub use grid::{Board, Grid, Pieces};
pub use nogo::NoGo;
pub use square::Square;

use sprague_core::registry::Entry;

/// The entries of the games of this crate.
///
/// ```
/// let entries = sprague_rules_boards::entries();
/// assert_eq!(entries.map(|entry| entry.name().to_owned()), ["amazons", "clobber", "cram", "domineering", "nogo"]);
/// ```
pub fn entries() -> [Entry; 5] {
    [amazons::entry(), clobber::entry(), cram::entry(), domineering::entry(), nogo::entry()]
}
