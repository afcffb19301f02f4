//! Who wins, seen by the player to move, or by Left and Right.

use core::fmt;
use core::ops::Neg;

/// The result of best play, seen by the player to move. `Loss < Draw < Win`.
///
/// ```
/// use sprague_core::Outcome;
///
/// assert_eq!(-Outcome::Win, Outcome::Loss); // what I win, you lose
/// assert!(Outcome::Draw > Outcome::Loss);
/// assert_eq!(Outcome::Draw.to_string(), "D");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// The letter used in rows and tables: `L`, `D` or `W`.
    ///
    /// ```
    /// assert_eq!(sprague_core::Outcome::Win.letter(), 'W');
    /// ```
    pub fn letter(self) -> char {
        match self {
            Self::Loss => 'L',
            Self::Draw => 'D',
            Self::Win => 'W',
        }
    }

    /// The outcome with this letter, if it is one of `L`, `D`, `W`.
    ///
    /// ```
    /// use sprague_core::Outcome;
    /// assert_eq!(Outcome::from_letter('L'), Some(Outcome::Loss));
    /// assert_eq!(Outcome::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'L' => Some(Self::Loss),
            'D' => Some(Self::Draw),
            'W' => Some(Self::Win),
            _ => None,
        }
    }
}

impl Neg for Outcome {
    type Output = Self;
    /// The same result seen by the other player.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Who wins a partizan game, by who starts. Draws have no class.
///
/// ```
/// use sprague_core::{Outcome, OutcomeClass};
///
/// let class = OutcomeClass::of(Outcome::Win, Outcome::Win);
/// assert_eq!(class, Some(OutcomeClass::Next));
/// assert_eq!(class.unwrap().letter(), 'N');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeClass {
    /// Left wins, whoever starts.
    Left,
    /// Right wins, whoever starts.
    Right,
    /// The next player, who starts, wins.
    Next,
    /// The previous player, who does not start, wins.
    Previous,
}

impl OutcomeClass {
    /// The class of a position where Left gets `left_first` by starting and Right gets `right_first` by starting;
    /// `None` if either is a draw.
    ///
    /// ```
    /// use sprague_core::{Outcome::*, OutcomeClass};
    /// assert_eq!(OutcomeClass::of(Loss, Win), Some(OutcomeClass::Right));
    /// assert_eq!(OutcomeClass::of(Loss, Draw), None);
    /// ```
    pub fn of(left_first: Outcome, right_first: Outcome) -> Option<Self> {
        match (left_first, right_first) {
            (Outcome::Win, Outcome::Win) => Some(Self::Next),
            (Outcome::Win, Outcome::Loss) => Some(Self::Left),
            (Outcome::Loss, Outcome::Win) => Some(Self::Right),
            (Outcome::Loss, Outcome::Loss) => Some(Self::Previous),
            _ => None,
        }
    }

    /// `L`, `R`, `N` or `P`.
    ///
    /// ```
    /// assert_eq!(sprague_core::OutcomeClass::Previous.letter(), 'P');
    /// ```
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Next => 'N',
            Self::Previous => 'P',
        }
    }
}
