//! Parses positions of a script whose positions are texts, if it has no `parse`.
//!
//! Positions must have the characters and the shape of the `example` or of positions that can be reached from it.

use crate::guest::loaded::MAX_TEXT;
use sprague_core::BadNotation;
use std::collections::BTreeSet;

/// The characters and the shape of the known positions of a script.
pub(super) struct Boards {
    example: String,
    characters: BTreeSet<char>,
    /// `true` if every known position consists of rows of equal length, separated by `/`.
    has_rows: bool,
    /// `true` once plays from the example have been examined.
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

    /// Returns the example at the first call, to be explored.
    pub(super) fn unexplored(&mut self) -> Option<&str> {
        (!std::mem::replace(&mut self.is_explored, true)).then_some(&self.example)
    }

    /// Adds the characters and the shape of a position.
    pub(super) fn learn(&mut self, position: &str) {
        self.characters.extend(position.chars());
        self.has_rows &= uneven_row(position).is_none();
    }

    /// Parses a position. It is the text itself, or an empty board if the text is `AxB`.
    ///
    /// `AxB` is a board of A rows and B columns. It is accepted only if the example consists of dots.
    ///
    /// # Errors
    /// The byte offset of the first character that no known position has, or of the first row with a different length.
    pub(super) fn read(&self, text: &str) -> Result<String, BadNotation> {
        if let Some((at, _)) = text.char_indices().find(|(_, c)| !self.knows(*c)) {
            return self.of_size(text).ok_or_else(|| BadNotation::new(at, self.expected()));
        }
        match uneven_row(text).filter(|_| self.has_rows) {
            Some(at) => Err(BadNotation::new(at, "rows of one length with `/` between them")),
            None => Ok(text.to_owned()),
        }
    }

    /// Returns `true` if a known position has the character, or another digit if it is a digit.
    fn knows(&self, c: char) -> bool {
        self.characters.contains(&c) || c.is_ascii_digit() && self.characters.iter().any(char::is_ascii_digit)
    }

    fn of_size(&self, text: &str) -> Option<String> {
        if self.example.is_empty() || !self.example.chars().all(|c| "./".contains(c)) || uneven_row(&self.example).is_some() {
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

/// Returns the byte offset of the first row that is empty or differs in length from the first row. `/` separates rows.
fn uneven_row(text: &str) -> Option<usize> {
    let length = |row: &str| row.chars().count();
    let first = length(text.split('/').next().unwrap_or_default());
    let mut at = 0;
    for row in text.split('/') {
        if row.is_empty() || length(row) != first {
            return Some(at);
        }
        at += row.len() + 1;
    }
    None
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
            ("../..", "256x256", None),
            ("../..", "255x256", Some(&vec![".".repeat(256); 255].join("/"))),
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
        row.learn("é7");
        assert_eq!(row.read("aéc").unwrap_err().at, 3);
        assert!(row.read("a30").is_ok(), "a digit stands for all");
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
