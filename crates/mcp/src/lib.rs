//! Questions about games as tools of the Model Context Protocol (MCP).
//!
//! The server behind `sprague mcp` talks on standard input and output with the program that started it, such as an agent. Its
//! tools are the questions of [`sprague_plot::questions`], each with its JSON Schema, and have the same answers as everywhere
//! else. An answer is JSON as text. If it has more than [`MOST_SENT`] bytes, it is sent in pieces.
//!
//! Questions open only the files with which the server was started, and write nothing. A call may lower the limits of the
//! server but not raise them. If its client cancels a call, the call is stopped.
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
