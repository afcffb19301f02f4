//! The exact check of a quotient, by the needs of its sums.
//!
//! A sum X with image x *needs* help in a sum with y if xy is won but no move in X alone wins there. If Y is a sum with image
//! y, the winning move in X + Y must then be in Y. The needs of X + Y are all z for which Y needs help with xz and X needs help
//! with yz. So all that matters about a sum is the pair of its image and its needs. Among pairs with the same image, only those
//! with the most needs matter, and there are finitely many pairs.
//!
//! A monoid with a P-portion and images of the heaps gives every outcome correctly under two conditions: no move leads from a
//! lost sum to a lost sum, and no sum except the empty one needs help when it stands alone. This is the transition algebra and
//! the generalized mex rule of Plambeck & Siegel 2008, reduced to what decides.

use super::element_set::ElementSet;
use super::monoid::Monoid;
use super::{Effort, Incomplete};
use crate::growth;

/// Roughly the bytes that each allocation takes in addition to its contents.
const ALLOCATION: usize = 16;

/// The part of a sum that matters in larger sums: its image, and its needs.
///
/// The needs are the images of those sums with which it has no winning move although the whole is won.
#[derive(Clone, Debug)]
struct Pair {
    image: usize,
    needs: ElementSet,
    /// The pair that this one extends by `heap`, which allows the sum to be reconstructed.
    from: Option<u32>,
    heap: usize,
    is_dominated: bool,
}

/// All pairs (image, needs) of sums of some heaps that have the most needs.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    pairs: Vec<Pair>,
    /// The undominated pairs with each image.
    with_image: Vec<Vec<u32>>,
    /// The undominated pairs of single heaps.
    heaps: Vec<(usize, ElementSet, usize)>,
}

/// The reason why a monoid is not the quotient.
#[derive(Debug)]
pub(super) enum Refuted {
    /// A sum of heaps whose outcome contradicts the outcomes of its options.
    At(Vec<usize>),
    /// A limit was reached before the check was complete.
    Unknown(Incomplete),
}

impl From<Incomplete> for Refuted {
    fn from(why: Incomplete) -> Self {
        Self::Unknown(why)
    }
}

/// Returns the set of images with which some option in `options` wins.
pub(super) fn answered(monoid: &Monoid, options: &ElementSet) -> ElementSet {
    let mut answered = ElementSet::empty(monoid.order());
    options.iter().for_each(|option| answered.unite(monoid.losing(option)));
    answered
}

/// Returns the needs of a heap with image x, or `None` if a move leads from a lost sum to a lost sum.
///
/// `answered` are the images with which its options win.
pub(super) fn needs(monoid: &Monoid, x: usize, answered: &ElementSet) -> Option<ElementSet> {
    let losing = monoid.losing(x);
    let needed = |z: usize| !losing.contains(z) && !answered.contains(z);
    (!losing.intersects(answered)).then(|| ElementSet::of(monoid.order(), needed))
}

impl Transitions {
    /// Returns the bytes of the pairs, including those that are needed for the next growth.
    pub(super) fn bytes(&self) -> usize {
        let needs = self.pairs.first().map_or(0, |pair| pair.needs.bytes() + ALLOCATION);
        growth::of_list(&self.pairs) + self.pairs.len() * (needs + size_of::<u32>())
    }

    /// Returns the pairs without any heap.
    pub(super) fn new(monoid: &Monoid) -> Self {
        Self { pairs: vec![], with_image: vec![vec![]; monoid.order()], heaps: vec![] }
    }

    /// Returns `true` if some pair with this image has at least these needs.
    pub(super) fn covers(&self, image: usize, needs: &ElementSet) -> bool {
        self.with_image[image].iter().any(|&at| needs.is_subset(&self.pairs[at as usize].needs))
    }

    /// Returns `true` if one of the pairs has no winning move in a sum with this one.
    pub(super) fn clash(&self, image: usize, needs: &ElementSet) -> bool {
        let live = self.with_image.iter().flatten().map(|&at| &self.pairs[at as usize]);
        live.into_iter().any(|pair| pair.needs.contains(image) && needs.contains(pair.image))
    }

