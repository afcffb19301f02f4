//! Strips as text, with a letter for each square: Left's, Right's, or neither player's.

use crate::Strip;
use crate::strip::MAX_LENGTH;
use sprague_core::any::Picture;
use sprague_core::{BadNotation, Player};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    pub(crate) left: char,
    pub(crate) neither: char,
    pub(crate) right: char,
}

/// The letters of games with dominoes or edges that both players can use.
pub(crate) const EITHER: Letters = Letters { left: 'L', neither: 'E', right: 'R' };

impl Letters {
    /// Parses a strip, which may be empty.
    pub(crate) fn read(self, text: &str) -> Result<Strip, BadNotation> {
        let mut owners = vec![];
        for (at, letter) in text.char_indices() {
            let owner = match letter {
                letter if letter == self.left => Some(Player::Left),
                letter if letter == self.right => Some(Player::Right),
                letter if letter == self.neither => None,
                _ => return Err(BadNotation::new(at, self.to_string())),
            };
            if at == MAX_LENGTH as usize {
                return Err(BadNotation::new(at, format!("nothing more after {MAX_LENGTH} letters")));
            }
            owners.push(owner);
        }
        Ok(Strip::new(owners).expect("there are not more of them"))
    }

    pub(crate) fn read_some(self, text: &str) -> Result<Strip, BadNotation> {
        if text.is_empty() { Err(BadNotation::new(0, self.to_string())) } else { self.read(text) }
    }

    pub(crate) fn show(self, strip: &Strip) -> String {
        self.of(strip).collect()
    }

    pub(crate) fn picture(self, strip: &Strip) -> Picture {
        Picture::Cells(vec![self.of(strip).collect()])
    }

    fn of(self, strip: &Strip) -> impl Iterator<Item = char> {
        strip.owners().map(move |owner| match owner {
            None => self.neither,
            Some(Player::Left) => self.left,
            Some(Player::Right) => self.right,
        })
    }
}

impl core::fmt::Display for Letters {
    /// Shows the letters for error messages.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { left, neither, right } = self;
        write!(f, "`{left}`, `{neither}` or `{right}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_strip_is_refused_where_it_goes_wrong() {
        let letters = "`L`, `E` or `R`";
        let (long, wrong) = ("L".repeat(65), "E".repeat(64) + "é");
        for (text, at, expected) in [
            ("LxR", 1, letters),
            ("l", 0, letters),
            ("LRé", 2, letters),
            ("é", 0, letters),
            ("L\u{0}", 1, letters),
            (&long, 64, "nothing more after 64 letters"),
            (&wrong, 64, letters),
        ] {
            assert_eq!(EITHER.read(text), Err(BadNotation::new(at, expected.to_owned())), "{text}");
        }
        assert_eq!(EITHER.read_some(""), Err(BadNotation::new(0, letters)));
        assert!(EITHER.read("").is_ok_and(|strip| strip.is_empty()));
    }

    #[test]
    fn strips_of_64_squares_are_the_longest() {
        let text = "LRE".repeat(21) + "R";
        assert_eq!(EITHER.show(&EITHER.read(&text).unwrap()), text);
    }
}
