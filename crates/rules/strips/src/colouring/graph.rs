//! Snort and Col on a graph from a file.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 2 and 6, where the graph is a map.

mod parse;
#[cfg(test)]
mod tests;

use super::Colouring;
use crate::Marks;
use crate::strip::bits;
use core::fmt;
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::connected::components;
use sprague_core::{BadNotation, Bounds, Estimate, Hints, Notation, Partizan, Player};
use std::sync::Arc;

/// Snort or Col on the vertices of a graph with up to 64 vertices.
///
/// The vertices are ordered as the file first names them.
///
/// A position is a character for each vertex: `.` is free, `L` and `R` are coloured, and `#` is gone, which occurs only in
/// summands. If the file gives a vertex a colour from the start, `.` stands for that colour.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::{Colouring, ColouringGraph};
///
/// let snort = ColouringGraph::parse(Colouring::Snort, "a b\nb c\nc a\nc d\nd=L")?;
/// let start = snort.read("....")?;
/// assert_eq!(snort.show(&start), "...L");
/// let moves: Vec<String> = snort.moves(&start, Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["colour a", "colour b"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Marks`] store the colours, and a vertex with both colours is gone. A position that breaks the rule is refused, because
/// play never leads to it. Summands are the connected parts that a player can still colour, with their coloured neighbours.
/// Positions in which the same players can colour the same vertices have one normal form, if this form keeps the rule.
#[derive(Clone)]
pub struct ColouringGraph {
    game: Colouring,
    names: Vec<Arc<str>>,
    /// The neighbours of each vertex, as bits.
    neighbours: Vec<u64>,
    /// The colours that vertices have from the start.
    start: Marks,
}

/// A move: the vertex that is coloured.
///
/// ```
/// use sprague_core::{Partizan, Player};
/// use sprague_rules_strips::{Colouring, ColouringGraph, Marks};
///
/// let col = ColouringGraph::parse(Colouring::Col, "a b").unwrap();
/// let mv = col.moves(&Marks::default(), Player::Left).next().unwrap();
/// assert_eq!((mv.vertex(), mv.to_string().as_str()), (0, "colour a"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ColourVertex {
    vertex: u8,
    name: Arc<str>,
}

impl ColourVertex {
    /// Returns the number of the vertex in the order of the file, counted from 0.
    pub fn vertex(&self) -> u8 {
        self.vertex
    }
}

impl fmt::Display for ColourVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colour {}", self.name)
    }
}

impl fmt::Debug for ColourVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColourVertex({})", self.name)
    }
}

impl fmt::Debug for ColouringGraph {
    /// Shows only the size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColouringGraph({:?}, {} vertices)", self.game, self.names.len())
    }
}

impl ColouringGraph {
    /// Returns the number of vertices.
    ///
    /// ```
    /// # use sprague_rules_strips::{Colouring, ColouringGraph};
    /// assert_eq!(ColouringGraph::parse(Colouring::Col, "a b\nc").unwrap().vertices(), 3);
    /// ```
    pub fn vertices(&self) -> usize {
        self.names.len()
    }

    /// Returns the first vertex that breaks the rule with an earlier vertex, if there is one.
    ///
    /// Returns this vertex, the earlier vertex, and the player of this vertex.
    fn broken(&self, marks: &Marks) -> Option<(usize, usize, Player)> {
        let there = !(marks.left & marks.right);
        let broken = |player: Player| {
            let avoided = marks.of(self.game.avoided(player)) & there;
            bits(marks.of(player) & there).find_map(move |vertex| {
                let before = avoided & self.neighbours[vertex as usize] & ((1 << vertex) - 1);
                bits(before).next().map(|other| (vertex as usize, other as usize, player))
            })
        };
        Player::BOTH.into_iter().filter_map(broken).min()
    }

    fn all(&self) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.names.len() as u32).unwrap_or(0)
    }

    /// Returns the vertices that a player may colour, as bits.
    fn usable(&self, marks: &Marks, player: Player) -> u64 {
        let avoided = marks.of(self.game.avoided(player)) & !(marks.left & marks.right);
        bits(avoided).fold(self.all() & !(marks.left | marks.right), |usable, vertex| usable & !self.neighbours[vertex as usize])
    }

    /// Returns the neighbours of these vertices.
    fn next_to(&self, vertices: u64) -> u64 {
        bits(vertices).fold(0, |near, vertex| near | self.neighbours[vertex as usize])
    }
}

