//! The page of each ruleset, and the list of all rulesets.

use super::{Pages, are_current, mark, printed, typed, with_files};
use crate::plugins::{Folder, ask_in};
use sprague::registry::Entry;
use sprague_questions::registry;
use std::fmt::Write;

/// A graph for rulesets that read one, with one edge in each line.
pub(super) const FILE: &str = "start hall\nhall  garden\nhall  start\n";

/// A ruleset in a file.
pub(super) const SCRIPT: &str = "fn moves(heap) { [1, 3].filter(|amount| amount <= heap).map(|amount| heap - amount) }\n";

/// A ruleset that is a program.
pub(super) const PROGRAM: &str = r#"#!/bin/sh
# take one or three tokens from a heap
while read -r question; do
  heap=$(printf %s "$question" | tr -dc 0-9)
  case $question in
    *about*) echo '{"name": "One or three", "example": "7"}'; continue ;;
  esac
  if [ -z "$heap" ]; then echo '{"error": "a number of tokens"}'; continue; fi
  options=
  [ "$heap" -ge 1 ] && options="[\"take 1\", \"$((heap - 1))\"]"
  [ "$heap" -ge 3 ] && options="$options, [\"take 3\", \"$((heap - 3))\"]"
  echo "{\"options\": [$options]}"
done
"#;

/// Returns `true` for the entry of rulesets in files.
fn is_of_files(entry: &Entry) -> bool {
    entry.is_named("./FILE.rhai")
}

/// Returns the name of a ruleset's page.
fn page_of(entry: &Entry) -> &str {
    if is_of_files(entry) { "files" } else { entry.name() }
}

/// Returns the address of the playground with a question, for links on a page in a folder of the book.
///
/// Characters that are not allowed in a link are escaped as the web page escapes them.
pub(super) fn in_the_playground(view: &str, asked: &str) -> String {
    let mut text = String::new();
    for byte in asked.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'@' | b',' | b':' | b'/' => {
                text.push(char::from(byte))
            }
            _ => write!(text, "%{byte:02X}").unwrap(),
        }
    }
    format!("../playground/#{view}?q={text}")
}

pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Shortens long lines, and leaves out the words to look up and the last lines of a long answer.
fn shortened(text: &str) -> String {
    const LINES: usize = 12;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("words: ")).collect();
    let cut = |line: &str| match line.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    };
    let mut kept: Vec<String> = lines.iter().take(LINES).map(|line| cut(line)).collect();
    if lines.len() > LINES {
        kept.push("…".to_owned());
    }
    kept.join("\n")
}

fn page(entry: &Entry, folder: &Folder) -> String {
    let Entry { notation, component, play, example, theorem, source, rules, options, known, .. } = entry;
    let mut page = mark(file!());
    let name = page_of(entry);
    let title = if is_of_files(entry) { "Rulesets in files" } else { entry.name() };
    writeln!(page, "# {title}\n\n![A picture of {example}]({name}.svg)\n").unwrap();
    // the short description has something to add only about codes, such as 0.77, and about rules that the user writes
    if entry.is_brought() || play.starts_with('0') {
        writeln!(page, "{}\n", sentence(play)).unwrap();
    }
    let kind = if entry.is_modifier() { "Modifier" } else { "Family" };
    writeln!(page, "{rules}\n\n- {kind}: `{notation}`\n- Component: {component}").unwrap();
    if !options.is_empty() {
        writeln!(page, "- Parameters: {options}").unwrap();
    }
    if theorem != "-" {
        writeln!(page, "- Proof of periods: {theorem}").unwrap();
    }
    writeln!(page, "- Source: {source}").unwrap();
    let files = [("PROGRAM@", PROGRAM), ("FILE.rhai@", SCRIPT), ("FILE@", FILE)];
    if let Some((_, shown)) = files.iter().find(|(named, _)| example.contains(named)) {
        writeln!(page, "\nIn the examples here, the file holds\n\n```text\n{shown}```").unwrap();
    }
    if !known.is_empty() {
        page += "\n## What is known\n\n";
        for fact in known.iter() {
            write!(page, "- {} ({}", fact.says, fact.source).unwrap();
            match fact.command {
                "" => page += ")\n",
                command => writeln!(page, "; try `sprague {}`)", typed(command)).unwrap(),
            }
        }
    }
    page += "\n## Try it\n\n";
    if !["FILE", "PROGRAM"].iter().any(|file| example.contains(file)) {
        writeln!(page, "[Open it in the playground]({}), or ask:\n", in_the_playground("position", example)).unwrap();
    }
    let solve = format!("solve {example} --explain");
    writeln!(page, "```console\n$ sprague {}\n{}\n```", typed(&solve), shortened(&printed(folder, &solve))).unwrap();
    writeln!(page, "\n[All rulesets](index.md) · [Glossary](../glossary.md)").unwrap();
    page
}

