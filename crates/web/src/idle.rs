//! Keeps track of connections that wait for a request. If there are too many, the one that has waited longest is dropped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// All idle connections. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Idle(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    /// The number of times that a connection has started to wait.
    numbered: u64,
    /// The connections that wait for a request or the rest of one, in the order in which they started to wait.
    leaving: BTreeMap<u64, Arc<Notify>>,
}

/// The entry of one connection in [`Idle`].
pub(crate) struct Seat {
    idle: Idle,
    leave: Arc<Notify>,
    number: Mutex<Option<u64>>,
}

impl Idle {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a new connection, which starts to wait.
    pub(crate) fn seat(&self) -> Arc<Seat> {
        let seat = Seat { idle: self.clone(), leave: Arc::default(), number: Mutex::new(None) };
        seat.waits(true);
        Arc::new(seat)
    }

    /// Asks the connection that has waited longest to leave, if there is one.
    pub(crate) fn make_room(&self) {
        if let Some((_, leave)) = self.waiting().leaving.pop_first() {
            leave.notify_one();
        }
    }
}

impl Seat {
    /// Returns when this connection must leave.
    pub(crate) async fn must_leave(&self) {
        self.leave.notified().await;
    }

    /// Marks the connection as busy until the result is dropped, so that it is not asked to leave.
    pub(crate) fn answering(self: &Arc<Self>) -> Answering {
        self.waits(false);
        Answering(self.clone())
    }

    fn waits(&self, does: bool) {
        let mut waiting = self.idle.waiting();
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = number.take() {
            waiting.leaving.remove(&old);
        }
        if does {
            let next = waiting.numbered + 1;
            waiting.numbered = next;
            waiting.leaving.insert(next, self.leave.clone());
            *number = Some(next);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.waits(false);
    }
}

/// An answer in progress. When it is dropped, its connection waits again.
pub(crate) struct Answering(Arc<Seat>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.waits(true);
    }
}
