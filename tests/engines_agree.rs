//! Checks that all ways to evaluate a position give the same answer.
//!
//! The ways are whole graphs, depth-first search, summands, rows, kernels from data, theorems, and sums at run time. All of
//! them evaluate the golden files.
//!
//! They are compared with plain definitions in this file: small cases exhaustively, and larger ones at random.

use proptest::prelude::*;
use proptest::sample::subsequence;
use sprague::any::Kind;
use sprague::any::{AnyImpartial, AnyPosition, AnySum, AnyTerminalRule};
use sprague::evaluate::labels::{loopy_nimbers, nimbers, outcomes};
use sprague::evaluate::{NimberError, NimberSearch, OutcomeError, OutcomeSearch, Search, nimber, solution};
use sprague::graph::PositionGraph;
use sprague::heap::{AmountSet, ByHeap, Heaps, Nimbers, OneHeap, Outcomes, Parity, Rows, TakeAndBreak};
use sprague::modifier::WithHistory;
use sprague::rows::{GrundyNimbers, TakeAndBreakNimbers};
use sprague::solve::{Component, ComponentPosition};
use sprague::{
    AnyRuleset, Impartial, Limits, LoopyNimber, Misere, Nimber, NoRepeat, Outcome, Partizan, Play, Player, Ruleset, Sum, SumOf,
    ToMove, any, mex,
};
use sprague_questions::{ParsedSum, RowPlan, Session, Solve, analyse};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_boards::{Board, Cram};
use sprague_rules_digraph::Digraph;
use sprague_rules_knights::Knights;
use sprague_rules_misere::LAST_STONE;
use sprague_rules_nim::{Nim, nim_sum};
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_octal::{Grundy, Octal, Taking};
use sprague_rules_stones::{OddTotal, Stones};
use sprague_rules_subtraction::{AllBut, Subtraction};
use sprague_testkit::{golden, strategies};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

fn limits() -> Limits {
    Limits { positions: 2_000_000, bytes: 1 << 30, ..Limits::default() }
}

fn octal(code: &str) -> Octal {
    code.parse().expect("a code")
}

fn set(text: &str) -> AmountSet {
    text.parse().expect("a set")
}

fn forgetful() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Checks that all searches agree, and returns the nimber of the root.
///
/// Retrograde analysis of the graph, depth-first search and plain mex must agree on every position, and summands on the root.
/// Best play must take as many moves as the solution predicts.
fn all_searches_agree<R: Impartial>(rules: &R, root: &R::Position) -> Nimber {
    let limits = limits();
    let graph = PositionGraph::explore(rules, root.clone(), &limits).expect("a small game");
    let (labels, values) = (outcomes(&graph), nimbers(&graph).expect("play ends"));
    let mut search = OutcomeSearch::new(rules, &limits);
    for (number, value) in (0..).zip(&values) {
        let position = graph.position(number);
        assert_eq!(search.outcome(position), Ok(labels.outcome(number)), "{position:?}");
        assert_eq!(value.is_lost(), labels.outcome(number) == Outcome::Loss, "{position:?}");
    }
    assert_eq!(nimber(rules, root), Ok(values[0]), "{root:?}");
    questions_agree(rules, &graph, &values);
    best_play_takes_as_long_as_is_said(rules, root);
    values[0]
}

/// Checks yes-or-no questions about nimbers, starting with the root or with the end of the graph.
///
/// One table has room for all positions, and another has almost no room.
fn questions_agree<R: Impartial>(rules: &R, graph: &PositionGraph<R::Position>, values: &[Nimber]) {
    for bytes in [1 << 30, 2_000_000] {
        let limits = Limits { bytes, ..limits() };
        let (mut upwards, mut downwards) = (NimberSearch::new(rules, &limits), NimberSearch::new(rules, &limits));
        for (number, value) in (0..).zip(values) {
            let position = graph.position(number);
            for asked in [0, 1, 2, value.0, value.0 + 1] {
                assert_eq!(upwards.has_nimber(position, Nimber(asked)), Ok(asked == value.0), "{position:?}");
            }
            assert_eq!(upwards.nimber(position), Ok(*value), "{position:?}");
            // from the end of the graph, no position was searched before
            let last = graph.len() as u32 - 1 - number;
            let is_lost = values[last as usize].is_lost();
            assert_eq!(downwards.outcome(graph.position(last)).map(|outcome| outcome == Outcome::Loss), Ok(is_lost));
        }
    }
}

fn best_play_takes_as_long_as_is_said<R: Ruleset>(rules: &R, root: &R::Position) {
    let solution = solution(rules, root, &limits()).expect("a small game");
    let Some(moves) = solution.remoteness() else { return };
    let line = solution.line(usize::MAX);
    assert_eq!(line.len(), moves as usize, "{root:?}");
    let end = line.last().map_or(root, |(_, position)| position);
    assert_eq!(rules.moves(end).count(), 0);
    // the terminal outcome is that of the player who moves at the end, and the players alternate
    let seen_from_start = if moves % 2 == 0 { rules.terminal_outcome(end) } else { -rules.terminal_outcome(end) };
    assert_eq!(seen_from_start, solution.outcome(), "{root:?}");
}

