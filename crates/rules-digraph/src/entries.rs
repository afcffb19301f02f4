//! Graphs from files by name.

use crate::Digraph;
use sprague_core::registry::{Entry, Parameters};
use sprague_core::{BadNotation, Limits, any};

/// The entry of a token on a graph.
///
/// ```
/// assert_eq!(sprague_rules_digraph::entries()[0].name(), "digraph");
/// ```
pub fn entries() -> [Entry; 1] {
    let digraph =
        Entry::new("digraph:FILE", |parameters| Ok(any::impartial(parameters.needed("a file", |path| read(parameters, path))?)));
    [digraph
        .component("vertex")
        .play("move a token along an edge of a graph; cycles are allowed")
        .example("digraph:FILE@start")
        .source("Smith 1966")]
}

fn read(parameters: &Parameters<'_>, path: &str) -> Result<Digraph, BadNotation> {
    if path.is_empty() {
        return Err(BadNotation::new(0, "a file with lines `from to`"));
    }
    let text = parameters.file(path, "lines `from to`")?;
    // however few positions may be visited, all lines are read
    let limits = Limits { positions: u64::MAX, ..parameters.files.limits() };
    let graph =
        Digraph::parse_within(&text, &limits).map_err(|error| BadNotation::new(0, format!("a graph file ({path}: {error})")))?;
    if graph.vertices().is_empty() {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(graph)
}
