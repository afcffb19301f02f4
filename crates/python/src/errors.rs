//! Raises exceptions for questions without an answer, with the place of the error and the expected text.

use crate::ending::Waited;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use sprague::{BadNotation, Stopped};
use sprague_questions::{NoAnswer, Reached};

create_exception!(sprague, SpragueError, PyException, "There is no answer: the base of all that this package raises by itself.");
create_exception!(
    sprague,
    LimitReached,
    SpragueError,
    "A limit was reached before there was an answer.

Attributes: ``limit`` (positions, memory, time, interrupt or work), and ``known``, what was decided by then: a dict with the keys of an
answer, and with ``visited`` positions, ``seconds``, and flags to ``try`` where a question was stopped."
);
create_exception!(sprague, RulesError, SpragueError, "A ruleset failed, or broke a law.");
create_exception!(
    sprague,
    LoopyError,
    SpragueError,
    "Loopy: a position can repeat, so it has no nimber.\n\nAttribute ``position``."
);

const NOTATION_ERROR: &str = "A question that cannot be read, or has no meaning. It is a ``ValueError``, too.

Attributes: ``question``, ``at`` (the character, from 0) and ``expected``.";

/// Returns the class `NotationError`, which is a `SpragueError` and a `ValueError`.
///
/// Everywhere in Python, text that cannot be parsed is a `ValueError`.
fn notation_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let make = || {
        let told = PyDict::new(py);
        told.set_item("__module__", "sprague")?;
        told.set_item("__doc__", NOTATION_ERROR)?;
        let bases = (py.get_type::<SpragueError>(), py.get_type::<PyValueError>());
        Ok(py.get_type::<PyType>().call1(("NotationError", bases, told))?.cast_into::<PyType>()?.unbind())
    };
    CLASS.get_or_try_init(py, make).map(|class| class.bind(py))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SpragueError", py.get_type::<SpragueError>())?;
    module.add("NotationError", notation_error(py)?)?;
    module.add("LimitReached", py.get_type::<LimitReached>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("LoopyError", py.get_type::<LoopyError>())
}

/// The maximum number of characters of a question, or of an object, in a message.
const MAX_SHOWN: usize = 80;

/// Returns the `repr` of an object, shortened.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    match object.repr() {
        Ok(text) => shortened(&text.to_string_lossy()),
        Err(_) => object.get_type().qualname().map_or_else(|_| "an object".to_owned(), |kind| format!("a {kind}")),
    }
}

/// Returns the error for an iteration: `otherwise` if the object is not a list, and otherwise the error itself.
pub(crate) fn not_a_list(py: Python<'_>, error: PyErr, otherwise: impl FnOnce() -> PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(py) { otherwise() } else { error }
}

/// Converts a text of the program to Python, where `--limit-time` is `limit_time=`.
fn in_python(text: &str) -> String {
    let mut parts = text.split("--");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let length = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        let (name, rest) = part.split_at(length);
        words += &if name.is_empty() { format!("--{rest}") } else { format!("{}={rest}", name.replace('-', "_")) };
    }
    words
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN { text.to_owned() } else { text.chars().take(MAX_SHOWN).chain(['…']).collect() }
}

/// Returns the exception for a question that cannot be parsed.
pub(crate) fn malformed(py: Python<'_>, question: &str, error: &BadNotation) -> PyErr {
    let at = question.char_indices().take_while(|(at, _)| *at < error.at).count();
    let found = question.chars().nth(at).map_or("at the end".to_owned(), |found| format!("character {}, {found:?}", at + 1));
    let expected = in_python(&error.expected);
    let how = format!("{:?}: {found}: expected {expected}", shortened(question));
    let raised = match notation_error(py) {
        Ok(class) => PyErr::from_type(class.clone(), how),
        Err(error) => return error,
    };
    with(py, raised, [("question", question.into_pyobject(py).ok().map(Bound::into_any))], at, &expected)
}