#[test]
fn all_searches_agree_on_every_small_position() {
    for heap in 0..20 {
        assert_eq!(all_searches_agree(&Nim, &heap), Nimber(heap as u32));
        all_searches_agree(&AllBut::of([2, 3]).unwrap(), &heap);
        all_searches_agree(&Subtraction::of([1, 3, 4]).unwrap(), &heap);
        all_searches_agree(&Grundy, &Heaps::one(heap));
        all_searches_agree(&NoRepeat { rules: Nim, memory: 1 }, &WithHistory::nothing(heap.min(9)));
    }
    for code in ["0.77", "0.07", "0.137", "4.", "8.", "0.8", "0.6", "4.3", "c.1"] {
        for heap in 0..12 {
            all_searches_agree(&octal(code), &Heaps::one(heap));
        }
        all_searches_agree(&octal(code), &Heaps::from_iter([3, 4, 4]));
    }
    let board = Knights::default();
    for square in board.squares() {
        all_searches_agree(&board, &square);
    }
    for (a, b) in (0..7).flat_map(|a| (0..7).map(move |b| (a, b))) {
        let (kayles, heaps) = (octal("0.77"), Heaps::one(b));
        let sum = all_searches_agree(&Sum(Subtraction::of([1, 2]).unwrap(), &kayles), &(a, heaps.clone()));
        assert_eq!(sum, Nimber(a as u32 % 3) + nimber(&kayles, &heaps).unwrap());
    }
}

/// Checks that rows of outcomes agree with a search of each position, in normal and misère play.
fn rows_of_outcomes_agree<R: OneHeap>(rules: &R, rows: usize) {
    let limits = limits();
    let (normal, misere) = (Rows::of(&Outcomes(rules), rows), Rows::of(&Outcomes(Misere(rules)), rows));
    let misere_rules = Misere(rules);
    let (mut search, mut misere_search) = (OutcomeSearch::new(rules, &limits), OutcomeSearch::new(&misere_rules, &limits));
    for n in 0..rows {
        for state in 0..rules.states() {
            let position = rules.position(n as u64, state);
            assert_eq!(rules.heap_index(&position), (n as u64, state));
            assert_eq!(search.outcome(&position), Ok(normal.cell(n, state)), "{position:?}");
            assert_eq!(misere_search.outcome(&position), Ok(misere.cell(n, state)), "misère {position:?}");
        }
    }
}

/// Checks that rows of nimbers agree with a search of each position by summands.
fn rows_of_nimbers_agree<R: ByHeap + Impartial>(rules: &R, rows: usize) {
    let values = Rows::of(&Nimbers(rules), rows);
    for n in 0..rows {
        for state in 0..rules.states() {
            let position = rules.position(n as u64, state);
            assert_eq!(nimber(rules, &position), Ok(values.cell(n, state)), "{position:?}");
        }
    }
}

#[test]
fn rows_say_what_searches_say() {
    rows_of_outcomes_agree(&Nim, 30);
    rows_of_nimbers_agree(&Nim, 30);
    for (amounts, memory) in [("1-4", 1), ("2,5,9", 1), ("1-3", 2), ("1,3,4", 3), ("2", 2)] {
        let rules = PickUpStones::new(set(amounts), memory).unwrap();
        rows_of_outcomes_agree(&rules, 25);
        rows_of_nimbers_agree(&rules, 25);
        rows_of_outcomes_agree(&NoRepeat { rules: Misere(Subtraction(set(amounts))), memory }, 25);
    }
    for (left, right) in [("2,5,9", "3,4,8"), ("1", "2"), ("1-4", "3")] {
        rows_of_outcomes_agree(&ToMove(PartizanSubtraction { left: set(left), right: set(right) }), 40);
    }
    for amounts in ["1-3", "1-4", "2,5", "6"] {
        for wins in [Parity::Odd, Parity::Even] {
            let rules = Stones { amounts: set(amounts), wins };
            rows_of_outcomes_agree(&rules, 40);
            rows_of_outcomes_agree(&OddTotal(rules), 40);
        }
    }
    for code in ["0.123", "0.3", "0.12", "0.3003", "0.2012"] {
        let rules = Taking::new(octal(code)).unwrap();
        rows_of_outcomes_agree(&rules, 40);
        rows_of_nimbers_agree(&rules, 40);
    }
    for code in ["0.77", "0.137", "4.", "8.", "c.f"] {
        rows_of_nimbers_agree(&octal(code), 25);
    }
    rows_of_nimbers_agree(&Grundy, 40);
}

