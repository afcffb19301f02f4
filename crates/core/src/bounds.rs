//! What rules know of a position's value without a search, for the search for who wins.

/// Numbers that a position's value lies between, and what a first move reaches, in units of 1/65536.
///
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
    /// The work that is left, in the same units: positions with less are tried first, whoever moves.
    pub effort: i64,
}

impl Estimate {
    /// That of the negative.
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

/// What becomes of a position if a player does without some moves.
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
