//! The whole command line of sprague, with one more ruleset.

use sprague_games::{Custom, Registry, RulesetEntry};
use IDENT::Game;
use std::process::ExitCode;

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
