//! Marks of Left and Right on up to 64 vertices or edges.
//!
//! The graph is stored in the ruleset.

use sprague_core::Player;
use sprague_core::any::{BadPosition, Pack};

/// The largest number of vertices or edges that can be marked.
pub(crate) const MAX_MARKS: usize = u64::BITS as usize;

/// The marks of Left and Right on up to 64 vertices or edges.
///
/// The ruleset defines the meaning of both marks, and of no mark.
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
    /// Bit n is set if vertex or edge n has Left's mark.
    ///
    /// They are counted from 0 in the order of the file.
    pub left: u64,
    /// Bit n is set if vertex or edge n has Right's mark.
    pub right: u64,
}

impl Marks {
    /// Returns the vertices or edges that have the mark of a player, as bits.
    pub fn of(&self, player: Player) -> u64 {
        if player == Player::Left { self.left } else { self.right }
    }

    /// Exchanges the marks of Left and Right.
    pub fn exchanged(&self) -> Self {
        Self { left: self.right, right: self.left }
    }

    /// Adds this player's mark to these vertices or edges.
    pub(crate) fn with(&self, player: Player, more: u64) -> Self {
        match player {
            Player::Left => Self { left: self.left | more, ..*self },
            Player::Right => Self { right: self.right | more, ..*self },
        }
    }

    /// Keeps only the marks on these vertices or edges.
    pub(crate) fn on(&self, these: u64) -> Self {
        Self { left: self.left & these, right: self.right & these }
    }
}

impl Pack for Marks {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.left, self.right).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (left, right) = Pack::unpack(words)?;
        Ok(Self { left, right })
    }
}
