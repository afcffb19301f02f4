//! Pictures that a ruleset in Python draws: rows of a board, heaps, or a graph.

use super::{Functions, small};
use crate::errors::{not_a_list, shown};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use sprague::Player;
use sprague::any::{AnyPosition, GraphPicture, Picture, VertexPicture};
use sprague::printable::is_printable;

/// The keys of a dict that describes a graph.
const KEYS: [&str; 3] = ["edges", "vertices", "directed"];

impl Functions {
    /// Returns the picture of a position by the function `picture`, or `None` if it draws nothing.
    pub(super) fn drawn(&self, py: Python<'_>, picture: &Py<PyAny>, position: &AnyPosition) -> PyResult<Option<Picture>> {
        let found = self.call(py, "picture", picture, position)?;
        if found.is_none() {
            return Ok(None);
        }
        if let Ok(rows) = found.cast::<PyString>() {
            return rows.to_string_lossy().split('\n').map(row).collect::<PyResult<_>>().map(|rows| Some(Picture::Cells(rows)));
        }
        if let Ok(graph) = found.cast::<PyDict>() {
            return drawn_graph(graph).map(Some);
        }
        let items: Vec<Bound<'_, PyAny>> = found
            .try_iter()
            .map_err(|error| not_a_list(py, error, || unfit(&found)))?
            .take(Picture::MAX_PARTS + 1)
            .collect::<PyResult<_>>()?;
        if items.iter().all(|item| small(item).is_some()) {
            return Ok(Some(Picture::Heaps(items.iter().filter_map(small).collect())));
        }
        let rows = items
            .iter()
            .map(|item| item.cast::<PyString>().map_err(|_| unfit(&found)).and_then(|text| row(&text.to_string_lossy())));
        rows.collect::<PyResult<_>>().map(|rows| Some(Picture::Cells(rows)))
    }
}

fn unfit(found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().qualname().map_or_else(|_| "something else".to_owned(), |kind| kind.to_string());
    PyTypeError::new_err(format!("`picture` gives rows of text, a list of heaps, a dict of edges, or None, not {kind}"))
}

fn row(text: &str) -> PyResult<Vec<char>> {
    match text.chars().find(|c| !is_printable(*c)) {
        Some(c) => Err(PyValueError::new_err(format!("a square is a character that can be printed, not {c:?}"))),
        None => Ok(text.chars().collect()),
    }
}

fn name(value: &Bound<'_, PyAny>) -> PyResult<String> {
    super::text::label(value)
}

fn drawn_graph(graph: &Bound<'_, PyDict>) -> PyResult<Picture> {
    if let Some(other) = graph.keys().iter().find(|key| !KEYS.iter().any(|known| key.eq(known).unwrap_or(false))) {
        return Err(PyValueError::new_err(format!("a graph has edges, vertices and directed, not {}", shown(&other))));
    }
    let list = |key: &str| -> PyResult<Vec<Bound<'_, PyAny>>> {
        let Some(list) = graph.get_item(key)? else { return Ok(vec![]) };
        list.try_iter()?.take(Picture::MAX_PARTS + 1).collect()
    };
    let mut vertices = vec![];
    for vertex in list("vertices")? {
        vertices.push(match vertex.extract::<(Bound<'_, PyAny>, char)>() {
            Ok((vertex, mark)) => VertexPicture::new(name(&vertex)?).marked(mark),
            Err(_) => VertexPicture::new(name(&vertex)?),
        });
    }
    let mut edges = vec![];
    for edge in list("edges")? {
        let items: Vec<Bound<'_, PyAny>> = edge.try_iter()?.take(4).collect::<PyResult<_>>()?;
        edges.push(match &items[..] {
            [from, to] => (name(from)?, name(to)?, None),
            [from, to, whose] => (name(from)?, name(to)?, player(whose)?),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "an edge is (from, to), or (from, to, \"left\"), not {}",
                    shown(&edge)
                )));
            }
        });
    }
    let is_directed = graph.get_item("directed")?.map_or(Ok(false), |directed| directed.extract())?;
    let edges = edges.iter().map(|(from, to, player)| (from.as_str(), to.as_str(), *player));
    Ok(Picture::Graph(GraphPicture::of_edges(vertices, edges, is_directed)))
}

fn player(whose: &Bound<'_, PyAny>) -> PyResult<Option<Player>> {
    if whose.is_none() {
        return Ok(None);
    }
    crate::keywords::player(&whose.extract::<String>()?).map(Some)
}
