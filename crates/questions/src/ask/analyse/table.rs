//! The answer of an analysis: the rows of each kind of family, and their periods.

use super::filled::Filled;
use super::large_heaps::{LargeHeaps, impartial};
use super::nimber_law::NimberLaw;
use crate::ask::row_plan::RowPlan;
use serde::Serialize;
use sprague::any::Fault;
use sprague::certificate::SharedValues;
use sprague::heap::{Cell, Period};
use sprague::solve::RulesetCache;
use sprague::value_rows::{RowClasses, ValuePeriod};
use sprague::{Outcome, OutcomeClass, Play, Stopped};
use std::collections::BTreeMap;
use std::ops::Range;

/// The rows of a family and their period.
///
/// Rows of outcomes are strings of `P`, `D` and `N`, with one letter for each n.
///
/// ```
/// use sprague_questions::{RowPlan, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,3,4").unwrap();
/// let analysis = analyse(&game, &RowPlan { to: 11, ..RowPlan::default() }).unwrap();
/// assert_eq!(analysis.to_json()["outcomes"], "PNPNNNNPNPNN");
/// assert_eq!(analysis.period.unwrap().period, 7);
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The family as named in the question.
    pub family: String,
    /// Normal or misère play.
    pub play: Play,
    /// The number of the last row.
    pub to: u64,
    /// The rows, in the form of this kind of family.
    pub rows: RowTable,
    /// The values of the same heaps with their own period, if the question asks for values.
    pub values: Option<ValueTable>,
    /// The period of whole rows.
    pub period: Option<Period>,
    /// The period of the outcomes alone.
    pub outcome_period: Option<Period>,
    /// The number of rows that were searched for these periods. A period that is only observed was observed in these
    /// rows.
    pub sought_in: u64,
    /// The period of the nimbers with nothing remembered, for no-repeat families, whose rows are outcomes.
    pub nimber_period: Option<Period>,
    /// The period of heaps in the misère quotient of the family, if it was found.
    ///
    /// Heaps with the same image in the quotient are interchangeable in every misère sum.
    pub quotient_period: Option<Period>,
    /// The law of nimbers that do not repeat, if one is proved or observed.
    pub law: Option<NimberLaw>,
    /// The reason why there is no period, or no proof of one, if the reason is not obvious.
    pub remark: Option<String>,
    /// The limit that was reached before the last row, so that only the earlier rows are present.
    ///
    /// If all rows are present, it is the limit that ended a search for a period that the question asked for.
    pub stopped: Option<Stopped>,
    /// The limit that ended the search for a period before it proved one.
    ///
    /// `None` if the search was completed.
    pub ended: Option<Stopped>,
    /// The reason for the kernel, if the question asks for it.
    pub explain: Option<String>,
    pub(super) failed: Option<Fault>,
    /// The outcome of large heaps, if more rows were computed than are present.
    pub(super) large_heaps: Option<LargeHeaps>,
}

impl Analysis {
    pub(super) fn new(
        game: &RulesetCache,
        options: &RowPlan,
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
            sought_in: options.to.saturating_add(1),
            nimber_period: None,
            quotient_period: None,
            law: None,
            remark: None,
            stopped: None,
            ended: None,
            explain: None,
            failed: None,
            large_heaps: None,
        }
    }

    /// Returns the analysis with only its first rows, for output that must be short.
    ///
    /// The period is still the period of all rows. Boards and vertices of graphs are not shortened.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// let first = analyse(&game, &RowPlan::default()).unwrap().first_rows(10);
    /// assert_eq!((first.to, first.rows.len()), (9, 10));
    /// assert_eq!(first.to_json()["nimbers"].as_array().unwrap().len(), 10);
    /// ```
    #[must_use]
    pub fn first_rows(&self, rows: usize) -> Self {
        let is_whole = matches!(self.rows, RowTable::Board { .. } | RowTable::Vertices { .. });
        let rows = if is_whole { self.rows.len() } else { rows.clamp(1, self.rows.len()) };
        let values = self.values.as_ref().map(|values| ValueTable {
            texts: part(&values.texts, &(0..rows)).to_vec(),
            shared: values
                .shared
                .as_ref()
                .map(|shared| SharedValues { nodes: shared.nodes.clone(), values: part(&shared.values, &(0..rows)).to_vec() }),
            period: values.period.clone(),
            sought_in: values.sought_in,
            classes: values.classes.clone(),
            ordered_in: values.ordered_in,
        });
        Self {
            family: self.family.clone(),
            play: self.play,
            to: if is_whole { self.to } else { rows as u64 - 1 },
            rows: self.rows.only(&(0..rows)),
            values,
            period: self.period,
            outcome_period: self.outcome_period,
            sought_in: self.sought_in,
            nimber_period: self.nimber_period,
            quotient_period: self.quotient_period,
            law: self.law.clone(),
            remark: self.remark.clone(),
            stopped: self.stopped.clone(),
            ended: self.ended.clone(),
            explain: self.explain.clone(),
            failed: self.failed.clone(),
            large_heaps: self.large_heaps.clone(),
        }
    }

    pub(super) fn with_fate<C: Cell>(mut self, rows: &Filled<C>) -> Self {
        if let Some(fault) = &rows.failed {
            self.remark = Some(format!("the rules failed in further rows, which were searched for a period: {}", fault.reason));
        }
        self.to = rows.len() - 1;
        self.sought_in = rows.sequence.rows().len() as u64;
        self.stopped = rows.stopped.clone().or(rows.ended.clone().filter(|_| rows.is_sought));
        self.failed = rows.failed.clone();
        self.ended = rows.ended.clone();
        let is_partizan = matches!(self.rows, RowTable::Classes { .. });
        let class = |n: u64| {
            let (row, rise) = rows.stored(n);
            let outcome = |state: usize| match rows.sequence.rows().cell(row, state).to_number() {
                0 if rise == 0 => Outcome::Loss,
                number if matches!(self.rows, RowTable::Nimbers { .. }) || number < 2 => Outcome::Win,
                _ => Outcome::Draw,
            };
            if is_partizan { OutcomeClass::of(outcome(0), outcome(1)) } else { impartial(outcome(0)) }
        };
        if !matches!(self.rows, RowTable::Stones { .. } | RowTable::Scores { .. }) {
            let known = self.sought_in.max(rows.len());
            self.large_heaps = LargeHeaps::of(self.outcome_period, known, is_partizan, class);
        }
        self
    }
}

