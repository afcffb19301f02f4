//! Prints answers as text for people.

use crate::failure::shortened;
use sprague::Play;
use sprague_questions::analyse::{RowTable, Summary};
use sprague_questions::glossary::terms_in;
use sprague_questions::{Analysis, Answer, Form};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// The maximum length of a name that is aligned with others.
pub(crate) const WIDEST_NAME: usize = 60;

/// The size of the part of an answer in which glossary terms are searched, in bytes.
const MAX_SAID: usize = 1 << 16;

/// Lists the glossary terms in an explanation.
pub(crate) fn words(out: &mut impl Write, said: &str) -> io::Result<()> {
    let words: Vec<&str> = terms_in(said).iter().map(|term| term.word).collect();
    match words.as_slice() {
        [] => Ok(()),
        words => writeln!(out, "words: {}; `sprague glossary WORD` explains one", words.join(", ")),
    }
}

/// Prints a solved position, and the glossary terms in the explanation if there is one.
pub(crate) fn answer(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let said = answer.report().written(Form::Text);
    out.write_all(said.as_bytes())?;
    if answer.is_explained { words(out, &said[..said.floor_char_boundary(MAX_SAID)]) } else { Ok(()) }
}

/// The maximum number of rows of a family on one line.
const ROWS_PER_LINE: usize = 20;

/// Returns the number of rows from `start` that fit on a line, and the width of their widest cell.
///
/// The line has `columns` columns, of which the name takes `name_width`.
fn rows_that_fit(cells: &[(String, Vec<String>)], start: usize, name_width: usize, columns: Option<usize>) -> (usize, usize) {
    let left = cells[0].1.len() - start;
    let widest = |count: usize| {
        let all = cells.iter().flat_map(|(_, cells)| &cells[start..start + count]);
        all.map(|cell| cell.chars().count()).max().unwrap_or(1)
    };
    let fits = |count: &usize| columns.is_none_or(|columns| name_width + 1 + count * (widest(*count) + 1) <= columns);
    let count = (1..=left.min(ROWS_PER_LINE)).rev().find(fits).unwrap_or(1);
    (count, widest(count))
}

/// Prints the squares of a board, in stripes of at most `columns` columns.
fn board<T: Display>(out: &mut impl Write, table: &[Vec<T>], columns: Option<usize>) -> io::Result<()> {
    let width = table.iter().map(Vec::len).max().unwrap_or(0);
    let most = columns.map_or(width, |columns| columns / 3).max(1);
    for start in (0..width).step_by(most) {
        let end = width.min(start + most);
        if most < width {
            writeln!(out, "x = {start} to {}:", end - 1)?;
        }
        for row in table {
            let cells: Vec<String> = row.iter().take(end).skip(start).map(|value| format!("{value:>3}")).collect();
            writeln!(out, "{}", cells.concat())?;
        }
    }
    Ok(())
}

/// The number of characters that are printed of a value with three times as many.
const SHOWN_OF_VALUE: usize = 60;

/// Prints the outcome and the value of every heap, one per line.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn value_lines(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let rows = analysis.rows.len();
    let width = rows.saturating_sub(1).to_string().len();
    let (mut is_cut, mut printed) = (false, 0);
    'portions: while printed < rows {
        let columns = analysis.columns_for_people_of(printed..printed + LAID_OUT);
        let values = &analysis.values.as_ref().expect("the rows are of values").texts[printed..];
        for (outcome, value) in columns[1].1.iter().zip(values) {
            if printed >= IN_ANY_CASE && is_late() {
                break 'portions;
            }
            let shown = match value {
                Some(text) if text.len() <= 3 * SHOWN_OF_VALUE => text.clone(),
                Some(text) => format!("{}… ({} characters)", &text[..SHOWN_OF_VALUE], text.len()),
                None => format!("more than {} characters", sprague::values::Value::MAX_TEXT),
            };
            is_cut |= value.as_ref() != Some(&shown);
            writeln!(out, "{printed:>width$}  {outcome}  {shown}")?;
            printed += 1;
        }
    }
    if is_cut {
        writeln!(out, "--format csv writes longer values, --format json --dag all of them as nodes that they share")?;
    }
    Ok(printed)
}

/// Prints outcome, genus, kind and misère form of every heap.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn form_lines(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let columns = analysis.columns();
    let cells = columns.iter().map(|(_, cells)| cells);
    let widths: Vec<usize> =
        cells.clone().map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let (mut is_cut, mut printed) = (false, 0);
    for row in 0..analysis.rows.len() {
        if printed >= IN_ANY_CASE && is_late() {
            break;
        }
        let [n, outcome, genus, kind, form] = [0, 1, 2, 3, 4].map(|column| &*columns[column].1[row]);
        let form = match form {
            "" => "…".to_owned(),
            long if long.len() > 3 * SHOWN_OF_VALUE => format!("{}… ({} characters)", &long[..SHOWN_OF_VALUE], long.len()),
            short => short.to_owned(),
        };
        is_cut |= form.contains('…');
        writeln!(out, "{n:>0$}  {outcome}  {genus:<1$}  {kind:<2$}  {form}", widths[0], widths[2], widths[3])?;
        printed += 1;
    }
    if is_cut {
        writeln!(out, "--format csv or json writes forms of up to 10000 characters")?;
    }
    Ok(printed)
}

