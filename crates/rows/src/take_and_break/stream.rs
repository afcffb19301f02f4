//! Nimbers of take-and-break codes in bounded memory, until their period is proved.
//!
//! A period may be longer than memory. A stream keeps the last values and *marks*: windows of values at equal distances, from
//! which the values of the larger heaps after them can be computed again. (The first mark has all values up to it.)
//!
//! 1. *Start* (`Stream::new`). The first heaps are computed in memory until a `BoundedWindow` fits: there are few rare heaps,
//!    the last of them is long ago, and values are small. From then on a value needs only the values of the last heaps and of
//!    small heaps, which are kept.
//! 2. *Advance* (`advance`, `keep`). A stretch of values is added, each computed and verified (see below). Values of heaps that
//!    are no longer needed are dropped. At heap sizes that grow by a quarter a *state* is kept, and the three latest states
//!    remain. Each lives until the run is nearly twice as long. So eventually one is larger than the preperiod and lives for a
//!    whole period (Brent 1980). At equal distances a mark is kept; when there are many marks, every other one is dropped.
//! 3. *Compare* (`repeated`). The last W values before each state, and at least 64, are searched for in the new stretch. W is
//!    the *depth* or the last rare heap, whichever is greater, plus the largest number of tokens taken. For each heap since the
//!    state, a split that excludes a rare value was found whose smaller part has at most *depth* tokens; the depth may be
//!    rounded up.
//! 4. *Preperiod* (`stream/preperiod.rs`). Once a state is repeated after p heaps, bisection over the marks finds where the
//!    repetition begins. It computes again what lies p after a mark. Finally two places that are p apart are compared one by
//!    one.
//! 5. *Proof* (`proof`). The result is p, with all that the checker needs to see that the states are equal.
//!
//! Why equal states prove a period (sparse space: Gangolli & Plambeck 1989; *Winning Ways*, ch. 4). A move excludes the nim sum
//! of the values of the heaps that it leaves, and g(n) is the least value that no move excludes. A value is *rare* if it has an
//! even number of the bits of a mask, else *common*, and a heap is rare or common as its value is. Rare ⊕ rare and common ⊕
//! common are rare, rare ⊕ common is common. So a move that leaves two heaps excludes a common value only if exactly one of the
//! two is rare. If all moves that split take odd numbers of tokens, n counts too: a heap of n tokens is then rare if the bits
//! of the mask and n add up to an even number. Moves that leave no heap exist only for small heaps.
//!
//! - *Common values.* They are excluded by a fixed list of moves, one or a few for each rare heap, and by the moves that leave
//!   one heap. These look back no further than the sum of the last rare heap and the tokens taken.
//! - *Rare values.* For each rare value below g(n) a move was found that excludes it. It leaves one heap, or two of which the
//!   smaller has at most as many tokens as the depth.
//! - *Both* depend only on the last W values and on values of small heaps, which do not change: a split into a and n − t − a
//!   excludes g(a) ⊕ g(n − t − a), where g(a) is the value of a small heap and g(n − t − a) lies in the window. Suppose that
//!   the windows before n and before n + p are equal and both come after the last rare heap. Then the moves that exclude every
//!   value below g(n) exclude it at n + p too. None excludes g(n) there: g(n) is common, and the fixed list excludes the same
//!   common values at both places. Hence g(n + p) = g(n), and no rare heap is added.
//! - *Induction.* So the windows before n + 1 and n + p + 1 are equal. The moves at n + p are those at n, so the depth does not
//!   grow, and the argument can be repeated for ever.
//!
//! If the parity of n counts, p must be even.
//!
//! Why p is minimal: of all places where the window of a state is repeated, the first is taken. From the state on, the values
//! have the period p, so a smaller period would repeat the window at an earlier place. If parity counts, an odd period is
//! impossible, because it would make common values rare.

mod preperiod;

use super::bounded_window::{BoundedWindow, KEPT, STRETCH};
use super::run::{Method, TakeAndBreakRun};
use super::sparse_space::SparseSpace;
use super::states::{EARLIER, TAIL};
use memchr::memmem::Finder;
use preperiod::{Preperiod, Task};
use sprague_core::certificate::EqualStates;
use sprague_core::heap::{Period, TakeAndBreak, Theorem};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};
use std::collections::VecDeque;
use thiserror::Error;

