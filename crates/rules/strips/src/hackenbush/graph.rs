//! Hackenbush pictures from a file: graphs of edges, some of which touch the ground.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 1 and 7.

pub(crate) mod parse;
#[cfg(test)]
mod tests;

use super::theorem::{Standing, value_text};
use crate::Marks;
use crate::strip::bits;
use core::fmt;
use sprague_core::any::{GraphPicture, Picture, VertexPicture};
use sprague_core::connected::{components, reached};
use sprague_core::{BadNotation, Hints, Notation, Partizan, Player};
use std::sync::Arc;

/// Hackenbush on a graph of up to 64 edges.
///
/// Left cuts an edge `L` or `E`, Right an edge `R` or `E`. Edges that are no longer connected to the ground fall.
///
/// A position is a character for each edge in the order of the file: its colour, or `.` if it is gone. Edges that are not
/// connected to the ground are gone. The negative of a position has `L` and `R` exchanged everywhere.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::HackenbushGraph;
///
/// let picture = HackenbushGraph::parse("0 a L\na b R\nb 0 E\nb c L")?;
/// let start = picture.read("LREL")?;
/// let moves: Vec<String> = picture.moves(&start, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["cut 1 (0-a)", "cut 3 (b-0)", "cut 4 (b-c)"]);
/// assert_eq!(picture.show(&picture.read("L..L")?), "L...");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Marks`] store which players may cut an edge, and an edge without a mark is gone. Summands are the parts that are connected
/// above the ground.
#[derive(Clone)]
pub struct HackenbushGraph {
    pub(crate) edges: Vec<Ends>,
    /// The ends of the edges as numbers, the ground being 0.
    ends: Vec<[u32; 2]>,
    vertices: usize,
    /// For each edge, the edges that share a vertex other than the ground with it, as bits.
    pub(crate) touching: Vec<u64>,
    /// The edges that touch the ground, as bits.
    grounded: u64,
    /// The colours of all edges, as in the file.
    pub(crate) colours: Marks,
}

/// The names of the two vertices of an edge.
pub(crate) type Ends = [Arc<str>; 2];

/// A move: the edge that is cut.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::HackenbushGraph;
///
/// let picture = HackenbushGraph::parse("0 a L").unwrap();
/// let mv = picture.moves(&picture.read("L").unwrap(), Player::Left).next().unwrap();
/// assert_eq!((mv.edge(), mv.to_string().as_str()), (0, "cut 1 (0-a)"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CutEdge {
    edge: u32,
    ends: Ends,
}

impl CutEdge {
    pub(crate) fn of(edges: &[Ends], edge: u32) -> Self {
        Self { edge, ends: edges[edge as usize].clone() }
    }

    /// Returns the number of the edge in the order of the file, counted from 0.
    pub fn edge(&self) -> u32 {
        self.edge
    }
}

impl fmt::Display for CutEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = &self.ends;
        write!(f, "cut {} ({from}-{to})", self.edge + 1)
    }
}

impl fmt::Debug for CutEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CutEdge({self})")
    }
}

impl fmt::Debug for HackenbushGraph {
    /// Shows only the size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HackenbushGraph({} edges)", self.edges.len())
    }
}

impl HackenbushGraph {
    /// Returns the number of edges.
    ///
    /// ```
    /// assert_eq!(sprague_rules_strips::HackenbushGraph::parse("0 a L\n0 a R").unwrap().edges(), 2);
    /// ```
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Returns the edges that are still connected to the ground, if only these edges are left.
    pub(crate) fn standing(&self, edges: u64) -> u64 {
        reached(edges & self.grounded, edges, &self.touching)
    }

    fn without(&self, marks: &Marks, edge: u32) -> Marks {
        marks.on(self.standing((marks.left | marks.right) & !(1 << edge)))
    }

    /// Parses a position whose letters are these colours.
    fn read_as(&self, colours: &Marks, text: &str) -> Result<Marks, BadNotation> {
        let mut present = 0;
        let mut letters = text.char_indices();
        for edge in 0..self.edges.len() {
            let (letter, colour) = (letters.next(), letter(colours, edge));
            match letter {
                Some((_, '.')) => {}
                Some((_, letter)) if letter == colour => present |= 1 << edge,
                _ => return Err(parse::wrong_letter(text, letter, colour, edge, &self.edges[edge])),
            }
        }
        match letters.next() {
            Some((at, _)) => Err(BadNotation::new(at, format!("nothing more after {} edges", self.edges.len()))),
            None => Ok(colours.on(self.standing(present))),
        }
    }
}

/// Returns the letter of the players who may cut an edge.
fn letter(marks: &Marks, edge: usize) -> char {
    match (marks.left >> edge & 1, marks.right >> edge & 1) {
        (0, 0) => '.',
        (1, 0) => 'L',
        (0, _) => 'R',
        (_, _) => 'E',
    }
}

impl Partizan for HackenbushGraph {
    type Position = Marks;
    type Move = CutEdge;
    fn moves(&self, marks: &Marks, player: Player) -> impl Iterator<Item = CutEdge> {
        bits(marks.of(player)).map(|edge| CutEdge::of(&self.edges, edge))
    }
    fn play(&self, marks: &Marks, _: Player, cut: &CutEdge) -> Marks {
        self.without(marks, cut.edge)
    }
    fn options(&self, marks: &Marks, player: Player) -> impl Iterator<Item = Marks> {
        bits(marks.of(player)).map(move |edge| self.without(marks, edge))
    }
    fn summands(&self, marks: &Marks) -> impl Iterator<Item = Marks> {
        components(marks.left | marks.right, &self.touching).map(|part| marks.on(part))
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn negative(&self, marks: &Marks) -> Option<Marks> {
        Some(marks.exchanged())
    }
    fn hints(&self) -> &(impl Hints<Marks> + ?Sized) {
        self
    }
}

impl Hints<Marks> for HackenbushGraph {
    fn value_text(&self, marks: &Marks) -> Option<String> {
        let edges = || bits(marks.left | marks.right);
        let listed = edges().map(|edge| (edge, self.ends[edge as usize])).collect();
        value_text(&Standing::new(listed, self.vertices), edges(), |edge| letter(marks, edge as usize))
    }
}

impl Notation<Marks> for HackenbushGraph {
    fn read(&self, text: &str) -> Result<Marks, BadNotation> {
        if text == "all" {
            return Ok(self.colours.on(self.standing(self.colours.left | self.colours.right)));
        }
        let exchanged = || self.read_as(&self.colours.exchanged(), text);
        self.read_as(&self.colours, text).or_else(|error| exchanged().map_err(|_| error))
    }
    fn show(&self, marks: &Marks) -> String {
        (0..self.edges.len()).map(|edge| letter(marks, edge)).collect()
    }
    /// Draws the ground and the edges that are still there.
    fn picture(&self, marks: &Marks) -> Option<Picture> {
        let edges = bits(marks.left | marks.right);
        let edges = edges.map(|edge| parse::drawn(&self.edges[edge as usize], letter(marks, edge as usize)));
        let ground = VertexPicture::ground(parse::GROUND);
        Some(Picture::Graph(GraphPicture::of_edges(vec![ground], edges, false)))
    }
}
