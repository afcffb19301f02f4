//! Take-away games such as Fibonacci Nim: take at most a multiple of the amount that was taken last.
//!
//! Whinihan 1963, *Fibonacci Nim*; Schwenk 1970, *Take-away games*; Larsson & Rubinstein-Salzedo 2016, *Grundy values of
//! Fibonacci Nim*.

use crate::{Remembered, TakeAmount, heap};
use core::ops::{Add, Div, Mul, Sub};
use num_bigint::BigUint;
use sprague_core::any::{Numbers, NumbersMove, up_to};
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, ClosedForm, Impartial, MoveList, Notation, Outcome, Ruleset, any, text_notation};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most members of H that [`TakeAway::terms`] lists.
const MOST_TERMS: usize = 100_000;

/// Numbers of tokens: `u128` for heaps within 64 bits, else numbers of any size.
trait Count: Clone + Ord + From<u64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {}
impl Count for u128 {}
impl Count for BigUint {}

/// A take-away game: take at most a fixed multiple of the amount that was last taken from the heap.
///
/// The first move takes any amount except the whole heap. A player who cannot move loses.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_memory::{Remembered, TakeAway};
/// let fibonacci_nim = TakeAway::at_most(2, 1);
/// assert_eq!(fibonacci_nim.options(&Remembered { heap: 8, last: 0 }).count(), 7);
/// assert_eq!(fibonacci_nim.options(&Remembered { heap: 8, last: 1 }).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeAway {
    over: u64,
    under: u64,
}

impl TakeAway {
    /// Returns the game with the multiple `over`/`under`; amounts are rounded down.
    ///
    /// # Panics
    /// If the multiple is less than 1, or `under` is 0.
    pub fn at_most(over: u64, under: u64) -> Self {
        assert!(under > 0 && over >= under, "the multiple is at least 1");
        Self { over, under }
    }

    /// Parses the multiple, such as 2 or 3/2.
    ///
    /// ```
    /// use sprague_rules_memory::TakeAway;
    /// assert_eq!(TakeAway::named("3/2"), Ok(TakeAway::at_most(3, 2)));
    /// assert_eq!(TakeAway::named("1/2").unwrap_err().to_string(), "byte 0: expected a multiple of at least 1");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] unless it is a number or a fraction of at least 1.
    pub fn named(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let over = reader.within(1..=u64::MAX, "a number above 0,")?;
            let under = if reader.skip('/') { reader.within(1..=u64::MAX, "a number above 0,")? } else { 1 };
            if over < under { Err(BadNotation::new(0, "a multiple of at least 1")) } else { Ok(Self::at_most(over, under)) }
        })
    }

    /// Returns the terms of a heap, the largest first: the greedy sum of 1 = H₁ < H₂ < …, in which each H is the last one plus
    /// the least earlier H after which the last one may be taken (Schwenk 1970). They are the Fibonacci numbers if twice as
    /// much may be taken.
    ///
    /// Returns `None` if there are too many H below the heap to list them.
    fn terms<N: Count>(self, heap: &N) -> Option<Vec<N>> {
        let mut all = vec![N::from(1_u64)];
        let mut least = 0;
        while let Some(last) = all.last() {
            while self.allowed(all[least].clone()) < *last {
                least += 1;
            }
            let next = last.clone() + all[least].clone();
            if next > *heap {
                break;
            }
            if all.len() == MOST_TERMS {
                return None;
            }
            all.push(next);
        }
        let mut rest = heap.clone();
        let mut is_term = |term: &N| {
            let is_term = *term <= rest;
            if is_term {
                rest = rest.clone() - term.clone();
            }
            is_term
        };
        Some(all.into_iter().rev().filter(|term| is_term(term)).collect())
    }

    /// Returns the largest amount that may be taken after `last` from a heap of any size.
    fn allowed<N: Count>(self, last: N) -> N {
        last * N::from(self.over) / N::from(self.under)
    }

    /// Returns the heap, and the largest amount that may be taken.
    fn limit<N: Count>(self, heap: N, last: N) -> [N; 2] {
        let nothing = N::from(0_u64);
        let most = match last == nothing {
            true if heap == nothing => nothing,
            true => heap.clone() - N::from(1_u64),
            false => self.allowed(last).min(heap.clone()),
        };
        [heap, most]
    }

    /// Returns the largest amount that may be taken.
    fn most(self, Remembered { heap, last }: Remembered) -> u64 {
        match last {
            0 => heap.saturating_sub(1),
            _ => self.allowed::<u128>(last.into()).min(heap.into()) as u64,
        }
    }
}

