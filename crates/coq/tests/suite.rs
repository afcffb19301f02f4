//! Theories and theorems in Coq, where it is installed.
//!
//! With SPRAGUE_COQ=required, as CI has it, its absence fails.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod compiler;
mod definitions;
mod every_family;
mod extracted;
mod heap_orders;
mod instances;