/// The value of every heap, and the period of these values.
#[derive(Clone, Debug)]
pub struct ValueTable {
    /// The values as text, or `None` if a text has more than [`Value::MAX_TEXT`](sprague::values::Value::MAX_TEXT) characters.
    pub texts: Vec<Option<String>>,
    /// The values as nodes of a graph that they share, if the question asks for it.
    pub shared: Option<SharedValues>,
    /// The period, proved or observed, if one was found.
    pub period: Option<ValuePeriod>,
    /// The number of rows that were searched for it.
    pub sought_in: u64,
    /// The laws of classes of rows, if bounded look-back proves no period.
    pub classes: Option<Box<RowClasses>>,
    /// The number of rows of the largest table of the order that was filled or could have been filled.
    ///
    /// `None` if no table was needed, if none can be filled, and if a limit was reached first.
    pub ordered_in: Option<u64>,
}

/// The rows of a family, in the form of each kind of family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowTable {
    /// Impartial families under normal play.
    Nimbers {
        /// The outcome of each heap, as letters.
        outcomes: String,
        /// The nimber of each heap.
        nimbers: Vec<u64>,
    },
    /// Impartial families under misère play, and families with a terminal rule.
    Outcomes {
        /// The outcome of each heap, as letters.
        outcomes: String,
    },
    /// Families that count points.
    Scores {
        /// The outcome of each heap, as letters: the sign of its score.
        outcomes: String,
        /// The score of each heap.
        scores: Vec<i64>,
    },
    /// Misère canonical forms.
    Forms {
        /// The outcome of each heap, as letters.
        outcomes: String,
        /// The form of each heap, or `None` if its text is longer than 10,000 characters.
        forms: Vec<Option<String>>,
        /// The genus of each heap.
        genera: Vec<String>,
        /// The kind of each heap: tame, restive, wild and so on.
        kinds: Vec<String>,
    },
    /// Partizan families, with a set of amounts for each player.
    Classes {
        /// The class of each heap.
        classes: Vec<OutcomeClass>,
        /// Left's points less Right's for each heap, if Left starts and if Right starts. `None` unless points are counted.
        stops: Option<[Vec<i64>; 2]>,
    },
    /// Parity Stones with odd totals.
    ///
    /// The first entry of each list is for a player to move who holds an even number, and the second for an odd number.
    Stones {
        /// Outcomes, a letter for each n.
        outcomes: [String; 2],
        /// The best amount to take.
        take: [Vec<Option<u64>>; 2],
    },
    /// No-repeat families.
    NoRepeat {
        /// The outcomes with nothing remembered.
        outcomes: String,
        /// The outcomes with one move remembered, for each such move.
        after: BTreeMap<u64, String>,
        /// Heaps that are lost after every list of one move or more.
        safe: Vec<u64>,
        /// Nimbers with nothing remembered, in normal play.
        nimbers: Option<Vec<u64>>,
    },
    /// The nimbers of a board, `table[y][x]`. Under misère play they are 1 for won and 0 for lost squares.
    Board {
        /// One row for every y.
        table: Vec<Vec<u64>>,
    },
    /// The vertices of a graph.
    Vertices {
        /// The vertices with name, outcome, remoteness and nimber.
        vertices: Vec<Vertex>,
    },
}

