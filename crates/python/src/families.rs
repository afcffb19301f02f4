//! Questions about many families at once: the longest period of a kind, and which of them begin with some values.

use crate::errors;
use crate::keywords::Keywords;
use crate::run::away;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::Stopped;
use sprague::rows::sweep::{Sweep, SweepSummary, Watch, all_cores};
use sprague_games::sweep::{Swept, most_bytes};
use std::time::Instant;

/// Who looks on: nobody.
struct Nobody;

impl Watch for Nobody {}

/// Longest periods of all subtraction sets with this largest member.
#[pyfunction]
pub(crate) fn sweep(py: Python<'_>, largest: u32, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    let keywords = Keywords(keywords);
    let nimbers = keywords.flag("nimbers")?;
    let sweep = if nimbers { Sweep::nimbers(largest) } else { Sweep::outcomes(largest) };
    let sweep = sweep.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let jobs = if keywords.count("jobs")?.is_some() { keywords.jobs()? } else { all_cores() };
    let mut limits = keywords.limits()?;
    if keywords.count("limit_positions")?.is_none() {
        limits.positions = u64::MAX;
    }
    away(py, limits, move |limits| {
        if most_bytes(jobs) > limits.bytes {
            return Err(Stopped::Memory(limits.bytes));
        }
        let begun = Instant::now();
        let (tally, stopped) = sweep.run(SweepSummary::default(), jobs, &limits.starting_now(), &mut Nobody);
        let swept = Swept { sweep, tally, stopped, seconds: begun.elapsed().as_secs_f64() };
        match &swept.stopped {
            Some(stopped) => Err(stopped.clone()),
            None => Ok(swept.to_json(true).to_string()),
        }
    })?
    .map_err(|stopped| errors::stopped(py, &stopped))
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
