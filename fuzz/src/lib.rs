//! The laws that fuzz targets and attacks check.
//!
//! Plugins are asked a few questions. The targets skip texts that name files, and valid texts that are slow to parse.

pub mod case;
pub mod claims;
pub mod directories;
pub mod graphs;
pub mod limits;
pub mod mutation;
pub mod requests;
pub mod seen;
pub mod sheet;
pub mod truth;

use sprague::heap::Rows;
use sprague::{AnyRuleset, Player};
use sprague_plugin::{NotLoaded, Plugin};

/// Returns the text without blanks, which have no meaning in the notation.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns `true` if a text without blanks names a file.
///
/// The contents of files are not tested here.
pub fn names_a_file(squeezed: &str) -> bool {
    ["\"", "digraph", ":/", ":./", ":../", "//", "/./", "/../", ".rhai", ".wasm", ".wat"]
        .iter()
        .any(|path| squeezed.contains(path))
}

/// Returns `true` if a text without blanks would be slow to parse.
///
/// Such a text contains several powers, which are numbers of up to ten thousand digits, or a range whose end is a power or
/// has more than `digits` digits.
pub fn is_slow(squeezed: &str, digits: usize) -> bool {
    let is_long = |end: &str| end.bytes().take_while(u8::is_ascii_digit).count() > digits || is_power(end);
    squeezed.matches('^').count() > 2 || squeezed.split('-').skip(1).any(is_long)
}

/// Returns `true` if the number at the start is a power.
fn is_power(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('^')
}

/// Asks a plugin about a few positions, if it was loaded.
///
/// No call may panic, a refusal must have the offset of a character, and a fault must be one line and permanent.
pub fn ask(loaded: Result<Plugin, NotLoaded>) {
    let plugin = match loaded {
        Ok(plugin) => plugin,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    if !plugin.is_data() {
        if let Some(nimbers) = plugin.rules().heaps().and_then(|heaps| heaps.nimbers()) {
            Rows::of(&&*nimbers, 6);
        }
        ask_rules(&**plugin.rules());
    }
    let fault = plugin.fault();
    if let Some(fault) = &fault {
        assert!(!fault.reason.chars().any(char::is_control) && fault.reason.contains("fuzz"), "{}", fault.reason);
    }
    assert_eq!(plugin.fault(), fault, "a fault stays");
}

fn ask_rules(rules: &dyn AnyRuleset) {
    for text in ["3", "3.4", "2x2", "x", ""] {
        let mut position = match rules.read(text) {
            Ok(position) => position,
            Err(error) => {
                assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text}: {error}");
                continue;
            }
        };
        for player in [Player::Left, Player::Right, Player::Left] {
            let (mut options, mut moves) = (vec![], vec![]);
            rules.options(&position, player, 0, &mut options);
            rules.moves(&position, player, 0, &mut moves);
            if rules.fault().is_none() {
                assert!(options.iter().eq(moves.iter().map(|mv| &mv.to)), "options and moves are the same");
            }
            assert!(!rules.show(&position).is_empty());
            rules.terminal_outcome(&position, Player::Left);
            match options.pop() {
                Some(option) => position = option,
                None => break,
            }
        }
        if rules.fault().is_some() {
            return;
        }
    }
}
