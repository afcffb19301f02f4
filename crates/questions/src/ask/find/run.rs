//! A search under way: positions are valued by threads, and gathered in their order.

use super::WatchFind;
use super::found::{Found, FoundPosition};
use super::listing::Listed;
use super::plan::Plan;
use super::worth::{Valued, Worths};
use crate::question::{NoAnswer, Reached};
use sprague::limits::Meter;
use sprague::rows::sweep::{Shard, all_cores};
use sprague::values::Arena;
use sprague::{Limits, Stopped};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Positions for each thread that are valued between two looks at the limits.
const BATCH: usize = 256;

/// Positions that a thread takes at once.
const PORTION: usize = 16;

/// Steps of a listing between two looks at the limits.
const STEPS: usize = 1 << 12;

/// The position of a listing that is looked at, or why it is not.
type Looked = Result<Option<FoundPosition>, NoAnswer>;

/// Goes on with a search to its end or a limit.
pub(super) fn run(plan: &Plan<'_>, begun: Found, limits: &Limits, watch: &mut dyn WatchFind) -> Result<Found, NoAnswer> {
    let mut found = unsorted(plan, begun, limits, watch)?;
    plan.recheck()?;
    if plan.sort.is_some() {
        let most = plan.question.top.and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX);
        found.sort(plan.sort, most);
    }
    Ok(found)
}

fn unsorted(plan: &Plan<'_>, begun: Found, limits: &Limits, watch: &mut dyn WatchFind) -> Result<Found, NoAnswer> {
    let question = plan.question;
    let jobs = question.jobs.unwrap_or_else(all_cores).get();
    let share = Limits {
        positions: (limits.positions / jobs as u64).max(1),
        bytes: limits.bytes / 4 * 3 / jobs as u64,
        progress: None,
        // those of other threads are not watched
        watch: limits.watch.clone().filter(|_| jobs == 1),
        ..limits.clone()
    };
    let mut workers: Vec<Worker<'_>> = (0..jobs).map(|_| Worker::new(plan, &share)).collect();
    let mut found = begun;
    found.stopped = None;
    found.question = Some(question.clone());
    found.parts = question.shard.map(Into::into);
    let mut listing = plan.listing(limits)?;
    let meter = Meter::new(limits);
    let is_enough = |found: &Found| plan.sort.is_none() && question.top.is_some_and(|most| found.found >= most);
    if is_enough(&found) {
        return Ok(found);
    }
    let mut to_skip = found.passed;
    let (mut is_over, mut rechecked) = (false, found.passed);
    while !is_over {
        // the first are told soon
        let most = usize::try_from(found.passed).unwrap_or(usize::MAX).clamp(1, BATCH * jobs);
        let mut batch: Vec<Listed> = vec![];
        for _ in 0..STEPS {
            match listing.next() {
                None => is_over = true,
                Some(Some(_)) if to_skip > 0 => to_skip -= 1,
                Some(Some(listed)) => batch.push(listed),
                Some(None) => {}
            }
            if is_over || batch.len() == most {
                break;
            }
        }
        if batch.is_empty() {
            meter
                .look(found.looked_at, found.bytes() + listing.bytes(), None)
                .unwrap_or_else(|stopped| found.stopped = Some(stopped));
            if found.stopped.is_some() {
                return Ok(found);
            }
            continue;
        }
        if found.passed / 2 > rechecked {
            plan.recheck()?;
            rechecked = found.passed;
        }
        let results = valued(&mut workers, &batch, found.passed, question.shard);
        for (listed, result) in batch.iter().zip(results) {
            if question.smallest && found.is_beyond(listed.size) {
                return Ok(found);
            }
            let hit = match result {
                None => {
                    found.passed += 1;
                    continue;
                }
                Some(Ok(hit)) => hit,
                Some(Err(NoAnswer::Stopped { by: Reached::Limit(stopped), .. })) => {
                    found.stopped = Some(stopped);
                    return Ok(found);
                }
                Some(Err(error)) => return Err(error),
            };
            found.passed += 1;
            found.note(listed.size, hit.is_some());
            if let Some(hit) = hit {
                let goes_on = watch.found(&hit);
                found.keep(hit, plan);
                if goes_on.is_break() || is_enough(&found) {
                    return Ok(found);
                }
            }
        }
        if let Err(stopped) = meter.look(found.looked_at, found.bytes() + listing.bytes(), None) {
            found.stopped = Some(stopped);
        } else if found.looked_at >= limits.positions && !is_over {
            found.stopped = Some(Stopped::Positions(limits.positions));
        }
        if watch.batch(&found).is_break() || found.stopped.is_some() {
            return Ok(found);
        }
    }
    found.stopped = listing.stopped()?;
    Ok(found)
}

