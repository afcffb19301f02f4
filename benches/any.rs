//! Measures the cost of type erasure: typed rules compared with `AnyImpartial` and `AnySum`.
//!
//! `cargo bench -p sprague-benches --bench any` prints the ratios. An erased position consists of a few words, and options are
//! passed in portions. All three ways evaluate the same positions and find the same values.

#[path = "rivals/median.rs"]
mod median;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use median::Median;
use sprague::any::{AnyImpartial, AnyPosition, AnySum};
use sprague::evaluate::labels::outcomes;
use sprague::evaluate::nimber;
use sprague::graph::PositionGraph;
use sprague::heap::{Heaps, Nimbers, Rows};
use sprague::rows::TakeAndBreakNimbers;
use sprague::{Impartial, Limits, Misere, Nimber, Outcome, Play, Player, Ruleset, Sum, any};
use sprague_rules_nim::Nim;
use sprague_rules_octal::Octal;
use sprague_rules_subtraction::Subtraction;
use std::hint::black_box;

fn kayles() -> Octal {
    "0.77".parse().expect("a code")
}

fn subtraction() -> Subtraction {
    Subtraction::of([1, 5, 8, 10]).expect("amounts of at least 1")
}

/// Times the search for one nimber.
fn of_nimber<'a, R: Impartial>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &'a str,
    rules: &R,
    position: &R::Position,
    expected: Nimber,
) -> Median<'a> {
    Median::of(group, name, || assert_eq!(nimber(rules, black_box(position)), Ok(expected)))
}

fn positions<R: Ruleset>(rules: &R, root: &R::Position) -> PositionGraph<R::Position> {
    PositionGraph::explore(rules, root.clone(), &Limits::default()).expect("within limits")
}

/// Times one outcome, by exploring the whole graph and labelling it.
fn of_outcome<'a, R: Ruleset>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &'a str,
    rules: &R,
    root: &R::Position,
    expected: Outcome,
) -> Median<'a> {
    Median::of(group, name, || assert_eq!(outcomes(&positions(rules, black_box(root))).outcome(0), expected))
}

fn nimbers(criterion: &mut Criterion) {
    let erased = |rules| AnyImpartial::try_from(rules).expect("impartial");
    let mut group = criterion.benchmark_group("nimbers");
    group.sample_size(10);

    // the expected value comes from the plain sequence, which uses data and no ruleset
    let heap = Heaps::one(400);
    let value = Rows::of(&TakeAndBreakNimbers(&kayles().0), 401).cell(400, 0);
    let typed = of_nimber(&mut group, "kayles, typed", &kayles(), &heap, value);
    let any = of_nimber(&mut group, "kayles, AnyImpartial", &erased(any::impartial(kayles())), &AnyPosition::pack(&heap), value);
    typed.print_beside(&any);

    let heap = 1_000_000_u64;
    let value = Rows::of(&Nimbers(subtraction()), heap as usize + 1).cell(heap as usize, 0);
    let typed = of_nimber(&mut group, "subtraction, typed", &subtraction(), &heap, value);
    let rules = erased(any::impartial(subtraction()));
    let any = of_nimber(&mut group, "subtraction, AnyImpartial", &rules, &AnyPosition::pack(&heap), value);
    typed.print_beside(&any);
    group.finish();
}

fn heaps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("outcomes, one heap");
    let heap = 1_000_000_u64;
    let expected = outcomes(&positions(&subtraction(), &heap)).outcome(0);
    group.throughput(Throughput::Elements(heap + 1)).sample_size(10);
    let erased = AnyImpartial::try_from(any::impartial(subtraction())).expect("impartial");
    let sum = AnySum::new(vec![any::impartial(subtraction())], Play::Normal);
    let packed = AnyPosition::pack(&heap);
    let root = sum.position(Player::Left, [(0, packed.clone())]);
    let typed = of_outcome(&mut group, "subtraction, typed", &subtraction(), &heap, expected);
    let any = of_outcome(&mut group, "subtraction, AnyImpartial", &erased, &packed, expected);
    let any_sum = of_outcome(&mut group, "subtraction, AnySum", &sum, &root, expected);
    group.finish();
    typed.print_beside(&any);
    typed.print_beside(&any_sum);
}

fn sums(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("misère outcomes, nim@15 + subtraction@40 + kayles@14");
    let typed_rules = Misere(Sum(Nim, Sum(subtraction(), kayles())));
    let typed_root = (15, (40, Heaps::one(14)));
    let rules = vec![any::impartial(Nim), any::impartial(subtraction()), any::impartial(kayles())];
    let any_rules = AnySum::new(rules, Play::Misere);
    let heap = |size: u64| AnyPosition::pack(&size);
    let any_root = any_rules.position(Player::Left, [(0, heap(15)), (1, heap(40)), (2, AnyPosition::pack(&Heaps::one(14)))]);

    let graph = positions(&typed_rules, &typed_root);
    let expected = outcomes(&graph).outcome(0);
    assert_eq!(graph.len(), positions(&any_rules, &any_root).len(), "the same positions, each once");
    group.throughput(Throughput::Elements(graph.len() as u64)).sample_size(10);
    let typed = of_outcome(&mut group, "typed Sum", &typed_rules, &typed_root, expected);
    let any = of_outcome(&mut group, "AnySum", &any_rules, &any_root, expected);
    group.finish();
    typed.print_beside(&any);
}

criterion_group!(benches, nimbers, heaps, sums);
criterion_main!(benches);
