//! Checks any certificate, strategy or directory of a graph.
//!
//! No call panics, and other methods confirm everything that `check` accepts. An input with the key `about` is a directory as
//! data, which is written with correct checksums. Any other input is the text of a file.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;
use sprague_fuzz::claims::{judged, session};
use sprague_fuzz::directories;
use sprague_fuzz::{is_slow, squeezed};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(data) else { return Corpus::Reject };
    if is_slow(&squeezed(text), 4) {
        return Corpus::Reject;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(directory) if directory.get("about").is_some() => drop(directories::judged(&directory, None, &session())),
        _ => drop(judged(text, &session())),
    }
    Corpus::Keep
});
