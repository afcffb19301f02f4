//! Questions about games as tools of the Model Context Protocol.
//!
//! The server behind `sprague mcp` talks on standard input and output with the program that started it, such as an agent. Its tools
//! are the questions of [`sprague_plot::questions`], each with its JSON Schema, and answered as everywhere else. An answer is JSON
//! as text, and one of more than [`MOST_SENT`] bytes comes in pieces.
//!
//! Questions open no file but those it was started with, and nothing is written. Limits that a call names are kept below those of
//! the server, and a call that its client cancels is stopped.
//!
//! ```no_run
//! use sprague_mcp::{Options, serve};
//!
//! serve(&Options { files: vec!["./wythoff.rhai".into()], ..Options::default() })?;
//! # Ok::<(), sprague_mcp::NotStarted>(())
//! ```

mod call;
mod lines;
mod options;
mod piece;
mod server;
mod tools;

pub use options::{MakeSession, Options};
pub use piece::MOST_SENT;
pub use server::{NotStarted, serve, serve_on};
