//! The questions of a page about games, and their answers, whoever carries them.
//!
//! A page asks at paths: by requests to the server of `sprague serve`, or by messages to an engine that is part of the page. Both
//! look here for the question of a path, and for its answer.
//!
//! | path | question | answer |
//! | --- | --- | --- |
//! | `solve` | as [`Solve`](sprague_questions::Solve) | who wins, every move, the components ([`view`](sprague_questions::view())) |
//! | `strategy` | `position`, `play`, `rule`, `first` | what the winner answers to everything |
//! | `graph` | `position`, `play`, `first`, `depth`, `most` | positions and moves, breadth first |
//! | `rows` | `family`, `to`, `play`, `rows` | a row for every n, and the period |
//! | `quotient`, `certify` | `family` and `to`; `family`, `play`, `rows` | the misère quotient; a proof for `sprague check` |
//! | `table` | `pattern` with `{x}` and `{y}`, `x`, `y`, `rows`, `play` | something about every pair |
//! | `value`, `compare` | `sum` and one of `cool`, `heat`, `overheat`, `then`; `left`, `right` | canonical forms, and how they stand |
//! | `laws` | `file` | the laws of rulesets, tried on rules in a file |
//! | `plot.svg` by GET | `what`, `as`, `to`, `x`, `y`, `rows`, `play`, `first`, `depth` | a drawing |
//! | `rulesets`, `schema` by GET | | what can be asked about, the JSON Schema of every question |
//!
//! Every question of [`questions`](sprague_plot::questions) is answered at `ask/` and its name, too, as the program does with
//! `--format json`; graphs, rows and sweeps only up to a size.

mod answers;
mod laws;
mod paths;
mod refused;
mod rulesets;

pub use answers::{Answer, JSON, Text, answer, contents, drawing};
pub use laws::laws;
pub use paths::{paths, question, schema};
pub use refused::Refused;
pub use rulesets::Rulesets;
