//! A row of coins, as the places of its heads.

use core::fmt;
use core::str::FromStr;
use smallvec::SmallVec;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Pack, Picture};
use sprague_core::notation::Reader;

/// Rows are drawn if the last head is at this place or before.
const DRAWN: u64 = 120;

/// A row of coins, given by the places of its heads, counted from 1. All other coins are tails.
///
/// It is parsed from places, `1.4.6`, or from letters that begin at place 1, `HTTHTH`. It is written as places, or `0` if there
/// are no heads.
///
/// ```
/// use sprague_rules_coins::Row;
/// let row: Row = "HTTHTH".parse()?;
/// assert_eq!((row.to_string(), row.heads()), ("1.4.6".to_owned(), &[1, 4, 6][..]));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(SmallVec<[u64; 6]>);

impl Row {
    /// Builds the row with heads at these places. Two heads at one place cancel.
    pub fn of(heads: impl IntoIterator<Item = u64>) -> Self {
        let mut row = Self::default();
        heads.into_iter().for_each(|place| row.turn(place));
        row
    }

    /// Returns the places of the heads in rising order.
    pub fn heads(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn turn(&mut self, place: u64) {
        match self.0.binary_search(&place) {
            Ok(index) => _ = self.0.remove(index),
            Err(index) => self.0.insert(index, place),
        }
    }

    /// Draws the coins as a strip, if the row is short enough.
    pub(crate) fn picture(&self) -> Option<Picture> {
        let last = self.0.last().copied().unwrap_or(1);
        let coin = |place| if self.0.binary_search(&place).is_ok() { 'H' } else { 'T' };
        (last <= DRAWN).then(|| Picture::Cells(vec![(1..=last).map(coin).collect()]))
    }

    pub(crate) fn allocated_bytes(&self) -> usize {
        if self.0.spilled() { self.0.capacity() * size_of::<u64>() } else { 0 }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        self.0
            .iter()
            .enumerate()
            .try_for_each(|(index, place)| if index == 0 { write!(f, "{place}") } else { write!(f, ".{place}") })
    }
}

impl FromStr for Row {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        if text.starts_with(['H', 'T']) {
            let place = |(at, letter): (usize, char)| match letter {
                'H' => Ok(Some(at as u64 + 1)),
                'T' => Ok(None),
                _ => Err(BadNotation::new(at, "H for heads or T for tails")),
            };
            let heads = text.char_indices().map(place).collect::<Result<Vec<_>, _>>()?;
            return Ok(Self(heads.into_iter().flatten().collect()));
        }
        Reader::new(text).whole(|reader| {
            let mut heads: SmallVec<[u64; 6]> = SmallVec::new();
            reader.list('.', |reader| {
                let at = reader.at();
                heads.push(reader.small()?);
                if heads[heads.len() - 1] == 0 && heads.len() > 1 {
                    return Err(BadNotation::new(at, "a place from 1 on"));
                }
                Ok(())
            })?;
            if heads.len() > 1 && heads[0] == 0 {
                return Err(BadNotation::new(0, "a place from 1 on"));
            }
            heads.retain(|place| *place > 0);
            let count = heads.len();
            heads.sort_unstable();
            heads.dedup();
            if heads.len() < count {
                Err(BadNotation::new(0, "different places, because each coin has its own"))
            } else {
                Ok(Self(heads))
            }
        })
    }
}

impl Pack for Row {
    fn pack(&self, words: &mut impl Extend<u64>) {
        self.0.to_vec().pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let row = Self(Vec::unpack(words)?.into());
        let is_row = row.0.first() != Some(&0) && row.0.windows(2).all(|pair| pair[0] < pair[1]);
        if is_row { Ok(row) } else { Err(BadPosition) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_row_is_refused_where_it_goes_wrong() {
        for (text, at) in [("", 0), ("HTX", 2), ("1.", 2), ("1.0", 2), ("0.1", 0), ("3.1.3", 0), ("1,2", 1), ("H1", 1)] {
            assert_eq!(text.parse::<Row>().unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn what_is_shown_or_packed_is_the_same_again() {
        for text in ["0", "1", "1.4.6", "18446744073709551615"] {
            let row: Row = text.parse().unwrap();
            assert_eq!(row.to_string(), text);
            let mut words = vec![];
            row.pack(&mut words);
            assert_eq!(Row::unpack(&mut words.as_slice()), Ok(row));
        }
        assert_eq!("6.1.4".parse(), Ok(Row::of([1, 4, 6])));
        assert_eq!("TTTT".parse(), Ok(Row::default()));
        assert!(Row::unpack(&mut &[2, 3, 3][..]).is_err() && Row::unpack(&mut &[1, 0][..]).is_err());
    }
}
