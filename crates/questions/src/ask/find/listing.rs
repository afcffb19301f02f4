//! Lists all positions of a size one after the other, as texts of components.

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
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// Returns the approximate memory of an allocation, in bytes.
pub(super) fn allocated(bytes: usize) -> usize {
    bytes.next_multiple_of(16)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The size, by which positions are sorted.
    ///
    /// It is the number of squares or vertices, the number of tokens of the largest heap, the birthday, or the number of moves.
    pub(super) size: u64,
    /// The text of its components, after the `@`.
    pub(super) text: String,
    /// A turned image of the position that is a different game, if there is one. This entry represents both.
    pub(super) turned: Option<String>,
    /// A play that leads to the position, if the question asks for one.
    pub(super) line: Vec<(Option<Player>, String)>,
}

impl Listed {
    pub(super) fn new(size: u64, text: String) -> Self {
        Self { size, text, turned: None, line: vec![] }
    }

    /// Returns the approximate memory without the place in a list, in bytes.
    fn bytes(&self) -> usize {
        let line = self.line.iter().map(|(_, label)| allocated(label.len()) + size_of::<(Option<Player>, String)>());
        allocated(self.text.len()) + line.sum::<usize>()
    }
}

/// A listing of positions. An item is `None` if a step of work produced no position.
pub(super) struct Listing<'a> {
    positions: Box<dyn Iterator<Item = Option<Listed>> + 'a>,
    /// Approximate memory of the listing, in bytes.
    held: Rc<Cell<usize>>,
    ended: Rc<Cell<Option<NoAnswer>>>,
}

impl<'a> Listing<'a> {
    pub(super) fn of(positions: impl Iterator<Item = Option<Listed>> + 'a) -> Self {
        Self { positions: Box::new(positions), held: Rc::default(), ended: Rc::default() }
    }

    /// Lists all connected graphs with this many vertices.
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

    /// Returns the approximate memory of the listing, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.held.get()
    }

    /// Returns the limit that ended the listing early, if there was one.
    ///
    /// # Errors
    /// The failure that ended the listing.
    pub(super) fn stopped(&self) -> Result<Option<Stopped>, NoAnswer> {
        match self.ended.take() {
            Some(NoAnswer::Stopped { by: Reached::Limit(stopped), .. }) => Ok(Some(stopped)),
            Some(error) => Err(error),
            None => Ok(None),
        }
    }
}

impl Iterator for Listing<'_> {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        self.positions.next()
    }
}
