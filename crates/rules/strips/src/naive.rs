//! Texts for the tests of all rulesets in this crate.

use core::ops::RangeInclusive;
use sprague_core::any::Pack;
use sprague_core::{Notation, Partizan};
use sprague_testkit::judge;

/// Returns all texts of these letters with these lengths.
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

/// Replaces one letter of the text.
pub(crate) fn with(text: &str, at: usize, letter: char) -> String {
    text.chars().enumerate().map(|(index, old)| if index == at { letter } else { old }).collect()
}

/// Returns whether a text and its position remain the same.
///
/// The position must be shown as the text that was read, and it must be the same after packing and unpacking.
pub(crate) fn is_itself_again<R>(rules: &R, text: &str) -> bool
where
    R: Partizan<Position: Pack> + Notation<R::Position>,
{
    let position = rules.read(text).unwrap();
    judge::is_itself_again(rules, &position) && rules.show(&position) == text
}
