//! A graph prepared for a game: its items, and the items that are removed with each of them.

use crate::line::{Line, Lines};
use crate::text::{self, Graph, MOST};
use smallvec::SmallVec;
use sprague_core::BadNotation;
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::connected::Neighbours;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// A set of items, as bits.
pub(crate) type Set = SmallVec<[u64; 3]>;

/// The items that a move takes: vertices or edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Taken {
    /// Vertices, each removed together with its neighbours.
    Vertices,
    /// Edges, each removed together with the edges that share an end with it.
    Edges,
}

/// A graph given by its items. Two neighbouring items cannot both be taken.
pub(crate) struct Board {
    pub(crate) taken: Taken,
    /// The graph as it was typed; `None` for a graph from a file.
    pub(crate) text: Option<Arc<str>>,
    vertices: Vec<Arc<str>>,
    /// The ends of the items, if the items are edges.
    ends: Vec<[u16; 2]>,
    beside: Neighbours,
    /// Known symmetries except the identity: the image of each item.
    symmetries: Vec<Vec<u16>>,
}

impl PartialEq for Board {
    /// Two boards of one ruleset are equal if their texts are equal.
    fn eq(&self, other: &Self) -> bool {
        (self.taken, &self.text) == (other.taken, &other.text)
    }
}
impl Eq for Board {}

thread_local! {
    /// The boards that were used last. Positions refer to their board by its text.
    static LAST: RefCell<Vec<Arc<Board>>> = const { RefCell::new(vec![]) };
}

const KEPT: usize = 8;

impl Board {
    /// Returns the board of a graph that is typed in one line, from the cache if possible.
    pub(crate) fn typed(taken: Taken, typed: &str) -> Result<Arc<Self>, BadNotation> {
        let found = LAST.with_borrow_mut(|last| {
            let at = last.iter().position(|board| board.taken == taken && board.text.as_deref() == Some(typed))?;
            last[..=at].rotate_right(1);
            Some(last[0].clone())
        });
        if let Some(board) = found {
            return Ok(board);
        }
        let board = Arc::new(Self { text: Some(typed.into()), ..Self::of(taken, text::graph(typed)?)? });
        LAST.with_borrow_mut(|last| {
            last.truncate(KEPT - 1);
            last.insert(0, board.clone());
        });
        Ok(board)
    }

    /// Builds the board of a graph. There must not be too many edges to take.
    pub(crate) fn of(taken: Taken, graph: Graph) -> Result<Self, BadNotation> {
        let edges = graph.edges();
        if taken == Taken::Edges && edges > MOST {
            return Err(BadNotation::new(0, format!("a graph with at most {MOST} edges (this one has {edges})")));
        }
        let Graph { names, neighbours, symmetries } = graph;
        let words = names.len().div_ceil(64);
        let sets = |of: &[Vec<u16>], words: usize| {
            let set = |all: &Vec<u16>| {
                let mut set: Set = SmallVec::from_elem(0, words);
                all.iter().for_each(|item| set[usize::from(*item) / 64] |= 1 << (item % 64));
                set
            };
            Neighbours::new(of.iter().map(set)).expect("each edge is told at both ends")
        };
        if taken == Taken::Vertices {
            let beside = sets(&neighbours, words);
            return Ok(Self { taken, text: None, vertices: names, ends: vec![], beside, symmetries });
        }
        let ends: Vec<[u16; 2]> = (0_u16..)
            .zip(&neighbours)
            .flat_map(|(one, all)| all.iter().filter(move |other| **other > one).map(move |other| [one, *other]))
            .collect();
        let mut at: Vec<Vec<u16>> = vec![vec![]; names.len()];
        (0..).zip(&ends).for_each(|(edge, both)| both.iter().for_each(|end| at[usize::from(*end)].push(edge)));
        let near = |(edge, both): (u16, &[u16; 2])| {
            let near = both.iter().flat_map(|end| &at[usize::from(*end)]).copied();
            near.filter(|other| *other != edge).collect::<Vec<u16>>()
        };
        let near: Vec<Vec<u16>> = (0..).zip(&ends).map(near).collect();
        let index: HashMap<[u16; 2], u16> = ends.iter().copied().zip(0..).collect();
        let moved = |images: &Vec<u16>| {
            let image = |both: &[u16; 2]| {
                let mut image = both.map(|end| images[usize::from(end)]);
                image.sort_unstable();
                index[&image]
            };
            ends.iter().map(image).collect()
        };
        let symmetries = symmetries.iter().map(moved).collect();
        let beside = sets(&near, ends.len().div_ceil(64));
        Ok(Self { taken, text: None, vertices: names, ends, beside, symmetries })
    }

    pub(crate) fn items(&self) -> usize {
        if self.taken == Taken::Vertices { self.vertices.len() } else { self.ends.len() }
    }

    /// Returns the name of an item: the name of a vertex, or the names of an edge's ends.
    pub(crate) fn name(&self, item: usize) -> String {
        match self.ends.get(item) {
            None => self.vertices[item].to_string(),
            Some(ends) => {
                let [one, other] = ends.map(|end| &self.vertices[usize::from(end)]);
                format!("{one}-{other}")
            }
        }
    }

    /// Returns the items by their names. An edge has two names, one from each end.
    pub(crate) fn index(&self) -> HashMap<String, usize> {
        let names = (0..self.items()).map(|item| (self.name(item), item));
        let turned = self.ends.iter().enumerate().map(|(item, ends)| {
            let [one, other] = ends.map(|end| &self.vertices[usize::from(end)]);
            (format!("{other}-{one}"), item)
        });
        names.chain(turned).collect()
    }

