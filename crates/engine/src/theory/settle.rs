//! Questions that wait for others of their kind, settled without recursion.

use crate::Stopped;

/// Settles a question after those that it waits for.
///
/// `settle` settles a question, or notes others behind it that it must know the answers to; it is asked again then.
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
