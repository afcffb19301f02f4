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
    /// The last row.
    pub to: u64,
    /// Normal or misère play.
    pub play: Play,
    /// The value of every heap, and their period.
    pub values: bool,
    /// The misère canonical form of every heap, with its genus and kind.
    pub forms: bool,
    /// Values also as nodes that they share.
    pub dag: bool,
    /// The most rows that may be computed to find a period.
    ///
    /// `None` stands for the greater of `to` and 1,000,000 for bounded look-back, 1,000 for values, and 10,000 for other theorems. Where
    /// no theorem could prove a period, it stands for the greater of `to` and 1,000 if a period is seen there. Rows that take long
    /// are fewer: about three seconds of work are done for them, and less where nothing could prove a period.
    pub seek: Option<u64>,
    /// Fill rows by a proved period; otherwise every row is computed.
    pub fill: bool,
    /// The kernel that computes the rows, by name; `None` for the fastest.
    pub kernel: Option<String>,
    /// Seek a period in bounded memory, where the method allows.
    pub stream: bool,
    /// The file in which such a search is saved now and then, and resumed.
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

/// The share of the time limit that is worked without an explicit `seek`.
const SEEKING: u32 = 3;

/// The time for laying out what is known when the caller asked to stop.
const AFTER_STOP: Duration = Duration::from_millis(200);

/// The most work for a misère quotient without an explicit `seek`.
///
/// Below it stands the work of one of its steps.
const QUOTIENT_WORK: u64 = 3_000_000_000;
const QUOTIENT_STEP: u64 = 60_000;

/// The most rows of splitting codes that are kept only to find a period.
const MAX_KEPT: u64 = 1 << 22;

/// The most rows kept before a stream: a few megabytes.
const KEPT_BEFORE_STREAM: u64 = 1 << 17;

impl RowPlan {
    /// The same options, with the time counted from now.
    pub(crate) fn starting_now(&self) -> Self {
        Self { limits: self.limits.starting_now(), ..self.clone() }
    }

    /// The same options, with one part in `share` of the time left for writing.
    pub(crate) fn leaving_time_to_write(&self, share: u32) -> Self {
        Self { limits: self.limits.leaving(share), ..self.clone() }
    }

    /// The same options, with little time left if the caller asked to stop.
    pub(crate) fn hurried(self, stopped: Option<&Stopped>) -> Self {
        if stopped != Some(&Stopped::Asked) {
            return self;
        }
        let soon = Instant::now().checked_add(AFTER_STOP);
        Self { limits: Limits { deadline: self.limits.deadline.into_iter().chain(soon).min(), ..self.limits }, ..self }
    }

    /// The work for a period that nobody asked for.
    ///
    /// It is `most`, or less under a short limit of time.
    ///
    /// A unit is about a nanosecond, and a third of the time limit is worked at the most. It is counted and not timed, so that the
    /// same question has the same answer on a busy machine.
    pub(crate) fn work(&self, most: u64) -> u64 {
        let of_time = |time: Duration| u64::try_from((time / SEEKING).as_nanos()).unwrap_or(u64::MAX);
        most.min(self.limits.time.map_or(u64::MAX, of_time))
    }

    /// The limits for a search of a period that takes so much work a position.
    ///
    /// They are those of the question where the period was asked for.
    pub(crate) fn seeking(&self, most: u64, of_position: u64) -> Limits {
        let positions = if self.seek.is_some() { u64::MAX } else { self.work(most) / of_position };
        Limits { positions: self.limits.positions.min(positions), ..self.limits.clone() }
    }

    /// The limits for a misère quotient that serves the rows.
    pub(crate) fn seeking_quotient(&self) -> Limits {
        self.seeking(QUOTIENT_WORK, QUOTIENT_STEP)
    }

    /// The number of rows that are kept to find a period by this theorem.
    ///
    /// Longer periods of codes that split heaps are found by equal states, without rows: see `long`.
    pub(crate) fn rows_kept(&self, theorem: Option<Theorem>) -> u64 {
        let sought = self.rows_sought(theorem);
        if matches!(theorem, Some(Theorem::GuySmith { .. })) {
            sought.min(self.to.saturating_add(1).max(if self.stream { KEPT_BEFORE_STREAM } else { MAX_KEPT }))
        } else {
            sought
        }
    }

    /// The most rows that may be computed to find a period by this theorem.
    pub(crate) fn rows_sought(&self, theorem: Option<Theorem>) -> u64 {
        let enough = if matches!(theorem, Some(Theorem::BoundedLookBack { .. })) { 1_000_000 } else { 10_000 };
        self.seek.unwrap_or(enough.max(self.to))
    }
}
