//! The depth-first recursion shared by searches for measures, genera, values and others, on an explicit stack.
//!
//! It visits every position once. An [`Evaluation`] computes the value of a position from the values of its options.
//! [`Recursion`] walks through the game, remembers values, finds loops and checks the limits. A value may take several stages,
//! for example first the summands and then the options.

use crate::growth;
use crate::limits::Meter;
use crate::{Limits, Stopped};
use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use sprague_core::any::Fault;

pub(crate) trait Value: Copy + Eq {
    /// Marks a key that is still being searched. No key may have this value.
    const OPEN: Self;
}

impl Value for u32 {
    /// A number that no position has, because it would take almost 2³² options or moves to the end.
    ///
    /// The two numbers above it have other meanings: `Measure::OVER` and `CLOSED`.
    const OPEN: u32 = u32::MAX - 2;
}

/// A rule by which the value of a position follows from the values of its options.
pub(crate) trait Evaluation: Sized {
    /// The key that is remembered: a position in normal form, or a sum.
    ///
    /// Options have this type too, before they are split or brought into normal form.
    type Key: Clone + Eq + Hash;
    type Value: Value;
    /// A summary of the options seen so far, in addition to the list of their values.
    type Fold: Default;
    type Error: From<Stopped>;
    /// The error for a key that leads back to itself.
    const LOOPY: Self::Error;

    /// Passes everything on which the value of `key` depends to [`Memo::note`].
    ///
    /// Values that are not known at once are looked up later, in reverse order.
    fn options(&mut self, key: &Self::Key, fold: &mut Self::Fold, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped>;

    /// Returns the value of an option if the memo has it, and otherwise the key to search.
    ///
    /// By default the option is its own key.
    #[inline]
    fn find(&mut self, option: Self::Key, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        Ok(memo.find(option))
    }

    /// Adds the value of an option to the fold; by default, to the list of values.
    fn see(fold: &mut Self::Fold, value: Self::Value, seen: &mut Vec<Self::Value>) {
        let _ = fold;
        seen.push(value);
    }

    /// Returns the value of `key` once everything passed to [`Memo::note`] has been seen.
    ///
    /// Returns `None` if a further stage is needed; `options` is then called again.
    fn value(&mut self, key: &Self::Key, fold: &mut Self::Fold, seen: &mut [Self::Value])
    -> Result<Option<Self::Value>, Stopped>;

    /// Returns the bytes that a key allocates outside of itself.
    fn allocated_bytes(&self, key: &Self::Key) -> usize;

    /// Returns the failure inside the rules, if there was one.
    fn fault(&self) -> Option<Fault>;

    /// Returns the bytes that the evaluation itself uses.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns the number of visited positions, given how many keys are remembered.
    fn visited(&self, remembered: usize) -> usize {
        remembered
    }
}

/// The entry of the memo for an option.
pub(crate) enum Found<K, V> {
    Value(V),
    /// The option is being searched, so play can return to it.
    Open,
    /// This key must be searched; the memo marks it as open from now on.
    New {
        key: K,
        /// The option, if its value differs from that of the key. It is looked up again after the key.
        waiting: Option<K>,
    },
}

pub(crate) type FoundBy<E> = Found<<E as Evaluation>::Key, <E as Evaluation>::Value>;

pub(crate) type MemoOf<'a, E> = Memo<'a, <E as Evaluation>::Key, <E as Evaluation>::Value>;

/// The remembered values, and the options that wait to be looked up.
pub(crate) struct Memo<'a, K, V> {
    known: HashMap<K, V>,
    /// Options not looked up yet. Each frame owns the part above its floor.
    pending: Vec<K>,
    /// Values that [`see`](Evaluation::see) listed. Each frame owns the part above its floor.
    seen: Vec<V>,
    meter: Meter<'a>,
    /// Bytes that keys allocate outside of themselves: the keys in the memo, in `pending` and on the stack.
    outside: usize,
    stack_bytes: usize,
}

