//! Adds one heap: the quotient stays as it is, or a larger one is learned and checked exactly.

use super::element_set::ElementSet;
use super::learn::{Hypothesis, Learner, Oracle};
use super::monoid::Monoid;
use super::period::{self, QuotientPeriod};
use super::presumed::Presumed;
use super::splits::Splits;
use super::sums::Sums;
use super::transitions::{Refuted, Transitions, answered, needs};
use super::word::Word;
use super::{Effort, Incomplete};

/// The checked quotient of the heaps so far.
#[derive(Clone, Debug)]
pub(super) struct Grown {
    splits: Splits,
    pub(super) monoid: Monoid,
    /// The image of each heap.
    pub(super) phi: Vec<usize>,
    transitions: Transitions,
}

impl Grown {
    /// Returns the quotient of the empty heap alone.
    pub(super) fn new(splits: Splits) -> Self {
        let monoid = Monoid::trivial();
        let transitions = Transitions::new(&monoid);
        Self { splits, monoid, phi: vec![0], transitions }
    }

    /// Returns the period of the images, if it is proved by now.
    pub(super) fn period(&self) -> Option<QuotientPeriod> {
        let (heaps, taken) = self.splits.heaps_and_taken()?;
        period::proved(&self.phi, heaps, taken)
    }

    /// Adds the next heap. If a limit is reached, the quotient remains as it was.
    pub(super) fn add_heap(&mut self, effort: &mut Effort<'_>) -> Result<(), Incomplete> {
        effort.beside = [Monoid::bytes_of(self.monoid.order()) + self.transitions.bytes(), 0];
        match self.image_in(effort)? {
            Some(image) => self.phi.push(image),
            None => (self.monoid, self.phi, self.transitions) = larger(self, effort)?,
        }
        Ok(())
    }

    /// Returns the element of the new heap if the quotient stays as it is.
    ///
    /// It follows from the heap's moves by the generalized mex rule.
    fn image_in(&mut self, effort: &mut Effort<'_>) -> Result<Option<usize>, Incomplete> {
        let (monoid, heap) = (&self.monoid, self.phi.len());
        let images = images(monoid, &self.phi, &self.splits, heap);
        if images.is_empty() {
            return Ok(Some(0));
        }
        // 1. keep the elements for which no move leads from a lost sum to a lost sum, each with its needs
        let answered = answered(monoid, &images);
        let fitting: Vec<(usize, ElementSet)> =
            (0..monoid.order()).filter_map(|x| needs(monoid, x, &answered).map(|needs| (x, needs))).collect();
        // 2. an element whose needs a known pair covers is right
        let is_covered = |(x, needs): &&(usize, ElementSet)| {
            needs.is_empty() || self.transitions.covers(*x, needs) || (*x == 0 && !needs.contains(0))
        };
        if let Some((image, _)) = fitting.iter().find(is_covered) {
            return Ok(Some(*image));
        }
        // 3. otherwise try each element with all sums
        for (image, needs) in fitting {
            if needs.contains(0) || self.transitions.clash(image, &needs) {
                continue;
            }
            effort.look(self.transitions.bytes())?;
            let mut with_it = self.transitions.clone();
            match with_it.add(monoid, heap, image, needs, effort) {
                Ok(()) => {
                    self.transitions = with_it;
                    return Ok(Some(image));
                }
                Err(Refuted::At(_)) => {}
                Err(Refuted::Unknown(why)) => return Err(why),
            }
        }
        Ok(None)
    }
}

/// Returns the images of the sums that the moves in a heap leave.
fn images(monoid: &Monoid, phi: &[usize], splits: &Splits, heap: usize) -> ElementSet {
    let mut images = ElementSet::empty(monoid.order());
    splits.visit(heap, |parts| images.insert(parts.iter().fold(0, |x, &part| monoid.product(x, phi[part]))));
    images
}

