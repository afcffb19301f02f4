//! The engine as part of a page, which asks it in a worker.
//!
//! The worker is ended to stop a search.
//!
//! An [`Engine`] answers what the page asks at the paths of [`sprague_page`], about rulesets that are built in and those of files
//! that the visitor pasted. As WebAssembly the crate exports `ask` and `put`, which speak to one engine. A panic ends a call with
//! an error, after which the memory may be half written: whoever asked starts another worker.
//!
//! `cargo run -p sprague-playground -- FOLDER` makes a folder of it, with the page, for any host of files.

mod engine;
mod limits;
mod pasted;
#[cfg(target_family = "wasm")]
mod worker;

pub use engine::{Engine, Told};
#[cfg(target_family = "wasm")]
pub use worker::{ask, put};
