//! The atlas: results in files, each with question, answer and check.
//!
//! An entry is a file in TOML below a folder, with its certificate and its long answers in files beside it. The folder is no part of the
//! program: whoever has one may look it up, check it and add to it.

mod add;
mod answer;
mod asked;
mod cpu;
mod entry;
mod folder;
mod many;
mod verify;

pub(crate) use add::{Added, Addition, add};
pub(crate) use entry::{Entry, Record};
pub(crate) use folder::{Folder, Result as FolderResult, Stored, Unread};
pub(crate) use verify::{Depth, Finding, verify};
