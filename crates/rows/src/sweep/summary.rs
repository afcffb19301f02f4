//! What a sweep knows: how many sets were seen, the longest period, and how many sets have which period.

use super::digest::RecordDigest;
use super::one::SetPeriod;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The longest period of the sets that were seen.
///
/// ```
/// use sprague_rows::sweep::Longest;
/// let longest = Longest { period: 10, preperiod: 0, mask: 0b10000, count: 12 };
/// assert_eq!(longest.set(), [5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The period.
    pub period: u64,
    /// The preperiod of the set below.
    pub preperiod: u64,
    /// Of all sets with this period, the one with the least bit mask (bit s - 1 for the member s).
    pub mask: u64,
    /// How many sets have this period.
    pub count: u64,
}

impl Longest {
    /// The members, least first.
    ///
    /// ```
    /// # use sprague_rows::sweep::Longest;
    /// assert_eq!(Longest { period: 22, preperiod: 0, mask: 0b1010010, count: 1 }.set(), [2, 5, 7]);
    /// ```
    pub fn set(&self) -> Vec<u32> {
        members(self.mask)
    }
}

pub(super) fn members(mask: u64) -> Vec<u32> {
    (1..=64).filter(|member| mask >> (member - 1) & 1 != 0).collect()
}

/// What is known about the first sets of a sweep or of a part of it, in the order of their bit masks.
///
/// ```
/// use sprague_rows::sweep::SweepSummary;
/// let empty = SweepSummary::default();
/// assert_eq!(SweepSummary::from_bytes(&empty.to_bytes()), Some(empty));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepSummary {
    /// How many sets.
    pub sets: u64,
    /// The longest period, `None` before the first set.
    pub longest: Option<Longest>,
    /// How many sets have which period.
    pub histogram: BTreeMap<u64, u64>,
    /// Of a record for every set: its bit mask, period, preperiod.
    pub digest: RecordDigest,
}

/// Periods up to here are counted in a table.
const SHORT: usize = 1024;

/// A tally of one chunk of sets, while it is made.
pub(super) struct ChunkTally {
    short: Vec<u64>,
    long: BTreeMap<u64, u64>,
}

impl ChunkTally {
    /// So many sets have this period.
    pub(super) fn count(&mut self, period: u64, sets: u64) {
        match self.short.get_mut(period as usize) {
            Some(count) => *count += sets,
            None => *self.long.entry(period).or_default() += sets,
        }
    }

    /// The tally of these sets, that were all counted.
    pub(super) fn finished(self, sets: &[SetPeriod]) -> SweepSummary {
        let short = (0..).zip(self.short).filter(|(_, count)| *count > 0);
        let histogram: BTreeMap<u64, u64> = short.chain(self.long).collect();
        let longest = histogram.last_key_value().and_then(|(&period, &count)| {
            let set = sets.iter().find(|set| set.period == period)?;
            Some(Longest { period, preperiod: set.preperiod, mask: set.mask, count })
        });
        let record = |set: &SetPeriod| RecordDigest::of_numbers([set.mask, set.period, set.preperiod]);
        let digest = sets.iter().map(record).fold(RecordDigest::default(), |sum, record| sum + record);
        SweepSummary { sets: sets.len() as u64, longest, histogram, digest }
    }
}

impl SweepSummary {
    pub(super) fn of_a_chunk() -> ChunkTally {
        ChunkTally { short: vec![0; SHORT], long: BTreeMap::new() }
    }

    /// Adds what is known about other sets of the same sweep.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::sweep::{Shard, Sweep, SweepSummary, all_cores};
    ///
    /// let tally = |sweep: Sweep| sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ()).0;
    /// let sweep = Sweep::outcomes(12)?;
    /// let mut sum = tally(sweep.part(Shard::new(2, 2)?));
    /// sum.add(&tally(sweep.part(Shard::new(1, 2)?)));
    /// assert_eq!(sum, tally(sweep));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If both together have 2^64 sets, as no sweep has.
    pub fn add(&mut self, other: &Self) {
        self.sets = self.sets.checked_add(other.sets).expect("a sweep has at most 2^62 sets");
        for (&period, count) in &other.histogram {
            *self.histogram.entry(period).or_default() += count;
        }
        self.digest += other.digest;
        let Some(theirs) = other.longest else { return };
        let Some(ours) = &mut self.longest else {
            self.longest = Some(theirs);
            return;
        };
        match ours.period.cmp(&theirs.period) {
            Ordering::Less => *ours = theirs,
            Ordering::Equal => {
                let count = ours.count + theirs.count;
                let first = if ours.mask <= theirs.mask { *ours } else { theirs };
                *ours = Longest { count, ..first };
            }
            Ordering::Greater => {}
        }
    }

    /// The tally as bytes, for a checkpoint.
    ///
    /// ```
    /// # use sprague_rows::sweep::SweepSummary;
    /// assert_eq!(SweepSummary::default().to_bytes().len(), 56);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let longest = self.longest.map_or([0; 4], |Longest { period, preperiod, mask, count }| [period, preperiod, mask, count]);
        let counts = self.histogram.iter().flat_map(|(&period, &count)| [period, count]);
        let digest = [self.digest.0 as u64, (self.digest.0 >> 64) as u64];
        [self.sets].into_iter().chain(longest).chain(digest).chain(counts).flat_map(u64::to_le_bytes).collect()
    }

    /// The tally that these bytes are; `None` if they are none.
    ///
    /// ```
    /// # use sprague_rows::sweep::SweepSummary;
    /// assert_eq!(SweepSummary::from_bytes(b"nonsense"), None);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, []) = bytes.as_chunks::<8>() else { return None };
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let [sets, period, preperiod, mask, count, low, high, ref counts @ ..] = words[..] else { return None };
        let (counts, []) = counts.as_chunks::<2>() else { return None };
        let histogram: BTreeMap<u64, u64> = counts.iter().map(|&[period, count]| (period, count)).collect();
        let total = histogram.values().try_fold(0_u64, |total, &count| total.checked_add(count));
        let longest = (sets > 0).then_some(Longest { period, preperiod, mask, count });
        let is_longest = longest.map(|longest| (longest.period, longest.count));
        let agrees = total == Some(sets) && is_longest == histogram.last_key_value().map(|(&p, &c)| (p, c));
        let digest = RecordDigest(u128::from(high) << 64 | u128::from(low));
        agrees.then_some(Self { sets, longest, histogram, digest })
    }
}
