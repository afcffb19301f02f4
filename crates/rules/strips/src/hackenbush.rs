//! Hackenbush: cut an edge of your own, and whatever hangs loose falls.
//!
//! Conway 1976, *On Numbers and Games*, ch. 8; Berlekamp, Conway & Guy, *Winning Ways*, ch. 1, 2 and 7. Left cuts blue edges, Right red
//! ones, both green ones, which are `L`, `R` and `E` (either) here.

mod graph;
mod stalk;

pub use graph::{CutEdge, HackenbushGraph};
pub use stalk::{Cut, HackenbushStalk};

use sprague_core::registry::{Entry, Parameters};
use sprague_core::{BadNotation, any};

/// Hackenbush by name.
pub(crate) fn entry() -> Entry {
    let hackenbush = Entry::new("hackenbush[:FILE]", |parameters| {
        let graph = parameters.optional(|path| read(parameters, path))?;
        Ok(graph.map_or_else(|| any::partizan(HackenbushStalk), any::partizan))
    });
    let hackenbush = hackenbush.component("stalk of L R E from the ground, or a letter for each edge of FILE");
    let hackenbush = hackenbush.play("cut an own (or E) edge; what hangs loose falls");
    hackenbush.example("hackenbush@LRE").source("Winning Ways ch. 1")
}

fn read(parameters: &Parameters<'_>, path: &str) -> Result<HackenbushGraph, BadNotation> {
    let graph = parameters.graph(path, "lines `from to L|R|E`", HackenbushGraph::parse_within)?;
    if graph.edges() == 0 {
        return Err(BadNotation::new(0, format!("a graph file with at least one edge ({path} has none)")));
    }
    Ok(graph)
}
