//! Tests of the theories and of theorems in Coq, if it is installed.
//!
//! With `SPRAGUE_COQ=required`, as in CI, the tests fail if it is not installed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod compiler;
mod definitions;
mod every_family;
mod extracted;
mod heap_orders;
mod instances;
