//! The changes that a move makes in a picture: parts that go and come, pieces that move, tokens taken.

use super::{GraphPicture, Look, Picture, Piece};
use std::collections::HashMap;

/// The changes that a move makes in a picture. Parts have the numbers that [`Picture::marks`] uses.
///
/// ```
/// use sprague_core::any::{Look, Picture};
///
/// let strip = |text: &str| Picture::Cells(vec![text.chars().collect()]);
/// let jump = strip("TF.").changes(&strip(".FT"), &Look::default());
/// assert_eq!((jump.from, jump.to, jump.goes, jump.comes), (Some(0), Some(2), vec![], vec![]));
/// let domino = strip("....").changes(&strip(".##."), &Look::default());
/// assert_eq!((domino.from, domino.comes), (None, vec![1, 2]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The parts that are emptied, taken or cut off.
    pub goes: Vec<usize>,
    /// The parts on which something is placed or coloured.
    pub comes: Vec<usize>,
    /// The part that a piece leaves.
    pub from: Option<usize>,
    /// The part to which the piece moves.
    pub to: Option<usize>,
    /// The heaps that change, with the number of tokens that each loses.
    pub heaps: Vec<HeapChange>,
}

/// A heap that a move changes.
///
/// ```
/// use sprague_core::any::{Look, Picture};
///
/// let [before, after] = [vec![7, 3], vec![3, 4, 1]].map(Picture::Heaps);
/// let heap = &before.changes(&after, &Look::default()).heaps[0];
/// assert_eq!((heap.heap, heap.takes, heap.leaves.as_slice()), (0, 2, &[1, 4][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeapChange {
    /// The index of the heap, from 0. Among heaps of one size it may be any.
    pub heap: usize,
    /// The number of tokens taken.
    pub takes: u64,
    /// The heaps that remain of it, in rising order and without empty ones.
    pub leaves: Vec<u64>,
}

impl Picture {
    /// Returns the changes from this picture to the picture `after` a move.
    ///
    /// If the pictures do not determine the changes, for example because heaps split in an unclear way, the changes are left
    /// empty. O(parts).
    ///
    /// ```
    /// use sprague_core::any::{Look, Picture};
    ///
    /// let board = |text: &str| Picture::Cells(text.lines().map(|row| row.chars().collect()).collect());
    /// let clobbered = board("xo\n.o").changes(&board(".x\n.o"), &Look::default());
    /// assert_eq!((clobbered.from, clobbered.to, clobbered.goes), (Some(0), Some(1), vec![1])); // what stood there goes
    /// let arrow = board("x..").changes(&board(".x#"), &Look::default());
    /// assert_eq!((arrow.from, arrow.to, arrow.comes), (Some(0), Some(1), vec![2]));
    /// let both = Picture::Heaps(vec![4, 6]).changes(&Picture::Heaps(vec![2, 4]), &Look::default());
    /// assert_eq!(both.heaps.iter().map(|heap| heap.takes).collect::<Vec<_>>(), [2, 2]);
    /// ```
    pub fn changes(&self, after: &Self, look: &Look) -> Changes {
        let marks = self.marks(after);
        match (self, after) {
            (Self::Cells(before), Self::Cells(after)) => cells(before, after, marks, look),
            (Self::Heaps(before), Self::Heaps(after)) => Changes { heaps: heaps(before, after, &marks), ..Changes::default() },
            (Self::Graph(before), Self::Graph(after)) => graph(before, after, marks),
            _ => Changes::default(),
        }
    }
}

fn cells(before: &[Vec<char>], after: &[Vec<char>], marks: Vec<usize>, look: &Look) -> Changes {
    let is_of_one_shape = before.len() == after.len() && before.iter().zip(after).all(|(old, new)| old.len() == new.len());
    if !is_of_one_shape {
        return Changes { goes: marks, ..Changes::default() };
    }
    let [old, new] = [before, after].map(|rows| rows.iter().flatten().copied().collect::<Vec<char>>());
    let stands = |character: char| !matches!(look.piece(character), Piece::Free | Piece::Gone);
    // a piece that has left one square and is new on another has moved
    let left = marks.iter().copied().filter(|&part| stands(old[part]));
    let ways = left.flat_map(|from| marks.iter().map(move |&to| (from, to)));
    let mut ways =
        ways.filter(|&(from, to)| from != to && new[to] == old[from] && old[to] != old[from] && new[from] != old[from]);
    let (from, to) = match (ways.next(), ways.next()) {
        (Some((from, to)), None) => (Some(from), Some(to)),
        _ => (None, None),
    };
    let is_free = |character| look.piece(character) == Piece::Free;
    let goes = marks.iter().copied().filter(|&part| Some(part) != from && !is_free(old[part])).collect();
    let comes = marks.iter().copied().filter(|&part| Some(part) != to && !is_free(new[part])).collect();
    Changes { goes, comes, from, to, heaps: vec![] }
}

