//! What theorems say about positions that are too large to search.

use crate::Outcome;

/// Formulas for the nimbers, winners and moves of an impartial ruleset, under normal play.
///
/// `P` is a position and `M` a move. Each method returns `None` if no theorem answers: then the position is searched.
///
/// ```
/// use sprague_core::{ClosedForm, Outcome};
///
/// /// Take one token or two.
/// struct OneOrTwo;
/// impl ClosedForm<u64, u64> for OneOrTwo {
///     fn nimber(&self, heap: &u64) -> Option<u128> { Some(u128::from(heap % 3)) }
///     fn moves_to(&self, heap: &u64, nimber: u128) -> Option<Vec<u64>> {
///         Some((1..=2).filter(|amount| amount <= heap && u128::from((heap - amount) % 3) == nimber).collect())
///     }
///     fn source(&self) -> &'static str { "by induction" }
/// }
/// assert_eq!(OneOrTwo.outcome(&300), Some(Outcome::Loss));
/// assert_eq!(OneOrTwo.moves_to(&302, 0), Some(vec![2]));
/// ```
pub trait ClosedForm<P, M> {
    /// Returns the nimber of a position.
    fn nimber(&self, position: &P) -> Option<u128>;

    /// Returns whether the player to move wins.
    fn outcome(&self, position: &P) -> Option<Outcome> {
        self.nimber(position).map(|nimber| if nimber == 0 { Outcome::Loss } else { Outcome::Win })
    }

    /// Returns all moves to positions of this nimber.
    fn moves_to(&self, position: &P, nimber: u128) -> Option<Vec<M>>;

    /// Returns where the theorem comes from, such as "Wythoff 1907".
    fn source(&self) -> &'static str;
}
