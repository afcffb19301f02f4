//! Compares misère quotients of finite sets of positions with outcomes by definition.
//!
//! The positions belong to one game or to several.

use itertools::Itertools;
use sprague::any::{AnyOf, AnyPosition};
use sprague::quotient::{FiniteQuotient, Incomplete, MisereQuotient, NoQuotient};
use sprague::{Impartial, Limits, Outcome, Ruleset, Stopped};
use sprague_questions::Session;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

#[derive(Clone)]
struct Listed(Vec<Vec<usize>>);

impl Ruleset for Listed {
    type Position = usize;
    type Move = usize;
    fn moves(&self, game: &usize) -> impl Iterator<Item = usize> {
        self.0[*game].iter().copied()
    }
    fn play(&self, _: &usize, to: &usize) -> usize {
        *to
    }
}
impl Impartial for Listed {}

/// Misère outcomes of sums, by definition.
struct Brute<'a, R: Impartial> {
    rules: &'a R,
    is_lost: HashMap<Vec<R::Position>, bool>,
}

impl<'a, R: Impartial<Position: Ord + Hash>> Brute<'a, R> {
    fn new(rules: &'a R) -> Self {
        Self { rules, is_lost: HashMap::new() }
    }

    fn is_lost(&mut self, sum: &[R::Position]) -> bool {
        let mut sum: Vec<R::Position> = sum.iter().flat_map(|position| self.rules.summands(position)).collect();
        sum.retain(|part| self.rules.options(part).next().is_some());
        sum.sort();
        if let Some(&known) = self.is_lost.get(&sum) {
            return known;
        }
        let mut is_lost = !sum.is_empty();
        for at in 0..sum.len() {
            for option in self.rules.options(&sum[at]).collect::<Vec<_>>() {
                let mut left = sum.clone();
                left[at] = option;
                is_lost = is_lost && !self.is_lost(&left);
            }
        }
        self.is_lost.insert(sum, is_lost);
        is_lost
    }
}

/// Checks all sums of up to `most` of these positions.
fn agrees<R>(name: &str, quotient: &FiniteQuotient<R>, positions: &[R::Position], most: usize)
where
    R: Impartial<Position: Ord + Hash>,
{
    let mut brute = Brute::new(quotient.rules());
    for sum in (0..=most).flat_map(|count| positions.iter().cloned().combinations_with_replacement(count)) {
        let expected = if brute.is_lost(&sum) { Outcome::Loss } else { Outcome::Win };
        assert_eq!(quotient.outcome(&sum), Some(expected), "{name} {sum:?}");
    }
}

/// Checks the laws of a quotient.
///
/// All elements are different, products are commutative and associative, and the image of a word is the product of the images
/// of its letters.
fn is_a_quotient<R: Impartial>(name: &str, quotient: &FiniteQuotient<R>) {
    let elements: Vec<_> = quotient.elements().collect();
    for &x in &elements {
        let image = quotient.word(x).iter().map(|position| quotient.phi(position).expect("words are of covered positions"));
        assert_eq!(image.reduce(|x, y| quotient.product(x, y)).unwrap_or_default(), x, "{name}");
        for &y in &elements {
            let tells = |&z| quotient.is_lost(quotient.product(x, z)) != quotient.is_lost(quotient.product(y, z));
            assert_eq!(elements.iter().any(tells), x != y, "{name}");
            for &z in elements.iter().step_by(1 + elements.len() / 8) {
                let left = quotient.product(quotient.product(x, y), z);
                assert_eq!(left, quotient.product(z, quotient.product(y, x)), "{name}");
            }
        }
    }
}

/// Returns the rules and the positions of a question such as `kayles@5+nim@3`.
fn asked(question: &str) -> (AnyOf, Vec<(u32, AnyPosition)>) {
    let session = Session::new();
    let (mut rules, mut positions) = (vec![], vec![]);
    for part in question.split('+') {
        let (family, components) = part.split_once('@').expect("a family and its components");
        let game = session.family(family).expect("a family").rules().clone();
        positions.extend(components.split(',').map(|text| (rules.len() as u32, game.read(text).expect("a position"))));
        rules.push(game);
    }
    (AnyOf::new(rules).expect("impartial games"), positions)
}

fn quotient_of(question: &str) -> FiniteQuotient<AnyOf> {
    let (rules, positions) = asked(question);
    let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
    FiniteQuotient::of(rules, positions, &limits).expect("play ends")
}

/// Returns the impartial games born by day 3, each as the list of its options.
fn born_by_day_three() -> Vec<Vec<usize>> {
    let bits = |options: u32| (0..4).filter(|game| options >> game & 1 != 0).collect();
    // nothing, *1, then all sets of the four games born by day 2, which are nothing, *1, {*1} and *2
    let day_two = [0b0, 0b1, 0b10, 0b11];
    let later = (0..16).filter(|options| !day_two.contains(options));
    day_two.into_iter().chain(later).map(bits).collect()
}

/// Returns a generator of random numbers that are the same in every run (xorshift, Marsaglia 2003).
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    }
}

