//! Finds the least preperiod for a period p that equal states proved, in steps.
//!
//! Every heap after the start has a common value that only the last W values determine. So once the windows before n and n + p
//! are equal, they stay equal. Therefore marks are early or late: the windows of early marks differ from the windows p later,
//! and the windows of late ones do not.
//!
//! 1. *Bisect* (`Task::Window`). The values p after the middle mark are computed again from an earlier mark, and the windows
//!    are compared.
//! 2. *Compare* (`Task::Compare`). Between the last early mark and the first late one, both places are computed again, and all
//!    values are compared. The preperiod is one more than the last heap that differs.
//!
//! Each step computes one stretch, and the search can be saved between steps.

use super::{Mark, Replay, STRETCH, State, StreamError};
use crate::take_and_break::bounded_window::BoundedWindow;

#[derive(Clone, Debug)]
pub(super) struct Preperiod {
    /// The state that was repeated, and p.
    pub(super) state: State,
    pub(super) apart: u64,
    /// The number W of values that determine the next one.
    window: usize,
    /// Marks before `low` are early, and marks from `high` on are late.
    pub(super) low: usize,
    pub(super) high: usize,
    pub(super) task: Task,
}

/// The runs that are computed again.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// The values up to p after the middle mark.
    Window { far: Box<Replay> },
    /// The values from n on and the values p later, and the last heap that differed.
    Compare { near: Box<Replay>, far: Box<Replay>, n: u64, last: Option<u64> },
}

impl Preperiod {
    /// Returns the search after this state was repeated, among heaps with these marks.
    pub(super) fn new(state: State, apart: u64, window: usize, marks: &[Mark], kernel: &BoundedWindow) -> Self {
        let high = marks.iter().take_while(|mark| mark.at < state.mark.at).count();
        let far = Box::new(Replay::back_to(state.mark.at, marks, kernel));
        let mut search = Self { state, apart, window, low: 0, high, task: Task::Window { far } };
        search.task = search.next(marks, kernel);
        search
    }

    /// Returns the search that was saved.
    ///
    /// The runs that had been computed again continue from the marks in `replayed`, if these reach back far enough.
    pub(super) fn again(
        (state, apart, window): (State, u64, usize),
        (low, high): (usize, usize),
        compared: Option<(u64, Option<u64>)>,
        replayed: &[Mark],
        marks: &[Mark],
        kernel: &BoundedWindow,
    ) -> Option<Self> {
        let far = Box::new(Replay::back_to(state.mark.at, marks, kernel));
        let mut search = Self { state, apart, window, low, high, task: Task::Window { far } };
        let earlier = marks.iter().take_while(|mark| mark.at < search.state.mark.at).count();
        if low > high || high > earlier || (low < high) == compared.is_some() || apart > u64::MAX / 4 {
            return None;
        }
        search.task = search.next(marks, kernel);
        let (sought, (_, to)) = (search.sought(marks), search.range(marks));
        let on = |replay: &mut Replay, mark: Option<&Mark>, from: u64| {
            if let Some(mark) = mark.filter(|mark| mark.at > replay.end() && mark.at - mark.values.len() as u64 <= from) {
                *replay = Replay::of(kernel.clone(), mark);
            }
        };
        match (&mut search.task, compared) {
            (Task::Window { far }, _) => on(far, replayed.first(), sought - window as u64),
            (Task::Compare { near, far, n, last }, Some((compared, differed))) => {
                if !(*n..=to).contains(&compared) || differed.is_some_and(|last| last >= compared) {
                    return None;
                }
                (*n, *last) = (compared, differed);
                (**near, **far) = (Replay::back_to(*n, marks, kernel), Replay::back_to(*n + apart, marks, kernel));
                on(near, replayed.first(), *n);
                on(far, replayed.get(1), *n + apart);
            }
            (Task::Compare { .. }, None) => return None,
        }
        Some(search)
    }

    /// Returns the end of the window to compare, which is p after the middle mark.
    fn sought(&self, marks: &[Mark]) -> u64 {
        marks.get(usize::midpoint(self.low, self.high)).map_or(0, |mark| mark.at) + self.apart
    }

    /// Returns the first heap to compare, and the first after the range.
    fn range(&self, marks: &[Mark]) -> (u64, u64) {
        let from = self.low.checked_sub(1).map_or(0, |low| marks[low].at - self.window as u64);
        let to = marks.get(self.low).map_or(self.state.mark.at, |mark| mark.at.min(self.state.mark.at));
        (from, to)
    }