/// When this many values are kept, those that are too far back are dropped.
const MAX_HELD: usize = 1 << 20;
/// When there are this many marks, every other one is dropped.
const MAX_MARKS: usize = 64;
/// The distance between the first marks.
const FIRST_SPACING: u64 = 1 << 24;
/// The largest number of heaps that are computed in memory before a window must fit.
const START_WITHIN: usize = 1 << 22;
/// The number of heaps between two checks of the limits during the start.
const LOOK_EVERY: usize = 256;
/// The first bytes of a saved run.
const FORMAT: &[u8; 16] = b"sprague stream 2";

/// The reason why a run cannot continue in bounded memory.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::{StreamError, Stream};
/// let code = "0.007".parse().unwrap(); // the values of Treblecross soon pass 63
/// assert!(matches!(Stream::new(&code, &Limits::default()), Err(StreamError::NoWindow)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// All values are needed, because the rare heaps do not settle or values are too large.
    #[error(
        "this code cannot be streamed, because it needs all earlier values: its rare heaps are too many after 4194304 heaps, or its values exceed 63"
    )]
    NoWindow,
    /// This heap cannot be computed from the values that are kept: its value is a new rare one or too large, or a larger part
    /// is needed.
    #[error("heap {0} needs values that are no longer in memory: run without streaming")]
    NeedsEarlier(u64),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The bytes are not a saved run of this code.
    #[error("the saved run is damaged, or belongs to another code or version")]
    Damaged,
}

/// Values from which a run can be continued: those of the last heaps before `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    at: u64,
    values: Vec<u8>,
}

/// A state that may be repeated, and the largest smaller part that was needed since.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    mark: Mark,
    depth: usize,
}

/// The nimbers of a take-and-break code in bounded memory, until their period is proved.
///
/// It uses about 6 MiB, and a few nanoseconds per heap once the first 2¹⁷ or more heaps are computed.
///
/// ```no_run
/// use sprague_core::Limits;
/// use sprague_rows::Stream;
///
/// let limits = Limits::default();
/// let mut stream = Stream::new(&"0.104".parse().unwrap(), &limits).unwrap();
/// let found = stream.seek(1_000_000_000, &limits, |_| Ok(())).unwrap().unwrap();
/// assert_eq!((found.period.preperiod, found.period.period), (197_769_598, 11_770_282));
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    code: TakeAndBreak,
    taken: usize,
    space: SparseSpace,
    run: Replay,
    marks: Vec<Mark>,
    spacing: u64,
    states: VecDeque<State>,
    last_lost: u64,
    /// The search for the preperiod, once a state was repeated.
    search: Option<Preperiod>,
}

/// A proved period, with the data for its proof.
///
/// ```
/// let found: Option<sprague_rows::Streamed> = None;
/// assert!(found.is_none_or(|found| found.period.is_proved()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// The period of the values.
    pub period: Period,
    /// The state that was repeated, for the checker.
    pub states: EqualStates,
    /// The period of the outcomes, which is known only if all heaps of a period are won, else `None`.
    pub outcome_period: Option<Period>,
}

/// A run of values from a mark on.
#[derive(Clone, Debug)]
struct Replay {
    window: BoundedWindow,
    g: Vec<u8>,
    base: u64,
}

impl Replay {
    fn of(mut window: BoundedWindow, mark: &Mark) -> Self {
        window.resume(&mark.values);
        Self { window, g: mark.values.clone(), base: mark.at - mark.values.len() as u64 }
    }

    /// Returns a run from a mark such that heaps from `from` on can be read.
    fn back_to(from: u64, marks: &[Mark], window: &BoundedWindow) -> Self {
        let holds = |mark: &&Mark| mark.at - mark.values.len() as u64 <= from;
        let mark = marks.iter().rev().find(holds).expect("the first mark reaches back to heap 0");
        Self::of(window.clone(), mark)
    }

    fn mark(&self) -> Mark {
        Mark { at: self.end(), values: self.g[self.g.len() - KEPT..].to_vec() }
    }

    /// Returns the first heap that is not computed.
    fn end(&self) -> u64 {
        self.base + self.g.len() as u64
    }

