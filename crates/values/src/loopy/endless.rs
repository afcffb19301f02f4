//! Endless play: where a player survives who has to make certain moves again and again.
//!
//! A Büchi game, solved by a nested fixed point in at most states × edges steps, mostly in two or three rounds. Zielonka, *Infinite
//! games on finitely coloured graphs*, 1998.

use super::nodes::Endless;
use super::store::Stoppers;
use sprague_core::Stopped;

/// States with edges, some of them good.
///
/// Left has to make good ones again and again.
pub(super) trait Play {
    fn len(&self) -> usize;
    /// Tells whether Left survives, where that is known; such a state has no edges.
    fn known(&self, at: usize) -> Option<bool>;
    /// Tells whether Left is to move.
    fn is_left(&self, at: usize) -> bool;
    /// The states that are led to, and whether by a good edge.
    fn edges(&self, at: usize) -> impl Iterator<Item = (usize, bool)>;
    /// The states that lead here, and whether by a good edge.
    fn before(&self, at: usize) -> impl Iterator<Item = (usize, bool)>;
}

/// Bits that tell what is known of a state.
const LOST: u8 = 1;
const FINE: u8 = 2;
const KNOWN: u8 = 4;

impl Stoppers<'_> {
    /// For each state, whether Left does not survive there.
    pub(super) fn lost_states(&mut self, play: &impl Play, endless: Endless, bytes: usize) -> Result<Vec<bool>, Stopped> {
        let count = play.len();
        let known = |at| play.known(at).map_or(0, |survived| if survived { KNOWN | FINE } else { KNOWN | LOST });
        let mut status: Vec<u8> = (0..count).map(known).collect();
        let (mut missing, mut pending) = (vec![0_u32; count], vec![]);
        loop {
            // 1. Where Left forces a good edge, a stuck Right, or a known survival, among what is not lost.
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
            // 2. Everything else is lost, and so is that from which Right forces it.
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
            // where every edge is good, what is left survives
            if is_done {
                return Ok(status.into_iter().map(|status| status & LOST != 0).collect());
            }
        }
    }
}
