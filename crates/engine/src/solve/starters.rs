//! The winner of a partizan sum, for both starters and without its moves.
//!
//! Questions about one ruleset go on from what earlier ones have found. With several threads both starters are searched side by side,
//! as soon as that is worth a thread.

use super::cache::Learnt;
use super::selection::FoundMoves;
use super::values::{Rules, Values};
use super::{Answer, MixedSum, NoValue, RulesetCache, SolveError, SolveOptions, Valuation, by_these};
use core::num::NonZeroUsize;
use sprague_core::{Limits, Outcome, Player, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The work on the first starter before the other one is given a thread.
///
/// It is counted as limits count it.
const ALONE: u64 = 20_000;

/// The work between two looks whether the other thread is done.
const SLICE: u64 = 100_000;

/// The winner by who starts.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    // an explanation says what was searched, and that is to be all
    let cache = only_ruleset(sum).filter(|_| !options.explain);
    let mut learnt = cache.and_then(|cache| cache.take_learnt(options.limits.bytes));
    // loaded rules are asked on the thread that asks the question
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
            // what others have left takes room, and may lead to more work: so without it
            Err(SolveError::Stopped(Stopped::Memory(_) | Stopped::Positions(_))) => {}
            answer => return answer,
        }
    }
    answered(Values::for_winner(&rules, None, &options.limits), sum, options, cache)
}

/// The ruleset of all components.
pub(super) fn only_ruleset(sum: &MixedSum) -> Option<&RulesetCache> {
    let (first, others) = sum.components.split_first()?;
    others.iter().all(|other| Arc::ptr_eq(&other.rules, &first.rules)).then_some(&*first.rules)
}

/// The answer by one search, which leaves what it has found.
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

/// Leaves what was found for the next question, if the rules stand by it.
fn leave(learnt: Learnt, cache: Option<&RulesetCache>, sum: &MixedSum, options: &SolveOptions) {
    if let Some(cache) = cache.filter(|_| sum.check().is_ok()) {
        cache.leave_learnt(options.limits.bytes, learnt);
    }
}

/// The outcomes for both starters, and all that this thread has found.
///
/// There are none where the first took little work, or answers for both, or where half of the limits is not enough for one of them.
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

/// The outcomes for both starters, by this search and by another one beside it.
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
        // then this thread seeks the other one, too: what is known of one starter often tells about both
        let mut theirs = Ok(None);
        while ours.is_ok() && matches!(theirs, Ok(None)) && !thread.is_finished() {
            theirs = values.outcome_within(&total, -player, SLICE);
        }
        is_over.store(true, Ordering::Relaxed);
        let told = thread.join().expect("a search ends in a result");
        // a thread that was not needed has only stopped
        let ours = ours?;
        let theirs = if let Some(outcome) = theirs? { outcome } else { told? };
        Ok(Some([ours, theirs]))
    })
}

/// The outcome for one starter, by a search of its own.
fn alone(sum: &MixedSum, player: Player, limits: &Limits) -> Result<Outcome, NoValue> {
    let rules = Rules::of(sum).ok_or(NoValue::NotCovered)?;
    let values = Values::for_winner(&rules, None, limits);
    let total = values.of_sum(sum)?;
    values.outcome(&total, player)
}
