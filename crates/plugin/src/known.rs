//! A bounded cache of answers.

use hashbrown::HashMap;
use sprague_core::any::AnyPosition;

/// The maximum number of answers in a generation.
const MAX_KNOWN: usize = 1 << 16;

/// Answers about longer positions count sixteen times. If positions grow, nothing later fits into the memory that they leave.
const LONG: usize = 256;

/// A cache of answers about positions, in two generations of at most `WORDS` words each.
///
/// When the later generation is full, the earlier one is dropped. An answer that is used moves to the later generation.
#[derive(Debug)]
pub(crate) struct Known<V, const WORDS: usize = { 1 << 19 }> {
    later: Generation<V>,
    earlier: Generation<V>,
}

/// Answers with their sizes, and the total size in words.
#[derive(Debug)]
struct Generation<V> {
    answers: HashMap<AnyPosition, (V, usize)>,
    words: usize,
}

impl<V> Default for Generation<V> {
    fn default() -> Self {
        Self { answers: HashMap::new(), words: 0 }
    }
}

impl<V> Generation<V> {
    fn take(&mut self, question: &AnyPosition) -> Option<(AnyPosition, (V, usize))> {
        let (question, (answer, words)) = self.answers.remove_entry(question)?;
        self.words -= words;
        Some((question, (answer, words)))
    }
}

impl<V, const WORDS: usize> Default for Known<V, WORDS> {
    fn default() -> Self {
        Self { later: Generation::default(), earlier: Generation::default() }
    }
}

impl<V, const WORDS: usize> Known<V, WORDS> {
    pub(crate) fn get(&mut self, question: &AnyPosition) -> Option<&V> {
        if !self.later.answers.contains_key(question) {
            let (question, (answer, words)) = self.earlier.take(question)?;
            self.insert_new(question, answer, words);
        }
        self.later.answers.get(question).map(|(answer, _)| answer)
    }

    /// Stores an answer of `words` words, unless it is larger than a whole generation.
    pub(crate) fn insert(&mut self, question: AnyPosition, answer: V, words: usize) {
        self.later.take(&question);
        self.earlier.take(&question);
        if words <= WORDS {
            let counted = if question.words().len() > LONG { (16 * words).min(WORDS) } else { words };
            self.insert_new(question, answer, counted);
        }
    }

    fn insert_new(&mut self, question: AnyPosition, answer: V, words: usize) {
        if self.later.answers.len() == MAX_KNOWN || self.later.words + words > WORDS {
            self.earlier = std::mem::take(&mut self.later);
        }
        self.later.words += words;
        self.later.answers.insert(question, (answer, words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: usize = 1 << 19;

    fn at(word: usize) -> AnyPosition {
        AnyPosition::from_words([word as u64])
    }

    #[test]
    fn what_is_remembered_is_bounded_and_what_is_asked_for_stays() {
        let mut known: Known<()> = Known::default();
        for question in 0..3 * MAX_KNOWN {
            known.insert(at(question), (), 1);
            assert_eq!(known.get(&at(0)), Some(&()));
        }
        assert_eq!(known.get(&at(1)), None);
        assert!(known.later.answers.len() <= MAX_KNOWN && known.earlier.answers.len() <= MAX_KNOWN);
        for question in 0..3 {
            known.insert(at(question), (), WORDS);
        }
        assert_eq!(known.get(&at(0)), None);
        assert_eq!(known.get(&at(2)), Some(&()));
        assert!(known.later.words <= WORDS && known.earlier.words <= WORDS);
        known.insert(at(3), (), WORDS + 1);
        assert_eq!(known.get(&at(3)), None, "it is longer than all others together");
        assert_eq!(known.get(&at(2)), Some(&()));
    }

    #[test]
    fn what_is_replaced_takes_no_room() {
        let mut known: Known<i32> = Known::default();
        for answer in 0..3 {
            known.insert(at(1), answer, WORDS - 1);
            known.insert(at(2), 7, 1);
            assert_eq!((known.get(&at(1)).copied(), known.get(&at(2)).copied()), (Some(answer), Some(7)));
            assert_eq!((known.later.words, known.earlier.words), (WORDS, 0));
        }
    }

    #[test]
    fn long_positions_count_sixteen_times() {
        let mut known: Known<()> = Known::default();
        for length in LONG..LONG + 2 {
            known.insert(AnyPosition::from_words(vec![7; length]), (), 1000);
        }
        assert_eq!(known.later.words, 17_000);
        known.insert(AnyPosition::from_words(vec![8; LONG + 1]), (), WORDS);
        assert_eq!((known.later.words, known.earlier.words), (WORDS, 17_000));
    }
}
