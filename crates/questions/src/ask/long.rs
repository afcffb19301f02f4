//! Long searches for the period of a take-and-break code by equal states, in memory or streaming, and with checkpoints.

use crate::NoAnswer;
use crate::ask::row_plan::RowPlan;
use crate::keep::Saves;
use sprague::certificate::EqualStates;
use sprague::heap::{Period, TakeAndBreak};
use sprague::rows::{Stream, StreamError, TakeAndBreakRun};
use sprague::{Limits, Stopped};
use std::time::Duration;

pub(crate) struct Long {
    pub(crate) period: Period,
    pub(crate) states: EqualStates,
    pub(crate) outcome_period: Option<Period>,
}

/// Searches for the period of a code by equal states within `most` heaps.
///
/// # Errors
/// [`NoAnswer::Stopped`] at a limit, and if the limits allow fewer heaps than `most`.
pub(crate) fn seek(code: &TakeAndBreak, most: u64, options: &RowPlan) -> Result<Option<Long>, NoAnswer> {
    let limits = &options.limits;
    let allowed = most.min(limits.positions);
    let found = match options.stream || options.checkpoint.is_some() {
        true => stream(code, allowed, options, limits)?,
        false => run(code, allowed, options, limits)?,
    };
    if found.is_none() && allowed < most { Err(Stopped::Positions(allowed).into()) } else { Ok(found) }
}

fn run(code: &TakeAndBreak, most: u64, options: &RowPlan, limits: &Limits) -> Result<Option<Long>, NoAnswer> {
    let Some(mut run) = TakeAndBreakRun::new(code) else { return Ok(None) };
    let Some((period, states)) = run.seek(most, limits)? else { return Ok(None) };
    Ok(Some(Long { period, states, outcome_period: run.outcome_period(&options.limits.until_asked())? }))
}

fn stream(code: &TakeAndBreak, most: u64, options: &RowPlan, limits: &Limits) -> Result<Option<Long>, NoAnswer> {
    let question = format!("period of octal:{code}");
    let (saves, saved) = Saves::open(options.checkpoint.as_deref(), &question, |bytes| Some(bytes.to_vec()))?;
    let mut saves = saves.every(Duration::from_secs(5));
    let mut stream = match saved {
        Some(bytes) => Stream::resume(code, &bytes, limits),
        None => Stream::new(code, limits),
    }?;
    let found = stream.seek(most, limits, |stream| match saves.save(false, || stream.save()) {
        true => Ok(()),
        false => Err(Stopped::Asked.into()),
    });
    if matches!(found, Ok(_) | Err(StreamError::Stopped(_))) {
        saves.save(true, || stream.save());
    }
    saves.ended()?;
    let long = |found: sprague::rows::Streamed| Long {
        period: found.period,
        states: found.states,
        outcome_period: found.outcome_period,
    };
    Ok(found?.map(long))
}
