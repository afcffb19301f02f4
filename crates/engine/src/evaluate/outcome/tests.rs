//! Compares depth-first outcomes with labels of the whole graph: loops, draws, misère and partizan play, small tables and many
//! threads.

use super::*;
use crate::evaluate::labels::{nimbers, outcomes};
use crate::evaluate::{Search, solution, winning_moves};
use crate::graph::PositionGraph;
use core::cell::Cell;
use sprague_core::{Impartial, Misere, Partizan, Player, Sum, SumOf, ToMove};

/// A token on a vertex that may be moved along edges. A vertex without edges has an outcome of its own.
#[derive(Clone, Debug)]
struct Token {
    to: Vec<Vec<usize>>,
    ends: Vec<Outcome>,
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
    fn terminal_outcome(&self, vertex: &usize) -> Outcome {
        self.ends[*vertex]
    }
}

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// Asserts that the search agrees with the labels of every position, and about loops.
fn agrees<R: Ruleset>(rules: &R, root: R::Position, limits: &Limits) {
    let graph = PositionGraph::explore(rules, root, &Limits::default()).unwrap();
    let labels = outcomes(&graph);
    let is_loopy = nimbers(&graph).is_none();
    let mut search = OutcomeSearch::new(rules, limits);
    for number in 0..graph.len() as u32 {
        match search.outcome(graph.position(number)) {
            Err(OutcomeError::Loopy) => assert!(is_loopy, "{:?}", graph.position(number)),
            outcome => assert_eq!(outcome, Ok(labels.outcome(number)), "{:?}", graph.position(number)),
        }
        assert!(search.path.frames.is_empty() && search.path.waiting.is_empty() && search.path.outside == 0);
    }
}

#[test]
fn every_graph_of_three_vertices_has_the_outcomes_of_its_labels() {
    let limits = Limits::default();
    for edges in 0..1 << 9 {
        let to = (0..3).map(|from| (0..3).filter(|to| edges >> (3 * from + to) & 1 == 1).collect()).collect();
        let mut rules = Token { to, ends: vec![] };
        for ends in 0..27 {
            rules.ends = [1, 3, 9].map(|place| OUTCOMES[ends / place % 3]).into();
            (0..3).for_each(|root| agrees(&rules, root, &limits));
        }
    }
}

/// Pseudorandom numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as usize % bound
    }
}

/// Builds a graph with this many vertices and at most `most` edges from each of them.
///
/// If `is_loopy` is set, edges lead to any vertex, otherwise only to earlier ones.
fn random_token(random: &mut Random, vertices: usize, most: usize, is_loopy: bool) -> Token {
    let edges = |from: usize, random: &mut Random| {
        let bound = if is_loopy { vertices } else { from };
        let count = if bound == 0 { 0 } else { random.below(most + 1) };
        (0..count).map(|_| random.below(bound)).collect()
    };
    let to = (0..vertices).map(|from| edges(from, random)).collect();
    Token { to, ends: (0..vertices).map(|_| OUTCOMES[random.below(3)]).collect() }
}

#[test]
fn random_graphs_have_the_outcomes_of_their_labels() {
    let (mut random, limits) = (Random(1), Limits::default());
    for round in 0..600 {
        let vertices = 1 + random.below(40);
        let rules = random_token(&mut random, vertices, 1 + round % 4, round % 2 == 0);
        (0..vertices).for_each(|root| agrees(&rules, root, &limits));
    }
}

/// Kayles with at most two heaps.
///
/// A move takes one or two tokens of a heap; if there is only one heap, the rest may be split. The label of a move is the
/// position after it.
#[derive(Clone, Debug)]
struct Kayles;

/// Packs two heaps into one number.
fn pair(a: u8, b: u8) -> u16 {
    u16::from_be_bytes([a, b])
}

impl Ruleset for Kayles {
    type Position = u16;
    type Move = u16;
    fn moves(&self, heaps: &u16) -> impl Iterator<Item = u16> {
        let [a, b] = heaps.to_be_bytes();
        let splits = |left: u8| (1..=left / 2).map(move |part| pair(part, left - part));
        let of_only = (1..=a.min(2)).filter(move |_| b == 0).flat_map(move |take| splits(a - take));
        of_only.chain((1..=a.min(2)).map(move |take| pair(a - take, b))).chain((1..=b.min(2)).map(move |take| pair(a, b - take)))
    }
    fn play(&self, _: &u16, to: &u16) -> u16 {
        *to
    }
}
impl Impartial for Kayles {}