/// Checks exactly that every sum of these heaps has the outcome of its image.
fn checked(monoid: &Monoid, phi: &[usize], splits: &Splits, effort: &mut Effort<'_>) -> Result<Transitions, Refuted> {
    let mut transitions = Transitions::new(monoid);
    let mut new = vec![];
    if monoid.lost().contains(0) {
        return Err(Refuted::At(vec![]));
    }
    // 1. check each heap alone: no move leads from lost to lost
    for (heap, &image) in phi.iter().enumerate() {
        let images = images(monoid, phi, splits, heap);
        if images.is_empty() {
            // a heap without moves adds nothing to a sum
            if image == 0 {
                continue;
            }
            return Err(Refuted::At(vec![heap]));
        }
        let answered = answered(monoid, &images);
        match needs(monoid, image, &answered) {
            Some(needs) => new.push((heap, needs)),
            None => {
                let both = monoid.losing(image).iter().find(|&z| answered.contains(z)).unwrap_or(0);
                let beside = monoid.words(phi.iter().copied().enumerate()).swap_remove(both).unwrap_or_default();
                return Err(Refuted::At(beside.into_iter().chain([heap]).collect()));
            }
        }
        effort.look(0)?;
    }
    // 2. check all sums
    for (heap, needs) in new {
        transitions.add(monoid, heap, phi[heap], needs, effort)?;
    }
    Ok(transitions)
}

/// Learns the quotient with the next heap, if that heap is not an element of the current quotient.
fn larger(grown: &Grown, effort: &mut Effort<'_>) -> Result<(Monoid, Vec<usize>, Transitions), Incomplete> {
    // 1. presume that all facts about smaller heaps stay true, and test with one sum for each known element
    let mut presumed = Presumed::carried(&grown.monoid, &grown.phi)?;
    let mut learner = Learner::default();
    for word in grown.monoid.words(presumed.generators.iter().filter_map(|&heap| Some((heap, *grown.phi.get(heap)?)))) {
        learner.test(presumed.sum(word.unwrap_or_default()));
    }
    let mut sums = Sums::new(&presumed, &grown.splits);
    loop {
        let mut oracle = Oracle { sums: &mut sums, presumed: &presumed, effort: &mut *effort };
        // 2. learn a monoid that agrees with all tests
        let found = learner.hypothesis(&mut oracle)?;
        // the table of products is in memory twice while equivalent elements are merged
        let products = Monoid::bytes_of(found.words.len());
        oracle.effort.look(oracle.sums.bytes() + found.bytes() + products)?;
        let (monoid, classes) = monoid_of(&found).reduced();
        // 3. check it exactly against the rules
        let learned = oracle.effort.beside[1];
        oracle.effort.beside[1] = learned + oracle.sums.bytes() + found.bytes();
        let phi: Vec<usize> = (0..=grown.phi.len()).map(|heap| classes[found.element(&presumed.word(heap))]).collect();
        let checked = checked(&monoid, &phi, &grown.splits, oracle.effort);
        oracle.effort.beside[1] = learned;
        let sum = match checked {
            Ok(transitions) => return Ok((monoid, phi, transitions)),
            Err(Refuted::Unknown(why)) => return Err(why),
            Err(Refuted::At(sum)) => sum,
        };
        // 4. drop the presumption that the counterexample contradicts, or learn from it
        match culprit(&sum, &grown.splits, &mut oracle)? {
            Some(Culprit::Heap(heap)) => {
                let words = other_words(heap, grown, &presumed, &monoid, &phi);
                presumed.correct(heap, words, grown.monoid.index_and_period(grown.phi[heap]))?;
            }
            Some(Culprit::Power(generator)) => presumed.raise(generator),
            None => {
                learn_from(&sum, &grown.splits, &found, &mut learner, &mut oracle)?;
                continue;
            }
        }
        sums = Sums::new(&presumed, &grown.splits);
        learner.restart();
    }
}

/// Returns words of smaller generators that may equal a heap in the learned monoid: words that had one element with the heap
/// before the quotient grew, and that the heap's own moves do not contradict.
fn other_words(heap: usize, grown: &Grown, presumed: &Presumed, monoid: &Monoid, phi: &[usize]) -> Vec<Word> {
    let answered = answered(monoid, &images(monoid, phi, &grown.splits, heap));
    let before = |word: &Word| {
        let heaps = word.letters().map(|generator| presumed.generators[generator]);
        heaps.fold(0, |x, heap| grown.monoid.product(x, grown.phi[heap]))
    };
    let words = presumed.words_below(heap, monoid, phi).into_iter().enumerate();
    let fitting = words.filter_map(|(x, word)| {
        let word = word.filter(|word| before(word) == grown.phi[heap])?;
        needs(monoid, x, &answered).filter(|needs| !needs.contains(0)).map(|_| word)
    });
    fitting.collect()
}

