//! A table of outcomes, nimbers or values for all pairs of numbers, or for all A×B boards.

mod cells;
mod pattern;
mod report;

pub use cells::TableCells;
pub use pattern::PatternTable;
pub use report::Grid;

use crate::question::{Fate, NoAnswer, Question, unread};
use crate::read::Session;
use crate::read::json::{Number, wholes};
use crate::report::Report;
use crate::words::words;
#[cfg(feature = "schema")]
use pattern::CellText;
use pattern::{Pattern, grid, pattern_table};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::{AnyRuleset, BadNotation, CompoundRule, Limits, Play, Stopped};

const MAX_PAIRS: u64 = 1_000_000;

words! {
    /// What the cells of a table contain.
    TableRows {
        /// The outcome class.
        Outcomes = "outcomes",
        /// The nimber of each position.
        #[default]
        Nimbers = "nimbers",
        /// Canonical forms.
        Values = "values",
        /// The score for the player to move, or the left and the right stop as `3|-2`.
        Scores = "scores",
    }
}

impl TableRows {
    /// Returns the name, which is the key in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Nimbers => "nimbers",
            Self::Values => "values",
            Self::Scores => "scores",
        }
    }

    /// Returns the flag for cheaper cells, if there are any.
    fn less(self) -> &'static [&'static str] {
        if self == Self::Outcomes { &[] } else { &["--rows outcomes"] }
    }

    fn fate(self, stopped: &Option<Stopped>) -> Fate {
        Fate::of(stopped.as_ref(), self.less())
    }
}

/// Tabulates nimbers, values or outcomes of pairs of numbers, or of boards up to A×B.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Table};
/// let wythoff = Table { to: Some([2, 3]), ..Table::of("wythoff") };
/// let table = Session::new().ask(&wythoff, &Limits::default())?;
/// assert_eq!(serde_json::to_value(&table).unwrap()["nimbers"], serde_json::json!([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]));
///
/// let sums = Table { x: Some([0, 3]), y: Some([1, 2]), ..Table::of("nim@{x}+kayles@{y}") };
/// let table = Session::new().ask(&sums, &Limits::default())?;
/// assert_eq!(serde_json::to_value(&table).unwrap()["cells"], serde_json::json!([[1, 0, 3, 2], [2, 3, 0, 1]]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Table {
    /// Ruleset whose positions have two numbers (wythoff@3.5) or are boards (cram@4x5), or a pattern, such as
    /// "kayles@{x}+nim@{y}"
    #[serde(alias = "ruleset", alias = "pattern")]
    #[cfg_attr(feature = "flags", arg(value_name = "RULESET|PATTERN"))]
    pub what: String,
    /// Last pair of the table, such as 10x10: the first number (of rows) counts from 0, or from 1 for boards; in a pattern it
    /// is {y}
    #[cfg_attr(
        feature = "flags",
        arg(
            long,
            value_name = "AxB",
            value_parser = crate::flags::pair,
            allow_hyphen_values = true,
            required_unless_present_any = ["x", "y"],
            conflicts_with_all = ["x", "y"]
        )
    )]
    pub to: Option<[u64; 2]>,
    /// Numbers to put for {x} in a pattern, one column each
    #[cfg_attr(feature = "flags", arg(long, value_name = "FROM-TO", value_parser = crate::flags::range, allow_hyphen_values = true))]
    pub x: Option<[u64; 2]>,
    /// Numbers to put for {y} in a pattern, one row each
    #[cfg_attr(feature = "flags", arg(long, value_name = "FROM-TO", value_parser = crate::flags::range, allow_hyphen_values = true))]
    pub y: Option<[u64; 2]>,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Compound rule of a pattern (see `solve --rule`)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// What the cells show [default: nimbers of impartial games, values of partizan ones, scores if points are counted]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<TableRows>(["outcomes", "nimbers", "values", "scores"])))]
    pub rows: Option<TableRows>,
}

impl Table {
    /// Returns the question about this ruleset or pattern, without options.
    ///
    /// ```
    /// assert!(sprague_questions::Table::of("wythoff").to.is_none());
    /// ```
    pub fn of(what: impl Into<String>) -> Self {
        Self { what: what.into(), ..Self::default() }
    }

    fn known(&self) -> Value {
        match self.to {
            Some(to) => json!({ "ruleset": self.what, "to": to.map(Number), "play": self.play }),
            None => json!({ "pattern": self.what, "x": self.x, "y": self.y, "play": self.play }),
        }
    }
}

impl Question for Table {
    type Answer = Tabled;
    const NAME: &'static str = "table";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        if self.to.is_some() && (self.x.is_some() || self.y.is_some() || self.what.contains("{x}") || self.what.contains("{y}")) {
            return Err(NoAnswer::unfit("to", "is for a ruleset, but `x` and `y` are for a pattern: leave it out"));
        }
        if self.to.is_some() && self.rule != CompoundRule::Disjunctive {
            return Err(NoAnswer::unfit(
                "rule",
                "applies to patterns, because a position of a ruleset is not a sum: leave it out",
            ));
        }
        Ok(())
    }

    fn less(&self) -> Vec<&'static str> {
        self.rows.unwrap_or_default().less().to_vec()
    }

    fn report(table: &Tabled) -> Option<Report> {
        Some(table.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Tabled, NoAnswer> {
        let found = match self.to {
            Some(to) => table(session, self, to, limits).map(Tabled::Pairs),
            None => pattern_table(session, self, limits).map(Tabled::Pattern),
        };
        found.map_err(|error| error.about("what", &self.what).knowing(|| self.known()))
    }
}

/// A table of either kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Tabled {
    /// A table of the positions of a ruleset.
    Pairs(PairTable),
    /// A table of sums that contain two numbers.
    Pattern(PatternTable),
}

