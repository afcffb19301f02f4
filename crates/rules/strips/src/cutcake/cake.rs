//! A cake: the pieces into which it has been cut.

use core::fmt;
use core::str::FromStr;
use smallvec::SmallVec;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::notation::Reader;

const MAX_PIECES: usize = 1000;

/// A rectangle of squares, written `7x13`.
///
/// Each side is 1 to 4294967295.
///
/// ```
/// assert_eq!(sprague_rules_strips::Piece { rows: 7, columns: 13 }.to_string(), "7x13");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The number of rows, which Right splits.
    pub rows: u32,
    /// The number of columns, which Left splits.
    pub columns: u32,
}

impl Piece {
    /// Returns the value of the piece: ⌊B/a⌋ − 1 for the largest power of two a up to A, if that is not negative, else the same
    /// with the sides exchanged and the sign reversed.
    pub(super) fn value(&self) -> i64 {
        let Self { rows, columns } = *self;
        let parts = |side: u32, other: u32| i64::from(side >> other.ilog2());
        if parts(columns, rows) > 0 { parts(columns, rows) - 1 } else { 1 - parts(rows, columns) }
    }

    /// Returns whether a player can cut the piece.
    fn is_cut(&self) -> bool {
        self.rows > 1 || self.columns > 1
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Pieces in ascending order, written `1x5.7x13`.
///
/// Pieces of one square are left out, because nobody can cut them. A cake without other pieces is written `1x1`.
///
/// ```
/// use sprague_rules_strips::Cake;
///
/// let cake: Cake = "7x13.1x1.1x5".parse()?;
/// assert_eq!((cake.pieces().len(), cake.to_string().as_str()), (2, "1x5.7x13"));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cake(SmallVec<[Piece; 4]>);

impl Cake {
    /// Returns the pieces that can be cut, in ascending order.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns the cake in which one piece of this size is replaced by two others.
    pub(super) fn with(&self, piece: &Piece, into: [Piece; 2]) -> Self {
        let mut pieces = self.0.clone();
        if let Ok(index) = pieces.binary_search(piece) {
            pieces.remove(index);
        }
        pieces.into_iter().chain(into).collect()
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        if self.0.spilled() { size_of_val(self.pieces()) } else { 0 }
    }
}

impl FromIterator<Piece> for Cake {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut pieces: SmallVec<[Piece; 4]> = pieces.into_iter().filter(Piece::is_cut).collect();
        pieces.sort_unstable();
        Self(pieces)
    }
}

impl fmt::Display for Cake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else { return f.write_str("1x1") };
        write!(f, "{first}")?;
        others.iter().try_for_each(|piece| write!(f, ".{piece}"))
    }
}

impl FromStr for Cake {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let mut pieces = 0;
            let pieces = reader.list('.', |reader| {
                pieces += 1;
                if pieces > MAX_PIECES {
                    return Err(reader.expected(format!("at most {MAX_PIECES} pieces")));
                }
                piece(reader)
            })?;
            Ok(pieces.into_iter().collect())
        })
    }
}

fn piece(reader: &mut Reader<'_>) -> Result<Piece, BadNotation> {
    let rows = side(reader, "how many rows there are, 1-4294967295")?;
    if !reader.skip('x') {
        return Err(reader.expected("`x` and how many columns there are, as in 7x13"));
    }
    Ok(Piece { rows, columns: side(reader, "how many columns there are, 1-4294967295")? })
}

fn side(reader: &mut Reader<'_>, what: &'static str) -> Result<u32, BadNotation> {
    let start = reader.at();
    let number = reader.small().ok().and_then(|number| u32::try_from(number).ok());
    number.filter(|&number| number > 0).ok_or_else(|| BadNotation::new(start, what))
}

/// Packs the number of pieces, then a word for each piece.
impl Pack for Cake {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.0.len() as u64]);
        words.extend(self.0.iter().map(|piece| u64::from(piece.rows) << 32 | u64::from(piece.columns)));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let piece = |word: u64| Piece { rows: (word >> 32) as u32, columns: word as u32 };
        (0..u64::unpack(words)?).map(|_| u64::unpack(words).map(piece)).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_cake_is_refused_where_it_goes_wrong() {
        let (rows, columns) = ("how many rows there are, 1-4294967295", "how many columns there are, 1-4294967295");
        let many = ["1x1"; 1001].join(".");
        for (text, at, expected) in [
            ("", 0, rows),
            ("x3", 0, rows),
            ("7", 1, "`x` and how many columns there are, as in 7x13"),
            ("0x4", 0, rows),
            ("4294967296x4", 0, rows),
            ("7x", 2, columns),
            ("7x0", 2, columns),
            ("7x10^30", 2, columns),
            ("7x13x", 4, "nothing more"),
            ("7x13.", 5, rows),
            ("7x13.4é", 6, "`x` and how many columns there are, as in 7x13"),
            (&many, 4000, "at most 1000 pieces"),
        ] {
            assert_eq!(text.parse::<Cake>(), Err(BadNotation::new(at, expected.to_owned())), "{text}");
        }
    }

    #[test]
    fn one_piece_is_two_words_and_four_take_no_memory() {
        let words = |text: &str| {
            let mut words = vec![];
            text.parse::<Cake>().unwrap().pack(&mut words);
            words.len()
        };
        assert_eq!([words("7x13"), words("1x1"), words("2x2.2x2")], [2, 1, 3]);
        let bytes = |text: &str| text.parse::<Cake>().unwrap().allocated_bytes();
        assert_eq!([bytes("2x2.2x2.2x2.2x2"), bytes("2x2.2x2.2x2.2x2.2x2")], [0, 40]);
    }
}
