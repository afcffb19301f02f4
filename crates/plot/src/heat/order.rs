//! The order of the rows of a family: a comparison of each row with each other row.
//!
//! If order look-back proves the order of all rows, the comparisons of large rows follow from a small table. Otherwise the
//! order of rows m and n follows from the outcome of row m minus row n: if the second player wins, they are equal, and if the
//! first player wins, they are confused.

use super::{Cell, Heat, TO, within_limit};
use crate::wanted::{To, Wanted};
use core::cmp::Ordering;
use sprague::any::Kind;
use sprague::value_rows::{RowClasses, RowLaw, RowLawKind};
use sprague::{BadNotation, OutcomeClass};
use sprague_questions::{NoAnswer, Question, Session, Table, TableRows, Tabled};

/// The default for the last row.
///
/// A table with this many rows has enough room for signs.
const READABLE: u64 = 47;

/// The maximum number of laws of classes above the picture.
const SAID: usize = 4;

impl Heat {
    /// Computes the order of the rows of a family.
    pub(crate) fn of_order(session: &Session, what: &str, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let game = session.rules("what", what, options.limits)?;
        // the same words as for `compare`
        let expected = match game.rules().kind() {
            Kind::Impartial | Kind::Partizan => None,
            Kind::TerminalRule | Kind::Sides => Some("a game that the last move decides: these rules say themselves who has won"),
            Kind::Scored | Kind::ScoredSides => Some("a game that the last move decides: these rules count points"),
            Kind::Entailing => Some("a game without entailing moves: here positions have no value"),
        };
        if let Some(expected) = expected {
            return Err(BadNotation::new(0, expected).into());
        }
        // large tables are refused before the search begins
        let asked = rows(options, TO);
        if asked.iter().any(|[from, to]| from > to) {
            return Err(NoAnswer::unfit("x", "and `y`: expected rows from a first to a last one that is not less"));
        }
        within_limit(count(asked[0]), count(asked[1]))?;
        let most = options.seek.map(|seek| usize::try_from(seek).unwrap_or(usize::MAX));
        let classes = match game.heap_rules() {
            Some(rules) => RowClasses::seek(rules, most, options.limits)?,
            None => None,
        };
        let title = format!("{what}, order of rows");
        let Some(classes) = classes else { return Self::of_differences(session, what, title, options) };
        let order = classes.order();
        // far enough to see both laws
        let shown = order.preperiod.saturating_add(order.far).saturating_add(order.period.saturating_mul(2));
        let [across, upwards] = rows(options, shown.clamp(TO, READABLE));
        within_limit(count(across), count(upwards))?;
        let orders = classes.orders(across[0]..=across[1], upwards[0]..=upwards[1], options.limits)?;
        let cells = orders.into_iter().map(|row| row.into_iter().map(Cell::Order).collect()).collect();
        let laws: Vec<RowLaw> = classes.laws().into_iter().filter(|law| law.kind != RowLawKind::Order).collect();
        let mut words = vec![classes.order_sentence()];
        words.extend(laws.iter().take(SAID).map(ToString::to_string));
        if laws.len() > SAID {
            words.push(format!("and {} more classes: `analyse --rows values` says their laws", laws.len() - SAID));
        }
        Ok(Self::ordered(title, words, [across[0], upwards[0]], cells))
    }

    /// Computes the order from the outcomes of differences, for families whose order is not proved by a table.
    fn of_differences(session: &Session, what: &str, title: String, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let [x, y] = rows(options, TO);
        let asked =
            Table { x: Some(x), y: Some(y), rows: Some(TableRows::Outcomes), ..Table::of(format!("{what}@{{x}}+-{what}@{{y}}")) };
        let found = asked.answer(session, options.limits).map_err(|error| match error {
            // a position of the family is not a number, or has no negative
            NoAnswer::Malformed { .. } => {
                BadNotation::new(0, "a family of positions that are numbers, such as asymmetric:1,3/2").into()
            }
            other => other,
        })?;
        let Tabled::Pattern(found) = found else { unreachable!("it was asked for a pattern") };
        let cell = |text: &Option<String>| match text.as_deref() {
            Some("P") => Cell::Order(Some(Ordering::Equal)),
            Some("N") => Cell::Order(None),
            Some(text) if found.is_partizan => match OutcomeClass::from_symbol(text) {
                Some(OutcomeClass::Left) => Cell::Order(Some(Ordering::Greater)),
                Some(OutcomeClass::Right) => Cell::Order(Some(Ordering::Less)),
                _ => Cell::Nothing,
            },
            _ => Cell::Nothing,
        };
        let cells: Vec<Vec<Cell>> = found.cells.iter().map(|row| row.iter().map(cell).collect()).collect();
        let is_known = cells.iter().flatten().all(|cell| *cell != Cell::Nothing);
        let words = ["by the outcome of row m minus row n; nothing is said of larger rows"]
            .into_iter()
            .chain((!is_known).then_some("blank where there is no such row, or a difference is drawn or not known"));
        let mut heat = Self::ordered(title, words.map(str::to_owned).collect(), [x[0], y[0]], cells);
        heat.missing(found.stopped);
        Ok(heat)
    }

    fn ordered(title: String, mut words: Vec<String>, from: [u64; 2], cells: Vec<Vec<Cell>>) -> Self {
        let count = |order| cells.iter().flatten().filter(|cell| **cell == Cell::Order(order)).count();
        let [less, equal, greater] = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| count(Some(order)));
        words.push(format!("pairs shown: {less} less, {equal} equal, {greater} greater, {} confused", count(None)));
        Self { title, words, names: ["row m", "row n"], from, cells, is_downward: false, is_order: true, stopped: None }
    }
}

/// Returns the first and the last row on the horizontal and on the vertical axis.
fn rows(options: &Wanted<'_>, to: u64) -> [[u64; 2]; 2] {
    let [across, upwards] = match options.to {
        Some(To::Pair(to)) => to,
        Some(To::Row(to)) => [to; 2],
        None => [to; 2],
    };
    [options.x.unwrap_or([0, across]), options.y.unwrap_or([0, upwards])]
}

fn count([from, to]: [u64; 2]) -> u64 {
    to.saturating_sub(from).saturating_add(1)
}
