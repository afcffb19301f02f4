//! Parity Stones: players take stones from a pile, and the parities of the numbers they hold at the end decide.
//!
//! At the end, a player who holds an odd number of stones wins if the other player does not.
//!
//! McDougall 1997, `Game::Stones`, written for "The Stones Contest", The Perl Journal 7, p. 48.
//!
//! [`Stones`] allows any set of amounts, and the game is a draw if both players or neither hold an odd number. [`OddTotal`] is
//! the case of the contest: an odd number of stones in all, so that there is no draw once the pile is empty. [`Law`] solves the
//! game of the contest, with 1 to N stones a move, by a closed formula, and [`take()`] is the function that the contest asked
//! for. [`Piles`] is the game on several piles.
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
