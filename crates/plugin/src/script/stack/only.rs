//! The program's own stack, for systems without another one.

use super::said;
use crate::guest::failure::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(in crate::script) struct Stack;

impl Stack {
    pub(in crate::script) fn new() -> Result<Self, Failure> {
        Ok(Self)
    }

    /// Returns the divisor for limits on nesting.
    pub(in crate::script) fn share(&self) -> i64 {
        1
    }

    /// Runs `run`. If it panics, the error is the message of the panic.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        catch_unwind(AssertUnwindSafe(run)).map_err(|panic| said(&*panic))
    }
}
