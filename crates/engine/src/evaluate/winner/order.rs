//! Move ordering: by estimates, or by the number of replies if the rules are slow.

use super::part::{Looked, Name, Sum};
use super::{Child, Move, To, WinnerSearch, names};
use smallvec::SmallVec;
use sprague_core::{Bounds, Estimate, Hints, Partizan, Player, Stopped};

/// The limits are checked each time this many moves have been listed.
const LISTED: usize = 256;

/// The weight of an estimate, in moves, compared with the number of replies.
const WEIGHT: i64 = 3;

impl<R: Partizan> WinnerSearch<'_, R> {
    /// Looks up the summands of an option and estimates who is ahead in them.
    pub(super) fn looked_at(&mut self, option: &R::Position, is_negative: bool) -> Result<(To<R::Position>, Estimate), Stopped> {
        let (rules, mut parts, mut ahead, mut effort) = (self.rules, SmallVec::new(), 0, 0);
        let mut looked_up = Ok(());
        rules.each_form(option, |form| {
            if looked_up.is_ok() {
                looked_up = self.look_up(form, is_negative).map(|looked| {
                    match &looked {
                        Looked::Part(part) => (ahead, effort) = (ahead + part.ahead(), effort + part.core.estimate.effort),
                        Looked::Worth(id) => ahead += self.worths.get(*id).mean(),
                    }
                    parts.push(looked);
                });
            }
        });
        looked_up?;
        Ok((To::Looked(parts), Estimate { ahead, effort }))
    }

    /// Returns `true` if the options of a sum are to be ordered by their replies.
    ///
    /// That is the case for a single position whose rules are slow and give no estimates.
    pub(super) fn counts_replies(&self, sum: &Sum<R::Position>) -> bool {
        let is_counted =
            |position| !self.has_split && self.rules.is_slow(position) && self.rules.hints().estimate(position).is_none();
        matches!(&sum.parts[..], [part] if sum.values.is_empty() && is_counted(&part.core.position))
    }

    /// Orders the waiting options by the number of their replies about which nothing is known, fewest first.
    ///
    /// Returns `true` if an option is lost for the opponent because each of its replies is known to be answered. An option with
    /// a winning reply is removed from the list. If the rules are slow, only the table is looked up, and only
    /// options that do not split are counted.
    pub(super) fn count_replies(&mut self, waiting: usize, left: bool, is_slow: bool) -> Result<bool, Stopped> {
        let mut at = waiting;
        while at < self.waiting.len() {
            self.allow()?;
            // 1. count the replies
            let counted = if is_slow { self.known_replies(at, left) } else { Some(self.weighed_replies(at, left)?) };
            let Child { name, score, .. } = self.waiting[at];
            // 2. if some are unknown and none is known to win, their number is the score of the option
            let (unknown, is_won) = counted.unwrap_or((-score, false));
            if counted.is_none() || unknown > 0 && !is_won {
                self.waiting[at].score = if is_slow { -unknown } else { WEIGHT * score - unknown * Bounds::ONE };
                at += 1;
                continue;
            }
            // 3. otherwise the option is decided: store that, and drop it if it is won for the opponent
            self.store(name, left, is_won, 1);
            if !is_won {
                return Ok(true);
            }
            let child = self.waiting.remove(at);
            self.outside = self.outside.saturating_sub(child.sum.allocated_bytes());
        }
        Ok(false)
    }

    /// Returns the number of replies to an option that the table does not decide, and whether one of them wins.
    ///
    /// Returns `None` if the option splits into summands.
    fn known_replies(&self, at: usize, left: bool) -> Option<(i64, bool)> {
        let [part] = &self.waiting[at].sum.parts[..] else { return None };
        let player = if left != part.is_negative { Player::Left } else { Player::Right };
        let (mut unknown, mut is_won) = (0, false);
        for reply in self.rules.options(&part.core.position, player) {
            match self.known_alone(&reply, part.is_negative, !left) {
                None => unknown += 1,
                Some(wins) => is_won |= !wins,
            }
        }
        Some((unknown, is_won))
    }

    /// Returns the number of replies to an option that cannot be decided without a search, and whether one of them wins.
    fn weighed_replies(&mut self, at: usize, left: bool) -> Result<(i64, bool), Stopped> {
        let (moves, order, waiting, outside) = (self.moves.len(), self.order.len(), self.waiting.len(), self.outside);
        let (sum, mut is_won) = (self.waiting[at].sum.clone(), false);
        self.push_moves(&sum, left)?;
        let mut next = order;
        while next < self.order.len() && !is_won {
            let (reply, is_late) = self.after(&sum, moves + self.order[next].1 as usize)?;
            is_won = self.weigh(reply, left, is_late)?;
            next += 1;
            self.allow()?;
        }
        let unknown = (self.waiting.len() - waiting) as i64;
        self.moves.truncate(moves);
        self.order.truncate(order);
        self.waiting.truncate(waiting);
        self.outside = outside;
        Ok((unknown, is_won))
    }

    /// Returns whether the starting player wins a position alone, if the table decides it.
    pub(super) fn known_alone(&self, position: &R::Position, is_negative: bool, left: bool) -> Option<bool> {
        let mut parts = self.rules.summands(position);
        let Some(part) = parts.next() else { return Some(false) };
        let term = self.names.known(&self.rules.normal_form(part)).filter(|_| parts.next().is_none())?;
        let (game, is_flipped) = names::name_of_one(term.signed(is_negative));
        self.known(Name { game, x: 0, is_flipped }, left)
    }

    /// Lists the moves of a sum and orders them by an estimate, best first.
    pub(super) fn push_moves(&mut self, sum: &Sum<R::Position>, left: bool) -> Result<(), Stopped> {
        let (from, first) = (self.moves.len(), self.order.len());
        let rules = self.rules;
        // 1. moves in positions: of equal summands only one is moved in
        for (at, part) in sum.parts.iter().enumerate() {
            if sum.parts[..at].iter().any(|other| other.term() == part.term()) {
                continue;
            }
            let as_left = left != part.is_negative;
            let player = if as_left { Player::Left } else { Player::Right };
            let sign = if as_left { 1 } else { -1 };
            let before = part.core.estimate;
            let mut listed = Ok(());
            rules.each_weighed(&part.core.position, player, |option, estimate| {
                let number = self.moves.len() - from;
                let weighed = match estimate {
                    Some(after) => {
                        let score = sign * (after.ahead - before.ahead) - after.effort + before.effort;
                        Ok((To::Position(option), score))
                    }
                    None => self.looked_at(&option, part.is_negative).map(|(to, after)| {
                        let ahead = if left { after.ahead } else { -after.ahead };
                        (to, ahead - after.effort)
                    }),
                };
                listed = weighed.and_then(|(to, score)| {
                    self.order.push((-score, number as u32));
                    self.moves.push(Move { at: at as u32, is_late: false, to });
                    if number % LISTED == LISTED - 1 { self.allow() } else { Ok(()) }
                });
                listed.is_ok()
            });
            listed?;
        }
        // 2. moves in values, by the change of the mean
        let arena = self.calculator().arena().clone();
        let player = if left { Player::Left } else { Player::Right };
        for (at, &id) in sum.values.iter().enumerate() {
            let worth = *self.worths.get(id);
            for option in arena.options(worth.form, player) {
                let number = self.moves.len() - from;
                let mean = {
                    let id = self.id(option)?;
                    self.worths.get(id).mean()
                };
                let score = if left { mean - worth.mean() } else { worth.mean() - mean };
                // number avoidance (Conway 1976): a player who wins a sum of a number and a game that is not a number can win
                // by a move in the game
                let is_late = worth.weight == 0;
                self.order.push((if is_late { i64::MAX } else { -score }, number as u32));
                self.moves.push(Move { at: at as u32, is_late, to: To::Form(option) });
                if number % LISTED == LISTED - 1 {
                    self.allow()?;
                }
            }
        }
        self.order[first..].sort_unstable();
        Ok(())
    }
}