#[cfg(feature = "schema")]
impl JsonSchema for Tabled {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tabled".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let kinds = [generator.subschema_for::<PairTable>(), generator.subschema_for::<PatternTable>()];
        schemars::json_schema!({ "anyOf": kinds })
    }
}

impl Tabled {
    /// Returns the limit that left cells empty, if one was reached.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Pairs(table) => table.stopped.as_ref(),
            Self::Pattern(table) => table.stopped.as_ref(),
        }
    }
}

/// A table of the positions of a ruleset that are pairs of numbers.
///
/// Serialised, it is the JSON object of the command line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PairTable {
    /// The ruleset as named in the question.
    pub ruleset: String,
    /// The smallest first number and the smallest second number: 0, or 1 for boards.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "[Number; 2]"))]
    pub from: [u64; 2],
    /// The largest first number and the largest second number.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "[Number; 2]"))]
    pub to: [u64; 2],
    /// One row for every first number.
    ///
    /// A cell is `None` if there is no such position, if it has no nimber or value because play need not end, if the text of
    /// its value would be too long, or if a limit was reached.
    #[serde(flatten, serialize_with = "TableCells::under_their_name")]
    #[cfg_attr(feature = "schema", schemars(with = "NamedCells"))]
    pub cells: TableCells,
    #[serde(flatten)]
    fate: Fate,
    /// The limit that left cells empty, if one was reached.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Cells under the name of their content.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(JsonSchema)]
struct NamedCells {
    outcomes: Option<Vec<Vec<Option<String>>>>,
    nimbers: Option<Vec<Vec<Option<Number>>>>,
    values: Option<Vec<Vec<Option<String>>>>,
    /// The scores for the player to move, or the left and the right stop as text.
    scores: Option<Vec<Vec<Option<CellText>>>>,
}

/// The notation of pairs.
#[derive(Clone, Copy)]
struct Shape {
    /// The character between the numbers.
    sign: char,
    from: u64,
}

const SHAPES: [Shape; 2] = [Shape { sign: 'x', from: 1 }, Shape { sign: '.', from: 0 }];

impl Shape {
    fn text(self, [a, b]: [u64; 2]) -> String {
        format!("{a}{}{b}", self.sign)
    }

    /// Returns the notation of pairs of a ruleset, or `None` if its positions are not pairs or it reads any text.
    fn of(rules: &dyn AnyRuleset, to: [u64; 2]) -> Option<Self> {
        let tried = [to, [0, 0], [1, 1], [2, 2], [2, 1]];
        let is_any_text = rules.read("1xB").is_ok();
        let is_read = |shape: &Self| tried.iter().any(|pair| rules.read(&shape.text(*pair)).is_ok());
        SHAPES.into_iter().find(|shape| !is_any_text && is_read(shape))
    }
}

/// Computes the cells of every pair up to `to`.
///
/// # Errors
/// [`NoAnswer::Malformed`] for an unknown ruleset, for one whose positions are not pairs, and for cells that it does
/// not have; [`NoAnswer::Stopped`] at a limit.
fn table(session: &Session, question: &Table, to: [u64; 2], limits: &Limits) -> Result<PairTable, NoAnswer> {
    let game = session.rules("what", &question.what, limits)?;
    let not_for = |expected: &'static str| NoAnswer::from(BadNotation::new(0, expected));
    let shape = Shape::of(&**game.rules(), to).ok_or_else(|| {
        let pairs = "a ruleset whose positions have two numbers (such as wythoff) or are boards AxB (such as cram)";
        if game.rules().read(&to[0].to_string()).is_err() {
            return not_for(pairs);
        }
        NoAnswer::from(BadNotation::new(0, format!("{pairs}; two components of it are \"{}@{{x}},{{y}}\"", question.what)))
    })?;
    let [a, b] = to.map(|to| to.saturating_add(1).saturating_sub(shape.from));
    if a.checked_mul(b).is_none_or(|pairs| pairs > MAX_PAIRS) {
        return Err(not_for("a table of at most a million pairs"));
    }
    // check that the largest pair is a position
    let family = game.name();
    let largest = format!("{family}@{}", shape.text(to));
    session.position_within(&largest, limits).map_err(|BadNotation { expected, .. }| {
        let expected = format!("a ruleset with the position {largest}, but it cannot be read: expected {expected}");
        unread("what", &question.what, BadNotation::new(0, expected), limits)
    })?;
    if a == 0 || b == 0 {
        return Err(not_for("a table of at least one cell"));
    }
    let text = format!("{family}@{{y}}{}{{x}}", shape.sign);
    // the family may contain braces, for example in a path, so the places are given explicitly
    let at = family.len() + 1;
    let pattern = Pattern { text: &text, places: vec![(at, 1), (at + 4, 0)] };
    let found = grid(session, &pattern, [[shape.from, to[1]], [shape.from, to[0]]], question, limits);
    let (found, cells) = found.map_err(|error| match error {
        // the user did not type the positions, so errors are about the ruleset
        NoAnswer::Malformed { error: BadNotation { expected, .. }, .. } => BadNotation::new(0, expected).into(),
        other => other,
    })?;
    match found.stopped {
        Some(stopped) if cells.iter().flatten().all(Option::is_none) => Err(stopped.into()),
        stopped => {
            let (fate, cells) = (found.rows.fate(&stopped), TableCells { rows: found.rows, cells });
            Ok(PairTable { ruleset: family.to_owned(), from: [shape.from; 2], to, cells, fate, stopped })
        }
    }
}
