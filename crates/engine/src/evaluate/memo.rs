//! The one recursion behind nimbers, measures, genera and values, on an explicit stack.
//!
//! It is depth first, and visits every position once.
//!
//! An [`Evaluation`] has the value of a position given those of its options; [`Recursion`] walks, remembers, finds loops and
//! asks the limits. A value may take stages: summands first, then options.

use crate::growth;
use crate::limits::Meter;
use crate::{Limits, Stopped};
use core::borrow::Borrow;
use core::fmt;
use core::hash::Hash;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use sprague_core::any::Fault;

/// A value that a memo can hold.
pub(crate) trait Value: Copy + Eq {
    /// The mark of a key that is still being searched; no value equals it.
    const OPEN: Self;
}

impl Value for u32 {
    /// A number that no position has.
    ///
    /// It would need almost 2³² options, or moves to the end. The two numbers above have a meaning: `Measure::OVER`, `CLOSED`.
    const OPEN: u32 = u32::MAX - 2;
}

/// The value of a position by those of its options.
pub(crate) trait Evaluation: Sized {
    /// The key that is remembered: a position in normal form, or a sum.
    ///
    /// Options have this type too, before they are split or reduced.
    type Key: Clone + Eq + Hash;
    /// The value of a position.
    type Value: Value;
    /// The knowledge about the options seen so far, beside the list of their values.
    type Fold: Default;
    /// The reason why there is no value.
    type Error: From<Stopped>;
    /// The error for a key that leads back to itself.
    const LOOPY: Self::Error;

    /// Hands everything that `key` waits for to [`Memo::note`].
    ///
    /// Whatever is not known at once is looked up later, the last one first.
    fn options(&mut self, key: &Self::Key, fold: &mut Self::Fold, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped>;

    /// The value of an option by the memo, or the key to search.
    ///
    /// Here the option is its own key.
    #[inline]
    fn find(&mut self, option: Self::Key, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        Ok(memo.find(option))
    }

    /// Notes an option's value, here in the list.
    fn see(fold: &mut Self::Fold, value: Self::Value, seen: &mut Vec<Self::Value>) {
        let _ = fold;
        seen.push(value);
    }

    /// The value of `key`, now that all it waits for is seen.
    ///
    /// `None` if it waits for more, which `options` is then asked for.
    fn value(&mut self, key: &Self::Key, fold: &mut Self::Fold, seen: &mut [Self::Value])
    -> Result<Option<Self::Value>, Stopped>;

    /// Bytes that a key keeps outside of itself.
    fn allocated_bytes(&self, key: &Self::Key) -> usize;

    /// The failure inside the rules, if there is one.
    fn fault(&self) -> Option<Fault>;

    /// Bytes that it holds itself.
    fn bytes(&self) -> usize {
        0
    }

    /// The number of positions that were visited when this many keys are remembered.
    fn visited(&self, remembered: usize) -> usize {
        remembered
    }
}

/// The answer of the memo about an option.
pub(crate) enum Found<K, V> {
    /// It is known, and this.
    Value(V),
    /// It is being searched, so it is loopy.
    Open,
    /// This key must be searched; the memo holds it as open from now on.
    New {
        key: K,
        /// The option, if its value is not that of the key.
        ///
        /// It is looked up again then.
        waiting: Option<K>,
    },
}

/// The answer of the memo of an evaluation about an option.
pub(crate) type FoundBy<E> = Found<<E as Evaluation>::Key, <E as Evaluation>::Value>;

/// The memo of an evaluation.
pub(crate) type MemoOf<'a, E> = Memo<'a, <E as Evaluation>::Key, <E as Evaluation>::Value>;

/// The values that are remembered, and the options that wait to be looked up.
pub(crate) struct Memo<'a, K, V> {
    known: HashMap<K, V>,
    /// Options not looked up yet; each frame owns the part above its floor.
    pending: Vec<K>,
    /// Values that [`see`](Evaluation::see) listed; each frame owns the part above its floor.
    seen: Vec<V>,
    meter: Meter<'a>,
    /// Bytes that keys keep outside of themselves.
    ///
    /// Those in the memo, in the list of waiting ones, and on the stack.
    outside: usize,
    stack_bytes: usize,
}

