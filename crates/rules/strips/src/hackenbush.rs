//! Hackenbush: a player cuts an own edge, and all edges that are no longer connected to the ground fall.
//!
//! Conway 1976, *On Numbers and Games*, ch. 8; Berlekamp, Conway & Guy, *Winning Ways*, ch. 1, 2 and 7. Left cuts blue edges,
//! Right cuts red edges, and both cut green edges. Here they are `L`, `R` and `E` (either).

pub(crate) mod graph;
mod large;
mod stalk;
mod theorem;

pub use graph::{CutEdge, HackenbushGraph};
pub use large::LargeHackenbush;
pub use stalk::{Cut, HackenbushStalk};

use crate::marks::MAX_MARKS;
use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("A stalk of blue and red edges is a number: LRL is 3/4.", "Winning Ways ch. 3")
        .shown_by("value hackenbush@LRL", "hackenbush@LRL: 3/4"),
    Fact::of("A stalk of n green edges is a heap of Nim.", "Winning Ways ch. 2")
        .shown_by("value hackenbush@EEE", "which is star-3"),
];

/// The largest number of edges if not all of them are green. The work for all moves grows with its square.
const MOST_PARTIZAN: usize = 2_000;

pub(crate) fn entry() -> Entry {
    let hackenbush = Entry::new("hackenbush[:FILE]", |parameters| {
        let graph = parameters.optional(|path| lines(parameters, path, graph::parse::MOST_EDGES))?;
        let Some((edges, colours)) = graph else { return Ok(any::partizan(HackenbushStalk)) };
        if edges.len() <= MAX_MARKS {
            return Ok(any::partizan(HackenbushGraph::coloured(edges, &colours)));
        }
        let large = LargeHackenbush::of(edges, colours);
        Ok(if large.is_green() { any::impartial(large) } else { any::partizan(large) })
    });
    let hackenbush = hackenbush.component("stalk of L R E from the ground, or a letter for each edge of FILE, or all");
    let hackenbush = hackenbush.play("cut an own (or E) edge; what hangs loose falls");
    let hackenbush = hackenbush.rules("Edges are joined to the ground. A player cuts one of their own (`L` is Left's, blue; `R` is Right's, red) or one of either (`E`, green); it goes, with all that is no longer joined to the ground. Whoever cannot move loses. A stalk is written from the ground up.");
    let hackenbush = hackenbush.options("FILE: a graph, a line `from to L` an edge, with 0 for the ground, up to 2,000 edges, or a million green ones; without it a stalk.");
    hackenbush.example("hackenbush@LRE").title("Hackenbush").aim("Cut an edge of yours; what hangs loose falls.").brief("Cut one edge of your own colour (Left blue, Right orange, either green), and all above it falls. Whoever cannot cut loses.").sizes(&["hackenbush@LR,RL", "hackenbush@LRL,RRL,LRR", "hackenbush@EEE,EE,E", "hackenbush@LLRE,RLL,ERL"]).source("Winning Ways ch. 1").known(KNOWN)
}

/// Parses a picture of up to 64 edges.
pub(crate) fn read(parameters: &Parameters<'_>, path: &str) -> Result<HackenbushGraph, BadNotation> {
    lines(parameters, path, MAX_MARKS).map(|(edges, colours)| HackenbushGraph::coloured(edges, &colours))
}

fn lines(parameters: &Parameters<'_>, path: &str, most: usize) -> Result<(Vec<graph::Ends>, Vec<char>), BadNotation> {
    let (edges, colours) =
        parameters.graph(path, "lines `from to L|R|E`", |text, limits| graph::parse::coloured(text, limits, most))?;
    let is_large = edges.len() > MOST_PARTIZAN && colours.iter().any(|colour| *colour != 'E');
    match edges.len() {
        0 => Err(BadNotation::new(0, format!("a graph file with at least one edge ({path} has none)"))),
        _ if is_large => Err(BadNotation::new(0, format!("a graph file with at most {MOST_PARTIZAN} edges, or only green ones"))),
        _ => Ok((edges, colours)),
    }
}
