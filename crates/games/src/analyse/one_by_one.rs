//! Rows that are searched one by one, as far as limits allow.

use crate::QuestionError;
use sprague::Stopped;
use sprague::evaluate::{NimberError, OutcomeError};
use sprague::heap::{Cell, Rows};

/// The rows, and the limit that was reached before the last of them.
pub(super) struct Searched<C> {
    pub(super) rows: Rows<C>,
    pub(super) stopped: Option<Stopped>,
}

/// A row of N cells for each of these, by `row`. What rules that failed have answered counts for nothing.
pub(super) fn searched<C: Cell, T, const N: usize>(
    all: impl IntoIterator<Item = T>,
    mut row: impl FnMut(T) -> Result<[C; N], QuestionError>,
) -> Result<Searched<C>, QuestionError> {
    let mut rows = Rows::new(N);
    for one in all {
        match row(one) {
            Ok(cells) => rows.push(&cells),
            Err(QuestionError::Stopped(stopped)) if !rows.is_empty() && !matches!(stopped, Stopped::Fault(_)) => {
                return Ok(Searched { rows, stopped: Some(stopped) });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Searched { rows, stopped: None })
}

/// What is said where a search went round in a circle, of rules whose rows need that it does not.
pub(super) const LOOPY: &str =
    "play may go round in a circle, so not every row has a value (`sprague solve` answers for one position)";

pub(super) fn no_nimber(error: NimberError) -> QuestionError {
    match error {
        NimberError::Stopped(stopped) => stopped.into(),
        NimberError::Loopy => QuestionError::Unknown(LOOPY),
    }
}

pub(super) fn not_decided(error: OutcomeError) -> QuestionError {
    match error {
        OutcomeError::Stopped(stopped) => stopped.into(),
        OutcomeError::Loopy => QuestionError::Unknown(LOOPY),
    }
}
