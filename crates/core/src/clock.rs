//! The clock by which time limits are checked: that of the system, or that of a host if there is no system.
//!
//! A WebAssembly module without a system (`wasm32-unknown-unknown`) has no clock, and [`std::time::Instant`] panics there. Its
//! host may provide a clock by `set_host_clock`. Until then time stands still, so that time limits never stop a search.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "it is tested where it is not used"))]
mod hosted;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use hosted::{Instant, set_host_clock};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;
