//! Games with two lines of rules and many pages of theory: Catch-Up, Chomp, Euclid, Kalah, Wythoff's game and Partizan Euclid.
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_classics::Wythoff;
//!
//! let moves: Vec<String> = Wythoff.moves(&Wythoff.read("1.2")?).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["take 1 from 1st", "take 1 from 2nd", "take 2 from 2nd", "take 1 from both"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```
//!
//! # One more built-in
//!
//! Every ruleset here is a module with the rules ([`Ruleset`] and [`Impartial`]), their text ([`Notation`]), their words
//! ([`Pack`]), and an [`Entry`] with the name. The program takes its list of rulesets from [`entries`], so to add a game you
//! add a module and a line there; no other code depends on the list of rulesets. A separate crate costs three lines elsewhere:
//! see docs/build-a-ruleset-in.md.
//!
//! [`Ruleset`]: sprague_core::Ruleset
//! [`Impartial`]: sprague_core::Impartial
//! [`Notation`]: sprague_core::Notation
//! [`Pack`]: sprague_core::any::Pack

mod catch_up;
mod chomp;
mod euclid;
mod kalah;
mod pair;
mod partizan_euclid;
mod wythoff;

pub use catch_up::CatchUp;
pub use chomp::{Bar, Bite, Chomp};
pub use euclid::{Euclid, EuclidMove};
pub use kalah::{Holes, Kalah, Sow};
pub use pair::Pair;
pub use partizan_euclid::{PartizanEuclid, Remainder};
pub use wythoff::{GeneralWythoff, TakeTwo, Wythoff, WythoffMove};

use sprague_core::registry::Entry;

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let names = sprague_rules_classics::entries().map(|entry| entry.name().to_owned());
/// assert_eq!(names, ["catch-up", "chomp", "euclid", "kalah", "wythoff", "partizan-euclid"]);
/// ```
pub fn entries() -> [Entry; 6] {
    [catch_up::entry(), chomp::entry(), euclid::entry(), kalah::entry(), wythoff::entry(), partizan_euclid::entry()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Player;
    use sprague_core::registry::{LocalFiles, Registry};

    #[test]
    fn every_example_is_a_position_that_is_shown_and_has_moves() {
        let registry = Registry::default().with(entries());
        let shown = entries().map(|entry| {
            let (name, position) = entry.example.split_once('@').unwrap();
            let rules = registry.read(name, &LocalFiles).unwrap();
            let position = rules.read(position).unwrap();
            assert!(!rules.is_stuck(&position, Player::Left), "{name}");
            rules.show(&position)
        });
        assert_eq!(shown, ["10", "5.5.5.5", "25.7", "2.2.2/2.2.2", "3.5", "19.7"]);
    }

    #[test]
    fn other_games_take_no_parameters() {
        let registry = Registry::default().with(entries());
        for name in ["catch-up", "chomp", "euclid", "partizan-euclid"] {
            assert_eq!(registry.read(&format!("{name}:3"), &LocalFiles).unwrap_err().at, name.len(), "{name}");
        }
    }
}
