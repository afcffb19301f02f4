//! Runs a search: threads evaluate positions, and the results are collected in the order of the listing.

use super::found::{Found, FoundPosition};
use super::listing::{Listed, Listing};
use super::plan::Plan;
use super::worth::{Candidate, Worths};
use crate::question::{NoAnswer, Reached};
use sprague::clock::Instant;
use sprague::limits::Meter;
use sprague::rows::sweep::{Watch, all_cores};
use sprague::{Limits, Stopped};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};
use std::time::Duration;
use std::{io, slice};

/// The number of positions per thread in a batch. Limits are checked between batches.
const BATCH: usize = 256;

/// The number of positions that a thread takes at once.
const PORTION: usize = 16;

/// The maximum number of steps of a listing between two checks of the limits.
const STEPS: usize = 1 << 12;

/// The maximum time for listing the positions of a batch.
const LONGEST_BATCH: Duration = Duration::from_millis(250);

/// A position if it has the property, or an error.
type Looked = Result<Option<FoundPosition>, NoAnswer>;

/// Continues a search to its end or a limit.
pub(super) fn run(
    plan: &Plan<'_>,
    begun: Found,
    limits: &Limits,
    watch: &mut dyn Watch<FoundPosition>,
) -> Result<Found, NoAnswer> {
    let mut found = unsorted(plan, begun, limits, watch)?;
    // the listing and each thread have a share of the memory, but the limit is the whole
    if let Some(Stopped::Memory(bytes)) = &mut found.stopped {
        *bytes = limits.bytes;
    }
    if found.stopped.is_none() {
        found.stopped = plan.recheck().err();
    }
    if plan.sort.is_some() {
        let most = plan.question.top.and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX);
        found.sort(plan.sort, most);
    }
    Ok(found)
}

fn unsorted(plan: &Plan<'_>, begun: Found, limits: &Limits, watch: &mut dyn Watch<FoundPosition>) -> Result<Found, NoAnswer> {
    let question = plan.question;
    let jobs = limits.threads(question.jobs.unwrap_or_else(all_cores).get());
    // the memory for all workers; the rest is for positions that are listed and found
    let for_search = limits.bytes / 4
        * if question.from.is_some() {
            1
        } else if plan.keeps_positions() {
            2
        } else {
            3
        };
    let share = Limits {
        positions: (limits.positions / jobs as u64).max(1),
        bytes: for_search / jobs as u64,
        progress: None,
        watch: None,
        ..limits.clone()
    };
    thread::scope(|scope| {
        // if no thread can be started, this thread does all the work
        let others = (1..jobs).filter_map(|_| Colleague::start(scope, plan, &share).ok()).collect();
        let mut team = Team { own: Worker::new(plan, &share), others };
        gathered(plan, begun, limits, for_search, &mut team, watch)
    })
}

/// Collects the results of all workers, in the order of the listing.
fn gathered(
    plan: &Plan<'_>,
    begun: Found,
    limits: &Limits,
    for_search: u64,
    team: &mut Team<'_>,
    watch: &mut dyn Watch<FoundPosition>,
) -> Result<Found, NoAnswer> {
    let (question, wants_items) = (plan.question, watch.wants_items());
    let mut found = begun;
    found.stopped = None;
    found.question = Some(question.clone());
    found.parts = question.shard.map(Into::into);
    let mut listing = plan.listing(limits)?;
    let meter = Meter::new(limits);
    let look = |found: &Found, listing: &Listing| {
        let held = found.bytes(plan.sort.is_some()) + listing.bytes();
        meter.look(found.looked_at, held.saturating_add(for_search as usize), None)
    };
    let is_enough = |found: &Found| plan.sort.is_none() && question.top.is_some_and(|most| found.found >= most);
    if is_enough(&found) {
        return Ok(found);
    }
    let mut to_skip = found.passed;
    let mut is_over = false;
    while !is_over {
        // 1. take a batch from the listing, without positions that an earlier run has passed
        let mut batch: Vec<Listed> = vec![];
        let began = Instant::now();
        for _ in 0..STEPS {
            match listing.next() {
                None => is_over = true,
                Some(Some(_)) if to_skip > 0 => to_skip -= 1,
                Some(Some(listed)) => batch.push(listed),
                Some(None) => {}
            }
            let is_full = batch.len() == BATCH * (1 + team.others.len()) || began.elapsed() > LONGEST_BATCH;
            if is_over || is_full {
                break;
            }
        }
        if batch.is_empty() {
            found.stopped = look(&found, &listing).err();
            if found.stopped.is_some() {
                return Ok(found);
            }
            continue;
        }
        // 2. let all workers evaluate it, and collect the results in order
        let batch = Arc::new(Batch { listed: batch, first: found.passed, next: AtomicUsize::new(0) });
        for (listed, result) in batch.listed.iter().zip(team.valued(&batch)) {
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
                let goes_on = if wants_items { watch.items(slice::from_ref(&hit)) } else { ControlFlow::Continue(()) };
                found.keep(hit, plan);
                if goes_on.is_break() || is_enough(&found) {
                    return Ok(found);
                }
            }
        }
        // 3. check the limits between batches
        if let Err(stopped) = look(&found, &listing) {
            found.stopped = Some(stopped);
        } else if found.looked_at >= limits.positions && !is_over {
            found.stopped = Some(Stopped::Positions(limits.positions));
        }
        if watch.so_far(found.looked_at, &|| found.to_bytes()).is_break() || found.stopped.is_some() {
            return Ok(found);
        }
    }
    found.stopped = listing.stopped()?;
    Ok(found)
}

