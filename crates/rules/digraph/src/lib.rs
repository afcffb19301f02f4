//! A token on a directed graph, which the players move along edges in turn. A player who cannot move loses.
//!
//! Smith 1966, *Graphs and composite games*: on graphs with cycles, a position may be drawn.
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_digraph::Digraph;
//!
//! let graph: Digraph = "a b  # an edge
//!                       b a
//!                       b c".parse()?;
//! let b = graph.read("b").unwrap();
//! let moves: Vec<String> = graph.moves(&b).map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["to a", "to c"]);
//! # Ok::<(), sprague_core::notation::BadLine>(())
//! ```

mod entries;
mod graph;
mod names;
mod parse;
mod partizan;
mod token;

pub use entries::entries;
pub use graph::Digraph;
pub use partizan::PartizanDigraph;
pub use token::Along;
