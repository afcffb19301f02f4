//! Every typed text is parsed or refused, and no call panics.
//!
//! A text that was parsed is formatted and parsed again, with the same result. A refusal has the offset of a character of the
//! text or of its end.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sprague::BadNotation;
use sprague_fuzz::{is_slow, names_a_file, squeezed};
use sprague_questions::{ParsedSum, Session};

/// The maximum length of a text, which is enough for a sum of a dozen components.
///
/// Longer texts take time without finding new errors.
const LONGEST: usize = 200;

fn points_into(text: &str, error: &BadNotation) {
    assert!(text.is_char_boundary(error.at), "byte {} of {text:?}: {error}", error.at);
    assert!(!error.expected.is_empty());
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(data) else { return Corpus::Reject };
    let question = squeezed(text);
    if text.len() > LONGEST || is_slow(&question, 4) || names_a_file(&question) {
        return Corpus::Reject;
    }
    let session = Session::new();
    match session.position(text) {
        Err(error) => points_into(text, &error),
        Ok(position) => {
            let shown = position.to_string();
            let again = session
                .position(&shown)
                .unwrap_or_else(|error| panic!("{text:?} is shown as {shown:?}, which is refused: {error}"));
            assert_eq!(again.to_string(), shown, "{text:?} is shown in two ways");
            let components = |sum: &ParsedSum| -> Vec<_> {
                sum.components()
                    .iter()
                    .map(|part| (part.rules.name().to_owned(), part.is_negative, part.position.clone()))
                    .collect()
            };
            assert_eq!(components(&again), components(&position), "{text:?} is another position when read again");
        }
    }
    match session.family(text) {
        Err(error) => points_into(text, &error),
        Ok(family) => {
            let again = session.family(family.name()).expect("a family that was read is read again");
            assert_eq!(again.name(), family.name());
        }
    }
    Corpus::Keep
});
