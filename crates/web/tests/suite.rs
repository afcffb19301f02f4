//! Every test of the server in one binary, over connections of its own. A new file needs its line here.
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
