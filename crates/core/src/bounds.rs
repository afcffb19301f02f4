//! Bounds of a position's value that the rules give without a search. The search for the winner uses them.

use thiserror::Error;

/// An error: these numbers cannot be bounds.
///
/// ```
/// use sprague_core::{BadBounds, Bounds};
/// assert_eq!(Bounds::claiming(&[Some(2), Some(1)]), Err(BadBounds::Crossed(2, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadBounds {
    /// The number of bounds that were given.
    #[error("expected two to four numbers (low, high, left_first, right_first), not {0}")]
    Count(usize),
    /// A bound that is too far from 0.
    #[error("{0} is not a bound: expected a whole number from -16777215 to 16777215")]
    Far(i64),
    /// The lower bound is above the upper one.
    #[error("the value would be at least {0} and at most {1}")]
    Crossed(i64, i64),
}

/// Bounds of a position's value, and of values that a first move reaches, in units of 1/65536.
///
/// Each of the four numbers is a claim about the *value*, not about who wins; otherwise the bounds of summands could not be
/// added. A law of the testkit compares the claims with canonical forms.
///
/// ```
/// use sprague_core::Bounds;
/// let bounds = Bounds::between(-2, 3).with_left_first(1);
/// assert_eq!((bounds.low, bounds.left_first), (-2 * Bounds::ONE, Bounds::ONE));
/// assert_eq!(bounds.right_first, Bounds::FAR); // nothing is claimed
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this number; `-FAR` or less claims nothing.
    pub low: i64,
    /// The value is at most this number; `FAR` or more claims nothing.
    pub high: i64,
    /// Left has an option whose value is at least this number; `-FAR` or less claims nothing.
    pub left_first: i64,
    /// Right has an option whose value is at most this number; `FAR` or more claims nothing.
    pub right_first: i64,
}

impl Bounds {
    /// The number 1 in these units.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::ONE, 65_536);
    /// ```
    pub const ONE: i64 = 1 << 16;

    /// A number that is further from 0 than any bound.
    ///
    /// ```
    /// assert!(sprague_core::Bounds::FAR > i64::from(i32::MAX) * 256);
    /// ```
    pub const FAR: i64 = 1 << 40;

    /// Bounds that claim nothing.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::UNKNOWN.negative(), Bounds::UNKNOWN);
    /// ```
    pub const UNKNOWN: Self = Self { low: -Self::FAR, high: Self::FAR, left_first: -Self::FAR, right_first: Self::FAR };

    /// Bounds of an infinitesimal: a value below every positive number and above every negative one.
    ///
    /// The values of all-small games are infinitesimal: games in which both players can move as long as one of them can.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::INFINITESIMAL.high, 1); // 1/65536
    /// ```
    pub const INFINITESIMAL: Self = Self { low: -1, high: 1, ..Self::UNKNOWN };

    /// Returns the bounds of a value that is at least the integer `low` and at most `high`.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::between(0, 2).high, 2 << 16);
    /// ```
    pub fn between(low: i32, high: i32) -> Self {
        Self { low: i64::from(low) * Self::ONE, high: i64::from(high) * Self::ONE, ..Self::UNKNOWN }
    }

    /// Returns bounds from two to four integers: `low`, `high`, `left_first` and `right_first`.
    ///
    /// `None` claims nothing, and neither do numbers that are left out at the end.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::claiming(&[Some(0), Some(2), Some(1)]), Ok(Bounds::between(0, 2).with_left_first(1)));
    /// assert_eq!(Bounds::claiming(&[None; 4]), Ok(Bounds::UNKNOWN));
    /// ```
    ///
    /// # Errors
    /// [`BadBounds`] if there are fewer than two or more than four numbers, if one is too far from 0, or if `low` is above
    /// `high`.
    pub fn claiming(claims: &[Option<i64>]) -> Result<Self, BadBounds> {
        if !(2..=4).contains(&claims.len()) {
            return Err(BadBounds::Count(claims.len()));
        }
        let is_far = |number: &&i64| number.unsigned_abs() >= (Self::FAR / Self::ONE) as u64;
        if let Some(number) = claims.iter().flatten().find(is_far) {
            return Err(BadBounds::Far(*number));
        }
        if let [Some(low), Some(high), ..] = claims
            && low > high
        {
            return Err(BadBounds::Crossed(*low, *high));
        }
        let claim = |at: usize, nothing: i64| claims.get(at).copied().flatten().map_or(nothing, |number| number * Self::ONE);
        let [low, left_first] = [0, 2].map(|at| claim(at, -Self::FAR));
        let [high, right_first] = [1, 3].map(|at| claim(at, Self::FAR));
        Ok(Self { low, high, left_first, right_first })
    }

