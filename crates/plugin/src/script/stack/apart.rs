//! A separate stack, to which the calling thread switches.

use super::{BYTES, SHARES, no_room, said};
use crate::guest::failure::Failure;
use crate::memory::held::is_counted;
use corosensei::stack::DefaultStack;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A large stack with a guard page, and the divisor of [`BYTES`] that gives its size.
pub(in crate::script) struct Stack(DefaultStack, i64);

impl Stack {
    /// Allocates the largest stack for which there is room.
    pub(in crate::script) fn new() -> Result<Self, Failure> {
        let shares = if is_counted() { &SHARES[..] } else { &SHARES[..1] };
        let mut refused = None;
        for &share in shares {
            match DefaultStack::new(BYTES / share as usize) {
                Ok(stack) => return Ok(Self(stack, share)),
                Err(error) => refused = Some(error),
            }
        }
        Err(Failure::new("loading", no_room(refused.expect("a share was tried"))))
    }

    /// Returns the divisor for limits on nesting.
    pub(in crate::script) fn share(&self) -> i64 {
        self.1
    }

    /// Runs `run` on this stack. If it panics, the error is the message of the panic.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        corosensei::on_stack(&mut self.0, || catch_unwind(AssertUnwindSafe(run))).map_err(|panic| said(&*panic))
    }
}
