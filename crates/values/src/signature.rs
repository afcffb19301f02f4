//! Order signatures: how an all-small game stands to the 28 games n·↑ + \*k with |n| ≤ 3 and k ≤ 3.
//!
//! That set is closed under options, so the signature of a game follows from those of its options by a few words' operations, and it
//! decides most comparisons of all-small games: (xo)^15 of Clobber is valued 1.7 times as fast with it.

use crate::form::Inline;
use crate::nus::{UpsAfter, infinitesimal_option};
use core::array;
use sprague_core::Player;
use std::sync::LazyLock;

const COUNT: usize = 28;
const ALL: u64 = (1 << COUNT) - 1;

/// Sets of reference games: those at most the game, and those at least it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    below: u32,
    above: u32,
}

struct References {
    /// In the order of their birthdays: options come first.
    games: [Inline; COUNT],
    /// The options of each, as sets.
    left: [u32; COUNT],
    right: [u32; COUNT],
    /// Where n·↑ + \*k stands among them, by n + 3 and k.
    places: [[usize; 4]; 7],
    /// The signature of n·↑ + \*k, by n + 8 and k, for those that occur most.
    signatures: [[Signature; 32]; 17],
}

static REFERENCES: LazyLock<References> = LazyLock::new(References::new);

impl References {
    fn new() -> Self {
        let mut games: Vec<Inline> = (-3..=3).flat_map(|ups| (0..4).map(move |star| Inline { x: 0, ups, star })).collect();
        games.sort_by_key(|game| crate::nus::Nus::from(*game).birthday());
        let place = |game: Inline| games.iter().position(|other| *other == game).expect("the set is closed under options");
        let options = |game: Inline, player| {
            let options = (0..).map_while(|i| infinitesimal_option(player, game.ups.cmp(&0), game.ups.abs() == 1, game.star, i));
            options.fold(0, |set, (after, star)| {
                let ups = if after == UpsAfter::None { 0 } else { game.ups - game.ups.signum() };
                set | 1 << place(Inline { x: 0, ups, star })
            })
        };
        Self {
            left: array::from_fn(|i| options(games[i], Player::Left)),
            right: array::from_fn(|i| options(games[i], Player::Right)),
            games: array::from_fn(|i| games[i]),
            places: array::from_fn(|ups| array::from_fn(|star| place(Inline { x: 0, ups: ups as i64 - 3, star: star as u64 }))),
            signatures: array::from_fn(|ups| {
                array::from_fn(|star| Signature::against(&games, Inline { x: 0, ups: ups as i64 - 8, star: star as u64 }))
            }),
        }
    }

    fn place(&self, game: Inline) -> Option<usize> {
        let is_one = game.ups.abs() <= 3 && game.star <= 3;
        is_one.then(|| self.places[(game.ups + 3) as usize][game.star as usize])
    }
}

impl Signature {
    pub(crate) fn from_word(word: u64) -> Self {
        Self { below: (word & ALL) as u32, above: (word >> COUNT & ALL) as u32 }
    }

    pub(crate) fn word(self) -> u64 {
        u64::from(self.above) << COUNT | u64::from(self.below)
    }

    /// That of n·↑ + \*k.
    pub(crate) fn of_inline(game: Inline) -> Self {
        match usize::try_from(game.ups + 8) {
            Ok(ups) if ups < 17 && game.star < 32 => REFERENCES.signatures[ups][game.star as usize],
            _ => Self::against(&REFERENCES.games, game),
        }
    }

    fn against(references: &[Inline], game: Inline) -> Self {
        let set = |is_in: &dyn Fn(Inline) -> bool| {
            references.iter().enumerate().fold(0, |set, (i, &other)| set | u32::from(is_in(other)) << i)
        };
        Self { below: set(&|other| other.is_at_most(game)), above: set(&|other| game.is_at_most(other)) }
    }

    /// That of a game whose options have these: x ≤ G iff no right option of G is at most x and no left option of x at least G.
    pub(crate) fn of_options(left: impl Iterator<Item = Self>, right: impl Iterator<Item = Self>) -> Self {
        let refuted_below = right.fold(0, |set, option| set | option.above);
        let refuted_above = left.fold(0, |set, option| set | option.below);
        let mut signature = Self { below: 0, above: 0 };
        for i in 0..COUNT {
            let is_below = refuted_below >> i & 1 == 0 && signature.above & REFERENCES.left[i] == 0;
            let is_above = refuted_above >> i & 1 == 0 && signature.below & REFERENCES.right[i] == 0;
            signature.below |= u32::from(is_below) << i;
            signature.above |= u32::from(is_above) << i;
        }
        signature
    }

    /// Whether G ≤ H, as far as what lies between, below and above says.
    #[inline]
    pub(crate) fn is_at_most(self, other: Self) -> Option<bool> {
        if self.below & !other.below != 0 || other.above & !self.above != 0 {
            return Some(false);
        }
        (self.above & other.below != 0).then_some(true)
    }

    /// Whether n·↑ + \*k is at most the game, if it is one of the 28.
    pub(crate) fn is_at_least(self, game: Inline) -> Option<bool> {
        REFERENCES.place(game).map(|i| self.below >> i & 1 == 1)
    }

    /// Whether n·↑ + \*k is at least the game, if it is one of the 28.
    pub(crate) fn is_below(self, game: Inline) -> Option<bool> {
        REFERENCES.place(game).map(|i| self.above >> i & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_of_the_references_follow_from_their_options() {
        let references = &*REFERENCES;
        for (i, &game) in references.games.iter().enumerate() {
            let options =
                |set: u32| (0..COUNT).filter(move |j| set >> j & 1 == 1).map(|j| Signature::of_inline(REFERENCES.games[j]));
            let own = Signature::of_inline(game);
            assert_eq!(Signature::of_options(options(references.left[i]), options(references.right[i])), own, "{game:?}");
            assert_eq!(Signature::from_word(own.word()), own);
        }
    }
}
