//! The questions of a page about games, and their answers.
//!
//! A page asks questions at paths, either by requests to the server of `sprague serve` or by messages to an engine that is part
//! of the page. Both use this crate to find the question of a path and its answer.
//!
//! | path | question | answer |
//! | --- | --- | --- |
//! | `solve` | as [`Solve`](sprague_questions::Solve) | who wins, every move, the components ([`view`](sprague_questions::view())) |
//! | `board` | `position`, `play`, `rule`, `first`, `line` | the position by the rules alone: its pictures, every move in words |
//! | `reply` | `position`, `play`, `rule`, `first`, `level`, `seed` | a move to answer with |
//! | `fresh` | `family`, `size`, `play`, `rule`, `class`, `temperature`, `seed`, `not` | a position at random |
//! | `strategy` | `position`, `play`, `rule`, `first` | the winner's answer to every move |
//! | `graph` | `position`, `play`, `first`, `depth`, `most` | positions and moves, breadth first |
//! | `rows` | `family`, `to`, `play`, `rows` | a row for every n, and the period |
//! | `quotient`, `certify` | `family` and `to`; `family`, `play`, `rows` | the misère quotient; a proof for `sprague check` |
//! | `table` | `pattern` with `{x}` and `{y}`, `x`, `y`, `rows`, `play` | the outcome or the value of every pair |
//! | `value`, `compare` | `sum` and one of `cool`, `heat`, `overheat`, `then`; `left`, `right` | canonical forms; how values compare |
//! | `edit` | `position`, `component` and a change ([`Edit`](sprague_questions::Edit)) | the `position` after it |
//! | `laws` | `file` | whether the rules in a file obey the laws of rulesets |
//! | `plot.svg` by GET | `what`, `as`, `to`, `x`, `y`, `rows`, `play`, `first`, `depth` | a drawing |
//! | `rulesets`, `schema` by GET | | the rulesets; the JSON Schema of every question |
//!
//! Every question of [`questions`](sprague_plot::questions) is also answered at the path `ask/` followed by its name, as the
//! program does with `--format json`. Graphs, rows and sweeps are answered only up to a size.

mod answers;
mod laws;
mod paths;
mod refused;
mod rulesets;

pub use answers::{Answer, JSON, Text, answer, contents, drawing, edited};
pub use laws::laws;
pub use paths::{paths, question, schema};
pub use refused::Refused;
pub use rulesets::Rulesets;
