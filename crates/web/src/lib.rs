//! A page on this machine that shows games: the server behind `sprague serve`.
//!
//! It listens on 127.0.0.1 alone and answers those who have the token of its address. Questions are JSON, sent to `/api/…`, and
//! answered by a [`Session`](sprague_questions::Session) that opens no file but those it was started with. Each question has limits,
//! waits in a short queue, and stops when its client hangs up. The page itself is part of the program.
//!
//! | path | question | answer |
//! | --- | --- | --- |
//! | `solve` | as [`Solve`](sprague_questions::Solve) | who wins, every move, the components ([`view`](sprague_questions::view())) |
//! | `strategy` | `position`, `play`, `rule`, `first` | what the winner answers to everything |
//! | `graph` | `position`, `play`, `first`, `depth`, `most` | positions and moves, breadth first |
//! | `rows` | `family`, `to`, `play`, `rows` | a row for every n, and the period |
//! | `quotient`, `certify` | `family` and `to`; `family`, `play`, `rows` | the misère quotient; a proof for `sprague check` |
//! | `table` | `pattern` with `{x}` and `{y}`, `x`, `y`, `rows`, `play` | something about every pair |
//! | `value`, `compare` | `sum` and one of `cool`, `heat`, `overheat`; `left`, `right` | canonical forms, and how they stand |
//! | `plot.svg` by GET | `what`, `as`, `to`, `x`, `y`, `rows`, `play`, `first`, `depth` | a drawing |
//! | `rulesets`, `schema`, `state` by GET | | what can be asked about, the JSON Schema of every question, what is being answered |
//!
//! Every question of [`questions`](sprague_plot::questions) is answered at `ask/` and its name, too, as the program does with
//! `--format json`; graphs, rows and sweeps only up to a size.
//!
//! Every one of them needs the token in the header `x-sprague-token`. What is malformed is answered by 422 and `error`, `at` (the byte)
//! and `field`; a limit that was reached by `stopped` and `why`; a full queue by 503. A question that has a name in the header
//! `x-sprague-question` has its `place` in the queue told by `state`, asked with the same header: 0 once it is being answered. What is
//! decided in a moment, 0.3 s at most, does not wait for questions that take longer.
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
mod answers;
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
mod rulesets;
mod server;
mod token;

pub use address::Address;
pub use options::{MakeSession, Options};
pub use server::{NotStarted, Server, Stopper};
