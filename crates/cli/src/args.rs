//! The command line: one command, and the help of the program.

use crate::commands::Command;
use clap::Parser;

/// Solve combinatorial games: who wins, by which move, and why, with proofs of periods.
#[derive(Parser)]
#[command(name = "sprague", version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example: sprague solve nim@3,4,5\n`sprague glossary` explains the words that answers use, such as nimber, temperature and saltus.\nExit status: 0 if the question is answered, 1 if it has no answer (a limit is reached, a certificate is rejected), 2 if it is malformed."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    #[test]
    fn every_number_may_be_a_power() {
        let mut numbers = 0;
        for command in Args::command().get_subcommands() {
            for flag in command.get_arguments().filter_map(clap::Arg::get_long) {
                let call = |number| Args::try_parse_from(["sprague", command.get_name(), &format!("--{flag}"), number]);
                let is_refused = |number| call(number).is_err_and(|error| error.kind() == ErrorKind::ValueValidation);
                // if a flag takes 7 but not the word "seven", it takes a number
                if !is_refused("7") && is_refused("seven") {
                    numbers += 1;
                    assert!(!is_refused("2^3"), "{} --{flag} 2^3", command.get_name());
                }
            }
        }
        assert!(numbers > 20, "the flags were seen: {numbers}");
    }
}
