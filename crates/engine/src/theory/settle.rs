//! Answers questions that depend on other questions of the same kind, without recursion.

use crate::Stopped;

/// Answers a question after all questions on which it depends.
///
/// `settle` either answers a question or appends other questions to the list that must be answered first. It is then called
/// again for the first question.
pub(super) fn settle<S, Q: Clone>(
    store: &mut S,
    question: Q,
    mut settle: impl FnMut(&mut S, Q, &mut Vec<Q>) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let mut pending = vec![question];
    while let Some(question) = pending.last().cloned() {
        let waiting = pending.len();
        settle(store, question, &mut pending)?;
        if pending.len() == waiting {
            pending.pop();
        }
    }
    Ok(())
}
