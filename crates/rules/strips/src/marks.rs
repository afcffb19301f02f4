//! Marks of Left and Right on up to 64 vertices or edges.
//!
//! The graph is known elsewhere.

use sprague_core::Player;
use sprague_core::any::{BadPosition, Pack};

/// The most vertices or edges that can be marked.
pub(crate) const MAX_MARKS: usize = u64::BITS as usize;

/// Two marks, Left's and Right's, on each of up to 64 vertices or edges.
///
/// The ruleset says what both or neither means.
///
/// ```
/// use sprague_core::Player::{Left, Right};
/// use sprague_rules_strips::Marks;
///
/// let marks = Marks { left: 0b011, right: 0b001 };
/// assert_eq!([marks.of(Left), marks.of(Right), marks.exchanged().of(Left)], [0b011, 0b001, 0b001]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    /// Bit n: vertex or edge n has Left's mark.
    ///
    /// Counted from 0 in the order of the file.
    pub left: u64,
    /// The same for Right's.
    pub right: u64,
}

impl Marks {
    /// The vertices or edges that have the mark of a player.
    pub fn of(&self, player: Player) -> u64 {
        if player == Player::Left { self.left } else { self.right }
    }

    /// Left's marks are Right's, and the other way round.
    pub fn exchanged(&self) -> Self {
        Self { left: self.right, right: self.left }
    }

    /// With this player's mark on these, too.
    pub(crate) fn with(&self, player: Player, more: u64) -> Self {
        match player {
            Player::Left => Self { left: self.left | more, ..*self },
            Player::Right => Self { right: self.right | more, ..*self },
        }
    }

    /// The marks on these alone.
    pub(crate) fn on(&self, these: u64) -> Self {
        Self { left: self.left & these, right: self.right & these }
    }
}

/// Two words.
impl Pack for Marks {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.left, self.right).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (left, right) = Pack::unpack(words)?;
        Ok(Self { left, right })
    }
}
