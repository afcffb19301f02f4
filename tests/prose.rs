//! First lines and sentences of docs are short and plain in every Rust file.

use crate::architecture::files_below;
use std::fs;
use std::path::Path;

/// The most words of a first line, which is a paragraph of its own.
const FIRST_LINE: usize = 15;

/// The most words of a sentence.
const SENTENCE: usize = 30;

/// The folders of Rust files, each with a number of docs that it exceeds.
const ROOMS: [(&str, usize); 5] = [("crates", 500), ("tests", 100), ("benches", 20), ("examples", 10), ("fuzz", 5)];

/// Words that begin a clause in place of a noun.
const CLAUSES: [&str; 9] = ["what", "how", "whether", "who", "where", "which", "when", "that", "why"];

/// The paragraphs of one doc comment.
struct Doc {
    /// The name of the item below, or of the file.
    name: String,
    /// Text without code, each with the number of its first line.
    paragraphs: Vec<(usize, String)>,
}

/// The text of a line of docs, with its mark.
fn doc_line(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = line.get(..3).filter(|mark| ["///", "//!"].contains(mark))?;
    (!line.starts_with("////")).then(|| (mark, line[3..].trim()))
}

/// The name of the item, field or variant that a line of code declares.
fn declared(line: &str) -> String {
    let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty());
    let is_keyword = |word: &&str| {
        let keywords =
            ["pub", "crate", "super", "in", "self", "const", "static", "unsafe", "async", "extern", "C", "default", "mut"];
        let items = ["fn", "struct", "enum", "trait", "type", "mod", "union", "macro_rules", "impl", "use", "macro"];
        keywords.contains(word) || items.contains(word)
    };
    words.find(|word| !is_keyword(word)).unwrap_or_default().to_owned()
}

fn docs_of(file: &str, text: &str) -> Vec<Doc> {
    let lines: Vec<&str> = text.lines().collect();
    let mut docs = vec![];
    let mut at = 0;
    while at < lines.len() {
        let Some((mark, _)) = doc_line(lines[at]) else {
            at += 1;
            continue;
        };
        let (mut paragraphs, mut is_code, mut is_open) = (Vec::<(usize, String)>::new(), false, false);
        while let Some((_, text)) = lines.get(at).and_then(|line| doc_line(line)).filter(|(other, _)| *other == mark) {
            at += 1;
            let is_fence = text.starts_with("```") || text.starts_with("~~~");
            let is_row = text.starts_with("# ")
                || text.starts_with("## ")
                || text.starts_with('|')
                || text.starts_with('[') && text.contains("]: ");
            if is_fence || is_code || text.is_empty() || is_row {
                is_code ^= is_fence;
                is_open = false;
                continue;
            }
            let (bullet, rest) = text.split_once(' ').unwrap_or((text, ""));
            let is_item =
                ["-", "*"].contains(&bullet) || bullet.strip_suffix('.').is_some_and(|number| number.parse::<u8>().is_ok());
            match paragraphs.last_mut().filter(|_| is_open && !is_item) {
                Some((_, paragraph)) => *paragraph += &format!(" {text}"),
                None => paragraphs.push((at, if is_item { rest } else { text }.to_owned())),
            }
            is_open = true;
        }
        let below = lines[at..]
            .iter()
            .map(|line| line.trim())
            .find(|line| !line.is_empty() && !line.starts_with("#["))
            .unwrap_or_default();
        let name = if mark == "//!" { file.to_owned() } else { declared(below) };
        docs.push(Doc { name, paragraphs });
    }
    docs
}

