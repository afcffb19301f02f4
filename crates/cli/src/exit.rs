//! Exit statuses, which tell a shell whether there was an answer.

use std::process::ExitCode;

/// An exit status of the program: 0, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The question is answered.
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
