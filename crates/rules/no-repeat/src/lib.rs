//! Pick-up Stones: a move takes an amount of a set, but none of the amounts that were taken in the last k moves.
//!
//! It does not matter which player made those moves. A player who cannot move loses.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game*, section 3.
//!
//! A position consists of the heap and the *ordered* list of the last moves. So a row of the family has a cell for each such
//! list ([`arrangement`](sprague_core::heap::arrangement)). The paper calls a heap [safe](safe()) if it is lost after every
//! list of moves.
//!
//! ```
//! use sprague_core::heap::{Outcomes, Rows};
//! use sprague_rules_no_repeat::{PickUpStones, safe};
//!
//! let rules = PickUpStones::new("1-5".parse().unwrap(), 1).unwrap();
//! let rows = Rows::of(&Outcomes(rules), 40);
//! assert_eq!(safe(&rows).collect::<Vec<_>>(), [0, 7, 13, 20, 26, 33, 39]); // 0 and 7 mod 13
//! ```

mod any_no_repeat;
mod entries;
mod one_memory;
mod pick_up_stones;
mod safe;

pub use any_no_repeat::AnyNoRepeat;
pub use entries::entries;
pub use one_memory::{OneMemory, TakeFrom};
pub use pick_up_stones::{NoMemory, NoRepeatSubtraction, PickUpStones};
pub use safe::{is_safe, safe};
