//! A stack of its own for the interpreter.
//!
//! So what a script nests cannot overflow that of the program.
//!
//! The interpreter recurses over nested values when it measures, compares, shows and drops them. Functions that hold functions
//! may be nested a million deep before another limit is reached.
//!
//! With the feature `stack` the thread that asks goes on upon a stack of its own for scripts; without it another thread stands in for
//! it. In WebAssembly there are neither, and less may be nested: so little where memory is [counted](crate::Counted) that the stack of
//! 1 MiB that modules are linked with is enough. Where it is not counted, a script can end the module by a trap, which its host sees.

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

/// Tells whether scripts run on the stack of the program.
pub(super) const IS_SMALL: bool = cfg!(target_family = "wasm");

/// The bytes of the stack, where there is room.
///
/// Memory is only taken as far as it is used. But where addresses are limited (`ulimit -v`), there may be less room. Then a
/// script may nest less, in the same proportion: see [`Stack::share`].
#[cfg(not(target_family = "wasm"))]
const BYTES: usize = 512 << 20;

/// The shares of these bytes that are tried one after the other.
///
/// Smaller ones are, where memory is [counted](crate::Counted). Where not all fit, a small one is enough: the program may
/// need room for a second script, and for its own data.
#[cfg(all(feature = "stack", not(target_family = "wasm")))]
const SHARES: [i64; 3] = [1, 8, 16];

#[cfg(not(target_family = "wasm"))]
fn no_room(error: io::Error) -> String {
    format!("there is no room for the stack of a script, some hundred MiB of addresses (`ulimit -v`): {error}")
}

/// The words of the interpreter where it panics, which would be a bug of it.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("the interpreter panicked: {}", text.unwrap_or("nobody knows why"))
}
