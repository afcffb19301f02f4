//! All tests of the program in one binary, so that the libraries are linked only once. Every test file must be listed here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(not(feature = "full"))]
compile_error!("these tests need the whole program: `cargo test -p sprague-cli --features full`");

mod analyse;
mod atlas;
mod bad_input;
mod batch;
mod book;
mod cgsuite;
mod check;
mod check_checkpoint;
mod check_limits;
mod code;
mod compounds;
mod explain;
mod find;
mod hostile;
mod interface;
mod known;
mod latex;
mod limits;
mod loopy;
mod memory;
mod moves;
mod negatives;
mod only_asked;
mod pages;
mod paths;
mod play;
mod play_by_rule;
mod plot;
mod plugins;
mod program;
mod programs;
mod quotient;
mod schema;
mod scores;
mod scripts;
mod serve;
mod shards;
mod strategy;
mod sweep;
mod sweep_parts;
mod table;
mod tabs;
mod value;
mod value_rows;
mod widths;
mod writing;
