//! Reports as plain text.

use super::{Fact, Part, Report, Shown};
use sprague::printable::Printable;

pub(super) fn written(report: &Report) -> String {
    let mut lines = vec![];
    lines.extend(match (&*report.subject, &report.headline) {
        ("", None) => None,
        (subject, None) => Some(subject.to_owned()),
        ("", Some(headline)) => Some(headline.text()),
        (subject, Some(headline)) => Some(format!("{subject}: {}", headline.text())),
    });
    for part in &report.parts {
        match part {
            Part::Facts(facts) => lines.push(line(facts)),
            Part::Table(table) => {
                lines.extend((!table.title.is_empty()).then(|| format!("{}:", table.title)));
                lines.extend(table.rows.iter().map(|row| format!("  {}", row.iter().enumerate().map(cell).collect::<String>())));
                lines.extend((table.more > 0).then(|| format!("  … and {} more", table.more)));
            }
            Part::Code(text) => lines.extend(text.lines().map(str::to_owned)),
            Part::Said { before, words, flag } => {
                lines.push([*before, words, flag].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": "));
            }
        }
    }
    lines.iter().map(|line| format!("{}\n", Printable(line))).collect()
}

fn line(facts: &[Fact]) -> String {
    let mut line = String::new();
    for (at, Fact { before, name, shown }) in facts.iter().enumerate() {
        let before = match (at, *before) {
            (0, before) => before.to_owned(),
            (_, "± ") => " ± ".to_owned(),
            (_, before) => format!(", {before}"),
        };
        line += &match shown {
            Shown::Sign(sign, means) if !means.is_empty() => format!("{before}{means} ({name} {sign})"),
            Shown::List(_) | Shown::Words(_) => format!("{before}{name}: {}", shown.text()),
            _ => format!("{before}{name} {}", shown.text()),
        };
    }
    line
}

/// Returns a cell with what separates it from the one before: a move, its position, and what is known there.
fn cell((at, shown): (usize, &Shown)) -> String {
    match (at, shown) {
        (0, _) => shown.text(),
        (_, Shown::Words(words)) if words.is_empty() => String::new(),
        (_, Shown::Position(to)) => format!("  ->  {to}"),
        (_, Shown::Sign(..)) => format!(": {}", shown.text()),
        (_, Shown::List(facts)) => facts.iter().map(|fact| format!("  {}", fact.text())).collect(),
        _ => format!(", {}", shown.text()),
    }
}
