//! A table as a heat map, with a square for each pair of numbers.
//!
//! The greater the nimber, the deeper the colour of its square. Lost positions are marked.

mod drawn;
mod order;
mod text;

use crate::theme::{SHADES, Theme};
use crate::wanted::{To, Wanted};
use core::cmp::Ordering;
use sprague::any::AllPositions;
use sprague::solve::RulesetCache;
use sprague::values::{ReadError, Value};
use sprague::{BadNotation, CompoundRule, Outcome, OutcomeClass, Play, Stopped};
use sprague_questions::analyse::RowTable;
use sprague_questions::{NoAnswer, Question, RowPlan, Session, Table, TableRows, Tabled, analyse, order_sign};

/// The maximum number of cells of a drawing.
const MAX_CELLS: u64 = 40_000;

/// The default for the last row and column of a table.
const TO: u64 = 20;

/// A table, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Heat {
    pub(crate) title: String,
    pub(crate) words: Vec<String>,
    /// The names of the numbers on the horizontal and the vertical axis.
    names: [&'static str; 2],
    /// The first number on the horizontal and on the vertical axis.
    from: [u64; 2],
    /// The rows, beginning with the first number of the vertical axis.
    cells: Vec<Vec<Cell>>,
    /// Whether the first row is on top, as on a board.
    is_downward: bool,
    /// Whether the table is the order of rows, even if no cell is known.
    is_order: bool,
    pub(crate) stopped: Option<Stopped>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    /// There is no such position, or it has no known result.
    Nothing,
    Nimber(u64),
    /// The outcome `N`, `D` or `P`.
    Outcome(char),
    /// The outcome class of a partizan position, and its value if the table shows values.
    Class(OutcomeClass, Option<String>),
    /// The order of two rows, which is `None` if they are confused.
    Order(Option<Ordering>),
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Paint {
    Nothing,
    Lost,
    Drawn,
    Won,
    Left,
    Right,
    Less,
    Equal,
    Greater,
    Confused,
    Shade(usize),
}

impl Cell {
    fn is_lost(&self) -> bool {
        matches!(self, Self::Nimber(0) | Self::Outcome('P') | Self::Class(OutcomeClass::Previous, _))
    }

    /// Returns the colour of the cell in a table with the greatest nimber `greatest`.
    fn paint(&self, greatest: u64) -> Paint {
        match self {
            Self::Nothing => Paint::Nothing,
            cell if cell.is_lost() => Paint::Lost,
            Self::Nimber(nimber) => Paint::Shade(shade(*nimber, greatest)),
            Self::Outcome('D') => Paint::Drawn,
            Self::Outcome(_) | Self::Class(OutcomeClass::Next | OutcomeClass::Previous, _) => Paint::Won,
            Self::Class(OutcomeClass::Left, _) => Paint::Left,
            Self::Class(OutcomeClass::Right, _) => Paint::Right,
            Self::Class(_, _) => Paint::Drawn,
            Self::Order(Some(Ordering::Less)) => Paint::Less,
            Self::Order(Some(Ordering::Equal)) => Paint::Equal,
            Self::Order(Some(Ordering::Greater)) => Paint::Greater,
            Self::Order(None) => Paint::Confused,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Nimber(nimber) => nimber.to_string(),
            Self::Outcome(letter) => letter.to_string(),
            Self::Class(class, None) => class.to_string(),
            Self::Class(_, Some(value)) => value.clone(),
            Self::Order(order) => order_sign(*order).to_owned(),
        }
    }
}

/// Returns the shade of a nimber that is at least 1.
fn shade(nimber: u64, greatest: u64) -> usize {
    let (above, all) = (u128::from(nimber.saturating_sub(1)), u128::from(greatest.saturating_sub(1)).max(1));
    ((above * (SHADES as u128 - 1) + all / 2) / all) as usize
}

impl Heat {
    /// Computes the table of a ruleset or of a pattern.
    pub(crate) fn of(session: &Session, what: &str, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        if ["{x}", "{y}"].iter().any(|blank| what.contains(blank)) {
            return Self::of_pattern(session, what, options);
        }
        if options.x.is_some() || options.y.is_some() {
            return Err(BadNotation::new(0, "a pattern with {x} or {y}, such as wythoff@{x}.{y}, for two ranges").into());
        }
        if options.rule != CompoundRule::Disjunctive {
            return Err(NoAnswer::unfit(
                "rule",
                "applies to patterns, because a position of a ruleset is not a sum: leave it out",
            ));
        }
        let game = session.rules("what", what, options.limits)?;
        if let (None, Some(AllPositions::Board(_))) = (options.to, game.rules().all_positions()) {
            return Self::of_board(&game, options);
        }
        Self::of_pairs(session, what, options)
    }

    /// Computes a table of the squares of a board.
    fn of_board(game: &RulesetCache, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let asked = RowPlan { play: options.play, limits: options.limits.clone(), ..RowPlan::default() };
        let analysis = analyse(game, &asked)?;
        let RowTable::Board { table } = &analysis.rows else {
            return Err(BadNotation::new(0, "a board, whose squares are positions").into());
        };
        let is_misere = options.play == Play::Misere;
        if options.rows == Some(TableRows::Values) || (is_misere && options.rows == Some(TableRows::Nimbers)) {
            return Err(BadNotation::new(0, "nimbers under normal play, or outcomes: a board has nothing else").into());
        }
        let is_of_outcomes = is_misere || options.rows == Some(TableRows::Outcomes);
        let cell = |value: &u64| match (is_of_outcomes, value) {
            (false, nimber) => Cell::Nimber(*nimber),
            (true, 0) => Cell::Outcome('P'),
            (true, _) => Cell::Outcome('N'),
        };
        let cells: Vec<Vec<Cell>> = table.iter().map(|row| row.iter().map(cell).collect()).collect();
        within_limit(cells.len() as u64, cells.first().map_or(0, Vec::len) as u64)?;
        let title = format!("{}{}", analysis.family, if is_misere { ", misère play" } else { "" });
        let kind = if is_of_outcomes { TableRows::Outcomes } else { TableRows::Nimbers };
        Ok(Self::named(title, kind, ["x", "y"], [0, 0], cells, true))
    }

    /// Computes a table of the positions that are pairs of numbers, or of boards by their size.
    fn of_pairs(session: &Session, what: &str, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        if options.play == Play::Misere {
            return Err(BadNotation::new(0, "a pattern such as wythoff@{x}.{y} for a table under misère play").into());
        }
        let to = match options.to {
            Some(To::Pair(to)) => to,
            _ => [TO; 2],
        };
        within_limit(to[0].saturating_add(1), to[1].saturating_add(1))?;
        let asked = Table { to: Some(to), rows: options.rows, ..Table::of(what) };
        let Tabled::Pairs(found) = asked.answer(session, options.limits)? else { unreachable!("it was asked for pairs") };
        let is_partizan = session.rules("what", what, options.limits)?.rules().kind().has_sides();
        // the table has a row for each first number, but here the first number is on the horizontal axis
        let width = found.cells.len();
        let height = found.cells.first().map_or(0, Vec::len);
        let mut cells = vec![Vec::with_capacity(width); height];
        for row in found.cells.iter() {
            for (above, text) in cells.iter_mut().zip(row) {
                above.push(cell(text.as_deref(), found.cells.rows, is_partizan, options)?);
            }
        }
        let mut heat = Self::named(found.ruleset, found.cells.rows, ["first number", "second number"], found.from, cells, false);
        heat.missing(found.stopped);
        Ok(heat)
    }

    /// Computes a table of the sums that a pattern describes.
    fn of_pattern(session: &Session, what: &str, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let [to_x, to_y] = match options.to {
            Some(To::Pair(to)) => to,
            _ => [TO; 2],
        };
        let [x, y] = [options.x.unwrap_or([0, to_x]), options.y.unwrap_or([0, to_y])];
        // a pattern with only one number gives a single row
        let y = if what.contains("{y}") { y } else { [y[0]; 2] };
        let x = if what.contains("{x}") { x } else { [x[0]; 2] };
        within_limit(x[1].saturating_sub(x[0]).saturating_add(1), y[1].saturating_sub(y[0]).saturating_add(1))?;
        let asked =
            Table { x: Some(x), y: Some(y), rows: options.rows, play: options.play, rule: options.rule, ..Table::of(what) };
        let Tabled::Pattern(found) = asked.answer(session, options.limits)? else { unreachable!("it was asked for a pattern") };
        let mut cells = vec![];
        for row in found.cells.iter() {
            let cell = |text: &Option<String>| cell(text.as_deref(), found.rows, found.is_partizan, options);
            cells.push(row.iter().map(cell).collect::<Result<Vec<_>, _>>()?);
        }
        let misere = if options.play == Play::Misere { ", misère play" } else { "" };
        let rule = match options.rule {
            CompoundRule::Disjunctive => String::new(),
            rule => format!(", {rule} compound"),
        };
        let mut heat = Self::named(format!("{what}{rule}{misere}"), found.rows, ["x", "y"], [x[0], y[0]], cells, false);
        heat.missing(found.stopped);
        Ok(heat)
    }

    /// Records the limit that left cells empty.
    fn missing(&mut self, stopped: Option<Stopped>) {
        self.words.extend(stopped.as_ref().map(|stopped| format!("cells are missing: {stopped}")));
        self.stopped = stopped;
    }

    /// Builds a table with a sentence about its numbers.
    fn named(
        title: String,
        rows: TableRows,
        names: [&'static str; 2],
        from: [u64; 2],
        cells: Vec<Vec<Cell>>,
        is_downward: bool,
    ) -> Self {
        let all = || cells.iter().flatten();
        let lost = all().filter(|cell| cell.is_lost()).count();
        let known = all().filter(|cell| **cell != Cell::Nothing).count();
        let is_partizan = all().any(|cell| matches!(cell, Cell::Class(..)));
        let marked = if is_partizan { "won by the second player (P)" } else { "lost for the player to move" };
        let mut words = vec![format!("{}, {lost} of {known} {marked}", rows.name())];
        if known < cells.iter().map(Vec::len).sum() {
            words.push("blank where there is no such position, or nothing of the kind is known".to_owned());
        }
        Self { title, words, names, from, cells, is_downward, is_order: false, stopped: None }
    }

    /// Returns the greatest nimber in the table.
    fn greatest(&self) -> u64 {
        let nimbers = self.cells.iter().flatten().map(|cell| if let Cell::Nimber(nimber) = cell { *nimber } else { 0 });
        nimbers.max().unwrap_or(0)
    }

    /// Returns the colours that occur, in the order of [`Paint`], each with its meaning in words.
    ///
    /// The words begin with an example of the text in cells of this colour.
    fn key(&self) -> Vec<(Paint, String)> {
        let greatest = self.greatest();
        let mut paints: Vec<Paint> = self.cells.iter().flatten().map(|cell| cell.paint(greatest)).collect();
        paints.sort_unstable();
        paints.dedup();
        let is_partizan = self.cells.iter().flatten().any(|cell| matches!(cell, Cell::Class(..)));
        let is_of_nimbers = self.cells.iter().flatten().any(|cell| matches!(cell, Cell::Nimber(_)));
        let plain = paints.iter().filter_map(|paint| {
            let words = match paint {
                Paint::Lost if is_partizan => "P: who starts loses",
                Paint::Lost if is_of_nimbers => "0: lost for the player to move",
                Paint::Lost => "P: lost for the player to move",
                Paint::Drawn if is_partizan => "D, N^, P^, Nv, Pv: drawn if one of them starts, or both",
                Paint::Drawn => "D: drawn",
                Paint::Won if is_partizan => "N: who starts wins",
                Paint::Won => "N: won",
                Paint::Left => "L: Left wins",
                Paint::Right => "R: Right wins",
                Paint::Less => "<: row m is less than row n",
                Paint::Equal => "=: equal",
                Paint::Greater => ">: greater",
                Paint::Confused => "||: confused",
                Paint::Nothing | Paint::Shade(_) => return None,
            };
            Some((*paint, words.to_owned()))
        });
        let mut key: Vec<(Paint, String)> = plain.collect();
        if greatest > 0 {
            key.push((Paint::Shade(0), "1".to_owned()));
            if greatest > 1 {
                key.push((Paint::Shade(SHADES - 1), format!("to {greatest}: won, by nimber")));
            }
        }
        key
    }

    pub(crate) fn svg(&self, theme: Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize) -> Vec<String> {
        text::lines(self, columns)
    }
}

/// Returns an error for a table with more than [`MAX_CELLS`] cells.
fn within_limit(a: u64, b: u64) -> Result<(), NoAnswer> {
    if a.checked_mul(b).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(BadNotation::new(0, format!("a table of at most {MAX_CELLS} cells, which is as much as can be seen")).into());
    }
    Ok(())
}

fn cell(text: Option<&str>, rows: TableRows, is_partizan: bool, options: &Wanted<'_>) -> Result<Cell, NoAnswer> {
    let Some(text) = text else { return Ok(Cell::Nothing) };
    Ok(match rows {
        TableRows::Scores => {
            // one number is the score for the player to move, two are Left's points minus Right's
            let (left, right) = text.split_once('|').unwrap_or((text, ""));
            let of = |points: &str| points.parse().ok().map(Outcome::of_score);
            let outcomes = of(left).map(|left| (left, of(right).map_or(left, |right| -right)));
            outcomes.map_or(Cell::Nothing, |(left, right)| Cell::Class(OutcomeClass::of(left, right), Some(text.to_owned())))
        }
        TableRows::Nimbers => text.parse().map_or(Cell::Nothing, Cell::Nimber),
        TableRows::Outcomes if is_partizan => {
            OutcomeClass::from_symbol(text).map_or(Cell::Nothing, |class| Cell::Class(class, None))
        }
        TableRows::Outcomes => text.chars().next().map_or(Cell::Nothing, Cell::Outcome),
        TableRows::Values => match Value::read(text, options.limits) {
            Ok(value) => Cell::Class(value.outcome_class(), Some(text.to_owned())),
            Err(ReadError::Stopped(stopped)) => return Err(stopped.into()),
            Err(ReadError::Notation(_)) => Cell::Nothing,
        },
    })
}