/// The worth of each position of a batch; `None` for those of other parts.
///
/// The first of the batch has this number in the listing.
fn valued(workers: &mut [Worker<'_>], batch: &[Listed], first: u64, shard: Option<Shard>) -> Vec<Option<Looked>> {
    let next = AtomicUsize::new(0);
    let work = |worker: &mut Worker<'_>| {
        let mut done = vec![];
        loop {
            let from = next.fetch_add(PORTION, Ordering::Relaxed);
            for at in from..batch.len().min(from.saturating_add(PORTION)) {
                let number = first + at as u64;
                if shard.is_some_and(|shard| number % u64::from(shard.of()) != u64::from(shard.number() - 1)) {
                    continue;
                }
                let looked = worker.looked(number, &batch[at]);
                let is_error = looked.is_err();
                done.push((at, looked));
                if is_error {
                    // those before it are taken already
                    next.fetch_max(batch.len(), Ordering::Relaxed);
                    return done;
                }
            }
            if from >= batch.len() {
                return done;
            }
        }
    };
    let [own, others @ ..] = workers else { return vec![] };
    let done = thread::scope(|scope| {
        // where no thread can be started, this one does it all
        let start = |worker| thread::Builder::new().spawn_scoped(scope, || work(worker)).ok();
        let running: Vec<_> = others.iter_mut().filter_map(start).collect();
        let mut done = work(own);
        done.extend(running.into_iter().flat_map(|thread| thread.join().expect("a worker does not panic")));
        done
    });
    let mut results: Vec<Option<Looked>> = batch.iter().map(|_| None).collect();
    done.into_iter().for_each(|(at, looked)| results[at] = Some(looked));
    results
}

/// A thread's search, which begins anew where its memory is full.
struct Worker<'a> {
    plan: &'a Plan<'a>,
    limits: &'a Limits,
    worths: Worths<'a>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan<'a>, limits: &'a Limits) -> Self {
        let worths = Worths::new(plan.session, plan.family.as_ref(), &plan.reached, plan.question.first, &Arena::new(), limits);
        Self { plan, limits, worths }
    }

    fn looked(&mut self, number: u64, listed: &Listed) -> Looked {
        match self.looked_once(number, listed) {
            Err(NoAnswer::Stopped { by: Reached::Limit(Stopped::Memory(_)), .. }) => {
                *self = Self::new(self.plan, self.limits);
                self.looked_once(number, listed)
            }
            looked => looked,
        }
    }

    /// The position, if it has the property; or else its turned image, if that has.
    fn looked_once(&mut self, number: u64, listed: &Listed) -> Looked {
        if !self.worths.is_position(&listed.text) {
            return Ok(None);
        }
        let turned = listed.turned.as_deref().filter(|_| !self.plan.is_of_both_signs);
        let mut best: Option<FoundPosition> = None;
        for text in [Some(listed.text.as_str()), turned].into_iter().flatten() {
            let mut valued = Valued::new(listed.size, text);
            let has = match &self.plan.property {
                Some(property) => self.worths.has(&mut valued, property)?,
                None => true,
            };
            if !has {
                continue;
            }
            let found = self.found(&mut valued, number, listed)?;
            // of two images that have it the one that is sorted first is told
            let Some(sort) = self.plan.sort else { return Ok(Some(found)) };
            if best.as_ref().is_none_or(|best| found.rank(sort) < best.rank(sort)) {
                best = Some(found);
            }
        }
        Ok(best)
    }

    fn found(&mut self, valued: &mut Valued<'_>, number: u64, listed: &Listed) -> Result<FoundPosition, NoAnswer> {
        let mut position = FoundPosition::new(self.worths.position(valued.text), number, listed);
        if self.plan.question.count && self.plan.histogram.is_none() && self.plan.sort.is_none() {
            return Ok(position);
        }
        for &key in &self.plan.columns {
            let worth = self.worths.worth(valued, key)?;
            let text = self.worths.text(&worth)?;
            position.note(key, &worth, text);
        }
        Ok(position)
    }
}
