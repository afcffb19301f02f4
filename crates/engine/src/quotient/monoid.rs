//! Finite commutative monoids in which some elements are lost (bipartite monoids).
//!
//! Source: Plambeck & Siegel, "Misère quotients for impartial games", *JCTA* 115 (2008).

use super::element_set::ElementSet;
use hashbrown::HashMap;

/// A finite commutative monoid and its P-portion, the set of lost elements.
///
/// Elements are numbered from 0, which is the identity.
#[derive(Clone, Debug)]
pub(super) struct Monoid {
    order: usize,
    table: Vec<u16>,
    /// For every x, the set of z for which xz is in the P-portion.
    losing: Vec<ElementSet>,
}

impl Monoid {
    pub(super) fn bytes_of(order: usize) -> usize {
        order * order * size_of::<u16>() + order * order.div_ceil(64) * size_of::<u64>()
    }

    /// Returns the quotient of games without moves: the identity, which is won.
    pub(super) fn trivial() -> Self {
        Self::new(1, vec![0], &ElementSet::empty(1))
    }

    /// Builds a monoid from its multiplication table, given row by row, and its P-portion.
    pub(super) fn new(order: usize, table: Vec<u16>, lost: &ElementSet) -> Self {
        let row = |x: usize| &table[x * order..(x + 1) * order];
        let losing = (0..order).map(|x| ElementSet::of(order, |z| lost.contains(usize::from(row(x)[z])))).collect();
        Self { order, table, losing }
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn product(&self, x: usize, y: usize) -> usize {
        usize::from(self.table[x * self.order + y])
    }

    /// Returns the products of x with every element.
    pub(super) fn multiples(&self, x: usize) -> &[u16] {
        &self.table[x * self.order..(x + 1) * self.order]
    }

    pub(super) fn lost(&self) -> &ElementSet {
        &self.losing[0]
    }

    /// Returns the set of z for which xz is in the P-portion.
    pub(super) fn losing(&self, x: usize) -> &ElementSet {
        &self.losing[x]
    }

    /// Returns the least i and p ≥ 1 with xⁱ⁺ᵖ = xⁱ.
    pub(super) fn index_and_period(&self, x: usize) -> (usize, usize) {
        let mut seen = vec![0];
        loop {
            let next = self.product(seen[seen.len() - 1], x);
            if let Some(index) = seen.iter().position(|&earlier| earlier == next) {
                return (index, seen.len() - index);
            }
            seen.push(next);
        }
    }

    /// Returns the reduced monoid, in which elements are merged if no third element distinguishes them, and the class of every
    /// element.
    pub(super) fn reduced(self) -> (Self, Vec<usize>) {
        let mut classes: HashMap<&ElementSet, usize> = HashMap::new();
        let mut first = vec![];
        let class_of: Vec<usize> = (0..self.order)
            .map(|x| {
                *classes.entry(&self.losing[x]).or_insert_with(|| {
                    first.push(x);
                    first.len() - 1
                })
            })
            .collect();
        drop(classes);
        let order = first.len();
        if order == self.order {
            return (self, class_of);
        }
        let pairs = first.iter().flat_map(|&x| first.iter().map(move |&y| (x, y)));
        let table = pairs.map(|(x, y)| class_of[self.product(x, y)] as u16).collect();
        let lost = ElementSet::of(order, |class| self.lost().contains(first[class]));
        (Self::new(order, table, &lost), class_of)
    }

    /// Returns, for every element that the heaps' images generate, a shortest list of heaps that gives it, with small heaps
    /// preferred.
    pub(super) fn words(&self, heaps: impl IntoIterator<Item = (usize, usize)>) -> Vec<Option<Vec<usize>>> {
        // 1. keep the smallest heap of each image
        let mut first: HashMap<usize, usize> = HashMap::new();
        let mut letters: Vec<(usize, usize)> = vec![];
        for (heap, image) in heaps.into_iter().filter(|(_, image)| *image != 0) {
            first.entry(image).or_insert_with(|| {
                letters.push((heap, image));
                heap
            });
        }
        // 2. multiply by these heaps, breadth first from the identity
        let mut words: Vec<Option<Vec<usize>>> = vec![None; self.order];
        words[0] = Some(vec![]);
        let mut reached = vec![0];
        let mut at = 0;
        while let Some(&x) = reached.get(at) {
            at += 1;
            for &(heap, image) in &letters {
                let next = self.product(x, image);
                if words[next].is_none() {
                    let mut word = words[x].clone().expect("a reached element has a word");
                    word.push(heap);
                    word.sort_unstable();
                    words[next] = Some(word);
                    reached.push(next);
                }
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Misère Nim with heaps of at most 2: a² = 1, b³ = b, and a and b² are lost.
    #[test]
    fn elements_that_nothing_tells_apart_become_one() {
        let cyclic = |order: usize| (0..order * order).map(|at| ((at / order + at % order) % order) as u16).collect();
        let lost = ElementSet::of(6, |x| x % 2 == 1);
        let (reduced, classes) = Monoid::new(6, cyclic(6), &lost).reduced();
        assert_eq!((reduced.order(), reduced.lost().len()), (2, 1));
        assert_eq!(classes, [0, 1, 0, 1, 0, 1]);
        assert_eq!(reduced.index_and_period(1), (0, 2));
        assert_eq!(reduced.words([(3, 1), (5, 1)]), [Some(vec![]), Some(vec![3])]);
    }
}
