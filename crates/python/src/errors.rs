//! Why there is no answer, as exceptions that carry the place and what was expected.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sprague::{BadNotation, Stopped};
use sprague_games::QuestionError;
use sprague_games::check::NotChecked;

create_exception!(sprague, SpragueError, PyException, "There is no answer: the base of all that this package raises by itself.");
create_exception!(
    sprague,
    NotationError,
    SpragueError,
    "A question that cannot be read, or has no meaning.\n\nAttributes: ``question``, ``at`` (the character, from 0) and ``expected``."
);
create_exception!(
    sprague,
    LimitReached,
    SpragueError,
    "A limit was reached before there was an answer.\n\nAttribute ``limit``: positions, memory, time, or work."
);
create_exception!(sprague, RulesError, SpragueError, "A ruleset failed, or broke a law.");
create_exception!(
    sprague,
    LoopyError,
    SpragueError,
    "A position can come again, so it has no Grundy value.\n\nAttribute ``position``."
);

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SpragueError", py.get_type::<SpragueError>())?;
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("LimitReached", py.get_type::<LimitReached>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("LoopyError", py.get_type::<LoopyError>())
}

/// How many characters of a question, or of an object, are repeated.
const MAX_SHOWN: usize = 80;

/// An object as Python writes it, shortened.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    match object.repr() {
        Ok(text) => shortened(&text.to_string_lossy()),
        Err(_) => object.get_type().qualname().map_or_else(|_| "an object".to_owned(), |kind| format!("a {kind}")),
    }
}

/// What a call that goes through items answers, or that this is no list, unless the object raised something of its own.
pub(crate) fn not_a_list(py: Python<'_>, error: PyErr, otherwise: impl FnOnce() -> PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(py) { otherwise() } else { error }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN { text.to_owned() } else { text.chars().take(MAX_SHOWN).chain(['…']).collect() }
}

/// A question that cannot be read.
pub(crate) fn malformed(py: Python<'_>, question: &str, error: &BadNotation) -> PyErr {
    let at = question.char_indices().take_while(|(at, _)| *at < error.at).count();
    let found = question.chars().nth(at).map_or("at the end".to_owned(), |found| format!("character {}, {found:?}", at + 1));
    let raised = NotationError::new_err(format!("{:?}: {found}: expected {}", shortened(question), error.expected));
    with(py, raised, [("question", question.into_pyobject(py).ok().map(Bound::into_any))], at, &error.expected)
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

/// A position that has no Grundy value.
pub(crate) fn loopy(position: &Bound<'_, PyAny>) -> PyErr {
    let raised = LoopyError::new_err(format!(
        "{}: play can go on for ever from here, so it has no Grundy value: `outcome` says who wins",
        shown(position)
    ));
    let _ = raised.value(position.py()).setattr("position", position);
    raised
}

/// A file that is no certificate or strategy, or is about a family that cannot be read.
pub(crate) fn unchecked(py: Python<'_>, error: &NotChecked) -> PyErr {
    match error {
        NotChecked::Family { family, error } => malformed(py, family, error),
        NotChecked::Malformed { character, expected, .. } => {
            with(py, NotationError::new_err(error.to_string()), [], character.saturating_sub(1), expected)
        }
        other => SpragueError::new_err(other.to_string()),
    }
}

/// What stopped a question.
pub(crate) fn stopped(py: Python<'_>, stopped: &Stopped) -> PyErr {
    let (limit, keyword) = match stopped {
        Stopped::Fault(fault) => return RulesError::new_err(fault.reason.to_string()),
        Stopped::Positions(_) => ("positions", "; limit_positions= allows more"),
        Stopped::Memory(_) => ("memory", "; limit_memory= allows more"),
        Stopped::Time(_) => ("time", "; limit_time= allows more"),
        other => (other.name(), ""),
    };
    limit_reached(py, limit, format!("{stopped}{keyword}"))
}

/// A limit that was reached, by its name.
pub(crate) fn limit_reached(py: Python<'_>, limit: &str, how: String) -> PyErr {
    let raised = LimitReached::new_err(how);
    let _ = raised.value(py).setattr("limit", limit);
    raised
}

/// Whatever the games say about a question.
pub(crate) fn unanswered(py: Python<'_>, question: &str, error: QuestionError) -> PyErr {
    match error {
        QuestionError::Malformed(error) => malformed(py, question, &error),
        QuestionError::Stopped(why) => stopped(py, &why),
        QuestionError::NoSuchKernel(error) => PyValueError::new_err(error.to_string()),
        other => SpragueError::new_err(format!("{:?}: {other}", shortened(question))),
    }
}
