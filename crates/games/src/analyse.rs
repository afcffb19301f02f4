//! Analysing a family: a row for every n up to a bound, then the period and the theorem that proves it.

mod filled;
mod misere;
mod numbered;
mod one_by_one;
pub(crate) mod options;
mod render;
mod rows;
mod summary;
mod table;
pub(crate) mod values;

pub use options::AnalyseOptions;
pub use summary::Summary;
pub use table::{Analysis, RowTable, Vertex};
pub use values::ValueTable;

use crate::QuestionError;
use sprague::BadNotation;
use sprague::solve::{RulesetCache, misere_has_meaning};

/// Analyses a family.
///
/// # Errors
/// [`QuestionError::Malformed`] for a play without meaning, [`QuestionError::Stopped`] if a limit was reached before any row; a limit
/// reached while seeking a period only means that none is given. Where some rows are known, these are the answer, and
/// [`Analysis::stopped`] says which limit was reached.
pub fn analyse(game: &RulesetCache, options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let options = &options.starting_now();
    let analysis = if options.values { values::analyse(game, options) } else { rows::analyse(game, options) };
    match game.check() {
        // rules that failed only where a period was sought do not cost the rows that were asked for
        Err(_) if analysis.as_ref().is_ok_and(|analysis| analysis.failed.is_some()) => analysis,
        checked => checked.map_err(QuestionError::from).and(analysis),
    }
}

/// The rows of a family counted and digested, but not kept: for long runs.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let options = AnalyseOptions { to: 999_999, ..AnalyseOptions::default() };
/// assert_eq!(analyse::summary(&game, &options).unwrap().lost, 333_334);
/// ```
///
/// # Errors
/// As [`analyse`], and [`QuestionError::Unknown`] for families that are no rows.
pub fn summary(game: &RulesetCache, options: &AnalyseOptions) -> Result<Summary, QuestionError> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let summary = summary::summary(game, &options.starting_now());
    game.check()?;
    summary
}

/// Why the rows of a family are computed as they are: which kernel, in a sentence.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let why = analyse::explanation(&game, &AnalyseOptions::default()).unwrap();
/// assert!(why.starts_with("states: "));
/// ```
///
/// # Errors
/// [`QuestionError::NoSuchKernel`] if a kernel is asked for that cannot compute these rows.
pub fn explanation(game: &RulesetCache, options: &AnalyseOptions) -> Result<String, QuestionError> {
    if options.values {
        return Ok("values: the canonical form of every heap from those of smaller ones".to_owned());
    }
    Ok(summary::explanation(game, options)?)
}