// Always inlined: left to the compiler, rules that cost next to nothing take up to a tenth more instructions.
impl<K: Clone + Eq + Hash, V: Value> Memo<'_, K, V> {
    /// The value of a key; `None` if it is new or still being searched.
    #[inline(always)]
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.known.get(key).copied().filter(|value| *value != V::OPEN)
    }

    /// The value of a key; a new one is open from now on.
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

    /// Notes an option whose value is known at once, or leaves it for later.
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

    /// Tells whether the search may go on.
    #[inline(always)]
    pub(crate) fn allow<E: Evaluation<Key = K, Value = V>>(&mut self, evaluation: &E) -> Result<(), Stopped> {
        let Self { meter, known, pending, seen, .. } = self;
        let bytes = || bytes(known, pending, seen) + self.stack_bytes + self.outside + evaluation.bytes();
        meter.allow(evaluation.visited(known.len()) as u64, bytes, || evaluation.fault())
    }

    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.known, &self.pending, &self.seen) + self.stack_bytes + self.outside
    }

    /// The number of keys that are remembered.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Closes a key that [`find`](Self::find) has just opened: its value is known without a search.
    pub(crate) fn decide(&mut self, evaluation: &impl Evaluation<Key = K>, key: &K, value: V) {
        self.outside += evaluation.allocated_bytes(key);
        *self.known.get_mut(key).expect("it is open") = value;
    }

    /// Forgets a key that [`find`](Self::find) has just opened.
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
    /// The place where its waiting options begin in the shared list.
    floor: usize,
    /// The place where the values it has listed begin in their shared list.
    seen_floor: usize,
    /// Tells whether its value is that of the option which needs it.
    is_whole_option: bool,
    fold: F,
}

/// A search that remembers, for one option after another under the same limits.
///
/// After an error it keeps what was decided and nothing open. Key, value and fold are those of the evaluation; as parameters they
/// leave a search usable where its rules and limits live less long.
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
    /// A search that knows nothing yet.
    pub(crate) fn new(evaluation: E, limits: &'a Limits) -> Self {
        let meter = Meter::new(limits);
        let memo = Memo { known: HashMap::new(), pending: vec![], seen: vec![], meter, outside: 0, stack_bytes: 0 };
        Self { evaluation, memo, stack: vec![] }
    }

    /// The memo of the search.
    pub(crate) fn memo(&self) -> &Memo<'a, E::Key, E::Value> {
        &self.memo
    }

    /// The value of an option.
    ///
    /// There is none once the rules have failed.
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
            match self.stack.last_mut() {
                None => return Ok(value),
                Some(frame) => E::see(&mut frame.fold, value, &mut self.memo.seen),
            }
        }
    }

    /// Opens a frame for a key that has just become open.
    fn enter(&mut self, key: E::Key, is_whole_option: bool) -> Result<(), Stopped> {
        let Self { evaluation, memo, stack } = self;
        // it is in the memo and on the stack
        memo.outside += 2 * evaluation.allocated_bytes(&key);
        let (floor, seen_floor, mut fold) = (memo.pending.len(), memo.seen.len(), E::Fold::default());
        let listed = memo.allow(evaluation).and_then(|()| evaluation.options(&key, &mut fold, memo));
        stack.push(Frame { key, floor, seen_floor, is_whole_option, fold });
        memo.stack_bytes = stack.capacity() * size_of::<Frame<E::Key, E::Fold>>();
        listed
    }

    /// Closes the frame on top and remembers the value of its key.
    ///
    /// Tells whether that is the value of a whole option.
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

    /// Leaves all that is not decided.
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
