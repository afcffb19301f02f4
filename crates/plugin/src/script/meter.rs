//! What one call of a script, and all the calls for one question, have used so far: operations, computing time where single
//! operations take long, and memory where it is counted.

use super::guards::MAX_SIZE;
use crate::memory::{Held, forget_longest, held, holds_no_more, is_counted, longest};
use crate::work::computed;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The most operations of one call.
const MAX_OPERATIONS: u64 = 5_000_000;

/// The most operations of all calls that one question needs.
const MAX_A_QUESTION: u64 = 9 * MAX_OPERATIONS;

/// The longest computing time of one call, and of all for one question: for operations that take long, since usual ones take far less
/// when their number ends them.
const LONGEST: Duration = Duration::from_millis(1_500);
const LONGEST_QUESTION: Duration = Duration::from_millis(3_000);

/// How many MiB one call may hold where memory is [counted](crate::Counted), and in how many pieces: a value in a value takes two, and
/// what recurses over values does so no deeper than that.
const MAX_MIB: i64 = 32;
const MAX_PIECES: i64 = 1 << 16;

/// How many MiB all that it holds may be when it is written as text, which the interpreter does in one operation.
const MAX_SHOWN_MIB: i64 = 128;

/// The fewest bytes of an entry of a list. Entries may share a text: all are counted with the longest, for how long they are as text.
const ENTRY: i64 = size_of::<rhai::Dynamic>() as i64;

/// The longest text by the bytes that are asked for, which are up to twice those that are needed.
const LONGEST_TEXT: i64 = 2 * MAX_SIZE as i64;

/// From so much on operations may take long, so that the clock is looked at after each.
const MUCH: i64 = 1 << 20;

/// Calls that take so much on average, and so much in all, are too slow.
const SLOW: Used = Used { operations: MAX_OPERATIONS / 4, micros: 100_000 };
const SLOW_IN_ALL: Used = Used { operations: 8 * MAX_OPERATIONS, micros: 2_400_000 };

/// What may be held where a call is watched closely.
const WATCHED_CLOSELY: i64 = i64::MIN;

/// How many operations pass between two looks at the clock.
const LOOK_EVERY: u64 = 16;

/// While a call holds no more bytes than this and no longer text, none of its operations takes long and nothing can be too much, so
/// that so many operations pass between two looks at anything, and a few between two looks at whether that is so still: most calls are
/// over by then. What an operation at most doubles has grown to sixteen times as much at most. From then on the call is watched
/// closely. Looking after each took a tenth of the time of scripts that list moves.
const LITTLE: i64 = 1 << 18;
const SHORT_TEXT: i64 = 1 << 10;
const A_FEW: u64 = 4;
const LOOK_SELDOM: u64 = 64;

/// After so many microseconds the clock of the thread is looked at first. It takes ten times as long to read as that of the wall, and
/// most calls are over by then.
const FIRST_LOOK: u64 = 10_000;

/// The interpreter waits, without computing, for a variable that is in use already, and gives up after 50 ms. A script that catches
/// the error can make it wait again, but no longer than this in one question. Looks that are at least so far apart as `PAUSE` are taken
/// for such waiting, at most `MAX_PAUSE` of each: the program may have been stopped.
const PAUSE: u64 = 45_000;
const MAX_PAUSE: u64 = 200_000;
const MAX_PAUSES: u64 = 1_000_000;

/// What the calls of a script use.
#[derive(Debug)]
pub(super) struct Meter {
    epoch: Instant,
    call: Stretch,
    question: Stretch,
    /// Operations of the call that is running, and of those before it for the same question.
    operations: AtomicU64,
    asked: AtomicU64,
    /// What was held when the call began: bytes, those of text, and pieces.
    held: [AtomicI64; 3],
    /// The longest text that was there before the question, and whether one was too long to be written.
    longest: AtomicI64,
    has_refused: AtomicBool,
    /// What the call has used too much of, by its place, and one more: every further operation ends it again, since the interpreter lets a
    /// script catch what ended a function that a list called.
    ended: AtomicUsize,
    /// Whether memory is counted, and how much of it what was loaded takes, which every operation may copy.
    is_counted: bool,
    loaded: AtomicI64,
    /// What may be held in all while the call holds [`LITTLE`], or [`WATCHED_CLOSELY`].
    little: AtomicI64,
    /// Whether the script can make the interpreter wait, how long that seems to have been for the question, and the last look.
    may_wait: AtomicBool,
    pauses: AtomicU64,
    looked: AtomicU64,
    /// How many calls there were, and what they used.
    calls: AtomicU64,
    used: [AtomicU64; 2],
}

/// Operations and computing time.
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

/// What a call has used too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    Time,
    OperationsOfCall,
    Operations,
    Memory,
    Pieces,
    Text,
    Pauses,
}

impl TooMuch {
    const ALL: [Self; 7] =
        [Self::Time, Self::OperationsOfCall, Self::Operations, Self::Memory, Self::Pieces, Self::Text, Self::Pauses];
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
            Self::Text => write!(f, "one call made a text of more than {MAX_SIZE} bytes"),
        }
    }
}

