//! Asking twice: a guest that answers the same question differently is not believed.

use sprague_core::Player;
use sprague_core::any::AnyPosition;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of questions that are kept to be asked again.
const KEPT: usize = 64;

/// The distance of the questions that are kept.
///
/// It begins after the first ones, each of which is kept.
const RARELY: u64 = 64;

/// A question with a digest of its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The words of the position.
    pub single: Vec<u64>,
    /// The player who moves.
    pub player: Player,
    digest: u64,
}

/// A sample of the questions that were asked.
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
    /// The number of questions asked when some were asked again the last time.
    asked_by_last: u64,
    /// The place of the first to be asked again the next time.
    next: usize,
}

impl Witness {
    /// Counts a question; whether it is one to be asked again.
    pub fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.asked <= KEPT as u64 || self.asked.is_multiple_of(RARELY)
    }

    /// Keeps a question with its answer, and hands out the one whose place it takes.
    pub fn keep(&mut self, single: &[u64], player: Player, answer: &[AnyPosition]) -> Option<Question> {
        let new = Question::new(single, player, answer);
        if self.kept.len() < KEPT {
            self.kept.push(new);
            return None;
        }
        let place = (self.asked / RARELY) as usize % KEPT;
        Some(std::mem::replace(&mut self.kept[place], new))
    }

    /// Tells whether something was asked since some were asked again.
    pub fn is_stale(&self) -> bool {
        self.asked > self.asked_by_last
    }

    /// Tells whether twice as much was asked as then.
    ///
    /// Asking again costs little beside what is new if it is done only so often.
    pub fn has_doubled(&self) -> bool {
        self.is_stale() && self.asked >= 2 * self.asked_by_last
    }

    /// The questions to be asked again now, at most twice as many as were asked since the last time.
    ///
    /// So a short question stays short, however many were asked before it. All that are kept have their turn.
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
        let since = std::mem::replace(&mut self.asked_by_last, self.asked).abs_diff(self.asked);
        let most = usize::try_from(2 * since).unwrap_or(KEPT).min(self.kept.len());
        let again = self.kept.iter().cycle().skip(self.next).take(most).cloned().collect();
        self.next = (self.next + most) % self.kept.len().max(1);
        again
    }
}

impl Question {
    /// The question and its answer.
    ///
    /// ```
    /// use sprague_core::Player;
    /// assert!(sprague_plugin::Question::new(&[3], Player::Left, &[]).is_answered_by(&[]));
    /// ```
    pub fn new(single: &[u64], player: Player, answer: &[AnyPosition]) -> Self {
        Self { single: single.to_vec(), player, digest: digest(answer) }
    }

    /// Tells whether this is the answer that was given before.
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
