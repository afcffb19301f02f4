//! Runs a sweep over codes on several threads, and counts the codes in their order.

use super::code_period::CodePeriod;
use super::octal::OctalSweep;
use super::octal_summary::OctalSummary;
use crate::Session;
use sprague::limits::Meter;
use sprague::{Limits, Stopped};
use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// The maximum number of codes that wait for an earlier code to be counted.
const AHEAD: usize = 4096;

/// An observer of a sweep over codes.
///
/// Both methods are called by one thread at a time, and in order.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::all_cores;
/// use sprague_questions::sweep::{CodePeriod, OctalSummary, OctalSweep, WatchCodes};
/// use std::ops::ControlFlow;
///
/// struct Print;
/// impl WatchCodes for Print {
///     fn code(&mut self, code: &CodePeriod) -> ControlFlow<()> {
///         println!("{code}");
///         ControlFlow::Continue(())
///     }
/// }
/// OctalSweep::new(1)?.run(OctalSummary::default(), all_cores(), &Limits::default(), &mut Print);
/// # Ok::<(), sprague_questions::sweep::BadDigits>(())
/// ```
pub trait WatchCodes: Send {
    /// Called with the next code. `Break` ends the sweep before the code is counted.
    fn code(&mut self, _: &CodePeriod) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// Called with the counts so far, from which [`OctalSweep::run`] can continue. `Break` ends the sweep here.
    fn so_far(&mut self, _: &OctalSummary) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl WatchCodes for () {}

impl OctalSweep {
    /// Returns `true` if this tally can be one that [`run`](Self::run) returned for the first codes of this part.
    ///
    /// ```
    /// use sprague_questions::sweep::{OctalSummary, OctalSweep};
    /// assert!(OctalSweep::new(1)?.can_go_on_from(&OctalSummary::default()));
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    pub fn can_go_on_from(&self, tally: &OctalSummary) -> bool {
        tally.next <= self.codes() && tally.codes <= self.part_codes() && tally.codes <= tally.next
    }

    /// Continues from a tally of the first codes, which may be empty, to the end or a limit.
    ///
    /// `jobs` is the number of threads. Threads and interruptions do not change the answer. [`Limits::positions`]
    /// counts codes; the sweep itself limits the rows and bytes of one code. A code during which the time runs out is
    /// not counted.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::rows::sweep::all_cores;
    /// use sprague_questions::sweep::{OctalSummary, OctalSweep};
    ///
    /// let sweep = OctalSweep::new(1)?.seeking(1_000);
    /// let half = Limits { positions: 8, ..Limits::default() };
    /// let (first, stopped) = sweep.run(OctalSummary::default(), all_cores(), &half, &mut ());
    /// assert_eq!((first.codes, stopped.is_some()), (8, true));
    /// let (rest, stopped) = sweep.run(first, all_cores(), &Limits::default(), &mut ());
    /// assert_eq!((rest.codes, stopped), (16, None));
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    pub fn run<W: WatchCodes>(
        &self,
        from: OctalSummary,
        jobs: NonZeroUsize,
        limits: &Limits,
        watch: &mut W,
    ) -> (OctalSummary, Option<Stopped>) {
        let limits = limits.starting_now();
        let state = State {
            cursor: from.next,
            claimed: from.codes,
            order: VecDeque::new(),
            done: BTreeMap::new(),
            tally: from,
            stopped: None,
            is_closed: false,
            watch,
        };
        let shared = Shared { state: Mutex::new(state), merged: Condvar::new() };
        std::thread::scope(|scope| {
            for _ in 1..(limits.threads(jobs.get()) as u64).min(self.part_codes()) {
                // if the system refuses further threads, continue with fewer
                let _ = Builder::new().spawn_scoped(scope, || self.work(&shared, &limits));
            }
            self.work(&shared, &limits);
        });
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.tally, state.stopped)
    }

    /// Analyses codes, until none is left or the sweep is stopped.
    fn work<W: WatchCodes>(&self, shared: &Shared<'_, W>, limits: &Limits) {
        let meter = Meter::new(limits);
        let session = Session::new();
        while let Some((number, claimed)) = shared.claim(self) {
            let allowed = match limits.positions < claimed {
                true => Err(Stopped::Positions(limits.positions)),
                false => meter.look(claimed, 0, None),
            };
            let within = Limits { progress: None, ..limits.clone() };
            shared.give(number, allowed.and_then(|()| self.period(number, &session, &within)));
        }
    }
}

struct Shared<'w, W> {
    state: Mutex<State<'w, W>>,
    merged: Condvar,
}

