//! Outcomes depth first, with early exit, when the graph need not be held.

use crate::{Limits, Meter, Stopped};
use hashbrown::HashMap;
use sprague_core::{Outcome, Ruleset};
use thiserror::Error;

/// Why a search without a graph has no answer.
///
/// ```
/// assert!(sprague::Undecided::Loopy.to_string().contains("again"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Undecided {
    /// A position can come again; [`outcomes`](crate::outcomes) decides such games.
    #[error("a position can come again, so play need not end")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What the memo holds for a position that is still being searched.
const OPEN: Option<Outcome> = None;

struct Frame<P> {
    position: P,
    /// Where its options begin in the shared list.
    floor: usize,
    best: Option<Outcome>,
}

/// Outcome of one position by memoised search on an explicit stack: no depth overflows anything.
///
/// A position is left as soon as one option is lost, so this often visits far fewer positions than
/// [`solve`](crate::solve) explores. O(positions + options) at most.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset, outcome_depth_first};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// assert_eq!(outcome_depth_first(&Nim, &1_000_000, &Limits::default()), Ok(Outcome::Loss));
/// ```
///
/// # Errors
/// [`Undecided::Loopy`] if the search meets a position again on its own path, [`Undecided::Stopped`] at a limit.
pub fn outcome_depth_first<R: Ruleset>(rules: &R, root: &R::Position, limits: &Limits) -> Result<Outcome, Undecided> {
    DepthFirst::new(rules, limits).outcome(root)
}

/// A depth-first search that remembers: ask it about one position after another, all under the same limits.
///
/// ```
/// use sprague::{DepthFirst, Limits, Outcome, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// let limits = Limits::default();
/// let mut search = DepthFirst::new(&Nim, &limits);
/// let lost: Vec<u64> = (0..10).filter(|heap| search.outcome(heap) == Ok(Outcome::Loss)).collect();
/// assert_eq!(lost, [0, 4, 8]);
/// ```
pub struct DepthFirst<'a, R: Ruleset> {
    rules: &'a R,
    meter: Meter<'a>,
    memo: HashMap<R::Position, Option<Outcome>>,
    /// Options not searched yet; each frame owns the part above its floor.
    pending: Vec<R::Position>,
    stack: Vec<Frame<R::Position>>,
    outside: usize,
}

impl<'a, R: Ruleset> DepthFirst<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self { rules, meter: Meter::new(limits), memo: HashMap::new(), pending: vec![], stack: vec![], outside: 0 }
    }

    /// The outcome of a position for the player to move.
    ///
    /// # Errors
    /// As [`outcome_depth_first`]. What was decided before stays known.
    pub fn outcome(&mut self, root: &R::Position) -> Result<Outcome, Undecided> {
        self.decide(root).inspect_err(|_| {
            self.stack.clear();
            self.pending.clear();
            self.memo.retain(|_, outcome| *outcome != OPEN);
        })
    }

    fn decide(&mut self, root: &R::Position) -> Result<Outcome, Undecided> {
        let mut answer = self.memo.get(root).copied().flatten();
        if let Some(known) = answer {
            return Ok(known);
        }
        self.enter(root.clone())?;
        loop {
            let Some(frame) = self.stack.last_mut() else {
                return Ok(answer.expect("the root was decided last"));
            };
            if let Some(outcome) = answer.take() {
                frame.best = frame.best.max(Some(-outcome));
            }
            if frame.best == Some(Outcome::Win) || self.pending.len() == frame.floor {
                answer = Some(self.leave());
                continue;
            }
            let option = self.pending.pop().expect("the list is longer than its floor");
            match self.memo.get(&option) {
                Some(&OPEN) => return Err(Undecided::Loopy),
                Some(&decided) => answer = decided,
                None => self.enter(option)?,
            }
        }
    }

    fn enter(&mut self, position: R::Position) -> Result<(), Stopped> {
        self.memo.insert(position.clone(), OPEN);
        self.outside += 3 * self.rules.bytes_outside(&position);
        let floor = self.pending.len();
        for option in self.rules.options(&position) {
            self.pending.push(option);
            let bytes = || {
                let lists = (self.pending.capacity() + self.stack.capacity()) * size_of::<Frame<R::Position>>();
                self.memo.allocation_size() + lists + self.outside
            };
            self.meter.allow(self.memo.len() as u64, bytes, || self.rules.fault())?;
        }
        self.stack.push(Frame { position, floor, best: None });
        Ok(())
    }

    fn leave(&mut self) -> Outcome {
        let frame = self.stack.pop().expect("a frame is open");
        self.pending.truncate(frame.floor);
        let outcome = frame.best.unwrap_or_else(|| self.rules.terminal_outcome(&frame.position));
        self.memo.insert(frame.position, Some(outcome));
        outcome
    }
}
