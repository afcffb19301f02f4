//! The rest of the bar, as the lengths of its rows.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::notation::Reader;

/// The largest number of squares in a column, and in a row.
const HIGHEST: u32 = 1000;
const LONGEST: u32 = 1_000_000_000;

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
pub struct Bar(Box<[u32]>);

impl Bar {
    /// Builds a bar with rows of these lengths.
    ///
    /// Returns `None` unless the first row has a square, no row is longer than the one before it, and there are at most 1000
    /// rows of at most 10^9 squares.
    ///
    /// ```
    /// use sprague_rules_classics::Bar;
    ///
    /// assert_eq!(Bar::new([5, 5, 3]).map(|bar| bar.to_string()).as_deref(), Some("5.5.3"));
    /// assert!(Bar::new([3, 5]).is_none() && Bar::new([]).is_none());
    /// ```
    pub fn new(rows: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut rows: Vec<u32> = rows.into_iter().collect();
        if !rows.is_sorted_by(|before, row| before >= row) {
            return None;
        }
        rows.truncate(rows.partition_point(|&length| length > 0));
        let is_small = rows.len() <= HIGHEST as usize && rows.first()? <= &LONGEST;
        is_small.then(|| Self(rows.into()))
    }

    /// Returns the lengths of the rows. The row with the poisoned square comes first.
    ///
    /// ```
    /// assert_eq!(sprague_rules_classics::Bar::new([3, 1, 0]).unwrap().rows(), [3, 1]);
    /// ```
    pub fn rows(&self) -> &[u32] {
        &self.0
    }

    /// Returns the rest of the bar after this square, counted from 1, and all squares that are neither above nor left of it are
    /// bitten off.
    pub(super) fn bitten(&self, row: u32, column: u32) -> Self {
        let row = row as usize - 1;
        if column == 1 {
            return Self(self.0[..row].into());
        }
        let mut rows = self.0.clone();
        let longer = rows[row..].partition_point(|&length| length >= column);
        rows[row..row + longer].fill(column - 1);
        Self(rows)
    }

    /// Returns the numbers of squares beside the poison in the first row and in the first column, if there are no others.
    pub(super) fn hook(&self) -> Option<[u32; 2]> {
        let (first, rest) = self.0.split_first()?;
        rest.iter().all(|length| *length == 1).then(|| [first - 1, rest.len() as u32])
    }

    /// Returns the bar with rows and columns exchanged, unless it is too long.
    pub(super) fn transposed(&self) -> Option<Self> {
        let height = |column| self.0.partition_point(|&length| length > column) as u32;
        // words that are no position may be read as a bar without rows
        let columns = self.0.first().copied().unwrap_or(0);
        (columns <= HIGHEST).then(|| Self((0..columns).map(height).collect()))
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
            if reader.peek() == Some('x') {
                if last > HIGHEST {
                    return Err(reader.expected(format!("at most {HIGHEST} rows")));
                }
                reader.skip('x');
                let columns = length(reader, 1..=LONGEST, "how many squares a row has,")?;
                return Ok(Self(vec![columns; last as usize].into()));
            }
            let mut rows = vec![last];
            while reader.peek() == Some('.') {
                if rows.len() == HIGHEST as usize {
                    return Err(reader.expected(format!("at most {HIGHEST} rows")));
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
fn length(reader: &mut Reader<'_>, bounds: RangeInclusive<u32>, what: &str) -> Result<u32, BadNotation> {
    let (least, most) = bounds.into_inner();
    Ok(reader.within(least.into()..=most.into(), what)? as u32)
}

/// Packs the number of rows and the lengths, four into each word, or two if a length takes more than 16 bits.
impl Pack for Bar {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let is_wide = self.0.first().is_some_and(|length| *length > u16::MAX.into());
        let header = self.0.len() as u64 | if is_wide { WIDE } else { 0 };
        let numbers: Vec<u64> = core::iter::once(header).chain(self.0.iter().map(|length| (*length).into())).collect();
        let (bits, count) = if is_wide { (32, 2) } else { (16, 4) };
        words.extend(numbers.chunks(count).map(|chunk| chunk.iter().rev().fold(0, |word, number| word << bits | number)));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let first = u64::unpack(words)?;
        let (bits, count) = if first & WIDE > 0 { (32, 2) } else { (16, 4) };
        let rows = (first & (WIDE - 1)) as usize;
        let (more, rest) = words.split_at_checked(rows / count).ok_or(BadPosition)?;
        *words = rest;
        let numbers = core::iter::once(&first).chain(more).flat_map(|word| (0..count).map(move |at| word >> (at as u32 * bits)));
        Ok(Self(numbers.skip(1).take(rows).map(|number| (number & ((1 << bits) - 1)) as u32).collect()))
    }
}

/// The bit next to the number of rows that marks lengths of 32 bits.
const WIDE: u64 = 1 << 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_bar_is_refused_where_it_goes_wrong() {
        let first = "a size, such as 4x5, or lengths of rows, such as 5.5.3, each number 1-1000000000";
        for (text, at, expected) in [
            ("", 0, first),
            ("x5", 0, first),
            ("0", 0, first),
            ("1000000001", 0, first),
            ("1001x5", 4, "at most 1000 rows"),
            ("10^30", 0, first),
            ("4x", 2, "how many squares a row has, 1-1000000000"),
            ("4x0", 2, "how many squares a row has, 1-1000000000"),
            ("4x1000000001", 2, "how many squares a row has, 1-1000000000"),
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
        for rows in [vec![], vec![0], vec![1, 0, 1], vec![2, 3], vec![LONGEST + 1], vec![1; 1001]] {
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
