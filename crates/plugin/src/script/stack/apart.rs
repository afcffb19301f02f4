//! A stack of its own, upon which the thread that asks goes on.

use super::{BYTES, no_room, said};
use crate::guest::failure::Failure;
use corosensei::stack::DefaultStack;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A large stack with a guard page.
pub(in crate::script) struct Stack(DefaultStack);

impl Stack {
    pub(in crate::script) fn new() -> Result<Self, Failure> {
        DefaultStack::new(BYTES).map(Self).map_err(|error| Failure::new("loading", no_room(error)))
    }

    /// The answer of `run`, which runs on this stack.
    ///
    /// Where `run` panics, the error is what it says.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        corosensei::on_stack(&mut self.0, || catch_unwind(AssertUnwindSafe(run))).map_err(|panic| said(&*panic))
    }
}
