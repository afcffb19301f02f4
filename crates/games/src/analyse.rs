//! Analysing a family: a row for every n up to a bound, then the period and the theorem that proves it.

mod numbered;
mod render;
mod rows;
mod summary;

pub use summary::Summary;

use crate::{Game, Unanswered};
use sprague::{BadNotation, Limits, Period, Play, Theorem};
use std::collections::BTreeMap;
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
    /// How many rows may be computed to find a period; `None` for the greater of `to` and 1,000,000 for bounded look-back, 10,000
    /// for other theorems.
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

/// How many rows of codes that split heaps are kept only to find a period.
const MOST_KEPT: u64 = 1 << 22;

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

    /// How many rows are kept to find a period by this theorem. Longer periods of codes that split heaps are found by equal states,
    /// without rows: see `long`.
    pub(crate) fn rows_kept(&self, theorem: Option<Theorem>) -> u64 {
        let sought = self.rows_sought(theorem);
        if matches!(theorem, Some(Theorem::GuySmith { .. })) {
            sought.min(self.to.saturating_add(1).max(if self.stream { KEPT_BEFORE_STREAM } else { MOST_KEPT }))
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

/// The rows of a family and its period. Rows of outcomes are words of `L`, `D`, `W`, a letter for each n.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,3,4").unwrap();
/// let analysis = analyse(&game, &AnalyseOptions { to: 11, ..AnalyseOptions::default() }).unwrap();
/// assert_eq!(analysis.to_json()["outcomes"], "LWLWWWWLWLWW");
/// assert_eq!(analysis.period.unwrap().period, 7);
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The family.
    pub family: String,
    /// Normal or misère play.
    pub play: Play,
    /// The last row.
    pub to: u64,
    /// The rows, as this family shows them.
    pub rows: RowTable,
    /// The period of whole rows.
    pub period: Option<Period>,
    /// The period of the outcomes alone.
    pub outcome_period: Option<Period>,
    /// The period of the nimbers with nothing remembered, for no-repeat families, whose rows hold outcomes.
    pub nimber_period: Option<Period>,
    /// Why no period is given, where that needs a word.
    pub remark: Option<String>,
}

/// The rows of a family, as each kind shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowTable {
    /// Impartial families under normal play.
    Nimbers {
        /// Won and lost heaps.
        outcomes: String,
        /// The nimber of each heap.
        nimbers: Vec<u64>,
    },
    /// Misère play.
    Outcomes {
        /// Won and lost heaps.
        outcomes: String,
    },
    /// Asymmetric sets.
    Classes {
        /// `L`, `R`, `N` or `P` for each heap.
        classes: String,
        /// The outcome for Left when Left starts.
        left_first: String,
        /// The outcome for Right when Right starts.
        right_first: String,
    },
    /// Parity Stones with odd totals; first for an even, then for an odd number held by the player to move.
    Stones {
        /// Outcomes.
        outcomes: [String; 2],
        /// The best amount to take.
        take: [Vec<Option<u64>>; 2],
    },
    /// No-repeat families.
    NoRepeat {
        /// Outcomes with nothing remembered.
        outcomes: String,
        /// Outcomes with one move remembered, by that move.
        after: BTreeMap<u64, String>,
        /// Heaps that are lost after every list of one move or more.
        safe: Vec<u64>,
        /// Nimbers with nothing remembered, in normal play.
        nimbers: Option<Vec<u64>>,
    },
    /// Nimbers of a board, `table[y][x]`, or in misère play outcomes as 1 (won) and 0 (lost).
    Board {
        /// A row for every y.
        table: Vec<Vec<u64>>,
    },
    /// The vertices of a graph.
    Vertices {
        /// Name, outcome, remoteness, nimber of each.
        vertices: Vec<Vertex>,
    },
}

/// A vertex of a graph with what is known about a token on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// The outcome for the player to move.
    pub outcome: sprague::Outcome,
    /// In how many moves play ends, `None` for a draw.
    pub remoteness: Option<u32>,
    /// The nimber in normal play, `None` where a cycle can be reached.
    pub nimber: Option<u32>,
}

/// Analyses a family.
///
/// # Errors
/// [`Unanswered::Malformed`] for a play without meaning, [`Unanswered::Stopped`] if a limit was reached before row `to`; a limit
/// reached while seeking a period only means that none is given.
pub fn analyse(game: &Game, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    game.family().allows(options.play).map_err(|why| BadNotation::new(0, why))?;
    let analysis = rows::analyse(game, &options.starting_now());
    game.check()?;
    analysis
}

/// The rows of a family counted and digested, but not kept: for long runs.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let options = AnalyseOptions { to: 999_999, ..AnalyseOptions::default() };
/// assert_eq!(analyse::summary(&game, &options).unwrap().lost, 333_334);
/// ```
///
/// # Errors
/// As [`analyse`], and [`Unanswered::Unknown`] for families that are no rows.
pub fn summary(game: &Game, options: &AnalyseOptions) -> Result<Summary, Unanswered> {
    game.family().allows(options.play).map_err(|why| BadNotation::new(0, why))?;
    let summary = summary::summary(game, &options.starting_now());
    game.check()?;
    summary
}

/// Why the rows of a family are computed as they are: which kernel, in a sentence.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let why = analyse::explanation(&game, &AnalyseOptions::default()).unwrap();
/// assert!(why.starts_with("states: "));
/// ```
///
/// # Errors
/// [`Unanswered::NoSuchKernel`] if a kernel is asked for that cannot compute these rows.
pub fn explanation(game: &Game, options: &AnalyseOptions) -> Result<String, Unanswered> {
    Ok(summary::explanation(game, options)?)
}
