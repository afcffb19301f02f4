//! Plain search to a depth of five million moves, without recursion over positions and so without stack overflow.
//!
//! `cargo bench -p sprague-benches --bench search` solves subtraction {1, 5, 8, 10} at 5,000,000 without using a period.
//! Recursion is not a rival, because it overflows a stack of 8 MB somewhat past 100,000 moves. The rivals fill a table from 0
//! up, which works only for heaps. One is a hash map, which every search needs that does not depend on heaps. The other is a
//! list of bytes, a lower bound for anything that visits every heap.
//!
//! The bench also finds the outcome of Cram on 5×6 squares, as one board without summands, by one thread and by two. One thread
//! visits 1.3 million positions. Two threads together take 1.0 to 1.2 times the processor time, so about half of the time if
//! two processors are free.

#[path = "rivals/median.rs"]
mod median;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use median::Median;
use sprague::evaluate::{Search, solution};
use sprague::{Limits, Nimber, Notation, Outcome};
use sprague_rules_boards::Cram;
use sprague_rules_subtraction::Subtraction;
use std::collections::HashMap;
use std::hint::black_box;
use std::num::NonZeroUsize;

const AMOUNTS: [u64; 4] = [1, 5, 8, 10];
const HEAP: u64 = 5_000_000;

/// The memo table of a textbook, filled from 0 up because recursion would overflow the stack.
fn hash_map(heap: u64) -> Outcome {
    let mut is_won: HashMap<u64, bool> = HashMap::new();
    for n in 0..=heap {
        let wins = AMOUNTS.iter().any(|&amount| n >= amount && !is_won[&(n - amount)]);
        is_won.insert(n, wins);
    }
    if is_won[&heap] { Outcome::Win } else { Outcome::Loss }
}

/// The table of a textbook: whether each heap is won.
fn table(heap: u64) -> Outcome {
    let mut is_won = vec![false; heap as usize + 1];
    for n in 0..is_won.len() {
        is_won[n] = AMOUNTS.iter().any(|&amount| n >= amount as usize && !is_won[n - amount as usize]);
    }
    if is_won[heap as usize] { Outcome::Win } else { Outcome::Loss }
}

fn search(criterion: &mut Criterion) {
    let rules = Subtraction::of(AMOUNTS).expect("amounts of at least 1");
    let limits = Limits::default();
    let expected = table(HEAP);
    let graph = solution(&rules, &HEAP, &limits).expect("within limits");
    println!("{HEAP} is {}; the graph holds {} bytes a position", expected.letter(), graph.graph().bytes() as u64 / HEAP);
    drop(graph);

    let mut group = criterion.benchmark_group("subtraction 1,5,8,10 at 5000000");
    group.throughput(Throughput::Elements(HEAP + 1)).sample_size(10);
    let depth_first = Median::of(&mut group, "outcome, depth first", || {
        assert_eq!(Search::within(&limits).outcome(&rules, black_box(&HEAP)), Ok(expected));
    });
    let solved = Median::of(&mut group, "solve, the whole graph", || {
        let solution = solution(&rules, black_box(&HEAP), &limits).expect("within limits");
        assert_eq!(solution.outcome(), expected);
    });
    let valued = Median::of(&mut group, "nimber", || {
        let value = Search::within(&limits).nimber(&rules, black_box(&HEAP)).expect("within limits");
        assert_eq!(value == Nimber(0), expected == Outcome::Loss);
    });
    let hashed = Median::of(&mut group, "rival: a hash map from 0 up", || assert_eq!(hash_map(black_box(HEAP)), expected));
    let listed = Median::of(&mut group, "rival: a list of bytes from 0 up", || assert_eq!(table(black_box(HEAP)), expected));
    group.finish();
    for ours in [depth_first, solved, valued] {
        ours.print_beside(&hashed);
        ours.print_beside(&listed);
    }
}

fn threads(criterion: &mut Criterion) {
    let (board, limits) = (Cram.read("5x6").expect("a board"), Limits::default());
    let mut group = criterion.benchmark_group("cram 5x6, outcome");
    group.sample_size(10);
    let [one, two] =
        [(NonZeroUsize::MIN, "one thread"), (NonZeroUsize::MIN.saturating_add(1), "two threads")].map(|(threads, name)| {
            Median::of(&mut group, name, || {
                assert_eq!(Search::within(&limits).jobs(threads).outcome(&Cram, black_box(&board)), Ok(Outcome::Win));
            })
        });
    group.finish();
    two.print_beside(&one);
}

criterion_group!(benches, search, threads);
criterion_main!(benches);
