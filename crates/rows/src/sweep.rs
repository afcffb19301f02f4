//! Sweeps: every subtraction set with a given largest member, with its exact period.
//!
//! The next row of a subtraction game is a function of the last K rows, where K is the largest member. So two equal windows of
//! K rows prove the period ("bounded look-back"). Brent's algorithm (Brent 1980) on the windows finds the least period. `lanes`
//! runs it bit-sliced, on 512 sets at once, for a thousand rows; the few sets that need more rows are finished one by one
//! (`one`).
//!
//! A sweep can be divided into parts ([`Shard`]) for many machines. Chunks of sets are assigned in turn, so that all parts have
//! about the same work; their summaries are added with [`SweepSummary::add`]. A digest of all sets needs the preperiod of each
//! set, which doubles or triples the work. Parts compute it always, whole sweeps only if you request it
//! ([`Sweep::with_digest`]).

mod digest;
mod job;
mod lanes;
mod one;
mod shard;
mod summary;

pub use digest::{BadDigest, RecordDigest};
pub use job::{Job, Watch};
pub use one::SetPeriod;
pub use shard::{BadShard, Shard};
pub use summary::{Longest, SweepSummary};

use lanes::Lanes;
use sprague_core::heap::RowKind;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};
use std::num::NonZeroUsize;
use thiserror::Error;

/// A sweep over all subtraction sets with a given largest member. It finds their periods by outcomes or by nimbers, in normal
/// play.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::sweep::{Job, Sweep, SweepSummary};
///
/// let sweep = Sweep::outcomes(10)?;
/// assert_eq!(sweep.sets(), 512);
/// let (tally, stopped) = sweep.run(SweepSummary::default(), sprague_rows::sweep::all_cores(), &Limits::default(), &mut ());
/// assert_eq!(stopped, None);
/// let longest = tally.longest.unwrap();
/// assert_eq!((longest.period, longest.set()), (45, vec![3, 7, 10]));
/// # Ok::<(), sprague_rows::sweep::BadLargest>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    largest: u32,
    rows: RowKind,
    shard: Shard,
    wants_digest: bool,
}

/// The error for a largest member that is not from 1 to 63.
///
/// ```
/// use sprague_rows::sweep::Sweep;
/// assert_eq!(Sweep::outcomes(64).unwrap_err().to_string(), "a largest member from 1 to 63, not 64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a largest member from 1 to 63, not {0}")]
pub struct BadLargest(pub u32);

/// Returns the number of threads that the machine can run at once.
///
/// ```
/// assert!(sprague_rows::sweep::all_cores().get() >= 1);
/// ```
pub fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The largest number of sets in a chunk of work, which takes about half a millisecond.
const CHUNK: u64 = 1 << 14;

/// The least number of chunks of a part, if there are enough sets. It keeps the sizes of the parts nearly equal.
const CHUNKS: u64 = 64;
/// Fewer chunks than `CHUNKS` are enough if smaller chunks would compute sets one by one.
const FEW_CHUNKS: u64 = 4;

