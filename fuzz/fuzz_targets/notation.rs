//! Whatever is typed is either read or refused, and nothing panics. What was read is shown, read again, and the same; what was
//! refused is refused at a character of the text or at its end.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sprague::BadNotation;
use sprague_games::{Session, SumText};

/// The longest text: a sum of a dozen components. Longer ones find nothing new and cost time.
const LONGEST: usize = 200;

/// Whether reading would be slow, though right: numbers of ten thousand digits, or sets of more than some ten thousand members.
fn is_slow(squeezed: &str) -> bool {
    let is_long = |range: &str| range.bytes().take_while(u8::is_ascii_digit).count() > 4 || range.contains('^');
    squeezed.matches('^').count() > 2
        || squeezed.split('-').skip(1).any(|range| is_long(&range[..range.find([',', ':']).unwrap_or(range.len())]))
}

/// Whether the text names a file. What is in files is not what is tested here.
fn names_a_file(squeezed: &str) -> bool {
    ["digraph", ":/", ":./", ":../", "//", "/./", "/../"].iter().any(|path| squeezed.contains(path))
}

fn points_into(text: &str, error: &BadNotation) {
    assert!(text.is_char_boundary(error.at), "byte {} of {text:?}: {error}", error.at);
    assert!(!error.expected.is_empty());
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(data) else { return Corpus::Reject };
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if text.len() > LONGEST || is_slow(&squeezed) || names_a_file(&squeezed) {
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
            let components = |sum: &SumText| -> Vec<_> {
                sum.places().iter().map(|place| (place.game.text().to_owned(), place.component.clone())).collect()
            };
            assert_eq!(components(&again), components(&position), "{text:?} is another position when read again");
        }
    }
    match session.family(text) {
        Err(error) => points_into(text, &error),
        Ok(family) => {
            let again = session.family(family.text()).expect("a family that was read is read again");
            assert_eq!(again.text(), family.text());
        }
    }
    Corpus::Keep
});
