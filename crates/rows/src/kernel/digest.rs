//! Counts and digests rows from their planes. The result does not depend on the kernel.

use super::{CHUNK_WORDS, Planes};

/// The number of words of a plane that are hashed in parallel.
const LANES: usize = 16;

/// The factors for the low and the high half of a word: odd, different and without a pattern. They are taken from xxHash.
const FACTORS: [u64; 2] = [0x9e37_79b1, 0x85eb_ca77];

/// An odd number whose bits look random: 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of rows lost for the player to move, and a digest of all cells.
///
/// The digest depends only on the rows: a plane of zeros does not change it, so it does not depend on the number of bits that a
/// kernel uses for a cell.
///
/// ```
/// use sprague_rows::{Planes, RowDigest};
///
/// let mut tally = RowDigest::default();
/// tally.add(&mut Planes::new(1, 3), 1_000); // nimbers, all 0
/// let mut other = RowDigest::default();
/// other.add(&mut Planes::new(1, 1), 1_000);
/// assert_eq!((tally.lost(), tally.digest()), (1_000, other.digest()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct RowDigest {
    rows: u64,
    not_lost: Ones,
    whoever_starts: bool,
    columns: usize,
    /// The hash of each plane: column c, bit b at `hashes[c][b]`.
    hashes: Vec<Vec<[u64; LANES]>>,
}

impl RowDigest {
    /// Returns an empty digest that counts a row as lost if its first two cells are lost, that is, whoever starts.
    ///
    /// ```
    /// use sprague_rows::{Planes, RowDigest};
    ///
    /// let mut planes = Planes::new(2, 1);
    /// planes.plane_mut(1, 0)[0] = 1; // row 0 is won for the second player
    /// let mut tally = RowDigest::of_both();
    /// tally.add(&mut planes, 10);
    /// assert_eq!(tally.lost(), 9);
    /// ```
    pub fn of_both() -> Self {
        Self { whoever_starts: true, ..Self::default() }
    }

    /// Adds the first `rows` rows of a chunk, at most [`CHUNK_ROWS`](super::CHUNK_ROWS), and sets its other rows to 0.
    ///
    /// Only the last chunk may have fewer rows.
    pub fn add(&mut self, planes: &mut Planes, rows: usize) {
        planes.cut(rows);
        self.count(planes);
        self.rows += rows as u64;
        self.columns = self.columns.max(planes.columns());
        self.hashes.resize(self.columns, vec![]);
        for column in 0..planes.columns() {
            let hashes = &mut self.hashes[column];
            hashes.resize(hashes.len().max(planes.bits()), [0; LANES]);
            for (bit, hash) in hashes.iter_mut().take(planes.bits()).enumerate() {
                hashed(hash, planes.plane(column, bit));
            }
            // planes that this chunk does not have count as zeros
            hashes.iter_mut().skip(planes.bits()).for_each(|hash| hashed(hash, &[0; CHUNK_WORDS]));
        }
    }

    /// Counts the rows of a chunk that are not lost, from the cells that decide this.
    fn count(&mut self, planes: &Planes) {
        let columns = if self.whoever_starts { 2 } else { 1 };
        let mut set = *planes.plane(0, 0);
        for index in 1..columns * planes.bits() {
            let plane = planes.plane(index / planes.bits(), index % planes.bits());
            set.iter_mut().zip(plane).for_each(|(set, word)| *set |= word);
        }
        self.not_lost.add(&set);
    }

    /// Returns the number of rows added.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of rows that are lost.
    pub fn lost(&self) -> u64 {
        self.rows - self.not_lost.count()
    }

    /// Returns the digest of all rows. Equal rows have equal digests.
    pub fn digest(&self) -> u64 {
        let mixed = |number: u64| (number ^ number >> 32).wrapping_mul(FACTOR);
        let lanes = self.hashes.iter().zip(1_u64..).flat_map(|(bits, column)| {
            bits.iter().zip(1_u64..).flat_map(move |(lanes, bit)| {
                lanes.iter().zip(1_u64..).map(move |(&hash, lane)| (column << 16 | bit << 8 | lane, hash))
            })
        });
        let of_planes = lanes
            .filter(|(_, hash)| *hash != 0)
            .fold(0_u64, |sum, (place, hash)| sum.wrapping_add(mixed(mixed(hash) ^ mixed(place))));
        mixed(mixed(of_planes) ^ self.rows)
    }
}

