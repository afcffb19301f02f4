//! Times Cram on 5×5 squares compared with plain engines, and larger boards by direct questions.
//!
//! `cargo bench -p sprague-benches --bench cram` prints how many of the 1.1 million positions of 5×5 each way handles in a
//! second. The rivals are the engine of the design sketch and the recursion of a textbook. Larger boards are solved by one
//! thread and by two. All values are asserted in the same run. The nimbers of the larger boards are those of Lemoine & Viennot
//! 2012, *Nimbers are inevitable*.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sprague::evaluate::labels::outcomes;
use sprague::evaluate::{NimberSearch, Search, nimber};
use sprague::graph::PositionGraph;
use sprague::{Impartial, Limits, Nimber, Outcome, Ruleset};
use sprague_rules_boards::{Board, Cram as CramOnBoards};
use std::collections::HashMap;
use std::hint::black_box;

/// Cram on a square board, on which dominoes may be placed in both directions.
///
/// Whoever cannot place one loses. A position is the set of covered squares, one bit each.
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

/// The recursion of a textbook, with a standard hash map.
///
/// It cannot stop early, because a nimber depends on every option.
fn textbook(rules: &Cram, covered: u32, memo: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&known) = memo.get(&covered) {
        return known;
    }
    let values: Vec<u32> = rules.options(&covered).map(|option| textbook(rules, option, memo)).collect();
    let value = (0..).find(|value| !values.contains(value)).expect("some value is free");
    memo.insert(covered, value);
    value
}

/// The plain engine of the project's design sketch, with which the engine is compared.
///
/// It goes through the options of every position twice.
mod sketch {
    use super::{Cram, Ruleset};
    use hashbrown::HashMap;
    use hashbrown::hash_map::Entry;

    fn mex(values: impl Iterator<Item = u32>) -> u32 {
        let seen = values.fold(0_u64, |seen, value| seen | 1 << value);
        seen.trailing_ones()
    }

    pub(crate) fn nimber(rules: &Cram, root: u32) -> u32 {
        let mut memo: HashMap<u32, Option<u32>> = HashMap::from([(root, None)]);
        let mut pending: Vec<u32> = rules.options(&root).collect();
        let mut stack = vec![(root, 0)];
        while let Some((_, floor)) = stack.last() {
            if pending.len() > *floor {
                let option = pending.pop().expect("longer than its floor");
                if let Entry::Vacant(new) = memo.entry(option) {
                    new.insert(None);
                    let floor = pending.len();
                    pending.extend(rules.options(&option));
                    stack.push((option, floor));
                }
            } else {
                let (done, _) = stack.pop().expect("looked at above");
                let value = mex(rules.options(&done).map(|option| memo[&option].expect("valued before")));
                memo.insert(done, Some(value));
            }
        }
        memo[&root].expect("valued last")
    }

    /// Returns `true` if the root is lost, by exploring the graph and labelling it from the ends.
    pub(crate) fn is_lost(rules: &Cram, root: u32) -> bool {
        let mut numbers: HashMap<u32, u32> = HashMap::from([(root, 0)]);
        let (mut positions, mut first, mut options, mut next) = (vec![root], vec![0], vec![], 0);
        while next < positions.len() {
            for option in rules.options(&positions[next].clone()) {
                let number = *numbers.entry(option).or_insert_with(|| {
                    positions.push(option);
                    positions.len() as u32 - 1
                });
                options.push(number);
            }
            first.push(options.len());
            next += 1;
        }
        let of = |number: usize| &options[first[number]..first[number + 1]];
        let mut parents: Vec<Vec<u32>> = vec![vec![]; positions.len()];
        (0..positions.len())
            .for_each(|number| of(number).iter().for_each(|&option| parents[option as usize].push(number as u32)));
        let mut open: Vec<usize> = (0..positions.len()).map(|number| of(number).len()).collect();
        let mut lost: Vec<Option<bool>> = open.iter().map(|&open| (open == 0).then_some(true)).collect();
        let mut queue: Vec<usize> = (0..positions.len()).filter(|&number| open[number] == 0).collect();
        while let Some(number) = queue.pop() {
            for &parent in &parents[number] {
                let parent = parent as usize;
                if lost[parent].is_none() {
                    open[parent] -= 1;
                    if lost[number] == Some(true) || open[parent] == 0 {
                        lost[parent] = Some(lost[number] == Some(false));
                        queue.push(parent);
                    }
                }
            }
        }
        lost[0] == Some(true)
    }
}

fn cram(criterion: &mut Criterion) {
    let rules = Cram::new(5);
    let limits = Limits::default();
    let graph = PositionGraph::explore(&rules, 0, &limits).expect("within limits");
    let positions = graph.len() as u64;
    let allowed = 24 * graph.len() + 8 * graph.option_count();
    println!(
        "{positions} positions, {} options, {} bytes beyond positions ({allowed} allowed)",
        graph.option_count(),
        graph.bytes_beyond_positions()
    );
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
    group.bench_function("rival: sketch, explore and outcomes", |bench| {
        bench.iter(|| assert!(sketch::is_lost(&rules, black_box(0))))
    });
    group.bench_function("rival: sketch, nimbers", |bench| bench.iter(|| assert_eq!(sketch::nimber(&rules, black_box(0)), 0)));
    group.bench_function("rival: textbook recursion", |bench| {
        bench.iter(|| assert_eq!(textbook(&rules, black_box(0), &mut HashMap::new()), 0));
    });
    group.finish();
}

/// Times the outcome, the nimber, and the outcome by two threads, on larger boards.
fn questions(criterion: &mut Criterion) {
    let limits = Limits::default();
    let two = 2.try_into().expect("not 0");
    let mut group = criterion.benchmark_group("cram by questions");
    group.sample_size(10);
    for (board, worth) in [("5x6", 2), ("5x7", 1), ("6x6", 0)] {
        let position: Board = board.parse().expect("a board");
        let outcome = if worth == 0 { Outcome::Loss } else { Outcome::Win };
        let new = || NimberSearch::new(&CramOnBoards, &limits);
        group.bench_function(format!("{board}, who wins"), |bench| {
            bench.iter(|| assert_eq!(new().outcome(black_box(&position)), Ok(outcome)));
        });
        group.bench_function(format!("{board}, nimber"), |bench| {
            bench.iter(|| assert_eq!(new().nimber(black_box(&position)), Ok(Nimber(worth))));
        });
        group.bench_function(format!("{board}, who wins, two threads"), |bench| {
            bench.iter(|| {
                let search = Search::within(&limits).jobs(two);
                let is_lost = search.has_nimber(&CramOnBoards, black_box(&position), Nimber(0));
                assert_eq!(is_lost, Ok(outcome == Outcome::Loss));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, cram, questions);
criterion_main!(benches);
