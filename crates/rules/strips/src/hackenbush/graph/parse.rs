//! Hackenbush pictures as text, with a line for each edge.

use super::{Ends, HackenbushGraph};
use crate::Marks;
use crate::marks::MAX_MARKS;
use sprague_core::notation::{BadLine, each_line, name, words};
use sprague_core::{BadNotation, Limits, Player};
use std::collections::HashMap;
use std::sync::Arc;

pub(crate) const GROUND: &str = "0";

pub(crate) const MOST_EDGES: usize = 1_000_000;

impl HackenbushGraph {
    /// Parses the picture that `text` describes.
    ///
    /// A line `from to L`, with `L`, `R` or `E`, is an edge, and `0` is the ground. Names consist of letters `a`–`z`, `A`–`Z`,
    /// digits and `_`, with blanks between the words. `#` starts a comment. Empty lines are skipped. An edge may join a vertex
    /// to itself, and several edges may join the same vertices.
    ///
    /// ```
    /// use sprague_rules_strips::HackenbushGraph;
    ///
    /// let error = HackenbushGraph::parse("0 a L\na b").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, byte 3: expected who may cut the edge: `L`, `R` or `E`");
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] if a line is not an edge, or is the 65th edge.
    pub fn parse(text: &str) -> Result<Self, BadLine> {
        Self::parse_within(text, &Limits { positions: u64::MAX, ..Limits::default() })
    }

    /// Parses the picture as `parse` does, within these limits. Each line counts as a position.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rules_strips::HackenbushGraph;
    /// let limits = Limits { positions: 1, ..Limits::default() };
    /// assert_eq!(HackenbushGraph::parse_within("0 a L\n0 b R", &limits).unwrap_err().line, 2);
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] as for `parse`, or if a limit is reached.
    pub fn parse_within(text: &str, limits: &Limits) -> Result<Self, BadLine> {
        coloured(text, limits, MAX_MARKS).map(|(edges, letters)| Self::coloured(edges, &letters))
    }

    /// Builds the picture with these edges, at most 64, and the letters of their colours.
    pub(crate) fn coloured(edges: Vec<Ends>, letters: &[char]) -> Self {
        let mask = |other| (0..).zip(letters).filter(|(_, letter)| **letter != other).fold(0, |mask, (edge, _)| mask | 1 << edge);
        Self::of(edges, Marks { left: mask('R'), right: mask('L') })
    }

    /// Builds the picture with these edges, at most 64.
    pub(crate) fn of(edges: Vec<Ends>, colours: Marks) -> Self {
        let touches = |edge: &Ends, vertex: &str| edge.iter().any(|end| **end == *vertex);
        let all = |is_one: &dyn Fn(&Ends) -> bool| {
            let ones = edges.iter().enumerate().filter(|(_, edge)| is_one(edge));
            ones.fold(0, |mask, (index, _)| mask | 1 << index)
        };
        let touching = edges.iter().map(|edge| {
            let above = edge.iter().filter(|end| ***end != *GROUND);
            above.fold(0, |touching, end| touching | all(&|other| touches(other, end)))
        });
        let (touching, grounded) = (touching.collect(), all(&|edge| touches(edge, GROUND)));
        let (ends, vertices) = numbered(&edges);
        Self { edges, ends, vertices, touching, grounded, colours }
    }
}

/// Parses edges with the letters of their colours.
///
/// # Errors
/// [`BadLine`] if a line is not an edge, there are more than `most`, or a limit is reached.
pub(crate) fn coloured(text: &str, limits: &Limits, most: usize) -> Result<(Vec<Ends>, Vec<char>), BadLine> {
    let (mut edges, mut letters) = (vec![], vec![]);
    each_line(text, limits, |line| {
        let Some((edge, letter)) = read_edge(line)? else { return Ok(()) };
        if edges.len() == most {
            return Err(BadNotation::new(0, format!("at most {most} edges")));
        }
        letters.push(letter);
        edges.push(edge);
        Ok(())
    })?;
    Ok((edges, letters))
}

