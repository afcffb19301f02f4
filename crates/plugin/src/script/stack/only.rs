//! The stack of the program, where there is no other.

use super::said;
use crate::guest::failure::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The stack that is there.
pub(in crate::script) struct Stack;

impl Stack {
    pub(in crate::script) fn new() -> Result<Self, Failure> {
        Ok(Self)
    }

    /// The number by which all that may be nested is divided.
    pub(in crate::script) fn share(&self) -> i64 {
        1
    }

    /// The answer of `run`; as an error what it says where it panics.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        catch_unwind(AssertUnwindSafe(run)).map_err(|panic| said(&*panic))
    }
}
