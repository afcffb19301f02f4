//! Misère quotients by generators and relations: a few heaps, a least word for each element, and the equations that present the
//! quotient.

use super::{Element, MisereQuotient};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A product of generators, stored as the number of times that each generator occurs.
///
/// It is displayed with letters for the generators, for example `a²b`. The empty word is displayed as `1`.
///
/// ```
/// use sprague::quotient::GeneratorWord;
/// assert_eq!(GeneratorWord::from([2, 1]).to_string(), "a²b");
/// assert_eq!(GeneratorWord::from([0, 0]).to_string(), "1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GeneratorWord(Box<[u16]>);

impl<const N: usize> From<[u16; N]> for GeneratorWord {
    fn from(counts: [u16; N]) -> Self {
        Self(Box::new(counts))
    }
}

impl GeneratorWord {
    /// Returns the number of times that each generator occurs.
    ///
    /// ```
    /// use sprague::quotient::GeneratorWord;
    /// assert_eq!(GeneratorWord::from([2, 1]).counts(), [2, 1]);
    /// ```
    pub fn counts(&self) -> &[u16] {
        &self.0
    }

    fn times(&self, generator: usize) -> Self {
        let mut longer = self.clone();
        longer.0[generator] += 1;
        longer
    }

    /// Returns the words with one generator less.
    fn divisors(&self) -> impl Iterator<Item = Self> {
        (0..self.0.len()).filter(|&at| self.0[at] > 0).map(|at| {
            let mut shorter = self.clone();
            shorter.0[at] -= 1;
            shorter
        })
    }

    /// Returns the generators of the word with their exponents, which are at least 1.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::quotient::MisereQuotient;
    /// let nim = MisereQuotient::of(&"0.33".parse().unwrap(), None, &Limits::default()).presentation();
    /// assert_eq!(nim.relations()[0][0].powers().collect::<Vec<_>>(), [("a".to_owned(), 2)]);
    /// ```
    pub fn powers(&self) -> impl Iterator<Item = (String, u16)> {
        self.0.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, count)| (letter(at), *count))
    }

    fn length(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

/// Returns the name of a generator: `a` to `z`, then `g26` and so on.
fn letter(at: usize) -> String {
    u8::try_from(at).ok().filter(|&at| at < 26).map_or_else(|| format!("g{at}"), |at| char::from(b'a' + at).to_string())
}

impl fmt::Display for GeneratorWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        if self.length() == 0 {
            return f.write_str("1");
        }
        for (letter, count) in self.powers() {
            f.write_str(&letter)?;
            let digits = if count > 1 { count.to_string() } else { String::new() };
            digits.bytes().try_for_each(|digit| write!(f, "{}", RAISED[usize::from(digit - b'0')]))?;
        }
        Ok(())
    }
}

/// A misère quotient given by generators and relations.
///
/// Applied from left to right, the relations turn every product of generators into the word of an element: they are a Gröbner
/// basis. Words are ordered by length, and words of equal length by how often the first letters occur, most often first.
///
/// ```
/// use sprague::Limits;
/// use sprague::quotient::MisereQuotient;
///
/// let nim = MisereQuotient::of(&"0.33".parse().unwrap(), None, &Limits::default()).presentation();
/// assert_eq!(nim.generators().collect::<Vec<_>>(), [("a".to_owned(), 1), ("b".to_owned(), 2)]);
/// let relations: Vec<String> = nim.relations().iter().map(|[long, short]| format!("{long} = {short}")).collect();
/// assert_eq!(relations, ["a² = 1", "b³ = b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    generators: Vec<(u64, Element)>,
    words: Vec<GeneratorWord>,
    relations: Vec<[GeneratorWord; 2]>,
}

impl Presentation {
    /// Returns the name of each generator and its heap. The generators are the heaps that are not products of smaller ones.
    pub fn generators(&self) -> impl Iterator<Item = (String, u64)> {
        self.generators.iter().enumerate().map(|(at, &(heap, _))| (letter(at), heap))
    }

    /// Returns the least word of an element.
    ///
    /// # Panics
    /// Panics if the element belongs to a larger quotient.
    pub fn word(&self, element: Element) -> &GeneratorWord {
        &self.words[element.index()]
    }

    /// Returns pairs of equal words. The second of each pair is the least word of its element.
    pub fn relations(&self) -> &[[GeneratorWord; 2]] {
        &self.relations
    }
}

impl MisereQuotient {
    /// Returns the quotient by generators and relations.
    ///
    /// The cost is the order times the square of the number of generators.
    pub fn presentation(&self) -> Presentation {
        let mut generators = vec![];
        let mut words = self.words_in(&generators);
        for heap in 0..=self.heaps_covered() {
            let Some(element) = self.phi(heap).filter(|element| !words.contains_key(element)) else { continue };
            generators.push((heap, element));
            words = self.words_in(&generators);
        }
        let relations = self.relations(&generators, &words);
        // the heaps generate the quotient, and the words are in the order of the elements
        Presentation { generators, words: words.into_values().collect(), relations }
    }

