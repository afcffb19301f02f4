//! Positions of guests as words: a list of summands, each with a header.
//!
//! The header of a summand is the number of its words; the words of the guest follow. In a position of several summands, the
//! summands are sorted and concatenated. A finished position may have no summand.

use sprague_core::any::AnyPosition;

/// The maximum number of words of one summand.
pub(crate) const MAX_WORDS: usize = 8_192;

/// The maximum number of summands of a position.
pub(crate) const MAX_SUMMANDS: usize = 4096;

/// What is expected instead of a position with too many summands, or with too long ones.
pub(crate) const TOO_LARGE: &str = "one position of moderate size";

/// Returns the words of a summand without the header.
pub(crate) fn content(single: &[u64]) -> &[u64] {
    &single[1..]
}

/// Returns the summands of a position, each with its header.
pub(crate) fn singles(mut words: &[u64]) -> impl Iterator<Item = &[u64]> {
    std::iter::from_fn(move || {
        let count = 1 + *words.first()? as usize;
        let (single, rest) = words.split_at(count);
        words = rest;
        Some(single)
    })
}

/// Splits words into summands with their headers, or returns `None` if the words are not a position.
pub(crate) fn checked(mut words: &[u64]) -> Option<Vec<&[u64]>> {
    let mut all = vec![];
    while let Some(&count) = words.first() {
        let (single, rest) = words.split_at_checked(1 + usize::try_from(count).ok().filter(|count| *count <= MAX_WORDS)?)?;
        all.push(single);
        words = rest;
    }
    (all.len() <= MAX_SUMMANDS && all.is_sorted()).then_some(all)
}

/// Returns `true` if the position has exactly one summand.
pub(crate) fn is_single(words: &[u64]) -> bool {
    words.first().is_some_and(|header| words.len() == 1 + *header as usize)
}

/// Builds the position of one summand.
pub(crate) fn position(words: &[u64]) -> AnyPosition {
    if let [word] = words {
        return AnyPosition::of_two([1, *word]);
    }
    AnyPosition::from_words(std::iter::once(words.len() as u64).chain(words.iter().copied()))
}

/// Builds the position of these summands, which are sorted first.
pub(crate) fn together(mut summands: Vec<&[u64]>) -> AnyPosition {
    summands.sort_unstable();
    AnyPosition::from_words(summands.concat())
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
        assert_eq!(checked(both.words()), Some(vec![one.words(), two.words()]));
        let unsorted = [two.words(), one.words()].concat();
        for bad in [&[1][..], &[3, 4], &[2, 3, 4, 7], &[u64::MAX, 1], &unsorted] {
            assert_eq!(checked(bad), None, "{bad:?}");
        }
    }
}
