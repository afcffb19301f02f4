//! Boards as text: a character for each square, row by row, or a size.

use super::{Board, Grid, LONGEST, Size};
use core::fmt;
use core::str::FromStr;
use sprague_core::BadNotation;
use sprague_core::any::{ListedBy, Picture};
use sprague_core::notation::Reader;

/// The characters for the kinds of squares, and their names in error messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alphabet {
    /// The character of each kind, in order; a blank for a kind that does not occur.
    pub(crate) characters: &'static str,
    /// The list of characters, for messages such as "expected …".
    pub(crate) listed: &'static str,
    /// The possible beginnings of a board, for messages such as "expected …".
    pub(crate) start: &'static str,
}

/// The kinds of squares of a board that is given by its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The smallest number of columns for which the board is defined.
    pub(crate) fewest_columns: u8,
    /// Returns the kind of the square at a row and a column, both from 0.
    pub(crate) kind: fn(size: Size, row: usize, column: usize) -> u8,
}

impl Start {
    /// Returns a start that is defined for every size.
    pub(crate) const fn of_any_size(kind: fn(Size, usize, usize) -> u8) -> Self {
        Self { fewest_columns: 1, kind }
    }
}

/// A board as it was parsed: the number of columns and the kinds of its squares, row by row.
struct Drawn {
    columns: u8,
    kinds: Vec<u8>,
}

impl Alphabet {
    /// Free squares are `.`, all others `#`.
    pub(crate) const FREE: Self =
        Self { characters: "#.", listed: "`.` or `#`", start: "rows of `.` and `#` with `/` between, or a size such as 4x5" };

    /// Left's stones are `x`, Right's stones `o`, free squares `.` and all others `#`.
    pub(crate) const PIECES: Self =
        Self { characters: "#xo.", listed: "`x`, `o`, `.` or `#`", start: "rows of `x`, `o`, `.` and `#` with `/` between" };

    /// Describes all boards of a size. If `#` is one of the characters, sets of squares are boards on which other squares are
    /// `#`.
    pub(crate) fn listed(self, is_turned_negative: bool) -> ListedBy {
        let shape = self.characters.contains('#').then_some(['#', '.']);
        ListedBy::Squares { characters: self.characters, shape, is_turned_negative }
    }

    /// Returns the character of a kind of square; `?`, which is never parsed, for an invalid kind from a file.
    fn character(self, kind: u8) -> char {
        self.characters.as_bytes().get(usize::from(kind)).map_or('?', |&character| char::from(character))
    }

    fn kind(self, character: char) -> Option<u8> {
        let at = self.characters.find(character).filter(|_| character != ' ');
        at.map(|kind| kind as u8)
    }

    /// Formats the rows with `/` between them.
    pub(crate) fn show<const PLANES: usize>(self, grid: &Grid<PLANES>) -> String {
        let rows = self.rows(grid).map(Iterator::collect);
        rows.collect::<Vec<String>>().join("/")
    }

    pub(crate) fn picture<const PLANES: usize>(self, grid: &Grid<PLANES>) -> Picture {
        Picture::Cells(self.rows(grid).map(Iterator::collect).collect())
    }

    fn rows<const PLANES: usize>(self, grid: &Grid<PLANES>) -> impl Iterator<Item = impl Iterator<Item = char>> {
        let columns = grid.columns();
        (0..grid.rows()).map(move |row| (0..columns).map(move |column| self.character(grid.kind(row, column))))
    }

    /// Parses a board that is drawn in rows, or given by its size.
    ///
    /// `AxB` is accepted if `of_size` defines a kind for each square of a board of a given size.
    pub(crate) fn read<const PLANES: usize>(self, text: &str, of_size: Option<Start>) -> Result<Grid<PLANES>, BadNotation> {
        Reader::new(text).whole(|reader| match (reader.peek(), of_size) {
            (Some('0'..='9'), Some(start)) => {
                let size = size(reader, start.fewest_columns)?;
                Ok(Grid::of_kinds(size.rows(), size.columns(), |row, column| (start.kind)(size, row, column)))
            }
            (Some(first), _) if self.kind(first).is_some() => {
                let Drawn { columns, kinds } = self.drawn(reader)?;
                let rows = kinds.len() / usize::from(columns);
                if rows == 1 && reader.peek().is_some() {
                    return Err(reader.expected(format!("{}, `/` or the end", self.listed)));
                }
                Ok(Grid::of_kinds(rows as u8, columns, |row, column| kinds[row * usize::from(columns) + column]))
            }
            _ => Err(reader.expected(self.start)),
        })
    }

