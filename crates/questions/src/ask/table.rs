//! A table over pairs: a fact about every pair of numbers, or every A×B board.

mod cells;
mod pattern;

pub use pattern::PatternTable;

use crate::question::{Fate, NoAnswer, Question, unread, written_as};
use crate::read::Session;
use crate::read::json::Number;
use crate::words::words;
use pattern::{Pattern, grid, json_cells, pattern_table};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use sprague::{AnyRuleset, BadNotation, CompoundRule, Limits, Play, Stopped};

/// The most pairs of a table.
const MAX_PAIRS: u64 = 1_000_000;

words! {
    /// The contents of the cells of a table.
    TableRows {
        /// The outcome class.
        Outcomes = "outcomes",
        /// The nimber of each position.
        #[default]
        Nimbers = "nimbers",
        /// Canonical forms.
        Values = "values",
    }
}

impl TableRows {
    /// Its name, which is its key in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Nimbers => "nimbers",
            Self::Values => "values",
        }
    }
}

/// Nimbers, values or outcomes of all pairs of numbers, or boards up to A×B.
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
    /// The ruleset of positions such as wythoff@3.5 or cram@4x5, or a pattern, such as "kayles@{x}+nim@{y}"
    #[serde(alias = "ruleset", alias = "pattern")]
    #[cfg_attr(feature = "flags", arg(value_name = "RULESET|PATTERN"))]
    pub what: String,
    /// The greatest pair: a row for each first number, as for {y} in a pattern, from 0 on, or 1 for boards
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
    /// The numbers that stand for {x} in a pattern: a column for each
    #[cfg_attr(feature = "flags", arg(long, value_name = "FROM-TO", value_parser = crate::flags::range, allow_hyphen_values = true))]
    pub x: Option<[u64; 2]>,
    /// The numbers that stand for {y}: a row for each
    #[cfg_attr(feature = "flags", arg(long, value_name = "FROM-TO", value_parser = crate::flags::range, allow_hyphen_values = true))]
    pub y: Option<[u64; 2]>,
    /// The winner: the last mover (normal) or the other (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// The compound rule of a pattern: see `solve --rule`
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// Contents of the cells [default: nimbers of impartial games, values of partizan ones]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<TableRows>(["outcomes", "nimbers", "values"])))]
    pub rows: Option<TableRows>,
}

impl Table {
    /// The question about this ruleset or pattern, without options.
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
        if self.to.is_some() && (self.x.is_some() || self.y.is_some()) {
            return Err(NoAnswer::unfit("to", "is for a ruleset, and `x` and `y` are for a pattern: leave it out"));
        }
        if self.to.is_some() && self.rule != CompoundRule::Disjunctive {
            return Err(NoAnswer::unfit("rule", "is for a pattern: a position of a ruleset is no sum. Leave it out"));
        }
        Ok(())
    }

    fn less(&self) -> Vec<&'static str> {
        less(self.rows.unwrap_or_default()).to_vec()
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
    /// Of the positions of a ruleset.
    Pairs(PairTable),
    /// Of sums with two numbers in them.
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
    /// The limit that left cells empty.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Pairs(table) => table.stopped.as_ref(),
            Self::Pattern(table) => table.stopped.as_ref(),
        }
    }
}

/// A table over a ruleset.
///
/// Serialized, it is the JSON object that the command line promises.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PairTable {
    /// The ruleset as it was named.
    pub ruleset: String,
    /// The greatest first number and the greatest second one.
    pub to: [u64; 2],
    /// The least number: 0, or 1 of boards.
    pub from: u64,
    /// The kind of content of the cells.
    pub rows: TableRows,
    /// A row for every first number.
    ///
    /// `None` if there is no such position, or nothing to say: no nimber and no value where play need not end, and no value whose text
    /// would be too long. It is also where a limit was reached.
    pub cells: Vec<Vec<Option<String>>>,
    /// The limit that left cells empty.
    pub stopped: Option<Stopped>,
}

/// The notation of pairs.
#[derive(Clone, Copy)]
struct Shape {
    /// The sign between the numbers.
    sign: char,
    from: u64,
}

const SHAPES: [Shape; 2] = [Shape { sign: 'x', from: 1 }, Shape { sign: '.', from: 0 }];

impl Shape {
    fn text(self, [a, b]: [u64; 2]) -> String {
        format!("{a}{}{b}", self.sign)
    }

