//! Every test of the program in one binary: the libraries are linked once. A new file needs its line here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bad_input;
mod batch;
mod compounds;
mod explain;
mod interface;
mod limits;
mod pages;
mod play;
mod play_by_rule;
mod plugins;
mod program;
mod quotient;
mod scripts;
mod strategy;
mod sweep;
