//! The book: generated pages are up to date, and links have targets.
//!
//! To write the generated pages again, run `SPRAGUE_BOOK=write cargo test -p sprague-cli --features full --test suite book --
//! --include-ignored`.

mod atlas;
mod gallery;
mod links;
mod orders;
mod questions;
mod reference;
mod words;

use crate::plugins::{Folder, ask_in};
pub(crate) use reference::commands;
use std::collections::BTreeMap;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// The command that writes the generated pages.
const ANEW: &str = "SPRAGUE_BOOK=write cargo test -p sprague-cli --features full --test suite book -- --include-ignored";

/// Returns the first line of a page, which names the file to change instead of the page.
fn mark(from: &str) -> String {
    format!("<!-- Generated from {from} -->\n\n")
}

/// The maximum number of characters of a line, except in tables and code.
const WIDTH: usize = 130;

/// Breaks the long lines of Markdown between words, except in tables, headings and code.
fn folded(page: &str) -> String {
    let mut is_code = false;
    let mut folded = String::new();
    for line in page.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        if is_code || line.chars().count() <= WIDTH || line.starts_with(['|', '#', '<']) {
            folded += line;
            continue;
        }
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let mut width = 0;
        for word in line.trim_end().split(' ') {
            // a line that begins with one of these would be a list, a quote or a heading
            let is_text =
                !word.starts_with(['-', '+', '*', '#', '>', '=', '|']) && !word.starts_with(|c: char| c.is_ascii_digit());
            let long = width + 1 + word.chars().count();
            if width > 0 && long > WIDTH && is_text {
                folded = folded + "\n" + indent + word;
                width = indent.len() + word.chars().count();
            } else {
                folded = folded + if width > 0 { " " } else { "" } + word;
                width = if width > 0 { long } else { word.chars().count() };
            }
        }
        folded.push('\n');
    }
    folded
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files of the book, by their paths in `docs`.
type Pages = BTreeMap<String, String>;

/// Compares generated files with the existing ones, or writes them.
///
/// If a folder is given, it must contain no other files.
#[track_caller]
fn are_current(pages: &Pages, folder: Option<&str>) {
    let docs = root().join("docs");
    let is_written = std::env::var("SPRAGUE_BOOK").is_ok_and(|wish| wish == "write");
    let mut stale: Vec<&str> = vec![];
    for (name, text) in pages {
        let path = docs.join(name);
        let text = &if name.ends_with(".md") { folded(text) } else { text.clone() };
        if fs::read_to_string(&path).is_ok_and(|there| there == *text) {
            continue;
        }
        if is_written {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
        } else {
            stale.push(name);
        }
    }
    let there = folder.into_iter().flat_map(|folder| fs::read_dir(docs.join(folder)).unwrap().map(move |file| (folder, file)));
    for (folder, file) in there {
        let name = format!("{folder}/{}", file.unwrap().file_name().to_string_lossy());
        if !pages.contains_key(&name) {
            assert!(is_written, "{name} belongs to nothing: {ANEW}");
            fs::remove_file(docs.join(&name)).unwrap();
        }
    }
    assert!(stale.is_empty(), "stale: {}; written anew by {ANEW}", stale.join(", "));
}

/// Creates a folder with the files that examples use.
fn with_files(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("FILE", gallery::FILE);
    folder.write("FILE.rhai", gallery::SCRIPT);
    folder.write("PROGRAM", gallery::PROGRAM);
    #[cfg(unix)]
    fs::set_permissions(folder.0.join("PROGRAM"), fs::Permissions::from_mode(0o755)).unwrap();
    folder.write("loop.txt", "start a\na start\n");
    folder
}

/// Returns the output of the program for a line as it is typed.
#[track_caller]
fn printed(folder: &Folder, line: &str) -> String {
    let words: Vec<&str> = line.strip_prefix("sprague ").unwrap_or(line).split_whitespace().collect();
    let (_, out, err) = ask_in(&folder.0, &words);
    assert!(err.is_empty(), "{line}: {err}");
    out
}

/// Quotes a command for a shell: words with special characters are put in single quotes.
fn typed(line: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=@,.:+/^#%".contains(c);
    let quoted = |word: &str| if word.chars().all(is_plain) { word.to_owned() } else { format!("'{word}'") };
    line.split_whitespace().map(quoted).collect::<Vec<_>>().join(" ")
}
