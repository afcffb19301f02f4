//! Parses graphs in one line, in graph6 and in files.

use sprague_core::notation::{BadLine, Reader, each_line, name, words};
use sprague_core::{BadNotation, Limits};
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

pub(crate) const MOST: usize = 4096;

/// The names and the neighbours of vertices, and the known symmetries of a graph.
pub(crate) struct Graph {
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) neighbours: Vec<Vec<u16>>,
    pub(crate) symmetries: Vec<Vec<u16>>,
}

impl Graph {
    /// Builds a graph of vertices 1, 2, … with these edges, which are given by indices from 0.
    fn numbered(vertices: usize, edges: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let names = (1..=vertices).map(|vertex| vertex.to_string().into()).collect();
        Self::of(names, edges)
    }

    fn of(names: Vec<Arc<str>>, edges: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let mut neighbours = vec![vec![]; names.len()];
        for [one, other] in edges {
            neighbours[one].push(other as u16);
            neighbours[other].push(one as u16);
        }
        neighbours.iter_mut().for_each(|near| {
            near.sort_unstable();
            near.dedup();
        });
        Self { names, neighbours, symmetries: vec![] }
    }

    /// Adds symmetries. Each is a function from an index to its image.
    fn with(mut self, symmetries: impl IntoIterator<Item = impl Fn(usize) -> usize>) -> Self {
        let vertices = 0..self.names.len();
        let images = symmetries.into_iter().map(|image| vertices.clone().map(|vertex| image(vertex) as u16).collect());
        self.symmetries = images.collect();
        self
    }

    /// Returns the names of the vertices, and each edge as two arcs.
    pub(crate) fn into_arcs(self) -> Arcs {
        let near = self.neighbours.iter().enumerate();
        let arcs = near.flat_map(|(from, near)| near.iter().map(move |to| [from, usize::from(*to)])).collect();
        (self.names, arcs)
    }

    pub(crate) fn edges(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }
}

/// The graphs that can be typed, for error messages.
const KINDS: &str =
    "edges such as 1-2.2-3, or path:N, cycle:N, complete:N, star:N, grid:RxC, queens:N, petersen, or graph6 in double quotes";

/// Parses a graph in one line.
pub(crate) fn graph(text: &str) -> Result<Graph, BadNotation> {
    match text.split_once(':') {
        _ if text.starts_with('"') => graph6(text),
        _ if text == "petersen" => Ok(petersen()),
        Some((kind, sizes)) => {
            let at = kind.len() + 1;
            named(kind, sizes).ok_or_else(|| BadNotation::new(0, KINDS))?.map_err(|error| error.shifted(at))
        }
        None if text.starts_with(|first: char| first.is_ascii_digit()) => edges(text),
        None => Err(BadNotation::new(0, KINDS)),
    }
}

/// Builds a graph from its kind and size; `None` if the kind is unknown.
fn named(kind: &str, sizes: &str) -> Option<Result<Graph, BadNotation>> {
    let one = |least: usize, most: usize| {
        let size = Reader::new(sizes).whole(|reader| reader.within(range(least, most), "vertices"));
        size.map(|size| size as usize)
    };
    let pairs = |count: usize| (0..count).flat_map(|other| (0..other).map(move |one| [one, other]));
    Some(match kind {
        "path" => one(1, MOST).map(|n| Graph::numbered(n, (1..n).map(|next| [next - 1, next])).with([|v: usize| n - 1 - v])),
        "cycle" => one(3, MOST).map(|n| {
            let cycle = Graph::numbered(n, (0..n).map(|vertex| [vertex, (vertex + 1) % n]));
            // for larger cycles, computing the images costs more than they save
            let turns = if n <= 32 { n } else { 1 };
            let turned = |turn: usize, is_back: bool| move |v: usize| (turn + if is_back { n - v } else { v }) % n;
            cycle.with((0..turns).flat_map(|turn| [turned(turn, false), turned(turn, true)]).skip(1))
        }),
        "complete" => one(1, MOST).map(|n| Graph::numbered(n, pairs(n))),
        "star" => one(1, MOST - 1).map(|leaves| Graph::numbered(leaves + 1, (1..=leaves).map(|leaf| [0, leaf]))),
        "grid" => grid(sizes),
        "queens" => one(1, 64).map(|n| {
            let attack = |[one, other]: &[usize; 2]| {
                let [rows, columns] = [(one / n).abs_diff(other / n), (one % n).abs_diff(other % n)];
                rows == 0 || columns == 0 || rows == columns
            };
            Graph::numbered(n * n, pairs(n * n).filter(attack)).with(images(n, n))
        }),
        _ => return None,
    })
}

