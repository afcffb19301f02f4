//! Rulesets that are defined by the options of one heap. Positions are sums of heaps.
//!
//! The words of a position are the sizes of its heaps.

use super::{Asking, Functions, MAX_MOVES};
use crate::errors::{RulesError, not_a_list, shown};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use smallvec::{SmallVec, smallvec};
use sprague::any::{AnyNimbers, AnyPosition, Fault, HeapView};
use sprague::heap::{HeapSequence, Rows, Theorem};
use sprague::{AnyRuleset, Nimber, Player, mex};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

type Sizes = SmallVec<[u64; 2]>;

/// Returns the position of these heaps, sorted and without empty heaps.
pub(super) fn of_sizes(mut heaps: Sizes) -> AnyPosition {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    heaps.into()
}

/// Returns the position for a value, which is a whole number or several.
pub(super) fn position(value: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
    read(value).map(of_sizes)
}

fn read(value: &Bound<'_, PyAny>) -> PyResult<Sizes> {
    if let Ok(heap) = value.extract() {
        return Ok(smallvec![heap]);
    }
    let bad =
        || PyTypeError::new_err(format!("a heap is an int from 0 to 2**64 - 1, and several are a tuple, not {}", shown(value)));
    let mut heaps = smallvec![];
    for heap in value.try_iter().map_err(|error| not_a_list(value.py(), error, bad))? {
        heaps.push(heap?.extract().map_err(|_| bad())?);
        if heaps.len() > MAX_MOVES {
            return Err(bad());
        }
    }
    Ok(heaps)
}

pub(super) fn object<'py>(py: Python<'py>, words: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    match words {
        [] => Ok(0_u64.into_pyobject(py)?.into_any()),
        [heap] => Ok(heap.into_pyobject(py)?.into_any()),
        heaps => Ok(PyTuple::new(py, heaps)?.into_any()),
    }
}

impl Functions {
    /// Calls `each` with every option of a heap, and with its label if there are labels.
    fn options_of_heap<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        mut each: impl FnMut(Option<&Bound<'py, PyAny>>, Sizes) -> PyResult<()>,
    ) -> PyResult<()> {
        let Some(function) = &self.heap_options else { return Ok(()) };
        let found = function.bind(py).call1((n,));
        let listed = found.and_then(|found| {
            if found.is_none() {
                return Err(PyTypeError::new_err("`heap_options` returned None, not a list of heaps (is there a `return`?)"));
            }
            let labelled = found.cast::<PyDict>().ok();
            // a copy, because the object may change during the loop
            let options = labelled.map_or_else(|| found.clone(), |options| options.items().into_any());
            let expected = || PyTypeError::new_err(format!("`heap_options` returned {}, not a list of heaps", shown(&found)));
            for (count, item) in options.try_iter().map_err(|error| not_a_list(py, error, expected))?.enumerate() {
                let item = item?;
                let (label, heaps) = match labelled {
                    Some(_) => (Some(item.get_item(0)?), read(&item.get_item(1)?)?),
                    None => (None, read(&item)?),
                };
                if let Some(heap) = heaps.iter().find(|heap| **heap >= n) {
                    return Err(RulesError::new_err(format!(
                        "{}: heaps only shrink, but heap {n} can become one of {heap}",
                        self.name
                    )));
                }
                if count >= MAX_MOVES {
                    return Err(RulesError::new_err(format!("{}: more than {MAX_MOVES} options of one heap", self.name)));
                }
                each(label.as_ref(), heaps)?;
            }
            Ok(())
        });
        listed.inspect_err(|error| {
            let Ok(heap) = n.into_pyobject(py);
            self.about(py, error, "heap_options", heap.as_any());
        })
    }

    /// Calls `each` with every option of several heaps, as the heap of the move, the label if there are labels, and the
    /// position.
    pub(super) fn options_of_heaps<'py>(
        &self,
        py: Python<'py>,
        position: &AnyPosition,
        mut each: impl FnMut(u64, Option<&Bound<'py, PyAny>>, AnyPosition) -> PyResult<()>,
    ) -> PyResult<()> {
        let heaps = position.words();
        for (index, heap) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == *heap {
                continue; // the same moves
            }
            self.options_of_heap(py, *heap, |label, sizes| {
                let others = heaps.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, heap)| *heap);
                each(*heap, label, of_sizes(others.chain(sizes).collect()))
            })?;
        }
        Ok(())
    }
}

impl HeapView for Asking {
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        Some(position.words().iter().map(|heap| (*heap, 0)).collect())
    }
    fn position(&self, heap: u64, _: usize) -> AnyPosition {
        of_sizes(smallvec![heap])
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        Some(Box::new(HeapNimbers { rules: self, work: AtomicU64::new(0) }))
    }
}

/// The nimbers of heaps, each computed from those of smaller heaps.
struct HeapNimbers<'a> {
    rules: &'a Asking,
    work: AtomicU64,
}

/// The approximate time of a call of Python, and of each option that it lists, in nanoseconds.
const STEPS_OF_OPTION: u64 = 500;

impl HeapSequence for HeapNimbers<'_> {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let n = earlier.len() as u64;
        let mut seen: Vec<Nimber> = vec![];
        let mut options: Vec<AnyPosition> = vec![];
        let is_watched = self.rules.is_watched();
        self.rules.ask(|py, functions| {
            functions.options_of_heap(py, n, |_, sizes| {
                seen.push(sizes.iter().map(|heap| earlier.cell(*heap as usize, 0)).sum());
                if is_watched {
                    options.push(of_sizes(sizes));
                }
                Ok(())
            })
        });
        if is_watched {
            self.rules.keep(&of_sizes(smallvec![n]), Player::Left, &options);
        }
        self.work.fetch_add(STEPS_OF_OPTION * (1 + seen.len() as u64), Relaxed);
        mex(seen)
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    fn fault(&self) -> Option<Fault> {
        AnyRuleset::fault(self.rules)
    }
    fn work(&self) -> Option<u64> {
        Some(self.work.load(Relaxed))
    }
}
