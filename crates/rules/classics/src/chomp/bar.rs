//! The rest of the bar, as the lengths of its rows.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::notation::Reader;

/// The largest number of squares in a row and in a column.
const LONGEST: u16 = 1000;

/// A bar of chocolate, given by the lengths of its rows, such as `5.5.3`.
///
/// The row with the poisoned square comes first; no row is longer than the row before it. `AxB` is read as `A` full rows of `B`
/// squares. Rows without squares are left out.
///
/// ```
/// use sprague_rules_classics::Bar;
///
/// let bar: Bar = "2x3".parse()?;
/// assert_eq!(bar.to_string(), "3.3");
/// assert_eq!("5.5.0".parse::<Bar>()?.rows(), [5, 5]);
/// assert_eq!("5.6".parse::<Bar>().unwrap_err().to_string(), "byte 2: expected a row no longer than the one before: 0-5");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(Box<[u16]>);

impl Bar {
    /// Builds a bar with rows of these lengths.
    ///
    /// Returns `None` unless the first row has a square, no row is longer than the one before it, and there are at most 1000
    /// rows of at most 1000 squares.
    ///
    /// ```
    /// use sprague_rules_classics::Bar;
    ///
    /// assert_eq!(Bar::new([5, 5, 3]).map(|bar| bar.to_string()).as_deref(), Some("5.5.3"));
    /// assert!(Bar::new([3, 5]).is_none() && Bar::new([]).is_none());
    /// ```
    pub fn new(rows: impl IntoIterator<Item = u16>) -> Option<Self> {
        let mut rows: Vec<u16> = rows.into_iter().collect();
        if !rows.is_sorted_by(|before, row| before >= row) {
            return None;
        }
        rows.truncate(rows.partition_point(|&length| length > 0));
        let is_small = rows.len() <= LONGEST.into() && rows.first()? <= &LONGEST;
        is_small.then(|| Self(rows.into()))
    }

    /// Returns the lengths of the rows. The row with the poisoned square comes first.
    ///
    /// ```
    /// assert_eq!(sprague_rules_classics::Bar::new([3, 1, 0]).unwrap().rows(), [3, 1]);
    /// ```
    pub fn rows(&self) -> &[u16] {
        &self.0
    }

    /// Returns the rest of the bar after this square, counted from 1, and all squares that are neither above nor left of it are
    /// bitten off.
    pub(super) fn bitten(&self, row: u16, column: u16) -> Self {
        let row = usize::from(row) - 1;
        if column == 1 {
            return Self(self.0[..row].into());
        }
        let mut rows = self.0.clone();
        let longer = rows[row..].partition_point(|&length| length >= column);
        rows[row..row + longer].fill(column - 1);
        Self(rows)
    }

    /// Returns the numbers of squares beside the poison in the first row and in the first column, if there are no others.
    pub(super) fn hook(&self) -> Option<[u16; 2]> {
        let (first, rest) = self.0.split_first()?;
        rest.iter().all(|length| *length == 1).then(|| [first - 1, rest.len() as u16])
    }

    pub(super) fn transposed(&self) -> Self {
        let height = |column| self.0.partition_point(|&length| length > column) as u16;
        Self((0..self.0[0]).map(height).collect())
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(row, length)| write!(f, "{}{length}", if row > 0 { "." } else { "" }))
    }
}

impl FromStr for Bar {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let mut last = length(reader, 1..=LONGEST, "a size, such as 4x5, or lengths of rows, such as 5.5.3, each number")?;
            if reader.skip('x') {
                let columns = length(reader, 1..=LONGEST, "how many squares a row has,")?;
                return Ok(Self(vec![columns; last.into()].into()));
            }
            let mut rows = vec![last];
            while reader.peek() == Some('.') {
                if rows.len() == usize::from(LONGEST) {
                    return Err(reader.expected(format!("at most {LONGEST} rows")));
                }
                reader.skip('.');
                last = length(reader, 0..=last, "a row no longer than the one before:")?;
                rows.push(last);
            }
            rows.truncate(rows.partition_point(|&length| length > 0));
            Ok(Self(rows.into()))
        })
    }
}

/// Parses a length within these bounds; an error message begins with `what`.
fn length(reader: &mut Reader<'_>, bounds: RangeInclusive<u16>, what: &str) -> Result<u16, BadNotation> {
    let (least, most) = bounds.into_inner();
    Ok(reader.within(least.into()..=most.into(), what)? as u16)
}

/// Packs four lengths into each word. The first 16 bits of all are the number of rows.
impl Pack for Bar {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let word = |lengths: &[u16]| lengths.iter().rev().fold(0, |word, &length| word << 16 | u64::from(length));
        let (first, rest) = self.0.split_at(self.0.len().min(3));
        words.extend([word(first) << 16 | self.0.len() as u64]);
        words.extend(rest.chunks(4).map(word));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let mut word = u64::unpack(words)?;
        let rows = word as u16;
        let (mut more, rest) = words.split_at_checked(usize::from(rows / 4)).ok_or(BadPosition)?;
        *words = rest;
        let length = |row: u16| {
            word = match more {
                [next, rest @ ..] if row % 4 == 3 => {
                    more = rest;
                    *next
                }
                _ => word >> 16,
            };
            word as u16
        };
        Ok(Self((0..rows).map(length).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_bar_is_refused_where_it_goes_wrong() {
        let first = "a size, such as 4x5, or lengths of rows, such as 5.5.3, each number 1-1000";
        for (text, at, expected) in [
            ("", 0, first),
            ("x5", 0, first),
            ("0", 0, first),
            ("1001", 0, first),
            ("10^30", 0, first),
            ("4x", 2, "how many squares a row has, 1-1000"),
            ("4x0", 2, "how many squares a row has, 1-1000"),
            ("4x1001", 2, "how many squares a row has, 1-1000"),
            ("4x5.3", 3, "nothing more"),
            ("5,3", 1, "nothing more"),
            ("5.", 2, "a row no longer than the one before: 0-5"),
            ("3.5", 2, "a row no longer than the one before: 0-3"),
            ("5.3.4", 4, "a row no longer than the one before: 0-3"),
            ("5.0.1", 4, "a row no longer than the one before: 0-0"),
            ("5.3x", 3, "nothing more"),
        ] {
            assert_eq!(text.parse::<Bar>(), Err(BadNotation::new(at, expected.to_owned())), "{text}");
        }
        let thousand = ["1"; 1000].join(".");
        assert_eq!(thousand.parse::<Bar>().unwrap().rows().len(), 1000);
        assert_eq!(format!("{thousand}.1").parse::<Bar>(), Err(BadNotation::new(1999, "at most 1000 rows")));
    }

    #[test]
    fn bars_made_by_hand_are_bars() {
        assert_eq!(Bar::new([4, 2, 0, 0]), "4.2".parse().ok());
        assert_eq!(Bar::new(vec![1000; 1000]), "1000x1000".parse().ok());
        for rows in [vec![], vec![0], vec![1, 0, 1], vec![2, 3], vec![1001], vec![1; 1001]] {
            assert_eq!(Bar::new(rows.iter().copied()), None, "{rows:?}");
        }
    }

    #[test]
    fn seven_rows_take_two_words() {
        let words = |text: &str| {
            let mut words = vec![];
            text.parse::<Bar>().unwrap().pack(&mut words);
            words.len()
        };
        assert_eq!([words("3x9"), words("7x1000"), words("8x1"), words("1000x1000")], [1, 2, 3, 251]);
    }
}