proptest! {
    #![proptest_config(forgetful())]

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_rows_say_what_searches_say_for_random_sets(amounts in strategies::amounts(12, 5), memory in 1_usize..3) {
        rows_of_outcomes_agree(&Subtraction(amounts.clone()), 40);
        rows_of_nimbers_agree(&Subtraction(amounts.clone()), 40);
        rows_of_outcomes_agree(&AllBut(amounts.clone()), 40);
        rows_of_nimbers_agree(&AllBut(amounts.clone()), 40);
        let few = AmountSet::new(amounts.as_slice().iter().copied().take(3)).unwrap();
        let rules = PickUpStones::new(few, memory).unwrap();
        rows_of_outcomes_agree(&rules, 20);
        rows_of_nimbers_agree(&rules, 20);
    }

    #[test]
    fn a_remembered_list_is_a_state(
        amounts in strategies::amounts(9, 5),
        heap in 0_u64..20,
        seed in any::<prop::sample::Index>(),
    ) {
        let rules = PickUpStones::new(amounts.clone(), 2).unwrap();
        let state = seed.index(rules.states());
        let (at, limits) = (rules.position(heap, state), limits());
        let rows = Rows::of(&Outcomes(&rules), heap as usize + 1);
        prop_assert_eq!(OutcomeSearch::new(&rules, &limits).outcome(&at), Ok(rows.cell(heap as usize, state)));
    }
}

/// Returns the nimbers of heaps by definition.
///
/// All ways to take `taken` tokens and leave up to three heaps are tried.
fn textbook(code: &TakeAndBreak, rows: usize) -> Vec<Nimber> {
    let mut g: Vec<Nimber> = vec![];
    for n in 0..rows {
        let mut options = vec![];
        for (taken, &digit) in code.digits().iter().enumerate().filter(|(taken, _)| *taken <= n) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 {
                options.push(Nimber(0));
            }
            if digit & 2 != 0 && left > 0 {
                options.push(g[left]);
            }
            for a in 1..left {
                if digit & 4 != 0 {
                    options.push(g[a] + g[left - a]);
                }
                if digit & 8 != 0 {
                    options.extend((1..left - a).map(|b| g[a] + g[b] + g[left - a - b]));
                }
            }
        }
        g.push((0..).map(Nimber).find(|value| !options.contains(value)).expect("some value is free"));
    }
    g
}

#[test]
fn every_octal_code_of_three_places_has_one_sequence() {
    for number in 0..1024_u32 {
        let digit = |place: u32| (number >> (3 * place) & 7) as u8;
        let before = if number < 512 { 0 } else { 4 };
        let code = TakeAndBreak::from_digits([before, digit(2), digit(1), digit(0)]).unwrap();
        let kernel = Rows::of(&TakeAndBreakNimbers(&code), 25);
        assert_eq!(kernel, Rows::of(&Nimbers(Octal(code.clone())), 25), "{code}");
        assert_eq!(kernel.cells(), textbook(&code, 25), "{code}");
    }
}

proptest! {
    #![proptest_config(forgetful())]

    #[test]
    fn octal_codes_are_evaluated_alike(code in strategies::octal_code(3)) {
        let kernel = Rows::of(&TakeAndBreakNimbers(&code), 60);
        prop_assert_eq!(&kernel, &Rows::of(&Nimbers(Octal(code.clone())), 60));
        prop_assert_eq!(kernel.cells(), textbook(&code, 60));
    }

    #[test]
    fn hexadecimal_codes_are_evaluated_alike(code in strategies::hex_code(2)) {
        let kernel = Rows::of(&TakeAndBreakNimbers(&code), 24);
        prop_assert_eq!(&kernel, &Rows::of(&Nimbers(Octal(code.clone())), 24));
        prop_assert_eq!(kernel.cells(), textbook(&code, 24));
    }

    #[test]
    fn heaps_of_any_code_add_without_carry(code in strategies::hex_code(3), sizes in strategies::heaps(5, 14)) {
        let rows = Rows::of(&TakeAndBreakNimbers(&code), 15);
        let expected: Nimber = sizes.iter().map(|&size| rows.cell(size as usize, 0)).sum();
        prop_assert_eq!(nimber(&Octal(code.clone()), &Heaps::from_iter(sizes.iter().copied())), Ok(expected));
        let apart: Vec<Heaps> = sizes.into_iter().map(Heaps::one).collect();
        prop_assert_eq!(nimber(&SumOf(Octal(code)), &apart), Ok(expected));
    }
}

#[test]
fn grundys_game_is_evaluated_alike() {
    let rows = Rows::of(&GrundyNimbers, 150);
    assert_eq!(rows, Rows::of(&Nimbers(Grundy), 150));
    let mut g: Vec<Nimber> = vec![];
    for n in 0..150_usize {
        g.push(mex((1..n).filter(|&part| 2 * part < n).map(|part| g[part] + g[n - part])));
    }
    assert_eq!(rows.cells(), g);
}

