//! Graphs from files by name.

use crate::Digraph;
use sprague_core::registry::{Entry, Parameters};
use sprague_core::{BadNotation, any};

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
    let graph = parameters.graph(path, "lines `from to`", Digraph::parse_within)?;
    if graph.vertices().is_empty() {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(graph)
}
