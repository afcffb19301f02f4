//! Tests all searches with a memo: normal forms, limits, loops, faults and repeated questions.
//!
//! All of them share the recursion of this module, except the searches for outcomes and nimbers.

use super::*;
use crate::evaluate::{NimberError, NimberSearch, OutcomeError, OutcomeSearch};
use crate::graph::PositionGraph;
use crate::theory::{GenusSearch, Measure, Measures};
use core::cell::Cell;
use core::fmt::Display;
use sprague_core::{Impartial, Misere, Play, Ruleset};

/// Dominoes on a strip of squares. A position is the set of covered squares.
///
/// If `is_folded` is set, the normal form of a strip is the lesser of its two mirror images.
struct Strip {
    width: u32,
    is_folded: bool,
    /// The number of times that options were listed.
    listed: Cell<usize>,
}

impl Strip {
    fn new(width: u32, is_folded: bool) -> Self {
        Self { width, is_folded, listed: Cell::new(0) }
    }
}

impl Ruleset for Strip {
    type Position = u32;
    type Move = u32;
    fn moves(&self, covered: &u32) -> impl Iterator<Item = u32> {
        self.listed.set(self.listed.get() + 1);
        let covered = *covered;
        (1..self.width).map(|square| 3 << (square - 1)).filter(move |domino| covered & domino == 0)
    }
    fn play(&self, covered: &u32, domino: &u32) -> u32 {
        covered | domino
    }
    fn mobility(&self, covered: &u32) -> u32 {
        (1..self.width).filter(|square| covered >> (square - 1) & 3 == 0).count() as u32
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, covered: u32) -> u32 {
        let mirrored = covered.reverse_bits() >> (u32::BITS - self.width);
        if self.is_folded { covered.min(mirrored) } else { covered }
    }
}
impl Impartial for Strip {}

/// A token on a vertex that may be moved along edges.
#[derive(Default)]
struct Token {
    to: Vec<Vec<usize>>,
    /// If set, vertices 0 and 1, 2 and 3, … are mirror images of each other.
    is_folded: bool,
    allocated_bytes: usize,
    fault: Option<Fault>,
}

impl Token {
    fn new<const N: usize>(to: [&[usize]; N]) -> Self {
        Self { to: to.map(<[usize]>::to_vec).into(), ..Self::default() }
    }
}

impl Ruleset for Token {
    type Position = usize;
    type Move = usize;
    fn moves(&self, vertex: &usize) -> impl Iterator<Item = usize> {
        self.to[*vertex].iter().copied()
    }
    fn play(&self, _: &usize, to: &usize) -> usize {
        *to
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, vertex: usize) -> usize {
        if self.is_folded { vertex & !1 } else { vertex }
    }
    fn allocated_bytes(&self, _: &usize) -> usize {
        self.allocated_bytes
    }
    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }
}
impl Impartial for Token {}

type Ask<'a, P> = Box<dyn FnMut(&P) -> Result<String, NimberError> + 'a>;

/// Returns one new search of each kind, with its name.
fn searches<'a, R: Impartial>(
    rules: &'a R,
    misere: &'a Misere<&'a R>,
    limits: &'a Limits,
) -> Vec<(&'static str, Ask<'a, R::Position>)> {
    fn shown<T: Display>(value: Result<T, OutcomeError>) -> Result<String, NimberError> {
        value.map(|value| value.to_string()).map_err(|error| match error {
            OutcomeError::Loopy => NimberError::Loopy,
            OutcomeError::Stopped(stopped) => stopped.into(),
        })
    }
    let (mut outcomes, mut misere) = (OutcomeSearch::new(rules, limits), OutcomeSearch::new(misere, limits));
    let mut nimbers = NimberSearch::new(rules, limits);
    let mut measures = Measures::new(rules, Measure::Suspense(Play::Normal), limits);
    let mut genera = GenusSearch::new(rules, limits);
    vec![
        ("outcome", Box::new(move |position| shown(outcomes.outcome(position)))),
        ("misère outcome", Box::new(move |position| shown(misere.outcome(position)))),
        ("nimber", Box::new(move |position| nimbers.nimber(position).map(|value| value.to_string()))),
        ("suspense", Box::new(move |position| measures.value(position).map(|value| value.to_string()))),
        ("genus", Box::new(move |position| genera.genus(position).map(|value| value.to_string()))),
    ]
}

