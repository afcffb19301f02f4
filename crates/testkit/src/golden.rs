//! Golden files, which contain values from other sources and name these sources.
//!
//! They are modelled on shakmaty's `.perft` files: plain text with one value in each line, written by hand or by a slow
//! program.
//!
//! ```text
//! # nimbers
//! nim@3,4,5          2       Bouton 1901
//! octal:0.77@12      4       Winning Ways, ch. 4
//! misere nim@1,1     W       last_stone_game.txt
//! ```
//!
//! A line consists of a position, its value, and the source of the value, separated by blanks. The source may contain blanks.
//! `misere` before the position means misère play. `#` starts a comment, and empty lines are skipped.

use sprague::Play;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One line of a golden file, with `N` values.
///
/// ```
/// use sprague::Play;
/// use sprague_testkit::golden;
///
/// let lines = golden::parse::<1>("nim@3,4,5  2  Bouton 1901 # by hand\n\nmisere nim@1,1 W last_stone_game.txt").unwrap();
/// assert_eq!((lines[0].position.as_str(), lines[0].value(), lines[0].source.as_str()), ("nim@3,4,5", "2", "Bouton 1901"));
/// assert_eq!((lines[1].number, lines[1].play, lines[1].position.as_str()), (3, Play::Misere, "nim@1,1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<const N: usize = 1> {
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// Misère play if the line starts with `misere`, else normal play.
    pub play: Play,
    /// The position, or the family, in the notation of the command line.
    pub position: String,
    /// The known values.
    pub values: [String; N],
    /// The source of the values.
    pub source: String,
}

impl Line {
    /// Returns the only value of the line.
    pub fn value(&self) -> &str {
        &self.values[0]
    }
}

/// The reason why a golden file cannot be read.
///
/// ```
/// use sprague_testkit::golden;
///
/// let error = golden::parse::<1>("# nimbers\nnim@3 3").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected a source");
/// ```
#[derive(Debug)]
pub enum BadLine {
    /// The file does not exist, or it is not UTF-8 text.
    Unreadable(PathBuf, io::Error),
    /// A line has too few parts.
    Short {
        /// The number of the line, from 1.
        line: usize,
        /// The part that is missing.
        expected: &'static str,
    },
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Short { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for BadLine {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(_, error) => Some(error),
            Self::Short { .. } => None,
        }
    }
}

/// Reads a file with one value in each line.
///
/// ```
/// use sprague_testkit::golden::{self, BadLine};
/// assert!(matches!(golden::read("no such file"), Err(BadLine::Unreadable(..))));
/// ```
///
/// # Errors
/// [`BadLine`] if the file cannot be read, or at the first line without a value or a source.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<Line>, BadLine> {
    read_values(path)
}

/// Reads a file with `N` values in each line, such as preperiod and period.
///
/// # Errors
/// [`BadLine`] if the file cannot be read, or at the first line without all values and a source.
pub fn read_values<const N: usize>(path: impl AsRef<Path>) -> Result<Vec<Line<N>>, BadLine> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|error| BadLine::Unreadable(path.to_owned(), error))?;
    parse(&text)
}

/// Parses a text with `N` values in each line.
///
/// ```
/// use sprague_testkit::golden;
///
/// let lines = golden::parse::<2>("octal:0.77  71 12  Winning Ways, ch. 4").unwrap();
/// assert_eq!(lines[0].values, ["71", "12"]);
/// ```
///
/// # Errors
/// [`BadLine::Short`] at the first line without all values and a source.
pub fn parse<const N: usize>(text: &str) -> Result<Vec<Line<N>>, BadLine> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.split('#').next().unwrap_or_default()));
    lines.filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| read_line(number, line)).collect()
}

fn read_line<const N: usize>(number: usize, line: &str) -> Result<Line<N>, BadLine> {
    let mut words = line.split_whitespace().peekable();
    let short = |expected| BadLine::Short { line: number, expected };
    let play = if words.next_if_eq(&"misere").is_some() { Play::Misere } else { Play::Normal };
    let position = words.next().ok_or_else(|| short("a position"))?.to_owned();
    let values: Vec<String> = words.by_ref().take(N).map(str::to_owned).collect();
    let values = values.try_into().map_err(|_| short("a value"))?;
    let source = words.collect::<Vec<_>>().join(" ");
    if source.is_empty() { Err(short("a source")) } else { Ok(Line { number, play, position, values, source }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_count_as_lines() {
        let lines = parse::<1>("# nothing\n\n \t# nothing\nnim@3\t3\tBouton").unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].number, 4);
    }

    #[test]
    fn short_lines_say_what_is_missing() {
        for (text, message) in [
            ("misere", "line 1: expected a position"),
            ("nim@3", "line 1: expected a value"),
            ("nim@3 3", "line 1: expected a source"),
            ("nim@3 3 # Bouton", "line 1: expected a source"),
        ] {
            assert_eq!(parse::<1>(text).unwrap_err().to_string(), message, "{text}");
        }
        assert_eq!(parse::<2>("octal:0.77 71").unwrap_err().to_string(), "line 1: expected a value");
        assert!(read("no such file").unwrap_err().to_string().starts_with("no such file: "));
    }
}
