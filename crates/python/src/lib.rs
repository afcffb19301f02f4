use pyo3::prelude::*;
#[pymodule] fn _sprague(_m: &Bound<'_, PyModule>) -> PyResult<()> { Ok(()) }
