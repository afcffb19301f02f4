//! Heaps that remember the amount last taken from them: Fibonacci Nim, take-away games, Mem.
//!
//! Each heap has its own memory. With one memory for all heaps it is another game (Larsson & Rubinstein-Salzedo, *Global
//! Fibonacci Nim*).
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_memory::TakeAway;
//!
//! let fibonacci_nim = TakeAway::at_most(2, 1);
//! let moves: Vec<String> = fibonacci_nim.moves(&fibonacci_nim.read("8/1")?).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["take 1", "take 2"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod heap;
mod mem;
mod take_away;

pub use heap::{Remembered, TakeAmount};
pub use mem::Mem;
pub use take_away::TakeAway;

use sprague_core::registry::Entry;

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let entries = sprague_rules_memory::entries();
/// assert_eq!(entries.map(|entry| entry.name().to_owned()), ["fibonacci-nim", "take-away", "mem"]);
/// ```
pub fn entries() -> [Entry; 3] {
    let [fibonacci_nim, take_away] = take_away::entries();
    [fibonacci_nim, take_away, mem::entry()]
}
