//! A bounded cache of answers.

use std::collections::HashMap;
use std::hash::Hash;

/// The maximum number of answers in a generation.
const MAX_KNOWN: usize = 1 << 16;

/// A cache of answers by question, in two generations of at most `WORDS` words each.
///
/// When the later generation is full, the earlier one is dropped. An answer that is used moves to the later generation.
#[derive(Debug)]
pub(crate) struct Known<K, V, const WORDS: usize = { 1 << 19 }> {
    later: Generation<K, V>,
    earlier: Generation<K, V>,
}

/// Answers with their sizes, and the total size in words.
#[derive(Debug)]
struct Generation<K, V> {
    answers: HashMap<K, (V, usize)>,
    words: usize,
}

impl<K, V> Default for Generation<K, V> {
    fn default() -> Self {
        Self { answers: HashMap::new(), words: 0 }
    }
}

impl<K: Eq + Hash, V> Generation<K, V> {
    fn take(&mut self, question: &K) -> Option<(K, (V, usize))> {
        let (question, (answer, words)) = self.answers.remove_entry(question)?;
        self.words -= words;
        Some((question, (answer, words)))
    }
}

impl<K, V, const WORDS: usize> Default for Known<K, V, WORDS> {
    fn default() -> Self {
        Self { later: Generation::default(), earlier: Generation::default() }
    }
}

impl<K: Eq + Hash, V, const WORDS: usize> Known<K, V, WORDS> {
    pub(crate) fn get(&mut self, question: &K) -> Option<&V> {
        if !self.later.answers.contains_key(question) {
            let (question, (answer, words)) = self.earlier.take(question)?;
            self.insert_new(question, answer, words);
        }
        self.later.answers.get(question).map(|(answer, _)| answer)
    }

    /// Stores an answer of `words` words, unless it is larger than a whole generation.
    pub(crate) fn insert(&mut self, question: K, answer: V, words: usize) {
        self.later.take(&question);
        self.earlier.take(&question);
        if words <= WORDS {
            self.insert_new(question, answer, words);
        }
    }

    fn insert_new(&mut self, question: K, answer: V, words: usize) {
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

    #[test]
    fn what_is_remembered_is_bounded_and_what_is_asked_for_stays() {
        let mut known: Known<usize, ()> = Known::default();
        for question in 0..3 * MAX_KNOWN {
            known.insert(question, (), 1);
            assert_eq!(known.get(&0), Some(&()));
        }
        assert_eq!(known.get(&1), None);
        assert!(known.later.answers.len() <= MAX_KNOWN && known.earlier.answers.len() <= MAX_KNOWN);
        for question in 0..3 {
            known.insert(question, (), WORDS);
        }
        assert_eq!(known.get(&0), None);
        assert_eq!(known.get(&2), Some(&()));
        assert!(known.later.words <= WORDS && known.earlier.words <= WORDS);
        known.insert(3, (), WORDS + 1);
        assert_eq!(known.get(&3), None, "it is longer than all others together");
        assert_eq!(known.get(&2), Some(&()));
    }

    #[test]
    fn what_is_replaced_takes_no_room() {
        let mut known: Known<char, i32> = Known::default();
        for answer in 0..3 {
            known.insert('a', answer, WORDS - 1);
            known.insert('b', 7, 1);
            assert_eq!((known.get(&'a').copied(), known.get(&'b').copied()), (Some(answer), Some(7)));
            assert_eq!((known.later.words, known.earlier.words), (WORDS, 0));
        }
    }
}
