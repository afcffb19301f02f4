//! Long searches for the period of a take-and-break code: by equal states, in memory or streaming, with checkpoints.

use crate::QuestionError;
use crate::analyse::options::AnalyseOptions;
use crate::checkpoint::Checkpoint;
use sprague::Limits;
use sprague::certificate::EqualStates;
use sprague::heap::{Period, TakeAndBreak};
use sprague::rows::{Stream, StreamError, TakeAndBreakRun};
use std::time::{Duration, Instant};

/// How much work a killed run may lose.
const SAVE_EVERY: Duration = Duration::from_secs(5);

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
    let checkpoint = options.checkpoint.as_deref().map(|path| Checkpoint::open(path, &question)).transpose()?;
    let saved = checkpoint.as_ref().map(Checkpoint::load).transpose()?.flatten();
    let mut stream = match saved {
        Some(bytes) => Stream::resume(code, &bytes, limits),
        None => Stream::new(code, limits),
    }?;
    let mut saved_at = Instant::now();
    let mut failed = None;
    let mut save = |stream: &Stream, is_due: bool| {
        let Some(checkpoint) = checkpoint.as_ref().filter(|_| is_due || saved_at.elapsed() > SAVE_EVERY) else { return Ok(()) };
        saved_at = Instant::now();
        checkpoint.save(&stream.save()).map_err(|error| {
            failed = Some(error);
            StreamError::Damaged
        })
    };
    let found = stream.seek(most, limits, |stream| save(stream, false));
    if !matches!(found, Ok(Some(_)) | Err(StreamError::Damaged)) {
        let _ = save(&stream, true);
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    let long = |found: sprague::rows::Streamed| Long {
        period: found.period,
        states: found.states,
        outcome_period: found.outcome_period,
    };
    Ok(found?.map(long))
}
