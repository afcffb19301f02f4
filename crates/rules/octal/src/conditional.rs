//! Octal codes with conditions on the remaining heaps, and with endless digits.
//!
//! They are written as in CGSuite. For most of them no theorem is known, so a period can only be observed.

use crate::breaking::{Break, Breaking, different, heaps_that_break};
use core::fmt;
use core::iter;
use smallvec::SmallVec;
use sprague_core::heap::{HeapRules, Heaps, TakeAndBreak};
use sprague_core::{BadNotation, ClosedForm, MoveList};
use std::str::FromStr;

/// The parts of a heap after a move, in ascending order.
type Parts = SmallVec<[u64; 3]>;

/// The largest heap, if a move may cut a heap into any number of heaps.
const MOST_TOKENS: u64 = 1 << 16;

const MOST_DIGITS: usize = 1 << 16;

/// The largest number of heaps that a digit can name.
const MOST_NAMED: u32 = 63;

/// The largest number of heaps of different sizes that a move can leave.
const MOST_UNEQUAL: u32 = 3;

/// A take-and-break game whose digits may have conditions, or repeat for ever.
///
/// A digit is as in [`Octal`](crate::Octal), or a list of numbers of heaps in braces, in which `2+` means any number from two
/// on. `*` stands for any number of heaps. A condition may follow: `!` means heaps of different sizes, `=` heaps of equal size,
/// and `?` heaps that are not all equal. No heap or one heap meets every condition. In braces, the condition may also follow
/// each number, and it must be the same for all numbers from two on. Digits in brackets at the end of the code repeat for ever.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_octal::Conditional;
///
/// let cut: Conditional = "{2+}=.".parse()?;
/// let options: Vec<String> = cut.options(&cut.read("6")?).map(|heaps| heaps.to_string()).collect();
/// assert_eq!(options, ["3.3", "2.2.2", "1.1.1.1.1.1"]);
/// let nim: Conditional = "0.[3]".parse()?;
/// assert_eq!(nim.options(&nim.read("4")?).count(), 4);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conditional {
    digits: Vec<Digit>,
    /// The digits that follow and repeat for ever.
    cycle: Vec<Digit>,
}

/// The ways to leave heaps, after a certain number of tokens has been taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Digit {
    /// Bit k is set if k heaps may be left.
    numbers: u64,
    /// If it is set, any number of heaps from this one on may be left, too.
    from: Option<u32>,
    sizes: Sizes,
}

/// A condition on the sizes of the heaps that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Sizes {
    #[default]
    Any,
    Different,
    Equal,
    NotAllEqual,
}

impl Sizes {
    const SIGNS: [(char, Self); 3] = [('!', Self::Different), ('=', Self::Equal), ('?', Self::NotAllEqual)];

    /// Returns whether these parts, in ascending order, meet the condition.
    fn hold(self, parts: &[u64]) -> bool {
        let mut pairs = parts.windows(2);
        match self {
            Self::Any => true,
            Self::Different => pairs.all(|pair| pair[0] != pair[1]),
            Self::Equal => pairs.all(|pair| pair[0] == pair[1]),
            Self::NotAllEqual => parts.len() < 2 || pairs.any(|pair| pair[0] != pair[1]),
        }
    }
}

impl Digit {
    /// Returns whether a move with this digit can leave at least one heap.
    fn leaves_some(self) -> bool {
        self.from.is_some() || self.numbers >> 1 != 0
    }

    fn has(self, heaps: u64) -> bool {
        heaps <= MOST_NAMED.into() && self.numbers >> heaps & 1 != 0 || self.from.is_some_and(|from| heaps >= from.into())
    }

