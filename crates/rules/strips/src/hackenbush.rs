//! Hackenbush: a player cuts an own edge, and all edges that are no longer connected to the ground fall.
//!
//! Conway 1976, *On Numbers and Games*, ch. 8; Berlekamp, Conway & Guy, *Winning Ways*, ch. 1, 2 and 7. Left cuts blue edges,
//! Right cuts red edges, and both cut green edges. Here they are `L`, `R` and `E` (either).

pub(crate) mod graph;
mod stalk;

pub use graph::{CutEdge, HackenbushGraph};
pub use stalk::{Cut, HackenbushStalk};

use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("A stalk of blue and red edges is a number: LRL is 3/4.", "Winning Ways ch. 3")
        .shown_by("value hackenbush@LRL", "hackenbush@LRL: 3/4"),
    Fact::of("A stalk of n green edges is a heap of Nim.", "Winning Ways ch. 2")
        .shown_by("value hackenbush@EEE", "which is star-3"),
];

pub(crate) fn entry() -> Entry {
    let hackenbush = Entry::new("hackenbush[:FILE]", |parameters| {
        let graph = parameters.optional(|path| read(parameters, path))?;
        Ok(graph.map_or_else(|| any::partizan(HackenbushStalk), any::partizan))
    });
    let hackenbush = hackenbush.component("stalk of L R E from the ground, or a letter for each edge of FILE");
    let hackenbush = hackenbush.play("cut an own (or E) edge; what hangs loose falls");
    let hackenbush = hackenbush.rules("Edges are joined to the ground. A player cuts one of their own (`L` is Left's, blue; `R` is Right's, red) or one of either (`E`, green); it goes, with all that is no longer joined to the ground. Whoever cannot move loses. A stalk is written from the ground up.");
    let hackenbush = hackenbush.options("FILE: a graph, a line `from to L` an edge, with 0 for the ground; without it a stalk.");
    hackenbush.example("hackenbush@LRE").title("Hackenbush").aim("Cut an edge of yours; what hangs loose falls.").brief("Cut one edge of your own colour (Left blue, Right orange, either green), and all above it falls. Whoever cannot cut loses.").sizes(&["hackenbush@LR,RL", "hackenbush@LRL,RRL,LRR", "hackenbush@EEE,EE,E", "hackenbush@LLRE,RLL,ERL"]).source("Winning Ways ch. 1").known(KNOWN)
}

pub(crate) fn read(parameters: &Parameters<'_>, path: &str) -> Result<HackenbushGraph, BadNotation> {
    let graph = parameters.graph(path, "lines `from to L|R|E`", HackenbushGraph::parse_within)?;
    if graph.edges() == 0 {
        return Err(BadNotation::new(0, format!("a graph file with at least one edge ({path} has none)")));
    }
    Ok(graph)
}
