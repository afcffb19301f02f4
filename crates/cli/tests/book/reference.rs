//! The reference: commands, questions, laws, and the interfaces of plugins.

use super::{Pages, are_current, mark, printed, with_files};
use serde_json::{Map, Value};
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

/// The option that every command has.
const HELP: &str = "  -h, --help\n          Print help (see a summary with '-h')\n\n";

#[test]
fn the_reference_of_commands_is_current() {
    let folder = with_files("commands");
    let help = printed(&folder, "--help");
    let names = commands(&help);
    let mut page = mark("`--help`");
    write!(
        page,
        "# Commands\n\nWhat `sprague --help` says of the program and of each command. Every command also has `--help`, and most that \
         search have the limits of `analyse`.\n\n```text\n{help}```\n"
    )
    .unwrap();
    let limits = printed(&folder, "analyse --help");
    let limits = &limits[limits.find("Limits:\n").unwrap()..limits.find("Example: ").unwrap()];
    let mut count = 0;
    for name in names {
        count += 1;
        let help = printed(&folder, &format!("{name} --help")).replace(HELP, "");
        let help = if name == "analyse" { help } else { help.replace(limits, "Limits: as in `sprague analyse --help`\n\n") };
        write!(page, "\n## {name}\n\n```text\n{help}```\n").unwrap();
        for part in commands(&help) {
            write!(page, "\n### {name} {part}\n\n```text\n{}```\n", printed(&folder, &format!("{name} {part} --help"))).unwrap();
        }
    }
    assert!(count > 20, "{count} commands");
    are_current(&Pages::from([("reference/commands.md".to_owned(), page)]), None);
}

/// Describes the kind of value that a schema allows.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return format!("[`{0}`](#{1})", name.rsplit('/').next().unwrap(), anchor_of(name.rsplit('/').next().unwrap()));
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[choice].as_array() {
            let words: Vec<String> = choices.iter().map(kind).filter(|kind| kind != "null").collect();
            return words.join(" or ");
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().filter(|word| !word.is_null()).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    if !schema["const"].is_null() {
        return format!("`{}`", schema["const"]);
    }
    let word = |kind: &Value| match kind.as_str().unwrap_or_default() {
        "array" if schema["items"].is_object() => format!("list of {}", kind_of_items(&schema["items"])),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter(|kind| *kind != "null").map(word).collect::<Vec<_>>().join(" or "),
        Value::Null => "anything".to_owned(),
        kind => word(kind),
    }
}

fn kind_of_items(items: &Value) -> String {
    let kind = kind(items);
    if kind.contains(" or ") || kind.contains(", ") { format!("({kind})") } else { kind }
}

fn anchor_of(name: &str) -> String {
    name.to_lowercase()
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Returns a list item, with its white space folded.
fn item(text: &str) -> String {
    format!("- {}\n", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The names of an object's fields, with their list items.
type Fields = Vec<(String, String)>;

fn items(schema: &Value) -> Fields {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let item = |(name, field): (&String, &Value)| {
        let about = without_links(field["description"].as_str().unwrap_or_default());
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let colon = if about.is_empty() { "" } else { ":" };
        (name.clone(), item(&format!("`{name}{mark}` ({}){colon} {about}", kind(field))))
    };
    properties.map(item).collect()
}

fn fields(schema: &Value) -> String {
    items(schema).into_iter().map(|(_, item)| item).collect()
}

/// Removes the fields whose description is that of an option in the help, and returns their names and kinds.
fn options(question: &mut Value, help: &str) -> Vec<String> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = plain(help);
    let required = question["required"].clone();
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|required| required == name));
    let mut options = vec![];
    question["properties"].as_object_mut().into_iter().for_each(|fields| {
        fields.retain(|name, field| {
            let about = plain(&without_links(field["description"].as_str().unwrap_or_default()));
            let is_option = !about.is_empty() && help.contains(&about);
            if is_option {
                options.push(format!("`{name}{}` ({})", if is_required(name) { "" } else { "?" }, kind(field)));
            }
            !is_option
        });
    });
    options
}

/// Returns the fields of an object, or of each object in a choice.
fn answer(schema: &Value) -> String {
    if schema["properties"].as_object().is_some_and(|fields| !fields.is_empty()) {
        return fields(schema);
    }
    let choices = ["anyOf", "oneOf"].iter().find_map(|choice| schema[choice].as_array());
    match choices {
        Some(choices) if choices.iter().all(|choice| choice["properties"].is_object()) => {
            choices.iter().map(fields).collect::<Vec<_>>().join("\nor\n\n")
        }
        _ => format!("It is {}.\n", kind(schema)),
    }
}

/// The minimum number of equal fields that are replaced by a reference.
const SHARED: usize = 8;

/// Returns the fields of an object. If an earlier object has the same fields, refers to it instead.
///
/// `earlier` contains the names of objects, their headings, and their list items.
fn fields_or_link(schema: &Value, earlier: &[(String, &str, Fields)]) -> String {
    let own = items(schema);
    let is_longer =
        |old: &[(String, String)]| old.len() >= SHARED && old.iter().all(|(name, _)| own.iter().any(|(own, _)| own == name));
    // an object without some of the fields, all of which may be required now
    let plain = |item: &str| item.split_whitespace().collect::<Vec<_>>().join(" ").replace("?` (", "` (");
    let is_part = |old: &[(String, String)]| {
        own.len() >= SHARED && own.iter().all(|(_, item)| old.iter().any(|(_, old)| plain(old) == plain(item)))
    };
    if let Some((name, heading, _)) = earlier.iter().find(|(.., old)| is_part(old) && old.len() > own.len()) {
        let names: Vec<String> = own.iter().map(|(name, _)| format!("`{name}`")).collect();
        return format!("It has these fields of [{name}](#{heading}): {}.\n", names.join(", "));
    }
    let Some((name, heading, old)) = earlier.iter().find(|(.., old)| is_longer(old)) else { return answer(schema) };
    let new: String = own.iter().filter(|item| !old.contains(item)).map(|(_, item)| item.as_str()).collect();
    match new.is_empty() {
        true => format!("The fields are those of [{name}](#{heading}).\n"),
        false => format!("The fields are those of [{name}](#{heading}), with these added or changed:\n\n{new}"),
    }
}

