//! Graphs of up to 64 vertices or edges with colours: some are blue (Left's colour), some red (Right's colour), some gone.

mod notation;
mod place;

pub(crate) use notation::{read, show};
pub(crate) use place::{Kind, Place};

use crate::canonical::bits;
use core::fmt;
use sprague_core::Player;
use sprague_core::any::{BadPosition, EdgePicture, GraphPicture, Pack, Picture, VertexPicture};
use std::sync::Arc;

/// A graph in one line with colours on its vertices or edges.
///
/// It stores two words, and shares the graph with all positions that come from it. Positions whose graphs are typed differently
/// are different.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_graphs::PartizanArcKayles;
///
/// let path = PartizanArcKayles.read("path:4:red=3-4:blue=1-2")?;
/// assert_eq!(PartizanArcKayles.show(&path), "path:4:blue=1-2:red=3-4");
/// assert_eq!([path.of(Player::Left), path.of(Player::Right)], [0b011, 0b110]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone)]
pub struct Coloured {
    pub(crate) place: Arc<Place>,
    /// The items with Left's mark, and the items with Right's mark.
    pub(crate) marks: [u64; 2],
}

impl PartialEq for Coloured {
    fn eq(&self, other: &Self) -> bool {
        self.marks == other.marks && (Arc::ptr_eq(&self.place, &other.place) || self.place == other.place)
    }
}
impl Eq for Coloured {}

impl core::hash::Hash for Coloured {
    /// Hashes only the marks, because positions in one table mostly have one graph.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.marks.hash(state);
    }
}

impl Coloured {
    /// Returns the vertices or edges with a player's mark as bits, in the order of their names.
    ///
    /// Edges without a colour have both marks. Free vertices have none. In Fjords, vertices that are gone have both.
    pub fn of(&self, player: Player) -> u64 {
        self.marks[player as usize]
    }

    /// Adds a player's mark to one more item.
    pub(crate) fn with(&self, player: Player, item: u32) -> Self {
        let mut more = self.clone();
        more.marks[player as usize] |= 1 << item;
        more
    }

    /// Keeps only the marks on these items.
    pub(crate) fn on(&self, these: u64) -> Self {
        Self { place: self.place.clone(), marks: self.marks.map(|marks| marks & these) }
    }

    /// Returns the items with a mark, for games in which all other items are gone.
    pub(crate) fn left(&self) -> u64 {
        self.marks[0] | self.marks[1]
    }

    /// Removes an item and all items that are taken with it.
    pub(crate) fn without(&self, item: u32) -> Self {
        self.on(!(self.place.near[item as usize] | 1 << item))
    }

    /// Returns the components: no item is a neighbour of an item in another component.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Self> {
        sprague_core::connected::components(self.left(), &self.place.beside).map(|part| self.on(part))
    }

    pub(crate) fn exchanged(&self) -> Self {
        Self { place: self.place.clone(), marks: [self.marks[1], self.marks[0]] }
    }

    /// Draws these vertices with their colours.
    pub(crate) fn picture_of_vertices(&self, there: u64) -> Picture {
        let vertices = bits(there).map(|vertex| VertexPicture {
            mark: self.place.player(self.marks, vertex).map(|player| if player == Player::Left { 'L' } else { 'R' }),
            ..VertexPicture::new(&*self.place.vertices[vertex])
        });
        let at = |vertex: usize| (there & ((1 << vertex) - 1)).count_ones();
        let is_directed = self.place.kind == Kind::Arcs;
        let edges = bits(there).flat_map(|from| {
            let near = bits(self.place.near[from] & there);
            near.filter(move |to| is_directed || *to > from).map(move |to| EdgePicture {
                from: at(from),
                to: at(to),
                player: None,
            })
        });
        Picture::Graph(GraphPicture { vertices: vertices.collect(), edges: edges.collect(), is_directed })
    }

    pub(crate) fn picture_of_edges(&self) -> Picture {
        let edges = bits(self.left()).map(|edge| {
            let [from, to] = self.place.ends[edge].map(|end| &*self.place.vertices[usize::from(end)]);
            (from, to, self.place.player(self.marks, edge))
        });
        Picture::Graph(GraphPicture::of_edges(vec![], edges, false))
    }
}

impl fmt::Debug for Coloured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Coloured({})", show(self))
    }
}

/// Packs the kind and the length of the text, the text, and a word for each player.
impl Pack for Coloured {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let text = self.place.text.as_bytes();
        words.extend([self.place.kind as u64 | (text.len() as u64) << 2]);
        words.extend(text.chunks(8).map(|bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }));
        words.extend(self.marks);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let mut take = |count: usize| {
            let (these, rest) = words.split_at_checked(count).ok_or(BadPosition)?;
            *words = rest;
            Ok(these)
        };
        let first = take(1)?[0];
        let kind = Kind::ALL.into_iter().find(|kind| *kind as u64 == first & 3).ok_or(BadPosition)?;
        let length = usize::try_from(first >> 2).map_err(|_| BadPosition)?;
        let text: Vec<u8> = take(length.div_ceil(8))?.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        let text = core::str::from_utf8(&text).map_err(|_| BadPosition)?;
        let place = Place::typed(kind, text).map_err(|_| BadPosition)?;
        let marks = [take(1)?[0], take(1)?[0]];
        let [left, right] = marks;
        let is_one = (left | right) & !place.all() == 0 && (kind != Kind::Arcs || left & right == 0);
        if is_one { Ok(Self { place, marks }) } else { Err(BadPosition) }
    }
}

/// Implements [`Partizan`](sprague_core::Partizan) and [`Notation`](sprague_core::Notation) for a game in which items are taken
/// together with others.
macro_rules! game_of_taking {
    ($game:ty, $kind:expr, |$graph:ident| $picture:expr) => {
        impl sprague_core::Partizan for $game {
            type Position = $crate::coloured::Coloured;
            type Move = $crate::TakeItem;
            fn moves(&self, graph: &Self::Position, player: sprague_core::Player) -> impl Iterator<Item = $crate::TakeItem> {
                $crate::canonical::bits(graph.of(player)).map(|item| $crate::TakeItem::new(item, graph.place.name(item)))
            }
            fn play(&self, graph: &Self::Position, _: sprague_core::Player, mv: &$crate::TakeItem) -> Self::Position {
                graph.without(mv.item().into())
            }
            fn options(&self, graph: &Self::Position, player: sprague_core::Player) -> impl Iterator<Item = Self::Position> {
                $crate::canonical::bits(graph.of(player)).map(|item| graph.without(item as u32))
            }
            fn summands(&self, graph: &Self::Position) -> impl Iterator<Item = Self::Position> {
                graph.parts()
            }
            fn is_loopfree(&self, _: &Self::Position) -> bool {
                true
            }
            fn negative(&self, graph: &Self::Position) -> Option<Self::Position> {
                Some(graph.exchanged())
            }
            fn mobility(&self, graph: &Self::Position, player: sprague_core::Player) -> u32 {
                graph.of(player).count_ones()
            }
        }

        impl sprague_core::Notation<$crate::coloured::Coloured> for $game {
            fn read(&self, text: &str) -> Result<$crate::coloured::Coloured, sprague_core::BadNotation> {
                $crate::coloured::read($kind, text)
            }
            fn show(&self, graph: &$crate::coloured::Coloured) -> String {
                $crate::coloured::show(graph)
            }
            fn picture(&self, $graph: &$crate::coloured::Coloured) -> Option<sprague_core::any::Picture> {
                Some($picture)
            }
        }
    };
}
pub(crate) use game_of_taking;