    fn next(&self, marks: &[Mark], kernel: &BoundedWindow) -> Task {
        if self.low < self.high {
            let far = Replay::back_to(self.sought(marks) - self.window as u64, marks, kernel);
            return Task::Window { far: Box::new(far) };
        }
        let (n, _) = self.range(marks);
        let [near, far] = [n, n + self.apart].map(|n| Box::new(Replay::back_to(n, marks, kernel)));
        Task::Compare { near, far, n, last: None }
    }

    /// Computes a stretch again. Returns the preperiod once it is found.
    pub(super) fn step(&mut self, marks: &[Mark], kernel: &BoundedWindow) -> Result<Option<u64>, StreamError> {
        let ((from, to), sought, apart) = (self.range(marks), self.sought(marks), self.apart);
        let middle = usize::midpoint(self.low, self.high);
        let is_repeated = match &mut self.task {
            // 1. compute up to the window p after the middle mark, then compare the two windows
            Task::Window { far } if far.end() < sought => return far.advance().map(|()| None),
            Task::Window { far } => {
                let values = &marks[middle].values;
                far.values(sought - self.window as u64, self.window)? == &values[values.len() - self.window..]
            }
            // 2. compare a stretch at both places
            Task::Compare { far, n, .. } if far.end() < *n + apart => return far.advance().map(|()| None),
            Task::Compare { near, far, n, last } => {
                let len = (to - *n).min(STRETCH as u64) as usize;
                let (a, b) = (near.values(*n, len)?, far.values(*n + apart, len)?);
                let differing = a.iter().zip(b).rposition(|(a, b)| a != b);
                *last = differing.map(|i| *n + i as u64).or(*last);
                *n += len as u64;
                return Ok((*n == to).then_some(last.map_or(from, |n| n + 1)));
            }
        };
        match is_repeated {
            true => self.high = middle,
            false => self.low = middle + 1,
        }
        self.task = self.next(marks, kernel);
        Ok(None)
    }

    /// Returns the values that were computed again, for saving.
    pub(super) fn replayed(&self) -> Vec<Mark> {
        match &self.task {
            Task::Window { far } => vec![far.mark()],
            Task::Compare { near, far, .. } => vec![near.mark(), far.mark()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::FORMAT;
    use crate::{Stream, StreamError};
    use sprague_core::{Limits, Stopped};

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_a_search_that_is_broken_off_at_any_step_ends_with_the_same_answer() {
        let (code, limits) = ("0.16".parse().unwrap(), Limits::default());
        for steps in if cfg!(debug_assertions) { vec![9] } else { vec![2, 9] } {
            let mut stream = Stream::new(&code, &limits).unwrap();
            stream.spacing = 1 << 15;
            let mut stops = 0;
            let found = loop {
                let mut left = steps;
                let found = stream.seek(2_000_000, &limits, |stream| {
                    left -= u32::from(stream.search.is_some());
                    if left == 0 { Err(Stopped::Asked.into()) } else { Ok(()) }
                });
                match found {
                    Ok(found) => break found.unwrap().period,
                    Err(why) => assert_eq!(why, StreamError::Stopped(Stopped::Asked)),
                }
                stops += 1;
                stream = Stream::resume(&code, &stream.save(), &limits).unwrap();
            };
            assert_eq!((found.preperiod, found.period), (105_351, 149_459));
            assert!(stops >= 2, "{stops}");
        }
    }

    #[test]
    #[ignore = "release: half a minute and more without optimisation"]
    fn release_a_damaged_search_is_refused_or_harmless() {
        let (code, limits) = ("0.16".parse().unwrap(), Limits::default());
        let mut stream = Stream::new(&code, &limits).unwrap();
        stream.spacing = 1 << 15;
        let stop = |stream: &Stream| if stream.search.is_some() { Err(Stopped::Asked.into()) } else { Ok(()) };
        assert!(stream.seek(2_000_000, &limits, stop).is_err());
        let saved = stream.save();
        // the numbers of the search come after the format, the code and four other numbers
        for (number, value) in (0..6).flat_map(|number| [1, 2, 100_000, u64::MAX].map(|value| (number, value))) {
            let mut bytes = saved.clone();
            let at = FORMAT.len() + 8 + 4 + 8 * (4 + number);
            bytes[at..at + 8].copy_from_slice(&u64::to_le_bytes(value));
            if let Ok(mut stream) = Stream::resume(&code, &bytes, &limits) {
                let _ = stream.seek(300_000, &limits, |_| Ok(()));
            }
        }
    }
}
