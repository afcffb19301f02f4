//! The registry entry of tokens on graphs from files.

use crate::parse::{Either, either};
use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{AnyRuleset, BadNotation, Player, any};
use std::sync::Arc;

const KNOWN: &[Fact] = &[
    Fact::of(
        "Sums of such games are decided although they need not end: a component has a nimber, or ∞ with the nimbers that it can be left for.",
        "Smith 1966; Fraenkel & Perl 1975",
    ),
    Fact::of(
        "With edges of the players every partizan game that can go on for ever is such a vertex, and most have values.",
        "Siegel, Combinatorial Game Theory, ch. VI",
    ),
];

/// Returns the entry of a token on a graph.
///
/// ```
/// assert_eq!(sprague_rules_digraph::entries()[0].name(), "digraph");
/// ```
pub fn entries() -> [Entry; 1] {
    let digraph = Entry::new("digraph:FILE", |parameters| parameters.needed("a file", |path| read(parameters, path)));
    [digraph
        .component("vertex")
        .play("move a token along an edge of a graph; cycles are allowed")
        .example("digraph:FILE@start").title("Token on a Graph").aim("Move the token along an arrow.").brief("Move the token along an arrow of the graph. Whoever cannot move loses; play may go round for ever, and then nobody wins.")
        .rules("A token is on a vertex of a directed graph. A move takes it along an edge. Left does not go along edges `R`, nor Right along edges `L`. Whoever cannot move loses; play that never ends is a draw.")
        .options("FILE: a line `from to` an edge of both, `from to L` one of Left, `from to R` one of Right, a name alone a vertex, `#` a comment.")
        .known(KNOWN)
        .source("Smith 1966")]
}

fn read(parameters: &Parameters<'_>, path: &str) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let graph = parameters.graph(path, "lines `from to`", either)?;
    let vertices = match &graph {
        Either::OfBoth(graph) => graph.vertices(),
        Either::OfPlayers(graph) => graph.of(Player::Left).vertices(),
    };
    if vertices.is_empty() {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(match graph {
        Either::OfBoth(graph) => any::impartial(graph),
        Either::OfPlayers(graph) => any::partizan(graph),
    })
}
