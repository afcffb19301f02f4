//! Values of partizan games, as objects that can be added, compared and described.

use crate::errors;
use crate::keywords::Keywords;
use crate::run::away;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::values::{Failed, Method, ReadError, Value};
use sprague::{BadNotation, Stopped};
use sprague_questions::{Facts, Form, ValueReport, describe};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// The value of a game in its canonical form.
#[pyclass(frozen, module = "sprague._sprague", name = "RawValue")]
pub(crate) struct PyValue {
    value: Value,
    /// The position that has this value.
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
    /// Returns the value for a text in the notation, without `game@`.
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

    /// Returns the text of the value, if it is not too long.
    #[getter]
    fn text(&self) -> Option<String> {
        self.value.text()
    }

    /// Returns the value in LaTeX, for math mode, if it is not too long.
    fn latex(&self) -> Option<String> {
        self.value.text().map(|text| sprague::values::latex(&text))
    }

    /// Returns the report on the value, as JSON.
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

    /// Returns the value in words, as HTML.
    fn html(&self, py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let (value, limits) = (self.value.clone(), Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| Ok(describe(String::new(), value, limits)?.report().written(Form::Html)))?;
        found.map_err(|stopped: Stopped| errors::stopped(py, &stopped))
    }

    fn plus(&self, py: Python<'_>, other: &Self, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (a, b, limits) = (self.value.clone(), other.value.clone(), Keywords(keywords).limits()?);
        let sum = away(py, limits, move |limits| a.plus(&b, limits))?;
        sum.map(Self::of).map_err(|stopped| errors::stopped(py, &stopped))
    }

    fn __neg__(&self) -> Self {
        Self::of(-&self.value)
    }

    /// Returns <, =, >, or || for confused values.
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

    /// Returns the options of a player.
    fn options(&self, player: &str) -> PyResult<Vec<Self>> {
        Ok(self.value.options(crate::keywords::player(player)?).map(Self::of).collect())
    }

    /// Returns the result of a method, given its name and its arguments.
    #[expect(clippy::needless_pass_by_value, reason = "a list of Python's is read so")]
    fn changed(&self, py: Python<'_>, method: &str, with: Vec<PyRef<'_, Self>>, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let limits = Keywords(keywords).limits()?;
        let name: Method = method.parse().map_err(|error: BadNotation| errors::malformed(py, method, &error))?;
        let (value, with): (Value, Vec<Value>) = (self.value.clone(), with.iter().map(|with| with.value.clone()).collect());
        let found = away(py, limits, move |limits| Value::call(name, &value, &with, limits))?;
        found.map(Self::of).map_err(|error| failed(py, error))
    }

    /// Returns the value after the methods in a text.
    fn then(&self, py: Python<'_>, methods: String, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let limits = Keywords(keywords).limits()?;
        let (value, typed) = (self.value.clone(), methods.clone());
        match away(py, limits, move |limits| value.then(&methods, limits))? {
            Ok(value) => Ok(Self::of(value)),
            Err(ReadError::Notation(error)) => Err(errors::malformed(py, &typed, &error)),
            Err(ReadError::Stopped(stopped)) => Err(errors::stopped(py, &stopped)),
        }
    }

    /// Returns the gains of a player's moves that no other gain exceeds.
    fn incentives(&self, py: Python<'_>, player: &str, keywords: &Bound<'_, PyDict>) -> PyResult<Vec<Self>> {
        let (value, player, limits) = (self.value.clone(), crate::keywords::player(player)?, Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| value.incentives(player, limits))?;
        found.map(|gains| gains.into_iter().map(Self::of).collect()).map_err(|stopped| errors::stopped(py, &stopped))
    }

    /// Returns more facts, as JSON.
    fn facts(&self, py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let (value, limits) = (self.value.clone(), Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| Facts::of(&value, limits))?;
        let facts = found.map_err(|stopped| errors::stopped(py, &stopped))?;
        Ok(serde_json::to_string(&facts).expect("facts are plain data"))
    }

    /// Returns the value as CGSuite writes it, if it is not too long.
    fn cgsuite(&self, py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<Option<String>> {
        let (value, limits) = (self.value.clone(), Keywords(keywords).limits()?);
        let found = away(py, limits, move |limits| value.cgsuite_text(limits))?;
        found.map_err(|stopped| errors::stopped(py, &stopped))
    }
}