/// The number of cells that are printed even if it is late, so that part of the answer is visible.
const IN_ANY_CASE: usize = 1 << 12;

/// The number of rows that are formatted at once.
pub(crate) const LAID_OUT: usize = 1 << 14;

/// Prints an analysed family.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
pub(crate) fn analysis(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let play = if analysis.play == Play::Misere { ", misère play" } else { "" };
    writeln!(out, "{}{play}", analysis.family)?;
    let printed = match &analysis.rows {
        RowTable::Board { table } => {
            board(out, table, crate::terminal::columns())?;
            return Ok(table.len());
        }
        RowTable::Vertices { vertices } => {
            // names of vertices come from a file, and may be longer than a line
            let short = |cells: Vec<String>| cells.iter().map(|cell| shortened(cell, WIDEST_NAME)).collect::<Vec<_>>();
            let columns: Vec<(String, Vec<String>)> =
                analysis.columns_for_people_of(0..usize::MAX).into_iter().map(|(name, cells)| (name, short(cells))).collect();
            let width = |cells: &(String, Vec<String>)| {
                cells.1.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).max(cells.0.len())
            };
            let widths: Vec<usize> = columns.iter().map(width).collect();
            let line = |cells: Vec<&String>| {
                cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}  ")).collect::<String>()
            };
            writeln!(out, "{}", line(columns.iter().map(|(name, _)| name).collect()).trim_end())?;
            for row in 0..columns[0].1.len() {
                writeln!(out, "{}", line(columns.iter().map(|(_, cells)| &cells[row]).collect()).trim_end())?;
            }
            analysis.legend().iter().try_for_each(|legend| writeln!(out, "\n{legend}"))?;
            return Ok(vertices.len());
        }
        RowTable::Forms { .. } => {
            let printed = form_lines(out, analysis, is_late)?;
            writeln!(out)?;
            printed
        }
        _ if analysis.values.is_some() => {
            let printed = value_lines(out, analysis, is_late)?;
            writeln!(out)?;
            printed
        }
        _ => stripes(out, analysis, is_late)?,
    };
    if let Some(legend) = analysis.legend() {
        writeln!(out, "{legend}")?;
    }
    analysis.period_sentences().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    Ok(printed)
}

/// Prints rows in stripes that fit on a line.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn stripes(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let (rows, wide) = (analysis.rows.len(), crate::terminal::columns());
    let mut start = 0;
    while start < rows && !(start > 0 && is_late()) {
        // format only some rows at once, because cells as strings take a hundred times the memory of the rows
        let columns = analysis.columns_for_people_of(start..start.saturating_add(LAID_OUT));
        let name_width = columns.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let (mut from, here) = (0, columns[0].1.len());
        let is_last = start + here == rows;
        let is_enough = |from: usize| from > 0 && (start + from) * columns.len() >= IN_ANY_CASE;
        // a line that reaches the end of these rows may have room for the next ones, so it is left for the next round
        while from < here && (is_last || from + ROWS_PER_LINE <= here) && !(is_enough(from) && is_late()) {
            let (count, widest) = rows_that_fit(&columns, from, name_width, wide);
            let shown = from..from + count;
            from += count;
            for (name, cells) in &columns {
                let mut line = format!("{name:<name_width$} ");
                cells[shown.clone()].iter().try_for_each(|cell| write!(line, " {cell:>widest$}")).expect("text can be written");
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        start += from;
    }
    Ok(start)
}

pub(crate) fn summary(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    writeln!(out, "{}: {} rows, {} of them lost", summary.family, summary.rows, summary.lost)?;
    if let Some(period) = summary.period {
        writeln!(out, "{period}")?;
    }
    if let Some(law) = &summary.law {
        writeln!(out, "{law}")?;
    }
    writeln!(out, "digest {:016x}, kernel {}, {:.3} s", summary.digest, summary.kernel, summary.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(columns: Option<usize>) -> String {
        let mut out = vec![];
        board(&mut out, &[vec![0, 1, 2], vec![10, 11, 12]], columns).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_wide_board_is_shown_in_stripes() {
        assert_eq!(drawn(None), "  0  1  2\n 10 11 12\n");
        assert_eq!(drawn(Some(9)), drawn(None));
        assert_eq!(drawn(Some(8)), "x = 0 to 1:\n  0  1\n 10 11\nx = 2 to 2:\n  2\n 12\n");
    }

    #[test]
    fn as_many_rows_stand_on_a_line_as_fit() {
        let cells =
            |values: &[&str]| vec![("nimber".to_owned(), values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>())];
        let short = cells(&["1"; 30]);
        assert_eq!(rows_that_fit(&short, 0, 6, None), (20, 1));
        assert_eq!(rows_that_fit(&short, 25, 6, None), (5, 1));
        assert_eq!(rows_that_fit(&short, 0, 6, Some(27)), (10, 1));
        // a wide cell makes all cells of its line wide
        assert_eq!(rows_that_fit(&cells(&["1", "1", "12345", "1"]), 0, 6, Some(18)), (2, 1));
        assert_eq!(rows_that_fit(&cells(&["123456789"]), 0, 6, Some(10)), (1, 9));
    }
}
