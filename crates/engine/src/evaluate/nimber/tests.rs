//! Compares the search for nimbers with mex from the definition: with small tables, high nimbers and several threads.

use super::{NimberError, NimberSearch, in_parallel, table};
use crate::evaluate::labels::{loopy_nimbers, outcomes};
use crate::graph::PositionGraph;
use crate::{Limits, Stopped};
use sprague_core::examples::Nim;
use sprague_core::{Impartial, Nimber, Outcome, Ruleset, SumOf, mex};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Node Kayles: a move takes a vertex of a graph together with its neighbours.
///
/// A position is the set of the vertices that are left, as bits.
struct NodeKayles {
    beside: Vec<u64>,
    splits: bool,
}

impl NodeKayles {
    /// Bit i of `edges` is set if the graph has its i-th possible edge.
    fn new(vertices: usize, edges: u64, splits: bool) -> Self {
        let mut beside = vec![0; vertices];
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs.enumerate().filter(|(index, _)| edges >> (index % 64) & 1 == 1).map(|(_, pair)| pair) {
            beside[a] |= 1 << b;
            beside[b] |= 1 << a;
        }
        Self { beside, splits }
    }

    fn all(&self) -> u64 {
        (1 << self.beside.len()) - 1
    }

    /// Computes the nimber from the definition.
    fn mex(&self, left: u64, known: &mut HashMap<u64, u32>) -> u32 {
        if let Some(nimber) = known.get(&left) {
            return *nimber;
        }
        let options: Vec<u64> = self.options(&left).collect();
        let nimber = mex(options.into_iter().map(|option| Nimber(self.mex(option, known)))).0;
        known.insert(left, nimber);
        nimber
    }
}

impl Ruleset for NodeKayles {
    type Position = u64;
    type Move = usize;
    fn moves(&self, left: &u64) -> impl Iterator<Item = usize> {
        (0..self.beside.len()).filter(move |vertex| left >> vertex & 1 == 1)
    }
    fn play(&self, left: &u64, vertex: &usize) -> u64 {
        left & !(1 << vertex | self.beside[*vertex])
    }
}

