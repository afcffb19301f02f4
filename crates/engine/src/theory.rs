//! Theorems about sums, and the genus, the nimber of misère play.
//!
//! They say, for every rule for moving in a sum, which number of each component is enough.
//!
//! Each is checked against search, exhaustively on small games (`tests/compounds.rs`).

mod compound;
mod dicots;
mod fold;
mod forms;
mod genus;
mod measure;
#[cfg(test)]
mod rows;
mod settle;

pub use compound::{ComponentMoves, CompoundMoves, compound_outcome};
pub use dicots::{Dicot, DicotSearch, Dicots, Universe};
pub use forms::{FormGraph, FormSearch, MisereForm, MisereForms, MisereKind};
pub use genus::{Genus, GenusSearch, genus};
pub use measure::{Measure, Measures};
