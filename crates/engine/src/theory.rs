//! Theorems about sums for every rule for moving, and the theory of misère play: genera and canonical forms.
//!
//! For each rule, a theorem determines which number of each component is enough to decide a sum. Each theorem is checked
//! against search, exhaustively on small games (`tests/compounds.rs`).

mod compound;
mod fold;
mod forms;
mod genus;
mod measure;
mod misere_games;
#[cfg(test)]
mod rows;
mod settle;

pub use compound::{ComponentMoves, CompoundMoves, compound_outcome};
pub use forms::{FormGraph, FormSearch, MisereForm, MisereForms, MisereKind};
pub use genus::{Genus, GenusSearch, genus};
pub use measure::{Measure, Measures};
pub use misere_games::{MisereGame, MisereGameSearch, MisereGames, Universe};