#[test]
fn games_born_by_day_three_are_decided_as_by_brute_force() {
    let rules = Listed(born_by_day_three());
    for start in 0..16 {
        let quotient = FiniteQuotient::of(rules.clone(), [start], &Limits::default()).expect("play ends");
        let follow: Vec<usize> = (0..16).filter(|game| quotient.phi(game).is_some()).collect();
        agrees(&format!("game {start}"), &quotient, &follow, 6);
        is_a_quotient(&format!("game {start}"), &quotient);
    }
    let all = FiniteQuotient::of(rules, 0..16, &Limits::default()).expect("play ends");
    assert!(all.is_complete());
    agrees("born by day 3", &all, &(0..16).collect::<Vec<_>>(), 4);
    is_a_quotient("born by day 3", &all);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_games_born_by_day_four_and_any_graphs_are_decided_as_by_brute_force() {
    let mut random = random();
    let mut finished = 0;
    for sample in 0..60 {
        let mut games = born_by_day_three();
        for _ in 0..2 {
            let options = random(1 << 16);
            games.push((0..16).filter(|game| options >> game & 1 != 0).collect());
        }
        // some quotients have thousands of elements, and are left unfinished
        let limits = Limits { positions: 20_000, ..Limits::default() };
        let quotient = FiniteQuotient::of(Listed(games), [16, 17], &limits).expect("play ends");
        let covered: Vec<usize> = (0..18).filter(|game| quotient.phi(game).is_some()).collect();
        finished += usize::from(quotient.is_complete());
        agrees(&format!("sample {sample}"), &quotient, &covered, 3);
    }
    assert_eq!(finished, 60);
    for sample in 0..100 {
        let vertices = 3 + random(9);
        let games: Vec<Vec<usize>> = (0..vertices).map(|at| (0..at).filter(|_| random(3) == 0).collect()).collect();
        let all: Vec<usize> = (0..vertices).collect();
        let limits = Limits { positions: 100_000, ..Limits::default() };
        let quotient = FiniteQuotient::of(Listed(games), all.clone(), &limits).expect("play ends");
        let all: Vec<usize> = all.into_iter().filter(|game| quotient.phi(game).is_some()).collect();
        agrees(&format!("graph {sample}"), &quotient, &all, 4);
        is_a_quotient(&format!("graph {sample}"), &quotient);
    }
}

/// Questions, each with the order of the quotient and the number of its lost elements.
///
/// The quotient covers all positions that can be reached from the question.
const MIXED: &[(&str, usize, usize)] = &[
    ("nim@1", 2, 1),
    ("nim@3", 6, 2),
    ("nim@7", 10, 2),
    ("knights:8@4.4", 12, 3),
    ("kayles@12+nim@3", 24, 8),
    ("subtraction:1,3,4@30+kayles@12", 24, 8),
    ("octal:0.123@9+octal:0.75@12", 16, 4),
    ("nim@15+subtraction:2,3@20", 18, 2),
    ("grundy@12+dawson-kayles@12+knights:8@3.3", 12, 3),
    ("no-repeat:1-3@7+nim@2", 6, 2),
];

#[test]
#[ignore = "slow: seconds"]
fn slow_several_games_together_are_decided_as_by_brute_force() {
    for &(question, order, lost) in MIXED {
        let quotient = quotient_of(question);
        agrees(question, &quotient, &asked(question).1, 2);
        is_a_quotient(question, &quotient);
        assert_eq!((quotient.order(), quotient.p_portion().count()), (order, lost), "{question}");
    }
    // all positions that can be reached, in small sums
    for question in ["kayles@7+nim@4", "knights:8@3.3+dawson-kayles@9", "octal:0.15@8+subtraction:1,3,4@7", "0.35@6"] {
        let question =
            if question.contains(':') || question.contains("kay") { question.to_owned() } else { format!("octal:{question}") };
        let quotient = quotient_of(&question);
        let follow: Vec<_> = quotient.elements().flat_map(|x| quotient.word(x).to_vec()).collect();
        let all: Vec<_> = follow.into_iter().chain(asked(&question).1).unique().collect();
        agrees(&question, &quotient, &all, 2);
        agrees(&question, &quotient, &all[..all.len().min(8)], 4);
    }
}

#[test]
fn heaps_of_one_code_have_the_quotient_of_the_code() {
    for (code, heaps) in [("0.77", 30), ("0.07", 20), ("0.15", 16), ("0.123", 12), ("0.35", 7), ("0.08", 15), ("4.3", 6)] {
        for heap in 0..=heaps {
            let finite = quotient_of(&(0..=heap).map(|heap| format!("octal:{code}@{heap}")).join("+"));
            let known = MisereQuotient::of(&code.parse().expect("a code"), Some(heap), &Limits::default());
            assert_eq!((finite.order(), finite.p_portion().count()), (known.order(), known.p_portion().count()), "{code} {heap}");
        }
    }
}

#[test]
fn a_position_that_comes_again_has_no_quotient() {
    let rules = Listed(vec![vec![], vec![2, 0], vec![1]]);
    assert_eq!(FiniteQuotient::of(rules.clone(), [1], &Limits::default()).err(), Some(NoQuotient::Loopy));
    assert_eq!(FiniteQuotient::of(rules, [0], &Limits::default()).expect("nothing comes again").order(), 1);
}

#[test]
fn limits_leave_what_is_known_or_say_why_there_is_nothing() {
    let (rules, positions) = asked("kayles@20+dawson-kayles@20");
    let few = Limits { positions: 10, ..Limits::default() };
    let stopped = NoQuotient::Stopped(Stopped::Positions(10));
    assert_eq!(FiniteQuotient::of(rules.clone(), positions.clone(), &few).err(), Some(stopped));
    let some = Limits { positions: 2_000, ..Limits::default() };
    let partial = FiniteQuotient::of(rules.clone(), positions.clone(), &some).expect("there are fewer positions");
    assert_eq!(partial.incomplete(), Some(&Incomplete::Stopped(Stopped::Positions(2_000))));
    assert!(partial.order() > 6 && !partial.is_complete());
    assert_eq!(partial.outcome(&positions), None);
    let known: Vec<_> = partial.elements().flat_map(|x| partial.word(x).to_vec()).unique().collect();
    agrees("partial", &partial, &known, 2);
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert!(FiniteQuotient::of(rules, positions, &no_time).is_err());
}
