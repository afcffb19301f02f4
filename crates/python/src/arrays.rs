//! The rows of a family as NumPy arrays, without a copy.
//!
//! The arrays take ownership of the engine's memory.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::Player;
use sprague_questions::Analysis;
use sprague_questions::analyse::RowTable;

/// Returns the rows of a family as arrays, by name.
///
/// Letters are bytes, which `sprague/_answers.py` converts to strings of one character.
pub(crate) fn rows(py: Python<'_>, analysis: Analysis) -> PyResult<Bound<'_, PyDict>> {
    let arrays = PyDict::new(py);
    let letters = |name: &str, letters: String| arrays.set_item(name, letters.into_bytes().into_pyarray(py));
    let numbers = |name: &str, numbers: Vec<u64>| arrays.set_item(name, numbers.into_pyarray(py));
    match analysis.rows {
        RowTable::Nimbers { outcomes, nimbers } => {
            letters("outcomes", outcomes)?;
            numbers("nimbers", nimbers)?;
        }
        RowTable::Outcomes { outcomes } => letters("outcomes", outcomes)?,
        RowTable::Scores { outcomes, scores } => {
            letters("outcomes", outcomes)?;
            arrays.set_item("scores", scores.into_pyarray(py))?;
        }
        RowTable::Forms { outcomes, forms, genera, kinds } => {
            letters("outcomes", outcomes)?;
            arrays.set_item("forms", forms)?;
            arrays.set_item("genera", genera)?;
            arrays.set_item("kinds", kinds)?;
        }
        RowTable::Classes { classes, stops } => {
            let symbols = classes.iter().map(|class| class.symbol());
            match symbols.clone().all(|symbol| symbol.len() == 1) {
                true => letters("outcomes", symbols.collect())?,
                false => arrays.set_item("outcomes", symbols.collect::<Vec<_>>())?,
            }
            if let Some([left, right]) = stops {
                arrays.set_item("left_stops", left.into_pyarray(py))?;
                arrays.set_item("right_stops", right.into_pyarray(py))?;
                return Ok(arrays);
            }
            let starting = |player| classes.iter().map(|class| class.outcome(player).winner(player)).collect();
            letters("left_first", starting(Player::Left))?;
            letters("right_first", starting(Player::Right))?;
        }
        RowTable::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
            letters("even", even)?;
            letters("odd", odd)?;
            // 0 stands for no move
            let taken = |take: Vec<Option<u64>>| take.into_iter().map(Option::unwrap_or_default).collect();
            numbers("take_even", taken(take_even))?;
            numbers("take_odd", taken(take_odd))?;
        }
        RowTable::NoRepeat { outcomes, after, safe, nimbers } => {
            letters("outcomes", outcomes)?;
            for (amount, outcomes) in after {
                letters(&format!("after_{amount}"), outcomes)?;
            }
            arrays.set_item("safe", safe.into_pyarray(py))?;
            if let Some(nimbers) = nimbers {
                numbers("nimbers", nimbers)?;
            }
        }
        RowTable::Board { table } => {
            let (rows, columns) = (table.len(), table.first().map_or(0, Vec::len));
            let flat: Vec<u64> = table.into_iter().flatten().collect();
            arrays.set_item("table", flat.into_pyarray(py).call_method1("reshape", (rows, columns))?)?;
        }
        RowTable::Vertices { vertices } => {
            arrays.set_item("vertices", vertices.iter().map(|vertex| vertex.name.as_str()).collect::<Vec<_>>())?;
            letters("outcomes", vertices.iter().map(|vertex| vertex.outcome.letter()).collect())?;
            arrays.set_item("remoteness", vertices.iter().map(|vertex| vertex.remoteness).collect::<Vec<_>>())?;
            arrays.set_item("vertex_nimbers", vertices.iter().map(|vertex| vertex.nimber).collect::<Vec<_>>())?;
        }
        _ => {}
    }
    if let Some(values) = analysis.values {
        arrays.set_item("values", values.texts)?;
    }
    Ok(arrays)
}
