//! `sprague table`: computes nimbers, values or outcomes for every pair of numbers, or every board.

use super::{ask, session, told};
use crate::exit::Exit;
use crate::failure::{Failure, shortened};
use crate::latex;
use crate::out::{print_json, stdout};
use crate::terminal::{columns, page};
use clap::{Args as Flags, ValueEnum};
use sprague::OutcomeClass;
use sprague_questions::{Form, Grid, LimitsAsked, Table, TableRows, legend};
use std::io::{self, Write};

/// The maximum number of characters of a cell in the text.
const MAX_CELL: usize = 24;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Table,
    /// Format of the table
    #[arg(long, value_enum, default_value_t = GridFormat::Text)]
    format: GridFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GridFormat {
    Text,
    Json,
    /// Comma-separated columns
    Csv,
    /// LaTeX array for math mode, which needs amsmath
    Latex,
    /// Markdown
    Markdown,
    /// HTML without scripts
    Html,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let failed = |error, is_json| Failure::of(&args.question.what, error, is_json);
    let found = ask(&session(), &args.question, &args.limits);
    let found = found.map_err(|error| failed(error, args.format == GridFormat::Json))?;
    let stopped = found.stopped().cloned();
    if args.format == GridFormat::Json {
        print_json(&found)?;
        return Ok(if stopped.is_some() { Exit::NoAnswer } else { Exit::Answered });
    }
    let grid = found.grid();
    match args.format {
        GridFormat::Csv => csv(&grid)?,
        GridFormat::Latex => latex::table(&mut stdout(), &grid.title, grid.rows, [&grid.heads, &grid.margin], grid.cells)?,
        GridFormat::Markdown => told(&found.report(), Form::Markdown)?,
        GridFormat::Html => told(&found.report(), Form::Html)?,
        GridFormat::Text | GridFormat::Json => print(&mut page(), &grid, columns())?,
    }
    // the known cells have been printed
    stopped.map_or(Ok(Exit::Answered), |stopped| Err(failed(stopped.into(), false)))
}

/// Prints the table as text, in stripes of at most `columns` columns.
fn print(out: &mut impl Write, table: &Grid<'_>, columns: Option<usize>) -> io::Result<()> {
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
        writeln!(out, "… replaces the rest of a long value (--format json or csv prints all of it)")?;
    }
    if table.rows == TableRows::Outcomes {
        let seen = table.cells.iter().flatten().flatten().filter_map(|symbol| OutcomeClass::from_symbol(symbol));
        writeln!(out, "\n{}", legend(seen))?;
    }
    if table.cells.iter().flatten().any(Option::is_none) {
        writeln!(out, "- means that there is no such position, or that nothing of this kind is known")?;
    }
    Ok(())
}

fn csv(table: &Grid<'_>) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(stdout());
    let [column, row] = table.names;
    let heads = table.heads.iter().map(|head| format!("{column}{head}"));
    writer.write_record([row.to_owned()].into_iter().chain(heads))?;
    for (head, row) in table.margin.iter().zip(table.cells) {
        let cells = row.iter().map(|cell| cell.clone().unwrap_or_default());
        writer.write_record([head.to_string()].into_iter().chain(cells))?;
    }
    writer.flush()?;
    Ok(())
}
