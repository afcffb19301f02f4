//! All tests of the server in one binary. Each test uses its own connections.
//!
//! A new file must be added here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bodies;
mod connections;
mod drawn;
mod ends;
mod faults;
mod files;
mod headers;
mod names;
mod pages;
mod paths;
mod questions;
mod queue;
mod served;
mod slowness;
mod tokens;
