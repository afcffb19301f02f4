//! All positions of a size, one after another, as texts of components.

mod boards;
mod drawn;
mod reached;
mod shapes;
mod tuples;

pub(super) use boards::Boards;
pub(super) use drawn::{Random, board, graph, shape, tuple};
pub(super) use reached::reached;
pub(super) use shapes::{MOST as MOST_SQUARES, Shapes};
pub(super) use tuples::Tuples;

use sprague::Player;

/// One position of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// Its size, by which small ones come first.
    ///
    /// It is the number of squares or vertices, of tokens of the largest heap, of days, or of moves.
    pub(super) size: u64,
    /// Its components behind the `@`.
    pub(super) text: String,
    /// An image that is another game, for which it stands, too.
    pub(super) turned: Option<String>,
    /// A play that leads to it, where one is asked for.
    pub(super) line: Vec<(Option<Player>, String)>,
}

impl Listed {
    pub(super) fn new(size: u64, text: String) -> Self {
        Self { size, text, turned: None, line: vec![] }
    }
}

/// A listing: `None` is work without a position.
pub(super) type Listing = Box<dyn Iterator<Item = Option<Listed>>>;
