//! Games that are numbers, recognised by the stops of their options.
//!
//! A game is a number iff there is one z that no left option of it is ≥, and that is no right option's ≥. This is the
//! simplicity theorem (Conway, *On Numbers and Games*, ch. 2). A left option that is no number is ≥ z in two cases. Either z is
//! below its right stop, or z is that stop and no right option of it is ≤ z. A number is ≥ z iff it is.

use super::games::Game;
use super::plain::{Number, Plain};

/// Both stops of a game that is no number, or that number.
///
/// With it goes whether the game is on the far side of them, or equal.
#[derive(Clone, Debug)]
pub(crate) struct Stops {
    left: Number,
    right: Number,
    at_most_left: bool,
    at_least_right: bool,
}

impl Stops {
    pub(crate) fn of_plain(plain: &Plain) -> Self {
        Self {
            left: plain.number.clone(),
            right: plain.number.clone(),
            at_most_left: plain.is_at_most_its_number(),
            at_least_right: plain.is_at_least_its_number(),
        }
    }

    /// The stops of a game with such options; `None` if it is a number.
    pub(crate) fn of_options(left: &[&Self], right: &[&Self]) -> Option<Self> {
        let low = left.iter().map(|option| &option.right).max()?;
        let high = right.iter().map(|option| &option.left).min()?;
        // whether `low` itself is greater than or confused with every left option, and so with `high`
        let low_fits = left.iter().all(|option| option.right != *low || !option.at_least_right);
        let high_fits = right.iter().all(|option| option.left != *high || !option.at_most_left);
        let is_number = low < high || (low == high && low_fits && high_fits);
        (!is_number).then(|| Self { left: low.clone(), right: high.clone(), at_most_left: low_fits, at_least_right: high_fits })
    }
}

/// The stops of nodes, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct AllStops(std::collections::HashMap<Game, Stops>);

impl AllStops {
    pub(crate) fn insert(&mut self, game: Game, stops: Stops) {
        self.0.insert(game, stops);
    }

    pub(crate) fn get<'a>(&'a self, games: &[Game]) -> Vec<&'a Stops> {
        games.iter().map(|game| &self.0[game]).collect()
    }
}
