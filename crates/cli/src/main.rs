//! `sprague`: who wins, by which move, and why.

use sprague_games::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    sprague_cli::main_with(Registry::default())
}
