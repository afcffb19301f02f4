//! Random games for property tests: amounts, codes, heaps, graphs, histories.
//!
//! Arguments bound the size of values. Values shrink to few members, few digits, few tokens or few edges.

use core::ops::RangeInclusive;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sprague::heap::{AmountSet, TakeAndBreak};

/// Returns sets of one to `most_members` amounts of at most `greatest`.
///
/// ```
/// use proptest::prelude::*;
/// use sprague_testkit::strategies::amounts;
///
/// proptest!(|(set in amounts(9, 3))| {
///     prop_assert!((1..=3).contains(&set.as_slice().len()) && set.greatest() <= Some(9));
/// });
/// ```
///
/// # Panics
/// If `greatest` or `most_members` is 0.
pub fn amounts(greatest: u64, most_members: usize) -> impl Strategy<Value = AmountSet> {
    vec(1..=greatest, 1..=most_members).prop_map(|members| AmountSet::new(members).expect("amounts start at 1"))
}

/// Returns octal codes of one to `places` digits after the point.
///
/// The digit before the point is 4 in one of four cases, and 0 in the others.
///
/// ```
/// use proptest::prelude::*;
/// use sprague_testkit::strategies::octal_code;
///
/// proptest!(|(code in octal_code(3))| prop_assert!(code.most_taken() <= 3 && code.most_heaps() <= 2));
/// ```
pub fn octal_code(places: usize) -> impl Strategy<Value = TakeAndBreak> {
    code(select(vec![0, 0, 0, 4]), 0..=7, places)
}

/// Returns hexadecimal codes of one to `places` digits after the point.
///
/// The digit before the point is 0 in half of the cases, else 4, 8 or c.
///
/// ```
/// use proptest::prelude::*;
/// use sprague_testkit::strategies::hex_code;
///
/// proptest!(|(code in hex_code(2))| prop_assert!(code.to_string().parse() == Ok(code)));
/// ```
pub fn hex_code(places: usize) -> impl Strategy<Value = TakeAndBreak> {
    code(select(vec![0, 0, 0, 4, 8, 12]), 0..=15, places)
}

fn code(before: impl Strategy<Value = u8>, digit: RangeInclusive<u8>, places: usize) -> impl Strategy<Value = TakeAndBreak> {
    (before, vec(digit, 1..=places)).prop_map(|(before, behind)| {
        let digits = core::iter::once(before).chain(behind);
        TakeAndBreak::from_digits(digits).expect("digits are below 16 and place 0 holds no pass")
    })
}

/// Returns lists of at most `most_heaps` heaps of at most `most_tokens` tokens, in any order and with empty heaps.
///
/// ```
/// use proptest::prelude::*;
/// use sprague::heap::Heaps;
/// use sprague_testkit::strategies::heaps;
///
/// proptest!(|(sizes in heaps(4, 9))| {
///     let heaps = Heaps::from_iter(sizes.iter().copied());
///     prop_assert_eq!(heaps.as_slice().iter().sum::<u64>(), sizes.iter().sum::<u64>());
/// });
/// ```
pub fn heaps(most_heaps: usize, most_tokens: u64) -> impl Strategy<Value = Vec<u64>> {
    vec(0..=most_tokens, 0..=most_heaps)
}

/// Returns directed graphs of one to `most_vertices` vertices, each as its list of targets.
///
/// A vertex has at most `most_targets` different targets, in any order. Loops and cycles occur.
///
/// ```
/// use proptest::prelude::*;
/// use sprague_testkit::strategies::digraph;
///
/// proptest!(|(targets in digraph(6, 3))| {
///     prop_assert!(targets.iter().flatten().all(|&target| target < targets.len()));
/// });
/// ```
pub fn digraph(most_vertices: usize, most_targets: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    (1..=most_vertices).prop_flat_map(move |vertices| vec(vec(0..vertices, 0..=most_targets), vertices)).prop_map(without_repeats)
}

/// Returns directed graphs like [`digraph`], but without cycles, because every target has a smaller index than its vertex.
///
/// ```
/// use proptest::prelude::*;
/// use sprague_testkit::strategies::acyclic_digraph;
///
/// proptest!(|(targets in acyclic_digraph(6, 3))| {
///     prop_assert!(targets.iter().enumerate().all(|(vertex, targets)| targets.iter().all(|&target| target < vertex)));
/// });
/// ```
pub fn acyclic_digraph(most_vertices: usize, most_targets: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    vec(vec(any::<prop::sample::Index>(), 0..=most_targets), 1..=most_vertices).prop_map(|lists| {
        let before = |vertex: usize, targets: Vec<prop::sample::Index>| match vertex {
            0 => vec![],
            _ => targets.iter().map(|target| target.index(vertex)).collect(),
        };
        without_repeats(lists.into_iter().enumerate().map(|(vertex, targets)| before(vertex, targets)).collect())
    })
}

/// Keeps only the first occurrence of each target in every list.
fn without_repeats(mut lists: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for list in &mut lists {
        let mut known = vec![];
        list.retain(|target| {
            !known.contains(target) && {
                known.push(*target);
                true
            }
        });
    }
    lists
}

/// Returns a graph as a file of edges.
///
/// Vertex n has the name `vn`. All vertices are listed first, one in each line, and then the edges.
///
/// ```
/// use sprague_testkit::strategies::digraph_text;
/// assert_eq!(digraph_text(&[vec![1, 0], vec![]]), "v0\nv1\nv0 v1\nv0 v0\n");
/// ```
pub fn digraph_text(targets: &[Vec<usize>]) -> String {
    let vertices = (0..targets.len()).map(|vertex| format!("v{vertex}\n"));
    let edges = targets.iter().enumerate().flat_map(|(from, targets)| targets.iter().map(move |to| format!("v{from} v{to}\n")));
    vertices.chain(edges).collect()
}

/// Returns ordered lists of at most `memory` different members of a set, latest first. These are the histories under
/// [`NoRepeat`](sprague::NoRepeat).
///
/// ```
/// use proptest::prelude::*;
/// use sprague::heap::AmountSet;
/// use sprague_testkit::strategies::history;
///
/// let set = AmountSet::new(1..=5).unwrap();
/// proptest!(|(last in history(&set, 2))| prop_assert!(last.len() <= 2 && last.iter().all(|&mv| set.contains(mv))));
/// ```
pub fn history(amounts: &AmountSet, memory: usize) -> impl Strategy<Value = Vec<u64>> + use<> {
    let members = amounts.as_slice().to_vec();
    let most = memory.min(members.len());
    subsequence(members, 0..=most).prop_shuffle()
}
