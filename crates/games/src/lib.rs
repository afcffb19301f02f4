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
//! assert_eq!(answer.nimber.unwrap().to_string(), "7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analyse;
mod blanks;
mod certify;
pub mod checkpoint;
mod component;
mod custom;
mod family;
mod game;
pub mod identify;
mod json;
mod long;
mod position;
pub mod quotient;
mod registry;
mod session;
pub mod solve;
mod strategy;

pub use analyse::{AnalyseOptions, Analysis, analyse};
pub use certify::{BadCertificate, certify, certify_quotient, check_certificate, check_quotient_certificate};
pub use component::Component;
pub use custom::Custom;
pub use family::Family;
pub use game::Game;
pub use json::number as json_number;
pub use position::{Place, SumText};
pub use registry::{RULESETS, Registry, RulesetEntry};
pub use session::Session;
pub use solve::{Answer, Part, Smith, SolveOptions, Step, solve};
pub use strategy::{check_strategy, strategy};

use checkpoint::BadCheckpoint;
use sprague::sequence::{NoStream, NoSuchKernel};
use sprague::{BadNotation, Stopped};
use thiserror::Error;

/// A question that got no answer.
///
/// ```
/// use sprague::BadNotation;
/// use sprague_games::Unanswered;
/// let malformed = Unanswered::from(BadNotation::new(4, "a number"));
/// assert_eq!(malformed.to_string(), "byte 4: expected a number");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unanswered {
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
    /// A checkpoint cannot be used, or a long run cannot go on as it was asked to: why.
    #[error("{0}")]
    Refused(String),
}

impl From<BadCheckpoint> for Unanswered {
    fn from(error: BadCheckpoint) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<NoStream> for Unanswered {
    fn from(error: NoStream) -> Self {
        match error {
            NoStream::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Refused(other.to_string()),
        }
    }
}