// Always inlined: if the compiler decides, rules that cost next to nothing take up to a tenth more instructions.
impl<K: Clone + Eq + Hash, V: Value> Memo<'_, K, V> {
    /// Returns the value of a key, or `None` if the key is new or still being searched.
    #[inline(always)]
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.known.get(key).copied().filter(|value| *value != V::OPEN)
    }

    /// Looks a key up and marks it as open if it is new.
    #[inline(always)]
    pub(crate) fn find(&mut self, key: K) -> Found<K, V> {
        match self.known.entry(key) {
            Entry::Occupied(known) if *known.get() == V::OPEN => Found::Open,
            Entry::Occupied(known) => Found::Value(*known.get()),
            Entry::Vacant(new) => {
                let key = new.key().clone();
                new.insert(V::OPEN);
                Found::New { key, waiting: None }
            }
        }
    }

    /// Adds the value of an option to the fold if it is known, and otherwise queues the option.
    #[inline(always)]
    pub(crate) fn note<E: Evaluation<Key = K, Value = V>>(
        &mut self,
        evaluation: &E,
        fold: &mut E::Fold,
        known: Option<V>,
        option: impl FnOnce() -> K,
    ) -> Result<(), Stopped> {
        match known {
            Some(value) => E::see(fold, value, &mut self.seen),
            None => self.push(evaluation, option()),
        }
        self.allow(evaluation)
    }

    #[inline(always)]
    pub(crate) fn allow<E: Evaluation<Key = K, Value = V>>(&mut self, evaluation: &E) -> Result<(), Stopped> {
        let Self { meter, known, pending, seen, .. } = self;
        let bytes = || bytes(known, pending, seen) + self.stack_bytes + self.outside + evaluation.bytes();
        meter.allow(evaluation.visited(known.len()) as u64, bytes, || evaluation.fault())
    }

    /// Returns roughly how many bytes the memo and the stack take.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.known, &self.pending, &self.seen) + self.stack_bytes + self.outside
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Stores the value of a key that [`find`](Self::find) has just opened and that needs no search.
    pub(crate) fn decide(&mut self, evaluation: &impl Evaluation<Key = K>, key: &K, value: V) {
        self.outside += evaluation.allocated_bytes(key);
        *self.known.get_mut(key).expect("it is open") = value;
    }

    /// Removes a key that [`find`](Self::find) has just opened.
    pub(crate) fn forget(&mut self, key: &K) {
        self.known.remove(key);
    }

    #[inline(always)]
    fn push(&mut self, evaluation: &impl Evaluation<Key = K>, option: K) {
        self.outside += evaluation.allocated_bytes(&option);
        self.pending.push(option);
    }

    #[inline(always)]
    fn pop(&mut self, evaluation: &impl Evaluation<Key = K>) -> K {
        let option = self.pending.pop().expect("the list is longer than its floor");
        self.outside = self.outside.saturating_sub(evaluation.allocated_bytes(&option));
        option
    }
}

fn bytes<K: Eq + Hash, V>(known: &HashMap<K, V>, pending: &Vec<K>, seen: &Vec<V>) -> usize {
    growth::of_map(known) + growth::of_list(pending) + growth::of_list(seen)
}

/// A key whose options are being looked up.
struct Frame<K, F> {
    key: K,
    /// Where its waiting options begin in `pending`.
    floor: usize,
    /// Where its values begin in `seen`.
    seen_floor: usize,
    /// `true` if its value is also the value of the option that led to it.
    is_whole_option: bool,
    fold: F,
}

/// A search that remembers values and answers for one option after another under the same limits.
///
/// After an error it keeps the values found so far, and no key stays open. `K`, `V` and `F` are the evaluation's key, value and
/// fold. They are type parameters because a search can then be used where its rules and limits have a shorter lifetime.
pub(crate) struct Recursion<'a, E, K, V, F> {
    pub(crate) evaluation: E,
    memo: Memo<'a, K, V>,
    stack: Vec<Frame<K, F>>,
}

impl<E, K, V, F> fmt::Debug for Recursion<'_, E, K, V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recursion").field("known", &self.memo.known.len()).finish_non_exhaustive()
    }
}