    /// Returns the ways to leave `left` tokens as heaps.
    ///
    /// They are ordered by the number of heaps, then by the smallest heap.
    fn parts(self, left: u64) -> impl Iterator<Item = Parts> {
        let is_equal = self.sizes == Sizes::Equal;
        let none = (self.has(0) && left == 0).then(Parts::new);
        let one = (self.has(1) && left > 0).then(|| Parts::from_slice(&[left]));
        let two = if self.has(2) && !is_equal { left / 2 } else { 0 };
        let three = if self.has(3) && !is_equal { left / 3 } else { 0 };
        let two = (1..=two).map(move |small| Parts::from_slice(&[small, left - small]));
        let three = (1..=three).flat_map(move |small| {
            let rest = left - small;
            (small..=rest / 2).map(move |middle| Parts::from_slice(&[small, middle, rest - middle]))
        });
        let most = match self.from {
            _ if !is_equal => 1,
            Some(_) => left,
            None => left.min(MOST_NAMED.into()),
        };
        let equal = (2..=most).filter(move |&heaps| self.has(heaps) && left.is_multiple_of(heaps));
        let equal = equal.map(move |heaps| iter::repeat_n(left / heaps, heaps as usize).collect());
        let all = one.into_iter().chain(two).chain(three).chain(equal);
        none.into_iter().chain(all.filter(move |parts: &Parts| self.sizes.hold(parts)))
    }
}

impl Conditional {
    /// Returns the digits that may allow a move of the heap, each with its place.
    ///
    /// The last place is the size of the heap. If no digit of the cycle can leave heaps, they can only take the whole heap, so
    /// only one of them is listed.
    fn places(&self, heap: u64) -> impl Iterator<Item = (u64, Digit)> {
        let behind = self.digits.len() as u64;
        let is_endless = self.cycle.iter().any(|digit| digit.leaves_some());
        let cycle = if is_endless { &self.cycle[..] } else { &[] };
        let whole = heap.checked_sub(behind).filter(|_| !is_endless && !self.cycle.is_empty());
        let whole = whole.map(|past| (heap, self.cycle[(past % self.cycle.len() as u64) as usize]));
        (0..=heap).zip(self.digits.iter().chain(cycle.iter().cycle()).copied()).chain(whole)
    }

    /// Returns the code as data, if it has no conditions and no endless digits.
    ///
    /// ```
    /// use sprague_rules_octal::Conditional;
    /// let plain = |code: &str| code.parse::<Conditional>().unwrap().plain().map(|code| code.to_string());
    /// assert_eq!(plain("0.{0,1,2}7").as_deref(), Some("0.77"));
    /// assert_eq!((plain("4!."), plain("0.[3]")), (None, None));
    /// ```
    pub fn plain(&self) -> Option<TakeAndBreak> {
        let is_plain = |digit: &Digit| digit.sizes == Sizes::Any && digit.from.is_none();
        let digits = self.digits.iter().map(|digit| digit.numbers as u8);
        let is_finite = self.cycle.iter().all(|digit| digit.numbers == 0 && digit.from.is_none());
        (is_finite && self.digits.iter().all(is_plain)).then(|| TakeAndBreak::from_digits(digits).ok())?
    }

    /// Returns whether the game is Grundy's game, `4!.`.
    ///
    /// ```
    /// assert!("4?.0".parse::<sprague_rules_octal::Conditional>()?.is_grundy());
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn is_grundy(&self) -> bool {
        let [first, rest @ ..] = &self.digits[..] else { return false };
        let splits = first.numbers == 1 << 2 && first.from.is_none();
        splits
            && [Sizes::Different, Sizes::NotAllEqual].contains(&first.sizes)
            && rest.iter().chain(&self.cycle).all(|digit| digit.numbers == 0 && digit.from.is_none())
    }
}

impl Breaking for Conditional {
    type Parts = Parts;

    fn breaks(&self, heap: u64) -> impl Iterator<Item = (u64, Parts)> {
        self.places(heap).flat_map(move |(taken, digit)| digit.parts(heap - taken).map(move |parts| (taken, parts)))
    }
    fn is_breakable(&self, heap: u64) -> bool {
        self.breaks(heap).next().is_some()
    }
    fn rules(&self) -> Option<HeapRules> {
        None
    }
    fn theorem(&self) -> Option<&dyn ClosedForm<Heaps, Break>> {
        let is_plain = |digit: &Digit, numbers| *digit == Digit { numbers, ..Digit::default() };
        let is_lasker = self.digits.len() == 1 && is_plain(&self.digits[0], 4) && self.cycle.len() == 1;
        (is_lasker && is_plain(&self.cycle[0], 3)).then_some(&LaskersNim)
    }
    fn largest(&self) -> Option<u64> {
        self.digits.iter().chain(&self.cycle).any(|digit| digit.from.is_some()).then_some(MOST_TOKENS)
    }
}

heaps_that_break!(Conditional);

