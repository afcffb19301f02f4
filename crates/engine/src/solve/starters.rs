//! Finds the winner of a partizan sum for both starting players, without its moves.
//!
//! Questions about a single ruleset continue from the results of earlier questions. If several threads are allowed, two of them
//! share their results as soon as the search is worth a thread.

use super::cache::{Learnt, Shared};
use super::selection::FoundMoves;
use super::values::{Rules, Values};
use super::{Answer, MixedSum, NoValue, RulesetCache, SolveError, SolveOptions, Valuation, by_these};
use core::num::NonZeroUsize;
use sprague_core::{Limits, Outcome, Player, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The work on the first starting player, as the limits count it, before another thread is started.
const ALONE: u64 = 20_000;

/// Finds the winner for each starting player.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    // an explanation describes what was searched, so everything is searched again for it
    let cache = only_ruleset(sum).filter(|_| !options.explain);
    let mut learnt = cache.and_then(|cache| cache.take_learnt(options.limits.bytes));
    // loaded rules are only called from the thread that asks the question
    let is_loaded = sum.components.iter().any(|component| component.rules.rules().is_loaded());
    if options.jobs > NonZeroUsize::MIN && !options.explain && !is_loaded {
        let (outcomes, found) = together(&rules, sum, learnt, options)?;
        if let Some(outcomes) = outcomes {
            let why = "a search over sums of positions and values, by two threads".to_owned();
            let mut answer = Answer::new(outcomes[0], FoundMoves::none(), why);
            match options.first_only {
                true => answer.first = Some(options.player(sum)),
                false => answer.set_first(options.player(sum), outcomes[outcomes.len() - 1]),
            }
            leave(found, cache, sum, options);
            return Ok(Some(answer));
        }
        learnt = Some(found);
    }
    if learnt.is_some() {
        match answered(Values::for_winner(&rules, learnt, &options.limits), sum, options, cache) {
            // the results of earlier questions take memory and may lead to more work, so try without them
            Err(SolveError::Stopped(Stopped::Memory(_) | Stopped::Positions(_))) => {}
            answer => return answer,
        }
    }
    answered(Values::for_winner(&rules, None, &options.limits), sum, options, cache)
}

/// Returns the ruleset, if all components have the same one.
pub(super) fn only_ruleset(sum: &MixedSum) -> Option<&RulesetCache> {
    let (first, others) = sum.components.split_first()?;
    others.iter().all(|other| Arc::ptr_eq(&other.rules, &first.rules)).then_some(&*first.rules)
}

/// Answers by one search and stores its results for the next question.
fn answered(
    values: Values<'_>,
    sum: &MixedSum,
    options: &SolveOptions,
    cache: Option<&RulesetCache>,
) -> Result<Option<Answer>, SolveError> {
    let answer = by_these(&values, sum, options);
    if answer.is_ok() {
        leave(values.learnt(), cache, sum, options);
    }
    answer
}

/// Stores the results for the next question, if the rules have not failed.
fn leave(learnt: Learnt, cache: Option<&RulesetCache>, sum: &MixedSum, options: &SolveOptions) {
    if let Some(cache) = cache.filter(|_| sum.check().is_ok()) {
        cache.leave_learnt(options.limits.bytes, learnt);
    }
}

/// Returns the outcome for each starting player that is asked about, and the results of this thread.
///
/// There are no outcomes if the search takes little work, or if half of the limits is not enough.
fn together(
    rules: &Rules,
    sum: &MixedSum,
    learnt: Option<Learnt>,
    options: &SolveOptions,
) -> Result<(Option<Vec<Outcome>>, Learnt), Stopped> {
    let limits = &options.limits;
    let half = Limits { positions: limits.positions / 2, bytes: limits.bytes / 2, ..limits.clone() };
    let values = Values::for_winner(rules, learnt, &half);
    let outcomes = match by_two(&values, sum, options, &half) {
        Ok(outcomes) => outcomes,
        Err(NoValue::NotCovered | NoValue::Stopped(Stopped::Positions(_) | Stopped::Memory(_))) => None,
        Err(NoValue::Stopped(stopped)) => return Err(stopped),
    };
    Ok((outcomes, values.learnt()))
}

/// Finds the outcomes by this search and by another thread, which searches the same sums.
fn by_two(values: &Values<'_>, sum: &MixedSum, options: &SolveOptions, half: &Limits) -> Result<Option<Vec<Outcome>>, NoValue> {
    let (player, total) = (options.player(sum), values.of_sum(sum)?);
    let is_one = options.first_only || values.is_own_negative(&total)?;
    let starters = if is_one { &[player][..] } else { &[player, -player] };
    if values.outcome_within(&total, player, ALONE)?.is_some() {
        return Ok(None);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let beside = Limits { stop: Some(is_over.clone()), lowers_stop: false, progress: None, ..half.clone() };
    let shared = values.share();
    let outcomes = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || help(sum, starters, shared, &beside));
        let outcomes = starters.iter().map(|&starter| {
            let outcome = values.outcome(&total, starter)?;
            if starter == player {
                options.known.outcome(outcome);
            }
            Ok(outcome)
        });
        let outcomes = if thread.is_ok() { outcomes.collect::<Result<Vec<_>, _>>().map(Some) } else { Ok(None) };
        is_over.store(true, Ordering::Relaxed);
        outcomes
    });
    values.unshare();
    outcomes
}

/// Searches for each starting player, for the benefit of the thread with which this one shares its results.
fn help(sum: &MixedSum, starters: &[Player], shared: Shared, limits: &Limits) -> Result<(), NoValue> {
    let rules = Rules::of(sum).ok_or(NoValue::NotCovered)?;
    let values = Values::for_winner(&rules, None, limits);
    values.join(shared);
    let total = values.of_sum(sum)?;
    starters.iter().try_for_each(|&starter| values.outcome(&total, starter).map(|_| ()))
}
