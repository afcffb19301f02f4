//! Proofs by equal states: once the rare heaps are settled, two equal windows repeat for ever.
//!
//! At heap sizes that grow by a quarter (Brent 1980) a state is kept, and its last values are searched for in all later values.
//! When they are found, the whole windows are compared. See [`EqualStates`] for the conditions of the proof.

use super::sparse_space::SparseSpace;
use memchr::memmem::Finder;
use sprague_core::certificate::EqualStates;
use sprague_core::heap::{Period, Theorem};
use std::collections::VecDeque;

/// The number of values that are searched for before whole windows are compared.
pub(crate) const TAIL: usize = 64;
/// The number of states that are kept at a time.
pub(crate) const EARLIER: usize = 3;
const FIRST: usize = 1024;

#[derive(Clone, Debug)]
struct State {
    /// The first heap after the state.
    at: usize,
    tail: Finder<'static>,
    /// The largest smaller part that was needed since then.
    depth: usize,
}

/// The states that are kept, and the period that they proved.
#[derive(Clone, Debug)]
pub(crate) struct States {
    taken: usize,
    kept: VecDeque<State>,
    /// The mask, the parity and the number of rare heaps when they were kept.
    under: (u32, Option<usize>, usize),
    seen: usize,
    proved: Option<(Period, EqualStates)>,
    is_new: bool,
}

impl States {
    /// Returns a value without states, for a game whose moves take at most `taken` tokens.
    pub(crate) fn new(taken: usize) -> Self {
        Self { taken, kept: VecDeque::new(), under: (0, None, 0), seen: 0, proved: None, is_new: false }
    }

    pub(crate) fn proved(&self) -> Option<&(Period, EqualStates)> {
        self.proved.as_ref()
    }

    /// Returns `true` if the last call of `watch` has recorded the depth, so that it may be reset to 0.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Drops all states, but not the proved period.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
        self.is_new = false;
    }

    /// Searches the values that were added since the last call. `depth` is the largest smaller part that was needed for them.
    pub(crate) fn watch(&mut self, g: &[u8], space: &SparseSpace, depth: usize) {
        self.is_new = false;
        if self.proved.is_some() {
            return;
        }
        // 1. if the space has changed, the kept states are no longer valid
        let under = (space.mask, space.parity, space.rare.len());
        if under != self.under {
            self.forget();
            self.under = under;
        }
        self.is_new = true;
        // 2. search for the kept states in the new values
        self.kept.iter_mut().for_each(|state| state.depth = state.depth.max(depth));
        for state in &self.kept {
            if let Some(found) = self.repeated(state, g, space) {
                self.proved = Some(found);
                return;
            }
        }
        // 3. keep a state if one is due
        self.seen = g.len();
        if g.len() >= FIRST && self.kept.back().is_none_or(|state| g.len() >= state.at + state.at / 4) {
            let tail = Finder::new(&g[g.len() - TAIL..]).into_owned();
            self.kept.push_back(State { at: g.len(), tail, depth: 0 });
            if self.kept.len() > EARLIER {
                self.kept.pop_front();
            }
        }
    }

    /// Returns the proof if this state is repeated among the new values.
    fn repeated(&self, state: &State, g: &[u8], space: &SparseSpace) -> Option<(Period, EqualStates)> {
        let last_rare = space.last_rare();
        let depth = state.depth.max(last_rare).max(1);
        let window = depth + self.taken;
        if state.at <= last_rare + window {
            return None;
        }
        let from = (self.seen + 1).max(state.at + 1) - TAIL;
        // occurrences may overlap, and none may be skipped: the first repetition gives the least period
        let mut next = from;
        let mut starts = std::iter::from_fn(|| {
            let start = next + state.tail.find(g.get(next..)?)?;
            next = start + 1;
            Some(start)
        });
        let is_state = |end: &usize| {
            let apart = end - state.at;
            (space.parity.is_none() || apart.is_multiple_of(2)) && g[state.at - window..state.at] == g[end - window..*end]
        };
        let end = starts.by_ref().map(|start| start + TAIL).find(is_state)?;
        Some(self.proof(g, end - state.at, state.at, depth, space))
    }

    /// Returns the period with the least preperiod, and its proof.
    ///
    /// The rows from `at` − window on repeat with `period`. As this was the first repetition, it is the least period. If parity
    /// counts, an odd number cannot be a period, because common values would then be rare.
    fn proof(&self, g: &[u8], period: usize, at: usize, depth: usize, space: &SparseSpace) -> (Period, EqualStates) {
        let preperiod = (0..at).rev().find(|&n| g[n] != g[n + period]).map_or(0, |n| n + 1);
        let window = depth + self.taken;
        let start = preperiod.max(space.last_rare() + 1) + window;
        let modulus = if space.parity.is_some() { 2 } else { 1 };
        let theorem = Some(Theorem::EqualStates { window: window as u64, modulus });
        let states = EqualStates {
            mask: space.mask,
            parity: space.parity.is_some(),
            rare: space.rare.iter().map(|&rare| rare.into()).collect(),
            depth: depth as u64,
            start: start as u64,
        };
        (Period { preperiod: preperiod as u64, period: period as u64, saltus: 0, theorem }, states)
    }
}
