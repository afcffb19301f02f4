//! The border to Python: questions, values, and rulesets that are written in Python.
//!
//! Questions are answered without the interpreter's lock.
//!
//! This module is private: `python/sprague` is the package, typed and documented.

mod arrays;
mod codec;
mod ending;
mod engine;
mod errors;
mod finding;
mod keywords;
mod laws;
mod rules;
mod run;
mod shards;
mod under_way;
mod values;

use pyo3::prelude::*;
use sprague::notation;

/// Counts memory, so that the memory of scripts can be limited.
#[global_allocator]
static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;

/// Runs the program with these arguments, the first of which is its name.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| sprague_cli::exit_status(arguments))
}

/// Returns the terms of a sum. Each has its sign, the family, and the components, of which a term without an `@` has none.
#[pyfunction]
fn terms(sum: &str) -> Vec<(&'static str, String, Vec<String>)> {
    let sum: String = notation::without_blanks(sum).map(|(_, c)| c).collect();
    let term = |term: &str| {
        let (sign, position) = notation::negated(term).map_or(("", term), |negated| ("-", negated));
        match notation::family_end(position) {
            Some(at) => {
                let components = notation::components(&position[at + 1..]).map(|(_, one)| one.to_owned());
                (sign, position[..at].to_owned(), components.collect())
            }
            None => (sign, position.to_owned(), vec![]),
        }
    };
    notation::terms(&sum).map(|(_, text)| term(text)).collect()
}

#[pymodule]
fn _sprague(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add_to(module)?;
    ending::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::PyDrawing>()?;
    module.add_class::<engine::Told>()?;
    module.add_class::<finding::Finding>()?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<shards::PyShards>()?;
    module.add_class::<values::PyValue>()?;
    module.add_function(wrap_pyfunction!(laws::try_laws, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(terms, module)?)
}
