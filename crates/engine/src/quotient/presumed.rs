//! Presumptions about sums: that a heap equals a sum of smaller heaps, and that powers repeat.
//!
//! A presumption saves work and proves nothing. All its consequences are checked against the rules, and it is dropped if a
//! check contradicts it.

use super::Incomplete;
use super::monoid::Monoid;
use super::splits::Parts;
use super::word::{MAX_GENERATORS, Word};

/// Heaps as sums of generators.
#[derive(Clone, Debug)]
pub(super) struct Presumed {
    /// The heaps that are not presumed to be sums of others.
    pub(super) generators: Vec<usize>,
    /// Every heap as a sum of generators.
    words: Vec<Word>,
    /// For each generator g, the index i and the period p if gⁱ⁺ᵖ = gⁱ is presumed.
    powers: Vec<Option<(u8, u8)>>,
    /// The number of times that the index of each generator's powers was raised.
    raised: Vec<u8>,
    /// Heaps with the sums that they were presumed to equal but do not.
    refuted: Vec<(usize, Word)>,
}

/// The number of times that a refuted power is tried with a larger index before it is dropped.
const MAX_RAISES: u8 = 2;

impl Presumed {
    /// Presumes that everything known about smaller heaps remains true in sums with the next heap, which becomes a generator.
    pub(super) fn carried(monoid: &Monoid, phi: &[usize]) -> Result<Self, Incomplete> {
        let mut generators = vec![];
        let mut powers = vec![];
        let mut reached: Vec<Option<Word>> = vec![None; monoid.order()];
        reached[0] = Some(Word::default());
        let mut words = vec![];
        for (heap, &image) in phi.iter().enumerate() {
            if reached[image].is_none() {
                room_after(&generators)?;
                generators.push(heap);
                powers.push(small(monoid.index_and_period(image)));
                join(monoid, image, generators.len() - 1, &mut reached);
            }
            words.push(reached[image].expect("its image was joined"));
        }
        room_after(&generators)?;
        words.push(Word::one(generators.len()));
        generators.push(phi.len());
        powers.push(None);
        Ok(Self { raised: vec![0; generators.len()], refuted: vec![], generators, words, powers })
    }

    pub(super) fn word(&self, heap: usize) -> Word {
        self.words[heap]
    }

    /// Returns the word of a sum of heaps, with powers that are not reduced.
    pub(super) fn sum(&self, heaps: impl IntoIterator<Item = usize>) -> Word {
        heaps.into_iter().fold(Word::default(), |sum, heap| sum.plus(&self.words[heap]))
    }

    /// Returns the words of the sums that the moves in a heap leave.
    pub(super) fn options(&self, parts: &[Parts]) -> Vec<Word> {
        let mut options: Vec<Word> = parts.iter().map(|parts| self.sum(parts.iter().copied())).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Returns the word with all powers reduced.
    pub(super) fn cut(&self, mut word: Word) -> Word {
        for (count, power) in word.counts_mut().iter_mut().zip(&self.powers) {
            if let Some((index, period)) = *power
                && *count >= index + period
            {
                *count = index + (*count - index) % period;
            }
        }
        word
    }

    /// Returns the word with one power reduced by one period, and the generator of that power.
    pub(super) fn cut_once(&self, word: &Word) -> Option<(Word, usize)> {
        let is_long = |at: &usize| self.powers[*at].is_some_and(|(index, period)| word.count(*at) >= index + period);
        let at = (0..self.generators.len()).find(is_long)?;
        let mut shorter = *word;
        shorter.counts_mut()[at] -= self.powers[at].map_or(0, |(_, period)| period);
        Some((shorter, at))
    }

    pub(super) fn is_generator(&self, heap: usize) -> bool {
        self.generators.contains(&heap)
    }

    /// Drops the presumption about a heap.
    ///
    /// The heap is then presumed to equal the first of these words that has not been refuted for it. If there is none, it
    /// becomes a generator with this index and period.
    pub(super) fn correct(&mut self, heap: usize, words: Vec<Word>, power: (usize, usize)) -> Result<(), Incomplete> {
        self.refuted.push((heap, self.words[heap]));
        let is_new = |word: &Word| !self.refuted.iter().any(|(of, refuted)| *of == heap && refuted == word);
        match words.into_iter().find(is_new) {
            Some(word) => self.words[heap] = word,
            None => self.release(heap, power)?,
        }
        Ok(())
    }

    /// Makes a heap the last generator.
    fn release(&mut self, heap: usize, power: (usize, usize)) -> Result<(), Incomplete> {
        room_after(&self.generators)?;
        self.words[heap] = Word::one(self.generators.len());
        self.generators.push(heap);
        self.powers.push(small(power));
        self.raised.push(0);
        Ok(())
    }

    /// Returns words of generators below a heap, for the elements that they generate.
    pub(super) fn words_below(&self, heap: usize, monoid: &Monoid, phi: &[usize]) -> Vec<Option<Word>> {
        let mut reached = vec![None; monoid.order()];
        reached[0] = Some(Word::default());
        for (at, &generator) in self.generators.iter().enumerate().filter(|(_, generator)| **generator < heap) {
            join(monoid, phi[generator], at, &mut reached);
        }
        reached
    }

    /// Presumes that the powers of a generator repeat only later, or not at all.
    pub(super) fn raise(&mut self, generator: usize) {
        self.raised[generator] += 1;
        let later = self.powers[generator].and_then(|(index, period)| small((usize::from(index + period), usize::from(period))));
        self.powers[generator] = later.filter(|_| self.raised[generator] <= MAX_RAISES);
    }
}

/// Adds products with a new generator to `reached`, shortest first.
fn join(monoid: &Monoid, image: usize, generator: usize, reached: &mut [Option<Word>]) {
    let mut pending: Vec<usize> = (0..reached.len()).filter(|&x| reached[x].is_some()).collect();
    while !pending.is_empty() {
        let mut next = vec![];
        for x in pending {
            let product = monoid.product(x, image);
            if reached[product].is_none() {
                let word = reached[x].expect("pending elements are reached");
                reached[product] = Some(word.plus(&Word::one(generator)));
                next.push(product);
            }
        }
        pending = next;
    }
}

/// Returns index and period, if they are small enough to be useful.
fn small((index, period): (usize, usize)) -> Option<(u8, u8)> {
    let most = usize::from(u8::MAX / 2);
    (index <= most && period <= most).then_some((index as u8, period as u8))
}

fn room_after(generators: &[usize]) -> Result<(), Incomplete> {
    if generators.len() < MAX_GENERATORS { Ok(()) } else { Err(Incomplete::Generators(MAX_GENERATORS)) }
}
