//! A cache of the options and moves that loaded rules have listed.
//!
//! A search counts the options of a position before it visits the position, and finds the winner for each player starting.
//! Many questions reach the same positions. For loaded rules, listing options takes far longer than a lookup in the cache.

use crate::known::Known;
use smallvec::SmallVec;
use sprague_core::Player;
use sprague_core::any::{AnyPosition, Labelled};
use std::sync::Arc;

/// The capacity for one player, in each of two generations, in words. This is 8 MiB.
const MAX_WORDS: usize = 1 << 20;

/// A cache of packed options of many positions and of the moves of some, with a bound on memory.
///
/// When there are 16 MiB of options, or of moves, the lists that were not used recently are dropped.
///
/// ```
/// use sprague_core::Player;
/// use sprague_core::any::AnyPosition;
///
/// let [three, two] = [3_u64, 2].map(|heap| AnyPosition::pack(&heap));
/// let mut listed = sprague_plugin::Listed::default();
/// listed.keep(&three, Player::Left, &[two.clone()]);
/// assert_eq!(listed.count(&three, Player::Left), Some(1));
/// assert_eq!(listed.options(&three, Player::Left).unwrap().collect::<Vec<_>>(), [two]);
/// assert_eq!(listed.count(&three, Player::Right), None);
/// ```
#[derive(Debug, Default)]
pub struct Listed {
    options: [Known<Packed, MAX_WORDS>; 2],
    moves: [Known<Arc<[Labelled]>, MAX_WORDS>; 2],
    gains: [Known<Gains, MAX_WORDS>; 2],
}

/// The number of options, and their words. Each option is its length followed by its words.
type Packed = (usize, Box<[u64]>);

/// What each move gains, and whether the player moves again.
pub(crate) type Gains = Arc<[(i64, bool)]>;

impl Listed {
    /// Stores the options of a player.
    pub fn keep(&mut self, position: &AnyPosition, player: Player, options: &[AnyPosition]) {
        let words = options.iter().map(|option| 1 + option.words().len()).sum::<usize>();
        let mut packed = Vec::with_capacity(words);
        for option in options {
            packed.push(option.words().len() as u64);
            packed.extend_from_slice(option.words());
        }
        let beside = (size_of::<AnyPosition>() + size_of::<Packed>()) / size_of::<u64>() + position.words().len();
        self.options[player as usize].insert(position.clone(), (options.len(), packed.into()), words + beside);
    }

    /// Returns the number of options if they are in the cache.
    pub fn count(&mut self, position: &AnyPosition, player: Player) -> Option<usize> {
        self.options[player as usize].get(position).map(|(count, _)| *count)
    }

    /// Returns the options in the order of the rules, if they are in the cache.
    pub fn options(&mut self, position: &AnyPosition, player: Player) -> Option<impl Iterator<Item = AnyPosition>> {
        let mut rest = &self.options[player as usize].get(position)?.1[..];
        Some(std::iter::from_fn(move || {
            let (&words, behind) = rest.split_first()?;
            let (option, behind) = behind.split_at(words as usize);
            rest = behind;
            Some(AnyPosition::from(SmallVec::from_slice(option)))
        }))
    }

    /// Stores the gains of a player's moves, and whether that player moves again.
    pub fn keep_gains(&mut self, position: &AnyPosition, player: Player, gains: Gains) {
        let bytes = size_of_val(&*gains) + size_of::<AnyPosition>() + size_of_val(position.words());
        self.gains[player as usize].insert(position.clone(), gains, bytes / size_of::<u64>());
    }

    /// Returns the gains of the moves in the order of the rules, if they are in the cache.
    pub fn gains(&mut self, position: &AnyPosition, player: Player) -> Option<Gains> {
        self.gains[player as usize].get(position).cloned()
    }

    /// Stores the moves of a player.
    pub fn keep_moves(&mut self, position: &AnyPosition, player: Player, moves: Arc<[Labelled]>) {
        let bytes = |mv: &Labelled| size_of::<Labelled>() + mv.label.len() + size_of_val(mv.to.words());
        let bytes: usize = moves.iter().map(bytes).sum::<usize>() + size_of::<AnyPosition>() + size_of_val(position.words());
        self.moves[player as usize].insert(position.clone(), moves, bytes / size_of::<u64>());
    }

    /// Returns the moves in the order of the rules, if they are in the cache.
    pub fn moves(&mut self, position: &AnyPosition, player: Player) -> Option<Arc<[Labelled]>> {
        self.moves[player as usize].get(position).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_there_for_who_asks_for_it() {
        let position = AnyPosition::of_two([1, 7]);
        let options =
            [&[1, 6][..], &[], &[3, 1, 2, 3], &[1, 5, 1, 6]].map(|words| AnyPosition::from_words(words.iter().copied()));
        let mut listed = Listed::default();
        assert_eq!(listed.count(&position, Player::Left), None);
        listed.keep(&position, Player::Left, &options);
        listed.keep(&options[0], Player::Right, &[]);
        assert_eq!(listed.count(&position, Player::Left), Some(4));
        assert_eq!(listed.options(&position, Player::Left).unwrap().collect::<Vec<_>>(), options);
        assert_eq!(listed.count(&options[0], Player::Right), Some(0));
        assert!(listed.options(&position, Player::Right).is_none() && listed.options(&options[0], Player::Left).is_none());
        let moves: Arc<[Labelled]> = options.iter().map(|to| Labelled { label: "some".to_owned(), to: to.clone() }).collect();
        listed.keep_moves(&position, Player::Left, moves.clone());
        assert_eq!(listed.moves(&position, Player::Left), Some(moves));
        assert!(listed.moves(&position, Player::Right).is_none() && listed.moves(&options[0], Player::Left).is_none());
    }
}
