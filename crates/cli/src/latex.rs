//! Writes answers in LaTeX for papers. Arrays and values are in math mode and need `amsmath`.

use sprague::Limits;
use sprague::printable::Printable;
use sprague::values::{Value, latex, latex_words};
use sprague_questions::{Analysis, Named, TableRows};
use std::borrow::Cow;
use std::io::{self, Write};

/// The maximum number of rows of a family in one array.
pub(crate) const MAX_ROWS: usize = 2000;

/// The number of entries on a line of an array, unless the period is in the range [`PERIODS`].
const ENTRIES: usize = 10;
const PERIODS: [u64; 2] = [5, 24];

/// The maximum length of a value in a table.
const WIDEST: usize = 32;

/// Writes a comment of the LaTeX source.
fn comment(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "% {}", Printable(text))
}

/// Writes mathematics as a displayed formula.
fn displayed<W: Write>(out: &mut W, inside: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
    writeln!(out, "\\[")?;
    inside(out)?;
    writeln!(out, "\\]")
}

fn cell(rows: TableRows, text: &str) -> String {
    match rows {
        TableRows::Values => latex(&short(text)),
        TableRows::Nimbers | TableRows::Scores => text.to_owned(),
        TableRows::Outcomes => class(text),
    }
}

/// Returns a value. If it is too long for a column, returns its name.
fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= WIDEST {
        return text.into();
    }
    let named = text.parse::<Value>().ok().and_then(|value| Named::of(&value, &Limits::default()).ok());
    named.map_or_else(|| text.into(), |named| named.name.into())
}

/// Returns the letter of an outcome class in LaTeX.
fn class(letter: &str) -> String {
    match letter.strip_suffix(['^', 'v']) {
        Some(plain) => format!(r"\mathrm{{{plain}}}^{{{}}}", if letter.ends_with('v') { r"\vee" } else { r"\wedge" }),
        None => format!(r"\mathrm{{{letter}}}"),
    }
}

/// Writes an array with a header line and a header column.
fn array<'a>(out: &mut impl Write, heads: &[u64], rows: impl Iterator<Item = (u64, Vec<String>)> + 'a) -> io::Result<()> {
    writeln!(out, "\\begin{{array}}{{r|{}}}", "c".repeat(heads.len()))?;
    let heads: Vec<String> = heads.iter().map(u64::to_string).collect();
    writeln!(out, "  & {} \\\\ \\hline", heads.join(" & "))?;
    for (head, cells) in rows {
        writeln!(out, "  {head} & {} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\end{{array}}")
}

pub(crate) fn table(
    out: &mut impl Write,
    title: &str,
    rows: TableRows,
    [heads, margin]: [&[u64]; 2],
    cells: &[Vec<Option<String>>],
) -> io::Result<()> {
    comment(out, title)?;
    let line = |row: &Vec<Option<String>>| {
        row.iter().map(|known| known.as_deref().map_or_else(String::new, |text| cell(rows, text))).collect()
    };
    if rows == TableRows::Values && cells.iter().flatten().flatten().any(|text| text.len() > WIDEST) {
        comment(out, "long values are written by name: --format csv or json has all of them")?;
    }
    displayed(out, |out| array(out, heads, margin.iter().zip(cells).map(|(&head, row)| (head, line(row)))))
}

/// Writes the rows of a family, one array for each column, and its periods.
pub(crate) fn analysis(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let period = analysis.period.as_ref().map(|found| found.period).filter(|period| (PERIODS[0]..=PERIODS[1]).contains(period));
    let wide = period.map_or(ENTRIES, |period| period as usize);
    let columns = analysis.columns();
    // columns that follow from another column are left out
    let has = |name: &str| columns.iter().any(|(other, _)| other == name);
    let follows = |name: &str| match name {
        "outcome" => has("nimber") || has("value"),
        "left_first" | "right_first" => true,
        _ => false,
    };
    for (name, cells) in columns.iter().skip(1).filter(|(name, _)| !follows(name)) {
        comment(out, &format!("{}: {name}, n from 0", analysis.family))?;
        let wide = wide.min(cells.len());
        let written = |text: &String| match &name[..] {
            "value" => latex(text),
            "outcome" | "even" | "odd" => class(text),
            "genus" => text.clone(),
            "form" if text.is_empty() || text.len() > WIDEST => r"\ldots".to_owned(),
            _ if text.trim_start_matches('-').chars().all(char::is_numeric) => text.clone(),
            _ => format!(r"\text{{{}}}", latex_words(text)),
        };
        let heads: Vec<u64> = (0..wide as u64).collect();
        let lines =
            cells.chunks(wide.max(1)).enumerate().map(|(at, line)| ((at * wide) as u64, line.iter().map(written).collect()));
        displayed(out, |out| array(out, &heads, lines))?;
    }
    for sentence in analysis.period_sentences() {
        writeln!(out, "{}.\\par", latex_words(&sentence))?;
    }
    Ok(())
}
