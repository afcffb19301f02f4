//! The engine as part of a page, which runs it in a worker.
//!
//! An [`Engine`] answers what the page asks at the paths of [`sprague_page`], about built-in rulesets and about files that the
//! visitor has pasted. Compiled to WebAssembly, the crate exports `ask` and `put`, which use one engine. To stop a search, the
//! page ends the worker. After a panic, the call returns an error and the memory may be inconsistent, so the page starts
//! another worker.
//!
//! `cargo run -p sprague-playground -- FOLDER` makes a folder with the engine and the page, which any static web host can
//! serve.

mod engine;
mod limits;
mod pasted;
#[cfg(target_family = "wasm")]
mod worker;

pub use engine::{Engine, Told};
#[cfg(target_family = "wasm")]
pub use worker::{ask, put};