/// Two heaps from which Left takes one or four tokens and Right two or three.
///
/// The label of a move is the position after it.
#[derive(Clone, Debug)]
struct LeftRight;

impl Partizan for LeftRight {
    type Position = u16;
    type Move = u16;
    fn moves(&self, heaps: &u16, player: Player) -> impl Iterator<Item = u16> {
        let [a, b] = heaps.to_be_bytes();
        let amounts = if player == Player::Left { [1, 4] } else { [2, 3] };
        let of_first = amounts.into_iter().filter(move |take| *take <= a).map(move |take| pair(a - take, b));
        of_first.chain(amounts.into_iter().filter(move |take| *take <= b).map(move |take| pair(a, b - take)))
    }
    fn play(&self, _: &u16, _: Player, to: &u16) -> u16 {
        *to
    }
}

/// Runs `agrees` on every kind of play, on games small enough to be labelled.
fn on_all_kinds(limits: &Limits) {
    agrees(&Kayles, pair(14, 0), limits);
    agrees(&Misere(Kayles), pair(14, 0), limits);
    agrees(&SumOf(Kayles), vec![pair(5, 0), pair(4, 0), pair(3, 1)], limits);
    agrees(&Misere(SumOf(Kayles)), vec![pair(5, 0), pair(4, 0), pair(3, 1)], limits);
    for player in Player::BOTH {
        agrees(&ToMove(LeftRight), (player, pair(17, 12)), limits);
        agrees(&Misere(ToMove(LeftRight)), (player, pair(17, 12)), limits);
    }
}

#[test]
fn sums_by_any_ending_and_of_partizan_games_have_the_outcomes_of_their_labels() {
    on_all_kinds(&Limits::default());
}

#[test]
fn a_table_of_a_few_kib_is_enough() {
    let limits = Limits { bytes: 12 << 10, ..Limits::default() };
    assert!(table(&limits).most_bytes() < 8 << 10);
    on_all_kinds(&limits);
    let mut random = Random(2);
    for _ in 0..60 {
        let rules = random_token(&mut random, 30, 3, false);
        (0..30).for_each(|root| agrees(&rules, root, &limits));
    }
}

/// Nim that counts how often options are listed.
struct Nim(Cell<usize>);

impl Ruleset for Nim {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        self.0.set(self.0.get() + 1);
        1..=*heap
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
    fn mobility(&self, heap: &u64) -> u32 {
        *heap as u32
    }
}

#[test]
fn while_nothing_is_forgotten_no_position_is_listed_twice() {
    let (rules, limits) = (Misere(Nim(Cell::new(0))), Limits::default());
    let mut search = OutcomeSearch::new(&rules, &limits);
    for heap in 0..400 {
        search.outcome(&heap).unwrap();
        assert!(rules.0.0.get() <= heap as usize + 1);
    }
    assert!(search.visited() <= 400);
}

#[test]
fn the_path_counts_as_memory() {
    let chain = Token {
        to: (0..100_000_usize).map(|from| from.checked_sub(1).into_iter().collect()).collect(),
        ends: vec![Outcome::Loss; 1],
    };
    let little = Limits { bytes: 1 << 20, ..Limits::default() };
    assert_eq!(OutcomeSearch::new(&chain, &little).outcome(&99_999), Err(Stopped::Memory(1 << 20).into()));
    assert_eq!(OutcomeSearch::new(&chain, &little).outcome(&9_999), Ok(Outcome::Win));
    assert_eq!(OutcomeSearch::new(&chain, &Limits::default()).outcome(&99_999), Ok(Outcome::Win));
}