    /// Returns the least word of each element that these generators produce.
    fn words_in(&self, generators: &[(u64, Element)]) -> BTreeMap<Element, GeneratorWord> {
        let mut level = BTreeMap::from([(Element::default(), GeneratorWord(vec![0; generators.len()].into()))]);
        let mut words = BTreeMap::new();
        while !level.is_empty() {
            words.append(&mut level.clone());
            let mut next = BTreeMap::<Element, GeneratorWord>::new();
            for (&element, word) in &level {
                for (at, &(_, generator)) in generators.iter().enumerate() {
                    let product = self.product(element, generator);
                    if words.contains_key(&product) {
                        continue;
                    }
                    let (longer, least) = (word.times(at), next.entry(product));
                    let least = least.or_insert_with(|| longer.clone());
                    if longer > *least {
                        *least = longer;
                    }
                }
            }
            level = next;
        }
        words
    }

    /// Returns the minimal products that are not words, that is, all of whose divisors are words, each with the word of its
    /// element.
    fn relations(&self, generators: &[(u64, Element)], words: &BTreeMap<Element, GeneratorWord>) -> Vec<[GeneratorWord; 2]> {
        let known: BTreeSet<&GeneratorWord> = words.values().collect();
        let mut found = BTreeMap::new();
        for (&element, word) in words {
            for (at, &(_, generator)) in generators.iter().enumerate() {
                let longer = word.times(at);
                if !known.contains(&longer) && longer.divisors().all(|divisor| known.contains(&divisor)) {
                    found.insert(longer, words[&self.product(element, generator)].clone());
                }
            }
        }
        let mut relations: Vec<[GeneratorWord; 2]> = found.into_iter().map(|(long, short)| [long, short]).collect();
        // among words of one length, those with more of the first letters come first
        relations.sort_by(|[a, _], [b, _]| a.length().cmp(&b.length()).then_with(|| b.cmp(a)));
        relations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn product(quotient: &MisereQuotient, presented: &Presentation, word: &GeneratorWord) -> Element {
        let letters = word.counts().iter().zip(&presented.generators);
        letters.fold(Element::default(), |x, (&count, &(_, generator))| (0..count).fold(x, |x, _| quotient.product(x, generator)))
    }

    #[test]
    fn relations_hold_and_present_the_quotient() {
        for code in ["0.77", "0.123", "0.75", "0.15"] {
            let quotient = MisereQuotient::of(&code.parse().unwrap(), None, &Limits::default());
            let presented = quotient.presentation();
            for [long, short] in presented.relations() {
                assert_eq!(
                    product(&quotient, &presented, long),
                    product(&quotient, &presented, short),
                    "{code}: {long} = {short}"
                );
            }
            let words: Vec<&GeneratorWord> = quotient.elements().map(|element| presented.word(element)).collect();
            for (element, word) in quotient.elements().zip(&words) {
                assert_eq!(product(&quotient, &presented, word), element, "{code}: {word}");
                // the relations alone turn a word times a generator into a word, so there are no more elements
                for at in 0..presented.generators.len() {
                    let mut now = word.times(at);
                    for steps in 0.. {
                        if words.contains(&&now) {
                            break;
                        }
                        assert!(steps < 100, "{code}: {now}");
                        let divides = |long: &GeneratorWord| long.0.iter().zip(&now.0).all(|(a, b)| a <= b);
                        let [long, short] = presented.relations().iter().find(|[long, _]| divides(long)).unwrap();
                        (0..now.0.len()).for_each(|at| now.0[at] = now.0[at] - long.0[at] + short.0[at]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_heap_that_smaller_ones_make_is_no_generator() {
        let kayles = MisereQuotient::of(&"0.77".parse().unwrap(), None, &Limits::default());
        let presented = kayles.presentation();
        let heaps: Vec<u64> = presented.generators().map(|(_, heap)| heap).collect();
        assert_eq!(heaps, [1, 2, 5, 9, 12, 25, 27]);
        assert_eq!(presented.word(kayles.phi(3).unwrap()).to_string(), "ab");
    }

    #[test]
    fn the_quotient_of_no_heaps_is_trivial() {
        let none = MisereQuotient::of(&"0.77".parse().unwrap(), Some(0), &Limits::default()).presentation();
        assert_eq!((none.generators().count(), none.relations().len()), (0, 0));
        assert_eq!(none.word(Element::default()).to_string(), "1");
        assert_eq!((letter(25), letter(26)), ("z".to_owned(), "g26".to_owned()));
    }
}
