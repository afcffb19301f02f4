//! Nimbers by memoised mex over summands.
//!
//! Sprague 1935, Grundy 1939: the nimber is the least one that no option has, and summands add without carry.

use crate::{Limits, Meter, PositionGraph, Stopped};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use sprague_core::{Impartial, Nimber, mex};
use thiserror::Error;

/// Why a position of an impartial ruleset has no nimber, or none was found.
///
/// ```
/// assert_ne!(sprague::NoNimber::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoNimber {
    /// Some reachable position leads back to itself.
    #[error("a position can come again, so it has no nimber")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The nimber of a position under [`Limits::default`].
///
/// ```
/// use sprague::{Impartial, Nimber, Ruleset, nimber};
///
/// /// Take one of the allowed amounts from a heap.
/// struct Subtraction(Vec<u64>);
/// impl Ruleset for Subtraction {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         self.0.iter().copied().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Subtraction {}
///
/// assert_eq!(nimber(&Subtraction(vec![1, 3, 4]), &11), Ok(Nimber(2)));
/// ```
///
/// Misère play has none, and asking does not compile:
///
/// ```compile_fail
/// use sprague::{Impartial, Misere, Ruleset, nimber};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// nimber(&Misere(Nim), &3); // `nimber(&Nim, &3)` would
/// ```
///
/// # Errors
/// [`NoNimber::Loopy`] on a cycle, [`NoNimber::Stopped`] at a limit.
pub fn nimber<R: Impartial>(rules: &R, position: &R::Position) -> Result<Nimber, NoNimber> {
    nimber_within(rules, position, &Limits::default())
}

/// What the memo holds for a position on the current path. No nimber: a position would need 2³² options.
const OPEN: u32 = u32::MAX;

/// A summand whose options are being valued.
struct Frame<P> {
    position: P,
    /// Where its waiting options begin in the shared list.
    floor: usize,
    /// Whether the option that waits for it consists of nothing else.
    is_whole_option: bool,
    /// The values below 64 that its options have.
    low: u64,
    /// Where its options' larger values begin in the shared list of those.
    high_floor: usize,
}

/// The nimber of a position by depth-first search on an explicit stack, every summand valued once.
///
/// O(positions + options) in the summands that are reachable, which may be far fewer than the sums.
///
/// ```
/// use sprague::{Limits, NoNimber, Stopped, nimber_within};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits { positions: 100, ..Limits::default() };
/// assert_eq!(nimber_within(&Nim, &1000, &limits), Err(NoNimber::Stopped(Stopped::Positions(100))));
/// ```
///
/// # Errors
/// [`NoNimber::Loopy`] on a cycle, [`NoNimber::Stopped`] at a limit.
pub fn nimber_within<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Nimber, NoNimber> {
    NimberSearch::new(rules, limits).nimber(position)
}

/// A search for nimbers that remembers: ask it about one position after another, all under the same limits.
///
/// ```
/// use sprague::{Limits, NimberSearch};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(2) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits::default();
/// let mut search = NimberSearch::new(&Nim, &limits);
/// let values: Vec<u32> = (0..7).map(|heap| search.nimber(&heap).unwrap().0).collect();
/// assert_eq!(values, [0, 1, 2, 0, 1, 2, 0]);
/// ```
pub struct NimberSearch<'a, R: Impartial> {
    rules: &'a R,
    meter: Meter<'a>,
    memo: HashMap<R::Position, u32>,
    /// Options not valued yet; each frame owns the part above its floor.
    pending: Vec<R::Position>,
    /// Values of 64 and more; each frame owns the part above its floor.
    high: Vec<u32>,
    stack: Vec<Frame<R::Position>>,
    outside: usize,
}

/// Notes that an option of the frame on top has this value.
#[inline]
fn see(low: &mut u64, high: &mut Vec<u32>, value: u32) {
    if value < 64 {
        *low |= 1 << value;
    } else {
        high.push(value);
    }
}