impl Sweep {
    /// Returns the sweep over all sets with this largest member, by the period of their outcomes.
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(63)?.sets(), 1 << 62);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`BadLargest`] for 0 and for numbers above 63.
    pub fn outcomes(largest: u32) -> Result<Self, BadLargest> {
        Self::of(largest, RowKind::Outcomes)
    }

    /// Returns the sweep over all sets with this largest member, by the period of their nimbers.
    ///
    /// ```
    /// assert!(sprague_rows::sweep::Sweep::nimbers(0).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns [`BadLargest`] for 0 and for numbers above 63.
    pub fn nimbers(largest: u32) -> Result<Self, BadLargest> {
        Self::of(largest, RowKind::Nimbers)
    }

    fn of(largest: u32, rows: RowKind) -> Result<Self, BadLargest> {
        if (1..=63).contains(&largest) {
            Ok(Self { largest, rows, shard: Shard::WHOLE, wants_digest: false })
        } else {
            Err(BadLargest(largest))
        }
    }

    /// Returns this sweep with a digest of all sets, which costs the preperiod of each.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::sweep::{Job, SetPeriod, Sweep, SweepSummary, all_cores};
    ///
    /// let sweep = Sweep::outcomes(1)?.with_digest();
    /// let tally = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ()).0;
    /// assert_eq!(tally.digest, Some(SetPeriod { mask: 1, period: 2, preperiod: 0 }.digest()));
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    #[must_use]
    pub fn with_digest(self) -> Self {
        Self { wants_digest: true, ..self }
    }

    /// Returns `true` if the summary has a digest: if it was requested, or if this is a part, because parts are added up.
    ///
    /// ```
    /// # use sprague_rows::sweep::Sweep;
    /// let sweep = Sweep::outcomes(26)?;
    /// assert!(!sweep.has_digest() && sweep.with_digest().has_digest() && sweep.part("1/2".parse()?).has_digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_digest(&self) -> bool {
        self.wants_digest || !self.shard.is_whole()
    }

    /// Returns only this part of the sweep.
    ///
    /// ```
    /// use sprague_rows::sweep::{Shard, Sweep};
    /// let sweep = Sweep::outcomes(26)?.part(Shard::new(2, 8)?);
    /// assert_eq!((sweep.shard().to_string(), sweep.part_sets()), ("2/8".to_owned(), 4_194_304));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Returns which part of the sweep this is.
    ///
    /// ```
    /// assert!(sprague_rows::sweep::Sweep::outcomes(26)?.shard().is_whole());
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Returns the number of sets in this part.
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(26)?.part_sets(), 33_554_432);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn part_sets(&self) -> u64 {
        self.shard.share(self.sets() / self.chunk_sets()) * self.chunk_sets()
    }

    /// Returns the number of threads, at most `jobs`, that have work in this part.
    ///
    /// ```
    /// # use std::num::NonZeroUsize;
    /// let many = NonZeroUsize::new(1024).unwrap();
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(18)?.threads(many).get(), 8);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn threads(&self, jobs: NonZeroUsize) -> NonZeroUsize {
        let chunks = usize::try_from(self.part_sets() / self.chunk_sets()).unwrap_or(usize::MAX);
        NonZeroUsize::new(jobs.get().min(chunks)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the number of sets in a chunk, a power of two.
    fn chunk_sets(&self) -> u64 {
        let (sets, parts) = (self.sets(), u64::from(self.shard.of()));
        if self.shard.is_whole() {
            return CHUNK.min(sets);
        }
        let block = lanes::SETS as u64;
        let most = sets / (CHUNKS * parts);
        let even = if most == 0 { 1 } else { 1 << most.ilog2() };
        if even < block && sets / block >= FEW_CHUNKS * parts { block } else { even.min(CHUNK) }
    }

    /// Returns the number in the whole sweep of the set with index `offset` of this part.
    fn number(&self, offset: u64) -> u64 {
        let chunk = self.chunk_sets();
        let (round, within) = (offset / chunk, offset % chunk);
        (round * u64::from(self.shard.of()) + u64::from(self.shard.number() - 1)) * chunk + within
    }

    /// Returns the number of sets in all parts together: 2^(K-1).
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(26)?.sets(), 33_554_432);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn sets(&self) -> u64 {
        1 << (self.largest - 1)
    }

    /// Returns the largest member of every set.
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(26)?.largest(), 26);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Returns the kind of rows whose periods are found.
    ///
    /// ```
    /// use sprague_core::heap::RowKind;
    /// assert_eq!(sprague_rows::sweep::Sweep::nimbers(26)?.rows(), RowKind::Nimbers);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn rows(&self) -> RowKind {
        self.rows
    }

    /// Returns `true` if this can be the summary of the first sets of this sweep, as [`run`](Job::run) returns it.
    ///
    /// ```
    /// # use sprague_rows::sweep::{Sweep, SweepSummary};
    /// assert!(Sweep::outcomes(9)?.can_go_on_from(&SweepSummary::default()));
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn can_go_on_from(&self, tally: &SweepSummary) -> bool {
        let is_alike = tally.sets == 0 || tally.digest.is_some() == self.has_digest();
        is_alike && tally.sets <= self.part_sets() && tally.sets.is_multiple_of(self.chunk_sets())
    }

    /// Computes `count` sets from number `first` on.
    ///
    /// Set number i has the member s if bit s − 1 of i is set, and the largest member.
    fn chunk(&self, lanes: &mut Lanes, first: u64, count: u64, wants_sets: bool, meter: &Meter<'_>) -> Result<Chunk, Stopped> {
        match self.rows {
            RowKind::Outcomes | RowKind::Scores => self.chunk_of::<one::Outcomes>(lanes, first, count, wants_sets, meter),
            RowKind::Nimbers => self.chunk_of::<one::Nimbers>(lanes, first, count, wants_sets, meter),
        }
    }

    fn chunk_of<S: one::Window>(
        &self,
        lanes: &mut Lanes,
        first: u64,
        count: u64,
        wants_sets: bool,
        meter: &Meter<'_>,
    ) -> Result<Chunk, Stopped> {
        let ask = || meter.look(first, 0, None);
        let wants_records = wants_sets || self.has_digest();
        let mut records = vec![SetPeriod { mask: 0, period: 0, preperiod: 0 }; if wants_records { count as usize } else { 0 }];
        let mut tally = SweepSummary::of_a_chunk();
        let mut left: Vec<u64> = vec![];
        // 1. whole blocks, bit-sliced
        if lanes::are_worth_it(self.largest) && count.is_multiple_of(lanes::SETS as u64) {
            for block in (first..first + count).step_by(lanes::SETS) {
                ask()?;
                let (found, open) = lanes.periods::<S>(self.largest, block / lanes::SETS as u64, wants_records);
                for found in found {
                    let (period, preperiod) = (u64::from(found.period), u64::from(found.preperiod));
                    tally.count(self.sets() | (block + lanes::first(&found.lanes)), period, lanes::count(&found.lanes));
                    if wants_records {
                        let records = &mut records[(block - first) as usize..];
                        let record = |lane| SetPeriod { mask: self.sets() | (block + lane), period, preperiod };
                        lanes::each(&found.lanes, |lane| records[lane as usize] = record(lane));
                    }
                }
                lanes::each(&open, |lane| left.push(block + lane));
            }
        } else {
            left.extend(first..first + count);
        }
        // 2. the sets that are left, one by one
        for number in left {
            let mask = number | self.sets();
            let period = one::period::<S>(mask, ask)?;
            tally.count(mask, period, 1);
            if wants_records {
                let preperiod = one::preperiod::<S>(mask, period, ask)?;
                records[(number - first) as usize] = SetPeriod { mask, period, preperiod };
            }
        }
        // 3. the preperiod of the longest period, and the digest
        let mut tally = tally.finished();
        if let Some(longest) = &mut tally.longest {
            let record = records.get(((longest.mask ^ self.sets()) - first) as usize);
            let alone = || one::preperiod::<S>(longest.mask, longest.period, ask);
            longest.preperiod = record.map_or_else(alone, |record| Ok(record.preperiod))?;
        }
        if self.has_digest() {
            tally.digest = Some(records.iter().map(SetPeriod::digest).fold(RecordDigest::default(), |sum, one| sum + one));
        }
        Ok(Chunk { tally, listed: if wants_sets { records } else { vec![] } })
    }
}

