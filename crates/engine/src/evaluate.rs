//! Computes what follows from the rules: outcomes, scores, nimbers, values and winning moves.
//!
//! - [`outcomes`] labels every position of a [`PositionGraph`](crate::graph::PositionGraph), cycles included.
//! - [`outcome_depth_first`] needs no graph and stops as soon as the winner is known; [`outcome_in_parallel`] does so with
//!   several threads.
//! - [`ScoreSearch`] finds by how much the player to move wins, if the rules count points.
//! - [`nimber`] splits positions into summands and adds up their nimbers.
//! - [`Solution`] contains the result of every move from one position.
//! - [`loopy_nimbers`] returns Smith's values of loopy positions, for use in sums.
//! - [`entailing_value`] returns the value of a position of a game in which a move may entail the next one.

mod entailing;
pub(crate) mod memo;
mod nimber;
pub(crate) mod outcome;
mod path;
mod retrograde;
pub(crate) mod score;
mod smith;
mod solution;
pub(crate) mod table;
mod team;
mod value;
pub(crate) mod winner;

pub use entailing::{EntailingSearch, EntailingTotal, EntailingValue, NimberSet, entailing_value};
pub(crate) use nimber::in_parallel;
pub use nimber::{
    NimberError, NimberSearch, nimber, nimber_in_parallel, nimber_within, nimbers, nimbers_where_play_ends,
    nimbers_where_play_ends_within,
};
pub use outcome::{OutcomeError, OutcomeSearch, outcome_depth_first, outcome_in_parallel};
pub use retrograde::{Labels, outcomes, outcomes_within};
pub use score::{ScoreError, ScoreSearch, scores};
pub use smith::{LoopyNimbers, loopy_nimbers, loopy_nimbers_within};
pub(crate) use solution::NormalForms;
pub use solution::{RatedMove, Solution, best_move, outcome, solution, winning_moves};
pub use value::{ValueError, ValueSearch, value, value_in_parallel, value_within};
pub use winner::WinnerSearch;
