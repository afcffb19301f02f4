//! What an analysis says: rows as each kind of family shows them, and their periods.

use super::filled::Filled;
use super::options::AnalyseOptions;
use super::values::ValueTable;
use serde::Serialize;
use sprague::any::Fault;
use sprague::heap::Period;
use sprague::solve::RulesetCache;
use sprague::{Outcome, Play, Stopped};
use std::collections::BTreeMap;

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
    /// The values of the same heaps, if they were asked for, with a period of their own.
    pub values: Option<ValueTable>,
    /// The period of whole rows.
    pub period: Option<Period>,
    /// The period of the outcomes alone.
    pub outcome_period: Option<Period>,
    /// The period of the nimbers with nothing remembered, for no-repeat families, whose rows hold outcomes.
    pub nimber_period: Option<Period>,
    /// After how many heaps the misère quotient of the family repeats, where that was found: what a heap is in every misère sum.
    pub quotient_period: Option<Period>,
    /// Why no period is given, or none is proved, where that needs a word.
    pub remark: Option<String>,
    /// The limit that was reached before the last row that was asked for; the rows are those before it.
    pub stopped: Option<Stopped>,
    /// The limit at which the search for a period ended that proved none; `None` where all rows were seen that were to be.
    pub ended: Option<Stopped>,
    /// How the rules failed in rows after these, where a period was sought.
    pub(super) failed: Option<Fault>,
}

impl Analysis {
    pub(super) fn new(
        game: &RulesetCache,
        options: &AnalyseOptions,
        rows: RowTable,
        period: Option<Period>,
        outcome_period: Option<Period>,
    ) -> Self {
        Self {
            family: game.name().to_owned(),
            play: options.play,
            to: options.to,
            rows,
            values: None,
            period,
            outcome_period,
            nimber_period: None,
            quotient_period: None,
            remark: None,
            stopped: None,
            ended: None,
            failed: None,
        }
    }

    /// The same with what became of the rows while they were computed.
    pub(super) fn with_fate<C>(mut self, rows: &Filled<C>) -> Self {
        if let Some(fault) = &rows.failed {
            self.remark = Some(format!("a period was sought in further rows, and the rules failed there: {}", fault.reason));
        }
        self.to = rows.len() - 1;
        self.stopped = rows.stopped.clone();
        self.failed = rows.failed.clone();
        self.ended = rows.ended.clone();
        self
    }
}

/// The rows of a family, as each kind shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A set of amounts for each player.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vertex {
    /// Its name.
    #[serde(rename = "vertex")]
    pub name: String,
    /// The outcome for the player to move.
    #[serde(serialize_with = "crate::solve::in_words")]
    pub outcome: Outcome,
    /// In how many moves play ends, `None` for a draw.
    pub remoteness: Option<u32>,
    /// The nimber in normal play, `None` where a cycle can be reached.
    pub nimber: Option<u32>,
}
