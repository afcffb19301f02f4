//! `sprague`: who wins, by which move, and why.

use std::process::ExitCode;

/// Counts memory, so that the memory of scripts can be limited.
#[global_allocator]
static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;

fn main() -> ExitCode {
    sprague_cli::main_with([])
}