/// Adds the words of a plane to a hash. Zeros leave the hash at 0 if all words before were 0, too.
///
/// Every vector unit can multiply 32 bits. Both halves of a word need a multiplication: if the high half were only added, it
/// would count like the low half of the next word.
fn hashed(hash: &mut [u64; LANES], plane: &[u64; CHUNK_WORDS]) {
    let mut lanes = *hash;
    for words in plane.chunks_exact(LANES) {
        for (lane, word) in lanes.iter_mut().zip(words) {
            let mixed = *lane ^ word;
            *lane = ((mixed & 0xffff_ffff) * FACTORS[0]).wrapping_add((mixed >> 32) * FACTORS[1]);
        }
    }
    *hash = lanes;
}

/// The number of words that are counted in parallel.
const BESIDE: usize = 8;

/// Counts the bits that are set, in carry-save adders that keep one bit of each weight.
///
/// This is faster than `count_ones` on machines without `popcnt`. Source: Harley & Seal; Warren, *Hacker's Delight*, §5-1.
#[derive(Clone, Debug, Default)]
struct Ones {
    one: [u64; BESIDE],
    two: [u64; BESIDE],
    four: [u64; BESIDE],
    eights: u64,
}

impl Ones {
    fn add(&mut self, words: &[u64; CHUNK_WORDS]) {
        let add = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
        let mut eight = [0; BESIDE];
        for lane in 0..BESIDE {
            let word = |row: usize| words[row * BESIDE + lane];
            let (one, a) = add(self.one[lane], word(0), word(1));
            let (one, b) = add(one, word(2), word(3));
            let (one, c) = add(one, word(4), word(5));
            let (one, d) = add(one, word(6), word(7));
            let (two, e) = add(self.two[lane], a, b);
            let (two, f) = add(two, c, d);
            let (four, carried) = add(self.four[lane], e, f);
            (self.one[lane], self.two[lane], self.four[lane], eight[lane]) = (one, two, four, carried);
        }
        self.eights += ones(&eight);
    }

    fn count(&self) -> u64 {
        8 * self.eights + 4 * ones(&self.four) + 2 * ones(&self.two) + ones(&self.one)
    }
}

fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CHUNK_ROWS;

    fn filled(bits: usize, seed: u64) -> Planes {
        let mut planes = Planes::new(1, bits);
        (0..CHUNK_ROWS).for_each(|row| planes.add(row, 0, ((row as u64 * seed) >> 3) & 3));
        planes
    }

    #[test]
    fn planes_of_zeros_do_not_count() {
        for (first, second) in [(2, 2), (5, 5), (2, 7), (7, 2)] {
            let mut tally = RowDigest::default();
            tally.add(&mut filled(first, 5), CHUNK_ROWS);
            tally.add(&mut filled(second, 11), 100);
            let mut narrow = RowDigest::default();
            narrow.add(&mut filled(2, 5), CHUNK_ROWS);
            narrow.add(&mut filled(2, 11), 100);
            assert_eq!((tally.digest(), tally.lost()), (narrow.digest(), narrow.lost()));
        }
    }

    #[test]
    fn a_digest_tells_rows_apart() {
        let digest = |change: usize, rows: usize| {
            let mut planes = filled(3, 5);
            planes.add(change, 0, 4);
            let mut tally = RowDigest::default();
            tally.add(&mut planes, rows);
            tally.digest()
        };
        let all: std::collections::HashSet<u64> = (0..CHUNK_ROWS).map(|change| digest(change, CHUNK_ROWS)).collect();
        assert_eq!(all.len(), CHUNK_ROWS);
        assert_ne!(digest(7, 4000), digest(7, 4001));
    }

    #[test]
    fn ones_are_counted() {
        let (mut words, mut counted, mut all) = ([0; CHUNK_WORDS], Ones::default(), 0);
        for n in 0..200 {
            words.iter_mut().enumerate().for_each(|(i, word)| *word = (i as u64 + n).wrapping_mul(FACTOR).wrapping_pow(3));
            counted.add(&words);
            all += ones(&words);
            assert_eq!(counted.count(), all);
        }
    }
}
