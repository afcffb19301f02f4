//! Consequences of the rules: outcomes, nimbers, winning moves.
//!
//! [`outcomes`] labels a whole [`PositionGraph`](crate::graph::PositionGraph), cycles included. [`outcome_depth_first`] holds
//! no graph and stops as early as it can, [`outcome_in_parallel`] with several threads. [`nimber`] splits positions into
//! summands. [`Solution`] answers for the root: every move judged. [`loopy_nimbers`] has the values of loopy positions in sums,
//! [`entailing_value`] those of games in which moves may entail the next one.

mod entailing;
pub(crate) mod memo;
mod nimber;
pub(crate) mod outcome;
mod retrograde;
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
pub use smith::{LoopyNimbers, loopy_nimbers, loopy_nimbers_within};
pub use solution::{RatedMove, Solution, best_move, outcome, solution, winning_moves};
pub use value::{ValueError, ValueSearch, value, value_in_parallel, value_within};
pub use winner::WinnerSearch;
