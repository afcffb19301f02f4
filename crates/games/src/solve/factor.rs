//! Winning moves as a product: what may be done in each component, whatever is done in the others.

use crate::json::number;
use serde_json::{Value, json};

/// What may be done in one component.
///
/// ```
/// use sprague_games::{Session, SolveOptions, solve};
/// let sum = Session::new().position("knights@7.7,7.7,7.7").unwrap();
/// let options = SolveOptions { rule: "conjunctive".parse().unwrap(), ..SolveOptions::default() };
/// let answer = solve(&sum, &options).unwrap();
/// assert_eq!(answer.winning_moves_total, Some(0));
/// assert!(answer.product.is_none(), "few moves are listed one by one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Whether the component may be left alone.
    pub may_stay: bool,
    /// What the moves in it are called, the first of them if they are many.
    pub moves: Vec<String>,
    /// How many moves there are; `None` if they are too many for 64 bits.
    pub total: Option<u64>,
}

impl Factor {
    /// The factor as JSON: `moves`, `total`, `may_stay`.
    ///
    /// ```
    /// let factor = sprague_games::solve::Factor { may_stay: false, moves: vec!["1: take 2".into()], total: Some(1) };
    /// assert_eq!(factor.to_json()["moves"][0], "1: take 2");
    /// ```
    pub fn to_json(&self) -> Value {
        json!({ "moves": self.moves, "total": self.total.map_or(Value::Null, number), "may_stay": self.may_stay })
    }
}
