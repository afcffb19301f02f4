//! Counts the operations, CPU time and memory of scripts, for each call and each question.
//!
//! A *question* comes from the host, such as a request for the options of a position, and takes one or more calls of
//! functions. The interpreter calls [`Meter::too_much`] after every operation, and ends the call if the result is a limit.
//! Operations differ greatly in size, so their number alone bounds neither time nor memory.
//!
//! 1. *Begin* (`begin`, `start`). A question sets its counters to 0. So does each of its calls, which also records how much
//!    memory the thread holds already: only what the call adds counts.
//! 2. *Count* (`too_much`). Every operation is counted here, because the count of the interpreter misses some: a function that
//!    a list calls for each of its items counts on a copy, and the copy is dropped.
//! 3. *Pass*. While the call holds little memory, most operations are only counted. The invariant below is the reason why
//!    that is enough.
//! 4. *Look* (`look`). Memory and operations of the call are compared with their limits. After every [`LOOK_EVERY`] = 16
//!    operations, the operations of the question, waiting, and CPU time are compared, too. This happens at every look if the
//!    call holds a MiB, because one operation may then take long.
//! 5. *End*. The limit that was passed is kept. It also ends every further operation, because a script may catch the first
//!    error. Calls may be too short for a look. So at the end of a call its memory and the operations of the question are
//!    compared with the limits once more (`has_ended`). A call that begins after the time of its question is over ends at once
//!    (`start`).
//! 6. *Judge* (`count_call`). A ruleset whose calls stay within the limits is still rejected if they are too slow for a search:
//!    if the number of operations, or the CPU time, is too large both on average and in total.
//!
//! The invariant of step 3: a call whose operations pass holds at most 8 MiB, far below the limit on memory.
//!
//! - The memory of the call is checked every [`A_FEW`] = 4 operations. Operations pass until it exceeds [`LITTLE`], 256 KiB, or
//!   a text is longer than [`SHORT_TEXT`].
//! - An operation at most doubles its input, or adds half a MiB (a list of 32,768 entries), because `guards` replaces the
//!   operations that do more. So four operations after the last check, the call holds at most 256 KiB + 512 KiB, doubled three
//!   times. Data from before the call may be copied, too; if there is much of it, no operation passes (`start`).
//! - From then on there is a look at every operation of the call (`WATCHED_CLOSELY`).
//!
//! An operation on so little memory is short. So it is enough to compare operations, allocations and time with their limits
//! every [`LOOK_SELDOM`] = 64 operations.

use super::stack::IS_SMALL;
use crate::memory::held::{Held, forget_longest, held, holds_no_more, is_counted, longest};
use crate::work::computed;
use sprague_core::clock::Instant;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// The maximum size of a string, in bytes.
pub(super) const MAX_SIZE: usize = 1 << 16;

/// The maximum number of operations of one call.
const MAX_OPERATIONS: u64 = 5_000_000;

/// The maximum number of operations of all calls for one question.
const MAX_A_QUESTION: u64 = 9 * MAX_OPERATIONS;

/// The maximum CPU time of one call. For all calls of a question it is [`LONGEST_QUESTION`].
///
/// These limits are for long operations: ordinary ones reach the limit on their number much earlier.
const LONGEST: Duration = Duration::from_millis(1_500);
const LONGEST_QUESTION: Duration = Duration::from_millis(3_000);

/// The maximum memory of one call in MiB, if memory is [counted](crate::Counted).
const MAX_MIB: i64 = 32;

/// The maximum number of allocations of one call that exist at a time, if memory is counted.
///
/// A nested value takes two of them, so a recursion over values is at most half this deep.
const MAX_PIECES: i64 = if IS_SMALL { 1 << 12 } else { 1 << 16 };

/// The maximum total size of the text of everything that a call holds, in MiB, because the interpreter could write that text
/// in one operation.
const MAX_SHOWN_MIB: i64 = 128;

