//! Checkpoints of long runs, and files that are written whole or not at all.

pub mod checkpoint;
mod saves;
pub mod whole_file;

pub use saves::Saves;
