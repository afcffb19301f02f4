//! Graphs with coloured vertices, as text.
//!
//! A line is an edge, a vertex, or a vertex with a colour.

use super::ColouringGraph;
use crate::marks::MAX_MARKS;
use crate::{Colouring, Marks};
use sprague_core::notation::{BadLine, each_line, name, words};
use sprague_core::{BadNotation, Limits, Player};
use std::sync::Arc;

impl ColouringGraph {
    /// Parses the graph that `text` describes, for Snort or Col.
    ///
    /// A line `u v` is an edge, a line `u` is a vertex, and a line `u=L` or `u=R` is a vertex that has a colour from the start.
    /// Names consist of letters `a`–`z`, `A`–`Z`, digits and `_`, with blanks between them. `#` starts a comment. Empty lines
    /// are skipped. An edge may be repeated.
    ///
    /// ```
    /// use sprague_rules_strips::{Colouring, ColouringGraph};
    ///
    /// let error = ColouringGraph::parse(Colouring::Col, "a b\nb b").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, byte 2: expected another vertex: none is its own neighbour");
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] if a line has another form, gives a vertex a second colour, breaks the rule, or has the 65th vertex.
    pub fn parse(game: Colouring, text: &str) -> Result<Self, BadLine> {
        Self::parse_within(game, text, &Limits { positions: u64::MAX, ..Limits::default() })
    }

    /// Parses the graph as `parse` does, within these limits. Each line counts as a position.
    ///
    /// ```
    /// # use sprague_core::Limits;
    /// # use sprague_rules_strips::{Colouring, ColouringGraph};
    /// let limits = Limits { positions: 1, ..Limits::default() };
    /// assert_eq!(ColouringGraph::parse_within(Colouring::Col, "a\nb", &limits).unwrap_err().line, 2);
    /// ```
    ///
    /// # Errors
    /// [`BadLine`] as for `parse`, or if a limit is reached.
    pub fn parse_within(game: Colouring, text: &str, limits: &Limits) -> Result<Self, BadLine> {
        let mut graph = Self { game, names: vec![], neighbours: vec![], start: Marks::default() };
        each_line(text, limits, |line| graph.read_line(line))?;
        Ok(graph)
    }

    fn read_line(&mut self, line: &str) -> Result<(), BadNotation> {
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(()) };
        let Some((at, word)) = words.next() else { return self.read_vertex(first) };
        let from = self.vertex(first)?;
        let to = self.vertex((at, word))?;
        if from == to {
            return Err(BadNotation::new(at, "another vertex: none is its own neighbour"));
        }
        self.neighbours[from] |= 1 << to;
        self.neighbours[to] |= 1 << from;
        self.keeps_rule(at, "another vertex")?;
        match words.next() {
            Some((at, _)) => Err(BadNotation::new(at, "at most two names on a line")),
            None => Ok(()),
        }
    }

    /// Parses `u`, `u=L` or `u=R`.
    fn read_vertex(&mut self, (at, word): (usize, &str)) -> Result<(), BadNotation> {
        let Some((name, colour)) = word.split_once('=') else { return self.vertex((at, word)).map(drop) };
        let behind = at + name.len() + 1;
        let player = match colour {
            "L" => Player::Left,
            "R" => Player::Right,
            _ => return Err(BadNotation::new(behind, "`L` or `R`")),
        };
        let vertex = self.vertex((at, name))?;
        if self.start.of(-player) >> vertex & 1 == 1 {
            return Err(BadNotation::new(behind, "the colour that the vertex has already"));
        }
        self.start = self.start.with(player, 1 << vertex);
        self.keeps_rule(behind, "the other colour")
    }

    /// Refuses a line after which the colours from the start break the rule.
    fn keeps_rule(&self, at: usize, expected: &str) -> Result<(), BadNotation> {
        match self.broken(&self.start) {
            Some((_, _, player)) => Err(BadNotation::new(at, format!("{expected}: {}", self.game.rule_for(player)))),
            None => Ok(()),
        }
    }

    /// Returns the number of the vertex with this name. If the name is new, it adds the vertex.
    fn vertex(&mut self, (at, word): (usize, &str)) -> Result<usize, BadNotation> {
        let name = name((at, word))?;
        if let Some(known) = self.names.iter().position(|known| **known == *name) {
            return Ok(known);
        }
        if self.names.len() == MAX_MARKS {
            return Err(BadNotation::new(at, format!("at most {MAX_MARKS} vertices")));
        }
        self.names.push(Arc::from(name));
        self.neighbours.push(0);
        Ok(self.names.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Notation;

    #[test]
    fn malformed_lines_say_where_and_why() {
        let name = "a name of letters a-z, A-Z, digits and _";
        let many: String = (0..65).map(|vertex| format!("v{vertex}\n")).collect();
        for (text, line, at, expected) in [
            ("a b\n\nc-d e", 3, 1, name),
            ("a b=L", 1, 3, name),
            ("=L", 1, 0, name),
            ("a b c", 1, 4, "at most two names on a line"),
            ("a\n a=", 2, 3, "`L` or `R`"),
            ("a=E", 1, 2, "`L` or `R`"),
            ("a=L\na=L\na=R # no", 3, 2, "the colour that the vertex has already"),
            ("a  a", 1, 3, "another vertex: none is its own neighbour"),
            ("a b\na=L\nb=R\nc b\nc=R", 5, 2, "the other colour: in Col no `R` is beside `R`"),
            ("a=L\nb=L\na b", 3, 2, "another vertex: in Col no `L` is beside `L`"),
            (&many, 65, 0, "at most 64 vertices"),
        ] {
            let error = ColouringGraph::parse(Colouring::Col, text).unwrap_err();
            assert_eq!((error.line, error.at, &*error.expected), (line, at, expected), "{text}");
        }
    }

    #[test]
    fn vertices_keep_the_order_of_the_file() {
        let graph = ColouringGraph::parse(Colouring::Col, "# a map\r\nb a\r\n\r\nc=R #\nb=L\na b\nd").unwrap();
        assert_eq!(graph.names.iter().map(|name| &**name).collect::<Vec<_>>(), ["b", "a", "c", "d"]);
        assert_eq!(graph.neighbours, [0b10, 0b01, 0, 0]);
        assert_eq!(graph.show(&graph.read("....").unwrap()), "L.R.");
        assert_eq!(ColouringGraph::parse(Colouring::Col, "").unwrap().vertices(), 0);
    }

    #[test]
    fn graphs_of_64_vertices_are_the_largest() {
        let path: String = (1..64).map(|vertex| format!("v{} v{vertex}\n", vertex - 1)).collect();
        let graph = ColouringGraph::parse(Colouring::Snort, &path).unwrap();
        assert_eq!((graph.vertices(), graph.all()), (64, u64::MAX));
    }
}
