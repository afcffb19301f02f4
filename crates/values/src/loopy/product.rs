//! The order of games with cycles, found by searching the product of two games for the states in which Left survives.
//!
//! Left, moving second in h − g, survives if she always has a move. If endless play counts for one player, Left must also make
//! certain moves infinitely often. For a large component all pairs are decided at once in flat arrays. Otherwise only the
//! states that matter for a question are searched, and their answers are kept. Source: Siegel, *Combinatorial Game Theory*, ch.
//! VI.

use super::component::Component;
use super::endless::Play;
use super::nodes::{Endless, State};
use super::stopper::Stopper;
use super::store::Stoppers;
use sprague_core::{Player, Stopped};

/// The contents of a slot: one of these, or the number of a state of the search, counted from `SEARCHED`.
const UNKNOWN: u32 = 0;
const LOST: u32 = 1;
const SURVIVED: u32 = 2;
const SEARCHED: u32 = 3;

/// A component with at least this many nodes may have all pairs decided at once.
const MANY: usize = 24;
/// All pairs are decided at once when the searches have visited more than 1/`SEARCHABLE` of them.
const SEARCHABLE: usize = 16;

/// The states of one search, and their edges.
///
/// An edge is twice the target's slot value, plus 1 if Left must make such edges infinitely often.
#[derive(Default)]
struct Search {
    states: Vec<State>,
    edges: Vec<u32>,
    /// Where the edges of each state end in `edges`.
    ends: Vec<usize>,
    /// The reversed edges, and where those of each target begin.
    before: Vec<u32>,
    starts: Vec<usize>,
}

impl Search {
    fn bytes(&self) -> usize {
        self.states.capacity() * (size_of::<State>() + 32) + self.edges.capacity() * 8
    }

    /// Fills in the reversed edges. Call it when all edges are listed.
    fn turn(&mut self) {
        let count = self.len();
        self.starts = vec![0; count + 1];
        self.edges.iter().for_each(|edge| self.starts[(edge >> 1) as usize + 1] += 1);
        (0..count).for_each(|at| self.starts[at + 1] += self.starts[at]);
        let (mut next, mut before) = (self.starts.clone(), vec![0; self.edges.len()]);
        for at in SEARCHED as usize..count {
            for (to, is_good) in self.edges(at) {
                before[next[to]] = (at as u32) << 1 | u32::from(is_good);
                next[to] += 1;
            }
        }
        self.before = before;
    }
}

fn unpacked(edge: &u32) -> (usize, bool) {
    ((edge >> 1) as usize, edge & 1 == 1)
}

impl Play for Search {
    fn len(&self) -> usize {
        self.states.len() + SEARCHED as usize
    }

    fn known(&self, at: usize) -> Option<bool> {
        (at < SEARCHED as usize).then_some(at == SURVIVED as usize)
    }

    fn is_left(&self, at: usize) -> bool {
        self.states[at - SEARCHED as usize].mover == Player::Left
    }

    fn edges(&self, at: usize) -> impl Iterator<Item = (usize, bool)> {
        let at = at - SEARCHED as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.edges[start..self.ends[at]].iter().map(unpacked)
    }

    fn before(&self, at: usize) -> impl Iterator<Item = (usize, bool)> {
        self.before[self.starts[at]..self.starts[at + 1]].iter().map(unpacked)
    }
}

