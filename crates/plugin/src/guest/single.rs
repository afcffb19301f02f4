//! Positions of guests as words: summands, each with a header.
//!
//! Behind the header stand the words that the guest gave; the header is their number. A position of several summands is their
//! words one after the other, in order; a terminal one may have none.

use sprague_core::any::AnyPosition;

/// The most words of one summand.
pub(crate) const MAX_WORDS: usize = 512;

/// The most summands of a position.
pub(crate) const MAX_SUMMANDS: usize = 4096;

/// The words of a summand without the header.
pub(crate) fn content(single: &[u64]) -> &[u64] {
    &single[1..]
}

/// The summands of a position, each with its header.
pub(crate) fn singles(mut words: &[u64]) -> impl Iterator<Item = &[u64]> {
    std::iter::from_fn(move || {
        let count = 1 + *words.first()? as usize;
        let (single, rest) = words.split_at(count);
        words = rest;
        Some(single)
    })
}

/// Tells whether the position is one summand.
pub(crate) fn is_single(words: &[u64]) -> bool {
    words.first().is_some_and(|header| words.len() == 1 + *header as usize)
}

/// The position of one summand.
pub(crate) fn position(words: &[u64]) -> AnyPosition {
    if let [word] = words {
        return AnyPosition::of_two([1, *word]);
    }
    AnyPosition::from_words(std::iter::once(words.len() as u64).chain(words.iter().copied()))
}

/// The position of these summands, in order.
pub(crate) fn together(mut summands: Vec<&[u64]>) -> AnyPosition {
    summands.sort_unstable();
    AnyPosition::from_words(summands.into_iter().flatten().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summands_are_told_apart_and_kept_in_order() {
        let (one, two) = (position(&[7]), position(&[3, 4]));
        let both = together(vec![two.words(), one.words()]);
        assert_eq!(singles(both.words()).collect::<Vec<_>>(), [one.words(), two.words()]);
        assert!(is_single(one.words()) && !is_single(both.words()) && !is_single(&[]));
        assert_eq!(content(two.words()), [3, 4]);
    }
}