/// Returns all lists of `count` heaps of at most `most` tokens.
fn positions(count: u32, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let sizes = most + 1;
    (0..sizes.pow(count)).map(move |number| (0..count).map(|place| number / sizes.pow(place) % sizes).collect())
}

#[test]
fn boutons_theorems_agree_with_searches() {
    let rules = SumOf(Nim);
    for heaps in (0..=3).flat_map(|count| positions(count, 4)) {
        let value = all_searches_agree(&rules, &heaps);
        assert_eq!(u64::from(value.0), nim_sum(&heaps), "{heaps:?}");
        let by_search = |moves: Vec<sprague::sum::IndexedMove<u64>>| -> Vec<(usize, u64)> {
            let mut left: Vec<(usize, u64)> = moves.iter().map(|mv| (mv.index, heaps[mv.index] - mv.mv)).collect();
            left.sort_unstable();
            left
        };
        let normal = by_search(sprague::evaluate::winning_moves(&rules, &heaps).unwrap());
        assert_eq!(normal, sprague_rules_nim::winning_moves(&heaps), "{heaps:?}");
        let misere = by_search(sprague::evaluate::winning_moves(&LAST_STONE, &heaps).unwrap());
        assert_eq!(misere, sprague_rules_misere::winning_moves(&heaps), "misère {heaps:?}");
        let outcome = sprague::evaluate::outcome(&LAST_STONE, &heaps).unwrap();
        assert_eq!(outcome == Outcome::Loss, sprague_rules_misere::is_lost(&heaps), "misère {heaps:?}");
        best_play_takes_as_long_as_is_said(&LAST_STONE, &heaps);
    }
}

proptest! {
    #![proptest_config(forgetful())]

    #[test]
    fn boutons_theorems_agree_with_searches_of_more_heaps(heaps in strategies::heaps(5, 6)) {
        let limits = limits();
        let lost = |outcome: Result<Outcome, OutcomeError>| outcome.unwrap() == Outcome::Loss;
        prop_assert_eq!(lost(OutcomeSearch::new(&SumOf(Nim), &limits).outcome(&heaps)), nim_sum(&heaps) == 0);
        prop_assert_eq!(lost(OutcomeSearch::new(&LAST_STONE, &limits).outcome(&heaps)), sprague_rules_misere::is_lost(&heaps));
    }
}

/// A token on a graph, with a terminal outcome for each vertex.
///
/// The terminal outcome counts only at vertices without targets. It need not be a loss.
#[derive(Clone, Debug)]
struct Endings {
    targets: Vec<Vec<usize>>,
    endings: Vec<Outcome>,
}

impl Ruleset for Endings {
    type Position = usize;
    type Move = usize;
    fn moves(&self, vertex: &usize) -> impl Iterator<Item = usize> {
        self.targets[*vertex].iter().copied()
    }
    fn play(&self, _: &usize, target: &usize) -> usize {
        *target
    }
    fn terminal_outcome(&self, vertex: &usize) -> Outcome {
        self.endings[*vertex]
    }
}

/// Returns outcomes and remotenesses, computed in rounds until a round decides no position.
///
/// Round k decides a position if its outcome follows from positions decided in earlier rounds. All remaining positions are
/// drawn.
fn by_rounds(Endings { targets, endings }: &Endings) -> Vec<(Outcome, Option<u32>)> {
    let mut decided: Vec<(Outcome, Option<u32>)> = (targets.iter().zip(endings))
        .map(
            |(targets, &ending)| {
                if targets.is_empty() && ending != Outcome::Draw { (ending, Some(0)) } else { (Outcome::Draw, None) }
            },
        )
        .collect();
    for round in 1.. {
        let before = decided.clone();
        for (vertex, targets) in targets.iter().enumerate().filter(|(_, targets)| !targets.is_empty()) {
            if before[vertex].1.is_some() {
                continue;
            }
            if targets.iter().any(|&target| before[target].0 == Outcome::Loss) {
                decided[vertex] = (Outcome::Win, Some(round));
            } else if targets.iter().all(|&target| before[target].0 == Outcome::Win) {
                decided[vertex] = (Outcome::Loss, Some(round));
            }
        }
        if decided == before {
            break;
        }
    }
    decided
}

/// Returns `true` if some walk from this vertex visits a vertex twice.
fn meets_a_cycle(targets: &[Vec<usize>], from: usize, path: &mut Vec<usize>) -> bool {
    if path.contains(&from) {
        return true;
    }
    path.push(from);
    let found = targets[from].iter().any(|&target| meets_a_cycle(targets, target, path));
    path.pop();
    found
}

fn endings(targets: Vec<Vec<usize>>) -> impl Strategy<Value = Endings> {
    let ending = prop::sample::select(vec![Outcome::Loss, Outcome::Win, Outcome::Draw]);
    prop::collection::vec(ending, targets.len()).prop_map(move |endings| Endings { targets: targets.clone(), endings })
}

