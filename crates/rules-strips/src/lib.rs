//! Partizan games on strips and paths: Toads and Frogs, Toppling Dominoes, Hackenbush, Cutcake, Snort, Col.
//!
//! Left comes first: toads, blue edges, columns of a cake. Whoever cannot move loses.
//!
//! ```
//! use sprague_core::{Notation, Partizan, Player};
//! use sprague_rules_strips::ToadsAndFrogs;
//!
//! let strip = ToadsAndFrogs.read("TT.FF")?;
//! let options: Vec<String> = ToadsAndFrogs.options(&strip, Player::Left).map(|to| ToadsAndFrogs.show(&to)).collect();
//! assert_eq!(options, ["T.TFF"]);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod colouring;
mod cutcake;
mod hackenbush;
mod letters;
#[cfg(test)]
mod naive;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;

pub use colouring::{Colour, Colouring};
pub use cutcake::{Cake, Cutcake, Piece, Slice};
pub use hackenbush::{Cut, HackenbushStalk};
pub use strip::Strip;
pub use toads_and_frogs::{Hop, ToadsAndFrogs};
pub use toppling_dominoes::{Side, Topple, TopplingDominoes};

use sprague_core::registry::Entry;

/// The entries of the games of this crate.
///
/// ```
/// let entries = sprague_rules_strips::entries();
/// let names = entries.each_ref().map(|entry| entry.name());
/// assert_eq!(names, ["toads-frogs", "toppling-dominoes", "hackenbush", "cutcake", "snort", "col"]);
/// ```
pub fn entries() -> [Entry; 6] {
    let [snort, col] = colouring::entries();
    [toads_and_frogs::entry(), toppling_dominoes::entry(), hackenbush::entry(), cutcake::entry(), snort, col]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Player;
    use sprague_core::registry::{LocalFiles, Registry};

    #[test]
    fn every_example_is_a_position_that_is_shown_and_has_moves() {
        let registry = Registry::default().with(entries());
        for entry in entries() {
            let (name, text) = entry.example.split_once('@').unwrap();
            let rules = registry.read(name, &LocalFiles).unwrap();
            let position = rules.read(text).unwrap();
            assert_eq!(rules.show(&position), text);
            assert!(Player::BOTH.iter().all(|player| !rules.is_stuck(&position, *player)), "{name}");
            assert_eq!(position.words().len(), 2, "{name}");
        }
    }

    #[test]
    fn strips_take_no_parameters() {
        let registry = Registry::default().with(entries());
        for name in ["toads-frogs", "toppling-dominoes", "cutcake"] {
            assert_eq!(registry.read(&format!("{name}:3"), &LocalFiles).unwrap_err().at, name.len(), "{name}");
        }
    }
}
