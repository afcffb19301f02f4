//! The reference: commands, laws, and the interfaces of plugins.

use super::gallery::sentence;
use super::{Pages, are_current, mark, printed, with_files};
use sprague_plugin::laws::Law;
use sprague_questions::{NamedGame, named_games};
use std::fmt::Write;
use std::fs;

/// Returns the commands that a help text lists, except for `help` itself.
pub(crate) fn commands(help: &str) -> Vec<&str> {
    let lists = help.split("\n\n").filter_map(|part| part.split_once("ommands:\n"));
    // continuation lines of a description are indented further
    let lines = lists.flat_map(|(_, list)| list.lines()).filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

/// Splits a help text into options, each with its description, and other lines.
fn parts(help: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![];
    let mut is_option = false;
    for line in help.split_inclusive('\n') {
        is_option &= line.starts_with("          ");
        if is_option {
            *parts.last_mut().unwrap() += line;
        } else {
            parts.push(line.to_owned());
            is_option = line.starts_with("      --") || line.starts_with("  -");
        }
    }
    parts
}

/// Returns the long name of the option that a part of a help text describes.
fn flag(part: &str) -> Option<&str> {
    let is_option = part.starts_with("      --") || part.starts_with("  -");
    part.split([' ', '[', '\n', '=']).find(|word| is_option && word.starts_with("--"))
}

fn words(part: &str) -> Vec<&str> {
    part.split_whitespace().collect()
}

/// The minimum number of commands with the same option for which the option is described only once.
const MANY: usize = 3;

/// Returns the options that many commands have, each in the form that saves the most words.
fn shared(helps: &[(String, String)]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = vec![];
    for part in helps.iter().flat_map(|(_, help)| parts(help)).filter(|part| flag(part).is_some_and(|flag| flag != "--help")) {
        match counts.iter_mut().find(|(old, _)| words(old) == words(&part)) {
            Some((_, count)) => *count += 1,
            None => counts.push((part, 1)),
        }
    }
    let saved = |(part, count): &(String, usize)| (count - 1) * words(part).len();
    let is_best = |of: &(String, usize)| counts.iter().all(|other| flag(&other.0) != flag(&of.0) || saved(other) <= saved(of));
    counts.iter().filter(|of| of.1 >= MANY && is_best(of)).map(|(part, _)| part.clone()).collect()
}

/// Returns a help text without shared options, followed by their names.
fn shortened(help: &str, shared: &[String]) -> String {
    let is_shared = |part: &String| shared.iter().any(|other| words(other) == words(part));
    let (mut left_out, kept): (Vec<_>, Vec<_>) =
        parts(help).into_iter().partition(|part| flag(part) == Some("--help") || is_shared(part));
    left_out.retain(|part| flag(part) != Some("--help"));
    let mut text = kept.concat();
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    for heading in ["\nOptions:\n", "\nLimits:\n"] {
        text = text.replace(&format!("{heading}\n "), &format!("{heading} ")).replace(&format!("{heading}\n"), "\n");
    }
    let is_limit = |flag: &&str| LIMITS.contains(flag);
    let mut names: Vec<&str> = left_out.iter().filter_map(|part| flag(part)).collect();
    let has_limits = names.iter().filter(|flag| is_limit(flag)).count() == LIMITS.len();
    names.retain(|flag| !has_limits || !is_limit(flag));
    let mut names: Vec<String> = names.into_iter().map(|flag| format!("`{flag}`")).collect();
    names.extend(has_limits.then(|| "the limits".to_owned()));
    let also = super::questions::listed(names, "and");
    let also = if also.is_empty() { also } else { format!("\nAlso [{also}](#options-of-many-commands).\n") };
    format!("```text\n{}\n```\n{also}", text.trim_end())
}

/// The limits of most commands.
const LIMITS: [&str; 4] = ["--limit-positions", "--limit-memory", "--limit-time", "--longest-play"];

#[test]
fn the_reference_of_commands_is_current() {
    let folder = with_files("commands");
    let help = printed(&folder, "--help");
    let mut helps: Vec<(String, String)> = vec![];
    for name in commands(&help) {
        let help = printed(&folder, &format!("{name} --help"));
        let parts: Vec<String> = commands(&help).into_iter().map(|part| format!("{name} {part}")).collect();
        helps.push((name.to_owned(), help));
        helps.extend(parts.into_iter().map(|name| {
            let help = printed(&folder, &format!("{name} --help"));
            (name, help)
        }));
    }
    assert!(helps.len() > 20, "{} commands", helps.len());
    let shared = shared(&helps);
    let mut page = mark(file!());
    write!(
        page,
        "# Commands\n\nWhat `sprague --help` prints about the program, and about each command. Every command also has `--help`. \
         Options that many commands have are described [once](#options-of-many-commands), and only named after the others.\n\n\
         ```text\n{help}```\n\n## Options of many commands\n\n```text\n{}```\n",
        shared.concat()
    )
    .unwrap();
    for (name, help) in &helps {
        let level = if name.contains(' ') { "###" } else { "##" };
        write!(page, "\n{level} {name}\n\n{}", shortened(help, &shared)).unwrap();
    }
    are_current(&Pages::from([("reference/commands.md".to_owned(), page)]), None);
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Returns the first paragraph of the doc comment before a line of code.
fn doc_before(lines: &[&str], at: usize) -> String {
    let doc: Vec<&str> = lines[..at].iter().rev().map_while(|line| line.trim_start().strip_prefix("///")).collect();
    doc.into_iter().rev().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Replaces rustdoc links by their text, in `` [`text`] `` and `[text](target)`.
pub(super) fn without_links(doc: &str) -> String {
    let mut parts = doc.split('[');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once(']') else {
            text = text + "[" + part;
            continue;
        };
        text += &match rest.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, behind)) => format!("{name}{behind}"),
            None if name.starts_with('`') => format!("{name}{rest}"),
            None => format!("[{part}"),
        };
    }
    text
}

