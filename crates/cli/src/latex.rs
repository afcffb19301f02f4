//! Writes answers in LaTeX for papers. Arrays and values are in math mode and need `amsmath`.

use sprague::Limits;
use sprague::printable::Printable;
use sprague::quotient::{GeneratorWord, MisereQuotient};
use sprague::values::{Value, latex, latex_words};
use sprague_questions::quotient::presentation;
use sprague_questions::{Analysis, LoopyReport, MisereReport, Named, TableRows, ValueReport};
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

/// Writes facts about a value as aligned equations.
pub(crate) fn value(out: &mut impl Write, report: &ValueReport) -> io::Result<()> {
    comment(out, &report.transform.as_ref().map_or(report.position.clone(), |change| format!("{}, {change}", report.position)))?;
    let whole = report.text.as_deref().map_or_else(|| r"\ldots".to_owned(), latex);
    // names such as "double up" are written as arrows instead
    let name = report.name.as_deref().filter(|_| report.value.nus().is_none());
    let called = name.map_or_else(String::new, |name| format!(" = {}", latex(name)));
    let mut lines = vec![format!("G &= {whole}{called}")];
    let number = |name: &str, value: &dyn std::fmt::Display| format!(r"\text{{{name}}} &= {}", latex(&value.to_string()));
    if report.value.number().is_none() {
        lines.push(number("mean", &report.mean));
        lines.push(number("temperature", &report.temperature));
        lines.push(format!(
            r"\text{{stops}} &= {},\ {}",
            latex(&report.stops[0].to_string()),
            latex(&report.stops[1].to_string())
        ));
        lines.extend(report.atomic_weight.as_ref().map(|weight| number("atomic weight", weight)));
        if report.reduced != report.value {
            lines.push(number("reduced form", &report.reduced));
        }
    }
    displayed(out, |out| {
        writeln!(out, "\\begin{{aligned}}")?;
        lines.iter().try_for_each(|line| writeln!(out, "  {line} \\\\"))?;
        writeln!(out, "\\end{{aligned}}")
    })
}

/// Writes facts about a misère form as aligned equations.
pub(crate) fn misere_value(out: &mut impl Write, report: &MisereReport) -> io::Result<()> {
    comment(out, &format!("{}, misère play", report.position))?;
    let value = &report.value;
    displayed(out, |out| {
        writeln!(out, "\\begin{{aligned}}")?;
        writeln!(out, "  G &= \\text{{{}}} \\\\", latex_words(&report.text))?;
        writeln!(out, "  \\text{{genus}} &= {} \\\\", value.genus)?;
        writeln!(out, "  \\text{{birthday}} &= {} \\\\", value.birthday)?;
        writeln!(out, "\\end{{aligned}}")
    })
}

/// Writes a loopy value as aligned equations.
pub(crate) fn loopy_value(out: &mut impl Write, report: &LoopyReport) -> io::Result<()> {
    comment(out, &report.position)?;
    displayed(out, |out| {
        writeln!(out, "\\begin{{aligned}}")?;
        writeln!(out, "  G &= \\text{{{}}} \\\\", latex_words(report.value.text.as_deref().unwrap_or("a loopy value")))?;
        report.sides_in_words().iter().try_for_each(|side| writeln!(out, "  &\\ \\text{{{}}} \\\\", latex_words(side)))?;
        writeln!(out, "\\end{{aligned}}")
    })
}

/// Writes the generators and relations of a misère quotient as aligned equations, or a comment if they are unknown.
pub(crate) fn quotient(out: &mut impl Write, family: &str, found: &MisereQuotient) -> io::Result<()> {
    comment(out, &format!("{family}: misère quotient of {} elements", found.order()))?;
    let period = found.period();
    let last = period.map_or(found.heaps_covered(), |period| period.preperiod + period.period - 1);
    match period {
        Some(period) => comment(out, &format!("heap n + {} is what heap n is, from n = {} on", period.period, period.preperiod))?,
        None => comment(out, &format!("partial: proved for sums of heaps up to {last} only"))?,
    }
    let Some(presented) = presentation(found) else {
        return comment(out, "it has no short presentation: --format json has its products");
    };
    let joined = |all: Vec<String>| all.join(",\\ ");
    let names: Vec<String> = presented.generators().map(|(letter, _)| letter.to_string()).collect();
    let relations = presented.relations().iter().map(|[long, short]| format!("{} = {}", power(long), power(short))).collect();
    let lost = found.p_portion().map(|element| power(presented.word(element))).collect();
    displayed(out, |out| {
        writeln!(out, "\\begin{{aligned}}")?;
        writeln!(out, "  \\mathcal{{Q}} &= \\langle {} \\mid {} \\rangle \\\\", names.join(", "), joined(relations))?;
        writeln!(out, "  \\mathcal{{P}} &= \\{{{}\\}} \\\\", joined(lost))?;
        writeln!(out, "\\end{{aligned}}")
    })?;
    if last >= MAX_ROWS as u64 {
        return comment(out, &format!("heaps 0 to {last} are too many for an array: --format json has them"));
    }
    let heads: Vec<u64> = (0..ENTRIES as u64).collect();
    let phi = (0..=last).map(|heap| found.phi(heap).expect("heaps up to the last are covered"));
    let phi: Vec<String> = phi.map(|element| power(presented.word(element))).collect();
    let rows = phi.chunks(ENTRIES).enumerate().map(|(at, row)| ((at * ENTRIES) as u64, row.to_vec()));
    displayed(out, |out| array(out, &heads, rows))
}

/// Returns a product of powers, such as ab², in LaTeX.
fn power(word: &GeneratorWord) -> String {
    let factor = |(letter, count): (String, u16)| {
        let (name, number) = letter.split_at(1);
        let below = if number.is_empty() { String::new() } else { format!("_{{{number}}}") };
        let above = if count == 1 { String::new() } else { format!("^{{{count}}}") };
        format!("{name}{below}{above}")
    };
    let factors: String = word.powers().map(factor).collect();
    if factors.is_empty() { "1".to_owned() } else { factors }
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
            _ if text.chars().all(char::is_numeric) => text.clone(),
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
