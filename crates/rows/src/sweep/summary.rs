//! The results of a sweep: the number of sets, the longest period, and a histogram of periods.

use super::digest::RecordDigest;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The longest period among the sets of a summary.
///
/// ```
/// use sprague_rows::sweep::Longest;
/// let longest = Longest { period: 10, preperiod: 0, mask: 0b10000, count: 12 };
/// assert_eq!(longest.set(), [5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The longest period.
    pub period: u64,
    /// The preperiod of the set in `mask`.
    pub preperiod: u64,
    /// The set with this period that has the least bit mask. Bit s − 1 is set if s is a member.
    pub mask: u64,
    /// The number of sets with this period.
    pub count: u64,
}

impl Longest {
    /// Returns the members of the set in `mask`, least first.
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

/// The results for the first sets of a sweep or of a part of it, in the order of their bit masks.
///
/// ```
/// use sprague_rows::sweep::SweepSummary;
/// let empty = SweepSummary::default();
/// assert_eq!(SweepSummary::from_bytes(&empty.to_bytes()), Some(empty));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepSummary {
    /// The number of sets.
    pub sets: u64,
    /// The longest period, or `None` if there are no sets.
    pub longest: Option<Longest>,
    /// The number of sets for each period.
    pub histogram: BTreeMap<u64, u64>,
    /// The sum of [`SetPeriod::digest`](super::SetPeriod::digest) of all sets, if the sweep has a digest.
    pub digest: Option<RecordDigest>,
}

/// Periods below this are counted in an array.
const SHORT: usize = 1024;

/// The summary of one chunk of sets while it is computed. The preperiod of the longest period is not known yet.
pub(super) struct ChunkTally {
    longest: Option<Longest>,
    sets: u64,
    short: Vec<u64>,
    long: BTreeMap<u64, u64>,
}

impl ChunkTally {
    /// Counts `sets` sets with this period. `mask` is the least of them.
    pub(super) fn count(&mut self, mask: u64, period: u64, sets: u64) {
        self.sets += sets;
        match self.short.get_mut(period as usize) {
            Some(count) => *count += sets,
            None => *self.long.entry(period).or_default() += sets,
        }
        match &mut self.longest {
            Some(longest) if period < longest.period => {}
            Some(longest) if period == longest.period => {
                longest.count += sets;
                longest.mask = longest.mask.min(mask);
            }
            _ => self.longest = Some(Longest { period, preperiod: 0, mask, count: sets }),
        }
    }

    /// Returns the summary, without a digest.
    pub(super) fn finished(self) -> SweepSummary {
        let short = (0..).zip(self.short).filter(|(_, count)| *count > 0);
        SweepSummary { sets: self.sets, longest: self.longest, histogram: short.chain(self.long).collect(), digest: None }
    }
}

impl SweepSummary {
    pub(super) fn of_a_chunk() -> ChunkTally {
        ChunkTally { longest: None, sets: 0, short: vec![0; SHORT], long: BTreeMap::new() }
    }

    /// Adds the results for other sets of the same sweep.
    ///
    /// The sum has a digest if both have one. A summary without sets counts as having one.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::sweep::{Job, Shard, Sweep, SweepSummary, all_cores};
    ///
    /// let tally = |sweep: Sweep| sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ()).0;
    /// let sweep = Sweep::outcomes(12)?;
    /// let mut sum = tally(sweep.part(Shard::new(2, 2)?));
    /// sum.add(&tally(sweep.part(Shard::new(1, 2)?)));
    /// assert_eq!(sum, tally(sweep.with_digest()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If both together have 2^64 or more sets, which no sweep has.
    pub fn add(&mut self, other: &Self) {
        self.digest = match (self.digest, other.digest) {
            (Some(ours), Some(theirs)) => Some(ours + theirs),
            // a summary without sets adds no record
            (ours, theirs) => ours.filter(|_| other.sets == 0).or(theirs.filter(|_| self.sets == 0)),
        };
        self.sets = self.sets.checked_add(other.sets).expect("a sweep has at most 2^62 sets");
        for (&period, count) in &other.histogram {
            *self.histogram.entry(period).or_default() += count;
        }
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

    /// Returns the summary as bytes, for a checkpoint.
    ///
    /// ```
    /// # use sprague_rows::sweep::SweepSummary;
    /// assert_eq!(SweepSummary::default().to_bytes().len(), 64);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let longest = self.longest.map_or([0; 4], |Longest { period, preperiod, mask, count }| [period, preperiod, mask, count]);
        let counts = self.histogram.iter().flat_map(|(&period, &count)| [period, count]);
        let digest = self.digest.map_or([0; 3], |RecordDigest(sum)| [1, sum as u64, (sum >> 64) as u64]);
        [self.sets].into_iter().chain(longest).chain(digest).chain(counts).flat_map(u64::to_le_bytes).collect()
    }

    /// Returns the summary that was converted to these bytes, or `None` if they are not a summary.
    ///
    /// ```
    /// # use sprague_rows::sweep::SweepSummary;
    /// assert_eq!(SweepSummary::from_bytes(b"nonsense"), None);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, []) = bytes.as_chunks::<8>() else { return None };
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let [sets, period, preperiod, mask, count, has_digest, low, high, ref counts @ ..] = words[..] else { return None };
        let (counts, []) = counts.as_chunks::<2>() else { return None };
        let histogram: BTreeMap<u64, u64> = counts.iter().map(|&[period, count]| (period, count)).collect();
        let total = histogram.values().try_fold(0_u64, |total, &count| total.checked_add(count));
        let longest = (sets > 0).then_some(Longest { period, preperiod, mask, count });
        let is_longest = longest.map(|longest| (longest.period, longest.count));
        let agrees = total == Some(sets) && is_longest == histogram.last_key_value().map(|(&p, &c)| (p, c));
        let digest = match (has_digest, low, high) {
            (0, 0, 0) => None,
            (1, low, high) => Some(RecordDigest(u128::from(high) << 64 | u128::from(low))),
            _ => return None,
        };
        agrees.then_some(Self { sets, longest, histogram, digest })
    }
}
