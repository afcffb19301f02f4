//! Computes what follows from the rules: outcomes, scores, nimbers, values and winning moves.
//!
//! - [`outcome`], [`best_move`], [`winning_moves`], [`nimber`] and [`solution`], with the result of every move, ask one question.
//!   [`Search`] does so within limits of your own, or with several threads.
//! - [`NimberSearch`], [`OutcomeSearch`], [`ScoreSearch`], [`WinnerSearch`] and [`ValueSearch`] keep their results from one
//!   position to the next.
//! - [`labels`] are those of every position of a graph, cycles included.
//! - [`entailing`] values positions of games in which a move may entail the next one.

pub mod entailing;
pub mod labels;
pub(crate) mod memo;
pub(crate) mod nimber;
pub(crate) mod outcome;
mod path;
pub(crate) mod retrograde;
pub(crate) mod score;
mod search;
pub(crate) mod smith;
mod solution;
pub(crate) mod table;
mod team;
pub(crate) mod value;
pub(crate) mod winner;

pub use nimber::{NimberError, NimberSearch, nimber};
pub(crate) use nimber::{in_parallel, nimbers, nimbers_where_play_ends};
pub use outcome::{OutcomeError, OutcomeSearch};
pub(crate) use retrograde::{Labels, labelled};
pub use score::{ScoreError, ScoreSearch, scores};
pub use search::{ParallelSearch, Search};
pub(crate) use smith::{LoopyNimbers, smith_values};
pub(crate) use solution::NormalForms;
pub use solution::{RatedMove, Solution, best_move, outcome, solution, winning_moves};
pub(crate) use value::{ValueError, ValueSearch, value_in_parallel};
pub use winner::WinnerSearch;