/// The minimum size of an entry of a list, in bytes.
///
/// It bounds the number of entries. As text, each counts as the longest one, because entries may share a text.
const ENTRY: i64 = size_of::<rhai::Dynamic>() as i64;

/// The maximum size of a text by the bytes allocated for it, which are up to twice the bytes needed.
const LONGEST_TEXT: i64 = 2 * MAX_SIZE as i64;

/// The memory of a call, in bytes, above which the clock is read after each operation, because an operation may take long.
const MUCH: i64 = 1 << 20;

/// Calls are too slow if their average exceeds `SLOW` and their sum exceeds [`SLOW_IN_ALL`], in operations or in time.
const SLOW: Used = Used { operations: MAX_OPERATIONS / 4, micros: 100_000 };
const SLOW_IN_ALL: Used = Used { operations: 8 * MAX_OPERATIONS, micros: 2_400_000 };

/// A value of `little` that requests a look at every operation of a call.
const WATCHED_CLOSELY: i64 = i64::MIN;

/// The number of operations between two readings of the clock.
const LOOK_EVERY: u64 = 16;

/// The maximum memory of a call, in bytes, with which most operations pass.
///
/// A look after each operation took a tenth of the time of scripts that list moves.
const LITTLE: i64 = 1 << 18;
/// The maximum size of a text in such a call, in bytes.
const SHORT_TEXT: i64 = 1 << 10;
/// The number of operations between two checks of the memory of such a call.
const A_FEW: u64 = 4;
/// The number of operations between two checks of all limits in such a call.
const LOOK_SELDOM: u64 = 64;

/// The time after which the CPU time of the thread is first read, in microseconds.
///
/// Reading it takes ten times as long as reading the wall clock, and most calls are over by then.
const FIRST_LOOK: u64 = 10_000;

/// The time between two looks, in microseconds, above which the interpreter has probably waited.
///
/// It waits, without using CPU time, for a variable that is in use, and gives up after 50 ms. A script that catches the error
/// can make it wait again.
const PAUSE: u64 = 45_000;
/// The maximum part of such a time that is counted, in microseconds, because the whole program may have been stopped.
const MAX_PAUSE: u64 = 200_000;
/// The maximum time of waiting in one question, in microseconds.
const MAX_PAUSES: u64 = 1_000_000;

/// Counts operations, time and memory of a script's calls.
#[derive(Debug)]
pub(super) struct Meter {
    epoch: Instant,
    call: Stretch,
    question: Stretch,
    operations: AtomicU64,
    /// Operations of the earlier calls for the same question.
    asked: AtomicU64,
    /// The memory of the thread when the call began, as bytes, bytes of text, and number of allocations.
    held: [AtomicI64; 3],
    /// The size of the longest text from before the question.
    longest: AtomicI64,
    /// Whether a text was too long to be written.
    has_refused: AtomicBool,
    /// The limit that was passed, as its index in [`TooMuch::ALL`] plus 1, or 0 if there is none.
    ended: AtomicUsize,
    is_counted: bool,
    /// The maximum number of allocations of a call. It is lower on a small stack.
    most_pieces: i64,
    /// The size of the data from loading, which any operation may copy.
    loaded: AtomicI64,
    /// The maximum number of bytes that the thread may hold while operations pass, or [`WATCHED_CLOSELY`].
    little: AtomicI64,
    /// Whether the script can make the interpreter wait.
    may_wait: AtomicBool,
    /// The time that the interpreter has probably waited in this question, in microseconds.
    pauses: AtomicU64,
    /// The wall-clock time of the last look.
    looked: AtomicU64,
    /// The number of calls. `used` contains their operations and microseconds.
    calls: AtomicU64,
    used: [AtomicU64; 2],
}

/// A number of operations, and a CPU time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Used {
    operations: u64,
    micros: u64,
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} operations and {:.1} s of computing", self.operations, self.micros as f64 / 1e6)
    }
}

/// A limit that a call has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    Time,
    OperationsOfCall,
    Operations,
    Memory,
    Pieces,
    PiecesOfSmallStack,
    Text,
    Pauses,
}