    /// Adds a heap and all sums with it.
    ///
    /// Returns an error with a sum that has no winning move but should have one.
    pub(super) fn add(
        &mut self,
        monoid: &Monoid,
        heap: usize,
        image: usize,
        needs: ElementSet,
        effort: &mut Effort<'_>,
    ) -> Result<(), Refuted> {
        let first = self.pairs.len();
        if needs.is_empty() || self.covers(image, &needs) {
            return Ok(());
        }
        if image == 0 {
            // the identity needs no more help than the empty sum, in any sum
            return if needs.contains(0) { Err(Refuted::At(vec![heap])) } else { Ok(()) };
        }
        self.heaps.retain(|of| !(of.0 == image && of.1.is_subset(&needs)));
        self.heaps.push((image, needs.clone(), heap));
        self.insert(image, needs.clone(), None, heap)?;
        // extend earlier pairs by the new heap, and new pairs by every heap
        for at in 0..first {
            self.extend(monoid, at, image, &needs, heap, effort)?;
        }
        let mut at = first;
        while at < self.pairs.len() {
            effort.look(self.bytes())?;
            for of in 0..self.heaps.len() {
                let (image, needs, heap) = self.heaps[of].clone();
                self.extend(monoid, at, image, &needs, heap, effort)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Extends the pair at index `at` by one more heap.
    fn extend(
        &mut self,
        monoid: &Monoid,
        at: usize,
        image: usize,
        needs: &ElementSet,
        heap: usize,
        effort: &mut Effort<'_>,
    ) -> Result<(), Refuted> {
        let pair = &self.pairs[at];
        if pair.is_dominated {
            return Ok(());
        }
        let (ours, theirs) = (monoid.multiples(pair.image), monoid.multiples(image));
        let both = |z: usize| needs.contains(usize::from(ours[z])) && pair.needs.contains(usize::from(theirs[z]));
        let product = usize::from(ours[image]);
        let needs = ElementSet::of(monoid.order(), both);
        effort.step(|| self.bytes())?;
        self.insert(product, needs, Some(at as u32), heap)
    }

    fn insert(&mut self, image: usize, needs: ElementSet, from: Option<u32>, heap: usize) -> Result<(), Refuted> {
        if needs.is_empty() || self.covers(image, &needs) {
            return Ok(());
        }
        let at = self.pairs.len();
        let alone = needs.contains(0);
        let (pairs, live) = (&mut self.pairs, &mut self.with_image[image]);
        live.retain(|&other| {
            let other = &mut pairs[other as usize];
            other.is_dominated = other.needs.is_subset(&needs);
            !other.is_dominated
        });
        live.push(at as u32);
        pairs.push(Pair { image, needs, from, heap, is_dominated: false });
        if alone { Err(Refuted::At(self.sum(at))) } else { Ok(()) }
    }

    /// Returns the heaps of the sum that gave a pair.
    fn sum(&self, at: usize) -> Vec<usize> {
        let chain = std::iter::successors(Some(at), |&at| self.pairs[at].from.map(|from| from as usize));
        chain.map(|at| self.pairs[at].heap).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    /// Misère Nim with heaps of 1 and 2: a² = 1, b³ = b, with elements 1, a, b, ab, b², ab².
    fn nim() -> Monoid {
        let element = |ones: usize, twos: usize| ones % 2 + 2 * if twos < 3 { twos } else { 2 - twos % 2 };
        let pairs = (0..6).flat_map(|x| (0..6).map(move |y| (x, y)));
        let table = pairs.map(|(x, y)| element(x + y, x / 2 + y / 2) as u16).collect();
        Monoid::new(6, table, &ElementSet::of(6, |x| [1, 4].contains(&x)))
    }

    fn heap(monoid: &Monoid, image: usize, options: &[usize]) -> Option<ElementSet> {
        needs(monoid, image, &answered(monoid, &ElementSet::of(6, |x| options.contains(&x))))
    }

    #[test]
    fn the_quotient_of_misere_nim_is_confirmed_and_others_are_refuted() {
        let limits = Limits::default();
        let mut effort = Effort::new(&limits);
        let monoid = nim();
        let mut all = Transitions::new(&monoid);
        all.add(&monoid, 1, 1, heap(&monoid, 1, &[0]).unwrap(), &mut effort).unwrap();
        all.add(&monoid, 2, 2, heap(&monoid, 2, &[0, 1]).unwrap(), &mut effort).unwrap();
        // a heap of 3 is 1 + 2
        all.clone().add(&monoid, 3, 3, heap(&monoid, 3, &[0, 1, 2]).unwrap(), &mut effort).unwrap();
        // it is not a heap of 1, which is lost and from which no move leads to a lost sum
        assert!(heap(&monoid, 1, &[0, 1, 2]).is_none());
        // a heap from which only 0 is left is not a heap of 2: the image is won, but there is no winning move
        let refuted = all.add(&monoid, 4, 2, heap(&monoid, 2, &[0]).unwrap(), &mut effort);
        assert!(matches!(refuted, Err(Refuted::At(sum)) if sum == [4]));
    }
}
