//! A page on this machine that shows games: the server behind `sprague serve`.
//!
//! The server listens on 127.0.0.1 only and answers whoever has the token of its address. Questions are JSON, sent to `/api/…`.
//! They are answered by a [`Session`](sprague_questions::Session) that opens only the files with which it was started. Each
//! question has limits, waits in a short queue, and stops when its client hangs up. The page itself is part of the program.
//!
//! The paths and their questions are those of [`sprague_page`]. A GET of `state` returns what is being answered. A GET of
//! `about` returns the files and the playground with which the server was started. A GET of `file?name=…` returns the bytes of
//! such a file, for a link to the playground that contains them.
//!
//! Every path needs the token in the header `x-sprague-token`. A malformed question is answered by the status 422 with `error`,
//! `at` (the byte) and `field`. If a limit was reached, the answer has `stopped` and `why`. If the queue is full, the status is
//! 503.
//!
//! A client may give its question a name in the header `x-sprague-question`. If a GET of `state` has the same header, its
//! answer contains the `place` of that question in the queue, which is 0 once it is being answered. A question that can be
//! answered in a moment (0.3 s at most) does not wait for questions that take longer.
//!
//! ```no_run
//! use sprague_web::{Options, Server};
//!
//! let server = Server::bind(&Options { files: vec!["./wythoff.rhai".into()], ..Options::default() })?;
//! server.run_until_signal(|server| {
//!     println!("{}", server.address());
//!     server.open()
//! })?;
//! # Ok::<(), sprague_web::NotStarted>(())
//! ```

mod address;
mod browser;
mod connection;
mod guard;
mod idle;
mod lines;
mod options;
mod page;
mod questions;
mod queue;
mod refusal;
mod routes;
mod server;
mod token;

pub use address::Address;
pub use options::{MakeSession, Options};
pub use server::{NotStarted, Server, Stopper};
pub use token::Token;
