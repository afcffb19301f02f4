//! Questions without an answer, with the line on standard error and the exit status.

use crate::exit::Exit;
use crate::left_out::left_out;
use crate::out::{help, stdout};
use crate::terminal::say;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde_json::Value;
use sprague::printable::Printable;
use sprague::{BadNotation, Stopped};
use sprague_questions::{NoAnswer, Reached};
use std::ffi::OsString;
use std::io::{self, Write};

/// A reason why there is no answer.
pub(crate) enum Failure {
    /// The question is malformed. The exit status is 2.
    Malformed { question: String, error: BadNotation },
    /// Parts of the question contradict each other. The exit status is 2.
    Unfit(String),
    /// The question is well-formed, but there is no answer. The exit status is 1.
    NoAnswer(String),
    /// There is no answer. The exit status is 1.
    ///
    /// The object contains the reason and the partial answer. It is printed as JSON on standard output.
    InJson(Value),
    /// Standard output was closed, which is not an error.
    Closed,
}

impl Failure {
    pub(crate) fn malformed(question: &str, error: BadNotation) -> Self {
        Self::Malformed { question: question.to_owned(), error }
    }

    /// Converts the reason why this question has no answer.
    ///
    /// If JSON is requested, the reason becomes an object, unless the question is malformed or has no meaning.
    pub(crate) fn of(question: &str, unanswered: NoAnswer, is_json: bool) -> Self {
        match unanswered {
            NoAnswer::Malformed { field, text, error } => {
                let text = if field.is_empty() { Some(question.to_owned()) } else { text };
                Self::Malformed { question: text.unwrap_or_default(), error }
            }
            NoAnswer::Unfit { .. } => Self::Unfit(unanswered.in_words(flag)),
            NoAnswer::Stopped { .. } | NoAnswer::NoTheorem { .. } if is_json => Self::InJson(unanswered.to_json()),
            NoAnswer::Stopped { by: Reached::Limit(stopped), known } => {
                let (question, so_far) = (shortened(question, 80), so_far(&known));
                let more = limit_flag(&stopped).map(|flag| format!("{flag} allows more"));
                let hints: Vec<String> = more.into_iter().chain(less(&known)).collect();
                let hints = if hints.is_empty() { String::new() } else { format!("; {}", hints.join(", ")) };
                Self::NoAnswer(format!("{question}: {stopped}{so_far}{hints}"))
            }
            other => Self::NoAnswer(format!("{}: {}", shortened(question, 80), other.in_words(flag))),
        }
    }

