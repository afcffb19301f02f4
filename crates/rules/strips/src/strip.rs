//! A row of up to 64 squares with their owners, in two words.

use core::fmt;
use core::ops::Range;
use sprague_core::Player;
use sprague_core::any::{BadPosition, Pack};

pub(crate) const MAX_LENGTH: u32 = u64::BITS;

/// A row of up to 64 squares, each of which belongs to Left, to Right, or to neither.
///
/// Rulesets use it for rows of animals, of dominoes, and of coloured vertices.
///
/// It takes 16 bytes at any length. Squares are counted from 0.
///
/// ```
/// use sprague_core::Player::{Left, Right};
/// use sprague_rules_strips::Strip;
///
/// let strip = Strip::new([Some(Left), None, Some(Right)]).unwrap();
/// assert_eq!((strip.len(), strip.owner(0), strip.owner(1)), (3, Some(Left), None));
/// assert_eq!(format!("{strip:?}"), "L.R");
/// assert!(Strip::new([None; 65]).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    /// Bit n is set if square n belongs to Left, or if n is the length of the strip.
    left: u64,
    /// Like `left`, for Right.
    ///
    /// The bit that is set in both is the length. If the strip has 64 squares, there is no such bit.
    right: u64,
}

fn lowest(count: u32) -> u64 {
    u64::MAX.checked_shr(MAX_LENGTH - count).unwrap_or(0)
}

/// Returns the bits that are set, lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let first = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        first
    })
}

/// Returns the runs of bits that are set, lowest first.
pub(crate) fn runs(mut mask: u64) -> impl Iterator<Item = Range<u32>> {
    core::iter::from_fn(move || {
        let start = (mask != 0).then(|| mask.trailing_zeros())?;
        let end = start + (mask >> start).trailing_ones();
        mask &= !lowest(end);
        Some(start..end)
    })
}

impl Strip {
    /// Builds the strip whose squares have these owners.
    ///
    /// Returns `None` if there are more than 64 squares.
    pub fn new(owners: impl IntoIterator<Item = Option<Player>>) -> Option<Self> {
        let (mut masks, mut length) = ([0; 2], 0);
        for owner in owners {
            if length == MAX_LENGTH {
                return None;
            }
            if let Some(player) = owner {
                masks[player as usize] |= 1 << length;
            }
            length += 1;
        }
        Some(Self::of_masks(masks, length))
    }

    /// Builds a strip of `length` squares from the masks of Left's and Right's squares. Higher bits are ignored.
    fn of_masks([left, right]: [u64; 2], length: u32) -> Self {
        let (squares, end) = (lowest(length), 1_u64.checked_shl(length).unwrap_or(0));
        Self { left: left & squares | end, right: right & squares | end }
    }

    /// Returns the number of squares.
    pub fn len(&self) -> u32 {
        (self.left & self.right).trailing_zeros()
    }

    /// Returns whether the strip has no squares.
    ///
    /// ```
    /// assert!(sprague_rules_strips::Strip::new([]).unwrap().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the owner of a square; `None` if the square belongs to neither player, or is not on the strip.
    pub fn owner(&self, square: u32) -> Option<Player> {
        let owns = |player: &Player| square < MAX_LENGTH && self.of(*player) >> square & 1 == 1;
        Player::BOTH.into_iter().find(owns)
    }

    /// Returns the owners of the squares, in order.
    ///
    /// ```
    /// # use sprague_core::Player::Left;
    /// # use sprague_rules_strips::Strip;
    /// let strip = Strip::new([None, Some(Left)]).unwrap();
    /// assert!(strip.owners().eq([None, Some(Left)]));
    /// ```
    pub fn owners(&self) -> impl DoubleEndedIterator<Item = Option<Player>> {
        (0..self.len()).map(|square| self.owner(square))
    }

    /// Returns all squares as bits.
    pub(crate) fn squares(&self) -> u64 {
        lowest(self.len())
    }

    /// Returns the squares of one player as bits.
    pub(crate) fn of(&self, player: Player) -> u64 {
        self.squares() & if player == Player::Left { self.left } else { self.right }
    }

    /// Returns the squares that belong to neither player, as bits.
    pub(crate) fn of_neither(&self) -> u64 {
        self.squares() & !(self.left | self.right)
    }

