//! Theories and theorems in Coq, where it is installed.
//!
//! With SPRAGUE_COQ=required, as CI has it, its absence fails.

mod compiler;
mod definitions;
mod every_family;
mod instances;
