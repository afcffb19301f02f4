//! Values of partizan games as objects that are added, compared and described.

use crate::errors;
use crate::keywords::Keywords;
use crate::run::away;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::values::{Dyadic, Failed, ReadError, Value};
use sprague::{BadNotation, Stopped};
use sprague_questions::{ValueReport, describe};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// The value of a game in its canonical form.
#[pyclass(frozen, module = "sprague._sprague", name = "RawValue")]
pub(crate) struct PyValue {
    value: Value,
    /// The position whose value it is.
    position: Option<String>,
    /// The report on the value, in JSON.
    report: OnceLock<String>,
}

impl PyValue {
    pub(crate) fn of_report(report: ValueReport) -> Self {
        let json = report.to_json().to_string();
        Self { position: Some(report.position), value: report.value, report: json.into() }
    }

    fn of(value: Value) -> Self {
        Self { value, position: None, report: OnceLock::new() }
    }
}

fn failed(py: Python<'_>, error: Failed) -> PyErr {
    match error {
        Failed::Stopped(stopped) => errors::stopped(py, &stopped),
        Failed::Undefined(why) => errors::SpragueError::new_err(why.to_string()),
    }
}

#[pymethods]
impl PyValue {
    /// The value that a text in the notation denotes, without `game@`.
    #[staticmethod]
    fn read(py: Python<'_>, text: String, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let limits = Keywords(keywords).limits()?;
        let typed = text.clone();
        match away(py, limits, move |limits| Value::read(&text, limits))? {
            Ok(value) => Ok(Self::of(value)),
            Err(ReadError::Notation(error)) => Err(errors::malformed(py, &typed, &error)),
            Err(ReadError::Stopped(stopped)) => Err(errors::stopped(py, &stopped)),
        }
    }

    #[getter]
    fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The value as it is written, if that is not too long.
    #[getter]
    fn text(&self) -> Option<String> {
        self.value.text()
    }

    /// The value in LaTeX, for math mode, if it is not too long.
    fn latex(&self) -> Option<String> {
        self.value.text().map(|text| sprague::values::latex(&text))
    }

    /// All that is known, as JSON.
    fn report(&self, py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        if let Some(report) = self.report.get() {
            return Ok(report.clone());
        }
        let (value, limits) = (self.value.clone(), Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| {
            let text = value.text().map_or_else(|| "a value".to_owned(), |text| format!("game@{text}"));
            Ok(describe(text, value, limits)?.to_json().to_string())
        })?;
        let report = found.map_err(|stopped: Stopped| errors::stopped(py, &stopped))?;
        Ok(self.report.get_or_init(|| report).clone())
    }

    fn plus(&self, py: Python<'_>, other: &Self, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (a, b, limits) = (self.value.clone(), other.value.clone(), Keywords(keywords).limits()?);
        let sum = away(py, limits, move |limits| a.plus(&b, limits))?;
        sum.map(Self::of).map_err(|stopped| errors::stopped(py, &stopped))
    }

    fn __neg__(&self) -> Self {
        Self::of(-&self.value)
    }

    /// <, =, >, or || for values that are confused.
    fn relation(&self, py: Python<'_>, other: &Self, keywords: &Bound<'_, PyDict>) -> PyResult<&'static str> {
        let (a, b, limits) = (self.value.clone(), other.value.clone(), Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| a.compare(&b, limits))?;
        Ok(match found.map_err(|stopped| errors::stopped(py, &stopped))? {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "||",
        })
    }

    fn __richcmp__(&self, other: &Self, compare: CompareOp, py: Python<'_>) -> PyResult<bool> {
        let relation = self.relation(py, other, &PyDict::new(py))?;
        Ok(match compare {
            CompareOp::Lt => relation == "<",
            CompareOp::Le => relation == "<" || relation == "=",
            CompareOp::Eq => relation == "=",
            CompareOp::Ne => relation != "=",
            CompareOp::Gt => relation == ">",
            CompareOp::Ge => relation == ">" || relation == "=",
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.value.hash(&mut hasher);
        hasher.finish()
    }

    /// The options of a player.
    fn options(&self, player: &str) -> PyResult<Vec<Self>> {
        Ok(self.value.options(crate::keywords::player(player)?).map(Self::of).collect())
    }

    /// The value changed: cooled, heated, and so on, by another value or by itself.
    fn changed(&self, py: Python<'_>, how: &str, by: Option<&Self>, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let limits = Keywords(keywords).limits()?;
        let typed = by.and_then(|by| by.value.text()).unwrap_or_default();
        let (value, by, name) = (self.value.clone(), by.map(|by| by.value.clone()), how.to_owned());
        let found = away(py, limits, move |limits| match (name.as_str(), by) {
            ("cool", Some(by)) => match by.number().filter(|number| *number >= Dyadic::ZERO) {
                Some(number) => value.cool(&number, limits).map(Some),
                None => Ok(None),
            },
            ("heat", Some(by)) => Ok(Some(value.heat(&by, limits)?)),
            ("norton", Some(by)) => value.norton(&by, limits).map(Some),
            ("ordinal_sum", Some(on)) => Ok(Some(value.ordinal_sum(&on, limits)?)),
            ("reduced", None) => Ok(Some(value.reduced(limits)?)),
            ("atomic_weight", None) => value.atomic_weight(limits).map(Some),
            _ => Ok(None),
        })?;
        let found = found.map_err(|error| failed(py, error))?;
        found
            .map(Self::of)
            .ok_or_else(|| errors::malformed(py, &typed, &BadNotation::new(0, "a number to cool by, 0 or more, such as 3/2")))
    }
}