impl RowTable {
    pub(super) fn of_scores(scores: Vec<i64>) -> Self {
        Self::Scores { outcomes: scores.iter().map(|score| Outcome::of_score(*score).letter()).collect(), scores }
    }

    /// Returns `true` if the rows are scores.
    pub(super) fn is_scored(&self) -> bool {
        matches!(self, Self::Scores { .. } | Self::Classes { stops: Some(_), .. })
    }

    /// Summarises the outcomes of large heaps, if the table has all rows.
    pub(super) fn large_heaps(&self, period: Option<Period>) -> Option<LargeHeaps> {
        let of_letter = |letter: u8| match letter {
            b'P' => OutcomeClass::Previous,
            b'D' => OutcomeClass::Draw,
            _ => OutcomeClass::Next,
        };
        match self {
            Self::Classes { classes, .. } => LargeHeaps::of(period, classes.len() as u64, true, |n| classes[n as usize]),
            Self::Nimbers { outcomes, .. }
            | Self::Outcomes { outcomes }
            | Self::Scores { outcomes, .. }
            | Self::Forms { outcomes, .. }
            | Self::NoRepeat { outcomes, .. } => {
                let letters = outcomes.as_bytes();
                LargeHeaps::of(period, letters.len() as u64, false, |n| of_letter(letters[n as usize]))
            }
            Self::Stones { .. } | Self::Board { .. } | Self::Vertices { .. } => None,
        }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Nimbers { outcomes, .. } | Self::Outcomes { outcomes } | Self::NoRepeat { outcomes, .. } => outcomes.len(),
            Self::Forms { outcomes, .. } | Self::Scores { outcomes, .. } => outcomes.len(),
            Self::Classes { classes, .. } => classes.len(),
            Self::Stones { outcomes: [even, _], .. } => even.len(),
            Self::Board { table } => table.len(),
            Self::Vertices { vertices } => vertices.len(),
        }
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns only these rows. The range may exceed the number of rows.
    pub(super) fn only(&self, rows: &Range<usize>) -> Self {
        let letters = |word: &String| part(word.as_bytes(), rows).iter().map(|letter| char::from(*letter)).collect::<String>();
        let below = |safe: &[u64], end: usize| safe.partition_point(|n| *n < end as u64);
        match self {
            Self::Nimbers { outcomes, nimbers } => {
                Self::Nimbers { outcomes: letters(outcomes), nimbers: part(nimbers, rows).to_vec() }
            }
            Self::Outcomes { outcomes } => Self::Outcomes { outcomes: letters(outcomes) },
            Self::Scores { outcomes, scores } => {
                Self::Scores { outcomes: letters(outcomes), scores: part(scores, rows).to_vec() }
            }
            Self::Forms { outcomes, forms, genera, kinds } => Self::Forms {
                outcomes: letters(outcomes),
                forms: part(forms, rows).to_vec(),
                genera: part(genera, rows).to_vec(),
                kinds: part(kinds, rows).to_vec(),
            },
            Self::Classes { classes, stops } => Self::Classes {
                classes: part(classes, rows).to_vec(),
                stops: stops.as_ref().map(|stops| stops.each_ref().map(|stops| part(stops, rows).to_vec())),
            },
            Self::Stones { outcomes, take } => Self::Stones {
                outcomes: outcomes.each_ref().map(letters),
                take: take.each_ref().map(|take| part(take, rows).to_vec()),
            },
            Self::NoRepeat { outcomes, after, safe, nimbers } => Self::NoRepeat {
                outcomes: letters(outcomes),
                after: after.iter().map(|(amount, word)| (*amount, letters(word))).collect(),
                safe: safe[below(safe, rows.start)..below(safe, rows.end)].to_vec(),
                nimbers: nimbers.as_ref().map(|nimbers| part(nimbers, rows).to_vec()),
            },
            Self::Board { table } => Self::Board { table: part(table, rows).to_vec() },
            Self::Vertices { vertices } => Self::Vertices { vertices: part(vertices, rows).to_vec() },
        }
    }
}

/// Returns the items in this range, which may exceed the list.
pub(super) fn part<'a, T>(items: &'a [T], rows: &Range<usize>) -> &'a [T] {
    &items[rows.start.min(items.len())..rows.end.min(items.len())]
}

/// A vertex of a graph, for a token on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vertex {
    /// The position.
    #[serde(rename = "vertex")]
    pub name: String,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of moves until play ends, or null for a draw.
    pub remoteness: Option<u32>,
    /// The nimber under normal play, or null if a cycle can be reached.
    pub nimber: Option<u32>,
}
