//! Graphs as text: a line for an edge, or for a vertex by itself.

use crate::Digraph;
use crate::names::Names;
use sprague_core::notation::{BadLine, each_line, name, words};
use sprague_core::{BadNotation, Limits};
use std::str::FromStr;

/// The most lines with an edge, and the most vertices.
const MAX: usize = 50_000_000;

impl Digraph {
    /// The graph that `text` describes.
    ///
    /// A line `from to` is an edge and a line with one name is a vertex. Names are made of letters `a`–`z`, `A`–`Z`, digits and
    /// `_`; blanks stand between them. `#` starts a comment; empty lines are skipped. Edges given twice count once; loops and
    /// cycles are allowed. Everything keeps the order in which it first appears.
    ///
    /// ```
    /// use sprague_rules_digraph::Digraph;
    ///
    /// let graph = Digraph::parse("# two ways to the end\n\nx y # the long one\ny end\nx end").unwrap();
    /// assert_eq!(graph.vertices().len(), 3);
    /// assert_eq!(graph.edges(), 3);
    /// ```
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let error = Digraph::parse("a b\nb c d").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, byte 4: expected at most two names on a line");
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] at a character that no name has, and at a third name. Also where an edge or a vertex is one more than 50
    /// million.
    pub fn parse(text: &str) -> Result<Self, BadLine> {
        parse_up_to(MAX, text, &Limits { positions: u64::MAX, ..Limits::default() })
    }

    /// The same, under these limits: lines are positions.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rules_digraph::Digraph;
    /// let error = Digraph::parse_within("a b \n b c \n c d", &Limits { positions: 2, ..Limits::default() }).unwrap_err();
    /// assert!(error.to_string().contains("stopped after 2 positions"));
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] with the line, also where a limit is reached.
    pub fn parse_within(text: &str, limits: &Limits) -> Result<Self, BadLine> {
        parse_up_to(MAX, text, limits)
    }
}

impl FromStr for Digraph {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Self, BadLine> {
        Self::parse(text)
    }
}

/// The graph, if it has at most `most` vertices and edges.
///
/// The edges counted are those that its lines have.
fn parse_up_to(most: usize, text: &str, limits: &Limits) -> Result<Digraph, BadLine> {
    let (mut vertices, mut edges) = (Names::default(), vec![]);
    each_line(text, limits, |line| {
        let mut ends = [None; 2];
        for (at, word) in words(line) {
            let name = name((at, word))?;
            let Some(end) = ends.iter_mut().find(|end| end.is_none()) else {
                return Err(BadNotation::new(at, "at most two names on a line"));
            };
            let number = vertices.number_or_insert(name, most);
            *end = Some(number.ok_or_else(|| BadNotation::new(at, format!("at most {most} vertices")))?);
        }
        if let [Some(from), Some(to)] = ends {
            if edges.len() == most {
                return Err(BadNotation::new(0, format!("at most {most} edges")));
            }
            edges.push((from, to));
        }
        Ok(())
    })?;
    Digraph::from_edges(vertices, &edges, limits)
        .map_err(|stopped| BadLine::new(text.lines().count(), BadNotation::beyond_limits(0, "a file", &stopped)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_say_where_and_why() {
        let name = "a name of letters a-z, A-Z, digits and _";
        for (text, line, at, expected) in [
            ("a b\n\nc-d e", 3, 1, name),
            ("é", 1, 0, name),
            ("  a  b,", 1, 6, name),
            ("a b\r\nb a c # too many", 2, 4, "at most two names on a line"),
            ("a\u{0}", 1, 1, name),
        ] {
            let error = Digraph::parse(text).unwrap_err();
            assert_eq!((error.line, error.at, &*error.expected), (line, at, expected), "{text}");
        }
    }

    #[test]
    fn comments_blanks_and_line_ends_of_any_kind_are_skipped() {
        let graph = Digraph::parse("#a b\r\n\r\n \t\r\na\tb#c\r\nB_1 # é, d\n0").unwrap();
        let names: Vec<&str> = graph.vertices().map(|vertex| graph.name(vertex)).collect();
        assert_eq!(names, ["a", "b", "B_1", "0"]);
        assert_eq!(graph.edges(), 1);
    }

    #[test]
    fn the_empty_graph_is_a_graph() {
        let graph = Digraph::parse("").unwrap();
        assert_eq!((graph.vertices().len(), graph.edges()), (0, 0));
        assert!(graph.is_acyclic());
    }

    #[test]
    fn too_large_graphs_are_refused_at_the_line_that_is_too_much() {
        let text = "a b\nb a\na b\nc";
        assert!(parse_up_to(3, text, &Limits::default()).is_ok());
        let edges = parse_up_to(2, text, &Limits::default()).unwrap_err();
        assert_eq!(edges.to_string(), "line 3, byte 0: expected at most 2 edges");
        let vertices = parse_up_to(2, "a b\n c", &Limits::default()).unwrap_err();
        assert_eq!(vertices.to_string(), "line 2, byte 1: expected at most 2 vertices");
    }
}
