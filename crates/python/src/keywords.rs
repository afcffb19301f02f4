//! Parses keyword arguments, which Python passes in a dict.

use crate::ending::Waited;
use crate::errors::shown;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::{Limits, Play, Player};
use sprague_questions::LimitsAsked;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Returns the player with this name.
pub(crate) fn player(text: &str) -> PyResult<Player> {
    match text {
        "left" | "L" => Ok(Player::Left),
        "right" | "R" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!("a player is \"left\" or \"right\", not {text:?}"))),
    }
}

/// Keyword arguments, some of which may be missing or None.
pub(crate) struct Keywords<'a, 'py>(pub(crate) &'a Bound<'py, PyDict>);

impl<'py> Keywords<'_, 'py> {
    fn item(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|item| !item.is_none()))
    }

    /// Returns the value of an argument, if it is given.
    pub(crate) fn get<T>(&self, name: &str, kind: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let Some(item) = self.item(name)? else { return Ok(None) };
        item.extract().map(Some).map_err(|_| PyTypeError::new_err(format!("{name} is {kind}, not {}", shown(&item))))
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

    pub(crate) fn first(&self) -> PyResult<Option<Player>> {
        self.text("first")?.map(|text| player(&text)).transpose()
    }

    pub(crate) fn jobs(&self) -> PyResult<NonZeroUsize> {
        let jobs = self.count("jobs")?.map_or(Some(1), |jobs| usize::try_from(jobs).ok());
        jobs.and_then(NonZeroUsize::new).ok_or_else(|| PyValueError::new_err("jobs is a number of threads, at least 1"))
    }

    /// Returns the limits that were named.
    pub(crate) fn limits_asked(&self) -> PyResult<Named> {
        let seconds = self.get::<f64>("limit_time", "a number of seconds")?;
        let time = seconds.map(|seconds| {
            let no_time = |_| PyValueError::new_err(format!("limit_time is a number of seconds, not {seconds}"));
            Duration::try_from_secs_f64(seconds).map_err(no_time)
        });
        let asked = LimitsAsked {
            limit_positions: self.count("limit_positions")?,
            limit_memory: self.count("limit_memory")?,
            limit_time: time.transpose()?,
            longest_play: self.count("longest_play")?,
        };
        let cancel = self.item("cancel")?;
        if let Some(event) = &cancel
            && !event.getattr_opt("is_set")?.is_some_and(|is_set| is_set.is_callable())
        {
            let expected = "cancel is an event, such as threading.Event(), whose is_set() tells when to stop";
            return Err(PyTypeError::new_err(format!("{expected}, not {}", shown(event))));
        }
        Ok(Named { asked, cancel: cancel.map(Bound::unbind) })
    }

    /// Returns the limits of a question.
    pub(crate) fn limits(&self) -> PyResult<Within> {
        Ok(self.limits_asked()?.over(Limits::default()))
    }
}

/// Limits that were named, and the event that cancels the question.
pub(crate) struct Named {
    pub(crate) asked: LimitsAsked,
    cancel: Option<Py<PyAny>>,
}

impl Named {
    /// Returns the limits of the question, with those of `limits` for all that were not named.
    pub(crate) fn over(self, limits: Limits) -> Within {
        Within { limits: self.asked.over(limits), cancel: self.cancel }
    }
}

/// The limits of a question, and the event that cancels it.
pub(crate) struct Within {
    pub(crate) limits: Limits,
    pub(crate) cancel: Option<Py<PyAny>>,
}

impl From<Limits> for Within {
    fn from(limits: Limits) -> Self {
        Self { limits, cancel: None }
    }
}

/// The names of limits, which are passed together with the fields of a question.
const LIMITS: [&str; 5] = ["limit_positions", "limit_memory", "limit_time", "longest_play", "cancel"];

/// Returns the fields of a question in JSON, and the limits that were passed with them.
///
/// The code of Python writes the JSON, so the end of the interpreter waits for this, too.
pub(crate) fn question(told: &Bound<'_, PyDict>) -> PyResult<(Vec<u8>, Named)> {
    let _waited = Waited::begin()?;
    let py = told.py();
    let fields = told.copy()?;
    for name in LIMITS {
        if fields.contains(name)? {
            fields.del_item(name)?;
        }
    }
    // numbers of NumPy are numbers, too
    let options = PyDict::new(py);
    options.set_item("default", py.import("operator")?.getattr("index")?)?;
    options.set_item("allow_nan", false)?;
    let text: String = py.import("json")?.call_method("dumps", (fields,), Some(&options))?.extract()?;
    Ok((text.into_bytes(), Keywords(told).limits_asked()?))
}
