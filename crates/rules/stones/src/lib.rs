//! Parity Stones: take stones from a pile; who holds the right parity wins.
//!
//! Who holds an odd number at the end wins, if the other does not.
//!
//! McDougall 1997, `Game::Stones`, written for "The Stones Contest", The Perl Journal 7, p. 48.
//!
//! [`Stones`] takes amounts of any set and counts a draw where both or neither win. [`OddTotal`] is the contest's case, an odd
//! number of stones in all, which cannot be drawn once the pile is empty. [`Law`] answers the contest's game, 1 to N stones a
//! move, in closed form, and [`take()`] is its one function. [`Piles`] is played on several piles.
//!
//! ```
//! use sprague_core::Outcome;
//! use sprague_core::heap::{Outcomes, Rows};
//! use sprague_rules_stones::{OddTotal, Stones, take};
//!
//! let contest = OddTotal(Stones { amounts: "1-3".parse().unwrap(), wins: Default::default() });
//! let rows = Rows::of(&Outcomes(contest), 10);
//! assert_eq!(rows.cell(5, 0), Outcome::Loss); // five stones left, an even number in my hand
//! assert_eq!(take(1, 0, 6, 3), Ok(1)); // leave him five
//! ```

mod entries;
mod law;
mod odd_total;
#[cfg(test)]
mod piles;
mod stones;
mod take;

pub use entries::entries;
pub use law::Law;
pub use odd_total::OddTotal;
pub use sprague_core::stones::{ManyPiles, Piles, Table};
pub use stones::Stones;
pub use take::{BadStones, take};
