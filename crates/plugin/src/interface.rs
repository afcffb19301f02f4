//! One page: what a WebAssembly module exports.
//!
#![doc = include_str!("../INTERFACE.md")]