/// Lasker's Nim, 4.[3]: take any number of tokens from a heap, or split it in two.
struct LaskersNim;

/// The most splits of one heap that are tried.
const MOST_SPLITS: u64 = 1_000_000;

impl LaskersNim {
    /// Returns the nimber of a heap; the heap of that size has the first one as its nimber.
    fn of_heap(heap: u64) -> u64 {
        match heap % 4 {
            3 => heap + 1,
            0 if heap > 0 => heap - 1,
            _ => heap,
        }
    }
}

impl ClosedForm<Heaps, Break> for LaskersNim {
    fn nimber(&self, heaps: &Heaps) -> Option<u128> {
        Some(heaps.as_slice().iter().fold(0, |sum, heap| sum ^ Self::of_heap(*heap)).into())
    }
    fn moves_to(&self, heaps: &Heaps, nimber: u128) -> Option<MoveList<Break>> {
        let (change, mut moves) = (self.nimber(heaps)? ^ nimber, vec![]);
        let Ok(change) = u64::try_from(change) else { return Some(moves.into()) };
        let mut has_all = true;
        for (_, heap) in different(heaps) {
            let target = Self::of_heap(heap) ^ change;
            let splits = (1..=(heap / 2).min(MOST_SPLITS)).map(|small| [small, heap - small]);
            let fitting = splits.filter(|parts| Self::of_heap(parts[0]) ^ Self::of_heap(parts[1]) == target);
            moves.extend(fitting.map(|parts| Break { heap, taken: 0, left: Heaps::from_iter(parts) }));
            has_all &= heap / 2 <= MOST_SPLITS;
            let left = Self::of_heap(target);
            if left < heap {
                moves.push(Break { heap, taken: heap - left, left: Heaps::from_iter((left > 0).then_some(left)) });
            }
        }
        let total = has_all.then_some(moves.len() as u64);
        moves.truncate(MoveList::<Break>::MOST);
        Some(MoveList { moves, total })
    }
    fn source(&self) -> &'static str {
        "Lasker 1931; Winning Ways, ch. 4"
    }
}

/// A text that is read from its start, with the byte that is read next.
struct Code<'a> {
    text: &'a str,
    at: usize,
}

impl Code<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    fn expected(&self, what: &'static str) -> BadNotation {
        BadNotation::new(self.at, what)
    }

    fn number(&mut self) -> Result<u32, BadNotation> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.at..self.at + digits].parse::<u32>().ok().filter(|number| *number <= MOST_NAMED);
        let number = number.ok_or_else(|| self.expected("a number of heaps, 0 to 63"))?;
        self.at += digits;
        Ok(number)
    }

    /// Parses a condition, if there is one.
    fn sizes(&mut self) -> Option<Sizes> {
        Sizes::SIGNS.into_iter().find(|(sign, _)| self.skip(*sign)).map(|(_, sizes)| sizes)
    }

    fn digit(&mut self) -> Result<Digit, BadNotation> {
        let start = self.at;
        let (mut digit, mut inside) = (Digit::default(), None);
        if self.skip('*') {
            digit.from = Some(0);
        } else if self.skip('{') {
            loop {
                let number = self.number()?;
                let at = self.at;
                let sizes = self.sizes();
                let many = (number > 1 || self.peek() == Some('+')).then_some(sizes.unwrap_or_default());
                if inside.is_some() && many.is_some() && inside != many {
                    return Err(BadNotation::new(at, "the sign of the other numbers: all from two heaps on have the same one"));
                }
                inside = inside.or(many);
                if self.skip('+') {
                    digit.from = Some(digit.from.map_or(number, |from| from.min(number)));
                } else {
                    digit.numbers |= 1 << number;
                }
                if self.skip('}') {
                    break;
                }
                if !self.skip(',') {
                    return Err(self.expected("`,`, `+` or `}`, as in {2,3} or {2+}"));
                }
            }
        } else {
            let value = self.peek().and_then(|sign| sign.to_digit(16));
            digit.numbers = value.ok_or_else(|| self.expected("a digit 0-9 or a-f, or numbers of heaps, as in {2,3}"))?.into();
            self.at += 1;
        }
        let (at, inside) = (self.at, inside.unwrap_or_default());
        digit.sizes = match self.sizes() {
            Some(_) if inside != Sizes::Any => return Err(BadNotation::new(at, "no sign here: there is one inside the braces")),
            sizes => sizes.unwrap_or(inside),
        };
        // one heap meets every condition
        if digit.from.is_none() && digit.numbers >> 2 == 0 {
            digit.sizes = Sizes::Any;
        }
        let is_many = digit.from.is_some() || digit.numbers >> (MOST_UNEQUAL + 1) != 0;
        if is_many && digit.sizes != Sizes::Equal {
            return Err(BadNotation::new(start, "at most 3 heaps, or more of one size, followed by a `=`"));
        }
        Ok(digit)
    }

    /// Parses digits up to a point or a bracket.
    fn digits(&mut self) -> Result<Vec<Digit>, BadNotation> {
        let mut digits = vec![];
        while self.peek().is_some_and(|sign| !['.', '[', ']'].contains(&sign)) {
            if digits.len() == MOST_DIGITS {
                return Err(self.expected("at most 65536 digits"));
            }
            digits.push(self.digit()?);
        }
        Ok(digits)
    }
}

