//! A page on this machine that shows games: the server behind `sprague serve`.
//!
//! It listens on 127.0.0.1 alone and answers those who have the token of its address. Questions are JSON, sent to `/api/…`, and
//! answered by a [`Session`](sprague_questions::Session) that opens no file but those it was started with. Each question has
//! limits, waits in a short queue, and stops when its client hangs up. The page itself is part of the program.
//!
//! Paths and their questions are those of [`sprague_page`]. By GET, `state` says what is being answered, and `about` which files
//! and which playground the server was started with. The bytes of such a file are at `file?name=…`: a link to the playground
//! carries them.
//!
//! Every one of them needs the token in the header `x-sprague-token`. What is malformed is answered by 422 and `error`, `at` (the
//! byte) and `field`; a limit that was reached by `stopped` and `why`; a full queue by 503. A question that has a name in the
//! header `x-sprague-question` has its `place` in the queue told by `state`, asked with the same header: 0 once it is being
//! answered. What is decided in a moment, 0.3 s at most, does not wait for questions that take longer.
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
