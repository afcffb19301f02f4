//! The changes that a move makes in the picture of a component.

#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::json::{whole, wholes};
use serde::Serialize;
use sprague::any::Changes;

/// The changes in the picture of a component. Parts are numbered by [`Picture::marks`](sprague::any::Picture::marks).
///
/// ```
/// use sprague_questions::{Session, Solve, view};
/// let view = view(&Session::new().position("kayles@5+clobber@xo")?, &Solve::default(), &sprague::Limits::default())?;
/// let pins = &view.moves[0].changes[0];
/// assert_eq!((pins.component, pins.heaps[0].takes, pins.heaps[0].leaves.as_slice()), (0, 1, &[4][..]));
/// let clobbers = &view.moves.last().unwrap().changes[0];
/// assert_eq!((clobbers.from, clobbers.to, clobbers.goes.as_slice()), (Some(0), Some(1), &[1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComponentChanges {
    /// The component, from 0.
    pub component: usize,
    /// The parts that are emptied, taken or cut off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goes: Vec<usize>,
    /// The parts that are filled or coloured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comes: Vec<usize>,
    /// The part that a piece leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The part to which it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// The heaps that change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heaps: Vec<HeapChange>,
}

/// A heap that a move changes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeapChange {
    /// The index of the heap, from 0.
    pub heap: usize,
    /// The number of tokens that are taken.
    #[serde(serialize_with = "whole::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub takes: u64,
    /// The nonempty heaps that are left, in increasing order.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Number>"))]
    pub leaves: Vec<u64>,
}

impl ComponentChanges {
    pub(super) fn of(component: usize, changes: Changes) -> Self {
        let Changes { goes, comes, from, to, heaps, .. } = changes;
        let heaps = heaps.into_iter().map(|change| HeapChange { heap: change.heap, takes: change.takes, leaves: change.leaves });
        Self { component, goes, comes, from, to, heaps: heaps.collect() }
    }
}