#[test]
fn threads_find_what_one_finds() {
    let (limits, little) = (Limits::default(), Limits { bytes: 64 << 10, ..Limits::default() });
    let kayles = Misere(SumOf(Kayles));
    for position in [vec![pair(9, 0), pair(8, 3)], vec![pair(7, 0), pair(6, 0)], vec![]] {
        let alone = OutcomeSearch::new(&kayles, &limits).outcome(&position);
        assert!(alone.is_ok());
        for threads in 1..=5 {
            let threads = threads.try_into().unwrap();
            assert_eq!(Search::within(&limits).jobs(threads).outcome(&kayles, &position), alone, "{position:?} {threads}");
            assert_eq!(Search::within(&little).jobs(threads).outcome(&kayles, &position), alone, "{position:?} {threads}");
        }
    }
    let mut random = Random(3);
    for round in 0..60 {
        let rules = random_token(&mut random, 30, 3, round % 2 == 0);
        let graph = PositionGraph::explore(&rules, 29, &limits).unwrap();
        let outcome = outcomes(&graph).outcome(0);
        for threads in 1..=5 {
            match Search::within(&limits).jobs(threads.try_into().unwrap()).outcome(&rules, &29) {
                Err(OutcomeError::Loopy) => assert!(nimbers(&graph).is_none()),
                found => assert_eq!(found, Ok(outcome)),
            }
        }
    }
}

#[test]
fn limits_and_requests_stop_all_threads() {
    let position = vec![pair(20, 0), pair(19, 3), pair(12, 4)];
    let rules = Misere(SumOf(Kayles));
    let stopped = |limits| Search::within(&limits).jobs(3.try_into().unwrap()).outcome(&rules, &position).unwrap_err();
    assert_eq!(stopped(Limits { positions: 9, ..Limits::default() }), Stopped::Positions(9).into());
    assert_eq!(stopped(Limits { bytes: 1 << 10, ..Limits::default() }), Stopped::Memory(1 << 10).into());
    let asked = Some(Arc::new(std::sync::atomic::AtomicBool::new(true)));
    assert_eq!(stopped(Limits { stop: asked, ..Limits::default() }), Stopped::Asked.into());
}

impl Impartial for Token {}

#[test]
fn typed_sums_are_decided_by_their_sides() {
    let (mut random, limits) = (Random(5), Limits::default());
    let (mut by_sides, mut loopy) = (0, 0);
    for round in 0..300 {
        let mut side =
            |vertices| Token { ends: vec![Outcome::Loss; vertices], ..random_token(&mut random, vertices, 3, round % 3 == 0) };
        let (a, b, c) = (side(7), side(5), side(4));
        let rules = Sum(&a, Sum(SumOf(&b), &c));
        for position in [(6, (vec![4, 3], 3)), (5, (vec![], 2)), (4, (vec![2, 2, 4], 3))] {
            let judge = solution(&rules, &position, &limits).unwrap();
            let winning: Vec<_> = judge.winning_moves().map(|judged| judged.mv).collect();
            assert_eq!(winning_moves(&rules, &position), Ok(winning), "{position:?} of {rules:?}");
            assert_eq!(crate::evaluate::outcome(&rules, &position), Ok(judge.outcome()), "{position:?} of {rules:?}");
            match Search::within(&limits).outcome(&rules, &position) {
                Ok(outcome) => assert_eq!(outcome, judge.outcome(), "{position:?} of {rules:?}"),
                Err(error) => assert_eq!(error, OutcomeError::Loopy),
            }
            let is_by_sides = crate::evaluate::nimber(&rules, &position).is_ok();
            *(if is_by_sides { &mut by_sides } else { &mut loopy }) += 1;
        }
    }
    assert!(by_sides > 100 && loopy > 100, "{by_sides} {loopy}");
    // the cost is the sum of the sides, not their product
    let few = Limits { positions: 10_000, ..Limits::default() };
    let chain = |length: usize| Token {
        to: (0..length).map(|from: usize| (1..=3).filter_map(|by| from.checked_sub(by)).collect()).collect(),
        ends: vec![Outcome::Loss; length],
    };
    let (a, b) = (chain(5_000), chain(5_000));
    assert_eq!(Search::within(&few).outcome(&Sum(&a, &b), &(4_002, 4_001)), Ok(Outcome::Win));
    assert_eq!(Search::within(&few).outcome(&Sum(&a, &b), &(4_002, 4_006)), Ok(Outcome::Loss));
}