    fn advance(&mut self) -> Result<(), StreamError> {
        if self.g.len() > MAX_HELD {
            let dropped = self.g.len() - KEPT;
            self.g.drain(..dropped);
            self.base += dropped as u64;
        }
        self.window.extend(&mut self.g).map_err(|_| StreamError::NeedsEarlier(self.base + self.g.len() as u64))
    }

    /// Returns the values of the heaps from `from` to `from` + `len` − 1, at most a window. They must not have been dropped.
    fn values(&mut self, from: u64, len: usize) -> Result<&[u8], StreamError> {
        while self.end() < from + len as u64 {
            self.advance()?;
        }
        let from = from.checked_sub(self.base).ok_or(StreamError::NeedsEarlier(from))? as usize;
        Ok(&self.g[from..from + len])
    }
}

impl Stream {
    /// Computes the first heaps in memory, until a bounded window fits.
    ///
    /// # Errors
    /// Returns [`StreamError::NoWindow`] if none fits within four million heaps, if values exceed 63, or if there is no sparse
    /// space at 2¹⁷ heaps; returns [`StreamError::Stopped`] at a limit.
    pub fn new(code: &TakeAndBreak, limits: &Limits) -> Result<Self, StreamError> {
        let meter = Meter::new(limits);
        // 1. in memory, until a bounded window fits
        let mut run = TakeAndBreakRun::new(code).ok_or(StreamError::NoWindow)?;
        while run.method() != Method::BoundedWindow {
            if run.len() >= START_WITHIN || !run.may_have_window() {
                return Err(StreamError::NoWindow);
            }
            run.extend_to(run.len() + 1);
            if run.len().is_multiple_of(LOOK_EVERY) {
                meter.look(run.len() as u64, run.bytes(), None)?;
            }
        }
        let (window, space, g) = run.into_window().ok_or(StreamError::NoWindow)?;
        let last_lost = g.iter().rposition(|&value| value == 0).unwrap_or(0) as u64;
        // the first mark has all values so far, so everything later can be computed again
        let first = Mark { at: g.len() as u64, values: g };
        let taken = code.most_taken() as usize;
        let run = Replay::of(window, &first);
        let states = VecDeque::new();
        Ok(Self {
            code: code.clone(),
            taken,
            space,
            run,
            marks: vec![first],
            spacing: FIRST_SPACING,
            states,
            last_lost,
            search: None,
        })
    }

    /// Returns the number of heaps computed.
    pub fn len(&self) -> u64 {
        self.run.end()
    }

    /// Always returns `false`, because the first heaps are computed from the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns about how many bytes are in use.
    pub fn bytes(&self) -> usize {
        let marks = self.marks.iter().chain(self.states.iter().map(|state| &state.mark));
        self.run.g.capacity() + marks.map(|mark| mark.values.capacity()).sum::<usize>() + (1 << 20)
    }

    /// Continues until a period is proved or `most` heaps are computed.
    ///
    /// `saving` is called after every half million heaps, and after every step of the search for the preperiod. It may
    /// [`save`](Self::save) the run.
    ///
    /// # Errors
    /// Returns [`StreamError`], which may be one that `saving` returned.
    pub fn seek(
        &mut self,
        most: u64,
        limits: &Limits,
        mut saving: impl FnMut(&Self) -> Result<(), StreamError>,
    ) -> Result<Option<Streamed>, StreamError> {
        let meter = Meter::new(limits);
        let mut steps = 0_u32;
        while self.search.is_some() || self.len() < most {
            if let Some(mut search) = self.search.take() {
                // 4. a state was repeated: search for the preperiod; 5. when it is found, return the proof
                let preperiod = search.step(&self.marks, &self.run.window)?;
                let proof = preperiod.map(|preperiod| self.proof(&search, preperiod));
                self.search = Some(search);
                if proof.is_some() {
                    return Ok(proof);
                }
            } else {
                self.advance()?;
            }
            steps = steps.wrapping_add(1);
            if self.search.is_some() || steps.is_multiple_of(64) {
                meter.look(self.len(), self.bytes(), None)?;
                saving(self)?;
            }
        }
        saving(self)?;
        Ok(None)
    }

