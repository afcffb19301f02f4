//! The command line of `sprague`: who wins, by which move, and why.
//!
//! This program parses, calls and prints; what it prints is computed by the engine and cited by its theorem. With
//! [`main_with`] a program of your own has the same command line for its own ruleset, beside the built-in ones.

mod analyse;
mod args;
mod batch;
mod certify;
mod check;
mod compare;
mod exit;
mod failure;
mod graph;
mod identify;
mod limits;
mod merge;
mod new;
mod out;
mod play;
mod plot;
mod print;
mod quotient;
mod rulesets;
mod serve;
mod shards;
mod shell;
mod solve;
mod strategy;
mod sweep;
mod table;
mod terminal;
mod test;
mod value;

use args::{Args, Command};
use clap::Parser;
use exit::Exit;
use failure::Failure;
use mimalloc::MiMalloc;
use sprague::Limits;
use sprague::registry::{Entry, LocalFiles, SmallFiles};
use sprague_games::{Session, registry};
use sprague_plugin::Counted;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::OnceLock;

pub use out::Said;

/// The allocator of a program that loads plugins: mimalloc, with which the interpreter of scripts takes a seventh less time than with that
/// of glibc, [counted](Counted) so that no script holds more than its share.
pub type Memory = Counted<MiMalloc>;

/// The same, to be named in a program.
///
/// ```
/// #[global_allocator]
/// static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;
/// assert_eq!(vec![1, 2].len(), 2);
/// ```
pub const MEMORY: Memory = Counted(MiMalloc);

/// What the program adds to the built-in rulesets.
static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();

/// A session that knows the program's own rulesets.
fn session() -> Session {
    Session::with(registry().with(ENTRIES.get().into_iter().flatten().cloned()))
}

/// A session for a question with these limits.
fn session_within(limits: &Limits) -> Session {
    session().with_files(SmallFiles::new(LocalFiles, limits.clone()))
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
    answer(std::env::args_os()).into()
}

/// The program with these arguments, the first of which is its name, as it answers a shell: prints, and answers the exit status.
///
/// It is 0 where the question is answered, 1 where there is no answer, 2 for a malformed question. With it a program in another
/// language can be `sprague`. The rulesets are those of [`main_with`] if that was called before, else the built-in ones.
///
/// ```
/// assert_eq!(sprague_cli::exit_status(["sprague", "solve", "nim@1"]), 0);
/// assert_eq!(sprague_cli::exit_status(["sprague", "analyse", "octal:0.07", "--limit-memory", "1"]), 1);
/// assert_eq!(sprague_cli::exit_status(["sprague", "solve", "nim@one"]), 2);
/// ```
pub fn exit_status<S: Into<OsString>>(args: impl IntoIterator<Item = S>) -> u8 {
    answer(args.into_iter().map(Into::into)).status()
}

/// What the program says to these arguments, the first of which is its name, about the built-in rulesets.
///
/// Commands that read standard input read that of the process.
///
/// ```
/// let said = sprague_cli::said(["sprague", "solve", "nim@1"]);
/// assert!(said.out.starts_with("nim@1: won for the player to move\n"));
/// let said = sprague_cli::said(["sprague", "solve", "nim@\u{1b}[2J"]);
/// assert_eq!(said.err.matches('\u{1b}').count(), 0);
/// ```
pub fn said<S: Into<OsString>>(args: impl IntoIterator<Item = S>) -> Said {
    out::kept(|| {
        answer(args.into_iter().map(Into::into));
    })
}

fn answer(args: impl IntoIterator<Item = OsString>) -> Exit {
    sprague_plugin::show_prints(terminal::say);
    let args = match Args::try_parse_from(out::own_name(args)) {
        Ok(args) => args,
        Err(error) => return failure::usage(&error),
    };
    match run(args.command) {
        Ok(exit) => exit,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Analyse(args) => analyse::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Value(args) => value::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Strategy(args) => strategy::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Quotient(args) => quotient::run(&args),
        Command::Identify(args) => identify::run(&args),
        Command::New(args) => new::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Rulesets(args) => rulesets::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man => shell::man(),
    }
}
