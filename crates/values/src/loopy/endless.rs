//! Endless play: finds the states from which Left survives if she has to make certain moves infinitely often.
//!
//! This is a Büchi game. A nested fixed point solves it in at most states × edges steps, usually in two or three rounds.
//! Source: Zielonka, *Infinite games on finitely coloured graphs*, 1998.

use super::nodes::Endless;
use super::store::Stoppers;
use sprague_core::Stopped;

/// A graph of states in which some edges are good. In endless play Left survives if she makes good edges infinitely often.
pub(super) trait Play {
    fn len(&self) -> usize;
    /// Returns whether Left survives, if that is already known. The edges of such a state are ignored.
    fn known(&self, at: usize) -> Option<bool>;
    fn is_left(&self, at: usize) -> bool;
    /// Returns the successors of a state. The flag is `true` if the edge is good.
    fn edges(&self, at: usize) -> impl Iterator<Item = (usize, bool)>;
    /// Returns the predecessors of a state. The flag is `true` if the edge is good.
    fn before(&self, at: usize) -> impl Iterator<Item = (usize, bool)>;
}

const LOST: u8 = 1;
const FINE: u8 = 2;
const KNOWN: u8 = 4;

impl Stoppers<'_> {
    /// Returns for each state `true` if Left does not survive.
    pub(super) fn lost_states(&mut self, play: &impl Play, endless: Endless, bytes: usize) -> Result<Vec<bool>, Stopped> {
        let count = play.len();
        let known = |at| play.known(at).map_or(0, |survived| if survived { KNOWN | FINE } else { KNOWN | LOST });
        let mut status: Vec<u8> = (0..count).map(known).collect();
        let (mut missing, mut pending) = (vec![0_u32; count], vec![]);
        loop {
            // 1. Among the states not yet lost, find those from which Left forces a good edge, a state in which Right has no
            //    move, or a known survival.
            for at in 0..count {
                if status[at] & (LOST | KNOWN) != 0 {
                    continue;
                }
                self.count_state(|| bytes)?;
                let leads = |(to, is_good): (usize, bool)| status[to] & LOST == 0 && (is_good || status[to] & KNOWN != 0);
                let is_fine = if play.is_left(at) {
                    play.edges(at).any(leads)
                } else {
                    missing[at] = play.edges(at).filter(|&edge| !leads(edge)).count() as u32;
                    missing[at] == 0
                };
                status[at] = if is_fine { FINE } else { 0 };
                pending.extend((is_fine && endless != Endless::All).then_some(at));
            }
            while let Some(to) = pending.pop() {
                self.count_state(|| bytes)?;
                for (at, is_good) in play.before(to) {
                    if is_good || status[at] != 0 {
                        continue;
                    }
                    missing[at] = missing[at].saturating_sub(1);
                    if play.is_left(at) || missing[at] == 0 {
                        status[at] = FINE;
                        pending.push(at);
                    }
                }
            }
            // 2. All other states are lost, and so is every state from which Right forces one of them.
            pending.extend((0..count).filter(|&at| status[at] == 0));
            let is_done = pending.is_empty() || endless == Endless::All;
            pending.iter().for_each(|&at| status[at] = LOST);
            while let Some(to) = pending.pop() {
                self.count_state(|| bytes)?;
                for (at, _) in play.before(to) {
                    let is_lost = |to: usize| status[to] & LOST != 0;
                    if !is_lost(at) && (!play.is_left(at) || play.edges(at).all(|(to, _)| is_lost(to))) {
                        status[at] = LOST;
                        pending.push(at);
                    }
                }
            }
            // if nothing new is lost, or if every edge is good, Left survives in the remaining states
            if is_done {
                return Ok(status.into_iter().map(|status| status & LOST != 0).collect());
            }
        }
    }
}