impl Ruleset for TakeAway {
    type Position = Remembered;
    type Move = TakeAmount;
    fn moves(&self, position: &Remembered) -> impl Iterator<Item = TakeAmount> {
        (1..=self.most(*position)).map(TakeAmount)
    }
    fn play(&self, position: &Remembered, mv: &TakeAmount) -> Remembered {
        position.after(mv.0)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, position: Remembered) -> Remembered {
        if position.heap == 0 {
            return Remembered { heap: 0, last: 0 };
        }
        if self.most(position) < position.heap {
            return position;
        }
        // the least amount after which the whole heap may be taken
        let least = (u128::from(position.heap) * u128::from(self.under)).div_ceil(u128::from(self.over));
        Remembered { last: least as u64, ..position }
    }
}
impl Impartial for TakeAway {
    fn is_loopfree(&self, _: &Remembered) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Remembered, TakeAmount>> {
        Some(self)
    }
}

/// Nimbers of heaps up to this one are computed. It takes a tenth of a second.
const MOST_COMPUTED: u64 = 6_000;

/// The maximum number of multiples whose nimbers are kept.
const MOST_KEPT: usize = 16;

/// For a heap, the largest amounts that may be taken at which its nimber rises, with the nimber from there on. Heaps to 6000
/// have at most 36 (observed for multiples from 1 on).
type Rises = Vec<(u64, usize)>;

