//! The whole command line of sprague, with one more ruleset.

use IDENT::Game;
use sprague::{any, registry::Entry};
use std::process::ExitCode;

/// Counts memory, so that a plugin cannot hold more than its share.
#[global_allocator]
static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;

fn main() -> ExitCode {
    let play = "take at least one token and at most half of the heap";
    let entry = Entry::new("NAME", |_parameters| Ok(any::one_heap(Game)));
    sprague_cli::main_with([entry.component("heap").play(play).example("NAME@23")])
}