/// The results for one chunk of sets.
#[derive(Debug)]
pub struct Chunk {
    tally: SweepSummary,
    listed: Vec<SetPeriod>,
}

/// The pieces are chunks of sets, with the index of their first set in this part. Sets are in the order of their bit masks. Each
/// thread uses a few MiB of memory.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::sweep::{Job, Sweep, SweepSummary, all_cores};
///
/// let sweep = Sweep::outcomes(16)?;
/// let half = Limits { positions: 20_000, ..Limits::default() };
/// let (first, stopped) = sweep.run(SweepSummary::default(), all_cores(), &half, &mut ());
/// assert!(stopped.is_some() && first.sets <= 20_000);
/// let (rest, stopped) = sweep.run(first, all_cores(), &Limits::default(), &mut ());
/// assert_eq!((rest.sets, stopped), (32_768, None));
/// # Ok::<(), sprague_rows::sweep::BadLargest>(())
/// ```
///
/// # Panics
/// If [`can_go_on_from`](Sweep::can_go_on_from) returns `false` for the summary.
impl Job for Sweep {
    type Item = SetPeriod;
    type Piece = Chunk;
    type Tally = SweepSummary;
    type Scratch = Lanes;
    const AHEAD: usize = 64;

    fn count(&self) -> u64 {
        self.chunk_sets()
    }

    fn next(&self, from: u64) -> Option<u64> {
        (from < self.part_sets()).then_some(from)
    }

    fn reached(tally: &SweepSummary) -> [u64; 2] {
        [tally.sets; 2]
    }

    fn piece(&self, offset: u64, lanes: &mut Lanes, wants_items: bool, limits: &Limits) -> Result<Chunk, Stopped> {
        self.chunk(lanes, self.number(offset), self.chunk_sets(), wants_items, &Meter::new(limits))
    }

    fn items(chunk: &Chunk) -> &[SetPeriod] {
        &chunk.listed
    }

    fn add(tally: &mut SweepSummary, chunk: &Chunk) {
        tally.add(&chunk.tally);
    }

    fn bytes(tally: &SweepSummary) -> Vec<u8> {
        tally.to_bytes()
    }

    fn run(
        &self,
        from: SweepSummary,
        jobs: NonZeroUsize,
        limits: &Limits,
        watch: &mut impl Watch<SetPeriod>,
    ) -> (SweepSummary, Option<Stopped>) {
        assert!(self.can_go_on_from(&from), "a tally of another sweep");
        let tally = SweepSummary { digest: self.has_digest().then(|| from.digest.unwrap_or_default()), ..from };
        job::run(self, tally, self.threads(jobs), limits, watch)
    }
}

#[cfg(test)]
mod tests;