impl<'a, R: Impartial> NimberSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        let (pending, high, stack) = (vec![], vec![], vec![]);
        Self { rules, meter: Meter::new(limits), memo: HashMap::new(), pending, high, stack, outside: 0 }
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// As [`nimber_within`]. What was valued before stays known.
    pub fn nimber(&mut self, position: &R::Position) -> Result<Nimber, NoNimber> {
        let mut total = Nimber(0);
        for part in self.rules.summands(position) {
            total = total + self.value(part).inspect_err(|_| self.forget_open())?;
        }
        Ok(total)
    }

    /// Leaves all that is not valued yet.
    fn forget_open(&mut self) {
        self.stack.clear();
        self.pending.clear();
        self.high.clear();
        self.memo.retain(|_, value| *value != OPEN);
    }

    /// The nimber of a summand.
    fn value(&mut self, root: R::Position) -> Result<Nimber, NoNimber> {
        if let Some(&known) = self.memo.get(&root) {
            return Ok(Nimber(known));
        }
        self.memo.insert(root.clone(), OPEN);
        self.enter(root, false)?;
        loop {
            let frame = self.stack.last_mut().expect("the root's frame is popped below");
            if self.pending.len() == frame.floor {
                let is_whole_option = frame.is_whole_option;
                let value = self.leave();
                let Some(parent) = self.stack.last_mut() else { return Ok(Nimber(value)) };
                if is_whole_option {
                    self.pending.pop();
                    see(&mut parent.low, &mut self.high, value);
                }
                continue;
            }
            let option = self.pending.last().expect("the list is longer than its floor");
            let mut value = 0;
            let mut new_part = None;
            let mut parts = self.rules.summands(option);
            let mut is_first = true;
            for part in parts.by_ref() {
                match self.memo.entry(part) {
                    Entry::Occupied(known) if *known.get() == OPEN => return Err(NoNimber::Loopy),
                    Entry::Occupied(known) => value ^= known.get(),
                    Entry::Vacant(new) => {
                        new_part = Some(new.key().clone());
                        new.insert(OPEN);
                        break;
                    }
                }
                is_first = false;
            }
            if let Some(part) = new_part {
                let is_whole_option = is_first && parts.next().is_none();
                drop(parts);
                self.enter(part, is_whole_option)?;
                continue;
            }
            drop(parts);
            self.pending.pop();
            see(&mut frame.low, &mut self.high, value);
        }
    }

    /// Opens a frame for a new summand: options whose parts are all known are valued at once, the others wait.
    fn enter(&mut self, position: R::Position, is_whole_option: bool) -> Result<(), NoNimber> {
        let (floor, high_floor, mut low) = (self.pending.len(), self.high.len(), 0);
        self.outside += 3 * self.rules.bytes_outside(&position);
        for option in self.rules.options(&position) {
            let known = |part| self.memo.get(&part).copied().filter(|&value| value != OPEN);
            let value = self.rules.summands(&option).try_fold(0, |sum, part| known(part).map(|value| sum ^ value));
            match value {
                Some(value) => see(&mut low, &mut self.high, value),
                None => self.pending.push(option),
            }
            let bytes = || {
                self.memo.allocation_size()
                    + self.pending.capacity() * size_of::<R::Position>()
                    + self.stack.capacity() * size_of::<Frame<R::Position>>()
                    + self.high.capacity() * size_of::<u32>()
                    + self.outside
            };
            self.meter.allow(self.memo.len() as u64, bytes, || self.rules.fault())?;
        }
        self.stack.push(Frame { position, floor, is_whole_option, low, high_floor });
        Ok(())
    }

    /// Closes the frame on top and stores the value of its summand.
    fn leave(&mut self) -> u32 {
        let frame = self.stack.pop().expect("a frame is open");
        let high = self.high.drain(frame.high_floor..);
        let value = match frame.low {
            u64::MAX => mex((0..64).chain(high).map(Nimber)).0,
            low => low.trailing_ones(),
        };
        self.memo.insert(frame.position, value);
        value
    }
}

/// The nimber of every position of a graph that was explored by impartial rules; `None` if it has a cycle.
///
/// Plain mex over the options of the whole position, without summands: the judge of everything faster. O(positions + options).
///
/// ```
/// use sprague::{Impartial, Limits, Nimber, PositionGraph, Ruleset, Several, nimbers};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let graph = PositionGraph::explore(&Several(Nim), vec![3, 5], &Limits::default()).unwrap();
/// assert_eq!(nimbers(&graph).unwrap()[0], Nimber(6));
/// ```
pub fn nimbers<P>(graph: &PositionGraph<P>) -> Option<Vec<Nimber>> {
    const NEW: u32 = u32::MAX - 1;
    let mut values = vec![Nimber(NEW); graph.len()];
    let mut stack: Vec<(u32, usize)> = vec![];
    for root in 0..graph.len() as u32 {
        if values[root as usize] != Nimber(NEW) {
            continue;
        }
        values[root as usize] = Nimber(OPEN);
        stack.push((root, 0));
        while let Some((number, next)) = stack.last_mut() {
            if let Some(&option) = graph.options(*number).get(*next) {
                *next += 1;
                match values[option as usize].0 {
                    OPEN => return None,
                    NEW => {
                        values[option as usize] = Nimber(OPEN);
                        stack.push((option, 0));
                    }
                    _ => {}
                }
            } else {
                let options = graph.options(*number).iter();
                values[*number as usize] = mex(options.map(|&option| values[option as usize]));
                stack.pop();
            }
        }
    }
    Some(values)
}