    /// Step 2: computes a stretch, and searches for a state in it.
    fn advance(&mut self) -> Result<(), StreamError> {
        let from = self.len();
        self.run.advance()?;
        if let Some(last) = memchr::memrchr(0, &self.run.g[(from - self.run.base) as usize..]) {
            self.last_lost = from + last as u64;
        }
        match self.repeated(from) {
            Some((state, apart)) => {
                let window = self.window(state.depth);
                self.search = Some(Preperiod::new(state, apart, window, &self.marks, &self.run.window));
            }
            None => self.keep(),
        }
        Ok(())
    }

    /// Step 3: returns the state that is repeated after heap `from`, and the distance p.
    fn repeated(&mut self, from: u64) -> Option<(State, u64)> {
        // the new stretch comes after every state, so its depth counts for each of them
        let depth = core::mem::take(&mut self.run.window.depth);
        self.states.iter_mut().for_each(|state| state.depth = state.depth.max(depth));
        let first = (from - self.run.base) as usize + 1 - TAIL;
        for state in &self.states {
            let window = self.window(state.depth);
            let values = &state.mark.values;
            // a state keeps more values than W can be, except in a saved run that was altered
            if window > values.len() {
                continue;
            }
            // searching for the last values is fast; where they occur, whole windows are compared
            let (tail, g) = (Finder::new(&values[values.len() - TAIL..]), &self.run.g);
            let mut next = first;
            while let Some(start) = tail.find(&g[next..]) {
                let end = next + start + TAIL;
                let apart = self.run.base + end as u64 - state.mark.at;
                // occurrences may overlap, and none may be skipped: the first repetition gives the least period
                next += start + 1;
                let is_even = self.space.parity.is_none() || apart.is_multiple_of(2);
                if is_even && end >= window && g[end - window..end] == values[values.len() - window..] {
                    return Some((state.clone(), apart));
                }
            }
        }
        None
    }

    fn depth(&self, depth: usize) -> usize {
        depth.max(self.space.last_rare()).max(1)
    }

    fn window(&self, depth: usize) -> usize {
        self.depth(depth) + self.taken
    }

    /// Step 2: keeps a state or a mark if one is due.
    fn keep(&mut self) {
        let at = self.len();
        if self.states.back().is_none_or(|state| at >= state.mark.at + state.mark.at / 4) {
            let mark = self.run.mark();
            self.states.push_back(State { mark, depth: 0 });
            if self.states.len() > EARLIER {
                self.states.pop_front();
            }
        }
        if at >= self.marks[self.marks.len() - 1].at + self.spacing {
            let mark = self.run.mark();
            self.marks.push(mark);
            if self.marks.len() == MAX_MARKS {
                // the first mark is kept, because it reaches back to heap 0
                let mut index = 0;
                self.marks.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.spacing *= 2;
            }
        }
    }

    /// Step 5: returns the proof, once the state of this search was repeated and the preperiod is known.
    ///
    /// Preperiod and period are both minimal. If parity counts, the period is not halved, because an odd period would make
    /// common values rare.
    fn proof(&self, search: &Preperiod, preperiod: u64) -> Streamed {
        let depth = search.state.depth;
        let window = self.window(depth);
        let modulus = if self.space.parity.is_some() { 2 } else { 1 };
        let theorem = Some(Theorem::EqualStates { window: window as u64, modulus });
        let states = EqualStates {
            mask: self.space.mask,
            parity: self.space.parity.is_some(),
            rare: self.space.rare.iter().map(|&rare| rare.into()).collect(),
            depth: self.depth(depth) as u64,
            start: preperiod.max(self.space.last_rare() as u64 + 1) + window as u64,
        };
        let period = Period { preperiod, period: search.apart, saltus: 0, theorem };
        // if no heap of value 0 is in the repeating part, all heaps after the last one are won
        let is_won = self.last_lost < preperiod;
        let outcome_period = is_won.then_some(Period { preperiod: self.last_lost + 1, period: 1, ..period });
        Streamed { period, states, outcome_period }
    }