/// Positions that are evaluated together by all workers.
struct Batch {
    listed: Vec<Listed>,
    /// The number of its first position in the listing.
    first: u64,
    /// The index of the first position that no worker has taken.
    next: AtomicUsize,
}

/// A worker's results for positions of a batch, each with its index.
type Done = Vec<(usize, Looked)>;

struct Team<'a> {
    own: Worker<'a>,
    others: Vec<Colleague>,
}

/// A worker on another thread, which keeps its search from batch to batch.
struct Colleague {
    batches: Sender<Arc<Batch>>,
    done: Receiver<Done>,
}

impl Colleague {
    fn start<'s, 'a: 's>(scope: &'s Scope<'s, '_>, plan: &'a Plan<'a>, limits: &'a Limits) -> io::Result<Self> {
        let ((batches, to_do), (out, done)) = (channel::<Arc<Batch>>(), channel());
        thread::Builder::new().spawn_scoped(scope, move || {
            let mut worker = Worker::new(plan, limits);
            to_do.iter().all(|batch| out.send(worker.work(&batch)).is_ok())
        })?;
        Ok(Self { batches, done })
    }
}

impl Team<'_> {
    /// Evaluates each position of a batch. The result is `None` for positions that belong to other parts.
    fn valued(&mut self, batch: &Arc<Batch>) -> Vec<Option<Looked>> {
        let panicked = "a worker does not panic";
        self.others.iter().for_each(|other| other.batches.send(batch.clone()).expect(panicked));
        let mut results: Vec<Option<Looked>> = batch.listed.iter().map(|_| None).collect();
        let own = self.own.work(batch);
        let all = [own].into_iter().chain(self.others.iter().map(|other| other.done.recv().expect(panicked)));
        all.flatten().for_each(|(at, looked)| results[at] = Some(looked));
        results
    }
}

/// The search of one thread. It is replaced by a new one when its memory is full.
struct Worker<'a> {
    plan: &'a Plan<'a>,
    limits: &'a Limits,
    worths: Worths<'a>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan<'a>, limits: &'a Limits) -> Self {
        Self { plan, limits, worths: Worths::new(plan, limits) }
    }

    /// Evaluates positions of a batch until all are taken.
    fn work(&mut self, batch: &Batch) -> Done {
        let (shard, count, mut done) = (self.plan.question.shard, batch.listed.len(), vec![]);
        loop {
            let from = batch.next.fetch_add(PORTION, Ordering::Relaxed);
            for at in from..count.min(from.saturating_add(PORTION)) {
                let number = batch.first + at as u64;
                if shard.is_some_and(|shard| number % u64::from(shard.of()) != u64::from(shard.number() - 1)) {
                    continue;
                }
                let looked = self.looked(number, &batch.listed[at]);
                let is_error = looked.is_err();
                done.push((at, looked));
                if is_error {
                    // stop the other workers; the positions before the error have been taken already
                    batch.next.fetch_max(count, Ordering::Relaxed);
                    return done;
                }
            }
            if from >= count {
                return done;
            }
        }
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

    /// Returns the position if it has the property. Otherwise returns its turned image if that has the property.
    fn looked_once(&mut self, number: u64, listed: &Listed) -> Looked {
        if !self.worths.is_position(&listed.text) {
            return Ok(None);
        }
        let turned = listed.turned.as_deref().filter(|_| !self.plan.is_of_both_signs);
        let mut best: Option<FoundPosition> = None;
        for text in [Some(listed.text.as_str()), turned].into_iter().flatten() {
            let mut candidate = Candidate::new(listed.size, text);
            let has = match &self.plan.property {
                Some(property) => self.worths.has(&mut candidate, property)?,
                None => true,
            };
            if !has {
                continue;
            }
            let found = self.found(&mut candidate, number, listed)?;
            // if both images have the property, return the one that is sorted first
            let Some(sort) = self.plan.sort else { return Ok(Some(found)) };
            if best.as_ref().is_none_or(|best| found.rank(sort) < best.rank(sort)) {
                best = Some(found);
            }
        }
        Ok(best)
    }

    fn found(&mut self, candidate: &mut Candidate<'_>, number: u64, listed: &Listed) -> Result<FoundPosition, NoAnswer> {
        let mut position = FoundPosition::new(self.worths.position(candidate.text), number, listed);
        if self.plan.question.count && self.plan.histogram.is_none() && self.plan.sort.is_none() {
            return Ok(position);
        }
        for &key in &self.plan.columns {
            let worth = self.worths.worth(candidate, key)?;
            let text = self.worths.text(&worth)?;
            position.note(key, &worth, text);
        }
        Ok(position)
    }
}