impl TooMuch {
    const ALL: [Self; 8] = [
        Self::Time,
        Self::OperationsOfCall,
        Self::Operations,
        Self::Memory,
        Self::Pieces,
        Self::PiecesOfSmallStack,
        Self::Text,
        Self::Pauses,
    ];
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => {
                let (call, question) = (LONGEST.as_secs_f64(), LONGEST_QUESTION.as_secs_f64());
                write!(f, "one call computed for more than {call} s, or all for one question for more than {question} s")
            }
            Self::OperationsOfCall => write!(f, "more than {MAX_OPERATIONS} operations in one call (is there an endless loop?)"),
            Self::Operations => write!(f, "more than {MAX_A_QUESTION} operations in all calls for one question"),
            Self::Pauses => f.write_str("functions used a variable while it was being changed, again and again"),
            Self::Memory => write!(f, "one call held more than {MAX_MIB} MiB of memory, or {MAX_SHOWN_MIB} written as text"),
            Self::Pieces => write!(f, "one call held more than {MAX_PIECES} lists, maps and strings"),
            Self::PiecesOfSmallStack => f.write_str(
                "one call held more lists, maps and strings than a small stack has room for: a higher `ulimit -v` allows more",
            ),
            Self::Text => write!(f, "one call made a text of more than {MAX_SIZE} bytes"),
        }
    }
}

impl Meter {
    #[cfg(test)]
    pub(super) fn new() -> Self {
        Self::with_stack_of(1)
    }

