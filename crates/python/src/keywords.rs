//! What stands behind the names of keyword arguments, which Python hands over in a dict.

use crate::errors::shown;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::{CompoundRule, Limits, Play, Player};
use sprague_games::TableRows;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Who moves, or starts.
pub(crate) fn player(text: &str) -> PyResult<Player> {
    match text {
        "left" | "L" => Ok(Player::Left),
        "right" | "R" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!("a player is \"left\" or \"right\", not {text:?}"))),
    }
}

/// Keyword arguments, some of which may be missing, or None.
pub(crate) struct Keywords<'a, 'py>(pub(crate) &'a Bound<'py, PyDict>);

impl<'py> Keywords<'_, 'py> {
    fn item(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|item| !item.is_none()))
    }

    /// What an argument says, if it is there.
    pub(crate) fn get<T>(&self, name: &str, kind: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let Some(item) = self.item(name)? else { return Ok(None) };
        item.extract().map(Some).map_err(|_| PyTypeError::new_err(format!("{name} is {kind}, not {}", shown(&item))))
    }

    pub(crate) fn flag(&self, name: &str) -> PyResult<bool> {
        Ok(self.get(name, "True or False")?.unwrap_or(false))
    }

    pub(crate) fn count(&self, name: &str) -> PyResult<Option<u64>> {
        self.get(name, "a whole number from 0 to 2**64 - 1")
    }

    pub(crate) fn text(&self, name: &str) -> PyResult<Option<String>> {
        self.get(name, "a string")
    }

    pub(crate) fn play(&self) -> PyResult<Play> {
        match self.text("play")?.as_deref() {
            None | Some("normal") => Ok(Play::Normal),
            Some("misere" | "misère") => Ok(Play::Misere),
            Some(other) => Err(PyValueError::new_err(format!("play is \"normal\" or \"misere\", not {other:?}"))),
        }
    }

    pub(crate) fn rule(&self) -> PyResult<CompoundRule> {
        let Some(text) = self.text("rule")? else { return Ok(CompoundRule::Disjunctive) };
        text.parse().map_err(|error| PyValueError::new_err(format!("rule: {error}")))
    }

    pub(crate) fn first(&self) -> PyResult<Option<Player>> {
        self.text("first")?.map(|text| player(&text)).transpose()
    }

    pub(crate) fn rows(&self) -> PyResult<Option<TableRows>> {
        Ok(match self.text("rows")?.as_deref() {
            None => None,
            Some("outcomes") => Some(TableRows::Outcomes),
            Some("nimbers") => Some(TableRows::Nimbers),
            Some("values") => Some(TableRows::Values),
            Some(other) => {
                let expected = "rows are \"outcomes\", \"nimbers\" or \"values\"";
                return Err(PyValueError::new_err(format!("{expected}, not {other:?}")));
            }
        })
    }

    pub(crate) fn range(&self, name: &str) -> PyResult<Option<(u64, u64)>> {
        self.get(name, "a pair of numbers, the first and the last")
    }

    pub(crate) fn jobs(&self) -> PyResult<NonZeroUsize> {
        let jobs = self.count("jobs")?.map_or(Some(1), |jobs| usize::try_from(jobs).ok());
        jobs.and_then(NonZeroUsize::new).ok_or_else(|| PyValueError::new_err("jobs is a number of threads, at least 1"))
    }

    /// How far a question may go.
    pub(crate) fn limits(&self) -> PyResult<Limits> {
        let mut limits = Limits::default();
        if let Some(positions) = self.count("limit_positions")? {
            limits.positions = positions;
        }
        if let Some(bytes) = self.count("limit_memory")? {
            limits.bytes = bytes;
        }
        if let Some(seconds) = self.get::<f64>("limit_time", "a number of seconds")? {
            let time = Duration::try_from_secs_f64(seconds);
            limits.time =
                Some(time.map_err(|_| PyValueError::new_err(format!("limit_time is a number of seconds, not {seconds}")))?);
        }
        Ok(limits)
    }
}