fn monoid_of(found: &Hypothesis) -> Monoid {
    let order = found.words.len();
    let mut table = vec![0; order * order];
    for x in 0..order {
        table[x * order] = x as u16;
        for y in 1..order {
            let (before, generator) = found.from[y];
            table[x * order + y] = found.next[usize::from(table[x * order + before])][generator] as u16;
        }
    }
    Monoid::new(order, table, &ElementSet::of(order, |x| found.is_lost[x]))
}

/// A presumption that the rules contradict.
enum Culprit {
    /// The presumption that this heap is a sum of generators.
    Heap(usize),
    /// The presumption that the powers of this generator repeat.
    Power(usize),
}

/// A sum of heaps, some of which are already replaced by generators.
struct Mixed {
    heaps: Vec<usize>,
    word: Word,
}

impl Mixed {
    fn all(&self, presumed: &Presumed) -> Word {
        presumed.sum(self.heaps.iter().copied()).plus(&self.word)
    }

    /// Returns its options, with powers that are not reduced.
    fn options(&self, splits: &Splits, oracle: &Oracle<'_, '_>) -> Vec<Word> {
        let presumed = oracle.presumed;
        let beside = presumed.sum(self.heaps.iter().copied());
        let mut options: Vec<Word> = oracle.sums.options(&self.word).into_iter().map(|option| option.plus(&beside)).collect();
        for at in 0..self.heaps.len() {
            let rest = self.heaps.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &heap)| heap);
            let rest = presumed.sum(rest).plus(&self.word);
            options.extend(presumed.options(&splits.of_heap(self.heaps[at])).iter().map(|option| rest.plus(option)));
        }
        options
    }

    /// Returns `true` if the outcome follows from the outcomes of the options.
    fn is_consistent(&self, splits: &Splits, oracle: &mut Oracle<'_, '_>) -> Result<bool, Incomplete> {
        let options = self.options(splits, oracle);
        let mut is_lost = !options.is_empty();
        for option in options {
            if oracle.is_lost(option)? {
                is_lost = false;
                break;
            }
        }
        Ok(oracle.is_lost(self.all(oracle.presumed))? == is_lost)
    }
}

/// Returns the presumption that is to blame if the outcome of a sum does not follow from its options, or `None` if it does
/// follow.
///
/// Presumptions are applied one at a time: each heap is replaced by its word, and then powers are cut. In the end only
/// generators are left, and their outcomes follow by definition. So there is a first step after which the outcome follows. The
/// sums before and after this step differ only by its presumption, which the rules therefore contradict. (Rivest & Schapire
/// 1993 find the letter in a counterexample in the same way.)
fn culprit(sum: &[usize], splits: &Splits, oracle: &mut Oracle<'_, '_>) -> Result<Option<Culprit>, Incomplete> {
    let presumed = oracle.presumed;
    let (own, heaps): (Vec<usize>, Vec<usize>) = sum.iter().partition(|&&heap| presumed.is_generator(heap));
    let mut mixed = Mixed { heaps, word: presumed.sum(own) };
    if mixed.is_consistent(splits, oracle)? {
        return Ok(None);
    }
    // replace heaps by words
    while let Some(heap) = mixed.heaps.pop() {
        mixed.word = mixed.word.plus(&presumed.word(heap));
        if mixed.is_consistent(splits, oracle)? {
            return Ok(Some(Culprit::Heap(heap)));
        }
    }
    // cut powers
    let mut blamed = None;
    while let Some((shorter, generator)) = presumed.cut_once(&mixed.word) {
        mixed.word = shorter;
        blamed = Some(Culprit::Power(generator));
        if mixed.is_consistent(splits, oracle)? {
            break;
        }
    }
    Ok(blamed)
}

/// Learns from a sum for which the hypothesis gives a wrong outcome: from the sum itself or, if the hypothesis is right there,
/// from one of its options.
fn learn_from(
    sum: &[usize],
    splits: &Splits,
    found: &Hypothesis,
    learner: &mut Learner,
    oracle: &mut Oracle<'_, '_>,
) -> Result<(), Incomplete> {
    let mixed = Mixed { heaps: sum.to_vec(), word: Word::default() };
    let mut words = mixed.options(splits, oracle);
    words.insert(0, mixed.all(oracle.presumed));
    for word in words {
        if oracle.is_lost(word)? != found.is_lost[found.element(&word)] {
            return learner.refute(&word, found, oracle);
        }
    }
    Err(Incomplete::Contradiction)
}