    /// Returns the run as bytes, from which [`resume`](Self::resume) can continue.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = FORMAT.to_vec();
        let code = self.code.to_string();
        let number = |bytes: &mut Vec<u8>, number: u64| bytes.extend_from_slice(&number.to_le_bytes());
        number(&mut bytes, code.len() as u64);
        bytes.extend_from_slice(code.as_bytes());
        for value in [self.spacing, self.last_lost, self.run.window.depth as u64, self.states.len() as u64] {
            number(&mut bytes, value);
        }
        let searched = self.search.as_ref().map_or([0; 6], |search| {
            let (is_compared, n, last) = match search.task {
                Task::Window { .. } => (0, 0, None),
                Task::Compare { n, last, .. } => (1, n, last),
            };
            [search.apart, search.low as u64, search.high as u64, is_compared, n, last.map_or(0, |last| last + 1)]
        });
        searched.into_iter().for_each(|value| number(&mut bytes, value));
        let now = self.run.mark();
        let depths = self.states.iter().map(|state| (state.depth as u64, &state.mark));
        let marks = self.marks.iter().skip(1).map(|mark| (0, mark));
        let replayed = self.search.iter().flat_map(Preperiod::replayed).collect::<Vec<_>>();
        let searched = self.search.iter().map(|search| (search.state.depth as u64, &search.state.mark));
        let searched = replayed.iter().map(|mark| (0, mark)).chain(searched);
        for (depth, mark) in depths.chain(marks).chain([(0, &now)]).chain(searched) {
            number(&mut bytes, depth);
            number(&mut bytes, mark.at);
            bytes.extend_from_slice(&mark.values);
        }
        bytes
    }

    /// Returns the run that was saved. It gives the same result as if it had not been interrupted.
    ///
    /// # Errors
    /// Returns [`StreamError::Damaged`] if the bytes are not a saved run of this code, or an error of [`new`](Self::new).
    pub fn resume(code: &TakeAndBreak, bytes: &[u8], limits: &Limits) -> Result<Self, StreamError> {
        let mut stream = Self::new(code, limits)?;
        let mut rest = bytes.strip_prefix(FORMAT).ok_or(StreamError::Damaged)?;
        let length = number(&mut rest)? as usize;
        let name = take(&mut rest, length)?;
        if name != code.to_string().as_bytes() {
            return Err(StreamError::Damaged);
        }
        stream.spacing = number(&mut rest)?;
        stream.last_lost = number(&mut rest)?;
        let depth = number(&mut rest)? as usize;
        let states = number(&mut rest)?;
        let [apart, low, high, is_compared, n, last] = {
            let mut searched = [0; 6];
            searched.iter_mut().try_for_each(|value| number(&mut rest).map(|read| *value = read))?;
            searched
        };
        let start = stream.len();
        let mut last_depth = 0;
        while !rest.is_empty() {
            let depth = number(&mut rest)? as usize;
            last_depth = depth;
            let at = number(&mut rest)?;
            let values = take(&mut rest, KEPT)?.to_vec();
            let fits = at >= start && (at - start).is_multiple_of(STRETCH as u64) && values.iter().all(|value| *value < 64);
            if !fits {
                return Err(StreamError::Damaged);
            }
            let mark = Mark { at, values };
            if (stream.states.len() as u64) < states {
                stream.states.push_back(State { mark, depth });
            } else {
                stream.marks.push(mark);
            }
        }
        let replayed = match apart {
            0 => vec![],
            _ => stream.marks.split_off(stream.marks.len().saturating_sub(2 + is_compared.min(1) as usize)),
        };
        if stream.marks.len() < 2 || stream.states.len() > EARLIER || !stream.marks.is_sorted_by_key(|mark| mark.at) {
            return Err(StreamError::Damaged);
        }
        let now = stream.marks.pop().ok_or(StreamError::Damaged)?;
        stream.run = Replay::of(stream.run.window, &now);
        stream.run.window.depth = depth;
        if let Some((mark, replayed)) = replayed.split_last() {
            let state = State { mark: mark.clone(), depth: last_depth };
            let window = stream.window(last_depth);
            let compared = (is_compared == 1).then(|| (n, last.checked_sub(1)));
            let (marks, kernel) = (&stream.marks, &stream.run.window);
            let search = (window <= KEPT).then(|| {
                Preperiod::again((state, apart, window), (low as usize, high as usize), compared, replayed, marks, kernel)
            });
            stream.search = Some(search.flatten().ok_or(StreamError::Damaged)?);
        }
        Ok(stream)
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], StreamError> {
    let (taken, left) = rest.split_at_checked(length).ok_or(StreamError::Damaged)?;
    *rest = left;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<u64, StreamError> {
    let bytes = take(rest, 8)?;
    Ok(u64::from_le_bytes(bytes.try_into().map_err(|_| StreamError::Damaged)?))
}