    /// Returns a meter for a stack of this [share](super::stack::Stack::share).
    pub(super) fn with_stack_of(share: i64) -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            epoch: Instant::now(),
            call: Stretch::default(),
            question: Stretch::default(),
            operations: zero(),
            asked: zero(),
            held: [0; 3].map(AtomicI64::new),
            longest: AtomicI64::new(0),
            has_refused: AtomicBool::new(false),
            ended: AtomicUsize::new(0),
            is_counted: is_counted(),
            most_pieces: MAX_PIECES / share,
            loaded: AtomicI64::new(0),
            little: AtomicI64::new(WATCHED_CLOSELY),
            may_wait: AtomicBool::new(false),
            pauses: zero(),
            looked: zero(),
            calls: zero(),
            used: [zero(), zero()],
        }
    }

    /// Counts pauses from now on.
    pub(super) fn expect_pauses(&self) {
        self.may_wait.store(true, Relaxed);
    }

    /// Returns the wall-clock time in microseconds.
    fn now(&self) -> u64 {
        self.epoch.elapsed().as_micros() as u64
    }

    /// Records the longest text that was just loaded, which all later calls may use.
    pub(super) fn keep_longest(&self) {
        self.longest.fetch_max(longest().min(LONGEST_TEXT), Relaxed);
        forget_longest();
    }

    /// Records the memory of the call that just ended as loaded data. One operation of any later call may copy these data.
    pub(super) fn keep_loaded(&self) {
        self.loaded.store(self.held_by_call().bytes, Relaxed);
    }

    /// Ends the call at the next operation, because a text would have been too long.
    pub(super) fn refuse_text(&self) {
        self.has_refused.store(true, Relaxed);
        self.little.store(WATCHED_CLOSELY, Relaxed);
    }

    /// Starts a question, which may take many calls.
    pub(super) fn begin(&self) {
        forget_longest();
        self.question.begin(self.now());
        self.asked.store(0, Relaxed);
        self.pauses.store(0, Relaxed);
    }

    pub(super) fn start(&self) {
        let now = self.now();
        self.call.begin(now);
        self.looked.store(now, Relaxed);
        self.operations.store(0, Relaxed);
        let Held { bytes, text, pieces } = held();
        [bytes, text, pieces].into_iter().zip(&self.held).for_each(|(held, before)| before.store(held, Relaxed));
        self.has_refused.store(false, Relaxed);
        let is_over = self.question.is_spent(now, LONGEST_QUESTION);
        self.ended.store(if is_over { 1 + TooMuch::Time as usize } else { 0 }, Relaxed);
        // the invariant of step 3 requires counted memory, and little data from loading, because one operation may copy that
        // data
        let is_watched_closely = is_over
            || !self.is_counted
            || self.may_wait.load(Relaxed)
            || self.loaded.load(Relaxed) > LITTLE
            || self.longest.load(Relaxed) > SHORT_TEXT;
        self.little.store(if is_watched_closely { WATCHED_CLOSELY } else { bytes + LITTLE }, Relaxed);
    }

    /// Returns an error if the call has passed a limit, and checks the limits at the end of the call.
    pub(super) fn has_ended(&self) -> Result<(), TooMuch> {
        let at_its_end = || {
            let asked = self.asked.load(Relaxed) + self.operations.load(Relaxed);
            self.held_too_much(self.held_by_call()).or((asked > MAX_A_QUESTION).then_some(TooMuch::Operations))
        };
        self.ended().or_else(at_its_end).map_or(Ok(()), Err)
    }

    /// Returns the limit that ended the call.
    fn ended(&self) -> Option<TooMuch> {
        TooMuch::ALL.get(self.ended.load(Relaxed).checked_sub(1)?).copied()
    }

    /// Returns the memory of the thread minus its memory when the call began.
    fn held_by_call(&self) -> Held {
        let Held { bytes, text, pieces } = held();
        let [bytes_before, text_before, pieces_before] = [0, 1, 2].map(|what| self.held[what].load(Relaxed));
        Held { bytes: bytes - bytes_before, text: text - text_before, pieces: pieces - pieces_before }
    }

    fn held_too_much(&self, held: Held) -> Option<TooMuch> {
        // assume that every entry is the longest text
        let longest = longest().max(self.longest.load(Relaxed));
        let shown = (held.bytes - held.text) / ENTRY * longest;
        if held.bytes > MAX_MIB << 20 || shown > MAX_SHOWN_MIB << 20 {
            Some(TooMuch::Memory)
        } else if held.pieces > self.most_pieces {
            Some(if self.most_pieces < MAX_PIECES { TooMuch::PiecesOfSmallStack } else { TooMuch::Pieces })
        } else if longest > LONGEST_TEXT || self.has_refused.load(Relaxed) {
            Some(TooMuch::Text)
        } else {
            None
        }
    }

    /// Returns the number of operations of all calls that have ended.
    pub(super) fn operations(&self) -> u64 {
        self.used[0].load(Relaxed)
    }

    /// Counts a call that has ended.
    ///
    /// If all calls so far are too slow for a search, returns their number and their use.
    pub(super) fn count_call(&self) -> Option<(u64, Used)> {
        let operations = self.operations.load(Relaxed);
        self.asked.fetch_add(operations, Relaxed);
        let calls = 1 + self.calls.fetch_add(1, Relaxed);
        let this = [operations, self.call.spent(self.now())];
        let [operations, micros] = [0, 1].map(|what| this[what] + self.used[what].fetch_add(this[what], Relaxed));
        let is_slow = |used: u64, all: u64, each: u64| used > all && used / calls > each;
        let is_too_slow =
            is_slow(operations, SLOW_IN_ALL.operations, SLOW.operations) || is_slow(micros, SLOW_IN_ALL.micros, SLOW.micros);
        is_too_slow.then_some((calls, Used { operations, micros }))
    }

    /// Counts one operation. Returns the limit that the call has passed, if it has.
    #[inline]
    pub(super) fn too_much(&self) -> Option<TooMuch> {
        // 2. count; a separate load and store are enough, because only this thread writes
        let operations = 1 + self.operations.load(Relaxed);
        self.operations.store(operations, Relaxed);
        // 3. pass, or find that the call no longer holds little
        let little = self.little.load(Relaxed);
        if little != WATCHED_CLOSELY {
            if !operations.is_multiple_of(A_FEW) {
                return None;
            }
            if !holds_no_more(little, SHORT_TEXT) {
                self.little.store(WATCHED_CLOSELY, Relaxed);
            } else if !operations.is_multiple_of(LOOK_SELDOM) {
                return None;
            }
        }
        // 5. the call has ended already, or 4. a look ends it now
        self.ended().or_else(|| {
            let found = self.look(operations)?;
            self.ended.store(1 + found as usize, Relaxed);
            self.little.store(WATCHED_CLOSELY, Relaxed);
            Some(found)
        })
    }

    /// Returns the limit that the call has passed after this many operations, if it has.
    fn look(&self, operations: u64) -> Option<TooMuch> {
        let held = self.held_by_call();
        if let Some(too_much) = self.held_too_much(held) {
            return Some(too_much);
        }
        if operations > MAX_OPERATIONS {
            return Some(TooMuch::OperationsOfCall);
        }
        // reading the clock takes longer than an ordinary operation, but one on much memory may take long
        if !operations.is_multiple_of(LOOK_EVERY) && held.bytes < MUCH {
            return None;
        }
        if self.asked.load(Relaxed) + operations > MAX_A_QUESTION {
            return Some(TooMuch::Operations);
        }
        let now = self.now();
        // waiting uses no CPU time, so it is measured by the wall clock
        if self.may_wait.load(Relaxed) {
            let pause = (now - self.looked.swap(now, Relaxed)).min(MAX_PAUSE);
            if pause > PAUSE && pause + self.pauses.fetch_add(pause, Relaxed) > MAX_PAUSES {
                return Some(TooMuch::Pauses);
            }
        }
        let is_late = self.call.is_spent(now, LONGEST) || self.question.is_spent(now, LONGEST_QUESTION);
        is_late.then_some(TooMuch::Time)
    }
}

