//! The options of heaps as games, from the games of smaller heaps.

use super::games::{Game, Games};
use super::plain::Plain;
use crate::not_accepted::NotAccepted;
use sprague_core::Player;
use sprague_core::heap::{AmountSet, HeapRules, TakeAndBreak};
use std::collections::BTreeSet;

/// The value of a heap, and its parts if it is a sum of number, ups and star.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) game: Game,
    pub(super) plain: Option<Plain>,
}

impl Row {
    /// Returns the sum. If both have parts, the parts are added.
    fn plus(&self, other: &Self, games: &mut Games<'_>) -> Result<Self, NotAccepted> {
        let plain = self.plain.as_ref().zip(other.plain.as_ref()).and_then(|(one, other)| one.sum(other));
        let game = match &plain {
            Some(plain) => games.plain(plain)?,
            None => games.sum(self.game, other.game)?,
        };
        Ok(Self { game, plain })
    }
}

pub(super) enum Moves<'r> {
    Taking([&'r AmountSet; 2]),
    Breaking([&'r TakeAndBreak; 2]),
}

impl<'r> Moves<'r> {
    /// Returns the moves of partizan heap rules, or `None` for other rules.
    pub(super) fn of(rules: &'r HeapRules) -> Option<Self> {
        match rules {
            HeapRules::PartizanSubtraction { left, right } => Some(Self::Taking([left, right])),
            HeapRules::PartizanTakeAndBreak { left, right } => Some(Self::Breaking([left, right])),
            _ => None,
        }
    }

    /// Returns the options of a player in the next heap. With codes, each occurs once.
    pub(super) fn options(&self, player: Player, rows: &[Row], games: &mut Games<'_>) -> Result<Vec<Game>, NotAccepted> {
        let n = rows.len();
        let of = usize::from(player == Player::Right);
        let code = match self {
            Self::Taking(sets) => return Ok(sets[of].up_to(n as u64).map(|amount| rows[n - amount as usize].game).collect()),
            Self::Breaking(codes) => codes[of],
        };
        let mut options = BTreeSet::new();
        for (left, digit) in (0..=n).rev().zip(code.digits()) {
            match left {
                0 if digit & 1 != 0 => _ = options.insert(games.zero()?),
                1.. if digit & 2 != 0 => _ = options.insert(rows[left].game),
                _ => {}
            }
            if digit & 4 != 0 {
                for two in sums_of_two(rows, 1, left, games)? {
                    options.insert(two.game);
                }
            }
            if digit & 8 != 0 {
                let mut known = BTreeSet::new();
                for a in 1..=left / 3 {
                    for two in sums_of_two(rows, a, left - a, games)? {
                        if known.insert(ordered(rows[a].game, two.game)) {
                            options.insert(rows[a].plus(&two, games)?.game);
                        }
                    }
                }
            }
        }
        Ok(options.into_iter().collect())
    }
}

/// Returns the sums of two heaps with `tokens` tokens together, the smaller with at least `least`. Each pair of values occurs
/// once.
fn sums_of_two(rows: &[Row], least: usize, tokens: usize, games: &mut Games<'_>) -> Result<Vec<Row>, NotAccepted> {
    games.look_at(tokens as u64)?;
    let mut known = BTreeSet::new();
    let pairs = (least..=tokens / 2).map(|a| (&rows[a], &rows[tokens - a]));
    let different = pairs.filter(|(one, other)| known.insert(ordered(one.game, other.game)));
    different.map(|(one, other)| one.plus(other, games)).collect()
}

fn ordered(one: Game, other: Game) -> [Game; 2] {
    if one <= other { [one, other] } else { [other, one] }
}
