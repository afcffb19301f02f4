//! The tabs on the pages for beginners and in the recipes of the book are true.
//!
//! The commands print what is shown, and the web page answers the links. A code block with `title="FILE"` is a file that the
//! commands of its page may use. The tabs in Rust are run by `tests/tabs.rs` of the workspace, and those in Python by
//! `crates/python/tests/test_guide.py`.
//!
//! A tab *Page* links to the playground, which is in the folder `playground` of the site, in the notation of the web page
//! (`crates/web/page/link.js`): `[words](../playground/#VIEW?q=QUESTION&option=value)`, relative to the source like every other
//! link.

use crate::plugins::Folder;
use crate::program::command;
use serde_json::{Map, Value, json};
use sprague_browser::Engine;
use std::fmt::Write;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

/// The tabs of a question, in order.
const TABS: [&str; 4] = ["Shell", "Python", "Rust", "Page"];

/// Recipes for only one of these interfaces, which have no tabs.
const WITHOUT_TABS: [&str; 3] = ["agents.md", "code-to-paste.md", "index.md"];

/// The maximum number of lines of a recipe outside its tabs.
const SCREEN: usize = 45;

struct Page {
    path: PathBuf,
    text: String,
}

/// A code block, without its indentation.
struct Block {
    language: String,
    title: Option<String>,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages(folder: &str) -> Vec<Page> {
    let entries = fs::read_dir(root().join("docs").join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "md"));
    paths.map(|path| Page { text: fs::read_to_string(&path).unwrap(), path }).collect()
}

impl Page {
    fn name(&self) -> String {
        self.path.file_name().unwrap().to_string_lossy().into_owned()
    }

    fn blocks(&self) -> Vec<Block> {
        let (mut blocks, mut lines) = (vec![], self.text.lines());
        while let Some(line) = lines.next() {
            let indent = line.len() - line.trim_start().len();
            let Some(info) = line[indent..].strip_prefix("```") else { continue };
            let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
            let title = rest.split_once("title=\"").and_then(|(_, title)| title.split_once('"'));
            let inside = lines.by_ref().take_while(|line| line.trim_start() != "```");
            let text = inside.fold(String::new(), |text, line| text + line.get(indent..).unwrap_or_default() + "\n");
            blocks.push(Block { language: language.to_owned(), title: title.map(|(title, _)| title.to_owned()), text });
        }
        blocks
    }

    /// Returns the lines outside of tabs, without link targets at the end.
    fn beside_tabs(&self) -> impl Iterator<Item = &str> {
        let mut is_tab = false;
        self.text.lines().filter(move |line| {
            is_tab = line.starts_with("===") || is_tab && (line.is_empty() || line.starts_with("    "));
            !is_tab && !line.starts_with('[')
        })
    }

    fn files(&self) -> impl Iterator<Item = Block> {
        self.blocks().into_iter().filter(|block| block.title.is_some())
    }

    /// Returns the targets of all links, in the text and at the end.
    fn links(&self) -> Vec<String> {
        let ends: &[char] = &[')', ' ', '"'];
        let inline = self.text.split("](").skip(1).map(|rest| rest.split(ends).next().unwrap_or_default());
        let below = self.text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: "));
        inline.chain(below.map(|(_, target)| target)).map(str::to_owned).collect()
    }
}

/// Splits a command into words, which may be quoted. A comment after `#` is dropped.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![], None);
    let mut word: Option<String> = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Runs a command in a folder. Returns whether it succeeded, and its output.
