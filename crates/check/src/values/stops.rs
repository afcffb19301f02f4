//! Recognises games that are numbers, by the stops of their options.
//!
//! A game is a number if and only if some number z is neither ≤ a left option nor ≥ a right option. This is the simplicity
//! theorem (Conway, *On Numbers and Games*, ch. 2). A left option that is not a number is ≥ z if z is below its right stop, or
//! if z equals its right stop and no right option of it is ≤ z. A number is ≥ z by its size.

use super::games::Game;
use super::plain::{Number, Plain};

/// Both stops of a game that is not a number (or the number itself, twice), and whether the game is ≤ its left stop and ≥ its
/// right stop.
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

    /// Returns the stops of a game whose options have these stops, or `None` if the game is a number.
    pub(crate) fn of_options(left: &[&Self], right: &[&Self]) -> Option<Self> {
        let low = left.iter().map(|option| &option.right).max()?;
        let high = right.iter().map(|option| &option.left).min()?;
        // is `low` not ≤ any left option, and `high` not ≥ any right option?
        let low_fits = left.iter().all(|option| option.right != *low || !option.at_least_right);
        let high_fits = right.iter().all(|option| option.left != *high || !option.at_most_left);
        let is_number = low < high || (low == high && low_fits && high_fits);
        (!is_number).then(|| Self { left: low.clone(), right: high.clone(), at_most_left: low_fits, at_least_right: high_fits })
    }
}

/// The stops of the nodes for which they are known.
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
