//! Plugins that try to do harm. Each must end with a fault, within limits on time and memory.
//!
//! The fault is one line that names the plugin, the function and the reason. Other plugins in the process must keep working.

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

/// The allocator of the command-line program, so that the limit on the memory of scripts applies.
#[global_allocator]
static MEMORY: sprague_plugin::Counted<mimalloc::MiMalloc> = sprague_plugin::Counted(mimalloc::MiMalloc);
