//! The heaps that represent all heaps of a code. The moves of each are checked against the images.

use super::Steps;
use super::monoid::{Monoid, Set};
use crate::not_accepted::{BadQuotient, NotAccepted};
use sprague_core::heap::TakeAndBreak;
use std::collections::HashSet;

/// The properties of a heap that matter in sums.
pub(super) struct Kind {
    pub(super) image: usize,
    /// The elements z such that the heap with z is won, but by no move in the heap itself.
    pub(super) needs: Set,
    pub(super) heap: usize,
}

pub(super) struct Heaps {
    pub(super) kinds: Vec<Kind>,
    /// The number of heaps whose moves were checked.
    pub(super) count: usize,
}

const MAX_HEAPS: u64 = 1 << 22;

/// The largest number of words of memory for the kinds of heaps: half a gigabyte.
const MAX_WORDS: usize = 1 << 26;

impl Heaps {
    /// Checks the heaps of a code whose images repeat with this period, and returns their kinds.
    pub(super) fn of(
        phi: &[u32],
        period: usize,
        code: &TakeAndBreak,
        monoid: &Monoid,
        steps: &mut Steps<'_>,
    ) -> Result<Self, NotAccepted> {
        // 1. the heaps below c·(n0 + p) + k represent all heaps
        let digits = code.digits();
        let most_left = digits.iter().map(|digit| 8 - digit.leading_zeros()).max().unwrap_or(0).saturating_sub(1).max(1);
        let count = (phi.len() as u64)
            .checked_mul(most_left.into())
            .and_then(|heaps| heaps.checked_add(digits.len().saturating_sub(1) as u64));
        let too_large = NotAccepted::TooLarge { most: MAX_HEAPS, of: "heaps" };
        let count = count.filter(|&count| count <= MAX_HEAPS).ok_or(too_large)? as usize;
        let image = |n: usize| if n < phi.len() { n } else { phi.len() - period + (n - phi.len()) % period };
        let images: Vec<usize> = (0..count).map(|n| phi[image(n)] as usize).collect();
        // 2. compute the options of each, and check each new kind
        let mut seen = HashSet::new();
        let mut kinds = vec![];
        for (n, &image) in images.iter().enumerate() {
            let options = options(digits, n, &images, monoid, steps)?;
            if options.is_empty() {
                if image != 0 {
                    return Err(BadQuotient::NotNothing { n, image }.into());
                }
                continue;
            }
            // a bound on memory alone: no verdict depends on its value
            if seen.len() * (2 * options.words() + 16) > MAX_WORDS {
                return Err(NotAccepted::TooLarge { most: MAX_WORDS as u64, of: "words of memory" });
            }
            steps.has_room((seen.len() * (2 * options.words() + 16)) as u64)?;
            if seen.insert((image, options.clone())) {
                kinds.push(Kind { image, needs: needs(n, image, &options, monoid, steps)?, heap: n });
            }
        }
        Ok(Self { kinds, count })
    }
}

/// Returns the elements with which a heap is won, but by no move in the heap itself. Checks that no move leads from lost to
/// lost.
fn needs(n: usize, image: usize, options: &Set, monoid: &Monoid, steps: &mut Steps<'_>) -> Result<Set, NotAccepted> {
    let order = monoid.order();
    let mut answered = Set::none(order);
    for option in (0..order).filter(|&option| options.has(option)) {
        steps.take(answered.words())?;
        answered.join(monoid.losing(option));
    }
    let losing = monoid.losing(image);
    if losing.meets(&answered) {
        return Err(BadQuotient::LostToLost { n }.into());
    }
    steps.take(order)?;
    Ok(Set::of(order, |z| !losing.has(z) && !answered.has(z)))
}

/// Returns the images of the options of heap n.
///
/// If bit j of digit t is set, a player may take t tokens and leave j heaps.
fn options(digits: &[u8], n: usize, images: &[usize], monoid: &Monoid, steps: &mut Steps<'_>) -> Result<Set, NotAccepted> {
    let mut options = Set::none(monoid.order());
    steps.take(options.words())?;
    for (taken, digit) in digits.iter().enumerate().take(n + 1) {
        let left = n - taken;
        let may_leave = |heaps: u32| digit >> heaps & 1 != 0;
        if may_leave(0) && left == 0 {
            options.add(0);
        }
        if may_leave(1) && left > 0 && taken > 0 {
            options.add(images[left]);
        }
        if may_leave(2) {
            steps.take(left / 2)?;
            (1..=left / 2).for_each(|a| options.add(monoid.product(images[a], images[left - a])));
        }
        if may_leave(3) {
            for a in 1..=left / 3 {
                let rest = left - a;
                steps.take(rest / 2 - a + 1)?;
                let beside = |b: usize| monoid.product(images[b], images[rest - b]);
                (a..=rest / 2).for_each(|b| options.add(monoid.product(images[a], beside(b))));
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::super::Effort;
    use super::*;
    use sprague_core::certificate::{QuotientCertificate, TheoremName};
    use sprague_core::{Limits, Play};

    #[test]
    fn kinds_of_heaps_take_two_sets_and_sixteen_words_each() {
        let claim = QuotientCertificate {
            family: "octal:0.3".into(),
            play: Play::Misere,
            theorem: TheoremName::MisereQuotient,
            preperiod: 1,
            period: 2,
            saltus: 0,
            generators: vec![1],
            products: vec![vec![1], vec![0]],
            p_portion: vec![1],
            phi: vec![0, 1, 0],
        };
        let (all, code) = (Limits::default(), "0.3".parse().unwrap());
        let monoid = Monoid::of(&claim, &mut Steps(Effort::new(1_000, &all))).unwrap();
        let kinds = |bytes: u64| {
            let limits = Limits { bytes, ..Limits::default() };
            let heaps = Heaps::of(&claim.phi, 2, &code, &monoid, &mut Steps(Effort::new(1_000, &limits)));
            heaps.map(|heaps| (heaps.kinds.len(), heaps.count)).ok()
        };
        // odd heaps and even heaps, in sets of one word; the third heap is compared with both
        assert_eq!([kinds(2 * (2 + 16) * 8), kinds(2 * (2 + 16) * 8 - 1)], [Some((2, 4)), None]);
    }
}
