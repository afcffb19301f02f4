//! What follows from the rules: outcomes, nimbers, winning moves.
//!
//! [`outcomes`] labels a whole [`PositionGraph`](crate::PositionGraph), cycles included. [`outcome_depth_first`] holds no graph and
//! stops as early as it can. [`nimber`] splits positions into summands. [`Solution`] answers for the root: every move judged.
//! [`loopy_nimbers`] says what positions that may come again are worth in sums.

mod depth_first;
mod nimber;
mod retrograde;
mod smith;
mod solution;

pub use depth_first::{DepthFirst, Undecided, outcome_depth_first};
pub use nimber::{NimberSearch, NoNimber, nimber, nimber_within, nimbers};
pub use retrograde::{Labels, outcomes};
pub use smith::{LoopyNimbers, loopy_nimbers};
pub use solution::{Judged, Solution, best_move, outcome, solve, winning_moves};
