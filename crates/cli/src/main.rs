//! `sprague`: who wins, by which move, and why.
//!
//! This program parses, calls and prints; what it prints is computed by the engine and cited by its theorem.

mod analyse;
mod args;
mod batch;
mod certify;
mod failure;
mod graph;
mod identify;
mod limits;
mod play;
mod print;
mod quotient;
mod rulesets;
mod shell;
mod solve;
mod strategy;
mod sweep;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
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
        Command::Rulesets(args) => rulesets::run(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man => shell::man(),
    }
}