#[test]
fn the_reference_of_questions_is_current() {
    let folder = with_files("questions");
    let schema: Value = serde_json::from_str(&printed(&folder, "schema")).unwrap();
    let all = printed(&folder, "--help");
    let commands = commands(&all);
    let mut page = mark("`sprague schema`");
    page += "# Questions and answers in JSON\n\nEvery question is an object, and so is its answer. Fields of questions are options of the \
             command line, keywords in Python, and what `/api/ask/NAME` of the page takes. Answers come from `--format json`, batches \
             (`sprague solve -`, a line of text each), the page and Python. `sprague schema` prints the same as JSON Schema, \
             which validators read.\n\nKeys come in any order. A `?` after a name means that the field can be missing, and whole numbers \
             above 2^53 are strings.\n";
    let mut definitions: Map<String, Value> = Map::new();
    let (mut asked, mut answered) = (vec![], vec![]);
    for (name, both) in schema["questions"].as_object().unwrap() {
        write!(page, "\n## {name}\n\n").unwrap();
        if let Some(about) = both["question"]["description"].as_str() {
            write!(page, "{}\n\n", without_links(about).replace('\n', " ")).unwrap();
        }
        let mut question = both["question"].clone();
        let help = if commands.contains(&name.as_str()) { printed(&folder, &format!("{name} --help")) } else { String::new() };
        let options = options(&mut question, &help);
        if !options.is_empty() {
            page += &item(&format!("options of the [command](commands.md#{name}): {}", options.join(", ")));
        }
        if question["properties"].as_object().is_some_and(|fields| !fields.is_empty()) {
            page += &fields_or_link(&question, &asked);
        }
        writeln!(page, "\nThe answer:\n\n{}", fields_or_link(&both["answer"], &answered).trim_end()).unwrap();
        asked.push((format!("the question `{name}`"), name.as_str(), items(&question)));
        answered.push((format!("the answer to `{name}`"), name.as_str(), items(&both["answer"])));
        for side in ["question", "answer"] {
            definitions
                .extend(both[side]["$defs"].as_object().into_iter().flatten().map(|(name, of)| (name.clone(), of.clone())));
        }
    }
    for (title, key) in [("Limits", "limits"), ("Refusals", "refusal")] {
        let about = schema[key]["description"].as_str().unwrap_or_default();
        let about = without_links(about).replace('\n', " ");
        write!(page, "\n## {title}\n\n{about}\n\n{}", answer(&schema[key])).unwrap();
        definitions.extend(schema[key]["$defs"].as_object().into_iter().flatten().map(|(name, of)| (name.clone(), of.clone())));
    }
    page += "\n## Words and objects\n";
    let both: Vec<_> = asked.into_iter().chain(answered).collect();
    for (name, of) in &definitions {
        let about = of["description"].as_str().unwrap_or_default();
        let about = without_links(about).replace('\n', " ");
        write!(page, "\n### {name}\n\n{about}\n\n{}", fields_or_link(of, &both)).unwrap();
    }
    are_current(&Pages::from([("reference/questions.md".to_owned(), page)]), None);
}

/// Returns the first paragraph of the doc comment before a line of code.
fn doc_before(lines: &[&str], at: usize) -> String {
    let doc: Vec<&str> = lines[..at].iter().rev().map_while(|line| line.trim_start().strip_prefix("///")).collect();
    doc.into_iter().rev().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Replaces rustdoc links by their text, in `` [`text`] `` and `[text](target)`.
fn without_links(doc: &str) -> String {
    let mut parts = doc.split('[');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(']').unwrap_or((part, ""));
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
    let mut page = mark("`crates/questions/src/ask/code/card.txt`");
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
    let mut page = mark("`Law` of `sprague-plugin` and the functions of `sprague_testkit::laws`");
    page += "# Laws\n\nWhat every ruleset must obey, so that answers about it are right.\n\n## Loaded rulesets\n\n`sprague test FILE` tries \
             these by random play, and so does the playground while rules are typed:\n\n| law | meaning |\n| --- | --- |\n";
    let source = include_str!("../../../plugin/src/law.rs");
    let lines: Vec<&str> = source.lines().collect();
    for law in Law::ALL {
        let at = lines.iter().position(|line| line.trim() == format!("{law:?},")).unwrap();
        writeln!(page, "| {law} | {} |", cell(&without_links(&doc_before(&lines, at)))).unwrap();
    }
    page += "\n## Rulesets in Rust\n\n`sprague_testkit::laws!` makes a test of each that applies, and `sprague_testkit::laws` has them as \
             functions:\n\n| law | meaning |\n| --- | --- |\n";
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
        writeln!(page, "| {name} | {} |", cell(&without_links(&doc))).unwrap();
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
    are_current(&pages.map(|(name, from, text)| (name.to_owned(), mark(&format!("`{from}`")) + text)).into(), None);
}
