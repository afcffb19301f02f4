//! Marks of Left and Right on up to 64 vertices or edges of a graph that is known elsewhere.

use sprague_core::Player;
use sprague_core::any::Pack;

/// How many vertices or edges can be marked.
pub(crate) const MAX_MARKS: usize = u64::BITS as usize;

/// Two marks, Left's and Right's, on each of up to 64 vertices or edges; what it means to have both or neither, the ruleset says.
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
    /// Bit n: whether vertex or edge n, counted from 0 in the order of the file, has Left's mark.
    pub left: u64,
    /// The same for Right's.
    pub right: u64,
}

impl Marks {
    /// What has the mark of a player.
    ///
    /// See [`Marks`] for an example.
    pub fn of(&self, player: Player) -> u64 {
        if player == Player::Left { self.left } else { self.right }
    }

    /// Left's marks are Right's, and the other way round.
    ///
    /// See [`Marks`] for an example.
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
    fn unpack(words: &mut &[u64]) -> Self {
        let (left, right) = Pack::unpack(words);
        Self { left, right }
    }
}

/// The bits that can be reached from the lowest one of `within`, and so on: all parts of `within` that hang together.
pub(crate) fn connected(within: u64, neighbours: &[u64]) -> impl Iterator<Item = u64> {
    let mut left = within;
    core::iter::from_fn(move || {
        (left != 0).then(|| {
            let part = reached(left & left.wrapping_neg(), left, neighbours);
            left &= !part;
            part
        })
    })
}

/// All of `within` that can be reached from `from`, a part of it.
pub(crate) fn reached(from: u64, within: u64, neighbours: &[u64]) -> u64 {
    let (mut reached, mut pending) = (from, from);
    while pending != 0 {
        let more = neighbours[pending.trailing_zeros() as usize] & within & !reached;
        reached |= more;
        pending = pending & (pending - 1) | more;
    }
    reached
}
