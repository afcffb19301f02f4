//! Options and moves that were listed, each position's once.
//!
//! A search counts the options of a position before it visits it, who wins is asked for both who start, and many questions name the same
//! positions. Loaded rules take far longer to list options than this takes to keep them.

use crate::known::Known;
use smallvec::SmallVec;
use sprague_core::Player;
use sprague_core::any::{AnyPosition, Labelled};
use std::sync::Arc;

/// The most words of the lists of one player, in each of two generations.
///
/// They take 8 MiB.
const MAX_WORDS: usize = 1 << 20;

/// The options of many positions, packed, and the moves of some, within bounds.
///
/// Those that are asked for stay; of the others the first are forgotten when 16 MiB of options, or of moves, are full.
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
    options: [Known<AnyPosition, Packed, MAX_WORDS>; 2],
    moves: [Known<AnyPosition, Arc<[Labelled]>, MAX_WORDS>; 2],
}

/// The number of options, and the words of each behind their number.
type Packed = (usize, Box<[u64]>);

impl Listed {
    /// Keeps the options of a player.
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

    /// The number of options, if they are kept.
    pub fn count(&mut self, position: &AnyPosition, player: Player) -> Option<usize> {
        self.options[player as usize].get(position).map(|(count, _)| *count)
    }

    /// The options in the order in which they were listed, if they are kept.
    pub fn options(&mut self, position: &AnyPosition, player: Player) -> Option<impl Iterator<Item = AnyPosition>> {
        let mut rest = &self.options[player as usize].get(position)?.1[..];
        Some(std::iter::from_fn(move || {
            let (&words, behind) = rest.split_first()?;
            let (option, behind) = behind.split_at(words as usize);
            rest = behind;
            Some(AnyPosition::from(SmallVec::from_slice(option)))
        }))
    }

    /// Keeps the moves of a player.
    pub fn keep_moves(&mut self, position: &AnyPosition, player: Player, moves: Arc<[Labelled]>) {
        let bytes = |mv: &Labelled| size_of::<Labelled>() + mv.label.len() + size_of_val(mv.to.words());
        let bytes: usize = moves.iter().map(bytes).sum::<usize>() + size_of::<AnyPosition>() + size_of_val(position.words());
        self.moves[player as usize].insert(position.clone(), moves, bytes / size_of::<u64>());
    }

    /// The moves in the order in which they were listed, if they are kept.
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