/// Measures CPU time of this thread, in microseconds.
///
/// It is like a [`Budget`](crate::work::Budget), but costs nothing at the start. CPU time never exceeds wall-clock time, so
/// it is only read after some wall-clock time has passed.
#[derive(Debug, Default)]
struct Stretch {
    began: AtomicU64,
    /// The wall-clock time at which CPU time is read next.
    next_look: AtomicU64,
    /// The CPU time at the first reading, plus 1; 0 before that.
    at_first_look: AtomicU64,
}

impl Stretch {
    fn begin(&self, now: u64) {
        self.began.store(now, Relaxed);
        self.next_look.store(now + FIRST_LOOK, Relaxed);
        self.at_first_look.store(0, Relaxed);
    }

    fn is_spent(&self, now: u64, longest: Duration) -> bool {
        if now < self.next_look.load(Relaxed) {
            return false;
        }
        let clock = computed().as_micros() as u64;
        let first = match self.at_first_look.load(Relaxed).checked_sub(1) {
            Some(first) => first,
            None => {
                self.at_first_look.store(clock + 1, Relaxed);
                clock
            }
        };
        // CPU time never exceeds wall-clock time, so the rest cannot be used up before this much wall-clock time has passed
        let left = (longest.as_micros() as u64).saturating_sub(clock.saturating_sub(first));
        self.next_look.store(now + left, Relaxed);
        left == 0
    }

