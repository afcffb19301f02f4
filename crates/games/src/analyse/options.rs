//! How a family is to be analysed: how far, by what, and how long a period is sought.

use sprague::heap::Theorem;
use sprague::{Limits, Play};
use std::path::PathBuf;
use std::time::Duration;

/// How a family is to be analysed.
///
/// ```
/// let options = sprague_games::AnalyseOptions::default();
/// assert_eq!((options.to, options.seek), (40, None));
/// ```
#[derive(Clone, Debug)]
pub struct AnalyseOptions {
    /// The last row.
    pub to: u64,
    /// Normal or misère play.
    pub play: Play,
    /// The value of every heap, and their period.
    pub values: bool,
    /// Values also as nodes that they share.
    pub dag: bool,
    /// How many rows may be computed to find a period; `None` for the greater of `to` and 1,000,000 for bounded look-back, 1,000 for
    /// values, 10,000 for other theorems. Where none could prove a period, the greater of `to` and 1,000 if a period is seen there.
    pub seek: Option<u64>,
    /// Fill rows by a proved period; otherwise every row is computed.
    pub fill: bool,
    /// The kernel that computes the rows, by name; `None` for the fastest.
    pub kernel: Option<String>,
    /// Seek a period in bounded memory, where the method allows.
    pub stream: bool,
    /// Where such a search saves now and then how far it is, and goes on from.
    pub checkpoint: Option<PathBuf>,
    /// How far to go.
    pub limits: Limits,
}

impl Default for AnalyseOptions {
    fn default() -> Self {
        Self {
            to: 40,
            play: Play::Normal,
            values: false,
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

/// The longest time that is spent seeking a period that nobody asked to be sought so far.
const SEEKING: Duration = Duration::from_secs(10);

/// How many steps are spent on a misère quotient that nobody asked for.
const QUOTIENT_STEPS: u64 = 50_000;

/// How many rows of codes that split heaps are kept only to find a period.
const MAX_KEPT: u64 = 1 << 22;

/// How many are kept where a stream is to follow: in megabytes.
const KEPT_BEFORE_STREAM: u64 = 1 << 17;

impl AnalyseOptions {
    /// The same options, with the time counted from now.
    pub(crate) fn starting_now(&self) -> Self {
        Self { limits: self.limits.starting_now(), ..self.clone() }
    }

    /// How far to go only to find a period.
    pub(crate) fn seeking(&self) -> Limits {
        if self.seek.is_some() {
            return self.limits.clone();
        }
        let time = self.limits.time.map_or(SEEKING, |time| SEEKING.min(time / 3));
        Limits { time: Some(time), ..self.limits.clone() }
    }

    /// How far to go to find a misère quotient that nobody asked for.
    pub(crate) fn seeking_quotient(&self) -> Limits {
        let positions = if self.seek.is_some() { u64::MAX } else { QUOTIENT_STEPS };
        let limits = self.seeking();
        Limits { positions: limits.positions.min(positions), ..limits }
    }

    /// How many rows are kept to find a period by this theorem. Longer periods of codes that split heaps are found by equal states,
    /// without rows: see `long`.
    pub(crate) fn rows_kept(&self, theorem: Option<Theorem>) -> u64 {
        let sought = self.rows_sought(theorem);
        if matches!(theorem, Some(Theorem::GuySmith { .. })) {
            sought.min(self.to.saturating_add(1).max(if self.stream { KEPT_BEFORE_STREAM } else { MAX_KEPT }))
        } else {
            sought
        }
    }

    /// How many rows may be computed to find a period by this theorem.
    pub(crate) fn rows_sought(&self, theorem: Option<Theorem>) -> u64 {
        let enough = if matches!(theorem, Some(Theorem::BoundedLookBack { .. })) { 1_000_000 } else { 10_000 };
        self.seek.unwrap_or(enough.max(self.to))
    }
}