impl FromStr for Conditional {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let mut code = Code { text, at: 0 };
        let mut digits = code.digits()?;
        let first = digits.first().copied().unwrap_or_default();
        if digits.len() > 1 {
            return Err(BadNotation::new(0, "one digit before the point"));
        }
        if first.has(0) || first.has(1) {
            return Err(BadNotation::new(0, "two heaps at least before the point (one or none there would be a pass)"));
        }
        if !code.skip('.') {
            return Err(code.expected("a point, as in 0.77"));
        }
        digits.resize(1, Digit::default());
        digits.extend(code.digits()?);
        let mut cycle = vec![];
        if code.skip('[') {
            cycle = code.digits()?;
            if cycle.is_empty() || !code.skip(']') {
                return Err(code.expected("digits that are repeated, and `]`, as in 0.[37]"));
            }
            if cycle.iter().all(|digit| digit.numbers == 0 && digit.from.is_none()) {
                cycle.clear();
            }
        }
        match code.peek() {
            None => Ok(Self { digits, cycle }),
            Some(_) => Err(code.expected("the end of the code")),
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, char::from_digit(u32::try_from(self.numbers).unwrap_or(u32::MAX), 16)) {
            (None, Some(digit)) => write!(f, "{digit}")?,
            (from, _) => {
                let named = (0..=MOST_NAMED).filter(|number| self.numbers >> number & 1 != 0).map(|number| number.to_string());
                let all: Vec<String> = named.chain(from.map(|from| format!("{from}+"))).collect();
                write!(f, "{{{}}}", all.join(","))?;
            }
        }
        let sign = Sizes::SIGNS.iter().find(|(_, sizes)| *sizes == self.sizes);
        sign.map_or(Ok(()), |(sign, _)| write!(f, "{sign}"))
    }
}

