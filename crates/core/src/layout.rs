//! Every position of a ruleset: as a person lays them out, or of a size.

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

/// The texts that name all positions of a size, for those who search through them.
///
/// A position may still be refused where it is read: not every text has to be one.
///
/// ```
/// use sprague_core::any::ListedBy;
/// let stones = ListedBy::Squares { characters: ".xo", shape: None, is_turned_negative: false };
/// assert_ne!(stones, ListedBy::Pair);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListedBy {
    /// Rows of such characters with `/` between them; mirror images are the same game.
    Squares {
        /// The characters of a square; a blank is none.
        characters: &'static str,
        /// The characters outside and inside, where a set of squares is a position.
        shape: Option<[char; 2]>,
        /// True if rows and columns exchanged are the negative, and not the same.
        is_turned_negative: bool,
    },
    /// Two numbers with a point between them; exchanged they are the same game.
    Pair,
    /// A graph in graph6, in double quotes; isomorphic ones are the same game.
    Graph6,
    /// As the rules list them: [`positions_of`](crate::AnyRuleset::positions_of).
    Rules,
}
