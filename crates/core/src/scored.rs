//! Rules that count points: the answer is by how much the player to move wins.

use crate::modifier::with_player_to_move;
use crate::{Outcome, Player, Ruleset, Sides};
use core::ops::Neg;

/// Numbers between which a score lies, both included.
///
/// ```
/// use sprague_core::ScoreBounds;
/// let bounds = ScoreBounds { low: -4, high: 2 };
/// assert_eq!((-bounds).low, -2);
/// assert_eq!(ScoreBounds::exactly(3).score(), Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreBounds {
    /// The score is at least this.
    pub low: i64,
    /// The score is at most this.
    pub high: i64,
}

impl ScoreBounds {
    /// No claim. Scores are smaller than 2⁵³, so that sums of a score and a gain never overflow.
    pub const UNKNOWN: Self = Self { low: -(1 << 53), high: 1 << 53 };

    /// Returns the bounds of a known score.
    ///
    /// ```
    /// assert_eq!(sprague_core::ScoreBounds::exactly(3).high, 3);
    /// ```
    pub const fn exactly(score: i64) -> Self {
        Self { low: score, high: score }
    }

    /// Returns the score if the bounds leave only one.
    ///
    /// ```
    /// assert_eq!(sprague_core::ScoreBounds::UNKNOWN.score(), None);
    /// ```
    pub fn score(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the bounds that satisfy both claims.
    ///
    /// ```
    /// # use sprague_core::ScoreBounds;
    /// assert_eq!(ScoreBounds { low: 0, high: 5 }.and(ScoreBounds { low: -1, high: 3 }), ScoreBounds { low: 0, high: 3 });
    /// ```
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

impl Neg for ScoreBounds {
    type Output = Self;
    /// Returns the bounds for the other player.
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// An option, with the points that the move to it gains.
///
/// ```
/// use sprague_core::ScoredOption;
/// let option = ScoredOption { to: 3_u64, gain: 2, again: true };
/// assert_eq!((option.worth(5), ScoredOption { again: false, ..option }.worth(5)), (7, -3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoredOption<P> {
    /// The position after the move.
    pub to: P,
    /// The points that the move gains for the player who makes it; negative if that player pays.
    pub gain: i64,
    /// `true` if that player moves again.
    pub again: bool,
}

impl<P> ScoredOption<P> {
    /// Returns the worth of the move for the player who makes it, if `score` is the score of the position after it.
    #[inline]
    pub fn worth(&self, score: i64) -> i64 {
        self.gain.saturating_add(if self.again { score } else { -score })
    }

    /// Returns the threshold for the option's score that decides whether the move is worth at least `t`.
    ///
    /// The move is worth that if the score of the position after it is at least the returned number and the mover moves again,
    /// or if it is less and the other player moves.
    ///
    /// ```
    /// use sprague_core::ScoredOption;
    /// let option = ScoredOption { to: 3_u64, gain: 2, again: false };
    /// assert_eq!((option.asked(5), option.worth(-3)), (-2, 5));
    /// ```
    #[inline]
    pub fn asked(&self, t: i64) -> i64 {
        let score = t.saturating_sub(self.gain);
        if self.again { score } else { 1 - score }
    }

    /// Returns bounds of the worth of the move, from bounds of the score of the position after it.
    ///
    /// ```
    /// use sprague_core::{ScoreBounds, ScoredOption};
    /// let option = ScoredOption { to: 3_u64, gain: 2, again: false };
    /// assert_eq!(option.worth_between(ScoreBounds { low: 1, high: 5 }), ScoreBounds { low: -3, high: 1 });
    /// ```
    #[inline]
    pub fn worth_between(&self, to: ScoreBounds) -> ScoreBounds {
        let ScoreBounds { low, high } = if self.again { to } else { -to };
        ScoreBounds { low: self.gain.saturating_add(low), high: self.gain.saturating_add(high) }
    }
}

/// Rules that count points: the answer is by how much the player to move wins.
///
/// A score counts the points gained from here on, so points already made are no part of a position. The score of a position is
/// the maximum over its moves of gain + score of the option if the mover moves again, and of gain − score if not. If no move is
/// left it is the [`terminal_score`](Self::terminal_score). Play without end gains nothing more.
///
/// ```
/// use sprague_core::{Ruleset, Scored};
///
/// /// Take a number from an end of a row, and gain as much. A position is where the row begins and ends.
/// struct Row(Vec<i64>);
/// impl Ruleset for Row {
///     type Position = (usize, usize);
///     type Move = usize;
///     fn moves(&self, &(from, to): &(usize, usize)) -> impl Iterator<Item = usize> {
///         [from, to.wrapping_sub(1)].into_iter().take(to - from)
///     }
///     fn play(&self, &(from, to): &(usize, usize), place: &usize) -> (usize, usize) {
///         if *place == from { (from + 1, to) } else { (from, to - 1) }
///     }
/// }
/// impl Scored for Row {
///     fn gain(&self, _: &(usize, usize), place: &usize) -> i64 { self.0[*place] }
/// }
/// let gains: Vec<i64> = Row(vec![1, 5, 2]).scored_options(&(0, 3)).map(|option| option.gain).collect();
/// assert_eq!(gains, [1, 2]);
/// ```
pub trait Scored: Ruleset {
    /// Returns the points that the mover gains by `mv`; negative if the mover pays.
    fn gain(&self, position: &Self::Position, mv: &Self::Move) -> i64 {
        let _ = (position, mv);
        0
    }

    /// Returns `true` if the mover moves again after `mv`.
    fn moves_again(&self, position: &Self::Position, mv: &Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// Returns the points of the player who would move next, minus the other's. It is called only if no move is left.
    fn terminal_score(&self, position: &Self::Position) -> i64 {
        let _ = position;
        0
    }

    /// Returns numbers between which the score from here on lies.
    fn score_bounds(&self, position: &Self::Position) -> ScoreBounds {
        let _ = position;
        ScoreBounds::UNKNOWN
    }

    /// Returns options for a search: at least one if there is any, and among them a best one.
    ///
    /// Override it if a theorem about the rules shows that few moves are enough. Lists of moves are not affected.
    fn enough_options(&self, position: &Self::Position) -> impl Iterator<Item = ScoredOption<Self::Position>> {
        self.scored_options(position)
    }

    /// Returns the options with their gains, in the order of the moves.
    ///
    /// Override it if you can list them more cheaply.
    fn scored_options(&self, position: &Self::Position) -> impl Iterator<Item = ScoredOption<Self::Position>> {
        self.moves(position).map(|mv| ScoredOption {
            to: self.play(position, &mv),
            gain: self.gain(position, &mv),
            again: self.moves_again(position, &mv),
        })
    }
}

impl<R: Scored> Scored for &R {
    fn gain(&self, position: &R::Position, mv: &R::Move) -> i64 {
        (**self).gain(position, mv)
    }
    fn moves_again(&self, position: &R::Position, mv: &R::Move) -> bool {
        (**self).moves_again(position, mv)
    }
    fn terminal_score(&self, position: &R::Position) -> i64 {
        (**self).terminal_score(position)
    }
    fn score_bounds(&self, position: &R::Position) -> ScoreBounds {
        (**self).score_bounds(position)
    }
    fn enough_options(&self, position: &R::Position) -> impl Iterator<Item = ScoredOption<R::Position>> {
        (**self).enough_options(position)
    }
    fn scored_options(&self, position: &R::Position) -> impl Iterator<Item = ScoredOption<R::Position>> {
        (**self).scored_options(position)
    }
}

/// Rules that count points, under which Left and Right have different moves.
///
/// Wrapped in [`ScoredToMove`], they are [`Scored`].
///
/// ```
/// use sprague_core::{Player, Scored, ScoredSides, ScoredToMove, Sides};
///
/// /// Two stones that Left values at 2 and Right at 3; who takes one gains what it is worth to that player.
/// struct Two;
/// impl Sides for Two {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, left: &u8, _: Player) -> impl Iterator<Item = u8> { (*left > 0).then_some(1).into_iter() }
///     fn play(&self, left: &u8, _: Player, _: &u8) -> u8 { left - 1 }
/// }
/// impl ScoredSides for Two {
///     fn gain(&self, _: &u8, player: Player, _: &u8) -> i64 { if player == Player::Left { 2 } else { 3 } }
/// }
/// assert_eq!(ScoredToMove(Two).gain(&(Player::Right, 2), &1), 3);
/// ```
pub trait ScoredSides: Sides {
    /// Returns the points that `player` gains by `mv`.
    fn gain(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> i64 {
        let _ = (position, player, mv);
        0
    }

    /// Returns `true` if `player` moves again after `mv`.
    fn moves_again(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> bool {
        let _ = (position, player, mv);
        false
    }

    /// Returns Left's points minus Right's. It is called only if `to_move` has no move.
    fn terminal_score(&self, position: &Self::Position, to_move: Player) -> i64 {
        let _ = (position, to_move);
        0
    }

    /// Returns numbers between which Left's points minus Right's from here on lie.
    fn score_bounds(&self, position: &Self::Position) -> ScoreBounds {
        let _ = position;
        ScoreBounds::UNKNOWN
    }
}

/// Scored rules for two sides as [`Scored`] rules whose positions include the player to move.
///
/// ```
/// # use sprague_core::{Player, Ruleset, ScoredSides, ScoredToMove, Sides};
/// # struct Both;
/// # impl Sides for Both {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// # }
/// impl ScoredSides for Both {
///     fn moves_again(&self, _: &u64, _: Player, amount: &u64) -> bool { *amount == 1 }
/// }
/// assert_eq!(ScoredToMove(Both).play(&(Player::Left, 5), &1), (Player::Left, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredToMove<R>(pub R);

impl<R: ScoredSides> Ruleset for ScoredToMove<R> {
    with_player_to_move!();
    fn play(&self, (player, position): &Self::Position, mv: &R::Move) -> Self::Position {
        let next = if self.0.moves_again(position, *player, mv) { *player } else { -*player };
        (next, self.0.play(position, *player, mv))
    }
    fn terminal_outcome(&self, position: &Self::Position) -> Outcome {
        Outcome::of_score(self.terminal_score(position))
    }
    fn mobility(&self, (player, position): &Self::Position) -> u32 {
        self.0.mobility(position, *player)
    }
}

impl<R: ScoredSides> Scored for ScoredToMove<R> {
    fn gain(&self, (player, position): &Self::Position, mv: &R::Move) -> i64 {
        self.0.gain(position, *player, mv)
    }
    fn moves_again(&self, (player, position): &Self::Position, mv: &R::Move) -> bool {
        self.0.moves_again(position, *player, mv)
    }
    fn terminal_score(&self, (player, position): &Self::Position) -> i64 {
        player.signed(self.0.terminal_score(position, *player))
    }
    fn score_bounds(&self, (player, position): &Self::Position) -> ScoreBounds {
        player.signed(self.0.score_bounds(position))
    }
}