    /// The notation that a ruleset reads, if it has pairs.
    ///
    /// Rules that read any text have none.
    fn of(rules: &dyn AnyRuleset, to: [u64; 2]) -> Option<Self> {
        let tried = [to, [0, 0], [1, 1], [2, 2], [2, 1]];
        let is_any_text = rules.read("1xB").is_ok();
        let is_read = |shape: &Self| tried.iter().any(|pair| rules.read(&shape.text(*pair)).is_ok());
        SHAPES.into_iter().find(|shape| !is_any_text && is_read(shape))
    }
}

/// The cells of every pair, up to a greatest one.
///
/// # Errors
/// [`NoAnswer::Malformed`] for an unknown ruleset, one whose positions are no pairs, and rows that it has not;
/// [`NoAnswer::Stopped`] at a limit.
fn table(session: &Session, question: &Table, to: [u64; 2], limits: &Limits) -> Result<PairTable, NoAnswer> {
    let game = session.rules("what", &question.what, limits)?;
    let not_for = |expected: &'static str| NoAnswer::from(BadNotation::new(0, expected));
    let shape = Shape::of(&**game.rules(), to).ok_or_else(|| {
        let pairs = "a ruleset whose positions are two numbers, such as wythoff, or boards AxB, such as cram";
        if game.rules().read(&to[0].to_string()).is_err() {
            return not_for(pairs);
        }
        NoAnswer::from(BadNotation::new(0, format!("{pairs}; two components of it are \"{}@{{x}},{{y}}\"", question.what)))
    })?;
    let [a, b] = to.map(|to| to.saturating_add(1).saturating_sub(shape.from));
    if a.checked_mul(b).is_none_or(|pairs| pairs > MAX_PAIRS) {
        return Err(not_for("a table of at most a million pairs"));
    }
    // the largest pair must be there
    let family = game.name();
    let largest = format!("{family}@{}", shape.text(to));
    session.position_within(&largest, limits).map_err(|BadNotation { expected, .. }| {
        let expected = format!("a ruleset that has the position {largest}, which is not read: expected {expected}");
        unread("what", &question.what, BadNotation::new(0, expected), limits)
    })?;
    if a == 0 || b == 0 {
        return Err(not_for("a table of at least one cell"));
    }
    let text = format!("{family}@{{y}}{}{{x}}", shape.sign);
    // a path may have braces of its own
    let at = family.len() + 1;
    let pattern = Pattern { text: &text, places: vec![(at, 1), (at + 4, 0)] };
    let found = grid(session, &pattern, [[shape.from, to[1]], [shape.from, to[0]]], question, limits);
    let (found, cells) = found.map_err(|error| match error {
        // errors are about the ruleset, and not about positions that the user did not type
        NoAnswer::Malformed { error: BadNotation { expected, .. }, .. } => BadNotation::new(0, expected).into(),
        other => other,
    })?;
    match found.stopped {
        Some(stopped) if cells.iter().flatten().all(Option::is_none) => Err(stopped.into()),
        stopped => Ok(PairTable { ruleset: family.to_owned(), to, from: shape.from, rows: found.rows, cells, stopped }),
    }
}

/// The flag for cells that cost less.
fn less(rows: TableRows) -> &'static [&'static str] {
    if rows == TableRows::Outcomes { &[] } else { &["--rows outcomes"] }
}

impl PairTable {
    /// The table as the JSON object that the command line promises.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a table is plain data")
    }
}

/// A table as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PairTable"))]
struct Written<'a> {
    ruleset: &'a str,
    /// The pair of the first row and the first column.
    from: [Number; 2],
    to: [Number; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<Option<String>>>>"))]
    outcomes: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<Option<Number>>>>"))]
    nimbers: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<Option<String>>>>"))]
    values: Option<Value>,
    #[serde(flatten)]
    fate: Fate,
}

impl Serialize for PairTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |rows| (self.rows == rows).then(|| json_cells(rows, &self.cells));
        let written = Written {
            ruleset: &self.ruleset,
            from: [self.from; 2].map(Number),
            to: self.to.map(Number),
            outcomes: cells(TableRows::Outcomes),
            nimbers: cells(TableRows::Nimbers),
            values: cells(TableRows::Values),
            fate: Fate::of(self.stopped.as_ref(), less(self.rows)),
        };
        written.serialize(serializer)
    }
}

written_as!(PairTable, Written);
