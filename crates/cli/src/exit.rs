//! The exit statuses of the program.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Answered = 0,
    /// The answer is unknown, a limit was reached, or a claim is false.
    NoAnswer = 1,
    /// The question is malformed.
    Malformed = 2,
}

impl Exit {
    pub(crate) fn status(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}
