//! Reports as HTML, in which words of the glossary explain themselves under the pointer.

use super::{Fact, Part, Report, Shown};
use crate::glossary::term;
use sprague::printable::Printable;

pub(super) fn written(report: &Report) -> String {
    let subject = (!report.subject.is_empty()).then(|| code(&report.subject));
    let head: Vec<String> = subject.into_iter().chain(report.headline.as_ref().map(span)).collect();
    let parts = report.parts.iter().map(|part| match part {
        Part::Facts(facts) => {
            let fact = |Fact { name, shown, .. }: &Fact| format!("<dt{}</dt><dd>{}</dd>", titled(name), span(shown));
            format!("<dl>{}</dl>", facts.iter().map(fact).collect::<String>())
        }
        Part::Table(table) => {
            let row = |cells: Vec<String>| format!("<tr>{}</tr>", cells.concat());
            let heads = row(table.columns.iter().map(|word| format!("<th{}</th>", titled(word))).collect());
            let cells = |cells: &Vec<Shown>| row(cells.iter().map(|cell| format!("<td>{}</td>", span(cell))).collect());
            let rows: String = table.rows.iter().map(cells).collect();
            let more = if table.more > 0 { format!("<p>… and {} more</p>", table.more) } else { String::new() };
            format!("<table><caption>{}</caption>{heads}{rows}</table>{more}", escaped(&table.title))
        }
        Part::Code(text) => format!("<pre>{}</pre>", text.lines().map(escaped).collect::<Vec<_>>().join("\n")),
        Part::Said { before: "", words, .. } => format!("<p>{}</p>", escaped(words)),
        Part::Said { before, words, .. } => format!("<p><b>{before}:</b> {}</p>", escaped(words)),
    });
    let head = if head.is_empty() { String::new() } else { format!("<p><b>{}</b></p>", head.join(": ")) };
    format!("{head}{}\n", parts.collect::<String>())
}

/// Returns the end of a tag with the sentence of the glossary, and the word.
fn titled(word: &str) -> String {
    let title =
        term(word).filter(|_| word.len() > 1).map_or_else(String::new, |term| format!(" title=\"{}\"", escaped(term.fact.says)));
    format!("{title}>{}", escaped(word))
}

fn span(shown: &Shown) -> String {
    shown.marked(code, escaped)
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

fn escaped(text: &str) -> String {
    Printable(text).to_string().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