#[test]
fn mirror_images_have_one_place_in_the_memo_and_the_same_values() {
    let (plain, folded, limits) = (Strip::new(11, false), Strip::new(11, true), Limits::default());
    let (misere, misere_folded) = (Misere(&plain), Misere(&folded));
    let of_both = searches(&plain, &misere, &limits).into_iter().zip(searches(&folded, &misere_folded, &limits));
    for ((name, mut ask), (_, mut ask_folded)) in of_both {
        plain.listed.set(0);
        folded.listed.set(0);
        for covered in 0..1 << 11 {
            assert_eq!(ask_folded(&covered), ask(&covered), "{name} of {covered:b}");
        }
        // one of the two mirror images of a set of squares is kept, so all symmetric sets are kept
        let (listed, listed_folded) = (plain.listed.get(), folded.listed.get());
        if name.contains("outcome") || name == "nimber" {
            // options of options are counted as well, and not all of them are searched
            assert!(listed < 1 << 12 && 5 * listed_folded < 3 * listed, "{name} {listed} {listed_folded}");
        } else {
            assert_eq!((listed, listed_folded), (1 << 11, ((1 << 11) + (1 << 6)) / 2), "{name}");
        }
    }
}

#[test]
fn limits_count_normal_forms() {
    let root = 0;
    let reachable = |rules: &Strip| {
        let graph = PositionGraph::explore(rules, root, &Limits::default()).unwrap();
        let mut forms: Vec<u32> = (0..graph.len() as u32).map(|number| rules.normal_form(*graph.position(number))).collect();
        forms.sort_unstable();
        forms.dedup();
        (graph.len() as u64, forms.len() as u64)
    };
    let (plain, folded) = (Strip::new(9, false), Strip::new(9, true));
    let (positions, forms) = reachable(&folded);
    assert_eq!(reachable(&plain), (positions, positions), "exploring keeps the positions, whatever stands for them");
    assert!(forms < positions);
    let enough = Limits { positions: forms, ..Limits::default() };
    assert!(NimberSearch::new(&folded, &enough).nimber(&root).is_ok());
    assert_eq!(NimberSearch::new(&plain, &enough).nimber(&root), Err(Stopped::Positions(forms).into()));
}

#[test]
fn positions_without_options_are_counted() {
    let chain = Token::new([&[], &[0], &[1], &[2]]);
    let misere = Misere(&chain);
    for (most, root) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
        let limits = Limits { positions: most, ..Limits::default() };
        for (name, mut ask) in searches(&chain, &misere, &limits) {
            assert_eq!(ask(&root), Err(Stopped::Positions(most).into()), "{name} of {root}");
        }
        let limits = Limits { positions: most + 2, ..Limits::default() };
        for (name, mut ask) in searches(&chain, &misere, &limits) {
            assert!(ask(&root).is_ok(), "{name} of {root}");
        }
    }
}

#[test]
fn after_a_stop_the_searches_can_be_asked_again() {
    let rules = Strip::new(12, false);
    let misere = Misere(&rules);
    let (few, many) = (Limits { positions: 20, ..Limits::default() }, Limits::default());
    let (early, late) = (0b1111_0011_1100, 0b1100_0111_1110);
    let of_both = searches(&rules, &misere, &few).into_iter().zip(searches(&rules, &misere, &many));
    for ((name, mut ask), (_, mut ask_freely)) in of_both {
        assert_eq!(ask(&early), ask_freely(&early), "{name}");
        for _ in 0..3 {
            assert_eq!(ask(&0), Err(Stopped::Positions(20).into()), "{name}");
            assert_eq!(ask(&early), ask_freely(&early), "{name}");
        }
        // a search for genera never drops a summand, so no room is left; searches for outcomes and nimbers count work, not
        // memory
        if name == "suspense" {
            assert_eq!(ask(&late), ask_freely(&late), "{name}");
        }
    }
}

#[test]
fn loops_are_reported_and_what_is_beside_them_is_still_answered() {
    let ring = Token::new([&[1], &[2], &[3, 0], &[4], &[], &[5, 4]]);
    let (misere, limits) = (Misere(&ring), Limits::default());
    for (name, mut ask) in searches(&ring, &misere, &limits) {
        // one lost option decides the outcome, so loops below the other options do not matter
        let or_won = |is_won| if is_won { Ok("win".to_owned()) } else { Err(NimberError::Loopy) };
        for _ in 0..2 {
            assert_eq!(ask(&0), or_won(name == "misère outcome"), "{name}");
            assert!(ask(&3).is_ok(), "{name}");
        }
        assert_eq!(ask(&5), or_won(name == "outcome"), "{name}");
    }
}

