//! Writes a test for each Rust tab of the book.
//!
//! `tests/tabs.rs` includes the tests. A tab is the body of a `fn main`, or a whole program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const FOLDERS: [&str; 2] = ["docs/start", "docs/how-to"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let mut tests = String::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        for page in pages(&root.join(folder)) {
            let text = fs::read_to_string(&page).expect("a page is text");
            for (line, code) in tabs(&text) {
                write_test(&mut tests, &page, line, &code);
            }
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(out.join("tabs.rs"), tests).expect("there is room");
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the pages are there");
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let mut pages: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

/// Returns the Rust blocks of a page, each with its line number and without its indentation.
fn tabs(text: &str) -> Vec<(usize, String)> {
    let (mut tabs, mut lines) = (vec![], text.lines().enumerate());
    while let Some((at, line)) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        if line[indent..] == *"```rust" {
            let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim_start() != "```");
            tabs.push((at + 1, inside.fold(String::new(), |code, line| code + line.get(indent..).unwrap_or_default() + "\n")));
        }
    }
    tabs
}

fn write_test(tests: &mut String, page: &Path, line: usize, code: &str) {
    let name = page.file_stem().expect("a page has a name").to_string_lossy().replace('-', "_");
    let body = if code.contains("fn main()") {
        format!("{code}\n#[test]\nfn runs() {{ main().unwrap() }}\n")
    } else {
        format!("#[test]\nfn runs() {{\n{code}}}\n")
    };
    writeln!(tests, "mod {name}_{line} {{\n{body}}}").expect("text is written");
}
