//! Games on boards of squares: Amazons, Clobber and its relatives, Cram, Domineering, Fission, Fox and Geese, Hare and Hounds,
//! Konane, NoGo, Reversi, Sheep.
//!
//! All games but Sheep share one board, [`Grid`], and one way to split it: connected squares become separate boards. Boards of
//! up to 8 by 8, and boards of up to 64 squares, are one word for each plane, and every step is a shift of all squares at once.
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
mod anti_clobber;
mod cannibal_clobber;
mod chase;
mod clobber;
mod cram;
mod domineering;
mod domino;
mod far_clobber;
mod fission;
mod fox_and_geese;
mod grid;
mod hare_and_hounds;
mod konane;
#[cfg(test)]
mod naive;
mod nogo;
mod reversi;
mod sheep;
mod square;
mod stones;

pub use amazons::{AmazonMove, Amazons};
pub use anti_clobber::AntiClobber;
pub use cannibal_clobber::CannibalClobber;
pub use chase::ChaseMove;
pub use clobber::{Capture, Clobber};
pub use cram::Cram;
pub use domineering::Domineering;
pub use domino::{Domino, Lies};
pub use far_clobber::{KingClobber, KnightClobber, QueenClobber, RookClobber};
pub use fission::{Fission, Split};
pub use fox_and_geese::FoxAndGeese;
pub use grid::{Board, Grid, Pieces};
pub use hare_and_hounds::HareAndHounds;
pub use konane::{Jump, Konane};
pub use nogo::NoGo;
pub use reversi::{Reversi, ReversiMove};
pub use sheep::{Pasture, Sheep, SheepMove};
pub use square::Square;

use sprague_core::registry::Entry;

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let entries: Vec<String> = sprague_rules_boards::entries().iter().map(|entry| entry.name().to_owned()).collect();
/// assert_eq!([&entries[0], entries.last().unwrap()], ["amazons", "sheep"]);
/// ```
pub fn entries() -> Vec<Entry> {
    let [king, knight, rook, queen] = far_clobber::entries();
    vec![
        amazons::entry(),
        anti_clobber::entry(),
        cannibal_clobber::entry(),
        cannibal_clobber::hot(),
        clobber::entry(),
        king,
        knight,
        rook,
        queen,
        cram::entry(),
        domineering::entry(),
        fission::entry(),
        fox_and_geese::entry(),
        hare_and_hounds::entry(),
        konane::entry(),
        nogo::entry(),
        reversi::entry(),
        sheep::entry(),
    ]
}
