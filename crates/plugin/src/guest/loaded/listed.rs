//! Options that were listed to be counted.
//!
//! Searches count those of every option first, and soon ask for them.

use super::{Known, Loaded};
use crate::guest::Guest;
use sprague_core::any::AnyPosition;
use sprague_core::{MOST_COUNTED, Player};

/// Lists that somebody may ask for.
#[derive(Default)]
pub(super) struct Listed(Known<(AnyPosition, Player), Vec<AnyPosition>>);

impl Listed {
    /// The options of a position, if they were counted.
    ///
    /// Searches ask for them, and some are asked for again: a seventh of what Wythoff's game asks.
    pub(super) fn get(&self, position: &AnyPosition, player: Player) -> Option<&Vec<AnyPosition>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&(position.clone(), player))
    }

    fn keep(&mut self, position: &AnyPosition, player: Player, options: Vec<AnyPosition>) {
        let words = |position: &AnyPosition| size_of::<AnyPosition>() / size_of::<u64>() + position.words().len();
        let all = words(position) + options.iter().map(words).sum::<usize>();
        self.0.insert((position.clone(), player), options, all);
    }
}

impl<G: Guest> Loaded<G> {
    /// The number of options, up to where anybody counts; the list is kept.
    ///
    /// Half of what Cram asks is to count.
    pub(super) fn count(&self, position: &AnyPosition, player: Player) -> u32 {
        let player = self.player(player);
        let count = self.ask(|state| {
            if let Some(options) = state.listed.get(position, player) {
                return Ok(options.len());
            }
            let mut options = vec![];
            self.options_with(state, position.words(), player, &mut options)?;
            let count = options.len();
            state.listed.keep(position, player, options);
            Ok(count)
        });
        count.min(MOST_COUNTED as usize) as u32
    }
}

#[cfg(test)]
#[cfg(feature = "scripts")]
mod tests {
    use super::*;
    use crate::Plugin;

    #[test]
    fn a_list_is_there_for_who_asks_for_it() {
        let (position, other) = (AnyPosition::of_two([1, 7]), AnyPosition::of_two([1, 6]));
        let mut listed = Listed::default();
        assert_eq!(listed.get(&position, Player::Left), None);
        listed.keep(&position, Player::Left, vec![other.clone()]);
        assert_eq!(listed.get(&position, Player::Right), None);
        assert_eq!(listed.get(&other, Player::Left), None);
        assert_eq!(listed.get(&position, Player::Left), Some(&vec![other]));
    }

    #[test]
    fn what_was_counted_is_listed_as_ever_until_the_rules_fail() {
        let text =
            "fn left_moves(n) { if n == 666 { throw `no` } let f = []; for k in 0..n { f.push(k) } f } fn right_moves(n) { [] }";
        let plugin = Plugin::from_script("uneven.rhai", text, None).unwrap();
        let rules = plugin.rules();
        let options = |text: &str, player| {
            let mut options = vec![];
            rules.options(&rules.read(text).unwrap(), player, 0, &mut options);
            options
        };
        let many = rules.read("300").unwrap();
        for text in ["0", "1", "5", "5~3", "~"] {
            let position = rules.read(text).unwrap();
            for player in Player::BOTH {
                let listed = options(text, player);
                for _ in 0..2 {
                    assert_eq!(rules.mobility(&position, player) as usize, listed.len(), "{text} {player:?}");
                }
                assert_eq!(options(text, player), listed, "{text} {player:?}");
                assert_eq!(options(text, player), listed, "{text} {player:?}");
            }
        }
        assert_eq!((rules.mobility(&many, Player::Left), options("300", Player::Left).len()), (MOST_COUNTED, 300));
        rules.mobility(&many, Player::Left);
        assert_eq!(rules.mobility(&rules.read("666").unwrap(), Player::Left), 0);
        assert!(plugin.fault().is_some());
        assert_eq!((rules.mobility(&many, Player::Left), options("300", Player::Left)), (0, vec![]));
    }
}
