//! Options for the analysis of a family: rows, kernel, search for a period, and limits.

use sprague::clock::Instant;
use sprague::heap::Theorem;
use sprague::{Limits, Play, Stopped};
use std::path::PathBuf;
use std::time::Duration;

/// Options for the analysis of a family.
///
/// ```
/// let options = sprague_questions::RowPlan::default();
/// assert_eq!((options.to, options.seek), (40, None));
/// ```
#[derive(Clone, Debug)]
pub struct RowPlan {
    /// The number of the last row.
    pub to: u64,
    /// Normal or misère play.
    pub play: Play,
    /// Whether to compute the value of every heap, and the period of the values.
    pub values: bool,
    /// Whether to compute the misère canonical form of every heap, with genus and kind.
    pub forms: bool,
    /// Whether to return the values also as nodes of a shared graph.
    pub dag: bool,
    /// The maximum number of rows that may be computed to find a period.
    ///
    /// `None` stands for the greater of `to` and a default: 1,000,000 for bounded look-back, 1,000 for values, and 10,000 for
    /// other theorems. If no theorem can prove a period, the search ends at the greater of `to` and 1,000 if a period is
    /// observed there. For expensive rows the number is reduced to about three seconds of work, or less if nothing can prove
    /// a period.
    pub seek: Option<u64>,
    /// Whether to fill in rows by a proved period. If `false`, every row is computed.
    pub fill: bool,
    /// The name of the kernel that computes the rows, or `None` for the fastest.
    pub kernel: Option<String>,
    /// Whether to search for a period in bounded memory, if the method allows it.
    pub stream: bool,
    /// The checkpoint file of a search in bounded memory.
    pub checkpoint: Option<PathBuf>,
    /// The limits of the whole analysis.
    pub limits: Limits,
}

impl Default for RowPlan {
    fn default() -> Self {
        Self {
            to: 40,
            play: Play::Normal,
            values: false,
            forms: false,
            dag: false,
            seek: None,
            fill: true,
            kernel: None,
            stream: false,
            checkpoint: None,
            limits: Limits::default(),
        }
    }
}

/// Without an explicit `seek`, at most 1/`SEEKING` of the time limit is used to find a period.
const SEEKING: u32 = 3;

/// The time for formatting a partial answer after the caller asked to stop.
const AFTER_STOP: Duration = Duration::from_millis(200);

/// Without an explicit `seek`, the maximum work for a misère quotient. The next constant is the work of one step of it.
const QUOTIENT_WORK: u64 = 3_000_000_000;
const QUOTIENT_STEP: u64 = 60_000;

/// The maximum number of rows of splitting codes that are kept only to find a period.
const MAX_KEPT: u64 = 1 << 22;

/// The maximum number of rows that are kept before a search in bounded memory starts. They take a few megabytes.
const KEPT_BEFORE_STREAM: u64 = 1 << 17;

impl RowPlan {
    /// Returns the options with a clock that starts now.
    pub(crate) fn starting_now(&self) -> Self {
        Self { limits: self.limits.starting_now(), ..self.clone() }
    }

    /// Returns the options with 1/`share` of the remaining time reserved for writing.
    pub(crate) fn leaving_time_to_write(&self, share: u32) -> Self {
        Self { limits: self.limits.leaving(share), ..self.clone() }
    }

    /// Returns the options with little time left if the caller has asked to stop.
    pub(crate) fn hurried(self, stopped: Option<&Stopped>) -> Self {
        if stopped != Some(&Stopped::Asked) {
            return self;
        }
        let soon = Instant::now().checked_add(AFTER_STOP);
        Self { limits: Limits { deadline: self.limits.deadline.into_iter().chain(soon).min(), ..self.limits }, ..self }
    }

    /// Returns the work limit for finding a period that the question does not ask for. It is `most`, or less if the
    /// time limit is short.
    ///
    /// A unit of work is about a nanosecond, and the work takes at most a third of the time limit. Work is counted
    /// instead of timed, so that a busy machine gives the same answer.
    pub(crate) fn work(&self, most: u64) -> u64 {
        let of_time = |time: Duration| u64::try_from((time / SEEKING).as_nanos()).unwrap_or(u64::MAX);
        most.min(self.limits.time.map_or(u64::MAX, of_time))
    }

    /// Returns the limits for a search for a period in which a position takes `of_position` units of work.
    ///
    /// If the question asks for the period, its own limits are returned.
    pub(crate) fn seeking(&self, most: u64, of_position: u64) -> Limits {
        let positions = if self.seek.is_some() { u64::MAX } else { self.work(most) / of_position };
        Limits { positions: self.limits.positions.min(positions), ..self.limits.clone() }
    }

    /// Returns the limits for computing a misère quotient that only serves to find rows.
    pub(crate) fn seeking_quotient(&self) -> Limits {
        self.seeking(QUOTIENT_WORK, QUOTIENT_STEP)
    }

    /// Returns the number of rows that are kept to find a period by this theorem.
    ///
    /// Longer periods of codes that split heaps are found without rows, by equal states: see `long`.
    pub(crate) fn rows_kept(&self, theorem: Option<Theorem>) -> u64 {
        let sought = self.rows_sought(theorem);
        if matches!(theorem, Some(Theorem::GuySmith { .. })) {
            sought.min(self.to.saturating_add(1).max(if self.stream { KEPT_BEFORE_STREAM } else { MAX_KEPT }))
        } else {
            sought
        }
    }

    /// Returns the maximum number of rows that may be computed to find a period by this theorem.
    pub(crate) fn rows_sought(&self, theorem: Option<Theorem>) -> u64 {
        let enough = if matches!(theorem, Some(Theorem::BoundedLookBack { .. })) { 1_000_000 } else { 10_000 };
        self.seek.unwrap_or(enough.max(self.to))
    }
}
