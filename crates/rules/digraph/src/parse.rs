//! Parses graphs from text: each line is an edge or a vertex.

use crate::names::Names;
use crate::{Digraph, PartizanDigraph};
use sprague_core::notation::{BadLine, each_line, name, words};
use sprague_core::{BadNotation, Limits, Player, Stopped};
use std::str::FromStr;
use std::sync::Arc;

/// The largest number of lines with an edge, and of vertices.
const MAX: usize = 50_000_000;

impl Digraph {
    /// Parses a graph.
    ///
    /// A line `from to` is an edge, and a line with one name is a vertex. Names consist of letters `a`–`z`, `A`–`Z`, digits and
    /// `_`, and are separated by blanks. `#` starts a comment, and empty lines are skipped. Repeated edges count once; loops
    /// and cycles are allowed. Vertices and edges keep the order of their first appearance.
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
    /// [`BadLine`] at a character that is not allowed in names, at a third name, and if there are more than 50 million vertices
    /// or edges.
    pub fn parse(text: &str) -> Result<Self, BadLine> {
        Self::parse_within(text, &Limits { positions: u64::MAX, ..Limits::default() })
    }

    /// Parses a graph under these limits. Lines count as positions.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rules_digraph::Digraph;
    /// let error = Digraph::parse_within("a b \n b c \n c d", &Limits { positions: 2, ..Limits::default() }).unwrap_err();
    /// assert!(error.to_string().contains("stopped after 2 positions"));
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] with the line, also if a limit is reached.
    pub fn parse_within(text: &str, limits: &Limits) -> Result<Self, BadLine> {
        read(MAX, Edges::OfBoth, text, limits)?.of_both(limits)
    }
}

impl FromStr for Digraph {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Self, BadLine> {
        Self::parse(text)
    }
}

impl PartizanDigraph {
    /// Parses a graph with edges of the players.
    ///
    /// The format is that of [`Digraph::parse`], except that a line `from to L` is an edge of Left's and `from to R` an edge of
    /// Right's. A line `from to` or `from to E` is an edge of both players.
    ///
    /// ```
    /// use sprague_rules_digraph::PartizanDigraph;
    /// assert!(PartizanDigraph::parse("a b L\nb a R\nb c E").is_ok());
    /// let error = PartizanDigraph::parse("a b x").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, byte 4: expected `L`, `R` or `E` after two names: the players of the edge");
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] if a line has another form, and if there are more than 50 million vertices or edges.
    pub fn parse(text: &str) -> Result<Self, BadLine> {
        let limits = Limits { positions: u64::MAX, ..Limits::default() };
        read(MAX, Edges::OfPlayers, text, &limits)?.of_players(&limits)
    }
}

impl FromStr for PartizanDigraph {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Self, BadLine> {
        Self::parse(text)
    }
}

/// Parses a graph. It has edges of players if some line gives an edge to a player; otherwise all its edges belong to both.
pub(crate) fn either(text: &str, limits: &Limits) -> Result<Either, BadLine> {
    let written = read(MAX, Edges::OfPlayers, text, limits)?;
    if written.owned.is_empty() {
        written.of_both(limits).map(Either::OfBoth)
    } else {
        written.of_players(limits).map(Either::OfPlayers)
    }
}

pub(crate) enum Either {
    OfBoth(Digraph),
    OfPlayers(PartizanDigraph),
}

/// Whether lines may give edges to a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    OfBoth,
    OfPlayers,
}

struct Written {
    names: Names,
    edges: Vec<(u32, u32)>,
    /// The edges of one player only: their indices, rising, and the players.
    owned: Vec<(usize, Player)>,
    lines: usize,
}

impl Written {
    fn of_both(self, limits: &Limits) -> Result<Digraph, BadLine> {
        Digraph::from_edges(Arc::new(self.names), &self.edges, limits).map_err(beyond(self.lines))
    }

    fn of_players(self, limits: &Limits) -> Result<PartizanDigraph, BadLine> {
        let Self { names, edges, owned, lines } = self;
        let names = Arc::new(names);
        let side = |player| {
            let mut owned = owned.iter().peekable();
            let own = edges.iter().enumerate().filter(|(at, _)| {
                let owner = owned.next_if(|(owned, _)| owned == at);
                owner.is_none_or(|(_, owner)| *owner == player)
            });
            let own: Vec<(u32, u32)> = own.map(|(_, edge)| *edge).collect();
            Digraph::from_edges(names.clone(), &own, limits).map_err(beyond(lines))
        };
        Ok(PartizanDigraph::new([side(Player::Left)?, side(Player::Right)?]))
    }
}

/// Returns the error for a limit that is reached after the last line.
fn beyond(lines: usize) -> impl Fn(Stopped) -> BadLine {
    move |stopped| BadLine::new(lines, BadNotation::beyond_limits(0, "a file", &stopped))
}

/// Parses the owner of an edge; the inner `None` means both players.
fn player(word: &str) -> Option<Option<Player>> {
    match word {
        "L" => Some(Some(Player::Left)),
        "R" => Some(Some(Player::Right)),
        "E" => Some(None),
        _ => None,
    }
}

/// Parses a file with at most `most` vertices and edges. Repeated edges are counted each time.
fn read(most: usize, kind: Edges, text: &str, limits: &Limits) -> Result<Written, BadLine> {
    let (mut vertices, mut edges, mut owned) = (Names::default(), vec![], vec![]);
    each_line(text, limits, |line| {
        let mut ends = [None; 2];
        let mut owner = None;
        for (at, word) in words(line) {
            let name = name((at, word))?;
            let Some(end) = ends.iter_mut().find(|end| end.is_none()) else {
                let expected = match (kind, owner) {
                    (Edges::OfBoth, _) => "at most two names on a line",
                    (Edges::OfPlayers, Some(_)) => "the end of the line after the players of the edge",
                    (Edges::OfPlayers, None) => "`L`, `R` or `E` after two names: the players of the edge",
                };
                owner = Some(
                    player(name)
                        .filter(|_| kind == Edges::OfPlayers && owner.is_none())
                        .ok_or_else(|| BadNotation::new(at, expected))?,
                );
                continue;
            };
            let number = vertices.number_or_insert(name, most);
            *end = Some(number.ok_or_else(|| BadNotation::new(at, format!("at most {most} vertices")))?);
        }
        if let [Some(from), Some(to)] = ends {
            if edges.len() == most {
                return Err(BadNotation::new(0, format!("at most {most} edges")));
            }
            owned.extend(owner.flatten().map(|player| (edges.len(), player)));
            edges.push((from, to));
        }
        Ok(())
    })?;
    Ok(Written { names: vertices, edges, owned, lines: text.lines().count() })
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
        let refusal = |most, text| read(most, Edges::OfPlayers, text, &Limits::default()).map(|_| ());
        assert!(refusal(3, text).is_ok());
        let edges = refusal(2, text).unwrap_err();
        assert_eq!(edges.to_string(), "line 3, byte 0: expected at most 2 edges");
        let vertices = refusal(2, "a b\n c").unwrap_err();
        assert_eq!(vertices.to_string(), "line 2, byte 1: expected at most 2 vertices");
    }
}