impl Partizan for ColouringGraph {
    type Position = Marks;
    type Move = ColourVertex;
    fn moves(&self, marks: &Marks, player: Player) -> impl Iterator<Item = ColourVertex> {
        let vertices = bits(self.usable(marks, player));
        vertices.map(|vertex| ColourVertex { vertex: vertex as u8, name: self.names[vertex as usize].clone() })
    }
    fn play(&self, marks: &Marks, player: Player, mv: &ColourVertex) -> Marks {
        marks.with(player, 1 << mv.vertex)
    }
    fn options(&self, marks: &Marks, player: Player) -> impl Iterator<Item = Marks> {
        bits(self.usable(marks, player)).map(move |vertex| marks.with(player, 1 << vertex))
    }
    fn summands(&self, marks: &Marks) -> impl Iterator<Item = Marks> {
        let usable = self.usable(marks, Player::Left) | self.usable(marks, Player::Right);
        let taken = marks.left | marks.right;
        components(usable, &self.neighbours).map(move |part| {
            let gone = self.all() & !part & !(self.next_to(part) & taken);
            Marks { left: marks.left | gone, right: marks.right | gone }
        })
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    /// Returns the position without unnecessary colours.
    ///
    /// A vertex that nobody can colour is treated as follows. It gets a colour that forbids its neighbours nothing new, if
    /// there is such a colour and the vertex has neighbours that can be coloured. Otherwise it is gone. If the result breaks
    /// the rule, the position keeps its colours where they forbid something, and all other vertices that nobody can colour are
    /// gone.
    fn normal_form(&self, marks: Marks) -> Marks {
        let usable = Player::BOTH.map(|player| self.usable(&marks, player));
        let by_anybody = usable[0] | usable[1];
        let form = bits(self.all() & !by_anybody).fold(Marks::default(), |form, vertex| {
            let near = self.neighbours[vertex as usize] & by_anybody;
            // the player who may not colour next to this colour could not colour these neighbours anyway
            let forbids_nothing_new = |colour: &Player| near != 0 && near & usable[self.game.avoided(*colour) as usize] == 0;
            match Player::BOTH.into_iter().find(forbids_nothing_new) {
                Some(colour) => form.with(colour, 1 << vertex),
                None => form.with(Player::Left, 1 << vertex).with(Player::Right, 1 << vertex),
            }
        });
        if self.broken(&form).is_none() {
            return form;
        }
        let forbidding = (marks.left ^ marks.right) & self.next_to(by_anybody);
        let gone = self.all() & !by_anybody & !forbidding;
        Marks { left: marks.left | gone, right: marks.right | gone }
    }
    fn negative(&self, marks: &Marks) -> Option<Marks> {
        Some(marks.exchanged())
    }
    fn hints(&self) -> &(impl Hints<Marks> + ?Sized) {
        self
    }
}

impl Hints<Marks> for ColouringGraph {
    fn bounds(&self, marks: &Marks) -> Bounds {
        self.game.bounds_of(Player::BOTH.map(|player| self.usable(marks, player)), |vertices| self.next_to(vertices))
    }
    fn estimate(&self, marks: &Marks) -> Option<Estimate> {
        self.game.estimate_of(Player::BOTH.map(|player| self.usable(marks, player)))
    }
}

impl Notation<Marks> for ColouringGraph {
    fn read(&self, text: &str) -> Result<Marks, BadNotation> {
        let mut marks = Marks::default();
        let mut letters = text.char_indices();
        for vertex in 0..self.names.len() {
            let letter = letters.next();
            let [left, right] = match letter {
                Some((_, '.')) => [self.start.left >> vertex & 1, self.start.right >> vertex & 1],
                Some((_, 'L')) => [1, 0],
                Some((_, 'R')) => [0, 1],
                Some((_, '#')) => [1, 1],
                _ => {
                    let at = letter.map_or(text.len(), |(at, _)| at);
                    return Err(BadNotation::new(
                        at,
                        format!("`.`, `L`, `R` or `#`, one for each of {} vertices", self.names.len()),
                    ));
                }
            };
            marks.left |= left << vertex;
            marks.right |= right << vertex;
        }
        if let Some((at, _)) = letters.next() {
            return Err(BadNotation::new(at, format!("nothing more after {} vertices", self.names.len())));
        }
        let Some((vertex, other, player)) = self.broken(&marks) else { return Ok(marks) };
        let [name, other] = [vertex, other].map(|vertex| &self.names[vertex]);
        let rule = self.game.rule_for(player);
        Err(BadNotation::new(vertex, format!("another letter for vertex {name}, next to {other}: {rule}")))
    }
    fn show(&self, marks: &Marks) -> String {
        let letter = |vertex| match (marks.left >> vertex & 1, marks.right >> vertex & 1) {
            (0, 0) => '.',
            (1, 0) => 'L',
            (0, _) => 'R',
            (_, _) => '#',
        };
        (0..self.names.len()).map(letter).collect()
    }
    /// Draws the vertices that are not gone, and the edges between them.
    ///
    /// Coloured vertices are marked `L` or `R`.
    fn picture(&self, marks: &Marks) -> Option<Picture> {
        let there = self.all() & !(marks.left & marks.right);
        let vertices = bits(there).map(|vertex| {
            let colour = [(marks.left, 'L'), (marks.right, 'R')].into_iter().find(|(coloured, _)| coloured >> vertex & 1 == 1);
            VertexPicture { mark: colour.map(|(_, letter)| letter), ..VertexPicture::new(&*self.names[vertex as usize]) }
        });
        let below = |vertex: u32| (1 << vertex) - 1;
        let edges = bits(there).flat_map(|from| {
            let later = self.neighbours[from as usize] & there & !below(from);
            bits(later).map(move |to| [from, to].map(|end| (there & below(end)).count_ones()))
        });
        let edges = edges.map(|[from, to]| EdgePicture { from, to, player: None });
        Some(Picture::Graph(GraphPicture { vertices: vertices.collect(), edges: edges.collect(), is_directed: false }))
    }
}
