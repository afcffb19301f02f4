//! Questions about games, over every built-in ruleset: text in, answers out.
//!
//! A [`Question`] is a struct, such as [`Solve`] about a position and [`Analyse`] about a family. A [`Session`] answers
//! questions and keeps results for later ones. The command line, the web page and Python are loops over the list of
//! [`QUESTIONS`].
//!
//! Positions and families are written as on the command line.
//!
//! ```
//! use sprague::Limits;
//! use sprague_questions::{Session, Solve};
//!
//! let answer = Session::new().ask(&Solve::of("nim@3 + kayles@12"), &Limits::default())?;
//! assert_eq!(answer.nimber().unwrap().to_string(), "7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
pub mod flags;
pub mod glossary;
mod keep;
mod legend;
mod question;
mod read;
mod report;
mod words;

pub use ask::*;
pub use keep::{Saves, checkpoint, whole_file};
pub use legend::{class_in_words, legend};
pub use question::{
    AnyAnswer, Asked, HasSchema, LimitsAsked, NoAnswer, Question, Reached, further, read_question, schema_of_limits,
    schema_of_refusal,
};
pub use read::json::{Number, number as json_number};
pub use read::{ParsedSum, Part, Session, Step, check_that_play_ends, registry, tutorial};
pub use report::{Form, Report};
