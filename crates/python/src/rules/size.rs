//! Measures the memory of an object that represents a position, including its own parts.

use pyo3::prelude::*;
use pyo3::types::{PyModule, PyType};

/// The maximum number of references to a part that no other position shares.
///
/// In addition to the position and this function, the function that created the part may still refer to it.
const OWN: usize = 6;
/// The maximum number of parts that are examined.
const MOST_PARTS: usize = 10_000;

/// Returns the memory of an object and of the parts that only it refers to, in bytes.
///
/// Sizes are those of `sys.getsizeof`. Parts that many positions share, such as a common table, are not counted.
pub(super) fn bytes_of(object: &Bound<'_, PyAny>) -> u64 {
    // if `__sizeof__` fails, only the number of positions is counted
    measured(object).unwrap_or_default()
}

fn measured(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = object.py();
    let sys = PyModule::import(py, "sys")?;
    let (size_of, count_of) = (sys.getattr("getsizeof")?, sys.getattr("getrefcount")?);
    let parts_of = PyModule::import(py, "gc")?.getattr("get_referents")?;
    let mut bytes: u64 = 0;
    let (mut parts, mut seen) = (vec![object.clone()], 0);
    while let Some(part) = parts.pop() {
        bytes = bytes.saturating_add(size_of.call1((&part, 0))?.extract()?);
        seen += 1;
        if seen < MOST_PARTS {
            let found: Vec<Bound<'_, PyAny>> = parts_of.call1((&part,))?.extract()?;
            for part in found {
                if !part.is_instance_of::<PyType>() && count_of.call1((&part,))?.extract::<usize>()? <= OWN {
                    parts.push(part);
                }
            }
        }
    }
    Ok(bytes)
}
