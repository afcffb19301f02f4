//! Partizan games on strips, paths and small graphs.
//!
//! They are Toads and Frogs (also backsliding and general), Elephants and Rhinos, Toppling Dominoes, Hackenbush (also
//! childish), Cutcake, Snort and Col.
//!
//! Left is named first: she has the toads, the blue edges, and the cuts between columns of a cake. A player who cannot move
//! loses.
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

mod backsliding;
mod childish_hackenbush;
mod colouring;
mod cutcake;
mod elephants_and_rhinos;
mod general_toads_and_frogs;
mod hackenbush;
mod letters;
mod marks;
#[cfg(test)]
mod naive;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;

pub use backsliding::BackslidingToadsAndFrogs;
pub use childish_hackenbush::{Bush, ChildishHackenbush, ChildishHackenbushGraph};
pub use colouring::{Colour, ColourVertex, Colouring, ColouringGraph};
pub use cutcake::{Cake, Cutcake, Piece, Slice};
pub use elephants_and_rhinos::ElephantsAndRhinos;
pub use general_toads_and_frogs::GeneralToadsAndFrogs;
pub use hackenbush::{Cut, CutEdge, HackenbushGraph, HackenbushStalk, LargeHackenbush};
pub use marks::Marks;
pub use strip::Strip;
pub use toads_and_frogs::{Hop, ToadsAndFrogs};
pub use toppling_dominoes::{Side, Topple, TopplingDominoes};

use sprague_core::registry::Entry;

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let entries = sprague_rules_strips::entries();
/// let names = entries.each_ref().map(|entry| entry.name());
/// assert_eq!(names, ["toads-frogs", "backsliding-toads-frogs", "general-toads-frogs", "elephants-and-rhinos", "toppling-dominoes", "hackenbush", "childish-hackenbush", "cutcake", "snort", "col"]);
/// ```
pub fn entries() -> [Entry; 10] {
    let [snort, col] = colouring::entries();
    [
        toads_and_frogs::entry(),
        backsliding::entry(),
        general_toads_and_frogs::entry(),
        elephants_and_rhinos::entry(),
        toppling_dominoes::entry(),
        hackenbush::entry(),
        childish_hackenbush::entry(),
        cutcake::entry(),
        snort,
        col,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::registry::{Files, LocalFiles, Registry, Unreadable};
    use sprague_core::{AnyRuleset, BadNotation, Limits, Player};
    use std::sync::Arc;

    #[test]
    fn every_example_is_a_position_that_is_shown_and_has_moves() {
        let registry = Registry::default().with(entries());
        for entry in entries() {
            let (name, text) = entry.example.split_once('@').unwrap();
            let rules = registry.read(name, &LocalFiles).unwrap();
            let position = rules.read(text).unwrap();
            assert_eq!(rules.show(&position), text);
            assert!(Player::BOTH.iter().all(|player| !rules.is_stuck(&position, *player)), "{name}");
            // a picture in one line is packed with its text
            assert_eq!(position.words().len(), if name == "childish-hackenbush" { 3 } else { 2 }, "{name}");
        }
    }

    #[test]
    fn strips_take_no_parameters() {
        let registry = Registry::default().with(entries());
        for name in ["toads-frogs", "backsliding-toads-frogs", "toppling-dominoes", "cutcake"] {
            assert_eq!(registry.read(&format!("{name}:3"), &LocalFiles).unwrap_err().at, name.len(), "{name}");
        }
    }

    /// Files that all have the same text, with limits that no file may depend on.
    struct OneFile(&'static str);

    impl Files for OneFile {
        fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
            Ok(self.0.as_bytes().to_vec())
        }
        fn limits(&self) -> Limits {
            Limits { positions: 1, ..Limits::default() }
        }
    }

    fn family(family: &str, file: &'static str) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        Registry::default().with(entries()).read(family, &OneFile(file))
    }

    #[test]
    fn graphs_are_read_from_files() {
        for (name, file, text) in [
            ("snort:map", "a b\nb c\nc=L", "..L"),
            ("col:./map", "a b\nb c", ".R#"),
            ("hackenbush:\"./a map\"", "0 a L\na b E\n", "LE"),
        ] {
            let rules = family(name, file).unwrap();
            let position = rules.read(text).unwrap();
            assert_eq!((rules.show(&position).as_str(), position.words().len()), (text, 2), "{name}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let edges = "a readable file of lines `u v`, `u` or `u=L`";
        assert!(family("snort:./no", "a").is_ok());
        let missing = Registry::default().with(entries()).read("snort:./no", &LocalFiles).unwrap_err();
        assert!(missing.at == 6 && missing.expected.starts_with(edges), "{missing}");
        for (name, file, at, expected) in [
            ("snort:", "", 6, "a file with lines `u v`, `u` or `u=L`"),
            ("hackenbush:", "", 11, "a file with lines `from to L|R|E`"),
            ("col:map", "# nothing", 4, "a graph file with at least one vertex (map has none)"),
            ("hackenbush:map", "", 11, "a graph file with at least one edge (map has none)"),
            (
                "col:map",
                "a b\na b c",
                4,
                "a graph file with lines `u v`, `u` or `u=L` (map: line 2, byte 4: expected at most two names on a line)",
            ),
            (
                "hackenbush:map",
                "\n0 a",
                11,
                "a graph file with lines `from to L|R|E` (map: line 2, byte 3: expected who may cut the edge: `L`, `R` or `E`)",
            ),
        ] {
            assert_eq!(family(name, file).unwrap_err(), BadNotation::new(at, expected), "{name}");
        }
    }
}
