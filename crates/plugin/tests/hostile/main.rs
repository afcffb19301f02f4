//! Plugins that mean harm: each ends with a fault, in time and within memory.
//!
//! The fault is one line that names the plugin, the function and the reason. Other plugins in the process go on working.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(not(all(feature = "modules", feature = "scripts")))]
compile_error!("these tests need every kind of plugin: `cargo test -p sprague-plugin --features modules`");

mod cells;
mod images;
mod instructions;
mod judge;
mod loading;
mod mistakes;
mod modules;
mod positions;
mod scripts;
mod sizes;
mod text;
mod twice;

/// As in the program, so that scripts cannot hold more than their share.
#[global_allocator]
static MEMORY: sprague_plugin::Counted<mimalloc::MiMalloc> = sprague_plugin::Counted(mimalloc::MiMalloc);
