//! Outcomes, moves to the end and nimbers of all positions that can be reached from a position.
//!
//! They are computed in rounds from the ends of play.

use sprague::any::{AnyPosition, Kind};
use sprague::{Outcome, Play};
use sprague_shards::Game;
use std::collections::HashMap;

/// The maximum number of positions of a graph.
const MOST: usize = 20_000;

/// The words that encode a position.
pub type Words = Vec<u64>;

/// The facts about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of moves to the end, or `None` for a draw.
    pub remoteness: Option<u32>,
    /// The nimber, or `None` if play may be endless.
    pub nimber: Option<u32>,
}

/// Returns the words of the options of a position, each once.
///
/// If there are very many options, only the first are listed.
pub fn options(game: &Game, words: &[u64]) -> Vec<Words> {
    let (position, player) = game.position(words);
    let (mut options, mut more): (Vec<AnyPosition>, bool) = (vec![], true);
    while more && options.len() <= MOST {
        more = game.rules().options(&position, player, options.len(), &mut options);
    }
    let mut all: Vec<Words> = options.iter().map(|option| game.words(option, -player)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the facts about all positions that can be reached, or `None` if there are too many.
pub fn facts(game: &Game, root: &[u64]) -> Option<HashMap<Words, Fact>> {
    let mut places = HashMap::from([(root.to_vec(), 0)]);
    let mut all = vec![root.to_vec()];
    let mut links: Vec<Vec<usize>> = vec![];
    while links.len() < all.len() {
        let here = options(game, &all[links.len()]).into_iter().map(|option| {
            *places.entry(option.clone()).or_insert_with(|| {
                all.push(option);
                all.len() - 1
            })
        });
        let here = here.collect();
        links.push(here);
        if all.len() > MOST {
            return None;
        }
    }
    let settled = settled(game, &all, &links);
    let nimbers = nimbers(&links);
    let facts = all.into_iter().enumerate().map(|(at, words)| {
        let (outcome, remoteness) = settled[at].map_or((Outcome::Draw, None), |(outcome, moves)| (outcome, Some(moves)));
        (words, Fact { outcome, remoteness: remoteness.filter(|_| outcome != Outcome::Draw), nimber: nimbers[at] })
    });
    Some(facts.collect())
}

/// Returns the forced outcomes, each with the round in which it is found.
fn settled(game: &Game, all: &[Words], links: &[Vec<usize>]) -> Vec<Option<(Outcome, u32)>> {
    let mut settled: Vec<Option<(Outcome, u32)>> = vec![None; all.len()];
    for (at, _) in links.iter().enumerate().filter(|(_, options)| options.is_empty()) {
        let outcome = match (game.rules().kind(), game.play()) {
            (Kind::TerminalRule, _) => {
                let (position, player) = game.position(&all[at]);
                game.rules().terminal_outcome(&position, player)
            }
            (_, Play::Normal) => Outcome::Loss,
            (_, Play::Misere) => Outcome::Win,
        };
        settled[at] = Some((outcome, 0));
    }
    for round in 1.. {
        let mut found = vec![];
        for (at, options) in links.iter().enumerate().filter(|(at, options)| settled[*at].is_none() && !options.is_empty()) {
            let is = |option: &usize, outcome| settled[*option].is_some_and(|(known, _)| known == outcome);
            if options.iter().any(|option| is(option, Outcome::Loss)) {
                found.push((at, Outcome::Win));
            } else if options.iter().all(|option| is(option, Outcome::Win)) {
                found.push((at, Outcome::Loss));
            }
        }
        if found.is_empty() {
            return settled;
        }
        found.into_iter().for_each(|(at, outcome)| settled[at] = Some((outcome, round)));
    }
    settled
}

/// Returns the nimbers of the positions from which play must end.
fn nimbers(links: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut nimbers: Vec<Option<u32>> = vec![None; links.len()];
    loop {
        let mut is_new = false;
        for (at, options) in links.iter().enumerate() {
            if nimbers[at].is_none()
                && let Some(seen) = options.iter().map(|&option| nimbers[option]).collect::<Option<Vec<u32>>>()
            {
                nimbers[at] = (0..).find(|nimber| !seen.contains(nimber));
                is_new = true;
            }
        }
        if !is_new {
            return nimbers;
        }
    }
}
