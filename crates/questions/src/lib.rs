//! The questions about games, over every built-in ruleset: text in, answers out.
//!
//! A [`Question`] is a struct, such as [`Solve`] about a position and [`Analyse`] about a family. A [`Session`] answers it, and
//! remembers what it computed. Program, page and Python are loops over the list of [`QUESTIONS`].
//!
//! The notation is that of the command line.
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
mod keep;
mod question;
mod read;
mod words;

pub use ask::analyse::{self, Analyse, Analysed, Analysis, RowsOf, analyse};
pub use ask::certify::{Certified, Certify, certify, certify_quotient, certify_values};
pub use ask::check::Check;
pub use ask::identify::Identify;
pub use ask::quotient::Quotient;
pub use ask::row_plan::RowPlan;
#[cfg(feature = "shards")]
pub use ask::shards;
pub use ask::solve::{Answer, Best, JudgedStep, Moves, Solve, Superfluous, solve};
pub use ask::sweep::{Merge, Sweep};
pub use ask::{
    Compare, Comparison, ComponentValue, ComponentView, Graph, MoveView, PairTable, PatternTable, PositionGraphData,
    PositionNode, PositionView, RulesetEntry, Rulesets, StrategyOf, Table, TableRows, Tabled, Transform, ValueOf, ValueReport,
    ValueView, ValueViewOf, View, describe, position_graph, strategy, value, view,
};
pub use ask::{QUESTIONS, ask, question};
pub use ask::{check, identify, quotient, sweep};
pub use keep::{checkpoint, whole_file};
pub use question::{
    AnyAnswer, Asked, LimitsAsked, NoAnswer, Question, Reached, read_question, schema_of_limits, schema_of_refusal,
};
pub use read::json::number as json_number;
pub use read::{ParsedSum, Part, Session, Step, registry, tutorial};

/// The page about a first ruleset, as a doctest of its Rust.
///
/// The tests of the program run its scripts and modules.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/your-first-ruleset.md")]
struct YourFirstRuleset;
