//! Every test of drawings in one binary, so that the libraries are linked once.
//!
//! Every test file must be listed here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod asked;
mod document;
mod order;
#[cfg(feature = "png")]
mod pixels;
mod size;
mod text;
mod walls;