///
/// `< FILE` is its input, and its output goes to `> FILE`.
fn run(folder: &Path, question: &str) -> (bool, String) {
    let mut words = words(question);
    let mut redirected = |sign: &str| {
        let at = words.iter().position(|word| word == sign)?;
        words.drain(at..at + 2).nth(1).map(|file| folder.join(file))
    };
    let (input, output) = (redirected("<"), redirected(">"));
    let input = input.map_or_else(Stdio::null, |file| fs::File::open(file).unwrap().into());
    let said = command().args(words).current_dir(folder).stdin(input).output().unwrap();
    let [mut told, faults] = [said.stdout, said.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    if let Some(file) = output {
        fs::write(file, mem::take(&mut told)).unwrap();
    }
    (said.status.success(), told + faults.as_str())
}

/// Returns `true` if an answer equals the one on the page, in which `…` stands for any lines.
fn is_as_shown(answer: &str, shown: &str) -> bool {
    let pieces: Vec<&str> = shown.split_inclusive('\n').collect();
    let pieces: Vec<String> = pieces.split(|line| *line == "…\n").map(<[&str]>::concat).collect();
    let Some((first, rest)) = pieces.split_first() else { return answer.is_empty() };
    let Some((last, between)) = rest.split_last() else { return answer == first };
    let Some(mut left) = answer.strip_prefix(first.as_str()) else { return false };
    for piece in between {
        let Some((_, after)) = left.split_once(piece.as_str()) else { return false };
        left = after;
    }
    left.ends_with(last.as_str())
}

/// Runs the commands of a page in the order of its tabs. Returns their number and a description of wrong outputs.
fn commands(page: &Page) -> (usize, String) {
    let (mut count, mut faults) = (0, String::new());
    let folder = Folder::new(&format!("tabs-{}", page.name()));
    for file in page.files() {
        folder.write(&file.title.unwrap(), &file.text);
    }
    for block in page.blocks().iter().filter(|block| block.language == "console") {
        assert!(block.text.starts_with("$ "), "{}: a block of commands begins with one", page.name());
        for command in format!("\n{}", block.text).split("\n$ ").skip(1) {
            let (command, shown) = command.split_once('\n').unwrap_or((command, ""));
            let question = command.strip_prefix("sprague ").unwrap_or_else(|| panic!("{}: `{command}`", page.name()));
            let (is_answered, answer) = run(&folder.0, question);
            // the line break before the next command was removed
            let shown = if shown.is_empty() || shown.ends_with('\n') { shown.to_owned() } else { format!("{shown}\n") };
            let is_true =
                if shown.trim().is_empty() { is_answered } else { is_as_shown(&answer, shown.trim_start_matches('\n')) };
            if !is_true {
                write!(faults, "\n{}: $ {command}\n{answer}\n", page.name()).unwrap();
            }
            count += 1;
        }
    }
    (count, faults)
}

/// Asserts that the commands of all pages of a folder print the output on the page.
#[track_caller]
fn all_are_true(folder: &str, least: usize) {
    let pages = pages(folder);
    let found = thread::scope(|scope| {
        let (first, second) = pages.split_at(pages.len() / 2);
        let halves = [first, second].map(|half| scope.spawn(|| half.iter().map(commands).collect::<Vec<_>>()));
        halves.map(|half| half.join().unwrap()).concat()
    });
    let faults: String = found.iter().map(|(_, faults)| faults.as_str()).collect();
    assert!(faults.is_empty(), "{faults}");
    assert!(found.iter().map(|(count, _)| count).sum::<usize>() >= least);
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_commands_of_first_hours_are_true() {
    all_are_true("start", 30);
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_commands_of_recipes_are_true() {
    all_are_true("how-to", 30);
}

#[test]
fn shown_lines_are_compared_but_where_some_are_left_out() {
    assert!(is_as_shown("a\nb\n", "a\nb\n") && !is_as_shown("a\nb\n", "a\n") && !is_as_shown("a\n", "a\nb\n"));
    assert!(is_as_shown("a\nb\nc\nd\n", "a\n…\nd\n") && is_as_shown("a\nb\nc\nd\n", "…\nb\n…\n"));
    assert!(!is_as_shown("a\nb\nc\n", "a\n…\nd\n") && !is_as_shown("a\nb\n", "…\nc\n…\n") && !is_as_shown("b\n", "a\n…\n"));
    assert_eq!(words("solve 'game@{1|-1}' \"a b\"  --line   # who wins"), ["solve", "game@{1|-1}", "a b", "--line"]);
}

#[test]
fn every_recipe_has_all_tabs_on_one_screen() {
    let recipes: Vec<Page> = pages("how-to").into_iter().filter(|page| !WITHOUT_TABS.contains(&page.name().as_str())).collect();
    assert!(recipes.len() >= 15);
    for page in recipes.iter().chain(&pages("start")) {
        let tabs: Vec<&str> = page.text.lines().filter_map(|line| line.strip_prefix("=== \"")?.strip_suffix('"')).collect();
        assert!(!tabs.is_empty() && tabs.chunks(TABS.len()).all(|each| each == TABS), "{}: {tabs:?}", page.name());
        assert!(page.beside_tabs().all(|line| line.chars().count() <= 150), "{}", page.name());
    }
    for page in recipes {
        let beside = page.beside_tabs().count();
        assert!(beside <= SCREEN, "{}: {beside} lines beside its tabs", page.name());
    }
}

/// Returns the requests that the web page sends for a link, each with its path.
fn questions(view: &str, asked: &mut Map<String, Value>) -> Vec<(&'static str, Value)> {
    let mut take = |key: &str| asked.remove(key).unwrap_or(Value::Null);
    let number = |text: Value| text.as_str().map_or(Value::Null, |text| json!(text.parse::<u64>().unwrap()));
    let range = |text: Value| {
        let (from, to) = text.as_str().unwrap().split_once('-').unwrap();
        json!([from.parse::<u64>().unwrap(), to.parse::<u64>().unwrap()])
    };
    let mut known = Map::new();
    let mut put = |name: &str, value: Value| value.is_null() || known.insert(name.to_owned(), value).is_none();
    let q = take("q");
    assert!(q.is_string(), "a link asks about something");
    let path = match view {
        "position" => put("position", q.clone()).then_some("solve"),
        "sequence" => (put("family", q.clone()) && put("to", number(take("to")))).then_some("rows"),
        "table" => (put("pattern", q.clone()) && put("x", range(take("x"))) && put("y", range(take("y")))).then_some("table"),
        "graph" => {
            (put("position", q.clone()) && put("depth", number(take("depth"))) && put("most", json!(150))).then_some("graph")
        }
        "value" => put("sum", q.clone()).then_some("value"),
        "quotient" => (put("family", q.clone()) && put("to", number(take("to")))).then_some("quotient"),
        "find" => {
            let of = take("of");
            let size = take("size");
            match of.as_str() {
                Some("from") => put("from", q.clone()),
                None => put("family", q.clone()) && put("to", size),
                Some(of) => put("family", q.clone()) && put(of, number(size)),
            };
            let is = |told: Value| told.as_str().map_or(Value::Null, |told| json!(told == "true"));
            (put("smallest", is(take("smallest"))) && put("top", number(take("top")))).then_some("ask/find")
        }
        _ => panic!("no view `{view}`"),
    };
    let names: &[&str] = match view {
        "find" => &["where", "sort"],
        "position" => &["play", "rule", "first"],
        "sequence" | "table" => &["play", "rows"],
        "graph" => &["play", "first"],
        _ => &[],
    };
    names.iter().for_each(|name| assert!(put(name, take(name))));
    let change = take("change");
    if let Some(change) = change.as_str() {
        put(change, take("t"));
    }
    let with = take("with");
    assert!(asked.is_empty(), "the view `{view}` has no {asked:?}");
    let compared = with.is_string().then(|| ("compare", json!({ "left": q, "right": with })));
    [(path.unwrap(), Value::from(known))].into_iter().chain(compared).collect()
}

/// Escapes a part of an address after `#` as the web page does, except for characters that are `readable`.
fn escaped(text: &str, readable: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) || readable.contains(&byte);
    text.bytes().fold(String::new(), |mut told, byte| {
        if is_plain(byte) {
            told.push(char::from(byte))
        } else {
            write!(told, "%{byte:02X}").unwrap()
        }
        told
    })
}

/// Unescapes a part of an address.
fn unescaped(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
        bytes.extend(piece[2..].bytes());
    }
    String::from_utf8(bytes).unwrap()
}

/// Encodes a file as links contain it (`crates/web/page/packed.js`), in deflate format without compression.
fn packed(name: &str, text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let length = u16::try_from(text.len()).expect("a stored block has at most 65,535 bytes");
    let mut bytes = vec![1];
    bytes.extend(length.to_le_bytes().into_iter().chain((!length).to_le_bytes()).chain(text.bytes()));
    let mut written = format!("{name}~");
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | three.get(at).map_or(0, |byte| u32::from(*byte)));
        (0..=three.len()).for_each(|at| written.push(char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize])));
    }
    written
}

