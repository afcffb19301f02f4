//! Questions about many families at once: the longest period of a kind, and which of them begin with some values.

use crate::errors;
use crate::keywords::Keywords;
use crate::run::away;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::rows::sweep::{Shard, Sweep, SweepSummary, Watch, all_cores};
use sprague::{Limits, Stopped};
use sprague_games::sweep::{AnySwept, OctalSummary, OctalSweep, OctalSwept, Swept, WatchCodes, most_bytes};
use std::num::NonZeroUsize;

/// Who looks on: nobody.
struct Nobody;

impl Watch for Nobody {}
impl WatchCodes for Nobody {}

/// Which part of a sweep, and on how many threads.
fn part_and_jobs(keywords: &Keywords<'_, '_>) -> PyResult<(Shard, NonZeroUsize)> {
    let shard = match keywords.get::<(u64, u64)>("shard", "a pair of numbers, which part and how many there are")? {
        None => Shard::WHOLE,
        Some((number, of)) => {
            format!("{number}/{of}").parse().map_err(|error| PyValueError::new_err(format!("shard: {error}, as (3, 8)")))?
        }
    };
    let jobs = if keywords.count("jobs")?.is_some() { keywords.jobs()? } else { all_cores() };
    Ok((shard, jobs))
}

/// Longest periods of all subtraction sets with this largest member, or of a part of them. How long it took is not part of the answer.
#[pyfunction]
pub(crate) fn sweep(py: Python<'_>, largest: u32, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    let keywords = Keywords(keywords);
    let nimbers = keywords.flag("nimbers")?;
    let sweep = if nimbers { Sweep::nimbers(largest) } else { Sweep::outcomes(largest) };
    let (shard, jobs) = part_and_jobs(&keywords)?;
    let sweep = sweep.map_err(|error| PyValueError::new_err(error.to_string()))?.part(shard);
    let mut limits = keywords.limits()?;
    if keywords.count("limit_positions")?.is_none() {
        limits.positions = u64::MAX;
    }
    away(py, limits, move |limits| {
        if most_bytes(sweep.threads(jobs)) > limits.bytes {
            return Err(Stopped::Memory(limits.bytes));
        }
        let (tally, stopped) = sweep.run(SweepSummary::default(), jobs, &limits.starting_now(), &mut Nobody);
        match stopped {
            Some(stopped) => Err(stopped),
            None => Ok(Swept::of(sweep, tally, None, 0.0).to_part().to_string()),
        }
    })?
    .map_err(|stopped| errors::stopped(py, &stopped))
}

/// Periods of all octal codes of a few digits, or of a part of them.
#[pyfunction]
pub(crate) fn sweep_octal(py: Python<'_>, digits: u32, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    let keywords = Keywords(keywords);
    let sweep = OctalSweep::new(digits).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (shard, jobs) = part_and_jobs(&keywords)?;
    let limits = keywords.limits()?;
    let seek = keywords.count("seek")?.unwrap_or_else(|| sweep.seek());
    let sweep = sweep.part(shard).seeking(seek).within(limits.positions, limits.bytes);
    let limits = Limits { positions: u64::MAX, ..limits };
    away(py, limits, move |limits| {
        let (tally, stopped) = sweep.run(OctalSummary::default(), jobs, &limits.starting_now(), &mut Nobody);
        match stopped {
            Some(stopped) => Err(stopped),
            None => Ok(OctalSwept::of(sweep, tally, None, 0.0).to_part().to_string()),
        }
    })?
    .map_err(|stopped| errors::stopped(py, &stopped))
}

/// The sum of parts of a sweep: pairs of a name and the text of a part.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, parts: Vec<(String, String)>, is_partial: bool) -> PyResult<String> {
    let sum = py.detach(|| sprague_games::sweep::merge(parts)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    if !is_partial && !sum.parts().is_whole() {
        let missing = sum.parts().missing();
        return Err(PyValueError::new_err(format!(
            "{}: part {missing} is missing; partial=True adds up what is there",
            sum.question()
        )));
    }
    let part = match sum {
        AnySwept::Subtraction(swept) => swept.to_part(),
        AnySwept::Octal(swept) => swept.to_part(),
    };
    Ok(part.to_string())
}

/// Which known games begin with these Grundy values.
#[pyfunction]
pub(crate) fn identify(py: Python<'_>, values: Vec<u64>, most: usize, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    let limits = Keywords(keywords).limits()?;
    let found = away(py, limits, move |limits| {
        let found = sprague_games::identify::identify_within(&values, limits)?;
        Ok(sprague_games::identify::to_json(&values, &found, most).to_string())
    })?;
    found.map_err(|stopped: Stopped| errors::stopped(py, &stopped))
}