/// The sentences of a paragraph, as far as full stops tell.
fn sentences(paragraph: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let all: Vec<&str> = paragraph.split_whitespace().collect();
    for (place, word) in all.iter().enumerate() {
        let sentence = sentences.last_mut().expect("there is one");
        *sentence += if sentence.is_empty() { "" } else { " " };
        *sentence += word;
        let bare = word.trim_end_matches([')', '*', '"', '”', '`', '_']);
        let is_short =
            ["e.g.", "i.e.", "cf.", "ch.", "vol.", "vs.", "p.", "pp.", "No.", "no.", "Th.", "Thm.", "Def.", "ed.", "al."]
                .contains(&bare);
        let goes_on = all.get(place + 1).is_some_and(|next| next.starts_with(char::is_lowercase));
        if bare.ends_with(['.', '!', '?']) && !is_short && !goes_on {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The words that carry meaning, in lower case and in the singular.
fn stems(text: &str) -> Vec<String> {
    let mut spaced = String::new();
    for letter in text.chars() {
        if letter.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    }
    let is_small = |word: &&str| ["the", "a", "an", "its", "this", "of", "in", "to", "is", "it", "all", "and"].contains(word);
    spaced.split_whitespace().filter(|word| !is_small(word)).map(|word| word.trim_end_matches('s').to_owned()).collect()
}

/// All that is to be mended in a doc, with the number of the line.
fn faults(doc: &Doc) -> Vec<(usize, String)> {
    let mut faults = vec![];
    if let Some((line, first)) = doc.paragraphs.first() {
        let count = first.split_whitespace().count();
        if count > FIRST_LINE {
            faults.push((*line, format!("first line of {count} words")));
        }
        let begin = first.split(|letter: char| !letter.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
        if CLAUSES.contains(&begin.to_lowercase().as_str()) {
            faults.push((*line, format!("begins with {begin}")));
        }
        let (said, name) = (stems(first), stems(&doc.name));
        if !said.is_empty() && said.iter().all(|word| name.contains(word)) {
            faults.push((*line, format!("only repeats `{}`", doc.name)));
        }
    }
    for (line, paragraph) in &doc.paragraphs {
        for sentence in sentences(paragraph) {
            let count = sentence.split_whitespace().count();
            if count > SENTENCE {
                faults.push((*line, format!("sentence of {count} words")));
            }
            if sentence.to_lowercase().contains("see ") && sentence.contains("for an example") {
                faults.push((*line, "points to an example".to_owned()));
            }
        }
    }
    faults
}

#[test]
fn docs_are_short_and_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut total, mut found) = (0, vec![]);
    for (room, floor) in ROOMS {
        let mut files = files_below(&root.join(room));
        files.sort();
        let mut count = 0;
        for path in files {
            let short = path.strip_prefix(root).expect("it lies below");
            if short.components().any(|part| part.as_os_str() == "target") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file is text");
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a file has a name");
            for doc in docs_of(name, &text) {
                count += 1;
                found.extend(faults(&doc).into_iter().map(|(line, fault)| format!("{}:{line}: {fault}", short.display())));
            }
        }
        assert!(count > floor, "only {count} docs were found below {room}");
        total += count;
    }
    assert!(found.is_empty(), "{}\n{} faults in {total} docs", found.join("\n"), found.len());
}

#[test]
fn docs_that_are_long_or_unclear_are_found() {
    let long = ["word"; 31].join(" ");
    let text = format!(
        "//! The limits.\n\n/// How many there are.\npub fn count() {{}}\n\n/// The nimber,\n/// {long}.\n///\n/// See [`X`] for an example.\n\
         fn nimber() {{}}\n\n/// The nimber of a heap.\n///\n/// ```\n/// {long}\n/// ```\nfn nimber_of() {{}}\n"
    );
    let found: Vec<(usize, String)> = docs_of("limits", &text).iter().flat_map(faults).collect();
    let found: Vec<(usize, &str)> = found.iter().map(|(line, fault)| (*line, fault.as_str())).collect();
    assert_eq!(
        found,
        [
            (1, "only repeats `limits`"),
            (3, "begins with How"),
            (6, "first line of 33 words"),
            (6, "sentence of 33 words"),
            (9, "points to an example"),
        ]
    );
}
