//! What is presumed while outcomes of sums are computed: which heaps equal sums of smaller ones, and where powers repeat.
//!
//! A presumption saves work and proves nothing: whatever follows from it is checked against the rules, and a presumption that
//! a check contradicts is dropped.

use super::monoid::Monoid;
use super::splits::Parts;
use std::iter::once;

/// How often each generator occurs in a sum.
pub(super) type Word = Vec<u16>;

/// Heaps as sums of generators.
#[derive(Clone, Debug)]
pub(super) struct Presumed {
    /// The heaps that are no sums of others.
    pub(super) generators: Vec<usize>,
    /// Every heap as a sum of generators that are no larger.
    words: Vec<Word>,
    /// Index i and period p of each generator, where gⁱ⁺ᵖ = gⁱ is presumed.
    powers: Vec<Option<(u16, u16)>>,
    /// How often a power was raised before it is presumed no more.
    raised: Vec<u8>,
    /// Sums that heaps were presumed to equal and do not.
    refuted: Vec<(usize, Word)>,
}

/// How often a refuted power is tried with a greater index.
const MOST_RAISES: u8 = 2;

impl Presumed {
    /// That everything known of smaller heaps stays as it is beside a new one, the next.
    pub(super) fn carried(monoid: &Monoid, phi: &[usize]) -> Self {
        let mut generators = vec![];
        let mut powers = vec![];
        let mut reached: Vec<Option<Word>> = vec![None; monoid.order()];
        reached[0] = Some(vec![]);
        let mut words = vec![];
        for (heap, &image) in phi.iter().enumerate() {
            if reached[image].is_none() {
                generators.push(heap);
                let (index, period) = monoid.index_and_period(image);
                powers.push(Some((index as u16, period as u16)));
                join(monoid, image, generators.len() - 1, &mut reached);
            }
            words.push(reached[image].clone().expect("its image was joined"));
        }
        generators.push(phi.len());
        powers.push(None);
        let new = generators.len() - 1;
        words.push(power(new, 1));
        words.iter_mut().for_each(|word| word.resize(new + 1, 0));
        Self { raised: vec![0; generators.len()], refuted: vec![], generators, words, powers }
    }

    /// The word of no heaps.
    pub(super) fn nothing(&self) -> Word {
        vec![0; self.generators.len()]
    }

    /// The word of one heap.
    pub(super) fn word(&self, heap: usize) -> &Word {
        &self.words[heap]
    }

    /// The word of a sum of heaps, powers as they come.
    pub(super) fn sum(&self, heaps: impl IntoIterator<Item = usize>) -> Word {
        heaps.into_iter().fold(self.nothing(), |sum, heap| added(sum, &self.words[heap]))
    }

    /// The words of what the moves in a heap leave.
    pub(super) fn options(&self, parts: &[Parts]) -> Vec<Word> {
        let mut options: Vec<Word> = parts.iter().map(|parts| self.sum(parts.iter().copied())).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// The same word with its powers cut down.
    pub(super) fn cut(&self, mut word: Word) -> Word {
        for (count, power) in word.iter_mut().zip(&self.powers) {
            if let Some((index, period)) = *power
                && *count >= index + period
            {
                *count = index + (*count - index) % period;
            }
        }
        word
    }

    /// One power of this word cut down by one period, and which.
    pub(super) fn cut_once(&self, word: &Word) -> Option<(Word, usize)> {
        let is_long = |at: &usize| self.powers[*at].is_some_and(|(index, period)| word[*at] >= index + period);
        let at = (0..word.len()).find(is_long)?;
        let mut shorter = word.clone();
        shorter[at] -= self.powers[at].map_or(0, |(_, period)| period);
        Some((shorter, at))
    }

    /// Whether this heap is a generator.
    pub(super) fn is_generator(&self, heap: usize) -> bool {
        self.generators.contains(&heap)
    }

    /// No longer presumes that a heap is the sum that it was presumed to be, but the first of these words that it was not
    /// presumed to be before, or else a generator with these powers.
    pub(super) fn correct(&mut self, heap: usize, words: Vec<Word>, power: (usize, usize)) {
        self.refuted.push((heap, self.words[heap].clone()));
        let is_new = |word: &Word| !self.refuted.iter().any(|(of, refuted)| *of == heap && refuted == word);
        match words.into_iter().find(is_new) {
            Some(word) => self.words[heap] = word,
            None => self.release(heap, power),
        }
    }

    /// Makes a heap the last generator.
    fn release(&mut self, heap: usize, power: (usize, usize)) {
        self.generators.push(heap);
        self.powers.push(Some((power.0 as u16, power.1 as u16)));
        self.raised.push(0);
        let all = self.words.iter_mut().chain(self.refuted.iter_mut().map(|(_, word)| word));
        all.for_each(|word| word.push(0));
        let last = self.generators.len() - 1;
        self.words[heap] = once(0).cycle().take(last).chain(once(1)).collect();
    }

    /// Words of generators below a heap for the elements that they generate.
    pub(super) fn words_below(&self, heap: usize, monoid: &Monoid, phi: &[usize]) -> Vec<Option<Word>> {
        let mut reached = vec![None; monoid.order()];
        reached[0] = Some(self.nothing());
        for (at, &generator) in self.generators.iter().enumerate().filter(|(_, generator)| **generator < heap) {
            join(monoid, phi[generator], at, &mut reached);
        }
        reached
    }

    /// Presumes a power to repeat only later, or no more.
    pub(super) fn raise(&mut self, generator: usize) {
        self.raised[generator] += 1;
        let later = self.powers[generator].map(|(index, period)| (index + period, period));
        self.powers[generator] = later.filter(|_| self.raised[generator] <= MOST_RAISES);
    }
}

/// Lets `reached` hold products with a new generator too, the shortest first.
fn join(monoid: &Monoid, image: usize, generator: usize, reached: &mut [Option<Word>]) {
    let mut pending: Vec<usize> = (0..reached.len()).filter(|&x| reached[x].is_some()).collect();
    while !pending.is_empty() {
        let mut next = vec![];
        for x in pending {
            let product = monoid.product(x, image);
            if reached[product].is_none() {
                let word = reached[x].clone().expect("pending elements are reached");
                reached[product] = Some(added(word, &power(generator, 1)));
                next.push(product);
            }
        }
        pending = next;
    }
}

fn power(generator: usize, count: u16) -> Word {
    let mut word = vec![0; generator + 1];
    word[generator] = count;
    word
}

/// The sum of two words.
pub(super) fn added(mut one: Word, other: &Word) -> Word {
    one.resize(one.len().max(other.len()), 0);
    one.iter_mut().zip(other).for_each(|(a, b)| *a = a.saturating_add(*b));
    one
}
