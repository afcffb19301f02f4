//! Boards as text: `.` and `#` row by row, or a size.

use super::Board;
use super::board::LONGEST;
use crate::size::side;
use core::fmt;
use core::str::FromStr;
use sprague_core::BadNotation;
use sprague_core::notation::Reader;

impl Board {
    /// The characters of the rows.
    pub(super) fn characters(&self) -> impl Iterator<Item = impl Iterator<Item = char>> {
        let character = |row, column| if self.is_free(row, column) { '.' } else { '#' };
        (1..=self.rows()).map(move |row| (1..=self.columns()).map(move |column| character(row, column)))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.characters().map(Iterator::collect).collect();
        f.write_str(&rows.join("/"))
    }
}

impl FromStr for Board {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| match reader.peek() {
            Some('.' | '#') => drawn(reader),
            Some('0'..='9') => empty(reader),
            _ => Err(reader.expected("rows of `.` and `#` with `/` between, or a size such as 4x5")),
        })
    }
}

/// `AxB`, a board of which every square is free.
fn empty(reader: &mut Reader<'_>) -> Result<Board, BadNotation> {
    let sides = 1..=u16::from(LONGEST);
    let rows = side(reader, sides.clone(), "how many rows there are,")?;
    if !reader.skip('x') {
        return Err(reader.expected("`x` and how many columns there are, as in 4x5"));
    }
    let columns = side(reader, sides, "how many columns there are,")?;
    Ok(Board::new(rows as u8, columns as u8).expect("the sides are within bounds"))
}

/// Rows of equal length.
fn drawn(reader: &mut Reader<'_>) -> Result<Board, BadNotation> {
    let (first, columns) = row(reader, LONGEST)?;
    let mut rows = vec![first];
    while reader.peek() == Some('/') {
        if rows.len() == LONGEST.into() {
            return Err(reader.expected(format!("at most {LONGEST} rows")));
        }
        reader.skip('/');
        let (next, length) = row(reader, columns)?;
        if length < columns {
            return Err(reader.expected(format!("`.` or `#`: every row has {columns} squares")));
        }
        rows.push(next);
    }
    Ok(Board::of_rows(columns, rows))
}

/// A row of up to `most` squares: its free ones as bits, and its length.
fn row(reader: &mut Reader<'_>, most: u8) -> Result<(u64, u8), BadNotation> {
    let (mut free, mut length) = (0, 0);
    loop {
        let is_free = reader.peek() == Some('.');
        if !is_free && reader.peek() != Some('#') {
            return Ok((free, length));
        }
        if length == most {
            return Err(reader.expected(format!("`/` or the end: the row has {most} squares")));
        }
        reader.skip(if is_free { '.' } else { '#' });
        free |= u64::from(is_free) << length;
        length += 1;
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
            ("0x4", 0, "how many rows there are, 1-64"),
            ("65x4", 0, "how many rows there are, 1-64"),
            ("4x", 2, "how many columns there are, 1-64"),
            ("4x0", 2, "how many columns there are, 1-64"),
            ("4x10^30", 2, "how many columns there are, 1-64"),
            ("4x5x6", 3, "nothing more"),
            ("../.", 4, "`.` or `#`: every row has 2 squares"),
            ("../", 3, "`.` or `#`: every row has 2 squares"),
            ("..//..", 3, "`.` or `#`: every row has 2 squares"),
            ("../#.#", 5, "`/` or the end: the row has 2 squares"),
            ("..o", 2, "nothing more"),
            ("../.é", 4, "`.` or `#`: every row has 2 squares"),
        ] {
            assert_eq!(text.parse::<Board>(), Err(BadNotation::new(at, expected.to_owned())), "{text}");
        }
    }

    #[test]
    fn boards_of_64_by_64_are_the_largest() {
        let row = ".".repeat(64);
        let rows = vec![row.as_str(); 64].join("/");
        assert_eq!(rows.parse::<Board>(), "64x64".parse());
        assert_eq!(format!("{row}.").parse::<Board>().unwrap_err().at, 64);
        assert_eq!(format!("{rows}/{row}").parse::<Board>(), Err(BadNotation::new(64 * 65 - 1, "at most 64 rows")));
    }
}
