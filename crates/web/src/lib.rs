//! A page on this machine that shows games: the server behind `sprague serve`.
//!
//! It listens on 127.0.0.1 alone and answers those who have the token of its address. Questions are JSON, sent to `/api/…`, and
//! answered by a [`Session`](sprague_games::Session) that opens no file but those it was started with; each has limits, stops when
//! whoever asked hangs up, and stands in a short queue. The page itself is part of the program.
//!
//! ```no_run
//! use sprague_web::{Options, Server};
//!
//! let server = Server::bind(&Options { files: vec!["./wythoff.rhai".into()], ..Options::default() })?;
//! println!("{}", server.address());
//! server.run_until_signal()?;
//! # Ok::<(), sprague_web::NotStarted>(())
//! ```

mod answers;
mod browser;
mod connection;
mod files;
mod guard;
mod options;
mod page;
mod questions;
mod queue;
mod refusal;
mod routes;
mod rulesets;
mod server;
mod token;

pub use options::{MakeSession, Options};
pub use server::{Address, NotStarted, Server, Stopper};