impl Meter {
    pub(super) fn new() -> Self {
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
            loaded: AtomicI64::new(0),
            little: AtomicI64::new(WATCHED_CLOSELY),
            may_wait: AtomicBool::new(false),
            pauses: zero(),
            looked: zero(),
            calls: zero(),
            used: [zero(), zero()],
        }
    }

    /// From now on, pauses are counted.
    pub(super) fn expect_pauses(&self) {
        self.may_wait.store(true, Relaxed);
    }

    /// Microseconds on the wall's clock.
    fn now(&self) -> u64 {
        self.epoch.elapsed().as_micros() as u64
    }

    /// What was just loaded is there in every call, too.
    pub(super) fn keep_longest(&self) {
        self.longest.fetch_max(longest().min(LONGEST_TEXT), Relaxed);
        forget_longest();
    }

    /// What the call that just ended holds stays there, and may be copied in one operation of every other.
    pub(super) fn keep_loaded(&self) {
        self.loaded.store(self.held_by_call().bytes, Relaxed);
    }

    /// A text would have been too long: the call ends at the next operation.
    pub(super) fn refuse_text(&self) {
        self.has_refused.store(true, Relaxed);
        self.little.store(WATCHED_CLOSELY, Relaxed);
    }

    /// A question begins, which may need many calls.
    pub(super) fn begin(&self) {
        forget_longest();
        self.question.begin(self.now());
        self.asked.store(0, Relaxed);
        self.pauses.store(0, Relaxed);
    }

    /// A call begins.
    pub(super) fn start(&self) {
        let now = self.now();
        self.call.begin(now);
        self.looked.store(now, Relaxed);
        self.operations.store(0, Relaxed);
        let Held { bytes, text, pieces } = held();
        [bytes, text, pieces].into_iter().zip(&self.held).for_each(|(held, before)| before.store(held, Relaxed));
        self.has_refused.store(false, Relaxed);
        self.ended.store(0, Relaxed);
        let is_watched_closely = !self.is_counted
            || self.may_wait.load(Relaxed)
            || self.loaded.load(Relaxed) > LITTLE
            || self.longest.load(Relaxed) > SHORT_TEXT;
        self.little.store(if is_watched_closely { WATCHED_CLOSELY } else { bytes + LITTLE }, Relaxed);
    }

    /// Whether the call used too much, or held too much at its end.
    pub(super) fn has_ended(&self) -> Result<(), TooMuch> {
        self.ended().or_else(|| self.held_too_much(self.held_by_call())).map_or(Ok(()), Err)
    }

    /// What ended the call.
    fn ended(&self) -> Option<TooMuch> {
        TooMuch::ALL.get(self.ended.load(Relaxed).checked_sub(1)?).copied()
    }

    /// What the call holds.
    fn held_by_call(&self) -> Held {
        let Held { bytes, text, pieces } = held();
        let [bytes_before, text_before, pieces_before] = [0, 1, 2].map(|what| self.held[what].load(Relaxed));
        Held { bytes: bytes - bytes_before, text: text - text_before, pieces: pieces - pieces_before }
    }

    fn held_too_much(&self, held: Held) -> Option<TooMuch> {
        let longest = longest().max(self.longest.load(Relaxed));
        let shown = (held.bytes - held.text) / ENTRY * longest;
        if held.bytes > MAX_MIB << 20 || shown > MAX_SHOWN_MIB << 20 {
            Some(TooMuch::Memory)
        } else if held.pieces > MAX_PIECES {
            Some(TooMuch::Pieces)
        } else if longest > LONGEST_TEXT || self.has_refused.load(Relaxed) {
            Some(TooMuch::Text)
        } else {
            None
        }
    }

    /// A call has ended: how many there were and what they used, if all take so much that nothing can be searched.
    pub(super) fn is_too_slow(&self) -> Option<(u64, Used)> {
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

    /// What the call has used too much of by one more operation. They are counted here: the interpreter counts those of a function that a
    /// list calls for its items on a copy, from where it was when the list was asked.
    #[inline]
    pub(super) fn too_much(&self) -> Option<TooMuch> {
        let operations = 1 + self.operations.load(Relaxed);
        self.operations.store(operations, Relaxed);
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
        self.ended().or_else(|| {
            let found = self.look(operations)?;
            self.ended.store(1 + found as usize, Relaxed);
            self.little.store(WATCHED_CLOSELY, Relaxed);
            Some(found)
        })
    }

    fn look(&self, operations: u64) -> Option<TooMuch> {
        let held = self.held_by_call();
        if let Some(too_much) = self.held_too_much(held) {
            return Some(too_much);
        }
        if operations > MAX_OPERATIONS {
            return Some(TooMuch::OperationsOfCall);
        }
        if !operations.is_multiple_of(LOOK_EVERY) && held.bytes < MUCH {
            return None;
        }
        if self.asked.load(Relaxed) + operations > MAX_A_QUESTION {
            return Some(TooMuch::Operations);
        }
        let now = self.now();
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

/// A stretch of computing, in microseconds. Like a [`Budget`](crate::work::Budget), but beginning one costs nothing: the clock of the
/// thread is looked at only when it has lasted for a moment on that of the wall, which it does not outrun.
#[derive(Debug, Default)]
struct Stretch {
    /// When it began, and when to look next, on the wall's clock.
    began: AtomicU64,
    next_look: AtomicU64,
    /// The thread's clock at the first look, plus 1; 0 before.
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
        let left = (longest.as_micros() as u64).saturating_sub(clock.saturating_sub(first));
        self.next_look.store(now + left, Relaxed);
        left == 0
    }

    /// How long it has lasted; a short one at most as long as that on the wall's clock.
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

    /// Longer than any limit.
    const STOPPED: Duration = Duration::from_millis(3_200);

    /// What is found at the last of so many more operations.
    fn at_last_of(meter: &Meter, operations: u64) -> Option<TooMuch> {
        meter.operations.fetch_add(operations - 1, Relaxed);
        meter.too_much()
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
        assert_eq!(meter.is_too_slow(), None);
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
            // what one operation may do at once
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
            meter.is_too_slow();
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
        // whoever looks finds something now
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
                meter.is_too_slow()
            })
        };
        assert_eq!(calls(MAX_OPERATIONS / 8), None);
        assert!(calls(MAX_OPERATIONS / 2).is_some_and(|(calls, _)| calls < 100));
    }
}
