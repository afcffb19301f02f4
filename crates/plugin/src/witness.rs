//! Repeats some questions, and rejects a guest whose answers change.

use sprague_core::Player;
use sprague_core::any::AnyPosition;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of questions that are kept to be repeated.
const KEPT: usize = 64;

/// After the first questions, which are all kept, one in `RARELY` questions is kept.
const RARELY: u64 = 64;

/// A question with a digest of its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, as words.
    pub single: Vec<u64>,
    /// The player to move.
    pub player: Player,
    digest: u64,
}

/// A sample of the questions that were asked so far.
///
/// ```
/// use sprague_core::Player;
/// use sprague_core::any::AnyPosition;
/// use sprague_plugin::Witness;
///
/// let mut witness = Witness::default();
/// let options = |heap: u64| (0..heap).map(|left| AnyPosition::pack(&left)).collect::<Vec<_>>();
/// assert!(witness.is_due() && witness.keep(&[3], Player::Left, &options(3)).is_none());
/// assert!(witness.has_doubled());
/// let again = witness.questions_again();
/// assert!(again[0].is_answered_by(&options(3)) && !again[0].is_answered_by(&options(2)));
/// assert!(!witness.is_stale(), "nothing was asked since");
/// ```
#[derive(Debug, Default)]
pub struct Witness {
    asked: u64,
    kept: Vec<Question>,
    /// The value of `asked` when questions were last repeated.
    asked_by_last: u64,
    /// The index in `kept` of the next question to repeat.
    next: usize,
}

impl Witness {
    /// Counts a question. Returns `true` if the question should be kept and repeated.
    pub fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.asked <= KEPT as u64 || self.asked.is_multiple_of(RARELY)
    }

    /// Keeps a question with its answer. Returns the question that it replaces, if there is one.
    pub fn keep(&mut self, single: &[u64], player: Player, answer: &[AnyPosition]) -> Option<Question> {
        let new = Question::new(single, player, answer);
        if self.kept.len() < KEPT {
            self.kept.push(new);
            return None;
        }
        let place = (self.asked / RARELY) as usize % KEPT;
        Some(std::mem::replace(&mut self.kept[place], new))
    }

    /// Returns `true` if new questions were asked since some were last repeated.
    pub fn is_stale(&self) -> bool {
        self.asked > self.asked_by_last
    }

    /// Returns `true` if the number of questions has doubled since some were last repeated.
    ///
    /// Repeating questions only then is cheap compared with the new questions.
    pub fn has_doubled(&self) -> bool {
        self.is_stale() && self.asked >= 2 * self.asked_by_last
    }

    /// Returns the questions to repeat now, at most twice the number of questions since the last call. After the first few
    /// hundred questions, they are an eighth of the questions since the last call, unless the number of all questions has
    /// doubled.
    ///
    /// So a short request remains short, even after many questions. The kept questions are returned in turn.
    ///
    /// ```
    /// use sprague_core::Player;
    /// let mut witness = sprague_plugin::Witness::default();
    /// let mut ask = |heap| {
    ///     assert!(witness.is_due());
    ///     witness.keep(&[1, heap], Player::Left, &[]);
    ///     witness.questions_again().iter().map(|question| question.single[1]).collect::<Vec<_>>()
    /// };
    /// assert_eq!([5, 6, 7, 8].map(|heap| ask(heap)), [vec![5], vec![5, 6], vec![5, 6], vec![7, 8]]);
    /// ```
    pub fn questions_again(&mut self) -> Vec<Question> {
        let is_whole = self.has_doubled() || self.asked <= 4 * KEPT as u64;
        let since = std::mem::replace(&mut self.asked_by_last, self.asked).abs_diff(self.asked);
        let most = if is_whole { 2 * since } else { since.div_ceil(8) };
        let most = usize::try_from(most).unwrap_or(KEPT).min(self.kept.len());
        let again = self.kept.iter().cycle().skip(self.next).take(most).cloned().collect();
        self.next = (self.next + most) % self.kept.len().max(1);
        again
    }
}

impl Question {
    /// Builds a question from the position, the player and the answer.
    ///
    /// ```
    /// use sprague_core::Player;
    /// assert!(sprague_plugin::Question::new(&[3], Player::Left, &[]).is_answered_by(&[]));
    /// ```
    pub fn new(single: &[u64], player: Player, answer: &[AnyPosition]) -> Self {
        Self { single: single.to_vec(), player, digest: digest(answer) }
    }

    /// Returns `true` if this answer has the same digest as the first.
    pub fn is_answered_by(&self, answer: &[AnyPosition]) -> bool {
        self.digest == digest(answer)
    }
}

fn digest(answer: &[AnyPosition]) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_is_asked_again_when_twice_as_much_was_asked() {
        let mut witness = Witness::default();
        assert!(!witness.is_stale() && !witness.has_doubled());
        let mut again = vec![];
        for asked in 1..=1_000 {
            if witness.is_due() {
                witness.keep(&[1, asked], Player::Left, &[]);
            }
            assert!(witness.is_stale());
            if witness.has_doubled() {
                assert_eq!(witness.questions_again().len(), KEPT.min(asked as usize));
                assert!(!witness.is_stale() && !witness.has_doubled());
                again.push(asked);
            }
        }
        assert_eq!(again, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    }
}
