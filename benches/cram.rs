//! Cram 5×5 (1.1 million positions): exploring with outcomes, and nimbers, beside the design sketch's plain way.
//!
//! `cargo bench --bench cram` prints positions a second for both; the values are asserted in the same run.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sprague::{Impartial, Limits, Nimber, Outcome, PositionGraph, Ruleset, nimber, outcomes};
use std::collections::HashMap;
use std::hint::black_box;

/// Dominoes, either way round, on a board of `side` × `side`; who cannot place one loses. A position is the set of covered squares.
struct Cram {
    dominoes: Vec<u32>,
}

impl Cram {
    fn new(side: u32) -> Self {
        let square = |x: u32, y: u32| 1 << (side * y + x);
        let across = (0..side).flat_map(|y| (1..side).map(move |x| (x, y, x - 1, y)));
        let down = (0..side).flat_map(|x| (1..side).map(move |y| (x, y, x, y - 1)));
        Self { dominoes: across.chain(down).map(|(x, y, z, w)| square(x, y) | square(z, w)).collect() }
    }
}

impl Ruleset for Cram {
    type Position = u32;
    type Move = u32;
    fn moves(&self, covered: &u32) -> impl Iterator<Item = u32> {
        let covered = *covered;
        self.dominoes.iter().copied().filter(move |domino| covered & domino == 0)
    }
    fn play(&self, covered: &u32, domino: &u32) -> u32 {
        covered | domino
    }
}
impl Impartial for Cram {}

/// What a reader of a textbook writes: recursion with a standard hash map, no early exit since nimbers need every option.
fn textbook(rules: &Cram, covered: u32, memo: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&known) = memo.get(&covered) {
        return known;
    }
    let values: Vec<u32> = rules.options(&covered).map(|option| textbook(rules, option, memo)).collect();
    let value = (0..).find(|value| !values.contains(value)).expect("some value is free");
    memo.insert(covered, value);
    value
}

fn cram(criterion: &mut Criterion) {
    let rules = Cram::new(5);
    let limits = Limits::default();
    let graph = PositionGraph::explore(&rules, 0, &limits).expect("within limits");
    let positions = graph.len() as u64;
    let allowed = 24 * graph.len() + 8 * graph.option_count();
    println!("{positions} positions, {} options, {} bytes beyond positions ({allowed} allowed)", graph.option_count(), graph.bytes_beyond_positions());
    assert!(graph.bytes_beyond_positions() < allowed);

    let mut group = criterion.benchmark_group("cram 5x5");
    group.throughput(Throughput::Elements(positions)).sample_size(10);
    group.bench_function("explore and outcomes", |bench| {
        bench.iter(|| {
            let graph = PositionGraph::explore(&rules, black_box(0), &limits).expect("within limits");
            assert_eq!(outcomes(&graph).outcome(0), Outcome::Loss);
        });
    });
    group.bench_function("nimbers", |bench| bench.iter(|| assert_eq!(nimber(&rules, black_box(&0)), Ok(Nimber(0)))));
    group.bench_function("rival: textbook recursion", |bench| {
        bench.iter(|| assert_eq!(textbook(&rules, black_box(0), &mut HashMap::new()), 0));
    });
    group.finish();
}

criterion_group!(benches, cram);
criterion_main!(benches);