impl TakeAway {
    /// Calls `read` with the rises of all heaps up to this one, or returns `None` if it is too large.
    fn with_rises<T>(self, heap: u64, read: impl FnOnce(&[Rises]) -> T) -> Option<T> {
        static KEPT: Mutex<BTreeMap<[u64; 2], Vec<Rises>>> = Mutex::new(BTreeMap::new());
        if heap > MOST_COMPUTED {
            return None;
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let multiple = [self.over, self.under];
        if kept.len() >= MOST_KEPT && !kept.contains_key(&multiple) {
            kept.clear();
        }
        let rises = kept.entry(multiple).or_default();
        for heap in rises.len() as u64..=heap {
            let (mut of_heap, mut seen, mut nimber) = (vec![], vec![false; 64], 0);
            for amount in 1..=heap {
                let option = self.risen(rises, Remembered { heap, last: 0 }.after(amount));
                seen.resize(seen.len().max(option + 2), false);
                seen[option] = true;
                let mex = (nimber..).find(|mex| !seen[*mex]).expect("the last one is free");
                if mex > nimber {
                    nimber = mex;
                    of_heap.push((amount, nimber));
                }
            }
            rises.push(of_heap);
        }
        Some(read(rises))
    }

    fn risen(self, rises: &[Rises], position: Remembered) -> usize {
        let (of_heap, most) = (&rises[position.heap as usize], self.most(position));
        of_heap.partition_point(|(from, _)| *from <= most).checked_sub(1).map_or(0, |last| of_heap[last].1)
    }
}

/// A heap is lost if its smallest term may not be taken. No formula for all nimbers is known, so they are computed.
impl ClosedForm<Remembered, TakeAmount> for TakeAway {
    fn nimber(&self, position: &Remembered) -> Option<u128> {
        let lost = (self.outcome(position)? == Outcome::Loss).then_some(0);
        lost.or_else(|| self.with_rises(position.heap, |rises| self.risen(rises, *position) as u128))
    }
    fn outcome(&self, position: &Remembered) -> Option<Outcome> {
        self.outcome_of(self.limit_of(position))
    }
    fn moves_to(&self, position: &Remembered, nimber: u128) -> Option<MoveList<TakeAmount>> {
        if nimber == 0 {
            return Some(taken(self.winning(self.limit_of(position))?).collect::<Vec<_>>().into());
        }
        let moves = self.with_rises(position.heap, |rises| {
            let leaves = |mv: &TakeAmount| self.risen(rises, self.play(position, mv)) as u128 == nimber;
            self.moves(position).filter(leaves).collect::<Vec<_>>()
        });
        moves.map(MoveList::from)
    }
    /// Assumes that misère nimbers are equal to nimbers, or that 0 and 1 change places, which was observed up to heaps of 44
    /// for the multiples 1, 2 and 3. Then a position is fickle exactly if misère play changes the outcome.
    fn is_fickle(&self, position: &Remembered) -> Option<bool> {
        self.is_fickle_at(self.limit_of(position))
    }
    fn moves_to_fickle(&self, position: &Remembered, nimber: u128) -> Option<MoveList<TakeAmount>> {
        let is_fickle = |mv: &TakeAmount| self.is_fickle(&self.play(position, mv)) == Some(true);
        let moves = taken(self.leaving(self.limit_of(position), nimber)?);
        Some(moves.filter(is_fickle).collect::<Vec<_>>().into())
    }
    fn source(&self) -> &'static str {
        "Schwenk 1970"
    }
    fn misere_source(&self) -> &'static str {
        "Schwenk 1970; for sums, that misère play only exchanges nimbers 0 and 1 was observed up to heaps of 44, not proved"
    }
}

fn taken(amounts: Vec<u128>) -> impl Iterator<Item = TakeAmount> {
    amounts.into_iter().map(|amount| TakeAmount(amount as u64))
}

/// A heap and the largest amount that may be taken from it.
impl TakeAway {
    fn limit_of(self, position: &Remembered) -> [u128; 2] {
        self.limit(position.heap.into(), position.last.into())
    }

    /// Returns the outcome under normal play, or `None` if the heap has too many terms.
    fn outcome_of<N: Count>(self, [heap, most]: [N; 2]) -> Option<Outcome> {
        let is_lost = self.terms(&heap)?.last().is_none_or(|smallest| most < *smallest);
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    /// Returns the heap without its last token, because whoever takes it loses misère play. If no move is left, there is none.
    fn poisoned<N: Count>([heap, most]: [N; 2]) -> Option<[N; 2]> {
        let less = (most > N::from(0_u64)).then(|| heap - N::from(1_u64))?;
        Some([less.clone(), most.min(less)])
    }

    fn is_fickle_at<N: Count>(self, limit: [N; 2]) -> Option<bool> {
        let misere = Self::poisoned(limit.clone()).map_or(Some(Outcome::Win), |limit| self.outcome_of(limit))?;
        Some(self.outcome_of(limit)? != misere)
    }

    /// Returns the amounts that win: under normal play for nimber 0, under misère play for 1.
    fn leaving<N: Count>(self, limit: [N; 2], nimber: u128) -> Option<Vec<N>> {
        if nimber == 0 { self.winning(limit) } else { Self::poisoned(limit).map_or(Some(vec![]), |limit| self.winning(limit)) }
    }

    /// Returns the amounts that win under normal play.
    fn winning<N: Count>(self, [heap, most]: [N; 2]) -> Option<Vec<N>> {
        let mut terms = self.terms(&heap)?;
        // take the last terms together, if the opponent may then not take the next one
        let mut amounts = vec![];
        let mut sum = N::from(0_u64);
        while let Some(term) = terms.pop() {
            sum = sum + term;
            if sum <= most && terms.last().is_none_or(|next| self.allowed(sum.clone()) < *next) {
                amounts.push(sum.clone());
            }
        }
        Some(amounts)
    }
}

/// The most moves of a large heap of which each is judged for misère play.
const MOST_JUDGED: usize = 400;

/// A take-away game with heaps of any size.
struct Large(TakeAway);

impl Ruleset for Large {
    type Position = Numbers;
    type Move = NumbersMove;
    fn moves(&self, numbers: &Numbers) -> impl Iterator<Item = NumbersMove> {
        let [_, most] = self.limit_of(numbers);
        let numbers = numbers.clone();
        up_to(most).map(move |amount| heap::take(&numbers, amount))
    }
    fn play(&self, _: &Numbers, mv: &NumbersMove) -> Numbers {
        mv.to.clone()
    }
    fn normal_form(&self, numbers: Numbers) -> Numbers {
        let [heap, most] = self.limit_of(&numbers);
        if most < heap {
            return numbers;
        }
        // the least amount after which the whole heap may be taken
        let least = (&heap * self.0.under + (self.0.over - 1)) / self.0.over;
        vec![heap, least]
    }
}

impl Large {
    fn limit_of(&self, numbers: &Numbers) -> [BigUint; 2] {
        self.0.limit(numbers[0].clone(), numbers[1].clone())
    }

