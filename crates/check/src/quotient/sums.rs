//! All kinds of sums of heaps: checks that no sum is won without a winning move.

use super::Steps;
use super::heaps::Kind;
use super::monoid::{Monoid, Set};
use crate::not_accepted::{BadQuotient, NotAccepted};

/// The largest number of words of memory for the kinds of sums: half a gigabyte.
const MAX_WORDS: u64 = 1 << 26;

/// A kind of sums: its image, its needs, and the heap that was added last.
///
/// The needs are the elements z such that the sum with z is won, but by no move in the sum itself.
struct Pair {
    image: usize,
    needs: Set,
    /// The pair with one heap less.
    from: Option<usize>,
    heap: usize,
    /// `true` if another pair with this image needs everything that this one needs.
    is_covered: bool,
}

struct Pairs<'a, 'b> {
    all: Vec<Pair>,
    /// For each image, the pairs that no other one covers.
    with_image: Vec<Vec<usize>>,
    words: u64,
    steps: &'a mut Steps<'b>,
}

/// Checks every kind of sums and returns their number, or an error if one is won without a winning move.
pub(super) fn none_needs_help(kinds: &[Kind], monoid: &Monoid, steps: &mut Steps<'_>) -> Result<usize, NotAccepted> {
    let mut pairs = Pairs { all: vec![], with_image: vec![vec![]; monoid.order()], words: 0, steps };
    for kind in kinds {
        pairs.add(kind.image, kind.needs.clone(), None, kind.heap)?;
    }
    // of heaps with one image, those with the largest needs suffice
    let single: Vec<&Kind> = kinds.iter().filter(|kind| pairs.uncovered().any(|pair| pair.heap == kind.heap)).collect();
    let mut at = 0;
    while at < pairs.all.len() {
        for kind in &single {
            if pairs.all[at].is_covered {
                break;
            }
            pairs.steps.take(monoid.order())?;
            let pair = &pairs.all[at];
            let (ours, theirs) = (monoid.multiples(pair.image), monoid.multiples(kind.image));
            let both = |z: usize| pair.needs.has(theirs[z].into()) && kind.needs.has(ours[z].into());
            let needs = Set::of(monoid.order(), both);
            pairs.add(ours[kind.image].into(), needs, Some(at), kind.heap)?;
        }
        at += 1;
    }
    Ok(pairs.all.len())
}

impl Pairs<'_, '_> {
    fn uncovered(&self) -> impl Iterator<Item = &Pair> {
        self.all.iter().filter(|pair| !pair.is_covered)
    }

    /// Adds a pair unless another one covers it. Checks that the sum by itself needs no help.
    fn add(&mut self, image: usize, needs: Set, from: Option<usize>, heap: usize) -> Result<(), NotAccepted> {
        self.steps.take(self.with_image[image].len() * needs.words())?;
        let is_covered = self.with_image[image].iter().any(|&at| needs.is_within(&self.all[at].needs));
        if needs.is_empty() || is_covered {
            return Ok(());
        }
        let helpless = needs.has(0);
        self.words += needs.words() as u64 + 8;
        if self.words > MAX_WORDS {
            return Err(NotAccepted::TooLarge { most: MAX_WORDS, of: "words of memory" });
        }
        self.steps.has_room(self.words)?;
        let all = &mut self.all;
        self.with_image[image].retain(|&at| {
            all[at].is_covered = all[at].needs.is_within(&needs);
            !all[at].is_covered
        });
        self.with_image[image].push(all.len());
        all.push(Pair { image, needs, from, heap, is_covered: false });
        if helpless { Err(BadQuotient::NoWinningMove { heaps: self.sum(self.all.len() - 1) }.into()) } else { Ok(()) }
    }

    /// Returns the heaps of the sum of a pair, least first.
    fn sum(&self, at: usize) -> Vec<usize> {
        let chain = std::iter::successors(Some(at), |&at| self.all[at].from);
        let mut heaps: Vec<usize> = chain.map(|at| self.all[at].heap).collect();
        heaps.sort_unstable();
        heaps
    }
}