    /// Parses rows of equal length.
    fn drawn(self, reader: &mut Reader<'_>) -> Result<Drawn, BadNotation> {
        let mut kinds = vec![];
        let columns = self.row(reader, LONGEST, &mut kinds)?;
        let mut rows = 1;
        while reader.peek() == Some('/') {
            if rows == LONGEST {
                return Err(reader.expected(format!("at most {LONGEST} rows")));
            }
            reader.skip('/');
            if self.row(reader, columns, &mut kinds)? < columns {
                return Err(reader.expected(format!("{}: every row has {columns} squares", self.listed)));
            }
            rows += 1;
        }
        Ok(Drawn { columns, kinds })
    }

    /// Parses a row of at most `most` squares, appends their kinds, and returns its length.
    fn row(self, reader: &mut Reader<'_>, most: u8, kinds: &mut Vec<u8>) -> Result<u8, BadNotation> {
        let mut length = 0;
        while let Some(character) = reader.peek()
            && let Some(kind) = self.kind(character)
        {
            if length == most {
                return Err(reader.expected(format!("`/` or the end: the row has {most} squares")));
            }
            reader.skip(character);
            kinds.push(kind);
            length += 1;
        }
        Ok(length)
    }
}

/// Parses `AxB`, the numbers of rows and columns.
fn size(reader: &mut Reader<'_>, fewest_columns: u8) -> Result<Size, BadNotation> {
    let most = u64::from(LONGEST);
    let rows = reader.within(1..=most, "how many rows there are,")?;
    if !reader.skip('x') {
        return Err(reader.expected("`x` and how many columns there are, as in 4x5"));
    }
    let columns = reader.within(fewest_columns.into()..=most, "how many columns there are,")?;
    Ok(Size::new(rows as u8, columns as u8))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Alphabet::FREE.show(self))
    }
}

impl FromStr for Board {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Alphabet::FREE.read(text, Some(Start::of_any_size(|_, _, _| 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_board_is_refused_where_it_goes_wrong() {
        let start = "rows of `.` and `#` with `/` between, or a size such as 4x5";
        for (text, at, expected) in [
            ("", 0, start),
            ("/..", 0, start),
            ("x4", 0, start),
            ("4", 1, "`x` and how many columns there are, as in 4x5"),
            ("0x4", 0, "how many rows there are, 1-128"),
            ("129x4", 0, "how many rows there are, 1-128"),
            ("4x", 2, "how many columns there are, 1-128"),
            ("4x0", 2, "how many columns there are, 1-128"),
            ("4x10^30", 2, "how many columns there are, 1-128"),
            ("4x5x6", 3, "nothing more"),
            ("../.", 4, "`.` or `#`: every row has 2 squares"),
            ("../", 3, "`.` or `#`: every row has 2 squares"),
            ("..//..", 3, "`.` or `#`: every row has 2 squares"),
            ("../#.#", 5, "`/` or the end: the row has 2 squares"),
            ("..o", 2, "`.` or `#`, `/` or the end"),
            ("../..o", 5, "nothing more"),
            ("../.é", 4, "`.` or `#`: every row has 2 squares"),
        ] {
            assert_eq!(text.parse::<Board>(), Err(BadNotation::new(at, expected.to_owned())), "{text}");
        }
    }

    #[test]
    fn boards_of_128_by_128_are_the_largest() {
        let row = ".".repeat(128);
        let rows = vec![row.as_str(); 128].join("/");
        assert_eq!(rows.parse::<Board>(), "128x128".parse());
        assert_eq!(format!("{row}.").parse::<Board>().unwrap_err().at, 128);
        assert_eq!(format!("{rows}/{row}").parse::<Board>(), Err(BadNotation::new(128 * 129 - 1, "at most 128 rows")));
    }
}