    /// Adds the claim that Left has an option of at least this integer.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::UNKNOWN.with_left_first(1).left_first, 1 << 16);
    /// ```
    #[must_use]
    pub fn with_left_first(self, number: i32) -> Self {
        Self { left_first: i64::from(number) * Self::ONE, ..self }
    }

    /// Adds the claim that Right has an option of at most this integer.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::UNKNOWN.with_right_first(-1).right_first, -1 << 16);
    /// ```
    #[must_use]
    pub fn with_right_first(self, number: i32) -> Self {
        Self { right_first: i64::from(number) * Self::ONE, ..self }
    }

    /// Returns the bounds of the negative, in which Left and Right are exchanged.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::between(-1, 4).negative(), Bounds::between(-4, 1));
    /// ```
    #[inline]
    #[must_use]
    pub fn negative(self) -> Self {
        Self { low: -self.high, high: -self.low, left_first: -self.right_first, right_first: -self.left_first }
    }

    /// Returns the stronger of the two claims, for each of the four.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::between(-1, 4).meet(Bounds::between(0, 9)), Bounds::between(0, 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            left_first: self.left_first.max(other.left_first),
            right_first: self.right_first.min(other.right_first),
        }
    }
}

/// A guess of which player is ahead. It is used for move ordering only: a bad guess costs time, but never changes an answer.
///
/// ```
/// use sprague_core::Estimate;
/// assert_eq!(Estimate { ahead: 3, effort: 1 }.negative(), Estimate { ahead: -3, effort: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// The lead of Left, in units of 1/65536 of a move.
    pub ahead: i64,
    /// An estimate of the remaining work, in units of 1/65536 of a move. Positions with less work are tried first, whoever
    /// moves.
    pub effort: i64,
}

impl Estimate {
    /// Returns the estimate that Left is this many moves ahead; `None` if `moves` is infinite or no number.
    ///
    /// ```
    /// use sprague_core::{Bounds, Estimate};
    /// assert_eq!(Estimate::of_moves(-1.5).map(|estimate| estimate.ahead), Some(-3 * Bounds::ONE / 2));
    /// assert_eq!(Estimate::of_moves(f64::NAN), None);
    /// ```
    pub fn of_moves(moves: f64) -> Option<Self> {
        // values out of range become the largest value of either sign
        let ahead = ((moves * Bounds::ONE as f64) as i64).clamp(-Bounds::FAR, Bounds::FAR);
        moves.is_finite().then_some(Self { ahead, effort: 0 })
    }

    /// Returns the estimate of the negative.
    ///
    /// ```
    /// assert_eq!(sprague_core::Estimate::default().negative().ahead, 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn negative(self) -> Self {
        Self { ahead: -self.ahead, ..self }
    }
}

/// Everything that a search for the winner needs to know about a position in normal form. See
/// [`Partizan::profile`](crate::Partizan::profile).
///
/// ```
/// use sprague_core::{AsPartizan, Bounds, Partizan, examples::Nim};
/// let profile = AsPartizan(Nim).profile(&5);
/// assert_eq!((profile.bounds, profile.negative), (Bounds::UNKNOWN, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile<P> {
    /// Bounds of its value.
    pub bounds: Bounds,
    /// A guess of who is ahead, if the rules make one.
    pub estimate: Option<Estimate>,
    /// `true` if the rules promise that play ends.
    pub ends: bool,
    /// The normal form of its negative, if play ends and the rules know the negative.
    pub negative: Option<P>,
}

/// The result of cutting a position into pieces by giving up some moves of a player.
///
/// ```
/// assert_ne!(sprague_core::Tied::Never, sprague_core::Tied::Whole);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tied {
    /// The rules cannot cut positions.
    Never,
    /// The position cannot be cut further, so its value has to be computed.
    Whole,
    /// The position falls into the pieces that were appended.
    Pieces,
}