fn with<const N: usize>(
    py: Python<'_>,
    raised: PyErr,
    more: [(&str, Option<Bound<'_, PyAny>>); N],
    at: usize,
    expected: &str,
) -> PyErr {
    let value = raised.value(py);
    for (name, attribute) in more {
        let _ = value.setattr(name, attribute);
    }
    let _ = value.setattr("at", at);
    let _ = value.setattr("expected", expected);
    raised
}

/// Returns the exception for a position that has no nimber.
pub(crate) fn loopy(position: &Bound<'_, PyAny>) -> PyErr {
    let raised = LoopyError::new_err(format!(
        "{}: play can go on for ever from here, so it has no nimber: `outcome` says who wins",
        shown(position)
    ));
    let _ = raised.value(position.py()).setattr("position", position);
    raised
}

/// Returns the exception for a question that a limit or a fault has stopped.
pub(crate) fn stopped(py: Python<'_>, stopped: &Stopped) -> PyErr {
    let (limit, keyword) = match stopped {
        Stopped::Fault(fault) => return RulesError::new_err(in_python(&fault.reason)),
        Stopped::Positions(_) => ("positions", "; limit_positions= allows more"),
        Stopped::Memory(_) => ("memory", "; limit_memory= allows more"),
        Stopped::Time(_) | Stopped::TooLarge(_) => ("time", "; limit_time= allows more"),
        other => (other.name(), ""),
    };
    limit_reached(py, limit, format!("{stopped}{keyword}"))
}

/// Returns the exception for a limit that was reached, given its name.
pub(crate) fn limit_reached(py: Python<'_>, limit: &str, how: String) -> PyErr {
    let raised = LimitReached::new_err(how);
    let _ = raised.value(py).setattr("limit", limit);
    let _ = raised.value(py).setattr("known", PyDict::new(py));
    raised
}

/// Returns the error with the partial answer in JSON.
pub(crate) fn knowing(py: Python<'_>, error: PyErr, known: &str) -> PyErr {
    let read = || {
        // a thread in code of Python may be aborted when the interpreter ends
        let _waited = Waited::begin()?;
        py.import("json")?.call_method1("loads", (known,))
    };
    if error.is_instance_of::<LimitReached>(py)
        && let Ok(known) = read()
    {
        let _ = error.value(py).setattr("known", known);
    }
    error
}

/// Returns the name of the argument for a field of a question.
fn keyword(field: &str) -> String {
    let name = match field {
        "from" => "from_",
        "as" => "kind",
        "moves" => "all_moves",
        other => other,
    };
    format!("{name}=")
}

/// Returns the exception for a question without an answer.
pub(crate) fn unanswered(py: Python<'_>, error: NoAnswer) -> PyErr {
    match &error {
        NoAnswer::Malformed { field, text: None, error } if !field.is_empty() => {
            let why = format!("{field}: expected {}", error.expected);
            // counts have unsigned types, so a negative number is also an error of type
            let is_of_another_type = ["(invalid type:", "(invalid value: integer `-"].iter().any(|kind| why.contains(kind));
            if is_of_another_type { PyTypeError::new_err(why) } else { PyValueError::new_err(why) }
        }
        NoAnswer::Malformed { text, error, .. } => malformed(py, text.as_deref().unwrap_or_default(), error),
        NoAnswer::Unfit { .. } => PyValueError::new_err(error.in_words(keyword)),
        NoAnswer::Stopped { by: Reached::Limit(why), known } if known.is_null() => stopped(py, why),
        NoAnswer::Stopped { by: Reached::Limit(why), known } => knowing(py, stopped(py, why), &known.to_string()),
        NoAnswer::Stopped { .. } | NoAnswer::NoTheorem { .. } => SpragueError::new_err(error.in_words(keyword)),
    }
}

/// Returns the exception for a question that ended in a panic.
pub(crate) fn panicked() -> PyErr {
    PyRuntimeError::new_err("the engine panicked: this is a bug of sprague, please report it")
}
