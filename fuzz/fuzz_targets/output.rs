//! The program's output is printable for every text in a file, an argument or a script.
//!
//! It contains no control characters except the line breaks of its layout, and no characters that are invisible or change the
//! direction of text. Output as JSON is valid JSON.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;
use sprague::printable::is_printable;
use sprague_cli::said;
use sprague_fuzz::{is_slow, names_a_file, squeezed};
use std::path::PathBuf;

/// Limits that keep every question short.
const LIMITS: [&str; 3] = ["--limit-positions=1000", "--limit-memory=64M", "--limit-time=0.5"];

/// Writes a file that only this process uses, and returns its path.
fn file(ending: &str, content: &[u8]) -> String {
    let path: PathBuf = std::env::temp_dir().join(format!("sprague-fuzz-output-{}.{ending}", std::process::id()));
    std::fs::write(&path, content).expect("there is room for a small file");
    path.display().to_string()
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let [kind, content @ ..] = data else { return Corpus::Reject };
    let json = if kind & 1 == 0 { "text" } else { "json" };
    let text = String::from_utf8_lossy(content);
    let has_files = |text: &str| names_a_file(&squeezed(text)) || is_slow(&squeezed(text), 2);
    let format = ["--format", json];
    let call: Vec<String> = match kind >> 1 & 7 {
        // JSON may spell a character as an escape
        0 | 1 if has_files(&text.replace('\\', "/")) => return Corpus::Reject,
        0 | 1 => ["check", &file("json", content)].iter().chain(&format).chain(&LIMITS).map(|&word| word.into()).collect(),
        2 => ["solve", &format!("{}@2", file("rhai", content))]
            .iter()
            .chain(&format)
            .chain(&LIMITS)
            .map(|&word| word.into())
            .collect(),
        3 => ["test", &file("rhai", content), "--plays=3"].iter().chain(&format).map(|&word| word.into()).collect(),
        _ if has_files(&text) => return Corpus::Reject,
        4 => ["solve", &text].iter().chain(&format).chain(&LIMITS).map(|&word| word.into()).collect(),
        5 => ["analyse", &text, "--to=9", "--seek=20"].iter().chain(&format).chain(&LIMITS).map(|&word| word.into()).collect(),
        6 => ["solve", "nim@3", &text].iter().map(|&word| word.into()).collect(),
        _ => ["identify", &text].iter().chain(&format).map(|&word| word.into()).collect(),
    };
    if call.iter().any(|word| word == "-") {
        return Corpus::Reject; // standard input
    }
    let printed = said(["sprague".to_owned()].into_iter().chain(call.clone()));
    for text in [&printed.out, &printed.err] {
        let found = text.chars().find(|c| *c != '\n' && !is_printable(*c));
        assert_eq!(found, None, "{call:?}: {text:?}");
    }
    let is_help = printed.out.contains("Usage:") || printed.err.contains("Usage:");
    assert!(is_help || printed.err.lines().count() <= 1, "{call:?}: {:?}", printed.err);
    if json == "json" && kind >> 1 & 7 != 6 && !printed.out.is_empty() && !is_help {
        assert!(serde_json::from_str::<Value>(&printed.out).is_ok(), "{call:?}: {:?}", printed.out);
    }
    Corpus::Keep
});