/// Numbers the vertices of edges, the ground being 0. Returns the ends of all edges, and the number of vertices.
pub(crate) fn numbered(edges: &[Ends]) -> (Vec<[u32; 2]>, usize) {
    let mut numbers: HashMap<&str, u32> = HashMap::from([(GROUND, 0)]);
    let mut number = |name| {
        let next = numbers.len() as u32;
        *numbers.entry(name).or_insert(next)
    };
    let ends = edges.iter().map(|[from, to]| [number(from), number(to)]).collect();
    (ends, numbers.len())
}

/// Returns the error for the letter of an edge.
pub(crate) fn wrong_letter(
    text: &str,
    letter: Option<(usize, char)>,
    colour: char,
    edge: usize,
    [from, to]: &Ends,
) -> BadNotation {
    let at = letter.map_or(text.len(), |(at, _)| at);
    BadNotation::new(at, format!("`{colour}` for edge {} ({from}-{to}), or `.`", edge + 1))
}

/// Returns an edge as pictures contain it: its ends, and the player who alone may cut it.
pub(crate) fn drawn([from, to]: &Ends, letter: char) -> (&str, &str, Option<Player>) {
    let owner = match letter {
        'L' => Some(Player::Left),
        'R' => Some(Player::Right),
        _ => None,
    };
    (from, to, owner)
}

/// Parses the edge on a line and the letter of its colour; `None` if the line is empty.
fn read_edge(line: &str) -> Result<Option<(Ends, char)>, BadNotation> {
    let mut words = words(line);
    let end = |(at, word): (usize, &str)| at + word.len();
    let Some(from) = words.next() else { return Ok(None) };
    let first = name(from)?;
    let Some(to) = words.next() else { return Err(BadNotation::new(end(from), "where the edge ends")) };
    let ends = [first, name(to)?].map(Arc::from);
    let colour = || "who may cut the edge: `L`, `R` or `E`";
    let letter = match words.next() {
        Some((_, "L")) => 'L',
        Some((_, "R")) => 'R',
        Some((_, "E")) => 'E',
        Some((at, _)) => return Err(BadNotation::new(at, colour())),
        None => return Err(BadNotation::new(end(to), colour())),
    };
    match words.next() {
        Some((at, _)) => Err(BadNotation::new(at, "one edge on a line")),
        None => Ok(Some((ends, letter))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_say_where_and_why() {
        let name = "a name of letters a-z, A-Z, digits and _";
        let colour = "who may cut the edge: `L`, `R` or `E`";
        let many = "0 a L\n".repeat(65);
        for (text, line, at, expected) in [
            ("0 a L\n\n0-a L", 3, 1, name),
            ("0 a,b L", 1, 3, name),
            ("0", 1, 1, "where the edge ends"),
            ("0 a # R", 1, 3, colour),
            ("0 a l", 1, 4, colour),
            ("0 a LR", 1, 4, colour),
            ("0 a L R", 1, 6, "one edge on a line"),
            (&many, 65, 0, "at most 64 edges"),
        ] {
            let error = HackenbushGraph::parse(text).unwrap_err();
            assert_eq!((error.line, error.at, &*error.expected), (line, at, expected), "{text}");
        }
    }

    #[test]
    fn edges_touch_at_vertices_but_the_ground() {
        let graph = HackenbushGraph::parse("# a flower\r\n0 a L\r\n\r\na a E\na\tb R # petal\n0 b L\n0 c L\nd e R").unwrap();
        assert_eq!(graph.touching, [0b111, 0b111, 0b1111, 0b1100, 0b1_0000, 0b10_0000]);
        assert_eq!(graph.grounded, 0b1_1001);
        assert_eq!((graph.colours.left, graph.colours.right), (0b1_1011, 0b10_0110));
        assert_eq!(HackenbushGraph::parse("").unwrap().edges(), 0);
        assert_eq!(HackenbushGraph::parse("0 0 L").unwrap().touching, [0]);
    }
}
