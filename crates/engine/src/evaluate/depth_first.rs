//! Outcomes depth first, with early exit, when the graph need not be held.

use crate::{Limits, Meter, Stopped};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
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
    let mut meter = Meter::new(limits);
    let mut memo: HashMap<R::Position, Option<Outcome>> = HashMap::new();
    let mut pending: Vec<R::Position> = vec![];
    let mut outside = 0;
    let mut answer = None;
    let mut stack: Vec<Frame<R::Position>> = vec![];
    let mut entered = Some(root.clone());
    loop {
        if let Some(position) = entered.take() {
            memo.insert(position.clone(), OPEN);
            outside += 3 * rules.bytes_outside(&position);
            let floor = pending.len();
            for option in rules.options(&position) {
                pending.push(option);
                let bytes = || {
                    let stored = memo.allocation_size() + outside;
                    stored + (pending.capacity() + stack.capacity()) * size_of::<Frame<R::Position>>()
                };
                meter.allow(memo.len() as u64, bytes, || rules.fault())?;
            }
            stack.push(Frame { position, floor, best: None });
        }
        let Some(frame) = stack.last_mut() else {
            return Ok(answer.expect("the root was decided last"));
        };
        if let Some(outcome) = answer.take() {
            frame.best = frame.best.max(Some(-outcome));
        }
        let is_over = frame.best == Some(Outcome::Win) || pending.len() == frame.floor;
        if is_over {
            let frame = stack.pop().expect("it was looked at");
            pending.truncate(frame.floor);
            let outcome = frame.best.unwrap_or_else(|| rules.terminal_outcome(&frame.position));
            memo.insert(frame.position, Some(outcome));
            answer = Some(outcome);
        } else {
            let option = pending.pop().expect("the list is longer than its floor");
            match memo.entry(option) {
                Entry::Occupied(known) => match *known.get() {
                    OPEN => return Err(Undecided::Loopy),
                    decided => answer = decided,
                },
                Entry::Vacant(new) => entered = Some(new.into_key()),
            }
        }
    }
}
