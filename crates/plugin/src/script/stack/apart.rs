//! A stack of its own, upon which the thread that asks goes on.

use super::{BYTES, SHARES, no_room, said};
use crate::guest::failure::Failure;
use crate::memory::held::is_counted;
use corosensei::stack::DefaultStack;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A large stack with a guard page, and its share of [`BYTES`].
pub(in crate::script) struct Stack(DefaultStack, i64);

impl Stack {
    /// The largest that there is room for.
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

    /// The number by which all that may be nested is divided.
    pub(in crate::script) fn share(&self) -> i64 {
        self.1
    }

    /// The answer of `run`, which runs on this stack.
    ///
    /// Where `run` panics, the error is what it says.
    pub(in crate::script) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        corosensei::on_stack(&mut self.0, || catch_unwind(AssertUnwindSafe(run))).map_err(|panic| said(&*panic))
    }
}
