//! Finds the parts of a picture that a move changes.

use super::{GraphPicture, Picture};
use core::hash::Hash;
use core::ops::Range;
use std::collections::HashMap;

impl Picture {
    /// Returns the parts of this picture that are changed or gone in the picture `after` a move, in rising order.
    ///
    /// Squares are numbered row by row, heaps in their order, and the edges of a graph after its vertices. Squares are compared
    /// by their place. If a board consists of pieces separated by empty rows, pieces are matched with equal pieces. Vertices
    /// and edges are matched by their names. Heaps are matched with equal heaps, unless several heaps lose equally many tokens.
    /// For pictures of different kinds the list is empty. O(parts).
    ///
    /// ```
    /// use sprague_core::any::Picture;
    ///
    /// let board = |text: &str| Picture::Cells(text.lines().map(|row| row.chars().collect()).collect());
    /// assert_eq!(board("...\n.#.").marks(&board("##.\n.#.")), [0, 1]);
    /// let chocolate = board("xooo\nooo");
    /// assert_eq!(chocolate.marks(&board("xo\noo")), [2, 3, 6]); // bitten off
    /// assert_eq!(Picture::Heaps(vec![5, 3]).marks(&Picture::Heaps(vec![3, 1])), [0, 1]); // two of each
    /// assert_eq!(Picture::Heaps(vec![7, 3, 3]).marks(&Picture::Heaps(vec![3, 3, 3, 2])), [0]);
    /// ```
    pub fn marks(&self, after: &Self) -> Vec<usize> {
        match (self, after) {
            (Self::Cells(before), Self::Cells(after)) => cells(before, after),
            (Self::Heaps(before), Self::Heaps(after)) => heaps(before, after),
            (Self::Graph(before), Self::Graph(after)) => graph(before, after),
            _ => vec![],
        }
    }
}

type Rows = [Vec<char>];

fn cells(before: &Rows, after: &Rows) -> Vec<usize> {
    if let ([before], [after]) = (before, after)
        && before.len() > after.len()
    {
        return gap(before, after).collect();
    }
    let has_pieces = |rows: &Rows| rows.iter().any(Vec::is_empty);
    if has_pieces(before) || has_pieces(after) {
        return pieces(before, after);
    }
    let squares = before.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, cell)| (y, x, cell)));
    let changed = |&(_, (y, x, cell)): &(usize, (usize, usize, &char))| after.get(y).and_then(|row| row.get(x)) != Some(cell);
    squares.enumerate().filter(changed).map(|(index, _)| index).collect()
}

/// Returns where a longer row differs from a shorter one: between their common beginning and their common end.
fn gap(before: &[char], after: &[char]) -> Range<usize> {
    let alike = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    let rest = after.len() - alike;
    let behind = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    alike..before.len() - behind
}

/// Returns every square of the pieces that have no equal piece after the move. Pieces are separated by empty rows.
fn pieces(before: &Rows, after: &Rows) -> Vec<usize> {
    let split = |rows| <Rows>::split(rows, Vec::is_empty).filter(|piece| !piece.is_empty());
    let squares = |piece: &Rows| piece.iter().map(Vec::len).sum::<usize>();
    let ends = split(before).scan(0, |end, piece| {
        *end += squares(piece);
        Some(*end - squares(piece)..*end)
    });
    let spans: Vec<Range<usize>> = ends.collect();
    without_equal(split(before), split(after)).into_iter().flat_map(|piece| spans[piece].clone()).collect()
}

fn heaps(before: &[u64], after: &[u64]) -> Vec<usize> {
    let changed: Vec<usize> = (0..before.len()).filter(|&heap| after.get(heap) != Some(&before[heap])).collect();
    if before.len() != after.len() {
        return without_equal(before, after);
    }
    let loss = |heap: usize| before[heap].checked_sub(after[heap]);
    if changed.iter().all(|&heap| loss(heap).is_some() && loss(heap) == loss(changed[0])) {
        return changed;
    }
    // the heaps are sorted, so heaps that did not change may have another index
    let [old, new] = [before, after].map(|heaps| changed.iter().map(move |&heap| heaps[heap]));
    without_equal(old, new).into_iter().map(|index| changed[index]).collect()
}

fn graph(before: &GraphPicture, after: &GraphPicture) -> Vec<usize> {
    let mut marks = without_equal(&before.vertices, &after.vertices);
    let [old, new] = [before, after].map(|graph| graph.edges.iter().map(move |edge| (graph.ends(edge), edge.player)));
    let gone = without_equal(old, new);
    marks.extend(gone.into_iter().map(|edge| edge + before.vertices.len()));
    marks
}

