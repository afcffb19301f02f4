//! Answers that are remembered, within bounds.

use std::collections::HashMap;
use std::hash::Hash;

/// The most answers that are remembered.
const MAX_KNOWN: usize = 1 << 17;
/// The most words that they and their questions may have together.
const MAX_WORDS: usize = 1 << 20;

/// Questions with their answers.
///
/// When they are too many, all are forgotten.
#[derive(Debug)]
pub(super) struct Known<K, V> {
    /// Answers, with their words.
    answers: HashMap<K, (V, usize)>,
    words: usize,
}

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self { answers: HashMap::new(), words: 0 }
    }
}

impl<K: Eq + Hash, V> Known<K, V> {
    pub(super) fn get(&self, question: &K) -> Option<&V> {
        self.answers.get(question).map(|(answer, _)| answer)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Remembers an answer that has so many words, with its question.
    pub(super) fn insert(&mut self, question: K, answer: V, words: usize) {
        if let Some((_, words)) = self.answers.remove(&question) {
            self.words -= words;
        }
        if self.answers.len() == MAX_KNOWN || self.words + words > MAX_WORDS {
            self.answers.clear();
            self.words = 0;
        }
        self.words += words;
        self.answers.insert(question, (answer, words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut known = Known::default();
        for question in 0..MAX_KNOWN {
            known.insert(question, (), 1);
        }
        assert_eq!(known.get(&0), Some(&()));
        known.insert(MAX_KNOWN, (), 1);
        assert_eq!((known.get(&0), known.get(&MAX_KNOWN), known.answers.len()), (None, Some(&()), 1));
        known.insert(0, (), MAX_WORDS);
        assert_eq!(known.answers.len(), 1);
    }

    #[test]
    fn what_is_replaced_takes_no_room() {
        let mut known = Known::default();
        for answer in 0..3 {
            known.insert('a', answer, MAX_WORDS - 1);
            known.insert('b', 7, 1);
            assert_eq!((known.get(&'a'), known.get(&'b'), known.words), (Some(&answer), Some(&7), MAX_WORDS));
        }
    }
}
