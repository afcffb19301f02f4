//! `sprague table`: something about every pair of numbers, or every board.

use crate::args::{GridFormat, PairRows, Table};
use crate::exit::Exit;
use crate::failure::{Failure, shortened};
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::{columns, page};
use serde_json::json;
use sprague::Stopped;
use sprague_games::{PairTable, PatternOptions, PatternTable, TableOptions, TableRows, pattern_table, table};
use std::io::{self, Write};

/// How many characters of a cell are printed for people.
const MAX_CELL: usize = 24;

pub(crate) fn run(args: &Table) -> Result<Exit, Failure> {
    let limits = limits(args.limits.bounds);
    let session = crate::session_within(&limits);
    let rows = args.rows.map(|rows| match rows {
        PairRows::Outcomes => TableRows::Outcomes,
        PairRows::Nimbers => TableRows::Nimbers,
        PairRows::Values => TableRows::Values,
    });
    let play = args.convention.play.into();
    let progress = Progress::of(&limits);
    let (found, known) = match args.to {
        Some(to) => {
            let options = TableOptions { to, rows, play, longest_play: args.limits.longest_play, limits };
            (table(&session, &args.ruleset, &options).map(Grid::of_pairs), json!({ "ruleset": args.ruleset, "to": to }))
        }
        None => {
            // one of them is given
            let [x, y] = [args.x, args.y].map(|range| range.map_or((0, 0), |[from, to]| (from, to)));
            let longest_play = args.limits.longest_play;
            let options = PatternOptions { x, y, rows, play, longest_play, limits, ..PatternOptions::default() };
            let known = json!({ "pattern": args.ruleset, "x": x, "y": y });
            (pattern_table(&session, &args.ruleset, &options).map(Grid::of_pattern), known)
        }
    };
    drop(progress);
    let found = found
        .map_err(|unanswered| Failure::told(args.format == GridFormat::Json, &args.ruleset, unanswered, || known.clone()))?;
    if let (Some(stopped), false) = (&found.stopped, args.format == GridFormat::Json) {
        return Err(Failure::told(false, &args.ruleset, stopped.clone().into(), || known.clone()));
    }
    match args.format {
        GridFormat::Text => print(&mut page(), &found, columns())?,
        GridFormat::Json => writeln!(stdout(), "{}", found.json)?,
        GridFormat::Csv => csv(&found)?,
    }
    Ok(if found.stopped.is_some() { Exit::NoAnswer } else { Exit::Answered })
}

/// A table of either kind.
struct Grid {
    title: String,
    /// What stands before the columns, and before the rows.
    heads: Vec<u64>,
    margin: Vec<u64>,
    /// What columns and rows are called.
    names: [&'static str; 2],
    cells: Vec<Vec<Option<String>>>,
    stopped: Option<Stopped>,
    json: serde_json::Value,
}

impl Grid {
    fn of_pairs(table: PairTable) -> Self {
        Self {
            title: format!("{}: {}, a row for every first number", table.ruleset, table.rows.name()),
            heads: (table.from..=table.to[1]).collect(),
            margin: (table.from..=table.to[0]).collect(),
            names: ["b", "a"],
            json: table.to_json(),
            cells: table.cells,
            stopped: None,
        }
    }

    fn of_pattern(table: PatternTable) -> Self {
        Self {
            title: format!("{}: {}, a column for every x and a row for every y", table.pattern, table.rows.name()),
            heads: (table.x.0..=table.x.1).collect(),
            margin: (table.y.0..=table.y.1).collect(),
            names: ["x", "y"],
            json: table.to_json(),
            cells: table.cells,
            stopped: table.stopped,
        }
    }
}

/// The table for people, in stripes that fit on lines of so many columns.
fn print(out: &mut impl Write, table: &Grid, columns: Option<usize>) -> io::Result<()> {
    writeln!(out, "{}", table.title)?;
    let cell = |cell: &Option<String>| cell.as_ref().map_or_else(|| "-".to_owned(), |text| shortened(text, MAX_CELL));
    let cells: Vec<Vec<String>> = table.cells.iter().map(|row| row.iter().map(cell).collect()).collect();
    let margin = table.margin.last().map_or(0, |last| last.to_string().len());
    let heads: Vec<String> = table.heads.iter().map(u64::to_string).collect();
    let width = |at: usize| cells.iter().map(|row| row[at].chars().count()).max().unwrap_or(0).max(heads[at].len()) + 2;
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut start = 0;
    while start < heads.len() {
        let mut used = margin;
        let fitting = widths[start..].iter().take_while(|width| {
            used += **width;
            columns.is_none_or(|columns| used <= columns)
        });
        let end = start + fitting.count().max(1);
        if start > 0 {
            writeln!(out)?;
        }
        let line = |head: &str, cells: &[String]| {
            let cells = cells[start..end].iter().zip(&widths[start..end]).map(|(cell, &width)| format!("{cell:>width$}"));
            format!("{head:>margin$}{}", cells.collect::<String>())
        };
        writeln!(out, "{}", line("", &heads))?;
        for (head, row) in table.margin.iter().zip(&cells) {
            writeln!(out, "{}", line(&head.to_string(), row))?;
        }
        start = end;
    }
    let is_cut = table.cells.iter().flatten().flatten().any(|text| text.chars().count() > MAX_CELL);
    if is_cut {
        writeln!(out, "… stands for the rest of a long value: --format json or csv has all of it")?;
    }
    if table.cells.iter().flatten().any(Option::is_none) {
        writeln!(out, "- stands where there is no such position, or nothing of the kind is known")?;
    }
    Ok(())
}

fn csv(table: &Grid) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(stdout());
    let [column, row] = table.names;
    let heads = table.heads.iter().map(|head| format!("{column}{head}"));
    writer.write_record([row.to_owned()].into_iter().chain(heads))?;
    for (head, row) in table.margin.iter().zip(&table.cells) {
        let cells = row.iter().map(|cell| cell.clone().unwrap_or_default());
        writer.write_record([head.to_string()].into_iter().chain(cells))?;
    }
    writer.flush()?;
    Ok(())
}