    fn listed(numbers: &Numbers, amounts: Vec<BigUint>) -> MoveList<NumbersMove> {
        amounts.into_iter().map(|amount| heap::take(numbers, amount)).collect::<Vec<_>>().into()
    }
}

impl Impartial for Large {
    fn closed_form(&self) -> Option<&dyn ClosedForm<Numbers, NumbersMove>> {
        Some(self)
    }
}

impl ClosedForm<Numbers, NumbersMove> for Large {
    fn nimber(&self, numbers: &Numbers) -> Option<u128> {
        (self.outcome(numbers)? == Outcome::Loss).then_some(0)
    }
    fn outcome(&self, numbers: &Numbers) -> Option<Outcome> {
        self.0.outcome_of(self.limit_of(numbers))
    }
    fn moves_to(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        let amounts = if nimber == 0 { self.0.winning(self.limit_of(numbers)) } else { None };
        Some(Self::listed(numbers, amounts?))
    }
    fn is_fickle(&self, numbers: &Numbers) -> Option<bool> {
        self.0.is_fickle_at(self.limit_of(numbers))
    }
    fn moves_to_fickle(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        let amounts = self.0.leaving(self.limit_of(numbers), nimber)?;
        if amounts.len() > MOST_JUDGED {
            return None;
        }
        let mut list = Self::listed(numbers, amounts);
        list.moves.retain(|mv| self.is_fickle(&mv.to) == Some(true));
        Some(list.moves.into())
    }
    fn source(&self) -> &'static str {
        self.0.source()
    }
    fn misere_source(&self) -> &'static str {
        self.0.misere_source()
    }
}

impl Notation<Numbers> for Large {
    fn read(&self, text: &str) -> Result<Numbers, BadNotation> {
        heap::read(text)
    }
    fn show(&self, numbers: &Numbers) -> String {
        heap::show(numbers)
    }
}

text_notation!(TakeAway, Remembered, |position| Some(position.picture()));

const OF_FIBONACCI: &[Fact] = &[
    Fact::of("A fresh heap is lost exactly if its size is a Fibonacci number.", "Whinihan 1963")
        .shown_by("solve fibonacci-nim@21", "lost for the player to move"),
    Fact::of("Otherwise the least term of its sum of Fibonacci numbers wins (20 = 13 + 5 + 2).", "Whinihan 1963")
        .shown_by("solve fibonacci-nim@20", "take 2  ->  fibonacci-nim@18/2"),
];