    /// Prints the reason, and returns the exit status.
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
            Self::InJson(known) => match writeln!(stdout(), "{known}") {
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

/// The maximum length of the expected text, in characters. It may contain a path from the command line.
const MAX_EXPECTED: usize = 500;

/// Describes the place of the error in the question, and the expected text.
///
/// If a file cannot be read, the whole path is wrong, so no character is named.
fn place(question: &str, error: &BadNotation) -> String {
    let (shown, expected) = (shortened(question, 80), shortened(&error.expected, MAX_EXPECTED));
    if error.at == 0 && expected.starts_with("a readable ") {
        return format!("{shown}: expected {expected}");
    }
    let character = question.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
    match question.get(error.at..).and_then(|rest| rest.chars().next()) {
        Some(found) => format!("{shown}: character {character}, `{found}`: expected {expected}"),
        None => format!("{shown}: at the end, character {character}: expected {expected}"),
    }
}

/// Returns the first `most` characters of a text.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most).chain("…".chars()).collect() }
}

/// Prints help, the version, or one line about a wrong call.
///
/// Help and version go to standard output. A wrong call has exit status 2.
pub(crate) fn usage(error: &clap::Error, args: &[OsString]) -> Exit {
    if !error.use_stderr() {
        help(error);
        return Exit::Answered;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        help(error);
        return Exit::Malformed;
    }
    if let Some(why) = left_out(error) {
        return Failure::Unfit(why).report();
    }
    let text = error.to_string();
    let message = text.split("\n\nUsage").next().unwrap_or(&text).trim_start_matches("error: ");
    let message = message.split("For more information").next().unwrap_or(message);
    let meant = joined(error, args).or_else(|| play(error));
    let (message, tip) = message.split_once("\n\n  tip: ").unwrap_or((message, ""));
    let tip = if tip.is_empty() || meant.is_some() { String::new() } else { format!("; {tip}") };
    let words = format!("{message}{tip}").replace("\n\n  tip: ", "; ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let hint = meant.map_or_else(|| "(see --help)".to_owned(), |typed| format!("(type `{typed}`)"));
    say(&format!("sprague: {} {hint}", shortened(&words.join(" "), 300)));
    Exit::Malformed
}

/// Suggests a flag if the kind of play was typed as a flag, such as `--misere`.
fn play(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let play = ["misere", "normal"].into_iter().find(|play| flag.trim_start_matches('-').replace('è', "e") == *play)?;
    (error.kind() == ErrorKind::UnknownArgument).then(|| format!("--play {play}"))
}

/// Suggests a position for words that are separated by blanks.
///
/// The words are a ruleset and components, as in `nim 3 4 5`, or a position and further components, as in `nim@3 4`.
fn joined(error: &clap::Error, args: &[OsString]) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let mut words = args.iter().skip(2).map_while(|word| word.to_str()).take_while(|word| !word.starts_with('-'));
    let first = words.next()?;
    let components: Vec<&str> = words.collect();
    let is_component = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains('@');
    if components.is_empty() || !components.iter().all(is_component) {
        return None;
    }
    let sign = if first.contains('@') { ',' } else { '@' };
    Some(shortened(&Printable(&format!("{first}{sign}{}", components.join(","))).to_string(), 80))
}

/// The maximum number of moves that are named on one line.
const NAMED: usize = 3;

/// Describes the partial answer after a limit was reached.
fn so_far(known: &Value) -> String {
    if let Some([low, high]) = known["score_bounds"].as_array().map(Vec::as_slice) {
        return match (low.as_i64(), high.as_i64()) {
            (Some(low), Some(high)) => format!(", and the score is between {low} and {high} for the player who starts"),
            (Some(low), None) => format!(", and the score is at least {low} for the player who starts"),
            (None, Some(high)) => format!(", and the score is at most {high} for the player who starts"),
            (None, None) => String::new(),
        };
    }
    if let Some(score) = known["score"].as_i64() {
        return format!(", and the score is {score} for the player who starts");
    }
    let outcome = match known["outcome"].as_str() {
        Some("win") => "won",
        Some("loss") => "lost",
        Some(_) => "drawn",
        None => return value_so_far(known),
    };
    let who =
        known["first"].as_str().map_or_else(|| "for the player to move".to_owned(), |first| format!("for {first}, who starts"));
    let class = known["outcome_class"].as_str().map_or_else(String::new, |class| format!(" (class {class})"));
    let moves = known["winning_moves"].as_array().map_or(&[][..], Vec::as_slice);
    let named: Vec<String> =
        moves.iter().take(NAMED).filter_map(|mv| Some(format!("{} -> {}", mv["move"].as_str()?, mv["to"].as_str()?))).collect();
    let by = if named.is_empty() { String::new() } else { format!(", by {}", named.join("; ")) };
    let more = if moves.len() > named.len() { format!(" and {} more", moves.len() - named.len()) } else { String::new() };
    format!(", and it is {outcome} {who}{class}{}", shortened(&format!("{by}{more}"), 300))
}

/// Describes the partial value after a limit was reached.
fn value_so_far(known: &Value) -> String {
    let bound = |key: &str| known[key].as_str().map(|number| format!("{} {number}", key.replace('_', " ")));
    let bounds: Vec<String> = match [&known["at_least"], &known["at_most"]] {
        [Value::String(low), Value::String(high)] if low == high => vec![low.clone()],
        _ => ["at_least", "at_most"].into_iter().filter_map(bound).collect(),
    };
    let class = known["outcome_class"].as_str().map_or_else(String::new, |class| format!(" (class {class})"));
    let whole =
        Some(format!("the value is {}, infinitesimals apart{class}", bounds.join(" and "))).filter(|_| !bounds.is_empty());
    let components = known["components"].as_array().map_or(&[][..], Vec::as_slice);
    let valued = components.iter().take(NAMED).filter_map(|component| {
        let [position, value] = ["position", "value"].map(|key| component[key].as_str());
        Some(format!("{} = {}", shortened(position?, 60), shortened(value?, 60)))
    });
    let words: Vec<String> = whole.into_iter().chain(valued).collect();
    if words.is_empty() { String::new() } else { format!(", and {}", words.join(", ")) }
}

/// Returns the flags and commands that ask for less.
fn less(known: &Value) -> impl Iterator<Item = String> {
    let tries = known["try"].as_array().into_iter().flatten().filter_map(Value::as_str);
    tries.filter(|hint| !hint.starts_with("--limit-")).map(|hint| match hint {
        _ if hint.starts_with("--checkpoint") => format!("{hint} saves the progress"),
        _ if hint.ends_with("goes on") => hint.to_owned(),
        _ if hint.starts_with("canonical") => format!("{hint} leave less to search"),
        "--observed" => "--observed answers by a law that the first rows show".to_owned(),
        _ => format!("{hint} asks for less"),
    })
}

fn flag(field: &str) -> String {
    format!("--{}", field.replace('_', "-"))
}

pub(crate) fn limit_flag(stopped: &Stopped) -> Option<&'static str> {
    match stopped {
        Stopped::Positions(_) => Some("--limit-positions"),
        Stopped::Memory(_) => Some("--limit-memory"),
        Stopped::Time(_) | Stopped::TooLarge(_) => Some("--limit-time"),
        _ => None,
    }
}