impl fmt::Display for Conditional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| digit.fmt(f))?;
        if self.cycle.is_empty() {
            return Ok(());
        }
        f.write_str("[")?;
        self.cycle.iter().try_for_each(|digit| digit.fmt(f))?;
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grundy, Octal};
    use sprague_core::heap::{Heaps, Nimbers, Rows};
    use sprague_core::{Nimber, Notation, Ruleset, mex};
    use sprague_testkit::judge::closed_form_is_right;
    use std::collections::BTreeSet;

    fn code(text: &str) -> Conditional {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn nimbers(rules: impl sprague_core::heap::ByHeap + sprague_core::Impartial, rows: usize) -> Vec<u32> {
        Rows::of(&Nimbers(rules), rows).column(0).map(|Nimber(nimber)| nimber).collect()
    }

    #[test]
    fn laskers_nim_is_what_brute_force_finds() {
        let lasker = code("4.[3]");
        let expected: Vec<u64> = nimbers(lasker.clone(), 150).into_iter().map(u64::from).collect();
        assert_eq!((0..150).map(LaskersNim::of_heap).collect::<Vec<_>>(), expected);
        let pairs = (0..9).flat_map(|a| (0..9).map(move |b| Heaps::from_iter([a, b].into_iter().filter(|heap| *heap > 0))));
        closed_form_is_right(&lasker, &pairs.collect::<Vec<_>>());
        assert!(code("4.[2]").theorem().is_none() && code("4!.[3]").theorem().is_none());
        let far = Heaps::one(10_u64.pow(12));
        assert_eq!(LaskersNim.nimber(&far), Some(10_u128.pow(12) - 1));
        assert_eq!(LaskersNim.moves_to(&far, 0).unwrap().total, None);
    }

    /// Returns all ways to write `left` as a sum of parts that are at most `most`.
    fn partitions(left: u64, most: u64) -> Vec<Vec<u64>> {
        if left == 0 {
            return vec![vec![]];
        }
        let with = |part: u64| {
            partitions(left - part, part).into_iter().map(move |mut rest| {
                rest.push(part);
                rest
            })
        };
        (1..=most.min(left)).flat_map(with).collect()
    }

    /// The definition: the options of a heap, as the rules describe them.
    fn defined(digits: &[(&[usize], usize, char)], cycle: usize, heap: u64) -> BTreeSet<Vec<u64>> {
        let mut all = BTreeSet::new();
        for taken in 0..=heap as usize {
            let place = if taken < digits.len() {
                taken
            } else if cycle > 0 {
                digits.len() - cycle + (taken - digits.len()) % cycle
            } else {
                break;
            };
            let (numbers, from, sign) = digits[place];
            for parts in partitions(heap - taken as u64, heap) {
                let sizes: BTreeSet<u64> = parts.iter().copied().collect();
                let holds = match sign {
                    '!' => sizes.len() == parts.len(),
                    '=' => sizes.len() <= 1,
                    '?' => parts.len() < 2 || sizes.len() > 1,
                    _ => true,
                };
                if holds && (numbers.contains(&parts.len()) || from > 0 && parts.len() >= from) {
                    all.insert(parts);
                }
            }
        }
        all
    }

    #[test]
    fn options_are_those_of_the_definition() {
        let none: (&[usize], usize, char) = (&[], 0, ' ');
        let one: (&[usize], usize, char) = (&[0, 1], 0, ' ');
        for (text, digits, cycle) in [
            ("4!.", vec![(&[2][..], 0, '!')], 0),
            ("4=.1", vec![(&[2], 0, '='), (&[0], 0, ' ')], 0),
            ("8?.", vec![(&[3], 0, '?')], 0),
            ("{2,3}!.", vec![(&[2, 3], 0, '!')], 0),
            ("{2+}=.", vec![(&[], 2, '=')], 0),
            ("{4,6}=.3", vec![(&[4, 6], 0, '='), one], 0),
            ("0.[3]", vec![none, one], 1),
            ("0.1[37]", vec![none, (&[0], 0, ' '), one, (&[0, 1, 2], 0, ' ')], 2),
            ("0.7!f?C=", vec![none, (&[0, 1, 2], 0, '!'), (&[0, 1, 2, 3], 0, '?'), (&[2, 3], 0, '=')], 0),
            ("0.{0,3+}=", vec![none, (&[0], 3, '=')], 0),
        ] {
            let rules = code(text);
            for heap in 0..13 {
                let found: Vec<Vec<u64>> = rules.options(&Heaps::one(heap)).map(|option| option.as_slice().to_vec()).collect();
                let different: BTreeSet<Vec<u64>> = found.iter().cloned().collect();
                assert_eq!(different, defined(&digits, cycle, heap), "{text}@{heap}");
                assert_eq!(rules.is_breakable(heap), !found.is_empty(), "{text}@{heap}");
            }
            let mut known: Vec<Nimber> = vec![];
            for heap in 0..13 {
                let options = defined(&digits, cycle, heap);
                known.push(mex(options.iter().map(|parts| parts.iter().map(|&part| known[part as usize]).sum())));
            }
            assert_eq!(nimbers(rules, 13), known.iter().map(|nimber| nimber.0).collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn digits_that_leave_nothing_are_not_gone_through() {
        for (text, count) in [("0.[1]", 1), ("0.1![0]", 0), ("0.[1?]", 1), ("0.[01]", 0)] {
            assert_eq!(code(text).breaks((1 << 60) + 1).count(), count, "{text}");
        }
        assert_eq!(code("0.3![0]").breaks(1 << 60).count(), 1);
        assert!(code("0.[01]").is_breakable(1 << 60) && code("0.[{63}=]").is_breakable(u64::MAX));
        assert_eq!((code("0.3![0]").to_string().as_str(), code("4!.0[0]").is_grundy()), ("0.3", true));
    }

    #[test]
    fn options_are_those_that_the_tests_of_cgsuite_list() {
        for (text, heap, options) in [
            ("0.3F", 9, "8 7 1,6 2,5 3,4 1,1,5 1,2,4 1,3,3 2,2,3"),
            ("0.3F?", 9, "8 7 1,6 2,5 3,4 1,1,5 1,2,4 1,3,3 2,2,3"),
            ("0.3F!", 9, "8 7 1,6 2,5 3,4 1,2,4"),
            ("0.3f?", 11, "10 9 1,8 2,7 3,6 4,5 1,1,7 1,2,6 1,3,5 1,4,4 2,2,5 2,3,4"),
            ("0.3f!", 11, "10 9 1,8 2,7 3,6 4,5 1,2,6 1,3,5 2,3,4"),
            ("4!.0", 8, "1,7 2,6 3,5"),
            ("0.[2]", 7, "6 5 4 3 2 1"),
            ("0.3[1]", 7, "6 -"),
            ("0.7[03]", 7, "6 1,5 2,4 3,3 4 2 -"),
            ("0.*=", 11, "10 5,5 2,2,2,2,2 1,1,1,1,1,1,1,1,1,1"),
            ("{2+}=.0", 10, "5,5 2,2,2,2,2 1,1,1,1,1,1,1,1,1,1"),
        ] {
            let shown = |parts: Parts| parts.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let shown = |(_, parts)| Some(shown(parts)).filter(|text| !text.is_empty()).unwrap_or("-".to_owned());
            assert_eq!(code(text).breaks(heap).map(shown).collect::<Vec<_>>().join(" "), options, "{text}@{heap}");
        }
        for (text, same) in [("0.{1,2!}", "0.6!"), ("0.{0!,2!,3!}", "0.d!"), ("0.{0!,3=+}", "0.{0,3+}="), ("0.{0+}=", "0.*=")] {
            assert_eq!(code(text), code(same), "{text}");
        }
        // one token is left, and it forms one heap
        assert_eq!(code("0.2?").breaks(2).count(), 1);
    }

    #[test]
    fn known_games_are_among_them() {
        assert_eq!(nimbers(code("0.[3]"), 30), (0..30).collect::<Vec<_>>());
        assert_eq!(nimbers(code("4!."), 60), nimbers(Grundy, 60));
        assert!(code("4!.").is_grundy() && code("4?.00").is_grundy() && !code("4=.").is_grundy() && !code("8!.").is_grundy());
        for plain in ["0.77", "4.", "0.137", "8.4c1"] {
            assert_eq!(code(plain).plain().unwrap(), plain.parse::<Octal>().unwrap().0);
            assert_eq!(nimbers(code(plain), 20), nimbers(plain.parse::<Octal>().unwrap(), 20), "{plain}");
        }
    }

    #[test]
    fn codes_are_shown_as_they_are_read() {
        for text in ["4!.", "{2+}=.", "0.[3]", "0.1[37]", "0.7!f?c=", "{4,6}=.3", "0.{0,3+}="] {
            assert_eq!(code(text).to_string(), text);
        }
        assert_eq!(code("{2}.{0,1}F").to_string(), "4.3f");
    }

    #[test]
    fn malformed_codes_say_which_character() {
        for (text, at) in [
            ("!", 0),
            ("3!.", 0),
            ("{0,2}=.", 0),
            ("44!.", 0),
            ("4!", 2),
            ("0.{", 3),
            ("0.{2", 4),
            ("0.{2;3}", 4),
            ("0.{64}=", 3),
            ("0.{4}", 2),
            ("0.3{2+}!", 3),
            ("0.[3", 4),
            ("0.[]", 3),
            ("0.[3]7", 5),
            ("0.3!!", 4),
            ("0.{2!,3}", 7),
            ("0.{2!}=", 6),
            ("0.*", 2),
            ("0.é!", 2),
            ("0.]", 2),
        ] {
            assert_eq!(text.parse::<Conditional>().unwrap_err().at, at, "{text}");
        }
        assert_eq!(code("{2+}=.").read("65537").unwrap_err().at, 0);
        assert_eq!(code("{2+}=.").read("3.65537").unwrap_err().at, 2);
        assert!(code("4=.").read("65537").is_ok());
    }
}