const OF_OTHERS: &[Fact] = &[
    Fact::of("With a multiple of 1 the powers of 2 are lost.", "Schwenk 1970")
        .shown_by("solve take-away:1@32", "lost for the player to move"),
    Fact::of("With three times the lost heaps are 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, …", "Schwenk 1970")
        .shown_by("solve take-away:3@29", "lost for the player to move"),
];

fn of_any_size(rules: TakeAway) -> Arc<dyn AnyRuleset> {
    any::impartial_of_any_size(rules, Large(rules))
}

pub(crate) fn entries() -> [Entry; 2] {
    let fibonacci = Entry::new("fibonacci-nim", |parameters| parameters.none().map(|()| of_any_size(TakeAway::at_most(2, 1))));
    let fibonacci = fibonacci.component("heap or heap/last").play("take at most twice what was taken from the heap last");
    let fibonacci = fibonacci.rules("A move takes at most twice as many tokens from a heap as the last move took from it; the first one takes any number but not all. Each heap has its own memory. Whoever cannot move loses.");
    let others = Entry::new("take-away:MULTIPLE", |parameters| {
        parameters.needed("the multiple, as in take-away:3/2", TakeAway::named).map(of_any_size)
    });
    let others = others.component("heap or heap/last").play("take at most MULTIPLE times what was taken from the heap last");
    let others = others.rules("A move takes at most MULTIPLE times as many tokens from a heap as the last move took from it, rounded down; the first one takes any number but not all. Whoever cannot move loses.");
    let others = others.options("MULTIPLE: a number or a fraction of at least 1, such as 3 or 3/2.");
    [
        fibonacci.example("fibonacci-nim@20").title("Fibonacci Nim").aim("Take at most twice what was just taken.").brief("Take at most twice as many tokens as the other player just took; the first move may take any number but all. Whoever takes the last token wins.").sizes(&["fibonacci-nim@8", "fibonacci-nim@12", "fibonacci-nim@20", "fibonacci-nim@34"]).source("Whinihan 1963").known(OF_FIBONACCI),
        others.example("take-away:3@30").title("Take-Away").aim("Take at most a multiple of what was just taken.").brief("Take at most the given multiple of what was just taken; the first move may take any number but all. Whoever takes the last token wins.").sizes(&["take-away:3@8", "take-away:3@15", "take-away:3@30", "take-away:4@30"]).source("Schwenk 1970").known(OF_OTHERS),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::{NaiveNimbers, closed_form_is_right, is_itself_again, normal_form_keeps_the_options};

    fn fresh(heap: u64) -> Remembered {
        Remembered { heap, last: 0 }
    }

    fn lost_to(rules: TakeAway, most: u64) -> Vec<u64> {
        let mut naive = NaiveNimbers::new(rules);
        (1..=most).filter(|heap| naive.nimber(&fresh(*heap)) == 0).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for (over, under) in [(1, 1), (2, 1), (3, 1), (3, 2), (7, 5)] {
            let rules = TakeAway::at_most(over, under);
            for position in (0..12).flat_map(|heap| (0..16).map(move |last| Remembered { heap, last })) {
                let may = |amount: u64| match position.last {
                    0 => amount < position.heap,
                    last => amount * under <= last * over,
                };
                let amounts: Vec<u64> = (1..=position.heap).filter(|amount| may(*amount)).collect();
                let options: Vec<Remembered> = rules.options(&position).collect();
                assert_eq!(options, amounts.iter().map(|amount| position.after(*amount)).collect::<Vec<_>>(), "{position}");
                assert!(is_itself_again(&rules, &position) && normal_form_keeps_the_options(&rules, &position), "{position}");
                assert_eq!(rules.normal_form(rules.normal_form(position)), rules.normal_form(position), "{position}");
            }
        }
    }

    #[test]
    fn the_theorem_says_what_brute_force_finds() {
        let positions: Vec<_> = (0..45).flat_map(|heap| (0..45).map(move |last| Remembered { heap, last })).collect();
        for (over, under) in [(1, 1), (7, 5), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1), (100, 1)] {
            let rules = TakeAway::at_most(over, under);
            closed_form_is_right(&rules, &positions);
            let few = positions.iter().filter(|position| position.heap.max(position.last) < 20);
            let numbers: Vec<Numbers> = few.map(|position| heap::read(&position.to_string()).unwrap()).collect();
            closed_form_is_right(&Large(rules), &numbers);
            assert!(numbers.iter().all(|numbers| normal_form_keeps_the_options(&Large(rules), numbers)));
        }
    }

    #[test]
    fn large_heaps_are_answered() {
        let rules = TakeAway::at_most(2, 1);
        let taken = |position| -> Vec<u64> { rules.moves_to(&position, 0).unwrap().moves.into_iter().map(|mv| mv.0).collect() };
        assert_eq!(rules.outcome(&fresh(6_557_470_319_842)), Some(Outcome::Loss));
        let of_billion = [1, 6, 19, 108, 341, 1938, 30_595, 816_267, 6_519_154, 30_676_971, 298_591_267];
        assert_eq!(taken(fresh(1_000_000_000)), of_billion);
        assert_eq!(taken(Remembered { heap: 1_000_000_000, last: 5 }), [1, 6]);
        let of_10_to_18 = taken(fresh(10_u64.pow(18)));
        assert_eq!((of_10_to_18.len(), &of_10_to_18[..3]), (20, &[2, 23, 222][..]));
        let three = TakeAway::at_most(3, 1).moves_to(&fresh(1_000_000_000), 0).unwrap().moves;
        assert_eq!(three.last(), Some(&TakeAmount(242_357_645)));
        assert_eq!((rules.nimber(&fresh(6_000)).is_some(), rules.nimber(&fresh(6_001))), (true, None));
        // one after another up to the multiple: too many to be listed
        assert_eq!(TakeAway::at_most(u64::MAX, 1).outcome(&fresh(u64::MAX)), None);
    }

    #[test]
    fn lost_heaps_are_those_of_the_theorems() {
        let fibonacci = lost_to(TakeAway::at_most(2, 1), 60);
        assert_eq!(fibonacci, [1, 2, 3, 5, 8, 13, 21, 34, 55]);
        assert_eq!(lost_to(TakeAway::at_most(3, 1), 80), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55, 76]);
        for (over, under) in [(1, 1), (3, 2), (199, 100)] {
            assert_eq!(lost_to(TakeAway::at_most(over, under), 64), [1, 2, 4, 8, 16, 32, 64], "{over}/{under}");
        }
    }

    /// Larsson & Rubinstein-Salzedo: the positions with the nimbers 0 and 1, compared with the definition.
    #[test]
    fn a_heap_is_lost_exactly_if_its_least_fibonacci_number_may_not_be_taken() {
        let mut naive = NaiveNimbers::new(TakeAway::at_most(2, 1));
        let least_term = |mut heap: u64| {
            let mut numbers = vec![1, 2];
            while numbers[numbers.len() - 1] < heap {
                numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
            }
            let mut last = 0;
            for number in numbers.into_iter().rev() {
                if number <= heap {
                    (heap, last) = (heap - number, number);
                }
            }
            last
        };
        for position in (1..40).flat_map(|heap| (1..40).map(move |last| Remembered { heap, last })) {
            assert_eq!(naive.nimber(&position) == 0, 2 * position.last < least_term(position.heap), "{position}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let rules = TakeAway::at_most(u64::MAX, 1);
        let position = Remembered { heap: u64::MAX, last: u64::MAX };
        assert_eq!(rules.most(position), u64::MAX);
        assert_eq!(rules.normal_form(position).last, 1);
        assert_eq!(rules.moves(&fresh(0)).count(), 0);
    }
}
