//! `sprague table`: something about every pair of numbers, or every board.

use crate::args::{GridFormat, PairRows, Table};
use crate::failure::{Failure, shortened};
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::{columns, page};
use serde_json::json;
use sprague_games::{PairTable, TableOptions, TableRows, table};
use std::io::{self, Write};
use std::process::ExitCode;

/// How many characters of a cell are printed for people.
const MAX_CELL: usize = 24;

pub(crate) fn run(args: &Table) -> Result<ExitCode, Failure> {
    let limits = limits(args.limits.bounds);
    let session = crate::session_within(&limits);
    let rows = args.rows.map(|rows| match rows {
        PairRows::Outcomes => TableRows::Outcomes,
        PairRows::Nimbers => TableRows::Nimbers,
        PairRows::Values => TableRows::Values,
    });
    let options = TableOptions { to: args.to, rows, longest_play: args.limits.longest_play, limits, ..TableOptions::default() };
    let found = {
        let _progress = Progress::of(&options.limits);
        table(&session, &args.ruleset, &options)
    };
    let found = found.map_err(|unanswered| {
        let known = || json!({ "ruleset": args.ruleset, "to": args.to });
        Failure::told(args.format == GridFormat::Json, &args.ruleset, unanswered, known)
    })?;
    match args.format {
        GridFormat::Text => print(&mut page(), &found, columns())?,
        GridFormat::Json => writeln!(stdout(), "{}", found.to_json())?,
        GridFormat::Csv => csv(&found)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The table for people, in stripes that fit on lines of so many columns.
fn print(out: &mut impl Write, table: &PairTable, columns: Option<usize>) -> io::Result<()> {
    writeln!(out, "{}: {}, a row for every first number", table.ruleset, table.rows.name())?;
    let cell = |cell: &Option<String>| cell.as_ref().map_or_else(|| "-".to_owned(), |text| shortened(text, MAX_CELL));
    let cells: Vec<Vec<String>> = table.cells.iter().map(|row| row.iter().map(cell).collect()).collect();
    let margin = table.to[0].to_string().len();
    let heads: Vec<String> = (table.from..=table.to[1]).map(|b| b.to_string()).collect();
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
        for (a, row) in (table.from..).zip(&cells) {
            writeln!(out, "{}", line(&a.to_string(), row))?;
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

fn csv(table: &PairTable) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(stdout());
    let heads = (table.from..=table.to[1]).map(|b| format!("b{b}"));
    writer.write_record(["a".to_owned()].into_iter().chain(heads))?;
    for (a, row) in (table.from..).zip(&table.cells) {
        let cells = row.iter().map(|cell| cell.clone().unwrap_or_default());
        writer.write_record([a.to_string()].into_iter().chain(cells))?;
    }
    writer.flush()?;
    Ok(())
}