impl Stoppers<'_> {
    /// Returns `true` if g ≤ h. Each may be a node of the component or a stored stopper.
    pub(super) fn is_at_most_in(&mut self, component: &mut Component, g: Stopper, h: Stopper) -> Result<bool, Stopped> {
        // 1. the answer may be known
        let question = State { g, h, mover: Player::Right };
        if let Some(survived) = self.known(component, question)? {
            return Ok(survived);
        }
        // 2. search all states that matter and solve them
        let mut search = Search { states: vec![question], ..Search::default() };
        *component.slot(&mut self.decided, question) = SEARCHED;
        let lost = self.explore(component, &mut search).and_then(|is_explored| {
            if !is_explored {
                return Ok(None);
            }
            search.turn();
            self.lost_states(&search, component.endless, search.bytes() + component.bytes()).map(Some)
        });
        component.searched += search.states.len();
        // 3. write the answers to the slots; even after an error no slot may keep the number of a state
        for (at, &state) in search.states.iter().enumerate() {
            *component.slot(&mut self.decided, state) = match &lost {
                Ok(Some(lost)) if lost[at + SEARCHED as usize] => LOST,
                Ok(Some(_)) => SURVIVED,
                Ok(None) | Err(_) => UNKNOWN,
            };
        }
        match lost? {
            Some(lost) => Ok(!lost[SEARCHED as usize]),
            // the search stopped early: decide all pairs at once
            None => {
                component.order = self.order(&component.nodes, &component.nodes, component.endless)?;
                self.is_at_most_in(component, g, h)
            }
        }
    }

    pub(super) fn is_equal_in(&mut self, component: &mut Component, g: Stopper, h: Stopper) -> Result<bool, Stopped> {
        Ok(self.is_at_most_in(component, g, h)? && self.is_at_most_in(component, h, g)?)
    }

    fn known(&mut self, component: &mut Component, question: State) -> Result<Option<bool>, Stopped> {
        let State { g, h, mover } = question;
        if g == h && mover == Player::Right {
            return Ok(Some(true));
        }
        if let (Some(g), Some(h)) = (g.form(), h.form()) {
            // loop-free games have no draws, so Left wins by starting exactly if h − g is not ≤ 0
            return Ok(Some(match mover {
                Player::Right => self.calculator.is_at_most(g, h)?,
                Player::Left => !self.calculator.is_at_most(h, g)?,
            }));
        }
        if let Some(survived) = component.order.as_ref().and_then(|order| order.survived(question)) {
            return Ok(Some(survived));
        }
        Ok(match *component.slot(&mut self.decided, question) {
            LOST => Some(false),
            SURVIVED => Some(true),
            _ => None,
        })
    }

    /// Lists all states that matter for the first state, with their edges.
    ///
    /// Returns `false` if there are too many of them, so that deciding all pairs at once is cheaper. This happens at most once
    /// for each component.
    fn explore(&mut self, component: &mut Component, search: &mut Search) -> Result<bool, Stopped> {
        let mut options = vec![];
        while let Some(&State { g, h, mover }) = search.states.get(search.ends.len()) {
            self.count_state(|| search.bytes() + component.bytes())?;
            let nodes = component.nodes.len();
            if nodes >= MANY && !component.is_tried && component.searched + search.states.len() > nodes * nodes / SEARCHABLE {
                component.is_tried = true;
                return Ok(false);
            }
            // 1. list the moves of the player to move, in h and in −g
            options.clear();
            self.push_options(&component.nodes, h, mover, &mut options)?;
            let in_h = options.len();
            self.push_options(&component.nodes, g, -mover, &mut options)?;
            // 2. look up the state after each move, and number it if it is new
            for (i, &option) in options.iter().enumerate() {
                let is_in_h = i < in_h;
                let (g, h) = if is_in_h { (g, option) } else { (option, h) };
                let next = State { g, h, mover: -mover };
                let slot = match self.known_of_search(component, next)? {
                    Some(slot) => slot,
                    None => {
                        let number = SEARCHED + search.states.len() as u32;
                        *component.slot(&mut self.decided, next) = number;
                        search.states.push(next);
                        number
                    }
                };
                let is_good = match component.endless {
                    Endless::All => true,
                    Endless::Onside => is_in_h,
                    Endless::Offside => !is_in_h,
                };
                search.edges.push(slot << 1 | u32::from(is_good));
            }
            search.ends.push(search.edges.len());
        }
        Ok(true)
    }

    /// Returns the slot value of a state for use in an edge, or `None` if the state is new.
    fn known_of_search(&mut self, component: &mut Component, next: State) -> Result<Option<u32>, Stopped> {
        let State { g, h, mover } = next;
        let are_stored = !g.is_inner() && !h.is_inner();
        // two stored stoppers are compared as stoppers, even if the component counts survival in another way
        if component.endless != Endless::All && are_stored {
            return Ok(Some(if self.survives(g, h, mover)? { SURVIVED } else { LOST }));
        }
        Ok(match self.known(component, next)? {
            Some(true) => Some(SURVIVED),
            Some(false) => Some(LOST),
            None => Some(*component.slot(&mut self.decided, next)).filter(|&slot| slot != UNKNOWN),
        })
    }

    /// Returns `true` if Left survives in h − g of stored stoppers, with `mover` to move.
    pub(super) fn survives(&mut self, g: Stopper, h: Stopper, mover: Player) -> Result<bool, Stopped> {
        let none = &mut Component::default();
        if mover == Player::Right {
            return self.is_at_most_in(none, g, h);
        }
        if let Some(survived) = self.known(none, State { g, h, mover })? {
            return Ok(survived);
        }
        let mut options = vec![];
        self.push_options(&vec![], h, Player::Left, &mut options)?;
        let in_h = options.len();
        self.push_options(&vec![], g, Player::Right, &mut options)?;
        for (i, &option) in options.iter().enumerate() {
            if if i < in_h { self.is_at_most_in(none, g, option)? } else { self.is_at_most_in(none, option, h)? } {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
