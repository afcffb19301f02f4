//! Checkpoints of long runs, and files that are written whole or not at all.

pub mod checkpoint;
pub(crate) mod saves;
pub mod whole_file;