fn range(least: usize, most: usize) -> RangeInclusive<u64> {
    least as u64..=most as u64
}

fn grid(sizes: &str) -> Result<Graph, BadNotation> {
    let (rows, columns) = Reader::new(sizes).whole(|reader| {
        let rows = reader.within(range(1, MOST), "rows")?;
        if !reader.skip('x') {
            return Err(reader.expected("`x` and the number of columns, as in 3x7"));
        }
        let columns = reader.within(range(1, MOST), "columns")?;
        Ok((rows as usize, columns as usize))
    })?;
    if rows * columns > MOST {
        return Err(BadNotation::new(0, format!("a grid of at most {MOST} vertices")));
    }
    let right = (0..rows * columns).filter(|v| v % columns + 1 < columns).map(|v| [v, v + 1]);
    let below = (columns..rows * columns).map(|v| [v - columns, v]);
    Ok(Graph::numbered(rows * columns, right.chain(below)).with(images(rows, columns)))
}

/// Returns the symmetries of a rectangle except the identity: mirror images, and turns if it is a square.
fn images(rows: usize, columns: usize) -> impl Iterator<Item = impl Fn(usize) -> usize> {
    let all = if rows == columns { 8 } else { 4 };
    (1..all).map(move |image| {
        move |vertex: usize| {
            let (mut row, mut column) = (vertex / columns, vertex % columns);
            if image & 1 == 1 {
                row = rows - 1 - row;
            }
            if image & 2 == 2 {
                column = columns - 1 - column;
            }
            if image & 4 == 4 { column * columns + row } else { row * columns + column }
        }
    })
}

fn petersen() -> Graph {
    let edges = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [5 + v, 5 + (v + 2) % 5]]);
    Graph::numbered(10, edges)
}

/// Parses edges such as `1-2` and single vertices such as `3`, separated by `.`.
fn edges(text: &str) -> Result<Graph, BadNotation> {
    links(text, false).map(|(names, arcs)| Graph::of(names, arcs))
}

/// The names of vertices, and pairs of indices: the first is the source, the second the target.
pub(crate) type Arcs = (Vec<Arc<str>>, Vec<[usize; 2]>);

/// Parses a directed graph in one line. `1>2` is an arc, and an edge `1-2` is an arc in each direction.
pub(crate) fn arcs(text: &str) -> Result<Arcs, BadNotation> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return links(text, true);
    }
    let also_arcs = |error: BadNotation| {
        let expected = error.expected.replacen(KINDS, &format!("arcs such as 1>2.2>3, {KINDS}"), 1);
        BadNotation::new(error.at, expected)
    };
    graph(text).map(Graph::into_arcs).map_err(also_arcs)
}

/// Parses edges, each as two arcs, and also arcs if `is_directed`.
fn links(text: &str, is_directed: bool) -> Result<Arcs, BadNotation> {
    let (mut vertices, mut arcs) = (BTreeSet::new(), BTreeSet::new());
    let vertex = |reader: &mut Reader<'_>| reader.within(1..=u64::from(u32::MAX), "vertices, numbered from 1,");
    Reader::new(text).whole(|reader| {
        loop {
            let start = reader.at();
            let one = vertex(reader)?;
            vertices.insert(one);
            let is_arc = is_directed && reader.skip('>');
            if is_arc || reader.skip('-') {
                let at = reader.at();
                let other = vertex(reader)?;
                if one == other {
                    return Err(BadNotation::new(at, "another vertex: none is its own neighbour"));
                }
                vertices.insert(other);
                arcs.insert([one, other]);
                if !is_arc {
                    arcs.insert([other, one]);
                }
            }
            if vertices.len() > MOST {
                return Err(BadNotation::new(start, format!("a graph with at most {MOST} vertices")));
            }
            if !reader.skip('.') {
                return Ok(());
            }
        }
    })?;
    let place: HashMap<u64, usize> = vertices.iter().copied().zip(0..).collect();
    let names = vertices.iter().map(|vertex| vertex.to_string().into()).collect();
    Ok((names, arcs.iter().map(|ends| ends.map(|end| place[&end])).collect()))
}

