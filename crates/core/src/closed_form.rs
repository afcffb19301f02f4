//! Closed formulas for positions that are too large to search.

use crate::Outcome;

/// Formulas for the nimbers, winners and moves of an impartial ruleset, under normal play.
///
/// `P` is a position and `M` a move. Each method returns `None` if no theorem answers: then the position is searched.
///
/// ```
/// use sprague_core::{ClosedForm, MoveList, Outcome};
///
/// /// Take one token or two.
/// struct OneOrTwo;
/// impl ClosedForm<u64, u64> for OneOrTwo {
///     fn nimber(&self, heap: &u64) -> Option<u128> { Some(u128::from(heap % 3)) }
///     fn moves_to(&self, heap: &u64, nimber: u128) -> Option<MoveList<u64>> {
///         let moves = (1..=2).filter(|amount| amount <= heap && u128::from((heap - amount) % 3) == nimber);
///         Some(moves.collect::<Vec<_>>().into())
///     }
///     fn source(&self) -> &'static str { "by induction" }
/// }
/// assert_eq!(OneOrTwo.outcome(&300), Some(Outcome::Loss));
/// assert_eq!(OneOrTwo.moves_to(&302, 0), Some(vec![2].into()));
/// ```
pub trait ClosedForm<P, M> {
    /// Returns the nimber of a position.
    fn nimber(&self, position: &P) -> Option<u128>;

    /// Returns whether the player to move wins.
    fn outcome(&self, position: &P) -> Option<Outcome> {
        self.nimber(position).map(|nimber| if nimber == 0 { Outcome::Loss } else { Outcome::Win })
    }

    /// Returns the moves that lead to positions of this nimber.
    fn moves_to(&self, position: &P, nimber: u128) -> Option<MoveList<M>>;

    /// Returns `true` if the position is fickle: nimbers 0 and 1 change places under misère play.
    ///
    /// Implement it only if every position that can be reached has equal nimbers under both plays or the nimbers 0 and 1.
    /// Then a sum of such games is lost under misère play exactly if the nim-sum is 1 and all components are fickle, or it is 0
    /// and one of them is not (Conway 1976, ch. 12: tame games; Gurvich and Ho 2018).
    fn is_fickle(&self, position: &P) -> Option<bool> {
        let _ = position;
        None
    }

    /// Returns the moves that lead to fickle positions of this nimber, which is 0 or 1.
    fn moves_to_fickle(&self, position: &P, nimber: u128) -> Option<MoveList<M>> {
        let _ = (position, nimber);
        None
    }

    /// For single heaps from which amounts are taken, returns a heap n and a period p: each heap from n on has the nimber and the
    /// allowed amounts of the heap that is p larger, and the nimbers that its moves leave.
    ///
    /// Heaps of 2^64 tokens or more are then answered like the smaller ones.
    fn repeats(&self) -> Option<[u64; 2]> {
        None
    }

    /// Returns where the theorem comes from, such as "Wythoff 1907".
    fn source(&self) -> &'static str;

    /// Returns where [`is_fickle`](Self::is_fickle) comes from, and says what is not proved.
    fn misere_source(&self) -> &'static str {
        self.source()
    }
}

/// Moves that a theorem gives: the first ones, and their number. A heap can have 10^9 winning moves.
///
/// ```
/// let list = sprague_core::MoveList::from(vec!["take 1", "take 3"]);
/// assert_eq!(list.total, Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList<M> {
    /// The moves, or the first [`MoveList::MOST`] of them.
    pub moves: Vec<M>,
    /// The number of all moves, or `None` if there may be others that are not known.
    pub total: Option<u64>,
}

impl<M> MoveList<M> {
    /// The largest number of moves that are listed.
    pub const MOST: usize = 1000;

    /// Returns how many moves are not listed, if all are known.
    pub fn unlisted(&self) -> Option<u64> {
        self.total.map(|total| total - self.moves.len() as u64)
    }

    /// Applies `change` to every move.
    pub fn map<N>(self, change: impl FnMut(M) -> N) -> MoveList<N> {
        MoveList { moves: self.moves.into_iter().map(change).collect(), total: self.total }
    }
}

impl<M> From<Vec<M>> for MoveList<M> {
    fn from(moves: Vec<M>) -> Self {
        Self { total: Some(moves.len() as u64), moves }
    }
}
