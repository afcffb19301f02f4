//! The rules' knowledge of a position's value without a search.
//!
//! It is for the search for who wins.

use thiserror::Error;

/// Numbers that are no bounds.
///
/// ```
/// use sprague_core::{BadBounds, Bounds};
/// assert_eq!(Bounds::claiming(&[Some(2), Some(1)]), Err(BadBounds::Crossed(2, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadBounds {
    /// So many are given.
    #[error("two to four numbers (low, high, left_first, right_first) were expected, not {0}")]
    Count(usize),
    /// This one is too far from 0.
    #[error("{0} is no bound: a whole number from -16777215 to 16777215 was expected")]
    Far(i64),
    /// The lower bound is above the upper one.
    #[error("the value would be at least {0} and at most {1}")]
    Crossed(i64, i64),
}

/// Bounds of a position's value, and of values that a first move reaches.
///
/// They are numbers in units of 1/65536.
/// Each of the four is a claim about the *value*, not about who wins: only so may the bounds of summands be added.
/// A law of the testkit compares them with canonical forms.
///
/// ```
/// use sprague_core::Bounds;
/// let bounds = Bounds::between(-2, 3).with_left_first(1);
/// assert_eq!((bounds.low, bounds.left_first), (-2 * Bounds::ONE, Bounds::ONE));
/// assert_eq!(bounds.right_first, Bounds::FAR); // nothing is claimed
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this; `-FAR` or less claims nothing.
    pub low: i64,
    /// The value is at most this; `FAR` or more claims nothing.
    pub high: i64,
    /// Left has an option of at least this, unless it is `-FAR` or less.
    pub left_first: i64,
    /// Right has an option of at most this, unless it is `FAR` or more.
    pub right_first: i64,
}

impl Bounds {
    /// The unit 1.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::ONE, 65_536);
    /// ```
    pub const ONE: i64 = 1 << 16;

    /// Further from 0 than any bound.
    ///
    /// ```
    /// assert!(sprague_core::Bounds::FAR > i64::from(i32::MAX) * 256);
    /// ```
    pub const FAR: i64 = 1 << 40;

    /// Nothing is known.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::UNKNOWN.negative(), Bounds::UNKNOWN);
    /// ```
    pub const UNKNOWN: Self = Self { low: -Self::FAR, high: Self::FAR, left_first: -Self::FAR, right_first: Self::FAR };

    /// Those of a value below every positive number and above every negative one.
    ///
    /// The values of all games in which both can move as long as one of them can.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::INFINITESIMAL.high, 1); // 1/65536
    /// ```
    pub const INFINITESIMAL: Self = Self { low: -1, high: 1, ..Self::UNKNOWN };

    /// At least the integer `low`, and at most `high`.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::between(0, 2).high, 2 << 16);
    /// ```
    pub fn between(low: i32, high: i32) -> Self {
        Self { low: i64::from(low) * Self::ONE, high: i64::from(high) * Self::ONE, ..Self::UNKNOWN }
    }

    /// Those that claim these integers.
    ///
    /// They are low, high, and what Left and Right have an option of.
    ///
    /// `None` claims nothing, as what is left out at the end does.
    ///
    /// ```
    /// use sprague_core::Bounds;
    /// assert_eq!(Bounds::claiming(&[Some(0), Some(2), Some(1)]), Ok(Bounds::between(0, 2).with_left_first(1)));
    /// assert_eq!(Bounds::claiming(&[None; 4]), Ok(Bounds::UNKNOWN));
    /// ```
    ///
    /// # Errors
    /// [`BadBounds`], which says what is wrong with them.
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

    /// The same, and Left has an option of at least this integer.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::UNKNOWN.with_left_first(1).left_first, 1 << 16);
    /// ```
    #[must_use]
    pub fn with_left_first(self, number: i32) -> Self {
        Self { left_first: i64::from(number) * Self::ONE, ..self }
    }

    /// The same, and Right has an option of at most this integer.
    ///
    /// ```
    /// assert_eq!(sprague_core::Bounds::UNKNOWN.with_right_first(-1).right_first, -1 << 16);
    /// ```
    #[must_use]
    pub fn with_right_first(self, number: i32) -> Self {
        Self { right_first: i64::from(number) * Self::ONE, ..self }
    }

    /// The bounds of the negative: Left and Right exchanged.
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

    /// The better of both, claim by claim.
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

/// A guess who is ahead, for the order of moves only.
///
/// A bad one costs time and never an answer.
///
/// ```
/// use sprague_core::Estimate;
/// assert_eq!(Estimate { ahead: 3, effort: 1 }.negative(), Estimate { ahead: -3, effort: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// By how much Left is ahead, in units of 1/65536 of a move.
    pub ahead: i64,
    /// The work that is left, in the same units.
    ///
    /// Positions with less are tried first, whoever moves.
    pub effort: i64,
}

impl Estimate {
    /// The estimate that Left is so many moves ahead; `None` for what is no number.
    ///
    /// ```
    /// use sprague_core::{Bounds, Estimate};
    /// assert_eq!(Estimate::of_moves(-1.5).map(|estimate| estimate.ahead), Some(-3 * Bounds::ONE / 2));
    /// assert_eq!(Estimate::of_moves(f64::NAN), None);
    /// ```
    pub fn of_moves(moves: f64) -> Option<Self> {
        // what is out of range is as far as can be
        let ahead = ((moves * Bounds::ONE as f64) as i64).clamp(-Bounds::FAR, Bounds::FAR);
        moves.is_finite().then_some(Self { ahead, effort: 0 })
    }

    /// The estimate of the negative.
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

/// The state of a position if a player does without some moves.
///
/// ```
/// assert_ne!(sprague_core::Tied::Never, sprague_core::Tied::Whole);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tied {
    /// The rules know no such cut.
    Never,
    /// It cannot be cut further, and so it is to be valued.
    Whole,
    /// It falls into the pieces that were told.
    Pieces,
}
