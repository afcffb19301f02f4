//! The atlas: a collection of results in files, each with question, answer and check.
//!
//! An entry is a TOML file in a folder, with its certificate and its long answers in files next to it. The folder is not part
//! of the program: anybody who has one can look up entries, check them and add others.

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