fn judged_alike(rules: &Endings) {
    let expected = by_rounds(rules);
    for root in 0..rules.targets.len() {
        let solution = solution(rules, &root, &limits()).expect("a small game");
        for (vertex, expected) in expected.iter().enumerate() {
            if let Some(found) = solution.of(&vertex) {
                assert_eq!(found, *expected, "{vertex} in {rules:?}");
            }
        }
        let is_loopy = meets_a_cycle(&rules.targets, root, &mut vec![]);
        let little = Limits { bytes: 6 << 10, ..limits() };
        for found in [limits(), little].map(|limits| OutcomeSearch::new(rules, &limits).outcome(&root)) {
            match found {
                Ok(outcome) => assert_eq!(outcome, expected[root].0, "{root} in {rules:?}"),
                Err(error) => assert!(error == OutcomeError::Loopy && is_loopy, "{root} in {rules:?}: {error}"),
            }
        }
        if expected[root].1.is_some() {
            best_play_takes_as_long_as_is_said(rules, &root);
        }
        let best = solution.best_move().map(|judged| judged.outcome);
        assert!(best.is_none_or(|outcome| outcome == expected[root].0), "{root} in {rules:?}");
    }
}

#[test]
fn every_graph_of_three_vertices_is_judged_as_round_by_round() {
    let all = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    for edges in 0..512_u32 {
        let has = |from: usize, to: usize| edges >> (3 * from + to) & 1 == 1;
        let targets: Vec<Vec<usize>> = (0..3).map(|from| (0..3).filter(|&to| has(from, to)).collect()).collect();
        for endings in 0..27 {
            let endings = [endings / 9, endings / 3 % 3, endings % 3].map(|ending| all[ending]).to_vec();
            judged_alike(&Endings { targets: targets.clone(), endings });
        }
    }
}

proptest! {
    #![proptest_config(forgetful())]

    #[test]
    fn loops_and_draws_are_judged_as_round_by_round(rules in strategies::digraph(9, 4).prop_flat_map(endings)) {
        judged_alike(&rules);
    }

    #[test]
    fn draws_without_loops_are_judged_as_round_by_round(rules in strategies::acyclic_digraph(9, 4).prop_flat_map(endings)) {
        judged_alike(&rules);
    }

    #[test]
    fn nimbers_exist_where_no_cycle_can_be_reached(targets in strategies::digraph(8, 3)) {
        let graph: Digraph = strategies::digraph_text(&targets).parse().unwrap();
        prop_assert_eq!(graph.vertices().len(), targets.len());
        let mut any_cycle = false;
        for vertex in graph.vertices() {
            let expected: Vec<u32> = targets[vertex as usize].iter().map(|&target| target as u32).collect();
            prop_assert_eq!(graph.options(&vertex).collect::<Vec<_>>(), expected);
            let is_loopy = meets_a_cycle(&targets, vertex as usize, &mut vec![]);
            any_cycle |= is_loopy;
            let plain = nimbers(&PositionGraph::explore(&graph, vertex, &limits()).unwrap()).map(|values| values[0]);
            prop_assert_eq!(plain.is_none(), is_loopy);
            // a search that meets no cycle may return an answer although there is one, but then it must be that of Smith's
            // theory
            let explored = PositionGraph::explore(&graph, vertex, &limits()).unwrap();
            let smith = loopy_nimbers(&explored).value(0);
            match nimber(&graph, &vertex) {
                Err(NimberError::Loopy) => prop_assert!(is_loopy),
                found => prop_assert_eq!(found.map(LoopyNimber::Finite), Ok(smith.clone())),
            }
            for asked in (0..5).map(Nimber) {
                match NimberSearch::new(&graph, &limits()).has_nimber(&vertex, asked) {
                    Err(NimberError::Loopy) => prop_assert!(is_loopy),
                    found => prop_assert_eq!(found, Ok(smith == LoopyNimber::Finite(asked))),
                }
            }
        }
        prop_assert_eq!(graph.is_acyclic(), !any_cycle);
    }

    #[test]
    fn any_two_games_without_cycles_add(
        a in strategies::acyclic_digraph(7, 4),
        b in strategies::acyclic_digraph(7, 4),
    ) {
        let [a, b] = [a, b].map(|targets| strategies::digraph_text(&targets).parse::<Digraph>().unwrap());
        let top = (a.vertices().end - 1, b.vertices().end - 1);
        let sum = all_searches_agree(&Sum(&a, &b), &top);
        prop_assert_eq!(sum, nimber(&a, &top.0).unwrap() + nimber(&b, &top.1).unwrap());
    }
}

/// An impartial ruleset in the form of a partizan one, so that typed sums can contain both kinds.
struct ForBoth<R>(R);

impl<R: Impartial> Partizan for ForBoth<R> {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position, _: Player) -> impl Iterator<Item = R::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &R::Position, _: Player, mv: &R::Move) -> R::Position {
        self.0.play(position, mv)
    }
}

