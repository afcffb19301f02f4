//! Tables in words.

use super::{TableRows, Tabled};
use crate::legend::legend;
use crate::report::{Report, Shown, Table, formula, game, words};
use sprague::OutcomeClass;

/// A table of any kind, as it is printed.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Table};
/// let found = Session::new().ask(&Table { to: Some([2, 3]), ..Table::of("wythoff") }, &Limits::default())?;
/// let grid = found.grid();
/// assert_eq!((grid.heads, grid.cells[1][2].as_deref()), (vec![0, 1, 2, 3], Some("0")));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Debug)]
pub struct Grid<'a> {
    /// The ruleset or pattern, and what the cells contain.
    pub title: String,
    /// The numbers above the columns.
    pub heads: Vec<u64>,
    /// The numbers before the rows.
    pub margin: Vec<u64>,
    /// The names of the columns and of the rows.
    pub names: [&'static str; 2],
    /// The cells, row by row. `None` is unknown.
    pub cells: &'a [Vec<Option<String>>],
    /// The content of the cells.
    pub rows: TableRows,
}

impl Tabled {
    /// Returns the table as it is printed.
    pub fn grid(&self) -> Grid<'_> {
        match self {
            Self::Pairs(table) => Grid {
                title: format!("{}: {}, a row for every first number", table.ruleset, table.cells.rows.name()),
                heads: (table.from[1]..=table.to[1]).collect(),
                margin: (table.from[0]..=table.to[0]).collect(),
                names: ["b", "a"],
                cells: &table.cells,
                rows: table.cells.rows,
            },
            Self::Pattern(table) => Grid {
                title: format!("{}: {}, a column for every x and a row for every y", table.pattern, table.rows.name()),
                heads: (table.x[0]..=table.x[1]).collect(),
                margin: (table.y[0]..=table.y[1]).collect(),
                names: ["x", "y"],
                cells: &table.cells,
                rows: table.rows,
            },
        }
    }

    /// Describes the table in words.
    pub fn report(&self) -> Report {
        let grid = self.grid();
        let cell = |cell: &Option<String>| match (cell, grid.rows) {
            (None, _) => words("-"),
            (Some(text), TableRows::Values) => game(text),
            (Some(text), TableRows::Outcomes) => Shown::Sign(text.clone(), ""),
            (Some(text), TableRows::Nimbers | TableRows::Scores) => formula(text),
        };
        let row = |(head, row): (&u64, &Vec<Option<String>>)| [formula(head)].into_iter().chain(row.iter().map(cell)).collect();
        let columns = [String::new()].into_iter().chain(grid.heads.iter().map(u64::to_string)).map(Into::into).collect();
        let mut report = Report::of("", words(&grid.title));
        report.table(Table { columns, rows: grid.margin.iter().zip(grid.cells).map(row).collect(), ..Table::default() });
        if grid.rows == TableRows::Outcomes {
            let seen = grid.cells.iter().flatten().flatten().filter_map(|symbol| OutcomeClass::from_symbol(symbol));
            report.say(legend(seen));
        }
        report
    }
}