    /// Returns the items of a set that exist on this board. A set from a damaged file may contain others.
    pub(crate) fn there<'a>(&self, set: &'a [u64]) -> impl Iterator<Item = usize> + use<'a> {
        let items = self.items();
        items_of(set).take_while(move |item| *item < items)
    }

    pub(crate) fn all(&self) -> Set {
        let mut all: Set = SmallVec::from_elem(0, self.items().div_ceil(64));
        (0..self.items()).for_each(|item| all[item / 64] |= 1 << (item % 64));
        all
    }

    /// Returns the items that are left after one is taken with its neighbours.
    pub(crate) fn without(&self, left: &[u64], item: usize) -> Set {
        let mut rest: Set = left.iter().zip(self.beside.of(item)).map(|(left, gone)| left & !gone).collect();
        rest[item / 64] &= !(1 << (item % 64));
        rest
    }

    pub(crate) fn parts(&self, left: &[u64], each: impl FnMut(&[u64])) {
        self.beside.components(left, each);
    }

    /// Returns the neighbours of each item of a small set, with the items renumbered from 0.
    pub(crate) fn rows(&self, left: &[u64]) -> SmallVec<[u64; 32]> {
        let items: SmallVec<[usize; 32]> = self.there(left).collect();
        let row = |one: &usize| {
            let near = self.beside.of(*one);
            (0..).zip(&items).fold(0, |row, (bit, &other)| row | (near[other / 64] >> (other % 64) & 1) << bit)
        };
        items.iter().map(row).collect()
    }

    /// Returns the lengths of the components, if all of them are paths and cycles.
    pub(crate) fn lines(&self, left: &[u64]) -> Option<Lines> {
        let near =
            |item: usize| self.beside.of(item).iter().zip(left).map(|(near, left)| (near & left).count_ones()).sum::<u32>();
        if self.there(left).any(|item| near(item) > 2) {
            return None;
        }
        let mut lines = vec![];
        self.parts(left, |part| {
            let is_cycle = items_of(part).all(|item| near(item) == 2);
            lines.push(Line { vertices: items_of(part).count() as u16, is_cycle });
        });
        Some(lines.into_iter().collect())
    }

    /// Returns the least image of a set under the known symmetries.
    pub(crate) fn least(&self, left: Set) -> Set {
        let image = |images: &Vec<u16>| {
            let mut image: Set = SmallVec::from_elem(0, left.len());
            self.there(&left).map(|item| images[item]).for_each(|item| image[usize::from(item) / 64] |= 1 << (item % 64));
            image
        };
        self.symmetries.iter().map(image).min().map_or_else(|| left.clone(), |least| least.min(left.clone()))
    }

    /// Decides a whole graph by mirror images under a known symmetry: if no item takes its own image, every move can be answered
    /// by its image. If all exceptions are near one item that is its own image, taking that item wins.
    ///
    /// `Some(None)` means that the player to move has lost, and `Some(Some(item))` that taking this item wins.
    pub(crate) fn mirrored(&self, left: &[u64]) -> Option<Option<usize>> {
        let count: u32 = left.iter().map(|word| word.count_ones()).sum();
        if count as usize != self.items() {
            return None;
        }
        let takes = |item: usize, other: usize| item == other || self.beside.of(item)[other / 64] >> (other % 64) & 1 == 1;
        self.symmetries.iter().find_map(|images| {
            let image = |item: usize| usize::from(images[item]);
            if (0..self.items()).any(|item| image(image(item)) != item) {
                return None;
            }
            let exceptions: Vec<usize> = (0..self.items()).filter(|&item| takes(item, image(item))).collect();
            let is_first = |item: &&usize| image(**item) == **item && exceptions.iter().all(|other| takes(**item, *other));
            if exceptions.is_empty() { Some(None) } else { exceptions.iter().find(is_first).map(|item| Some(*item)) }
        })
    }

    /// Draws the vertices and edges that are left, if they are few enough.
    pub(crate) fn picture(&self, left: &[u64]) -> Option<Picture> {
        let items: Vec<usize> = self.there(left).collect();
        if items.len() > Picture::MAX_PARTS {
            return None;
        }
        let (vertices, edges): (Vec<usize>, Vec<[usize; 2]>) = if self.taken == Taken::Edges {
            let ends: Vec<[usize; 2]> = items.iter().map(|edge| self.ends[*edge].map(usize::from)).collect();
            let mut all: Vec<usize> = ends.iter().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            (all, ends)
        } else {
            let near = |one: usize| {
                let here: Set = self.beside.of(one).iter().zip(left).map(|(near, left)| near & left).collect();
                items_of(&here).filter(|other| *other > one).map(|other| [one, other]).collect::<Vec<_>>()
            };
            let edges: Vec<[usize; 2]> = items.iter().flat_map(|item| near(*item)).take(Picture::MAX_PARTS + 1).collect();
            (items, edges)
        };
        let place: HashMap<usize, u32> = vertices.iter().copied().zip(0..).collect();
        let edges = edges.iter().map(|ends| ends.map(|end| place[&end]));
        let edges = edges.map(|[from, to]| EdgePicture { from, to, player: None }).collect();
        let vertices = vertices.iter().map(|vertex| VertexPicture::new(&*self.vertices[*vertex])).collect();
        Some(Picture::Graph(GraphPicture { vertices, edges, is_directed: false }))
    }
}

pub(crate) fn items_of(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, bits)| crate::canonical::bits(*bits).map(move |bit| 64 * word + bit))
}
