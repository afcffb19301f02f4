//! Asking twice: a guest that answers the same question differently is not believed.

use sprague_core::Player;
use sprague_core::any::AnyPosition;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many questions are kept to be asked again.
const KEPT: usize = 64;

/// After the first questions, each of which is kept, one in so many is.
const RARELY: u64 = 64;

/// A question with a digest of its answer.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) single: Vec<u64>,
    pub(crate) player: Player,
    digest: u64,
}

/// A sample of the questions that were asked.
#[derive(Default)]
pub(crate) struct Witness {
    asked: u64,
    kept: Vec<Question>,
    /// Whether something was asked since all were asked again.
    is_stale: bool,
}

impl Witness {
    /// Counts a question; whether it is one to be asked again.
    pub(crate) fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.is_stale = true;
        self.asked <= KEPT as u64 || self.asked.is_multiple_of(RARELY)
    }

    /// Keeps a question with its answer, and hands out the one whose place it takes.
    pub(crate) fn keep(&mut self, single: &[u64], player: Player, answer: &[AnyPosition]) -> Option<Question> {
        let new = Question { single: single.to_vec(), player, digest: digest(answer) };
        if self.kept.len() < KEPT {
            self.kept.push(new);
            return None;
        }
        let place = (self.asked / RARELY) as usize % KEPT;
        Some(std::mem::replace(&mut self.kept[place], new))
    }

    /// All that are kept, once, if something was asked since the last time.
    pub(crate) fn questions_again(&mut self) -> Vec<Question> {
        if !std::mem::take(&mut self.is_stale) {
            return vec![];
        }
        self.kept.clone()
    }
}

impl Question {
    /// Whether this is the answer that was given before.
    pub(crate) fn is_answered_by(&self, answer: &[AnyPosition]) -> bool {
        self.digest == digest(answer)
    }
}

fn digest(answer: &[AnyPosition]) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}
