//! A separate stack for the interpreter, so that nested values of a script cannot overflow the stack of the program.
//!
//! The interpreter recurses over nested values when it measures, compares, shows and drops them. Functions that contain
//! functions may be nested a million deep before another limit is reached.
//!
//! With the feature `stack`, the calling thread switches to a separate stack for scripts. Without the feature, another thread
//! runs the script instead. In WebAssembly neither is possible. If memory is [counted](crate::Counted), so little may be
//! nested that a module's stack of 1 MiB is enough. If it is not counted, a script can end the module by a trap, which the
//! host of the module can see.

#[cfg(all(feature = "stack", not(target_family = "wasm")))]
mod apart;
#[cfg(target_family = "wasm")]
mod only;
#[cfg(not(any(feature = "stack", target_family = "wasm")))]
mod stand_in;

#[cfg(all(feature = "stack", not(target_family = "wasm")))]
pub(super) use apart::Stack;
#[cfg(target_family = "wasm")]
pub(super) use only::Stack;
#[cfg(not(any(feature = "stack", target_family = "wasm")))]
pub(super) use stand_in::Stack;

use std::any::Any;
#[cfg(not(target_family = "wasm"))]
use std::io;

/// Whether scripts run on the program's own stack, which is small.
pub(super) const IS_SMALL: bool = cfg!(target_family = "wasm");

/// The size of the stack in bytes, if there is enough address space.
///
/// Memory is used only for the part into which the stack has grown. If address space is limited (`ulimit -v`), the stack may
/// be smaller, and a script may nest proportionally less: see [`Stack::share`].
#[cfg(not(target_family = "wasm"))]
const BYTES: usize = 512 << 20;

/// The divisors of [`BYTES`] that are tried in turn as the size of the stack.
///
/// Smaller stacks than the first are tried only if memory is [counted](crate::Counted). The last one leaves room for a second
/// script and for the data of the program.
#[cfg(all(feature = "stack", not(target_family = "wasm")))]
const SHARES: [i64; 3] = [1, 8, 16];

#[cfg(not(target_family = "wasm"))]
fn no_room(error: io::Error) -> String {
    format!("there is no room for the stack of a script, some hundred MiB of addresses (`ulimit -v`): {error}")
}

/// Describes a panic of the interpreter, which would be a bug in it.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("the interpreter panicked: {}", text.unwrap_or("nobody knows why"))
}
