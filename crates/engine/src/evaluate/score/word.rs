//! Two bounds and the best move as a word of the transposition table.

use sprague_core::ScoreBounds;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: ScoreBounds,
    /// The index of the best move so far.
    pub(super) best: Option<u32>,
}

/// The forms of a word, in its two highest bits: both bounds and the move, both bounds, only the lower one, only the upper one.
const SMALL: u64 = 0;
const BOTH: u64 = 1;
const LOW: u64 = 2;
const HIGH: u64 = 3;

/// The bits below the form.
const BITS: u32 = 34;

/// Returns the number in `bits` bits, with the least and the greatest for unknown bounds, or `None` if it is too large.
fn packed(bound: i64, bits: u32) -> Option<u64> {
    let most = (1 << (bits - 1)) - 1;
    let number = match bound {
        _ if bound == ScoreBounds::UNKNOWN.low => -most,
        _ if bound == ScoreBounds::UNKNOWN.high => most,
        _ if -most < bound && bound < most => bound,
        _ => return None,
    };
    Some((number + most) as u64)
}

fn unpacked(word: u64, bits: u32) -> i64 {
    let most = (1 << (bits - 1)) - 1;
    match (word & ((1 << bits) - 1)) as i64 - most {
        number if number == -most => ScoreBounds::UNKNOWN.low,
        number if number == most => ScoreBounds::UNKNOWN.high,
        number => number,
    }
}

impl Entry {
    /// Returns the entry as a word of 36 bits. Parts that do not fit are left out; returns `None` if no bound fits.
    pub(super) fn word(self) -> Option<u64> {
        let ScoreBounds { low, high } = self.bounds;
        let both = |bits| Some(packed(low, bits)? << bits | packed(high, bits)?);
        let best = self.best.filter(|best| *best < 1023).map_or(1023, u64::from);
        let small = || both(12).map(|both| SMALL << BITS | best << 24 | both);
        let one = |form, bound, unknown| packed(bound, BITS).filter(|_| bound != unknown).map(|bound| form << BITS | bound);
        small()
            .or_else(|| both(17).map(|both| BOTH << BITS | both))
            .or_else(|| one(LOW, low, ScoreBounds::UNKNOWN.low))
            .or_else(|| one(HIGH, high, ScoreBounds::UNKNOWN.high))
    }

    pub(super) fn of_word(word: u64) -> Self {
        let both = |bits| ScoreBounds { low: unpacked(word >> bits, bits), high: unpacked(word, bits) };
        let best = (word >> 24 & 1023) as u32;
        match word >> BITS {
            SMALL => Self { bounds: both(12), best: (best < 1023).then_some(best) },
            BOTH => Self { bounds: both(17), best: None },
            LOW => Self { bounds: ScoreBounds { low: unpacked(word, BITS), ..ScoreBounds::UNKNOWN }, best: None },
            _ => Self { bounds: ScoreBounds { high: unpacked(word, BITS), ..ScoreBounds::UNKNOWN }, best: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_never_claims_more_than_its_entry() {
        let ScoreBounds { low: least, high: most } = ScoreBounds::UNKNOWN;
        let numbers = [0, 1, 5, 2045, 2046, 2047, 2048, 65_534, 65_535, 65_536, 1 << 32, (1 << 33) - 2, 1 << 33, 1 << 40];
        let numbers = numbers.iter().flat_map(|&number| [number, -number]).chain([least, most]);
        for low in numbers.clone() {
            for high in numbers.clone().filter(|high| low <= *high) {
                for best in [None, Some(0), Some(1022), Some(1023), Some(9999)] {
                    let entry = Entry { bounds: ScoreBounds { low, high }, best };
                    let Some(word) = entry.word() else {
                        assert!([low, high].iter().all(|bound| bound.abs() >= (1 << 33) - 1));
                        continue;
                    };
                    assert!(word >> 36 == 0);
                    let again = Entry::of_word(word);
                    assert!(again.best.is_none() || again.best == best);
                    let is_weaker = (again.bounds.low == low || again.bounds.low == least)
                        && (again.bounds.high == high || again.bounds.high == most);
                    assert!(
                        is_weaker && again.bounds != ScoreBounds::UNKNOWN || entry.bounds == ScoreBounds::UNKNOWN,
                        "{entry:?} {again:?}"
                    );
                    if low.abs() < 2047 && high.abs() < 2047 {
                        assert_eq!(again, Entry { best: best.filter(|best| *best < 1023), ..entry });
                    }
                }
            }
        }
    }
}
