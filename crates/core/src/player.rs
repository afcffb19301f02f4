//! The two players of a partizan game.

use core::fmt;
use core::ops::Neg;

/// Left or Right.
///
/// ```
/// use sprague_core::Player;
/// assert_eq!(-Player::Left, Player::Right);
/// assert_eq!(Player::Left.to_string(), "left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player written first.
    Left,
    /// The other one.
    Right,
}

impl Player {
    /// Both, in their order.
    ///
    /// ```
    /// use sprague_core::Player;
    /// assert_eq!(Player::BOTH.map(|player| -player), [Player::Right, Player::Left]);
    /// ```
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

impl Neg for Player {
    type Output = Self;
    /// The opponent.
    fn neg(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}