struct State<'w, W> {
    /// The number of the next code to claim. `claimed` counts all claimed codes, including those of earlier runs.
    cursor: u64,
    claimed: u64,
    /// The codes that were claimed and not counted yet, in order.
    order: VecDeque<u64>,
    /// The results for these codes that are known.
    done: BTreeMap<u64, CodePeriod>,
    tally: OctalSummary,
    stopped: Option<Stopped>,
    /// Whether the observer has ended the sweep.
    is_closed: bool,
    watch: &'w mut W,
}

impl<'w, W: WatchCodes> Shared<'w, W> {
    fn lock(&self) -> MutexGuard<'_, State<'w, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims the next code, and returns it with the number of claims so far. Returns `None` if no code is left.
    fn claim(&self, sweep: &OctalSweep) -> Option<(u64, u64)> {
        // wait if too many codes are claimed but not counted, unless the sweep has been stopped
        let too_far = |state: &mut State<'w, W>| state.stopped.is_none() && state.order.len() >= AHEAD;
        let mut state = self.merged.wait_while(self.lock(), too_far).unwrap_or_else(PoisonError::into_inner);
        if state.stopped.is_some() {
            return None;
        }
        let number = sweep.next(state.cursor)?;
        state.cursor = number + 1;
        state.claimed += 1;
        state.order.push_back(number);
        Some((number, state.claimed))
    }

    /// Adds the result for a code. Then counts all results that directly follow the counted codes.
    fn give(&self, number: u64, code: Result<CodePeriod, Stopped>) {
        let mut state = self.lock();
        match code {
            Ok(code) => drop(state.done.insert(number, code)),
            Err(stopped) => state.stopped = state.stopped.take().or(Some(stopped)),
        }
        state.count();
        self.merged.notify_all();
    }
}

impl<W: WatchCodes> State<'_, W> {
    fn count(&mut self) {
        while !self.is_closed
            && let Some(code) = self.order.front().and_then(|number| self.done.remove(number))
        {
            self.order.pop_front();
            if self.take(&code).is_break() {
                self.is_closed = true;
                self.stopped.get_or_insert(Stopped::Asked);
            }
        }
    }

    /// Counts the next code, unless the observer ends the sweep before it.
    fn take(&mut self, code: &CodePeriod) -> ControlFlow<()> {
        self.watch.code(code)?;
        self.tally.count(code);
        self.watch.so_far(&self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::rows::sweep::Shard;
    use std::time::Duration;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    fn sweep() -> OctalSweep {
        OctalSweep::new(2).unwrap().seeking(300)
    }

    fn whole(sweep: OctalSweep, threads: usize) -> OctalSummary {
        let (tally, stopped) = sweep.run(OctalSummary::default(), jobs(threads), &Limits::default(), &mut ());
        assert_eq!((stopped, tally.codes), (None, sweep.part_codes()));
        tally
    }

    #[test]
    fn threads_and_interruptions_do_not_matter() {
        let expected = whole(sweep(), 1);
        for threads in [1, 3] {
            let mut tally = OctalSummary::default();
            for codes in [0, 17, 60, 100, 128] {
                let limits = Limits { positions: codes, ..Limits::default() };
                tally = sweep().run(tally, jobs(threads), &limits, &mut ()).0;
                assert!(tally.codes <= codes);
                tally = OctalSummary::from_bytes(&tally.to_bytes()).unwrap();
                assert!(sweep().can_go_on_from(&tally));
            }
            assert_eq!(tally, expected);
        }
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let mut expected = whole(sweep(), 2);
        expected.next = 0;
        for of in [2, 5] {
            let mut sum = OctalSummary::default();
            for number in (1..=of).rev() {
                sum.add(&whole(sweep().part(Shard::new(number, of).unwrap()), 2));
            }
            assert_eq!(sum, expected);
        }
    }

    #[test]
    fn a_code_at_which_the_time_is_up_does_not_count() {
        let sweep = OctalSweep::new(3).unwrap().seeking(u64::MAX);
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        let (tally, stopped) = sweep.run(OctalSummary::default(), jobs(2), &limits, &mut ());
        assert!(matches!(stopped, Some(Stopped::Time(_))), "{stopped:?}");
        // the counts of these codes do not depend on the clock
        let limits = Limits { positions: tally.codes, ..Limits::default() };
        assert_eq!(sweep.run(OctalSummary::default(), jobs(1), &limits, &mut ()).0, tally);
    }

    #[test]
    fn limits_of_a_code_are_why_none_is_proved() {
        let few = whole(sweep().within(100, 4 << 30), 2);
        assert!(few.open["positions"] > 0 && !few.open.contains_key("seek"), "{:?}", few.open);
        let small = whole(sweep().within(100_000, 500), 2);
        assert!(small.open["memory"] > 0, "{:?}", small.open);
    }
}
