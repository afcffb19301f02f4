//! Values of loopy games, in which play may return to an earlier position.
//!
//! A *stopper* has a unique simplest form, as a loop-free game has. For stoppers, g ≤ h if Left survives when she moves second
//! in h − g, that is, if she always has a move. Any other value is a pair of sides, and the sides are stoppers if they can be
//! found. Source: Siegel, *Combinatorial Game Theory*, ch. VI; Berlekamp, Conway & Guy, *Winning Ways*, ch. 11.
//!
//! ```
//! use sprague_core::Limits;
//! use sprague_values::Arena;
//! use sprague_values::loopy::{Graph, Stoppers};
//!
//! // Left may move to 0, Right may only pass: over, which is above 0 and below every positive number
//! let mut graph = Graph::new();
//! let (zero, over) = (graph.add(&[], &[]), graph.add(&[0], &[1]));
//!
//! let (arena, limits) = (Arena::new(), Limits::default());
//! let mut stoppers = Stoppers::new(&arena, &limits);
//! let values = stoppers.evaluate(&graph, &[])?;
//! assert_eq!(values[over as usize], stoppers.read("over")?);
//! assert!(values[zero as usize].form().is_some());
//! let difference = stoppers.read("over-over")?;
//! assert_eq!(stoppers.text(difference, 100)?.as_deref(), Some("over&under"));
//! # Ok::<(), sprague_values::ReadError>(())
//! ```

mod canonical;
mod component;
mod endless;
mod evaluate;
mod flat;
mod graph;
mod kinds;
mod method;
mod nodes;
mod order;
mod ordinal;
mod product;
mod sided;
mod sided_game;
mod sides;
mod stopper;
mod stops;
mod store;
mod sum;
mod tarjan;
mod text;
mod variety;

pub use graph::Graph;
pub use method::check_method_names;
pub use sided::{NotFound, Sided, Sidling};
pub use stopper::Stopper;
pub use store::Stoppers;
pub use text::GameText;
pub use variety::NoVariety;
