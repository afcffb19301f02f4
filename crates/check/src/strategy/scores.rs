//! Adds up the points that a strategy guarantees, for rules that count points.
//!
//! Each score follows from the score after the owner's move, or from the scores after all moves of the other player. Play without
//! end gains nothing more, so a position that can come again may have no score above 0, and no move on the way back may gain. Such
//! moves lie within a strongly connected component (Tarjan 1972).

use super::asked::{Asked, BESIDE, Kept};
use super::{Here, Replayed, own_player, unanswered};
use crate::not_accepted::{BadStrategy, NotAccepted};
use core::ops::ControlFlow;
use sprague_core::certificate::{Guaranteed, Strategy, Winner};
use sprague_core::{Player, ScoredOption};
use std::collections::{BTreeMap, HashMap};

struct Sums<'a> {
    own_player: Option<Player>,
    scores: &'a BTreeMap<String, Guaranteed>,
    asked: Asked<'a>,
    /// The number of each position that was met; `None` once its strongly connected component is complete.
    numbers: HashMap<Here, Option<usize>>,
    /// The positions of incomplete components, in the order of their numbers.
    incomplete: Vec<Here>,
}

/// A position on the current path.
struct Level {
    here: Here,
    number: usize,
    /// The least number on the path that the position is known to lead back to.
    low: usize,
    /// The points of the owner by the move to this position.
    by: i64,
    /// The moves that remain to be followed, with the owner's points.
    left: Vec<(Here, i64)>,
}

pub(super) fn check(
    strategy: &Strategy,
    at_least: i64,
    scores: &BTreeMap<String, Guaranteed>,
    asked: Asked<'_>,
) -> Result<Replayed, NotAccepted> {
    let start = (strategy.position.clone(), strategy.winner == Winner::Mover);
    let own_player = own_player(strategy);
    let mut sums = Sums { own_player, scores, asked, numbers: HashMap::new(), incomplete: vec![] };
    let found = sums.stated(&start)?;
    if found < at_least {
        return Err(BadStrategy::Score { position: start.0, stated: at_least, found }.into());
    }
    sums.follow(start)?;
    Ok(Replayed { positions: sums.numbers.len() })
}

impl Sums<'_> {
    fn stated(&self, (position, is_own): &Here) -> Result<i64, BadStrategy> {
        let score = self.scores.get(position).and_then(|score| if *is_own { score.first } else { score.second });
        score.ok_or_else(|| BadStrategy::NoScore(position.clone()))
    }

    fn follow(&mut self, start: Here) -> Result<(), NotAccepted> {
        let mut path = vec![self.entered(start, 0)?];
        while let Some(level) = path.last_mut() {
            match level.left.pop() {
                Some((next, by)) => {
                    self.asked.bytes -= next.0.len() + BESIDE;
                    match self.numbers.get(&next) {
                        None => path.push(self.entered(next, by)?),
                        Some(None) => {}
                        Some(Some(number)) => {
                            level.low = level.low.min(*number);
                            self.may_repeat(&next, by)?;
                        }
                    }
                }
                None => {
                    let Level { here, number, low, by, .. } = path.pop().expect("it was there");
                    if low == number {
                        let complete = self.incomplete.drain(number..);
                        self.numbers.extend(complete.map(|here| (here, None)));
                    } else if let Some(before) = path.last_mut() {
                        before.low = before.low.min(low);
                        self.may_repeat(&here, by)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks a move to a position that may be repeated after it.
    fn may_repeat(&self, to: &Here, by: i64) -> Result<(), NotAccepted> {
        if by != 0 || self.stated(to)? > 0 {
            return Err(BadStrategy::Endless(to.0.clone()).into());
        }
        Ok(())
    }

    /// Checks the score of a position that was not met before.
    fn entered(&mut self, here: Here, by: i64) -> Result<Level, NotAccepted> {
        let Self { own_player, scores, .. } = *self;
        let (stated, is_own) = (self.stated(&here)?, here.1);
        let player = own_player.map(|player| if is_own { player } else { -player });
        let Guaranteed { to, again: is_again, .. } = &scores[&here.0];
        let to = to.as_ref().filter(|_| is_own);
        let (mut left, mut found, mut has_moves, mut unknown): (Vec<(Here, i64)>, _, _, _) = (vec![], None, false, None);
        self.asked.told(
            &here.0,
            player,
            &mut |ScoredOption { to: option, gain, again }| {
                has_moves = true;
                if is_own && (to != Some(&option) || again != *is_again) {
                    return ControlFlow::Continue(Kept::default());
                }
                let (next, gain) = ((option, is_own == again), if is_own { gain } else { gain.saturating_neg() });
                let after = scores.get(&next.0).and_then(|after| if next.1 { after.first } else { after.second });
                let Some(after) = after else {
                    unknown = Some(next.0);
                    return ControlFlow::Break(());
                };
                let worth = gain.saturating_add(after);
                if !is_own {
                    found = Some(found.map_or(worth, |found: i64| found.min(worth)));
                } else if found.is_none_or(|found| worth > found) {
                    (found, left) = (Some(worth), vec![]);
                } else {
                    return ControlFlow::Continue(Kept::default());
                }
                let kept = Kept { positions: 0, bytes: next.0.len() + BESIDE };
                left.push((next, gain));
                ControlFlow::Continue(kept)
            },
            unanswered,
        )?;
        if let Some(unknown) = unknown {
            return Err(BadStrategy::NoScore(unknown).into());
        }
        let found = match (found, to) {
            (Some(found), _) => found,
            (None, None) if has_moves => return Err(BadStrategy::NoMove(here.0).into()),
            (None, Some(to)) => return Err(BadStrategy::Illegal { from: here.0, to: to.clone() }.into()),
            (None, None) => {
                let score = self.asked.rules.terminal_score(&here.0, player).map_err(|why| unanswered(&here.0, why))?;
                if is_own { score } else { score.saturating_neg() }
            }
        };
        if found < stated {
            return Err(BadStrategy::Score { position: here.0, stated, found }.into());
        }
        let number = self.incomplete.len();
        self.incomplete.push(here.clone());
        self.numbers.insert(here.clone(), Some(number));
        self.asked.bytes += 2 * (here.0.len() + BESIDE);
        self.asked.positions += 1;
        self.asked.allow()?;
        Ok(Level { here, number, low: number, by, left })
    }
}
