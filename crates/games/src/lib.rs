//! Every built-in ruleset by name: text becomes positions and families, and questions about them become answers.
//!
//! The notation is that of the command line. A [`Session`] reads it and remembers what it computed, [`solve()`] answers for a
//! position (a sum of components), [`analyse()`] for a family (a row for every n), [`certify()`] writes a proved period down.
//!
//! ```
//! use sprague_games::{Session, SolveOptions, solve};
//!
//! let session = Session::new();
//! let sum = session.position("nim@3 + kayles@12")?;
//! let answer = solve(&sum, &SolveOptions::default())?;
//! assert_eq!(answer.nimber().unwrap().to_string(), "7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analyse;
mod blanks;
mod builtin;
mod cells;
mod certify;
pub mod check;
pub mod checkpoint;
mod compare;
mod graph;
pub mod identify;
mod json;
mod long;
mod parsed;
mod pattern;
mod play_ends;
pub mod quotient;
mod saves;
mod session;
pub mod shards;
mod solve;
mod strategy;
pub mod sweep;
mod table;
pub mod tutorial;
mod value;
mod view;
pub mod whole_file;

pub use analyse::{AnalyseOptions, Analysis, analyse};
pub use builtin::registry;
pub use certify::{
    BadCertificate, certify, certify_quotient, certify_values, check_certificate, check_certificate_on, check_certificate_within,
    check_quotient_certificate, check_quotient_certificate_within, check_value_certificate, check_value_certificate_within,
};
pub use compare::{Comparison, NotCompared, compare};
pub use graph::{GraphOptions, PositionGraphData, PositionNode, position_graph};
pub use json::number as json_number;
pub use parsed::{ParsedSum, Part, Step};
pub use pattern::{PatternOptions, PatternTable, pattern_table};
pub use session::Session;
pub use solve::{Answer, JudgedStep, SolveOptions, Superfluous, solve};
pub use sprague_check::BadStrategy;
pub use strategy::{check_strategy, check_strategy_within, strategy};
pub use table::{PairTable, TableOptions, TableRows, table};
pub use value::{ComponentValue, Transform, ValueOptions, ValueReport, ValueView, describe, value, value_view};
pub use view::{ComponentView, MoveView, PositionView, view};

use checkpoint::BadCheckpoint;
use sprague::rows::{NoSuchKernel, StreamError};
use sprague::solve::SolveError;
use sprague::{BadNotation, Stopped};
use sprague_shards::ShardsError;
use thiserror::Error;

/// A question that got no answer.
///
/// ```
/// use sprague::BadNotation;
/// use sprague_games::QuestionError;
/// let malformed = QuestionError::from(BadNotation::new(4, "a number"));
/// assert_eq!(malformed.to_string(), "byte 4: expected a number");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The question is malformed, or has no meaning.
    #[error(transparent)]
    Malformed(#[from] BadNotation),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A kernel was named that cannot compute these rows.
    #[error(transparent)]
    NoSuchKernel(#[from] NoSuchKernel),
    /// The question is well-formed, and nobody knows: why.
    #[error("{0}")]
    Unknown(&'static str),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] BadCheckpoint),
    /// A long run cannot go on as it was asked to.
    #[error(transparent)]
    Stream(StreamError),
    /// A graph in files cannot be solved, or asked.
    #[error(transparent)]
    Shards(ShardsError),
    /// The engine did not solve it, for a reason of its own.
    #[error(transparent)]
    Unsolved(SolveError),
}

impl From<ShardsError> for QuestionError {
    fn from(error: ShardsError) -> Self {
        match error {
            ShardsError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Shards(other),
        }
    }
}

impl From<StreamError> for QuestionError {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Stream(other),
        }
    }
}

/// The page about a first ruleset: its Rust runs here, its scripts and modules in the tests of the program.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/your-first-ruleset.md")]
struct YourFirstRuleset;