    /// Returns an estimate of the CPU time used.
    ///
    /// Before the first reading of the CPU time, wall-clock time is used, but at most [`FIRST_LOOK`].
    fn spent(&self, now: u64) -> u64 {
        let before = FIRST_LOOK.min(now - self.began.load(Relaxed));
        match self.at_first_look.load(Relaxed).checked_sub(1) {
            Some(first) => before + (computed().as_micros() as u64).saturating_sub(first),
            None => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pause that exceeds every limit.
    const STOPPED: Duration = Duration::from_millis(3_200);

    /// Counts this many operations. Returns the limit that the last of them passes.
    fn at_last_of(meter: &Meter, operations: u64) -> Option<TooMuch> {
        meter.operations.fetch_add(operations - 1, Relaxed);
        meter.too_much()
    }

    #[test]
    fn calls_too_short_for_a_look_count_for_their_question() {
        let meter = Meter::new();
        meter.begin();
        let short = || {
            meter.start();
            let passed = (1..LOOK_EVERY).find_map(|_| meter.too_much());
            let ended = passed.map_or_else(|| meter.has_ended(), Err);
            meter.count_call();
            ended
        };
        meter.asked.store(MAX_A_QUESTION - 2 * LOOK_EVERY, Relaxed);
        assert_eq!([short(), short(), short()], [Ok(()), Ok(()), Err(TooMuch::Operations)]);
        meter.begin();
        assert_eq!(short(), Ok(()));
    }

    #[test]
    fn a_program_that_was_stopped_has_used_nothing() {
        let meter = Meter::new();
        meter.begin();
        meter.start();
        assert_eq!(at_last_of(&meter, LOOK_EVERY), None);
        std::thread::sleep(STOPPED);
        for _ in 2..100 {
            assert_eq!(at_last_of(&meter, LOOK_EVERY), None);
        }
        assert_eq!(meter.count_call(), None);
    }

    #[test]
    fn an_operation_that_takes_long_is_seen() {
        let meter = Meter::new();
        meter.begin();
        meter.start();
        let mut operations = 0;
        let found = loop {
            operations += LOOK_EVERY;
            assert!(operations < MAX_OPERATIONS, "nothing was seen");
            // the largest amount of work that one operation may do
            let entries: Vec<u64> = (0..30_000).collect();
            std::hint::black_box(entries.iter().rev().copied().sum::<u64>());
            if let Some(found) = at_last_of(&meter, LOOK_EVERY) {
                break found;
            }
        };
        assert_eq!(found, TooMuch::Time);
    }

    #[test]
    fn operations_are_counted_by_call_and_by_question() {
        let meter = Meter::new();
        meter.begin();
        let mut ended = None;
        for _ in 0..20 {
            meter.start();
            ended = at_last_of(&meter, MAX_OPERATIONS);
            if ended.is_some() {
                break;
            }
            meter.count_call();
        }
        assert_eq!(ended, Some(TooMuch::Operations));
        meter.begin();
        meter.start();
        assert_eq!(at_last_of(&meter, MAX_OPERATIONS), None, "a new question");
        assert_eq!(meter.too_much(), Some(TooMuch::OperationsOfCall));
    }

    #[test]
    fn a_call_that_holds_little_is_watched_closely_when_it_holds_more() {
        let meter = Meter::new();
        meter.start();
        meter.refuse_text();
        // this value makes every operation pass until the next look
        meter.little.store(i64::MAX, Relaxed);
        let ended: Vec<u64> = (1..=LOOK_SELDOM + 2).filter(|_| meter.too_much().is_some()).collect();
        assert_eq!(ended, [LOOK_SELDOM, LOOK_SELDOM + 1, LOOK_SELDOM + 2], "nobody looks before, and then it has ended");
        meter.start();
        meter.refuse_text();
        meter.little.store(WATCHED_CLOSELY + 1, Relaxed);
        let ended: Vec<u64> = (1..=A_FEW + 1).filter(|_| meter.too_much().is_some()).collect();
        assert_eq!(ended, [A_FEW, A_FEW + 1]);
        assert_eq!(meter.has_ended(), Err(TooMuch::Text));
    }

    #[test]
    fn what_ended_is_known_by_its_place() {
        for (place, too_much) in TooMuch::ALL.into_iter().enumerate() {
            assert_eq!(too_much as usize, place);
        }
    }

    #[test]
    fn calls_that_need_much_each_are_too_slow() {
        let calls = |operations: u64| {
            let meter = Meter::new();
            (0..1_000).find_map(|_| {
                meter.begin();
                meter.start();
                assert_eq!(at_last_of(&meter, operations), None);
                meter.count_call()
            })
        };
        assert_eq!(calls(MAX_OPERATIONS / 8), None);
        assert!(calls(MAX_OPERATIONS / 2).is_some_and(|(calls, _)| calls < 100));
    }
}
