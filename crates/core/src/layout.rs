//! Lists of all positions: of a whole board or graph, or of a given size.

/// Every position of a ruleset that has only few of them.
///
/// ```
/// use sprague_core::any::AllPositions;
/// let board = AllPositions::Board(vec![vec![1, 2], vec![3, 4]]);
/// assert_eq!(board.map(|number| number * 10), AllPositions::Board(vec![vec![10, 20], vec![30, 40]]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllPositions<P> {
    /// A board on which every square is a position, row by row from the top.
    Board(Vec<Vec<P>>),
    /// A list, such as the vertices of a graph.
    List(Vec<P>),
}

impl<P> AllPositions<P> {
    /// Applies `change` to every position and keeps the layout.
    pub fn map<Q>(self, mut change: impl FnMut(P) -> Q) -> AllPositions<Q> {
        match self {
            Self::Board(rows) => {
                AllPositions::Board(rows.into_iter().map(|row| row.into_iter().map(&mut change).collect()).collect())
            }
            Self::List(positions) => AllPositions::List(positions.into_iter().map(change).collect()),
        }
    }
}

/// A way to list the texts of all positions of a size, for searches through them.
///
/// Some of these texts may not be positions; parsing refuses them.
///
/// ```
/// use sprague_core::any::ListedBy;
/// let stones = ListedBy::Squares { characters: ".xo", shape: None, is_turned_negative: false };
/// assert_ne!(stones, ListedBy::Pair);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListedBy {
    /// Rows of these characters with `/` between them. Mirror images are equal games.
    Squares {
        /// The characters of a square; a blank is not one of them.
        characters: &'static str,
        /// The characters for squares outside and inside, if a position is a set of squares.
        shape: Option<[char; 2]>,
        /// Whether exchanging rows and columns gives the negative; otherwise it gives an equal game.
        is_turned_negative: bool,
    },
    /// Two numbers with a point between them. Exchanging them gives an equal game.
    Pair,
    /// A graph in graph6 format, in double quotes. Isomorphic graphs are equal games.
    Graph6,
    /// The rules list the texts themselves, by [`positions_of`](crate::AnyRuleset::positions_of).
    Rules,
}
