//! Checks the laws of rulesets for a ruleset in Python.

use crate::ending::Waited;
use crate::rules::{Asking, Rules};
use crate::under_way::UnderWay;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::{Value as Json, json};
use sprague::AnyRuleset;
use sprague_plugin::laws::{Effort, try_laws_of};
use std::sync::Arc;
use std::time::Duration;

/// Checks the laws of rulesets for a ruleset in Python, by random play.
///
/// Play starts at these positions. Returns a report in JSON, and the exception that was raised, if there was one.
#[pyfunction]
pub(crate) fn try_laws(
    py: Python<'_>,
    rules: &Bound<'_, Rules>,
    starts: &Bound<'_, PyList>,
    plays: u64,
    moves: u64,
    seed: u64,
    seconds: f64,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    let functions = rules.get().functions().clone();
    let texts = starts.iter().map(|start| rules.get().functions().text(py, &start)).collect::<PyResult<Vec<String>>>()?;
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("seconds is a number from 0 on, not {seconds}")))?;
    let effort = Effort { plays, moves, seed, time };
    let waited = Waited::begin()?;
    let trial = UnderWay::trial();
    let report = py.detach(|| {
        let load = || Arc::new(Asking::new(functions.clone())) as Arc<dyn AnyRuleset>;
        try_laws_of(&load, &texts.iter().map(String::as_str).collect::<Vec<_>>(), effort)
    });
    waited.goes_on()?;
    let raised = trial.raised();
    if let Some(error) = &raised
        && error.is_instance_of::<PyKeyboardInterrupt>(py)
    {
        return Err(error.clone_ref(py));
    }
    let held: Vec<Json> = report.held.iter().map(|(law, count)| json!([law.to_string(), count])).collect();
    let broken =
        report.broken.map(|broken| json!({ "law": broken.law.to_string(), "position": broken.position, "how": broken.how }));
    let answer = json!({ "held": held, "broken": broken, "longest": report.longest, "positions": report.positions });
    Ok((answer.to_string(), raised.map(|error| error.into_value(py).into_any())))
}
