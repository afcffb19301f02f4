//! Pick-up stones: take an amount that is none of the last moves.
//!
//! It is one of a set, and it makes no difference who made those moves. Who cannot has lost.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game*, section 3.
//!
//! The state is the heap and the *ordered* list of the last moves, so a row of the family has a cell for every such list
//! ([`arrangement`](sprague_core::heap::arrangement)). The paper calls a heap [safe](safe()) if it is lost after each of them.
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
mod pick_up_stones;
mod safe;

pub use any_no_repeat::AnyNoRepeat;
pub use entries::entries;
pub use pick_up_stones::{NoMemory, NoRepeatSubtraction, PickUpStones};
pub use safe::{is_safe, safe};
