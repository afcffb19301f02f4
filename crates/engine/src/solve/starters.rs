//! Finds the winner of a partizan sum for both starting players, without its moves.
//!
//! Questions about a single ruleset continue from the results of earlier questions. If several threads are allowed, both
//! starting players are searched at the same time as soon as that is worth a thread.

use super::cache::Learnt;
use super::selection::FoundMoves;
use super::values::{Rules, Values};
use super::{Answer, MixedSum, NoValue, RulesetCache, SolveError, SolveOptions, Valuation, by_these};
use core::num::NonZeroUsize;
use sprague_core::{Limits, Outcome, Player, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The work on the first starting player, as the limits count it, before the other one gets a thread.
const ALONE: u64 = 20_000;

/// The work between two checks of whether the other thread has finished.
const SLICE: u64 = 100_000;

/// Finds the winner for each starting player.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    // an explanation describes what was searched, so everything is searched again for it
    let cache = only_ruleset(sum).filter(|_| !options.explain);
    let mut learnt = cache.and_then(|cache| cache.take_learnt(options.limits.bytes));
    // loaded rules are only called from the thread that asks the question
    let is_loaded = sum.components.iter().any(|component| component.rules.rules().is_loaded());
    if options.jobs > NonZeroUsize::MIN && !options.first_only && !options.explain && !is_loaded {
        let (outcomes, found) = side_by_side(&rules, sum, learnt, options)?;
        if let Some([outcome, other]) = outcomes {
            let why = "a search over sums of positions and values, for both starters side by side".to_owned();
            let mut answer = Answer::new(outcome, FoundMoves::none(), why);
            answer.set_first(options.player(sum), other);
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

/// Returns the outcomes for both starting players, and the results of this thread.
///
/// There are no outcomes if the first search took little work, if it decides both cases, or if half of the limits is not
/// enough.
fn side_by_side(
    rules: &Rules,
    sum: &MixedSum,
    learnt: Option<Learnt>,
    options: &SolveOptions,
) -> Result<(Option<[Outcome; 2]>, Learnt), Stopped> {
    let limits = &options.limits;
    let half = Limits { positions: limits.positions / 2, bytes: limits.bytes / 2, ..limits.clone() };
    let values = Values::for_winner(rules, learnt, &half);
    let outcomes = match both(&values, sum, options, &half) {
        Ok(outcomes) => outcomes,
        Err(NoValue::NotCovered | NoValue::Stopped(Stopped::Positions(_) | Stopped::Memory(_))) => None,
        Err(NoValue::Stopped(stopped)) => return Err(stopped),
    };
    Ok((outcomes, values.learnt()))
}

/// Finds the outcomes for both starting players, one by this search and one by another thread.
fn both(values: &Values<'_>, sum: &MixedSum, options: &SolveOptions, half: &Limits) -> Result<Option<[Outcome; 2]>, NoValue> {
    let (player, total) = (options.player(sum), values.of_sum(sum)?);
    if values.is_own_negative(&total)? || values.outcome_within(&total, player, ALONE)?.is_some() {
        return Ok(None);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let beside = Limits { stop: Some(is_over.clone()), lowers_stop: false, progress: None, ..half.clone() };
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || alone(sum, -player, &beside));
        let Ok(thread) = thread else { return Ok(None) };
        let ours = values.outcome(&total, player);
        if let Ok(outcome) = ours {
            options.known.outcome(outcome);
        }
        // this thread then searches for the other player too, because results for one case often decide the other
        let mut theirs = Ok(None);
        while ours.is_ok() && matches!(theirs, Ok(None)) && !thread.is_finished() {
            theirs = values.outcome_within(&total, -player, SLICE);
        }
        is_over.store(true, Ordering::Relaxed);
        let told = thread.join().expect("a search ends in a result");
        // if the other thread was not needed, it has only been stopped
        let ours = ours?;
        let theirs = if let Some(outcome) = theirs? { outcome } else { told? };
        Ok(Some([ours, theirs]))
    })
}

/// Finds the outcome for one starting player by a separate search.
fn alone(sum: &MixedSum, player: Player, limits: &Limits) -> Result<Outcome, NoValue> {
    let rules = Rules::of(sum).ok_or(NoValue::NotCovered)?;
    let values = Values::for_winner(&rules, None, limits);
    let total = values.of_sum(sum)?;
    values.outcome(&total, player)
}
