//! No move may repeat one of the last k moves, whoever made them.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game*, section 3; the state is the *ordered* list of the last moves.

use crate::{Fault, Impartial, Outcome, Ruleset};
use smallvec::SmallVec;

/// The same moves, except that none may equal one of the last `memory` moves, whoever made them.
///
/// A player all of whose moves are forbidden is stuck, and the base ruleset says what that means.
///
/// ```
/// use sprague_core::{NoRepeat, Remembering, Ruleset};
/// # use sprague_core::Impartial;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// let rules = NoRepeat { rules: Nim, memory: 1 };
/// let after_two = rules.play(&Remembering::nothing(5), &2);
/// assert_eq!(rules.moves(&after_two).collect::<Vec<_>>(), [1, 3]); // 3 are left, and not 2 again
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRepeat<R> {
    /// The rules before anything is forbidden.
    pub rules: R,
    /// How many moves are remembered. 0 forbids nothing.
    pub memory: usize,
}

/// A position and the last moves, latest first: their order matters once two or more are remembered.
///
/// ```
/// use sprague_core::Remembering;
/// let start = Remembering::<u64, u64>::nothing(7);
/// assert!(start.last.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remembering<P, M> {
    /// The position of the base ruleset.
    pub position: P,
    /// The last moves, latest first, at most as many as are remembered.
    pub last: SmallVec<[M; 4]>,
}

impl<P, M> Remembering<P, M> {
    /// A position before any move was made.
    ///
    /// ```
    /// # use sprague_core::Remembering;
    /// assert_eq!(Remembering::<u64, u64>::nothing(7), Remembering::after(7, []));
    /// ```
    pub fn nothing(position: P) -> Self {
        Self { position, last: SmallVec::new() }
    }

    /// A position reached by these moves, latest first.
    ///
    /// ```
    /// # use sprague_core::Remembering;
    /// assert_eq!(Remembering::after(3_u64, [1_u64, 3]).last.as_slice(), [1, 3]);
    /// ```
    pub fn after(position: P, last: impl IntoIterator<Item = M>) -> Self {
        Self { position, last: last.into_iter().collect() }
    }
}

impl<R: Ruleset<Move: Eq + core::hash::Hash>> Ruleset for NoRepeat<R> {
    type Position = Remembering<R::Position, R::Move>;
    type Move = R::Move;
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = R::Move> {
        self.rules.moves(&at.position).filter(|mv| !at.last.contains(mv))
    }
    fn play(&self, at: &Self::Position, mv: &R::Move) -> Self::Position {
        let remembered = core::iter::once(mv).chain(&at.last).take(self.memory);
        Remembering { position: self.rules.play(&at.position, mv), last: remembered.cloned().collect() }
    }
    fn terminal_outcome(&self, at: &Self::Position) -> Outcome {
        self.rules.terminal_outcome(&at.position)
    }
    fn bytes_outside(&self, at: &Self::Position) -> usize {
        let spilled = if at.last.spilled() { at.last.len() * size_of::<R::Move>() } else { 0 };
        spilled + self.rules.bytes_outside(&at.position)
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
}

impl<R: Impartial<Move: Eq + core::hash::Hash>> Impartial for NoRepeat<R> {}
