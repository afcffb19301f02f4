//! Which texts are positions of a script on text that has no `parse`.
//!
//! They have the characters and the shape of its `example` and of positions that plays from there reach.

use crate::guest::loaded::MAX_TEXT;
use sprague_core::BadNotation;
use std::collections::BTreeSet;

/// What the known positions of a script look like.
pub(super) struct Boards {
    example: String,
    characters: BTreeSet<char>,
    /// `true` if every known position has rows of one length with `/` between them.
    has_rows: bool,
    /// `true` once plays from the example have been looked at.
    is_explored: bool,
}

impl Boards {
    pub(super) fn like(example: &str) -> Self {
        let mut boards = Self {
            example: example.to_owned(),
            characters: BTreeSet::new(),
            has_rows: example.contains('/'),
            is_explored: false,
        };
        boards.learn(example);
        boards
    }

    /// The example, if plays from it are still to be learned.
    pub(super) fn unexplored(&mut self) -> Option<&str> {
        (!std::mem::replace(&mut self.is_explored, true)).then_some(&self.example)
    }

    /// Adds the characters and the shape of a position.
    pub(super) fn learn(&mut self, position: &str) {
        self.characters.extend(position.chars());
        self.has_rows &= is_rectangle(position);
    }

    /// Returns the position that a text is: the text itself, or the empty board of `AxB`.
    ///
    /// `AxB` is a board of A rows if the example has only dots.
    ///
    /// # Errors
    /// The byte of the first character that no known position has, or of the first row of another length.
    pub(super) fn read(&self, text: &str) -> Result<String, BadNotation> {
        let unknown = text.char_indices().find(|(_, c)| !self.characters.contains(c));
        if let Some((at, _)) = unknown {
            return self.of_size(text).ok_or_else(|| BadNotation::new(at, self.expected()));
        }
        if self.has_rows && !is_rectangle(text) {
            let length = text.split('/').next().map_or(0, |row| row.chars().count());
            let mut at = 0;
            for row in text.split('/') {
                if row.chars().count() != length.max(1) {
                    break;
                }
                at += row.len() + 1;
            }
            return Err(BadNotation::new(at, "rows of one length with `/` between them"));
        }
        Ok(text.to_owned())
    }

    fn of_size(&self, text: &str) -> Option<String> {
        if self.example.is_empty() || !self.example.chars().all(|c| "./".contains(c)) || !is_rectangle(&self.example) {
            return None;
        }
        let (rows, columns) = text.split_once('x')?;
        let [rows, columns] = [rows, columns].map(|side| {
            let number = side.parse::<usize>().ok().filter(|number| number.to_string() == side);
            number.filter(|number| (1..=MAX_TEXT).contains(number))
        });
        let (rows, columns) = (rows?, columns?);
        let is_read = rows * (columns + 1) <= MAX_TEXT && (rows == 1 || self.has_rows);
        is_read.then(|| vec![".".repeat(columns); rows].join("/"))
    }

    fn expected(&self) -> String {
        let characters: Vec<String> = self.characters.iter().map(|c| format!("`{}`", c.escape_debug())).collect();
        let most = 40;
        let shown = characters[..characters.len().min(most)].join(", ");
        let more = if characters.len() > most { ", …" } else { "" };
        format!(
            "the characters {shown}{more} of positions that the script's `example` reaches (with `parse` and `show` it takes others)"
        )
    }
}

/// Returns `true` if all rows, with `/` between them, have the same length above 0.
fn is_rectangle(text: &str) -> bool {
    let mut lengths = text.split('/').map(|row| row.chars().count());
    let first = lengths.next().unwrap_or(0);
    first > 0 && lengths.all(|length| length == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plugin;

    #[test]
    fn a_size_is_an_empty_board_if_the_example_has_only_dots() {
        for (example, text, board) in [
            ("..../....", "2x3", Some(".../...")),
            ("..../....", "1x1", Some(".")),
            ("...", "1x4", Some("....")),
            ("...", "2x4", None),
            ("..x", "1x3", None),
            ("../..", "0x3", None),
            ("../..", "02x3", None),
            ("../..", "64x64", None),
            ("../..", "63x64", Some(&vec![".".repeat(64); 63].join("/"))),
            ("../..", "99999999999999999999x1", None),
        ] {
            assert_eq!(Boards::like(example).read(text).ok().as_deref(), board, "{text} like {example}");
        }
    }

    #[test]
    fn other_characters_and_shapes_are_refused_where_they_begin() {
        let mut boards = Boards::like("../..");
        boards.learn(".x/..");
        for (text, at) in [("hello", 0), (".x/.o", 4), ("../.", 3), ("../x.x", 3), ("", 0), ("../", 3), ("/..", 0)] {
            assert_eq!(boards.read(text).unwrap_err().at, at, "{text}");
        }
        for text in [".", "xx/xx/..", "x.x"] {
            assert_eq!(boards.read(text), Ok(text.to_owned()));
        }
        let mut row = Boards::like("ab/");
        assert!(row.read("a/bb").is_ok() && row.read("").is_ok(), "rows of other lengths are no board");
        row.learn("é");
        assert_eq!(row.read("aéc").unwrap_err().at, 3);
    }

    #[test]
    fn plays_from_the_example_show_what_positions_look_like() {
        let domino = "let example = `.../...`; fn moves(b) { let all = []; for i in 1..b.len() { if b[i] == '.' && b[i - 1] == '.' { \
                      let t = b; t[i] = 'L'; t[i - 1] = 'R'; all.push(t); } } all }";
        let deleted =
            "let example = `aab`; fn moves(s) { if s.len() > 1 { [s.sub_string(1)] } else if s == `b` { [`end`] } else { [] } }";
        for (script, text, is_read) in [
            (domino, "RL./...", true),
            (domino, "2x2", true),
            (domino, "hello", false),
            (domino, "RL./..", false),
            (deleted, "bab", true),
            (deleted, "end", true),
            (deleted, "x", false),
        ] {
            let plugin = Plugin::from_script("text.rhai", script, None).unwrap();
            assert_eq!(plugin.rules().read(text).is_ok(), is_read, "{text}");
            assert!(plugin.fault().is_none());
        }
        let refused = Plugin::from_script("text.rhai", domino, None).unwrap().rules().read("hello").unwrap_err();
        assert!(refused.expected.starts_with("the characters `.`, `/`, `L`, `R` of positions"), "{refused}");
    }
}