/// Returns erased rulesets, with a few small positions of each as text.
fn pool() -> Vec<(Arc<dyn AnyRuleset>, &'static [&'static str])> {
    let asymmetric = PartizanSubtraction { left: set("1,3"), right: set("2") };
    let graph: Digraph = "a b\n a c\n b c\n c d".parse().expect("a graph");
    vec![
        (any::impartial(Nim), &["0", "1", "2", "3"]),
        (any::impartial(Subtraction(set("1,3,4"))), &["3", "5", "7"]),
        (any::impartial(octal("0.77")), &["0", "3", "4", "1.2", "5"]),
        (any::impartial(Grundy), &["3", "6", "2"]),
        (any::impartial(PickUpStones::new(set("1-3"), 1).expect("one is remembered")), &["5", "4/2", "3/3"]),
        (any::impartial(Knights::default()), &["3.1", "2.2", "0.0"]),
        (any::impartial(graph), &["a", "b", "d"]),
        (any::partizan(asymmetric), &["1", "4", "5", "0"]),
    ]
}

/// The number of impartial rulesets in the pool. Only the last ruleset is not impartial.
const IMPARTIAL: usize = 7;

type Components = Vec<(u32, AnyPosition)>;

/// Returns `true` if the next player wins, by trying every move of every component.
fn wins(
    rules: &[Arc<dyn AnyRuleset>],
    (next, components): (Player, Components),
    play: Play,
    known: &mut HashMap<(Player, Components), bool>,
) -> bool {
    if let Some(&won) = known.get(&(next, components.clone())) {
        return won;
    }
    let mut options = vec![];
    for (index, (which, position)) in components.iter().enumerate() {
        let mut of_this = vec![];
        assert!(!rules[*which as usize].options(position, next, 0, &mut of_this), "few enough for one portion");
        for option in of_this {
            let mut after = components.clone();
            after[index].1 = option;
            options.push((-next, after));
        }
    }
    let won = match options.is_empty() {
        true => play == Play::Misere,
        false => options.into_iter().any(|option| !wins(rules, option, play, known)),
    };
    known.insert((next, components), won);
    won
}

/// Generates up to three components of the first `kinds` rulesets in the pool.
///
/// A component is the index of a ruleset and a position as text.
fn components(kinds: usize) -> impl Strategy<Value = Vec<(usize, &'static str)>> {
    let component = (0..kinds, any::<prop::sample::Index>()).prop_map(|(which, place)| {
        let texts = pool()[which].1;
        (which, texts[place.index(texts.len())])
    });
    prop::collection::vec(component, 0..=3)
}

proptest! {
    #![proptest_config(forgetful())]

    #[test]
    fn sums_at_run_time_are_those_of_the_definition(chosen in components(IMPARTIAL + 1), starts_left in any::<bool>()) {
        let rules: Vec<Arc<dyn AnyRuleset>> = pool().into_iter().map(|(rules, _)| rules).collect();
        let read = |(which, text): &(usize, &str)| (*which as u32, rules[*which].read(text).unwrap());
        let components: Components = chosen.iter().map(read).collect();
        let next = if starts_left { Player::Left } else { Player::Right };
        for play in [Play::Normal, Play::Misere] {
            let expected = wins(&rules, (next, components.clone()), play, &mut HashMap::new());
            let sum = AnySum::new(rules.clone(), play);
            let root = sum.position(next, components.clone());
            let by_graph = solution(&sum, &root, &limits()).unwrap();
            prop_assert_eq!(by_graph.outcome() == Outcome::Win, expected);
            prop_assert_eq!(Search::within(&limits()).outcome(&sum, &root), Ok(by_graph.outcome()));
            let little = Limits { bytes: 24 << 10, ..limits() };
            prop_assert_eq!(Search::within(&little).outcome(&sum, &root), Ok(by_graph.outcome()));
            let two = 2.try_into().unwrap();
            prop_assert_eq!(Search::within(&limits()).jobs(two).outcome(&sum, &root), Ok(by_graph.outcome()));
            best_play_takes_as_long_as_is_said(&sum, &root);
        }
    }

    #[test]
    fn impartial_sums_at_run_time_are_won_unless_the_nimbers_cancel(chosen in components(IMPARTIAL)) {
        let rules: Vec<Arc<dyn AnyRuleset>> = pool().into_iter().take(IMPARTIAL).map(|(rules, _)| rules).collect();
        let sum = AnySum::new(rules.clone(), Play::Normal);
        prop_assert!(sum.is_impartial());
        let mut value = Nimber(0);
        let mut components = vec![];
        for (which, text) in &chosen {
            let position = rules[*which].read(text).unwrap();
            let typed = AnyImpartial::try_from(rules[*which].clone()).unwrap();
            value = value + nimber(&typed, &position).unwrap();
            components.push((*which as u32, position));
        }
        let root = sum.position(Player::Left, components);
        prop_assert_eq!(sprague::evaluate::outcome(&sum, &root).unwrap() == Outcome::Loss, value.is_lost());
    }

    #[test]
    fn typed_sums_and_sums_at_run_time_agree(
        nim in 0_u64..4,
        kayles in 0_u64..6,
        heap in 0_u64..7,
        starts_left in any::<bool>(),
    ) {
        let asymmetric = PartizanSubtraction { left: set("1,3"), right: set("2") };
        let next = if starts_left { Player::Left } else { Player::Right };
        let rules = vec![any::impartial(Nim), any::impartial(octal("0.77")), any::partizan(asymmetric.clone())];
        let packed = [AnyPosition::pack(&nim), AnyPosition::pack(&Heaps::one(kayles)), AnyPosition::pack(&heap)];
        let components: Vec<(u32, AnyPosition)> = (0..).zip(packed).collect();
        let typed = ToMove(Sum(ForBoth(Nim), Sum(ForBoth(octal("0.77")), asymmetric)));
        let at = (next, (nim, (Heaps::one(kayles), heap)));
        let sum = |play| AnySum::new(rules.clone(), play);
        let at_run_time = |play| {
            let sum = sum(play);
            sprague::evaluate::outcome(&sum, &sum.position(next, components.clone())).unwrap()
        };
        prop_assert_eq!(sprague::evaluate::outcome(&typed, &at).unwrap(), at_run_time(Play::Normal));
        prop_assert_eq!(sprague::evaluate::outcome(&Misere(typed), &at).unwrap(), at_run_time(Play::Misere));
    }
}