/// Returns the indices of items that occur less often among `others`. Of several equal items, the last ones are returned.
fn without_equal<T: Eq + Hash>(these: impl IntoIterator<Item = T>, others: impl IntoIterator<Item = T>) -> Vec<usize> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    others.into_iter().for_each(|other| *counts.entry(other).or_default() += 1);
    let missing = |(index, this): (usize, T)| match counts.get_mut(&this) {
        Some(count) if *count > 0 => {
            *count -= 1;
            None
        }
        _ => Some(index),
    };
    these.into_iter().enumerate().filter_map(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;
    use crate::any::VertexPicture;

    fn board(text: &str) -> Picture {
        Picture::Cells(text.lines().map(|row| row.chars().collect()).collect())
    }

    #[test]
    fn on_a_board_the_squares_that_change_are_marked() {
        for (before, after, marks) in [
            ("x.o\n#..", "x.o\n#..", vec![]),
            (".N.\n...", "...\n..N", vec![1, 5]),
            ("ab\ncd", "ab", vec![2, 3]),
            ("ab", "ab\ncd", vec![]),
        ] {
            assert_eq!(board(before).marks(&board(after)), marks, "{before} {after}");
        }
    }

    #[test]
    fn of_a_row_that_gets_shorter_what_has_fallen_is_marked() {
        for (before, after, marks) in [
            ("LRE", "LR", vec![2]),
            ("LRE", "E", vec![0, 1]),
            ("LRE", "", vec![0, 1, 2]),
            ("LLL", "LL", vec![2]),
            ("abcd", "ad", vec![1, 2]),
        ] {
            assert_eq!(board(before).marks(&board(after)), marks, "{before} {after}");
        }
    }

    #[test]
    fn a_piece_that_is_cut_is_marked_as_a_whole() {
        assert_eq!(board("oo\noo").marks(&board("oo\n\noo")), [0, 1, 2, 3]);
        assert_eq!(board("o\n\noo\n\noo").marks(&board("o\n\no\n\no\n\noo")), [3, 4], "one of two equal pieces");
    }

    #[test]
    fn of_heaps_those_that_shrink_are_marked() {
        for (before, after, marks) in [
            (vec![5], vec![2], vec![0]),
            (vec![5, 3], vec![5, 1], vec![1]),
            (vec![5, 3], vec![3, 2], vec![0]),
            (vec![3, 5], vec![1, 3], vec![0, 1]),
            (vec![3, 3], vec![3, 1], vec![1]),
            (vec![5, 3], vec![4, 4], vec![0, 1]),
            (vec![7, 7], vec![7, 3, 2], vec![1]),
            (vec![7, 1], vec![7], vec![1]),
            (vec![2], vec![2, 1], vec![]),
            (vec![], vec![], vec![]),
        ] {
            assert_eq!(Picture::Heaps(before.clone()).marks(&Picture::Heaps(after.clone())), marks, "{before:?} {after:?}");
        }
    }

    #[test]
    fn in_a_graph_vertices_with_other_marks_and_edges_that_are_gone_are_marked() {
        let edges = [("a", "b", None), ("b", "c", Some(Player::Left)), ("b", "c", Some(Player::Left))];
        let with_token = |on: &str| {
            let vertex = |name: &str| VertexPicture { mark: (name == on).then_some('T'), ..VertexPicture::new(name) };
            Picture::Graph(GraphPicture::of_edges(["a", "b", "c"].map(vertex).to_vec(), edges, true))
        };
        assert_eq!(with_token("a").marks(&with_token("c")), [0, 2]);
        let whole = Picture::Graph(GraphPicture::of_edges(vec![], edges, false));
        let cut = |edges: &[(&str, &str, Option<Player>)]| Picture::Graph(GraphPicture::of_edges(vec![], edges.to_vec(), false));
        assert_eq!(whole.marks(&cut(&edges[..2])), [5], "one of two between the same vertices");
        assert_eq!(whole.marks(&cut(&edges[..1])), [2, 4, 5]);
        assert_eq!(cut(&edges[1..]).marks(&cut(&edges[..1])), [1, 2, 3], "other indices, the same names");
    }

    #[test]
    fn pictures_of_different_kinds_have_nothing_to_compare() {
        assert!(board("ab").marks(&Picture::Heaps(vec![1])).is_empty());
    }
}
