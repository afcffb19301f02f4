//! Theorems about sums: what number of each component is enough, by every rule for moving in a sum; and the genus, misère play's
//! nimber.
//!
//! Each is checked against search, exhaustively on small games (`tests/compounds.rs`).

mod compound;
mod fold;
mod genus;
mod measure;

pub use compound::{ComponentMoves, CompoundMoves, compound_outcome};
pub use genus::{Genus, GenusSearch, genus};
pub use measure::{Measure, Measures};