// golden files

fn golden_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Returns the components of a sum, each with its rules.
fn near(sum: &ParsedSum) -> Vec<(Arc<dyn AnyRuleset>, AnyPosition)> {
    let near = |component: &Component| match &component.position {
        ComponentPosition::Small(position) => (component.rules.rules().clone(), position.clone()),
        ComponentPosition::Big(_) => panic!("golden positions fit into 64 bits"),
    };
    sum.components().iter().map(near).collect()
}

/// Returns the outcome by a search of erased rules, or `None` if the sum is too large.
fn searched(sum: &ParsedSum, play: Play, first: Player) -> Option<Outcome> {
    let few = Limits { positions: 5_000, ..limits() };
    let components = near(sum);
    if let [(rules, position)] = &components[..]
        && rules.kind() == Kind::TerminalRule
    {
        let rules = AnyTerminalRule::try_from(rules.clone()).ok()?;
        return Some(solution(&rules, position, &few).ok()?.outcome());
    }
    let rules: Vec<Arc<dyn AnyRuleset>> = components.iter().map(|(rules, _)| rules.clone()).collect();
    let sum = AnySum::new(rules, play);
    let root = sum.position(first, (0..).zip(components.into_iter().map(|(_, position)| position)));
    Search::within(&few).outcome(&sum, &root).ok()
}

#[test]
#[ignore = "slow: seconds"]
fn slow_golden_nimbers_are_found_by_every_way() {
    let session = Session::new();
    let mut searched_too = 0;
    let lines = golden::read(golden_file("nimbers.txt")).unwrap();
    for golden::Line { number, position, values: [value], .. } in &lines {
        let sum = session.position(position).unwrap();
        let answer = sprague_questions::solve(&sum, &Solve::default(), &sprague::Limits::default()).unwrap();
        assert_eq!(answer.nimber().map(|nimber| nimber.to_string()).as_ref(), Some(value), "line {number}: {position}");
        let by_summands = |(rules, position): (Arc<dyn AnyRuleset>, AnyPosition)| {
            Search::within(&limits()).nimber(&AnyImpartial::try_from(rules).unwrap(), &position).unwrap()
        };
        let total: Nimber = near(&sum).into_iter().map(by_summands).sum();
        assert_eq!(total.to_string(), *value, "line {number}: {position}");
        if let Some(outcome) = searched(&sum, Play::Normal, Player::Left) {
            assert_eq!(outcome == Outcome::Loss, total.is_lost(), "line {number}: {position}");
            searched_too += 1;
        }
    }
    assert!(lines.len() >= 30 && 2 * searched_too >= lines.len(), "{searched_too} of {}", lines.len());
}

#[test]
#[ignore = "slow: seconds"]
fn slow_published_nimbers_of_cram_are_found_by_questions_and_from_the_command_line() {
    let session = Session::new();
    let lines = golden::read(golden_file("cram.txt")).unwrap();
    for golden::Line { number, position, values: [value], .. } in &lines {
        let sum = session.position(position).unwrap();
        let options = Solve { nimber: true, ..Solve::default() };
        let answer = sprague_questions::solve(&sum, &options, &sprague::Limits::default()).unwrap();
        assert_eq!(answer.nimber().map(ToString::to_string).as_ref(), Some(value), "line {number}: {position}");
        let board: Board = position.strip_prefix("cram@").unwrap().parse().unwrap();
        let limits = limits();
        let has = |nimber| NimberSearch::new(&Cram, &limits).has_nimber(&board, Nimber(nimber)).unwrap();
        let nimber: u32 = value.parse().unwrap();
        assert_eq!([nimber, nimber + 1, nimber ^ 1].map(has), [true, false, false], "line {number}: {position}");
    }
    assert!(lines.len() >= 36);
}

