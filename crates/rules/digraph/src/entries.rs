//! Graphs from files by name.

use crate::Digraph;
use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{BadNotation, any};

/// Facts about tokens on graphs.
const KNOWN: &[Fact] = &[Fact::of(
    "Sums of such games are decided although they need not end: a component has a nimber, or ∞ with the nimbers that it can be left for.",
    "Smith 1966; Fraenkel & Perl 1975",
)];

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
        .rules("A token stands on a vertex of a directed graph. A move takes it along an edge. Who cannot move loses; play that never ends is a draw.")
        .options("FILE: a line `from to` an edge, a name alone a vertex, `#` a comment.")
        .known(KNOWN)
        .source("Smith 1966")]
}

fn read(parameters: &Parameters<'_>, path: &str) -> Result<Digraph, BadNotation> {
    let graph = parameters.graph(path, "lines `from to`", Digraph::parse_within)?;
    if graph.vertices().is_empty() {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(graph)
}
