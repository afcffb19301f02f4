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

/// Counts memory, so that a script cannot hold more than its share.
#[global_allocator]
static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;

/// The program with these arguments, the first of which is its name.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| sprague_cli::exit_status(arguments))
}

#[pymodule]
fn _sprague(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add_to(module)?;
    ending::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::PyDrawing>()?;
    module.add_class::<finding::Finding>()?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<shards::PyShards>()?;
    module.add_class::<values::PyValue>()?;
    module.add_function(wrap_pyfunction!(laws::try_laws, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