#[test]
fn who_leads_to_a_mirror_image_of_itself_is_loopy() {
    let pair = Token { is_folded: true, ..Token::new([&[1], &[0]]) };
    let (misere, limits) = (Misere(&pair), Limits::default());
    for (name, mut ask) in searches(&pair, &misere, &limits) {
        assert_eq!(ask(&1), Err(NimberError::Loopy), "{name}");
    }
}

#[test]
fn options_that_wait_count_as_memory() {
    let options: Vec<usize> = (1..3000).collect();
    let to = [vec![options], vec![vec![]; 2999]].concat();
    let wide = Token { to, allocated_bytes: 1 << 20, ..Token::default() };
    let limits = Limits { bytes: 1 << 30, ..Limits::default() };
    let misere = Misere(&wide);
    for (name, mut ask) in searches(&wide, &misere, &limits) {
        assert_eq!(ask(&0), Err(Stopped::Memory(1 << 30).into()), "{name}");
        assert!(ask(&7).is_ok(), "{name}");
    }
}

#[test]
fn a_search_of_long_lived_rules_fits_where_a_short_life_is_asked_for() {
    fn shortened<'a>(search: NimberSearch<'static, Strip>, _: &'a Strip) -> NimberSearch<'a, Strip> {
        search
    }
    let strip = Strip::new(2, false);
    let (rules, limits) = (Box::leak(Box::new(Strip::new(3, false))), Box::leak(Box::default()));
    assert!(shortened(NimberSearch::new(rules, limits), &strip).nimber(&0).is_ok());
}

#[test]
fn rules_that_failed_have_no_values() {
    let fault = Fault::new("out of fuel");
    let failed = Token { fault: Some(fault.clone()), ..Token::new([&[1], &[]]) };
    let (misere, limits) = (Misere(&failed), Limits::default());
    for (name, mut ask) in searches(&failed, &misere, &limits) {
        for _ in 0..2 {
            assert_eq!(ask(&0), Err(Stopped::Fault(fault.clone()).into()), "{name}");
        }
    }
}

/// The maximal number of moves until a token comes to rest.
///
/// The value is computed in two stages, and the first stage depends on nothing.
struct Longest<'a>(&'a Token);

impl Evaluation for Longest<'_> {
    type Key = usize;
    type Value = u32;
    type Fold = bool;
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;
    fn options(&mut self, vertex: &usize, is_second: &mut bool, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        let to = if *is_second { &self.0.to[*vertex][..] } else { &[] };
        to.iter().try_for_each(|option| memo.note(self, &mut true, memo.get(option), || *option))
    }
    fn value(&mut self, _: &usize, is_second: &mut bool, seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        let was_second = core::mem::replace(is_second, true);
        Ok(was_second.then(|| seen.iter().max().map_or(0, |most| most + 1)))
    }
    fn allocated_bytes(&self, vertex: &usize) -> usize {
        1 + vertex
    }
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Checks that nothing is open and that exactly the bytes of the remembered keys are counted.
fn is_at_rest(search: &Recursion<'_, Longest<'_>, usize, u32, bool>) -> bool {
    let memo = &search.memo;
    let remembered: usize = memo.known.keys().map(|vertex| 1 + vertex).sum();
    let is_empty = memo.pending.is_empty() && memo.seen.is_empty() && search.stack.is_empty();
    is_empty && memo.known.values().all(|value| *value != u32::OPEN) && memo.outside == remembered
}

#[test]
fn after_every_answer_and_every_error_nothing_is_open() {
    let tokens = Token::new([&[], &[0], &[0, 1], &[2, 0, 1], &[3, 5, 1], &[6], &[5, 3], &[4, 3]]);
    let limits = Limits::default();
    let mut search = Recursion::new(Longest(&tokens), &limits);
    for (vertex, value) in [(3, Ok(3)), (0, Ok(0)), (4, Err(NimberError::Loopy)), (2, Ok(2)), (7, Err(NimberError::Loopy))] {
        assert_eq!(search.value(vertex), value);
        assert!(is_at_rest(&search), "{vertex}");
    }
    for positions in 0..4 {
        let limits = Limits { positions, ..Limits::default() };
        let mut search = Recursion::new(Longest(&tokens), &limits);
        assert_eq!(search.value(3), Err(Stopped::Positions(positions).into()));
        assert!(is_at_rest(&search), "{positions}");
    }
}