/// Parses a graph in double quotes in graph6, as nauty, SageMath and NetworkX write it.
///
/// McKay, *Description of graph6, sparse6 and digraph6 encodings*.
fn graph6(text: &str) -> Result<Graph, BadNotation> {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Err(BadNotation::new(text.len(), "a `\"` after a graph in graph6"));
    };
    let (vertices, edges) = read_graph6(inner).map_err(|error| error.shifted(1))?;
    if vertices == 0 {
        return Err(BadNotation::new(1, "a graph with at least one vertex"));
    }
    Ok(Graph::numbered(vertices, edges))
}

/// Parses graph6. Returns the number of vertices and the edges.
pub(crate) fn read_graph6(text: &str) -> Result<(usize, Vec<[usize; 2]>), BadNotation> {
    let digits = text.bytes().map(|byte| byte.checked_sub(63).filter(|digit| *digit < 64).map(usize::from));
    let digits: Option<Vec<usize>> = digits.collect();
    let Some(digits) = digits else {
        let at = text.bytes().position(|byte| !(63..127).contains(&byte)).unwrap_or(0);
        return Err(BadNotation::new(at, "a character of graph6, `?` to `~`"));
    };
    let (vertices, start) = match digits[..] {
        [63, 63, ..] => return Err(BadNotation::new(0, format!("a graph with at most {MOST} vertices"))),
        [63, a, b, c, ..] => (a << 12 | b << 6 | c, 4),
        [63, ..] | [] => return Err(BadNotation::new(text.len(), "the number of vertices in graph6")),
        [vertices, ..] => (vertices, 1),
    };
    if vertices > MOST {
        return Err(BadNotation::new(0, format!("a graph with at most {MOST} vertices (this one has {vertices})")));
    }
    let pairs = vertices * vertices.saturating_sub(1) / 2;
    let expected = start + pairs.div_ceil(6);
    if digits.len() != expected {
        let at = digits.len().min(expected);
        return Err(BadNotation::new(at, format!("{expected} characters of graph6 for {vertices} vertices")));
    }
    let all = (0..vertices).flat_map(|other| (0..other).map(move |one| [one, other]));
    let has = |pair: &usize| digits[start + pair / 6] >> (5 - pair % 6) & 1 == 1;
    let edges = all.enumerate().filter(|(pair, _)| has(pair)).map(|(_, ends)| ends).collect();
    if let Some(more) = (pairs..6 * pairs.div_ceil(6)).find(has) {
        return Err(BadNotation::new(start + more / 6, "no bits after the last pair of vertices"));
    }
    Ok((vertices, edges))
}

/// Writes a graph of at most 62 vertices in graph6, given by the neighbours of each vertex.
pub(crate) fn write_graph6(rows: &[u64]) -> String {
    let mut text = String::from(char::from(63 + rows.len() as u8));
    let all = (0..rows.len()).flat_map(|other| (0..other).map(move |one| (rows[other] >> one & 1) as u8));
    let bits: Vec<u8> = all.collect();
    for six in bits.chunks(6) {
        let digit = six.iter().enumerate().fold(0, |digit, (place, bit)| digit | bit << (5 - place));
        text.push(char::from(63 + digit));
    }
    text
}

/// Parses a graph file: a line `u v` is an edge, a line `u` a vertex.
pub(crate) fn file(text: &str, limits: &Limits) -> Result<Graph, BadLine> {
    let mut names: Vec<Arc<str>> = vec![];
    let mut index: HashMap<Arc<str>, usize> = HashMap::new();
    let mut edges = vec![];
    each_line(text, limits, |line| {
        let mut vertex = |word: (usize, &str)| {
            let text = name(word)?;
            if let Some(at) = index.get(text) {
                return Ok(*at);
            }
            if names.len() == MOST {
                return Err(BadNotation::new(word.0, format!("at most {MOST} vertices")));
            }
            let text: Arc<str> = text.into();
            names.push(text.clone());
            index.insert(text, names.len() - 1);
            Ok(names.len() - 1)
        };
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(()) };
        let one = vertex(first)?;
        let Some(second) = words.next() else { return Ok(()) };
        let other = vertex(second)?;
        if one == other {
            return Err(BadNotation::new(second.0, "another vertex: none is its own neighbour"));
        }
        if let Some((at, _)) = words.next() {
            return Err(BadNotation::new(at, "at most two names on a line"));
        }
        edges.push([one, other]);
        Ok(())
    })?;
    Ok(Graph::of(names, edges))
}
