//! How the program ends: whether there was an answer, as the status that a shell sees.

use std::process::ExitCode;

/// An exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// What was asked is answered.
    Answered = 0,
    /// Nobody knows, a limit was reached, or what was claimed is not so.
    NoAnswer = 1,
    /// The question is malformed.
    Malformed = 2,
}

impl Exit {
    /// As a number.
    pub(crate) fn status(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.status())
    }
}