impl Impartial for NodeKayles {
    fn summands(&self, left: &u64) -> impl Iterator<Item = u64> {
        let mut left = *left;
        std::iter::from_fn(move || {
            let mut part = if self.splits { left & left.wrapping_neg() } else { left };
            loop {
                let grown = (0..self.beside.len()).filter(|vertex| part >> vertex & 1 == 1);
                let grown = grown.fold(part, |all, vertex| all | self.beside[vertex] & left);
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            (part != 0).then_some(part)
        })
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

/// Returns pseudorandom numbers (a linear congruential generator).
fn numbers(mut seed: u64) -> impl Iterator<Item = u64> {
    std::iter::repeat_with(move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed ^ seed >> 29
    })
}

#[test]
fn questions_and_mex_agree_with_the_definition() {
    for (round, edges) in numbers(1).take(60).enumerate() {
        let rules = NodeKayles::new(3 + round % 8, edges, round % 3 > 0);
        let mut known = HashMap::new();
        for bytes in [0, 1 << 20] {
            let limits = Limits { bytes: (1 << 20) + bytes, ..Limits::default() };
            // 1 KiB, so that nearly every entry is overwritten, and 1 MiB
            let mut search = NimberSearch::with_table(&rules, &limits, &super::Table::new(bytes));
            for left in numbers(edges).take(100).map(|left| left & rules.all()) {
                let nimber = rules.mex(left, &mut known);
                let asked = (left >> 3) as u32 % 6;
                assert_eq!(search.has_nimber(&left, Nimber(asked)), Ok(nimber == asked), "{left:b} of {edges:b}");
                assert_eq!(search.outcome(&left).map(|outcome| outcome == Outcome::Loss), Ok(nimber == 0));
                assert_eq!(search.nimber(&left), Ok(Nimber(nimber)), "{left:b} of {edges:b}");
            }
        }
    }
}

#[test]
fn nimbers_beyond_those_that_are_asked_about_are_found_too() {
    let limits = Limits::default();
    for heap in [25, 26, 27, 28, 63, 64, 65, 300] {
        // each question starts with an empty table
        let ask = |nimber| NimberSearch::new(&Nim, &limits).has_nimber(&heap, Nimber(nimber)).unwrap();
        assert_eq!(NimberSearch::new(&Nim, &limits).nimber(&heap), Ok(Nimber(heap as u32)));
        assert_eq!([heap as u32 - 1, heap as u32, heap as u32 + 1].map(ask), [false, true, false], "{heap}");
    }
    let (sums, limits) = (SumOf(Nim), Limits::default());
    let mut search = NimberSearch::new(&sums, &limits);
    assert_eq!(search.nimber(&vec![33, 70, 33, 5]), Ok(Nimber(70 ^ 5)));
    assert_eq!([67, 66].map(|nimber| search.has_nimber(&vec![70, 5], Nimber(nimber)).unwrap()), [true, false]);
    assert_eq!(search.outcome(&vec![70, 70, 41, 41]), Ok(Outcome::Loss));
}

#[test]
fn threads_find_what_one_finds() {
    for (round, edges) in numbers(2).take(6).enumerate() {
        let rules = NodeKayles::new(12, edges & edges >> 7, true);
        let (nimber, limits) = (rules.mex(rules.all(), &mut HashMap::new()), Limits::default());
        for threads in 1..=5 {
            let ask = |search: &mut NimberSearch<'_, NodeKayles>| search.nimber(&rules.all());
            let found = in_parallel(&rules, &limits, &table(&limits), threads.try_into().unwrap(), ask);
            assert_eq!(found, Ok(Nimber(nimber)), "round {round}, {threads} threads");
        }
    }
}

#[test]
fn a_limit_that_stops_one_thread_stops_the_question() {
    let rules = NodeKayles::new(20, 0x1248_1248_1248_1248, true);
    let limits = Limits { positions: 5, ..Limits::default() };
    let ask = |search: &mut NimberSearch<'_, NodeKayles>| search.nimber(&rules.all());
    let stopped: Result<Nimber, NimberError> = in_parallel(&rules, &limits, &table(&limits), 3.try_into().unwrap(), ask);
    assert_eq!(stopped, Err(Stopped::Positions(5).into()));
}

/// Nim that sets the stop flag while the options of an option are counted.
struct Stopping {
    stop: Arc<AtomicBool>,
    counted: AtomicU32,
}

/// The heap whose nimber is asked for.
const HEAP: u64 = 100;

impl Ruleset for Stopping {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=*heap
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
    fn mobility(&self, heap: &u64) -> u32 {
        if *heap < HEAP {
            self.stop.store(true, Relaxed);
            self.counted.fetch_add(1, Relaxed);
        }
        *heap as u32
    }
}

impl Impartial for Stopping {}

#[test]
fn limits_are_looked_at_while_options_are_counted() {
    let rules = Stopping { stop: Arc::default(), counted: AtomicU32::new(0) };
    let limits = Limits { stop: Some(rules.stop.clone()), ..Limits::default() };
    assert_eq!(NimberSearch::new(&rules, &limits).nimber(&HEAP), Err(Stopped::Asked.into()));
    let counted = rules.counted.into_inner();
    assert!((1..50).contains(&counted), "{counted} were counted");
}

/// Tokens on a graph with loops.
///
/// A move takes a token along an edge and replaces it by one token, or by two on smaller vertices.
struct Tokens(Vec<Vec<Vec<usize>>>);

impl Tokens {
    fn drawn(vertices: usize, numbers: &mut impl Iterator<Item = u64>) -> Self {
        let mut edge = |vertex: usize| {
            let drawn = numbers.next().expect("there is no end of them") as usize >> 8;
            let one = drawn / 16 % vertices;
            if vertex == 0 || drawn % 8 < 3 { vec![one] } else { vec![one % vertex, (one + drawn / 8 % 2) % vertex] }
        };
        Self((0..vertices).map(|vertex| (0..vertex % 4).map(|_| edge(vertex)).collect()).collect())
    }
}

impl Ruleset for Tokens {
    type Position = Vec<usize>;
    type Move = usize;
    fn moves(&self, _: &Vec<usize>) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }
    fn play(&self, tokens: &Vec<usize>, _: &usize) -> Vec<usize> {
        tokens.clone()
    }
    fn options(&self, tokens: &Vec<usize>) -> impl Iterator<Item = Vec<usize>> {
        (0..tokens.len()).flat_map(move |at| {
            self.0[tokens[at]].iter().map(move |after| {
                let mut option: Vec<usize> = tokens[..at].iter().chain(&tokens[at + 1..]).chain(after).copied().collect();
                option.sort_unstable();
                option
            })
        })
    }
}

impl Impartial for Tokens {
    fn summands(&self, tokens: &Vec<usize>) -> impl Iterator<Item = Vec<usize>> {
        tokens.iter().map(|token| vec![*token])
    }
}

#[test]
fn threads_keep_in_a_table_what_they_found() {
    // without cancelling equal heaps, every heap doubles the number of positions
    let limits = Limits { positions: 10_000, ..Limits::default() };
    for threads in [1, 2] {
        let threads = threads.try_into().unwrap();
        assert_eq!(in_parallel(&Nim, &limits, &table(&limits), threads, |search| search.nimber(&40)), Ok(Nimber(40)));
    }
}

#[test]
fn pairs_of_what_may_come_again_do_not_cancel() {
    let (limits, mut numbers) = (Limits { positions: 1_000, bytes: 1 << 20, ..Limits::default() }, numbers(3));
    let mut found = [0; 3];
    for _ in 0..100 {
        let rules = Tokens::drawn(7, &mut numbers);
        let pairs = (0..7).flat_map(|token| [vec![token], vec![token, token]]);
        for tokens in pairs {
            let Ok(graph) = PositionGraph::explore(&rules, tokens.clone(), &limits) else { continue };
            let expected = loopy_nimbers(&graph).finite(0);
            let searched = NimberSearch::new(&rules, &limits).nimber(&tokens);
            let outcome = NimberSearch::new(&rules, &limits).outcome(&tokens);
            match expected {
                // the search may either report the loop or find the number
                Some(nimber) => {
                    assert!(searched == Ok(nimber) || searched == Err(NimberError::Loopy), "{tokens:?} of {:?}", rules.0);
                    found[0] += u32::from(searched.is_ok());
                }
                None => assert_eq!(searched, Err(NimberError::Loopy), "{tokens:?} of {:?}", rules.0),
            }
            if let Ok(outcome) = outcome {
                found[1] += u32::from(expected.is_none());
                assert_eq!(outcome, outcomes(&graph).outcome(0), "{tokens:?} of {:?}", rules.0);
            } else {
                found[2] += 1;
            }
        }
    }
    assert!(found.iter().all(|&number| number > 20), "{found:?}");
}
