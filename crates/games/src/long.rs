//! Long searches for the period of a take-and-break code: by equal states, in memory or streaming, with checkpoints.

use crate::QuestionError;
use crate::analyse::options::AnalyseOptions;
use crate::saves::Saves;
use sprague::certificate::EqualStates;
use sprague::heap::{Period, TakeAndBreak};
use sprague::rows::{Stream, StreamError, TakeAndBreakRun};
use sprague::{Limits, Stopped};

/// A period that equal states prove.
pub(crate) struct Long {
    pub(crate) period: Period,
    pub(crate) states: EqualStates,
    pub(crate) outcome_period: Option<Period>,
}

/// The period of a code if equal states prove it within `most` heaps.
pub(crate) fn seek(code: &TakeAndBreak, most: u64, options: &AnalyseOptions) -> Result<Option<Long>, QuestionError> {
    let limits = options.seeking();
    if options.stream || options.checkpoint.is_some() {
        return stream(code, most, options, &limits);
    }
    let Some(mut run) = TakeAndBreakRun::new(code) else { return Ok(None) };
    let found = run.seek(most, &limits)?;
    Ok(found.map(|(period, states)| Long { period, states, outcome_period: run.outcome_period() }))
}

fn stream(code: &TakeAndBreak, most: u64, options: &AnalyseOptions, limits: &Limits) -> Result<Option<Long>, QuestionError> {
    let question = format!("period of octal:{code}");
    let (mut saves, saved) = Saves::open(options.checkpoint.as_deref(), &question)?;
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
