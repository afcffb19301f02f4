//! Theorems about sums: what number of each component is enough, by every rule for moving in a sum.
//!
//! Each is checked against search, exhaustively on small games (`tests/compounds.rs`).

mod compound;
mod fold;
mod measure;

pub use compound::{ComponentMoves, CompoundMoves, compound_outcome};
pub use measure::{Measure, Measures};
