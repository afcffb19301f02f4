//! The whole command line of sprague, with one more ruleset.

use sprague_games::{Custom, Registry, RulesetEntry};
use IDENT::Game;
use std::process::ExitCode;

/// Counts memory, so that a plugin which this program loads cannot hold more than its share.
#[global_allocator]
static MEMORY: sprague_cli::Counted = sprague_cli::Counted;

fn main() -> ExitCode {
    let entry = RulesetEntry {
        notation: "NAME",
        component: "heap",
        play: "take at least one token and at most half of the heap",
        example: "NAME@23",
        ..RulesetEntry::default()
    };
    sprague_cli::main_with(Registry::default().with(entry, |_parameters| Ok(Custom::one_heap(Game))))
}