fn heaps(before: &[u64], after: &[u64], marks: &[usize]) -> Vec<HeapChange> {
    let change = |heap: usize, mut leaves: Vec<u64>| {
        leaves.retain(|left| *left > 0);
        leaves.sort_unstable();
        let rest = leaves.iter().try_fold(before[heap], |rest: u64, left| rest.checked_sub(*left));
        rest.map(|takes| HeapChange { heap, takes, leaves })
    };
    // the new heaps are the rest of the changed heap
    if let [heap] = *marks {
        let mut there: HashMap<u64, usize> = HashMap::new();
        before.iter().enumerate().filter(|(other, _)| *other != heap).for_each(|(_, size)| *there.entry(*size).or_default() += 1);
        let is_new = |size: &u64| match there.get_mut(size) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        return change(heap, after.iter().copied().filter(is_new).collect()).into_iter().collect();
    }
    if before.len() != after.len() {
        return vec![];
    }
    let changed: Option<Vec<HeapChange>> = marks.iter().map(|&heap| change(heap, vec![after[heap]])).collect();
    changed.unwrap_or_default()
}

fn graph(before: &GraphPicture, after: &GraphPicture, marks: Vec<usize>) -> Changes {
    let is_edge = |part: usize| part >= before.vertices.len();
    let new: HashMap<&str, Option<char>> = after.vertices.iter().map(|vertex| (vertex.name.as_str(), vertex.mark)).collect();
    let mark = |part: usize| new.get(before.vertices[part].name.as_str()).copied();
    let mut changes = Changes::default();
    for part in marks {
        match if is_edge(part) { None } else { mark(part) } {
            None => changes.goes.push(part),
            Some(None) => changes.from = Some(part),
            Some(Some(_)) => changes.comes.push(part),
        }
    }
    // a token that has left one vertex and is new on another has moved
    match (changes.from, &changes.comes[..]) {
        (Some(from), &[to]) if before.vertices[from].mark == mark(to).flatten() => {
            changes.to = Some(to);
            changes.comes.clear();
        }
        (Some(from), _) => {
            changes.goes.push(from);
            changes.goes.sort_unstable();
            changes.from = None;
        }
        _ => {}
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::VertexPicture;

    fn board(text: &str) -> Picture {
        Picture::Cells(text.lines().map(|row| row.chars().collect()).collect())
    }

    fn changes(before: &str, after: &str) -> Changes {
        board(before).changes(&board(after), &Look::default())
    }

    #[test]
    fn a_piece_that_jumps_takes_what_it_jumps_over() {
        let jump = changes("xo.o.", "....x");
        assert_eq!((jump.from, jump.to, jump.goes, jump.comes), (Some(0), Some(4), vec![1, 3], vec![]));
    }

    #[test]
    fn two_equal_pieces_that_could_have_moved_are_told_of_as_going_and_coming() {
        let both = changes("xx..", "..xx");
        assert_eq!((both.from, both.goes, both.comes), (None, vec![0, 1], vec![2, 3]));
    }

    #[test]
    fn what_is_bitten_off_goes() {
        assert_eq!(changes("xooo\nooo", "xo\noo").goes, [2, 3, 6]);
    }

    #[test]
    fn tokens_that_leave_heaps_are_counted() {
        let of = |before: &[u64], after: &[u64]| {
            let picture = |heaps: &[u64]| Picture::Heaps(heaps.to_vec());
            let changes = picture(before).changes(&picture(after), &Look::default());
            changes.heaps.into_iter().map(|heap| (heap.heap, heap.takes, heap.leaves)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[5], &[2]), [(0, 3, vec![2])]);
        assert_eq!(of(&[5], &[0]), [(0, 5, vec![])]);
        assert_eq!(of(&[7, 3, 3], &[3, 3, 2]), [(0, 5, vec![2])]);
        assert_eq!(of(&[3, 3], &[3, 1]), [(1, 2, vec![1])]);
        assert_eq!(of(&[9], &[4, 5]), [(0, 0, vec![4, 5])], "split without taking");
        assert_eq!(of(&[3, 5], &[1, 3]), [(0, 2, vec![1]), (1, 2, vec![3])]);
        assert_eq!(of(&[2], &[5]), [], "it grows");
    }

    #[test]
    fn a_token_moves_along_an_edge_and_a_colour_comes_to_a_vertex() {
        let with = |on: [Option<char>; 3]| {
            let vertices =
                ["a", "b", "c"].into_iter().zip(on).map(|(name, mark)| VertexPicture { mark, ..VertexPicture::new(name) });
            Picture::Graph(GraphPicture::of_edges(vertices.collect(), [("a", "b", None)], true))
        };
        let step = with([Some('T'), None, None]).changes(&with([None, Some('T'), None]), &Look::default());
        assert_eq!((step.from, step.to, step.goes, step.comes), (Some(0), Some(1), vec![], vec![]));
        let coloured = with([Some('L'), None, None]).changes(&with([Some('L'), None, Some('R')]), &Look::default());
        assert_eq!((coloured.from, coloured.comes), (None, vec![2]));
    }
}
