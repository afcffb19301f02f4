//! Reports as LaTeX: facts as aligned equations, tables as arrays, and sentences.

use super::{Fact, Part, Report, Shown};
use sprague::printable::Printable;
use sprague::values::{latex, latex_words};

/// The number of entries of a list on one line.
const ENTRIES: usize = 10;

pub(super) fn written(report: &Report) -> String {
    let subject = Printable(&report.subject);
    let (mut out, mut equations) = (String::new(), vec![]);
    match &report.headline {
        Some(Shown::Words(words)) if report.subject.is_empty() => out += &sentence(words),
        Some(Shown::Words(words)) => out += &sentence(&format!("{subject}: {words}")),
        Some(shown) => {
            out += &if report.subject.is_empty() { String::new() } else { format!("% {subject}\n") };
            equations.push(format!("G &= {}", math(shown)));
        }
        None if report.subject.is_empty() => {}
        None => out += &sentence(&report.subject),
    }
    for part in &report.parts {
        if let Part::Facts(facts) = part {
            equations.extend(facts.iter().map(|Fact { name, shown, .. }| format!("{} &= {}", text(name), math(shown))));
            continue;
        }
        out += &aligned(&mut equations);
        match part {
            Part::Facts(_) => {}
            Part::Table(table) => {
                let line = |cells: Vec<String>| format!("  {} \\\\", cells.join(" & "));
                let heads = line(table.columns.iter().map(|word| text(word)).collect()) + " \\hline\n";
                let rows: String = table.rows.iter().map(|row| line(row.iter().map(math).collect()) + "\n").collect();
                let more = if table.more > 0 {
                    format!("  \\ldots & {} \\\\\n", text(&format!("{} more", table.more)))
                } else {
                    String::new()
                };
                if !table.title.is_empty() {
                    out += &sentence(&table.title);
                }
                let columns = "l".repeat(table.columns.len().max(2));
                out += &format!("\\[\n\\begin{{array}}{{{columns}}}\n{heads}{rows}{more}\\end{{array}}\n\\]\n");
            }
            Part::Code(code) => {
                let line = |line| format!("\\texttt{{{}}}\\par\n", latex_words(&Printable(line).to_string()).replace("  ", "~~"));
                out.extend(code.lines().map(line));
            }
            Part::Said { before: "", words, .. } => out += &sentence(words),
            Part::Said { before, words, .. } => out += &sentence(&format!("{}: {words}", before.trim_start())),
        }
    }
    out + aligned(&mut equations).as_str()
}

/// Returns equations below each other, of which none are left.
fn aligned(equations: &mut Vec<String>) -> String {
    let lines: String = equations.drain(..).map(|line| format!("  {line} \\\\\n")).collect();
    if lines.is_empty() { lines } else { format!("\\[\n\\begin{{aligned}}\n{lines}\\end{{aligned}}\n\\]\n") }
}

fn sentence(words: &str) -> String {
    format!("{}.\\par\n", latex_words(Printable(words).to_string().trim_end_matches('.')))
}

fn text(words: &str) -> String {
    format!("\\text{{{}}}", latex_words(&Printable(words).to_string()))
}

fn math(shown: &Shown) -> String {
    match shown {
        // names such as `double up` are written as arrows instead
        Shown::Game(value, Some(name)) if !name.contains("star") && !name.contains("up") && !name.contains("down") => {
            format!("{} = {}", latex(value), latex(name))
        }
        Shown::Game(value, _) => latex(value),
        Shown::Formula(formula) => power(formula),
        Shown::Sign(sign, _) => match sign.strip_suffix(['^', 'v']) {
            Some(plain) => format!(r"\mathrm{{{plain}}}^{{{}}}", if sign.ends_with('v') { r"\vee" } else { r"\wedge" }),
            None => format!(r"\mathrm{{{sign}}}"),
        },
        Shown::List(all) if !all.is_empty() => {
            let lines = all.chunks(ENTRIES).map(|line| line.iter().map(math).collect::<Vec<_>>().join(",\\ "));
            lines.collect::<Vec<_>>().join(", \\\\\n  &\\quad ")
        }
        _ => text(&shown.text()),
    }
}

/// Returns a product of powers, such as ab², or a number in LaTeX.
fn power(formula: &str) -> String {
    let (mut out, mut is_raised) = (String::new(), false);
    for c in formula.chars() {
        let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == c);
        out += match (is_raised, digit) {
            (false, Some(_)) => "^{",
            (true, None) => "}",
            _ => "",
        };
        is_raised = digit.is_some();
        out += &digit.map_or_else(|| c.to_string(), |digit| digit.to_string());
    }
    if is_raised { out + "}" } else { out }
}
