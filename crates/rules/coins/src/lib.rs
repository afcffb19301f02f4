//! Coin-turning games: the rightmost coin that a move turns becomes tails.
//!
//! Lenstra 1977, *Nim multiplication*; Berlekamp, Conway & Guy, *Winning Ways*, ch. 14.
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_coins::{Coins, Turning};
//!
//! let turtles = Coins(Turning::AtMost(2));
//! let moves: Vec<String> = turtles.moves(&turtles.read("TTH")?).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["turn 3", "turn 3 1", "turn 3 2"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod coins;
mod entries;
mod formula;
mod greedy;
mod heads;
mod row;
mod told;
mod turning;

pub use coins::{Coins, Turn};
pub use entries::entries;
pub use heads::Heads;
pub use row::Row;
pub use told::coins;
pub use turning::Turning;
