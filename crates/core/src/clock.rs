//! Time that passes: the system's, or that of a host where the system has none.
//!
//! A WebAssembly module without a system (`wasm32-unknown-unknown`) has no clock, and [`std::time::Instant`] panics there. Its host may
//! give it one by `set_host_clock`; until then no time passes, and limits on time stop nothing.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "it is tested where it is not used"))]
mod hosted;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use hosted::{Instant, set_host_clock};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;
