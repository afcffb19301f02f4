//! A stack of its own for the interpreter, so that what a script nests cannot overflow that of the program.
//!
//! The interpreter recurses over what lies in each other when it measures, compares, shows and drops it, and functions that hold
//! functions may do so a million deep before another limit is reached.

use crate::failure::Failure;
use corosensei::stack::DefaultStack;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of the stack; memory is only taken as far as it is used.
const BYTES: usize = 512 << 20;

/// A large stack with a guard page.
pub(super) struct Stack(DefaultStack);

impl Stack {
    pub(super) fn new() -> Result<Self, Failure> {
        let failed = |error| Failure::new("loading", format!("there is no room for the stack of a script: {error}"));
        DefaultStack::new(BYTES).map(Self).map_err(failed)
    }

    /// What `run` answers when it runs on this stack; what it says where it panics, which would be a bug of the interpreter.
    pub(super) fn run<T>(&mut self, run: impl FnOnce() -> T) -> Result<T, String> {
        corosensei::on_stack(&mut self.0, || catch_unwind(AssertUnwindSafe(run))).map_err(|panic| said(&*panic))
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("the interpreter panicked: {}", text.unwrap_or("nobody knows why"))
}