#[test]
#[ignore = "release: half a minute without optimisation"]
fn release_a_table_of_two_mebibytes_is_enough_for_cram_on_6_by_6_squares() {
    // three quarters are for the table, which takes two thirds of that after it has grown
    let little = Limits { bytes: 4 << 20, ..limits() };
    let board: Board = "6x6".parse().unwrap();
    let mut search = NimberSearch::new(&Cram, &little);
    assert_eq!(search.outcome(&board), Ok(Outcome::Loss));
    assert!(search.visited() > 800_000, "with room for everything it would be fewer");
}

#[test]
fn golden_outcomes_are_found_by_every_way() {
    let session = Session::new();
    let lines = golden::read(golden_file("outcomes.txt")).unwrap();
    for golden::Line { number, play, position, values: [value], .. } in &lines {
        let sum = session.position(position).unwrap();
        // `N/P`: Left wins if Left starts, and Right loses if Right starts
        for (first, expected) in Player::BOTH.into_iter().zip(value.split('/')) {
            let expected = expected.parse::<char>().ok().and_then(Outcome::from_letter);
            for search in [false, true] {
                let options = Solve { play: *play, first: Some(first), is_one_of_many: true, search, ..Solve::default() };
                let answer = sprague_questions::solve(&sum, &options, &sprague::Limits::default()).unwrap();
                assert_eq!(Some(answer.outcome), expected, "line {number}: {position}, search {search}");
            }
            assert_eq!(searched(&sum, *play, first), expected, "line {number}: {position}, behind type erasure");
        }
    }
    assert!(lines.len() >= 30);
}

#[test]
fn golden_classes_of_konane_are_found_by_search_and_by_values() {
    let session = Session::new();
    let lines = golden::read(golden_file("konane.txt")).unwrap();
    let mut classes = String::new();
    for golden::Line { number, position, values: [value], .. } in &lines {
        let sum = session.position(position).unwrap();
        for outcome_only in [false, true] {
            let options = Solve { outcome_only, ..Solve::default() };
            let answer = sprague_questions::solve(&sum, &options, &sprague::Limits::default()).unwrap();
            if let Some(class) = answer.outcome_class {
                assert_eq!(class.to_string(), *value, "line {number}: {position}");
            }
            let left = if "LN".contains(value.as_str()) { Outcome::Win } else { Outcome::Loss };
            assert_eq!(answer.outcome, left, "line {number}: {position}, Left first, outcome only {outcome_only}");
        }
        classes += value;
    }
    assert!("LRNP".chars().all(|class| classes.matches(class).count() >= 4), "{classes}");
}

#[test]
fn golden_periods_are_proved() {
    let session = Session::new();
    let lines = golden::read_values::<2>(golden_file("periods.txt")).unwrap();
    for golden::Line { number, play, position: family, values: [preperiod, period], .. } in &lines {
        let game = session.family(family).unwrap();
        let analysis = analyse(&game, &RowPlan { play: *play, ..RowPlan::default() }).unwrap();
        let found = analysis.period.unwrap();
        assert!(found.is_proved(), "line {number}: {family}");
        let (n0, p) = (found.preperiod.to_string(), found.period.to_string());
        assert_eq!((&n0, &p), (preperiod, period), "line {number}: {family}");
    }
    assert!(lines.len() >= 30);
}

proptest! {
    #![proptest_config(forgetful())]

    /// Compares answers for typed rules with answers for text.
    ///
    /// A position after a move of one can be parsed by the other.
    #[test]
    fn answers_by_text_are_those_of_the_rules(heap in 0_u64..25, members in subsequence((1..=9_u64).collect::<Vec<_>>(), 1..=4)) {
        let session = Session::new();
        let amounts = AmountSet::new(members).unwrap();
        let rules = Subtraction(amounts.clone());
        let sum = session.position(&format!("subtraction:{amounts}@{heap}")).unwrap();
        let answer = sprague_questions::solve(&sum, &Solve::default(), &sprague::Limits::default()).unwrap();
        prop_assert_eq!(answer.outcome, sprague::evaluate::outcome(&rules, &heap).unwrap());
        let mut left: Vec<String> = answer.winning_moves.iter().map(|step| step.to.clone()).collect();
        let winning = sprague::evaluate::winning_moves(&rules, &heap).unwrap();
        let mut expected: Vec<String> = winning.iter().map(|amount| format!("subtraction:{amounts}@{}", heap - amount)).collect();
        left.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(left, expected);
    }
}