    /// Gives a square to this player. It must not belong to the other player.
    pub(crate) fn with(&self, square: u32, player: Player) -> Self {
        let mut masks = [self.left, self.right];
        masks[player as usize] |= 1 << square;
        Self::of_masks(masks, self.len())
    }

    /// Makes a square belong to neither player.
    pub(crate) fn without(&self, square: u32) -> Self {
        Self::of_masks([self.left, self.right].map(|mask| mask & !(1 << square)), self.len())
    }

    pub(crate) fn part(&self, squares: Range<u32>) -> Self {
        let from = |mask: u64| mask.checked_shr(squares.start).unwrap_or(0);
        Self::of_masks([from(self.left), from(self.right)], squares.end - squares.start)
    }

    pub(crate) fn reversed(&self) -> Self {
        let length = self.len();
        let reversed = |player| self.of(player).reverse_bits().checked_shr(MAX_LENGTH - length).unwrap_or(0);
        Self::of_masks(Player::BOTH.map(reversed), length)
    }

    pub(crate) fn exchanged(&self) -> Self {
        Self { left: self.right, right: self.left }
    }
}

impl fmt::Debug for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |owner| match owner {
            None => '.',
            Some(Player::Left) => 'L',
            Some(Player::Right) => 'R',
        };
        f.write_str(&self.owners().map(letter).collect::<String>())
    }
}

impl Pack for Strip {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.left, self.right).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (left, right) = Pack::unpack(words)?;
        Ok(Self { left, right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::words;
    use sprague_core::Player::{Left, Right};

    fn strip(text: &str) -> Strip {
        Strip::new(text.chars().map(|letter| match letter {
            'L' => Some(Left),
            'R' => Some(Right),
            _ => None,
        }))
        .unwrap()
    }

    /// Returns all strips of up to five squares.
    ///
    /// Each of them also occurs as the last squares of long strips.
    fn texts() -> Vec<String> {
        let short = words("L.R", 0..=5);
        let long = [60, 64].into_iter().flat_map(|length| short.iter().map(move |text| format!("{text:.>length$}")));
        long.chain(short.clone()).collect()
    }

    #[test]
    fn a_strip_is_its_squares() {
        for text in texts() {
            let strip = strip(&text);
            assert_eq!((format!("{strip:?}"), strip.len() as usize), (text.clone(), text.len()));
            assert_eq!(strip.is_empty(), text.is_empty());
            for (player, letter) in [(Left, 'L'), (Right, 'R')] {
                let squares = text.char_indices().filter(|(_, owner)| *owner == letter).map(|(at, _)| at as u32);
                assert!(bits(strip.of(player)).eq(squares), "{text}");
            }
            assert_eq!(strip.of_neither() | strip.of(Left) | strip.of(Right), strip.squares(), "{text}");
            assert_eq!([strip.owner(64), strip.owner(strip.len())], [None; 2]);
        }
    }

    #[test]
    fn parts_and_images_are_those_of_the_text() {
        for text in texts() {
            let strip = strip(&text);
            assert_eq!(format!("{:?}", strip.reversed()), text.chars().rev().collect::<String>());
            let exchanged = text.replace('L', "x").replace('R', "L").replace('x', "R");
            assert_eq!(format!("{:?}", strip.exchanged()), exchanged);
            let last = text.len();
            for (start, end) in [(0, 0), (0, last), (last, last), (last / 2, last), (last / 3, last / 2), (last.min(1), last)] {
                assert_eq!(format!("{:?}", strip.part(start as u32..end as u32)), &text[start..end]);
            }
            if let Some(square) = last.checked_sub(1).filter(|last| text[*last..] == *".") {
                let with = strip.with(square as u32, Right);
                assert_eq!(format!("{with:?}"), format!("{}R", &text[..square]));
                assert_eq!(with.without(square as u32), strip);
            }
        }
    }

    #[test]
    fn two_words_are_the_strip() {
        for text in texts() {
            let mut words = vec![];
            strip(&text).pack(&mut words);
            assert_eq!((words.len(), Strip::unpack(&mut words.as_slice())), (2, Ok(strip(&text))));
        }
        assert_eq!(size_of::<Strip>(), 16);
    }

    #[test]
    fn runs_are_what_is_set_without_a_gap() {
        assert!(runs(0).next().is_none());
        assert!(runs(u64::MAX).eq(core::iter::once(0..64)));
        assert_eq!(runs(0b1101_1100 | 1 << 63).collect::<Vec<_>>(), [2..5, 6..8, 63..64]);
    }
}
