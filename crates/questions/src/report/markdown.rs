//! Reports as Markdown.

use super::{Fact, Part, Report, Shown};
use sprague::printable::Printable;
use std::fmt::Write;

pub(super) fn written(report: &Report) -> String {
    let subject = (!report.subject.is_empty()).then(|| code(&report.subject));
    let head: Vec<String> = subject.into_iter().chain(report.headline.as_ref().map(span)).collect();
    let mut out = if head.is_empty() { String::new() } else { format!("{}\n", head.join(": ")) };
    let mut is_listing = false;
    for part in &report.parts {
        if !(out.is_empty() || is_listing && matches!(part, Part::Facts(_))) {
            out.push('\n');
        }
        is_listing = matches!(part, Part::Facts(_));
        match part {
            Part::Facts(facts) => {
                out.extend(facts.iter().map(|Fact { name, shown, .. }| format!("- {}: {}\n", escaped(name), span(shown))))
            }
            Part::Table(table) => {
                let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
                if !table.title.is_empty() {
                    write!(out, "{}:\n\n", escaped(&table.title)).expect("text can be written");
                }
                out += &line(table.columns.iter().map(ToString::to_string).collect());
                out += &line(vec!["---".to_owned(); table.columns.len()]);
                out.extend(table.rows.iter().map(|row| line(row.iter().map(|cell| span(cell).replace('|', "\\|")).collect())));
                out.extend((table.more > 0).then(|| format!("\n… and {} more\n", table.more)));
            }
            Part::Code(text) => {
                let fence = "`".repeat(longest_run(text).max(2) + 1);
                let lines = text.lines().map(|line| format!("{}\n", Printable(line)));
                out += &format!("{fence}\n{}{fence}\n", lines.collect::<String>());
            }
            Part::Said { before: "", words, .. } => writeln!(out, "{}", escaped(words)).expect("text can be written"),
            Part::Said { before, words, .. } => {
                writeln!(out, "**{}:** {}", before.trim_start(), escaped(words)).expect("text can be written")
            }
        }
    }
    out
}

fn span(shown: &Shown) -> String {
    shown.marked(code, escaped)
}

/// Returns text as code, between more backticks than it has in a row.
fn code(text: &str) -> String {
    let text = Printable(text).to_string();
    let longest = longest_run(&text);
    let (fence, blank) = ("`".repeat(longest + 1), if longest > 0 { " " } else { "" });
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Returns the largest number of backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

fn escaped(text: &str) -> String {
    let escape = |c: char| if "\\`*_[]<>#~&".contains(c) { vec!['\\', c] } else { vec![c] };
    Printable(text).to_string().chars().flat_map(escape).collect()
}