/// Sends the requests of the web page for the link of a tab. The error describes the fault of the link.
fn asked_by_link(page: &Page, link: &str) -> Result<(), String> {
    let (view, told) = link.strip_prefix("../playground/#").unwrap().split_once('?').ok_or("no question")?;
    let mut engine = Engine::default();
    let mut asked = Map::new();
    for pair in told.split('&') {
        let (key, value) = pair.split_once('=').ok_or("a part without =")?;
        let value = unescaped(value);
        if key != "file" {
            let written = format!("{key}={}", escaped(&value, b"@,:/{}|^"));
            if pair != written {
                return Err(format!("the page writes {written}"));
            }
            asked.insert(key.to_owned(), value.into());
            continue;
        }
        let (name, _) = value.split_once('~').ok_or("a file without a name")?;
        let file = page.files().find(|file| file.title.as_deref() == Some(name.trim_start_matches("./")));
        let file = file.ok_or_else(|| format!("{name} is no file of the page"))?;
        let wanted = packed(name, &file.text);
        if value != wanted {
            return Err(format!("another text of {name}; it is file={}", escaped(&wanted, b"")));
        }
        assert!(engine.put(name, Some(file.text.into_bytes())));
    }
    for (path, question) in questions(view, &mut asked) {
        let told = engine.ask(path, &question.to_string(), r#"{"seconds":20}"#, None);
        let answer: Value = serde_json::from_str(&told.text).unwrap();
        if told.status != 200 || answer.get("stopped").is_some_and(|stopped| !stopped.is_null()) {
            return Err(told.text);
        }
    }
    Ok(())
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_links_of_tabs_are_answered_by_the_page() {
    let pages: Vec<Page> = ["start", "how-to"].iter().flat_map(|folder| pages(folder)).collect();
    let links = |page: &Page| page.links().into_iter().filter(|link| link.starts_with("../playground/#")).collect::<Vec<_>>();
    let all: Vec<(&Page, String)> = pages.iter().flat_map(|page| links(page).into_iter().map(move |link| (page, link))).collect();
    assert!(all.len() >= 30, "{} links", all.len());
    let mut faults = String::new();
    for (page, link) in all {
        if let Err(why) = asked_by_link(page, &link) {
            let shown: String = link.chars().take(200).collect();
            write!(faults, "\n{}: {shown}\n{why}\n", page.name()).unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_tab_of_the_page_has_a_link() {
    for page in ["start", "how-to"].iter().flat_map(|folder| pages(folder)) {
        for tab in page.text.split("=== \"Page\"\n").skip(1) {
            let inside: String = tab.lines().take_while(|line| line.is_empty() || line.starts_with("    ")).collect();
            assert!(inside.contains("](../playground/#") || inside.contains("]["), "{}: {inside}", page.name());
        }
    }
}