impl<'a, E: Evaluation> Recursion<'a, E, E::Key, E::Value, E::Fold> {
    pub(crate) fn new(evaluation: E, limits: &'a Limits) -> Self {
        let meter = Meter::new(limits);
        let memo = Memo { known: HashMap::new(), pending: vec![], seen: vec![], meter, outside: 0, stack_bytes: 0 };
        Self { evaluation, memo, stack: vec![] }
    }

    pub(crate) fn memo(&self) -> &Memo<'a, E::Key, E::Value> {
        &self.memo
    }

    /// Returns the value of an option.
    ///
    /// Once the rules have failed, every call returns an error.
    pub(crate) fn value(&mut self, option: E::Key) -> Result<E::Value, E::Error> {
        let value = self.search(option).inspect_err(|_| self.leave_all())?;
        match self.evaluation.fault() {
            Some(fault) => Err(Stopped::from(fault).into()),
            None => Ok(value),
        }
    }

    fn search(&mut self, option: E::Key) -> Result<E::Value, E::Error> {
        self.memo.push(&self.evaluation, option);
        loop {
            let Self { evaluation, memo, stack } = self;
            let value = match stack.last_mut() {
                // 1. nothing waits for the key on top: compute its value, or go on to its next stage
                Some(frame) if memo.pending.len() == frame.floor => {
                    let seen = &mut memo.seen[frame.seen_floor..];
                    let Some(value) = evaluation.value(&frame.key, &mut frame.fold, seen)? else {
                        memo.seen.truncate(frame.seen_floor);
                        evaluation.options(&frame.key, &mut frame.fold, memo)?;
                        continue;
                    };
                    if !self.leave(value) {
                        continue;
                    }
                    value
                }
                // 2. look up the next waiting option, and search it if it is new
                _ => match evaluation.find(memo.pop(evaluation), memo)? {
                    Found::Value(value) => value,
                    Found::Open => return Err(E::LOOPY),
                    Found::New { key, waiting } => {
                        let is_whole_option = waiting.is_none();
                        if let Some(option) = waiting {
                            memo.push(evaluation, option);
                        }
                        self.enter(key, is_whole_option)?;
                        continue;
                    }
                },
            };
            // 3. pass the value to the key below, or return it
            match self.stack.last_mut() {
                None => return Ok(value),
                Some(frame) => E::see(&mut frame.fold, value, &mut self.memo.seen),
            }
        }
    }

    /// Opens a frame for a key that [`find`](Memo::find) has just marked as open.
    fn enter(&mut self, key: E::Key, is_whole_option: bool) -> Result<(), Stopped> {
        let Self { evaluation, memo, stack } = self;
        // twice: the key is in the memo and on the stack
        memo.outside += 2 * evaluation.allocated_bytes(&key);
        let (floor, seen_floor, mut fold) = (memo.pending.len(), memo.seen.len(), E::Fold::default());
        let listed = memo.allow(evaluation).and_then(|()| evaluation.options(&key, &mut fold, memo));
        stack.push(Frame { key, floor, seen_floor, is_whole_option, fold });
        memo.stack_bytes = stack.capacity() * size_of::<Frame<E::Key, E::Fold>>();
        listed
    }

    /// Closes the frame on top and remembers the value of its key.
    ///
    /// Returns `true` if that value is also the value of the option that led to the key.
    fn leave(&mut self, value: E::Value) -> bool {
        let Self { evaluation, memo, stack } = self;
        let frame = stack.pop().expect("a frame is open");
        while memo.pending.len() > frame.floor {
            memo.pop(evaluation);
        }
        memo.seen.truncate(frame.seen_floor);
        memo.outside = memo.outside.saturating_sub(evaluation.allocated_bytes(&frame.key));
        *memo.known.get_mut(&frame.key).expect("it is open") = value;
        frame.is_whole_option
    }

    /// Removes every open key and every waiting option.
    fn leave_all(&mut self) {
        let Self { evaluation, memo, stack } = self;
        for frame in stack.drain(..) {
            memo.outside = memo.outside.saturating_sub(2 * evaluation.allocated_bytes(&frame.key));
            memo.known.remove(&frame.key);
        }
        while !memo.pending.is_empty() {
            memo.pop(evaluation);
        }
        memo.seen.clear();
    }
}

#[cfg(test)]
mod tests;
