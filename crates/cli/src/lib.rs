//! The command line of `sprague`: who wins, by which move, and why.
//!
//! This program parses, calls and prints; what it prints is computed by the engine and cited by its theorem. With
//! [`main_with`] a program of your own has the same command line for its own ruleset, beside the built-in ones.

mod analyse;
mod args;
mod batch;
mod certify;
mod failure;
mod graph;
mod identify;
mod limits;
mod new;
mod play;
mod print;
mod quotient;
mod rulesets;
mod shell;
mod solve;
mod strategy;
mod sweep;
mod test;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use sprague::registry::Entry;
use sprague_games::{Session, registry};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The allocator of a program that loads plugins: see [`sprague_plugin::Counted`].
pub use sprague_plugin::Counted;

/// What the program adds to the built-in rulesets.
static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();

/// A session that knows the program's own rulesets.
fn session() -> Session {
    Session::with(registry().with(ENTRIES.get().into_iter().flatten().cloned()))
}

/// The program, with these rulesets beside the built-in ones: reads the command line, answers, and says how to exit.
///
/// ```no_run
/// use sprague::any;
/// use sprague::registry::Entry;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     let rules = sprague_rules_nim::Nim; // your own
///     sprague_cli::main_with([Entry::new("my-nim", move |_| Ok(any::one_heap(rules))).example("my-nim@7")])
/// }
/// ```
pub fn main_with(entries: impl IntoIterator<Item = Entry>) -> ExitCode {
    // a second call in one process keeps the first one's rulesets: the command line is the same
    let _ = ENTRIES.set(entries.into_iter().collect());
    sprague_plugin::show_prints(|line| eprintln!("{line}"));
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::usage(&error),
    };
    match run(args.command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Analyse(args) => analyse::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Certify(args) => certify::certify(&args),
        Command::Check(args) => certify::check(&args),
        Command::Strategy(args) => strategy::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Quotient(args) => quotient::run(&args),
        Command::Identify(args) => identify::run(&args),
        Command::New(args) => new::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Rulesets(args) => rulesets::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man => shell::man(),
    }
}
