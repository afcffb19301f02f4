//! The exports of a WebAssembly module, on one page.
//!
#![doc = include_str!("../INTERFACE.md")]
