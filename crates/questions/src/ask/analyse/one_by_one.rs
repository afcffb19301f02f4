//! Computes rows one by one, until a limit is reached.

use crate::question::{NoAnswer, Reached};
use sprague::Stopped;
use sprague::evaluate::{NimberError, OutcomeError};
use sprague::heap::{Cell, Rows};

pub(super) struct Searched<C> {
    pub(super) rows: Rows<C>,
    pub(super) stopped: Option<Stopped>,
}

/// Computes N cells for each item of `all`.
///
/// If a limit is reached after the first row, the earlier rows are kept. If the rules fail, all rows are discarded.
pub(super) fn searched<C: Cell, T, const N: usize>(
    all: impl IntoIterator<Item = T>,
    mut row: impl FnMut(T) -> Result<[C; N], NoAnswer>,
) -> Result<Searched<C>, NoAnswer> {
    let mut rows = Rows::new(N);
    for one in all {
        match row(one) {
            Ok(cells) => rows.push(&cells),
            Err(NoAnswer::Stopped { by: Reached::Limit(stopped), .. })
                if !rows.is_empty() && !matches!(stopped, Stopped::Fault(_)) =>
            {
                return Ok(Searched { rows, stopped: Some(stopped) });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Searched { rows, stopped: None })
}

/// The message for loopy rows, which may have no value.
pub(super) const LOOPY: &str =
    "play can return to a position, so not every row has a value (`sprague solve` solves one position)";

pub(super) fn no_nimber(error: NimberError) -> NoAnswer {
    match error {
        NimberError::Stopped(stopped) => stopped.into(),
        NimberError::Loopy => NoAnswer::unknown(LOOPY),
    }
}

pub(super) fn not_decided(error: OutcomeError) -> NoAnswer {
    match error {
        OutcomeError::Stopped(stopped) => stopped.into(),
        OutcomeError::Loopy => NoAnswer::unknown(LOOPY),
    }
}
