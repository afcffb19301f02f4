//! Misère outcomes of sums of generators, by the definition together with presumptions.

use super::presumed::Presumed;
use super::splits::Splits;
use super::word::Word;
use super::{Effort, Incomplete};
use crate::growth;
use hashbrown::HashMap;

#[derive(Debug)]
pub(super) struct Sums {
    /// For each generator, the sums that its moves leave.
    options: Vec<Vec<Word>>,
    is_lost: HashMap<Word, bool>,
}

/// A sum whose options are being visited.
struct Open {
    word: Word,
    generator: usize,
    option: usize,
}

impl Sums {
    /// Returns the bytes of the outcomes and options, including those that are needed for the next growth.
    pub(super) fn bytes(&self) -> usize {
        let options: usize = self.options.iter().map(|options| size_of_val(options.as_slice())).sum();
        growth::of_map(&self.is_lost) + options
    }

    pub(super) fn new(presumed: &Presumed, splits: &Splits) -> Self {
        let options = presumed.generators.iter().map(|&heap| presumed.options(&splits.of_heap(heap))).collect();
        Self { options, is_lost: HashMap::from([(Word::default(), false)]) }
    }

    /// Returns `true` if the player to move loses the sum.
    pub(super) fn is_lost(&mut self, word: Word, presumed: &Presumed, effort: &mut Effort<'_>) -> Result<bool, Incomplete> {
        let word = presumed.cut(word);
        if let Some(&known) = self.is_lost.get(&word) {
            return Ok(known);
        }
        let mut open = vec![Open { word, generator: 0, option: 0 }];
        let mut answer = false;
        while let Some(top) = open.last_mut() {
            let Some(option) = self.next_option(top) else {
                answer = true;
                self.close(&mut open, true);
                continue;
            };
            let option = presumed.cut(option);
            match self.is_lost.get(&option) {
                Some(false) => {}
                Some(true) => {
                    answer = false;
                    self.close(&mut open, false);
                }
                None => {
                    // the option is visited again when its outcome is known
                    top.option -= 1;
                    open.push(Open { word: option, generator: 0, option: 0 });
                    effort.step(|| self.bytes() + growth::of_list(&open))?;
                }
            }
        }
        Ok(answer)
    }

    fn close(&mut self, open: &mut Vec<Open>, is_lost: bool) {
        let done = open.pop().expect("there is an open sum");
        self.is_lost.insert(done.word, is_lost);
    }

    /// Returns the next option of a sum, with powers that are not reduced.
    fn next_option(&self, open: &mut Open) -> Option<Word> {
        while open.generator < self.options.len() {
            if open.word.count(open.generator) > 0
                && let Some(option) = self.options[open.generator].get(open.option)
            {
                open.option += 1;
                return Some(open.word.without(open.generator).plus(option));
            }
            (open.generator, open.option) = (open.generator + 1, 0);
        }
        None
    }

    /// Returns all options of a word, with powers that are not reduced.
    pub(super) fn options(&self, word: &Word) -> Vec<Word> {
        let generators = (0..self.options.len()).filter(|&generator| word.count(generator) > 0);
        generators.flat_map(|at| self.options[at].iter().map(move |option| word.without(at).plus(option))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::monoid::Monoid;
    use super::*;
    use sprague_core::Limits;

    #[test]
    fn open_sums_count_as_memory_beside_the_known_ones() {
        // heap 1 of 0.3 is the only generator; in a sum of two such heaps, one is visited while the sum is open
        let splits = Splits::Code("0.3".parse().unwrap());
        let presumed = Presumed::carried(&Monoid::trivial(), &[0]).unwrap();
        let two = Word::one(0).plus(&Word::one(0));
        let is_lost = |bytes: usize| {
            let limits = Limits { bytes: bytes as u64, ..Limits::default() };
            Sums::new(&presumed, &splits).is_lost(two, &presumed, &mut Effort::new(&limits))
        };
        let known = Sums::new(&presumed, &splits).bytes();
        assert!(is_lost(known + size_of::<Open>()).is_err(), "two sums are open");
        // under misère play one heap is lost, so two heaps are won
        assert!(!is_lost(known + 4 * size_of::<Open>()).unwrap());
    }
}
