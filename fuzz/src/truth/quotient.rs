//! Compares misère outcomes of sums of small heaps, found by play, with those of a quotient.

use super::Judged;
use sprague::certificate::QuotientCertificate;
use sprague::heap::TakeAndBreak;
use sprague_testkit::judge;
use std::collections::{HashMap, VecDeque};

/// The maximum number of tokens in a heap. The next constant is the maximum number of heaps in a sum.
const MOST_TOKENS: u64 = 9;
const MOST_HEAPS: u32 = 3;
/// The maximum number of tokens in a single heap.
const MOST_ALONE: u64 = 16;
/// The maximum number of elements for which all products are examined.
const MOST_ELEMENTS: usize = 300;

/// Misère play, in which each sum is evaluated only once.
struct Misere<'a> {
    code: &'a TakeAndBreak,
    wins: HashMap<Vec<u64>, bool>,
}

impl Misere<'_> {
    fn wins(&mut self, heaps: &[u64]) -> bool {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.wins.get(&heaps) {
            return known;
        }
        let options = self.options(&heaps);
        let wins = options.is_empty() || options.iter().any(|option| !self.wins(option));
        self.wins.insert(heaps, wins);
        wins
    }

    fn options(&self, heaps: &[u64]) -> Vec<Vec<u64>> {
        let mut all = vec![];
        for (index, &heap) in heaps.iter().enumerate() {
            let mut become_these = |parts: &[u64]| {
                let mut after = heaps.to_vec();
                after.remove(index);
                after.extend(parts);
                all.push(after);
            };
            for (taken, digit) in (0..=heap).zip(self.code.digits()) {
                let left = heap - taken;
                if digit & 1 != 0 && left == 0 {
                    become_these(&[]);
                }
                if digit & 2 != 0 && left > 0 {
                    become_these(&[left]);
                }
                if digit & 4 != 0 {
                    (1..=left / 2).for_each(|a| become_these(&[a, left - a]));
                }
                if digit & 8 != 0 {
                    for a in 1..=left / 3 {
                        (a..=(left - a) / 2).for_each(|b| become_these(&[a, b, left - a - b]));
                    }
                }
            }
        }
        all
    }
}

/// A claim, with a word of generators for each element, which is used to multiply elements.
struct Words<'a> {
    claim: &'a QuotientCertificate,
    words: Vec<Vec<usize>>,
}

impl<'a> Words<'a> {
    fn new(claim: &'a QuotientCertificate) -> Option<Self> {
        let mut words: Vec<Option<Vec<usize>>> = vec![None; claim.products.len()];
        *words.first_mut()? = Some(vec![]);
        let mut ahead = VecDeque::from([0]);
        while let Some(element) = ahead.pop_front() {
            for (generator, &product) in claim.products[element].iter().enumerate() {
                let product = product as usize;
                if words.get(product)?.is_none() {
                    words[product] = words[element].clone().map(|word| [&word[..], &[generator]].concat());
                    ahead.push_back(product);
                }
            }
        }
        Some(Self { claim, words: words.into_iter().collect::<Option<_>>()? })
    }

    fn product(&self, one: usize, other: usize) -> usize {
        self.words[other].iter().fold(one, |at, &generator| self.claim.products[at][generator] as usize)
    }

    fn image(&self, heap: u64) -> Option<usize> {
        let QuotientCertificate { preperiod, period, ref phi, .. } = *self.claim;
        let past = heap.saturating_sub(preperiod) / period;
        phi.get(usize::try_from(heap - past * period).ok()?).map(|&element| element as usize)
    }

    fn is_lost(&self, element: usize) -> bool {
        self.claim.p_portion.contains(&(element as u32))
    }
}

/// Judges a quotient by play.
///
/// Every small sum must have the outcome that the quotient gives, and all elements must differ.
pub fn judged(claim: &QuotientCertificate, code: &TakeAndBreak) -> Judged {
    if claim.period == 0 || claim.products.len() > MOST_ELEMENTS {
        return Judged::TooLarge;
    }
    let Some(words) = Words::new(claim) else { return Judged::False("an element is no product".into()) };
    let mut misere = Misere { code, wins: HashMap::new() };
    let sums = (0..=MOST_HEAPS).flat_map(|count| judge::heaps(count, MOST_TOKENS)).chain((0..=MOST_ALONE).map(|heap| vec![heap]));
    for heaps in sums.filter(|heaps| heaps.is_sorted()) {
        let images: Option<Vec<usize>> = heaps.iter().map(|&heap| words.image(heap)).collect();
        let Some(images) = images else { return Judged::False("a heap has no image".into()) };
        let element = images.into_iter().fold(0, |sum, image| words.product(sum, image));
        if words.is_lost(element) == misere.wins(&heaps) {
            return Judged::False(format!("the outcome of {heaps:?}"));
        }
    }
    let order = claim.products.len();
    let alike = (0..order).flat_map(|one| (0..one).map(move |other| (one, other))).find(|&(one, other)| {
        (0..order).all(|beside| words.is_lost(words.product(one, beside)) == words.is_lost(words.product(other, beside)))
    });
    Judged::of(alike.is_none(), || format!("{alike:?} are alike"))
}
