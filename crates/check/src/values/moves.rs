//! The options of heaps as games, from the games of smaller heaps.

use super::games::{Game, Games};
use crate::not_accepted::NotAccepted;
use sprague_core::Player;
use sprague_core::heap::{AmountSet, HeapRules, TakeAndBreak};
use std::collections::BTreeSet;

/// Left's and Right's rules.
pub(super) enum Moves<'r> {
    Taking([&'r AmountSet; 2]),
    Breaking([&'r TakeAndBreak; 2]),
}

impl<'r> Moves<'r> {
    /// Those of partizan rules.
    pub(super) fn of(rules: &'r HeapRules) -> Option<Self> {
        match rules {
            HeapRules::PartizanSubtraction { left, right } => Some(Self::Taking([left, right])),
            HeapRules::PartizanTakeAndBreak { left, right } => Some(Self::Breaking([left, right])),
            _ => None,
        }
    }

    /// The options of a player in the next heap, each once.
    pub(super) fn options(&self, player: Player, rows: &[Game], games: &mut Games<'_>) -> Result<Vec<Game>, NotAccepted> {
        let n = rows.len();
        let of = usize::from(player == Player::Right);
        let code = match self {
            Self::Taking(sets) => return Ok(sets[of].up_to(n as u64).map(|amount| rows[n - amount as usize]).collect()),
            Self::Breaking(codes) => codes[of],
        };
        let mut options = BTreeSet::new();
        for (left, digit) in (0..=n).rev().zip(code.digits()) {
            match left {
                0 if digit & 1 != 0 => _ = options.insert(games.zero()?),
                1.. if digit & 2 != 0 => _ = options.insert(rows[left]),
                _ => {}
            }
            // two heaps, and three, as games that each side of a sum has once
            let mut sums = BTreeSet::new();
            if digit & 4 != 0 {
                sums.extend((1..=left / 2).map(|a| ordered([rows[a], rows[left - a]])));
            }
            games.look_at(left as u64)?;
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    let rest = left - a;
                    let two: BTreeSet<_> = (a..=rest / 2).map(|b| ordered([rows[b], rows[rest - b]])).collect();
                    games.look_at(rest as u64)?;
                    for [b, c] in two {
                        let two = games.sum(b, c)?;
                        sums.insert(ordered([rows[a], two]));
                    }
                }
            }
            for [one, other] in sums {
                options.insert(games.sum(one, other)?);
            }
        }
        Ok(options.into_iter().collect())
    }
}

fn ordered(mut both: [Game; 2]) -> [Game; 2] {
    both.sort_unstable();
    both
}
