//! Parses the pictures that modules return as text. The first line is the kind. Each further line is a row, a vertex or an
//! edge.

use crate::guest::failure::{Failure, one_line};
use crate::guest::picture::{Sketch, board, bounded, failure, square};
use sprague_core::Player;
use sprague_core::any::Picture;

/// Parses a picture. An empty text means that there is none.
pub(super) fn picture(text: &str) -> Result<Option<Picture>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    let first = lines.next().unwrap_or_default();
    let mut words = first.split(' ');
    let kind = words.next().unwrap_or_default();
    if kind != "graph" && words.next().is_some() {
        return Err(failure(format!("nothing follows `{}` on the first line", one_line(kind))));
    }
    match kind {
        "cells" => board(lines.map(str::chars)).map(Some),
        "heaps" => heaps(lines).map(Some),
        "graph" => graph(first, lines).map(Some),
        other => Err(failure(format!("the first line is `cells`, `heaps` or `graph`, not `{}`", one_line(other)))),
    }
}

/// Parses heaps: numbers separated by blanks.
fn heaps<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Picture, Failure> {
    let heap = |word: &str| {
        word.parse().map_err(|_| failure(format!("`{}` is not a heap, which is a number below 2^64", one_line(word))))
    };
    let numbers = lines.flat_map(|line| line.split(' ')).filter(|word| !word.is_empty());
    bounded(Picture::Heaps(numbers.map(heap).collect::<Result<_, _>>()?))
}

/// Parses a graph: a line for each vertex and each edge.
///
/// A vertex is written as `a`, or as `a=T` with a mark. An edge is written as `a b`, or as `a b L` if it belongs to a player.
fn graph<'a>(first: &str, lines: impl Iterator<Item = &'a str>) -> Result<Picture, Failure> {
    let (mut is_directed, mut ground) = (false, None);
    for word in first.split(' ').skip(1) {
        match (word, word.strip_prefix("ground=")) {
            ("directed", _) => is_directed = true,
            (_, Some(name)) => ground = Some(name),
            _ => return Err(failure(format!("`directed` or `ground=` and a name was expected, not `{}`", one_line(word)))),
        }
    }
    let mut sketch = Sketch::new(is_directed);
    if let Some(name) = ground {
        sketch.vertex(name)?.is_ground = true;
    }
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [vertex] => match vertex.split_once('=') {
                None => drop(sketch.vertex(vertex)?),
                Some((name, mark)) => sketch.vertex(name)?.mark = Some(one(mark)?),
            },
            [from, to] => sketch.edge(from, to, None)?,
            [from, to, whose] => sketch.edge(from, to, player(whose)?)?,
            _ => return Err(failure(format!("`{}` is not a vertex or an edge", one_line(line)))),
        }
    }
    Ok(sketch.finished())
}

/// Parses a mark, which is a single character.
fn one(mark: &str) -> Result<char, Failure> {
    let mut characters = mark.chars();
    match (characters.next(), characters.next()) {
        (Some(mark), None) => square(mark),
        _ => Err(failure(format!("a mark is one character, not `{}`", one_line(mark)))),
    }
}

fn player(whose: &str) -> Result<Option<Player>, Failure> {
    match whose {
        "L" => Ok(Some(Player::Left)),
        "R" => Ok(Some(Player::Right)),
        "E" => Ok(None),
        other => Err(failure(format!("an edge is `L`, `R` or `E`, either's, not `{}`", one_line(other)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::any::{GraphPicture, VertexPicture};

    #[test]
    fn boards_heaps_and_graphs_are_read() {
        let rows = vec![vec!['x', '.', 'o'], vec![], vec![' ', '#']];
        assert_eq!(picture("cells\nx.o\n\n #\n"), Ok(Some(Picture::Cells(rows))));
        assert_eq!(picture("cells"), Ok(Some(Picture::Cells(vec![]))));
        assert_eq!(picture("heaps\n3 1\n18446744073709551615"), Ok(Some(Picture::Heaps(vec![3, 1, u64::MAX]))));
        assert_eq!(picture("heaps\n"), Ok(Some(Picture::Heaps(vec![]))));
        assert_eq!(picture(""), Ok(None));
        let vertices = vec![VertexPicture::ground("0"), VertexPicture::new("b").marked('T'), VertexPicture::new("c")];
        let edges = [("0", "a", Some(Player::Left)), ("a", "b", None), ("b", "a", Some(Player::Right)), ("a", "c", None)];
        let graph = GraphPicture::of_edges(vertices, edges, true);
        let text = "graph directed ground=0\nb=T\nc\n0 a L\na b\nb a R\na c E";
        assert_eq!(picture(text), Ok(Some(Picture::Graph(graph))));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let (many, wide) = (format!("heaps\n{}", "1 ".repeat(4097)), format!("cells\n{}", ".".repeat(4097)));
        let (rows, edges) = (format!("cells{}", "\n".repeat(4099)), format!("graph\n{}", "a b\n".repeat(4095)));
        for (text, how) in [
            ("board\n..", "`cells`, `heaps` or `graph`, not `board`"),
            ("\ncells", "`cells`, `heaps` or `graph`"),
            ("cells 3\n...", "nothing follows `cells`"),
            ("cells\n\u{1b}[31m", "as wide as a letter"),
            ("cells\n🐸", "as wide as a letter"),
            ("heaps\n3 -1", "`-1` is not a heap"),
            ("heaps\n18446744073709551616", "is not a heap"),
            ("graph directd", "not `directd`"),
            ("graph ground=", "the name \"\""),
            ("graph\na b L R", "not a vertex or an edge"),
            ("graph\na b l", "not `l`"),
            ("graph\na=", "one character"),
            ("graph\na=TT", "one character"),
            ("graph\na=\u{7}", "as wide as a letter"),
            ("graph\na \u{202e}b", "cannot be printed"),
            ("graph\n\na b", "the name \"\""),
            (&many, "more than 4096"),
            (&wide, "more than 4096"),
            (&rows, "more than 4096"),
            (&edges, "more than 4096"),
        ] {
            let failure = picture(text).expect_err(text);
            assert!(failure.reason.contains(how) && failure.export == "picture", "{text:?}: {failure}");
        }
    }
}
