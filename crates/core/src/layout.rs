//! Every position of a ruleset, in the order in which a person lays them out.

/// Every position that there is, where they are few enough to be listed.
///
/// ```
/// use sprague_core::any::AllPositions;
/// let board = AllPositions::Board(vec![vec![1, 2], vec![3, 4]]);
/// assert_eq!(board.map(|number| number * 10), AllPositions::Board(vec![vec![10, 20], vec![30, 40]]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllPositions<P> {
    /// A table, row by row from the top.
    ///
    /// It is a board on which every square is a position.
    Board(Vec<Vec<P>>),
    /// A list, such as the vertices of a graph.
    List(Vec<P>),
}

impl<P> AllPositions<P> {
    /// The same layout of what `change` makes of each position.
    pub fn map<Q>(self, mut change: impl FnMut(P) -> Q) -> AllPositions<Q> {
        match self {
            Self::Board(rows) => {
                AllPositions::Board(rows.into_iter().map(|row| row.into_iter().map(&mut change).collect()).collect())
            }
            Self::List(positions) => AllPositions::List(positions.into_iter().map(change).collect()),
        }
    }
}
