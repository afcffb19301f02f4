//! A thread with a large stack that runs scripts for the calling thread. Its CPU time and memory are counted for the calling
//! thread.

use super::{BYTES, no_room, said};
use crate::guest::failure::Failure;
use crate::memory::held::{go_on_with, held, longest};
use crate::work::{self, computed};
use std::thread::{Builder, scope};

/// Starts a new thread for every call.
pub(in crate::script) struct Stack;

impl Stack {
    /// Checks that a thread with a large stack can be started.
    ///
    /// # Errors
    /// If no such thread can be started.
    pub(in crate::script) fn new() -> Result<Self, Failure> {
        let started = Builder::new().stack_size(BYTES).spawn(|| ());
        started.map(|_| Self).map_err(|error| Failure::new("loading", no_room(error)))
    }

    /// Returns the divisor for limits on nesting.
    pub(in crate::script) fn share(&self) -> i64 {
        1
    }

    /// Runs `run` in a thread with a large stack. If it panics, the error is the message of the panic.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        let (asking, now) = ((held(), longest()), computed());
        let stand_in = move || {
            go_on_with(asking.0, asking.1);
            work::go_on_from(now);
            (run(), held(), longest(), computed())
        };
        let ended = scope(|scope| {
            let thread = Builder::new().stack_size(BYTES).spawn_scoped(scope, stand_in);
            thread.map_err(no_room)?.join().map_err(|panic| said(&*panic))
        });
        let (answer, held, longest, computed) = ended?;
        go_on_with(held, longest);
        work::go_on_from(computed);
        Ok(answer)
    }
}