#[test]
fn the_card_of_named_games_is_current() {
    let mut page = mark("crates/questions/src/ask/code/card.txt");
    page += "# A card of named games\n\nThe nimber of a heap n, or which positions are lost, as `sprague code --card` prints it. Every line is \
             checked by brute force. `sprague code` with the words of the second column has the code to paste; `script` means [rules of your \
             own](../how-to/code-to-paste.md).\n\n| game | `sprague code` | rules | nimber, or lost positions | proof |\n| --- | --- | --- | --- \
             | --- |\n";
    for NamedGame { game, family, rules, nimber, proof } in named_games() {
        writeln!(page, "| {game} | `{family}` | {} | {} | {proof} |", cell(rules), cell(nimber).replace('*', "\\*")).unwrap();
    }
    are_current(&Pages::from([("reference/card.md".to_owned(), page)]), None);
}

#[test]
fn the_reference_of_laws_is_current() {
    let mut page = mark(file!());
    page += "# Laws\n\nWhat every ruleset must obey, so that answers about it are right.\n\n## Loaded rulesets\n\n`sprague test FILE` tries \
             these by random play, and so does the playground while rules are typed:\n\n";
    let source = include_str!("../../../plugin/src/law.rs");
    let lines: Vec<&str> = source.lines().collect();
    for law in Law::ALL {
        let at = lines.iter().position(|line| line.trim() == format!("{law:?},")).unwrap();
        writeln!(page, "- **{law}**: {}", without_links(&doc_before(&lines, at))).unwrap();
    }
    page += "\n## Rulesets in Rust\n\n`sprague_testkit::laws!` makes a test of each that applies, and `sprague_testkit::laws` has them as \
             functions:\n\n";
    let folder = super::root().join("crates/testkit/src/laws");
    let mut laws: Vec<(String, String)> = vec![];
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = line.strip_prefix("pub fn ") else { continue };
            let name = name.split(['<', '(']).next().unwrap();
            let signature = lines[at..]
                .iter()
                .take_while(|line| !line.ends_with('{'))
                .chain(lines[at..].iter().find(|line| line.ends_with('{')));
            if signature.into_iter().any(|line| line.contains("Result<(), Failure>")) {
                laws.push((name.replace('_', " "), doc_before(&lines, at)));
            }
        }
    }
    laws.sort();
    assert!(laws.len() > 20, "{} laws", laws.len());
    for (name, doc) in laws {
        let doc = without_links(&doc);
        let meaning =
            doc.strip_prefix("Checks that ").map_or(doc.clone(), |fact| sentence(&fact.replace(", and that ", ", and ")));
        writeln!(page, "- **{name}**: {meaning}").unwrap();
    }
    are_current(&Pages::from([("reference/laws.md".to_owned(), page)]), None);
}

#[test]
fn the_interfaces_of_plugins_are_those_of_their_crate() {
    let pages = [
        ("reference/scripts.md", "crates/plugin/SCRIPTS.md", include_str!("../../../plugin/SCRIPTS.md")),
        ("reference/programs.md", "crates/plugin/PROGRAMS.md", include_str!("../../../plugin/PROGRAMS.md")),
        ("reference/modules.md", "crates/plugin/INTERFACE.md", include_str!("../../../plugin/INTERFACE.md")),
    ];
    are_current(
        &pages
            .map(|(name, from, text)| {
                (name.to_owned(), mark(from) + text.replace("`SCRIPTS.md`", "[Rulesets as scripts](scripts.md)").as_str())
            })
            .into(),
        None,
    );
}
