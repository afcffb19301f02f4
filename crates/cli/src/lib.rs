//! The command line of `sprague`: who wins, by which move, and why.
//!
//! This crate parses arguments, asks questions and prints answers. The engine computes the answers, and names the theorem for
//! each. With [`main_with`] your own program gets the same command line for your rulesets together with the built-in ones.
//!
//! ```console
//! $ cargo install sprague-cli --locked --features full
//! $ sprague solve nim@3,4,5
//! ```

mod args;
mod atlas;
mod batch;
mod commands;
mod exit;
mod failure;
mod interrupt;
mod latex;
mod left_out;
mod out;
mod print;
mod progress;
mod terminal;

use args::Args;
use clap::{CommandFactory, Parser};
use commands::{ARGUMENTS, ENTRIES};
use exit::Exit;
#[cfg(feature = "mimalloc")]
use mimalloc::MiMalloc as Allocator;
use sprague::registry::Entry;
use sprague_plugin::Counted;
#[cfg(not(feature = "mimalloc"))]
use std::alloc::System as Allocator;
use std::ffi::OsString;
use std::process::ExitCode;

pub use out::Said;

/// The allocator of a program that loads plugins.
///
/// It is [counted](Counted), so that the memory of scripts can be limited. The memory comes from mimalloc with the feature
/// `mimalloc`, and from the system without it. With mimalloc the interpreter of scripts takes a seventh less time than with the
/// allocator of glibc.
pub type Memory = Counted<Allocator>;

/// The allocator as a value, for `#[global_allocator]`.
///
/// ```
/// #[global_allocator]
/// static MEMORY: sprague_cli::Memory = sprague_cli::MEMORY;
/// assert_eq!(vec![1, 2].len(), 2);
/// ```
pub const MEMORY: Memory = Counted(Allocator);

/// Runs the program with these rulesets and the built-in ones.
///
/// It reads the command line, prints the answer, and returns the exit status.
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
    // a second call in the same process keeps the rulesets of the first, because the command line is the same
    let _ = ENTRIES.set(entries.into_iter().collect());
    interrupt::own();
    answer(std::env::args_os()).into()
}

/// Runs the program with these arguments, prints, and returns the exit status.
///
/// The first argument is the name of the program. The status is 0 if the question is answered, 1 if there is no answer, and 2
/// if the question is malformed. With this function a program in another language can act as `sprague`. The rulesets are
/// those of an earlier call of [`main_with`], or the built-in ones if there was none.
///
/// ```
/// assert_eq!(sprague_cli::exit_status(["sprague", "solve", "nim@1"]), 0);
/// assert_eq!(sprague_cli::exit_status(["sprague", "analyse", "octal:0.07", "--limit-memory", "1"]), 1);
/// assert_eq!(sprague_cli::exit_status(["sprague", "solve", "nim@one"]), 2);
/// ```
pub fn exit_status<S: Into<OsString>>(args: impl IntoIterator<Item = S>) -> u8 {
    answer(args.into_iter().map(Into::into)).status()
}

/// Returns the text that the program prints for these arguments, with the built-in rulesets.
///
/// The first argument is the name of the program. Commands that read standard input read that of this process.
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
    #[cfg(feature = "scripts")]
    sprague_plugin::show_prints(terminal::say);
    let words: Vec<OsString> = out::own_name(args).collect();
    ARGUMENTS.set(words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect());
    let args = match Args::try_parse_from(&words) {
        Ok(args) => args,
        Err(error) => return failure::usage(&error, &words),
    };
    match args.command.run(Args::command) {
        Ok(exit) => exit,
        Err(failure) => failure.report(),
    }
}
