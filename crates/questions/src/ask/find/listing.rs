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

use crate::question::{NoAnswer, Reached};
use sprague::{Player, Stopped};
use sprague_rules_graphs::Connected;
use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;
use std::rc::Rc;

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

    /// About the bytes that it holds.
    fn bytes(&self) -> usize {
        let line = self.line.iter().map(|(_, label)| label.len() + size_of::<(Option<Player>, String)>());
        size_of::<Self>() + self.text.len() + line.sum::<usize>()
    }
}

/// A listing: `None` is work without a position.
pub(super) struct Listing<'a> {
    positions: Box<dyn Iterator<Item = Option<Listed>> + 'a>,
    /// About the bytes that it holds.
    held: Rc<Cell<usize>>,
    /// What ended it where more would come.
    ended: Rc<RefCell<Option<NoAnswer>>>,
}

impl<'a> Listing<'a> {
    pub(super) fn of(positions: impl Iterator<Item = Option<Listed>> + 'a) -> Self {
        Self { positions: Box::new(positions), held: Rc::default(), ended: Rc::default() }
    }

    /// All connected graphs of so many vertices.
    pub(super) fn graphs(vertices: RangeInclusive<u32>) -> Self {
        let held = Rc::new(Cell::new(0));
        let told = held.clone();
        let positions = vertices.flat_map(move |vertices| {
            let (mut graphs, told) = (Connected::of(vertices), told.clone());
            std::iter::from_fn(move || {
                let graph = graphs.next()?;
                told.set(graphs.bytes());
                Some(graph.map(|graph| Listed::new(vertices.into(), format!("\"{graph}\""))))
            })
        });
        Self { positions: Box::new(positions), held, ended: Rc::default() }
    }

    /// About the bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.held.get()
    }

    /// The limit at which it ended, where more would come.
    ///
    /// # Errors
    /// What else ended it.
    pub(super) fn stopped(&self) -> Result<Option<Stopped>, NoAnswer> {
        match self.ended.take() {
            None => Ok(None),
            Some(NoAnswer::Stopped { by: Reached::Limit(stopped), .. }) => Ok(Some(stopped)),
            Some(error) => Err(error),
        }
    }
}

impl Iterator for Listing<'_> {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        self.positions.next()
    }
}
