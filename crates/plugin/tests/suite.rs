//! Tests of well-behaved plugins, in one binary.
//!
//! Tests of harmful plugins (`hostile`) run in another process, whose memory is measured.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(not(all(feature = "modules", feature = "scripts")))]
compile_error!("these tests need every kind of plugin: `cargo test -p sprague-plugin --features modules`");

mod asked;
mod compiled;
mod examples;
mod large;
mod pictures;
mod programs;
mod scores;
