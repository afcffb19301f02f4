//! Questions without an answer: one line on standard error, and the exit status.

use crate::exit::Exit;
use crate::out::{help, stdout};
use crate::terminal::say;
use serde_json::{Value, json};
use sprague::{BadNotation, Stopped};
use sprague_games::QuestionError;
use std::io::{self, Write};

/// Why there is no answer.
pub(crate) enum Failure {
    /// The question is malformed: exit status 2.
    Malformed { question: String, error: BadNotation },
    /// What is asked for does not fit together: exit status 2.
    Unfit(String),
    /// The question is well-formed and there is no answer: exit status 1.
    NoAnswer(String),
    /// The same, said in JSON on standard output: a limit was reached, and this is known.
    Stopped(Value),
    /// Standard output was closed: nothing is wrong.
    Closed,
}

impl Failure {
    /// A malformed question.
    pub(crate) fn malformed(question: &str, error: BadNotation) -> Self {
        Self::Malformed { question: question.to_owned(), error }
    }

    /// Whatever the games say, about this question.
    pub(crate) fn of(question: &str, unanswered: QuestionError) -> Self {
        match unanswered {
            QuestionError::Malformed(error) => Self::malformed(question, error),
            QuestionError::Stopped(stopped) => {
                let question = shortened(question, 80);
                Self::NoAnswer(match limit_flag(&stopped) {
                    Some(flag) => format!("{question}: {stopped}; {flag} allows more"),
                    None => format!("{question}: {stopped}"),
                })
            }
            QuestionError::NoSuchKernel(error) => Self::Unfit(format!("{}: {error}", shortened(question, 80))),
            other => Self::NoAnswer(format!("{question}: {other}")),
        }
    }

    /// The same, and where the answer is wanted in JSON, a limit that was reached is one, with what is `known`.
    pub(crate) fn told(is_json: bool, question: &str, unanswered: QuestionError, known: impl FnOnce() -> Value) -> Self {
        match unanswered {
            QuestionError::Stopped(_) if is_json => Self::Stopped(unanswered_to_json(&unanswered, known())),
            other => Self::of(question, other),
        }
    }

    /// Prints the line and answers the exit status.
    pub(crate) fn report(self) -> Exit {
        match self {
            Self::Malformed { question, error } => {
                say(&format!("sprague: {}", place(&question, &error)));
                Exit::Malformed
            }
            Self::Unfit(why) => {
                say(&format!("sprague: {why}"));
                Exit::Malformed
            }
            Self::NoAnswer(why) => {
                say(&format!("sprague: {why}"));
                Exit::NoAnswer
            }
            Self::Stopped(known) => match writeln!(stdout(), "{known}") {
                Ok(()) => Exit::NoAnswer,
                Err(error) => Self::from(error).report(),
            },
            Self::Closed => Exit::Answered,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::NoAnswer(error.to_string()),
        }
    }
}

impl From<csv::Error> for Failure {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::from(error),
            other => Self::NoAnswer(format!("{other:?}")),
        }
    }
}

/// How many characters of what was expected are said: it may name a path that was typed.
pub(crate) const MAX_EXPECTED: usize = 500;

/// Which character of the question, and what was expected there.
fn place(question: &str, error: &BadNotation) -> String {
    let (shown, expected) = (shortened(question, 80), shortened(&error.expected, MAX_EXPECTED));
    let character = question.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
    match question.get(error.at..).and_then(|rest| rest.chars().next()) {
        Some(found) => format!("{shown}: character {character}, `{found}`: expected {expected}"),
        None => format!("{shown}: at the end, character {character}: expected {expected}"),
    }
}

/// Text that is too long to repeat, cut.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most).chain("…".chars()).collect() }
}

/// Help and version go to standard output; a wrong call gets one line and exit status 2.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    if !error.use_stderr() {
        help(error);
        return Exit::Answered;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        help(error);
        return Exit::Malformed;
    }
    let text = error.to_string();
    let message = text.split("\n\nUsage").next().unwrap_or(&text).trim_start_matches("error: ");
    let message = message.split("For more information").next().unwrap_or(message);
    let message = message.replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = message.split_whitespace().collect();
    say(&format!("sprague: {} (--help says more)", shortened(&words.join(" "), 300)));
    Exit::Malformed
}

/// A question without an answer, as JSON.
pub(crate) fn unanswered_to_json(unanswered: &QuestionError, mut known: Value) -> Value {
    match unanswered {
        QuestionError::Malformed(error) => {
            json!({ "error": format!("expected {}", shortened(&error.expected, MAX_EXPECTED)), "at": error.at })
        }
        QuestionError::Stopped(stopped) => {
            known["stopped"] = json!(stopped.name());
            if let Stopped::Fault(fault) = stopped {
                known["reason"] = json!(&*fault.reason);
            }
            known
        }
        other => json!({ "error": other.to_string(), "at": 0 }),
    }
}

/// The flag that moves a limit.
pub(crate) fn limit_flag(stopped: &Stopped) -> Option<&'static str> {
    match stopped {
        Stopped::Positions(_) => Some("--limit-positions"),
        Stopped::Memory(_) => Some("--limit-memory"),
        Stopped::Time(_) => Some("--limit-time"),
        _ => None,
    }
}