/// Returns the graph of an example. If it does not fit on a page, returns only the first moves.
fn graph(entry: &Entry, folder: &Folder) -> String {
    const BYTES: usize = 20_000;
    let line = format!("plot {}", entry.example);
    let (code, whole, _) = ask_in(&folder.0, &line.split_whitespace().collect::<Vec<_>>());
    if code == 0 && whole.len() <= BYTES { whole } else { printed(folder, &format!("{line} --depth 1")) }
}

/// Returns a sentence that begins with a capital letter and ends with a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_gallery_is_current() {
    let folder = with_files("gallery");
    let mut pages = Pages::new();
    let mut index = mark(file!());
    index += "# Rulesets\n\nEvery built-in ruleset has a page with its rules, its notation, a picture, and what is known. \
              A position is a family, an `@`, and components separated by commas, as in the examples; `+` adds games, and `-` before a \
              game exchanges Left and Right. A *modifier* changes another ruleset; at most eight may be nested, in a family of at most \
              65,536 bytes. `sprague rulesets` prints this list, and `sprague rulesets NAME` prints what a page contains. \
              [Your first ruleset](../your-first-ruleset.md) shows how to write your own.\n\n\
              | family | play | example |\n| --- | --- | --- |\n";
    for entry in registry().entries() {
        let name = page_of(entry);
        let [notation, play, example] = [&entry.notation, &entry.play, &entry.example].map(|text| cell(text));
        writeln!(index, "| [`{notation}`]({name}.md) | {play} | `{example}` |").unwrap();
        let as_it_lies = printed(&folder, &format!("plot {} --as picture", entry.example));
        let picture = if as_it_lies.contains("text alone") { graph(entry, &folder) } else { as_it_lies };
        pages.insert(format!("rulesets/{name}.svg"), picture);
        pages.insert(format!("rulesets/{name}.md"), page(entry, &folder));
    }
    pages.insert("rulesets/index.md".to_owned(), index);
    are_current(&pages, Some("rulesets"));
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_every_ruleset_says_its_rules_and_facts_hold() {
    let folder = with_files("facts");
    for entry in registry().entries() {
        let name = entry.name();
        assert!(!entry.rules.is_empty() && !entry.source.is_empty(), "{name}");
        assert!(entry.is_brought() || !entry.known.is_empty(), "{name}: nothing is known of it");
        assert_eq!(!entry.options.is_empty(), entry.notation.contains([':', '[']), "{name}: parameters are explained");
        for fact in entry.known.iter().filter(|fact| !fact.command.is_empty()) {
            let out = printed(&folder, fact.command);
            assert!(out.contains(fact.printed), "{name}: {} prints\n{out}", fact.command);
        }
    }
}

#[test]
fn one_ruleset_is_told_in_full() {
    let folder = with_files("told");
    let out = printed(&folder, "rulesets kayles");
    assert!(out.contains("\n    rules: Skittles stand in a row."), "{out}");
    assert!(
        out.contains(
            "\n    known: The nimbers repeat every 12 heaps from 71 on. (Guy & Smith 1956)\n      try: sprague analyse kayles\n"
        ),
        "{out}"
    );
    let (status, _, err) = crate::plugins::ask_in(&folder.0, &["rulesets", "kayls"]);
    assert!(status == 2 && err.contains("did you mean `kayles`?"), "{err}");
}
