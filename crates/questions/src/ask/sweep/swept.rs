//! The results of a sweep of one kind.

use super::{Extent, Parts};
use sprague::rows::sweep::{Job, Shard, Watch};
use sprague::{Limits, Stopped};
use std::fmt::Debug;
use std::num::NonZeroUsize;

/// A kind of sweep, over sets, codes or pairs.
pub trait Kind: Job<Tally: Clone + Debug + Default> + Copy + Debug {
    /// The names of the columns of lines of items.
    const HEADER: &'static str;

    /// Returns the sweep as you would type it, without a part.
    fn question(&self) -> String;

    /// Returns the part of the sweep that this is.
    fn shard(&self) -> Shard;

    /// Returns the number of items in a part.
    fn share(&self, shard: Shard) -> u64;

    /// Decodes the bytes of a tally, or returns `None` if it cannot be a tally of the first items of this part.
    fn tally(&self, bytes: &[u8]) -> Option<Self::Tally>;
}

/// A sweep, or some parts of it, with results and time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Job, Sweep, SweepSummary, all_cores};
/// use sprague_questions::sweep::Swept;
///
/// let sweep = Sweep::outcomes(10)?;
/// let (tally, stopped) = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ());
/// let swept = Swept::of(sweep, tally, stopped, 0.0);
/// let answer = swept.to_json(false);
/// assert_eq!((&answer["sets"], &answer["longest"]["period"]), (&512.into(), &45.into()));
/// assert_eq!(swept.longest_in_words().unwrap(), "longest period 45 from n = 0 on, subtraction:3,7,10 (no other set has it)");
/// # Ok::<(), sprague::rows::sweep::BadLargest>(())
/// ```
#[derive(Clone, Debug)]
pub struct Swept<S: Kind> {
    /// The items of all parts.
    pub sweep: S,
    /// The parts that were swept.
    pub parts: Parts,
    /// The counts for the first items of a part, or for some whole parts.
    pub tally: S::Tally,
    /// The limit that was reached before the last item, if one was.
    pub stopped: Option<Stopped>,
    /// The time of all runs, in seconds.
    pub seconds: f64,
}

impl<S: Kind> Swept<S> {
    /// Builds the results of a sweep, or of a part.
    pub fn of(sweep: S, tally: S::Tally, stopped: Option<Stopped>, seconds: f64) -> Self {
        Self { sweep, parts: sweep.shard().into(), tally, stopped, seconds }
    }

    /// Returns the sweep before its first item.
    pub fn begun(sweep: S) -> Self {
        Self::of(sweep, S::Tally::default(), None, 0.0)
    }

    /// Returns the number of items in these parts.
    ///
    /// ```
    /// # use sprague::rows::sweep::Sweep;
    /// # use sprague_questions::sweep::Swept;
    /// assert_eq!(Swept::begun(Sweep::outcomes(10)?.part("1/2".parse()?)).size(), 256);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> u64 {
        self.parts.shards().map(|shard| self.sweep.share(shard)).sum()
    }

    /// Returns the number of items that have been counted so far.
    pub fn done(&self) -> u64 {
        S::reached(&self.tally)[0]
    }

    /// Continues to the end or a limit. [`Limits::positions`] counts items.
    pub(super) fn run(self, jobs: NonZeroUsize, limits: &Limits, watch: &mut impl Watch<S::Item>) -> Self {
        let most = usize::try_from(self.size()).ok().and_then(NonZeroUsize::new);
        let (tally, stopped) = self.sweep.run(self.tally, most.map_or(jobs, |most| most.min(jobs)), limits, watch);
        Self { tally, stopped, ..self }
    }

    pub(super) fn header(&self) -> &'static str {
        S::HEADER
    }

    pub(super) fn extent(&self) -> Extent {
        Extent::of(&self.parts, self.stopped.as_ref(), self.done(), self.seconds)
    }
}
