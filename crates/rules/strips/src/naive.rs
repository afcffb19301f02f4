//! Texts for the tests of every ruleset here.

use core::ops::RangeInclusive;
use sprague_core::any::Pack;
use sprague_core::{Notation, Partizan};
use sprague_testkit::judge;

/// Every text of these letters of such a length.
pub(crate) fn words(letters: &str, lengths: RangeInclusive<usize>) -> Vec<String> {
    let (mut all, mut longest) = (vec![], vec![String::new()]);
    for length in 0..=*lengths.end() {
        if lengths.contains(&length) {
            all.extend(longest.clone());
        }
        longest = longest.iter().flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}"))).collect();
    }
    all
}

/// The text with another letter.
pub(crate) fn with(text: &str, at: usize, letter: char) -> String {
    text.chars().enumerate().map(|(index, old)| if index == at { letter } else { old }).collect()
}

/// Tells whether a text and its position come back as they were.
///
/// The text that is shown is the one that was read. The position that is packed is the same when unpacked.
pub(crate) fn is_itself_again<R>(rules: &R, text: &str) -> bool
where
    R: Partizan<Position: Pack> + Notation<R::Position>,
{
    let position = rules.read(text).unwrap();
    judge::is_itself_again(rules, &position) && rules.show(&position) == text
}
