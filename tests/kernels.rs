//! Checks that every kernel computes the same rows, with the same digest, as plain evaluation of the rules.

use itertools::Itertools;
use proptest::prelude::*;
use sprague::heap::{AmountSet, Amounts, Cell, HeapRules, HeapSequence, InfiniteSet, Nimbers, Outcomes, RowKind, Rows};
use sprague::limits::Watch;
use sprague::rows::{CHUNK_ROWS, Planes, RowDigest, Sequence, choose};
use sprague::{Limits, Misere, Nimber, Outcome, Play, Stopped, ToMove};
use sprague_questions::{NoAnswer, RowPlan, Session, analyse};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_subtraction::Subtraction;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Instant;

/// A number of rows that exceeds two chunks and is not a multiple of the word size.
const SEVERAL_CHUNKS: usize = 2 * CHUNK_ROWS + 1_000;

/// The names of kernels. For all rules, some kernel can be used.
const KERNELS: [&str; 4] = ["states", "words", "bit-rows", "stamp"];

fn outcome(outcome: Outcome) -> u32 {
    u32::from(outcome == Outcome::Win)
}

/// Returns the cells of all rows by plain evaluation, in the form that kernels use.
fn plain(rules: &HeapRules, play: Play, kind: RowKind, count: usize) -> Vec<u32> {
    fn outcomes<F: HeapSequence<Cell = Outcome>>(family: F, count: usize) -> Vec<u32> {
        Rows::of(&family, count).cells().iter().map(|&cell| outcome(cell)).collect()
    }
    fn nimbers<F: HeapSequence<Cell = Nimber>>(family: F, count: usize) -> Vec<u32> {
        Rows::of(&family, count).cells().iter().map(|cell| cell.0).collect()
    }
    macro_rules! played {
        ($rules:expr) => {
            match play {
                Play::Normal => outcomes(Outcomes($rules), count),
                Play::Misere => outcomes(Outcomes(Misere($rules)), count),
            }
        };
    }
    match (rules, kind) {
        (HeapRules::Subtraction(Amounts::Only(set)), RowKind::Nimbers) => nimbers(Nimbers(Subtraction(set.clone())), count),
        (HeapRules::Subtraction(Amounts::Only(set)), RowKind::Outcomes) => played!(Subtraction(set.clone())),
        (HeapRules::Subtraction(Amounts::Infinite(set)), _) => plain(&subtraction(set.up_to(count as u64)), play, kind, count),
        (HeapRules::NoRepeat { amounts, memory }, RowKind::Nimbers) => {
            nimbers(Nimbers(PickUpStones::new(amounts.clone(), *memory).expect("the memory is at least 1")), count)
        }
        (HeapRules::NoRepeat { amounts, memory }, RowKind::Outcomes) => {
            played!(PickUpStones::new(amounts.clone(), *memory).expect("the memory is at least 1"))
        }
        (HeapRules::PartizanSubtraction { left, right }, RowKind::Outcomes) => {
            played!(ToMove(PartizanSubtraction { left: left.clone(), right: right.clone() }))
        }
        _ => panic!("there are no such rows"),
    }
}

/// Returns the cells that a kernel computes, with the digest and the number of lost rows of its planes.
fn computed(rules: &HeapRules, play: Play, kind: RowKind, count: usize, name: Option<&str>) -> Option<(Vec<u32>, u64, u64)> {
    let mut kernel = choose(rules, play, kind, count as u64, name).ok()??.kernel;
    let (mut planes, mut tally, mut cells) = (Planes::new(1, 1), RowDigest::default(), vec![]);
    for start in (0..count).step_by(CHUNK_ROWS) {
        kernel.next(&mut planes).expect("nothing outgrows it");
        let rows = CHUNK_ROWS.min(count - start);
        cells.extend((0..rows * planes.columns()).map(|at| planes.cell(at / planes.columns(), at % planes.columns())));
        tally.add(&mut planes, rows);
    }
    Some((cells, tally.digest(), tally.lost()))
}

/// Checks every kernel for these rows, including the one that is chosen by default. Returns the number of kernels.
fn all_agree(rules: &HeapRules, play: Play, kind: RowKind, count: usize) -> usize {
    let truth = plain(rules, play, kind, count);
    let chosen = computed(rules, play, kind, count, None).expect("there is a kernel");
    let width = truth.len() / count;
    let lost = truth.iter().step_by(width).filter(|&&cell| cell == 0).count() as u64;
    assert!(chosen.0 == truth, "{rules:?} {play} {kind:?} as chosen");
    assert_eq!(chosen.2, lost);
    let named = KERNELS.iter().filter_map(|name| Some((name, computed(rules, play, kind, count, Some(name))?)));
    named.inspect(|(name, rows)| assert!(*rows == chosen, "{rules:?} {play} {kind:?} by {name}")).count()
}

fn set(amounts: impl IntoIterator<Item = u64>) -> AmountSet {
    AmountSet::new(amounts).expect("amounts are at least 1")
}

fn subtraction(amounts: impl IntoIterator<Item = u64>) -> HeapRules {
    HeapRules::Subtraction(Amounts::Only(set(amounts)))
}

/// Returns a pseudo-random number below `below`.
fn drawn(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

/// Returns a random set of at most `most` amounts of at most `greatest`.
fn drawn_set(seed: &mut u64, most: u64, greatest: u64) -> AmountSet {
    let members = 1 + drawn(seed, most);
    set((0..members).map(|_| 1 + drawn(seed, greatest)).collect::<Vec<_>>())
}

const EVERY_ROW: [(Play, RowKind); 3] =
    [(Play::Normal, RowKind::Nimbers), (Play::Normal, RowKind::Outcomes), (Play::Misere, RowKind::Outcomes)];

#[test]
fn small_sets_agree() {
    for bits in 0..1_u64 << 7 {
        let rules = subtraction((0..7).filter(|bit| bits >> bit & 1 == 1).map(|bit| bit + 1));
        for (play, kind) in EVERY_ROW {
            assert!(all_agree(&rules, play, kind, CHUNK_ROWS + 77) >= 3);
        }
    }
}

#[test]
fn random_sets_agree() {
    let mut seed = 1;
    for round in 0..if cfg!(debug_assertions) { 60 } else { 1_000 } {
        let greatest = [10, 30, 70, 130, 500, 5_000, 20_000][round % 7];
        let amounts = drawn_set(&mut seed, 12, greatest);
        let (play, kind) = EVERY_ROW[round % 3];
        all_agree(&HeapRules::Subtraction(Amounts::Only(amounts)), play, kind, SEVERAL_CHUNKS);
    }
}

#[test]
fn dense_sets_agree() {
    let mut seed = 2;
    let sets = [(300, 2), (1_000, 2), (10_000, 2), (10_000, 5), (5_000, 50), (9_000, 1)];
    for (greatest, share) in sets.into_iter().step_by(if cfg!(debug_assertions) { 2 } else { 1 }) {
        let amounts: Vec<u64> = (1..=greatest).filter(|_| drawn(&mut seed, share) == 0).collect();
        // a row takes as many steps as it has options
        let chunks = if cfg!(debug_assertions) && amounts.len() > 1_000 { 1 } else { 2 };
        for (play, kind) in EVERY_ROW {
            all_agree(&subtraction(amounts.clone()), play, kind, chunks * CHUNK_ROWS + 5);
        }
    }
}

#[test]
fn asymmetric_sets_agree() {
    let mut seed = 3;
    for round in 0..if cfg!(debug_assertions) { 60 } else { 500 } {
        let greatest = [8, 20, 64, 65, 300, 6_000][round % 6];
        let [left, right] = [0, 1].map(|_| drawn_set(&mut seed, 6, greatest));
        for play in [Play::Normal, Play::Misere] {
            let rules = HeapRules::PartizanSubtraction { left: left.clone(), right: right.clone() };
            assert!(all_agree(&rules, play, RowKind::Outcomes, SEVERAL_CHUNKS) >= 3);
        }
    }
    let rules = HeapRules::PartizanSubtraction { left: set([]), right: set([5]) };
    all_agree(&rules, Play::Misere, RowKind::Outcomes, 5_000);
}

#[test]
fn no_repeat_sets_agree() {
    let mut seed = 4;
    for round in 0..if cfg!(debug_assertions) { 20 } else { 150 } {
        let greatest = [6, 12, 30, 70, 200][round % 5];
        let memory = 1 + round % 3;
        let rules = HeapRules::NoRepeat { amounts: drawn_set(&mut seed, 4, greatest), memory };
        let (play, kind) = EVERY_ROW[round % 3];
        let count = CHUNK_ROWS + 500;
        if choose(&rules, play, kind, count as u64, None).unwrap().is_some() {
            all_agree(&rules, play, kind, count);
        }
    }
}

#[test]
fn infinite_sets_agree() {
    for (set, kind) in [InfiniteSet::Squares, InfiniteSet::Primes, InfiniteSet::Powers(2)]
        .into_iter()
        .cartesian_product([RowKind::Nimbers, RowKind::Outcomes])
    {
        assert!(all_agree(&HeapRules::Subtraction(Amounts::Infinite(set)), Play::Normal, kind, SEVERAL_CHUNKS) >= 3);
    }
}

#[test]
fn amounts_past_the_last_row_do_not_matter() {
    let amounts = [1, 4, 9, 5_000, 1 << 40, u64::MAX];
    for (play, kind) in EVERY_ROW {
        all_agree(&subtraction(amounts), play, kind, 6_000);
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_digests_do_not_depend_on_kernel_or_fill() {
    let session = Session::new();
    let families = [
        "subtraction:1,5,8,10",
        "subtraction:2,4,7",
        "subtraction:1-200",
        "asymmetric:2,5,9/3,4,8",
        "no-repeat:1,2,3",
        "all-but:2,5",
        "nim",
        "stones:1-3",
        "kayles",
        "octal:0.3",
    ];
    for family in families {
        let game = session.family(family).unwrap();
        for (play, to) in [Play::Normal, Play::Misere]
            .into_iter()
            .flat_map(|play| [40, 4_096, if cfg!(debug_assertions) { 9_000 } else { 20_000 }].map(|to| (play, to)))
        {
            let options = RowPlan { play, to: if family == "kayles" { to / 4 } else { to }, ..RowPlan::default() };
            let Ok(filled) = analyse::summary(&game, &options) else { continue };
            for kernel in KERNELS.into_iter().chain(["plain"]) {
                for fill in [true, false] {
                    let options = RowPlan { kernel: Some(kernel.to_owned()), fill, ..options.clone() };
                    match analyse::summary(&game, &options) {
                        Ok(other) => assert_eq!(
                            (other.lost, other.digest, other.kernel),
                            (filled.lost, filled.digest, kernel),
                            "{family} {play} {to} {fill}"
                        ),
                        Err(error) => assert!(matches!(error, NoAnswer::Unfit { field: "kernel", .. }), "{error}"),
                    }
                }
            }
        }
    }
}

#[test]
fn sequences_from_kernels_are_those_of_the_rules() {
    let amounts = set([3, 7, 11, 18]);
    // an amount that the first rows do not allow
    let with_late = set([3, 7, 15_000]);
    let limits = Limits::default();
    for (amounts, name) in [&amounts, &with_late].into_iter().cartesian_product(KERNELS.into_iter().chain(["plain"])) {
        let mut sequence = Sequence::new(1).with_kernel(Some(name.to_owned()));
        let family = Nimbers(Subtraction(amounts.clone()));
        for count in [10, 5_000, 5_001, 9_000, 20_000] {
            sequence.extend(&family, count, &limits).unwrap();
        }
        assert_eq!(*sequence.rows(), Rows::of(&family, 20_000), "{name}");
    }
    let few = Limits { positions: 10_000, ..Limits::default() };
    let stopped = Sequence::new(1).extend(&Nimbers(Subtraction(amounts)), 20_000, &few);
    assert_eq!(stopped, Err(Stopped::Positions(10_000)));
}

/// Checks that rows are correct if they are stopped at any check of the limits and then continued.
///
/// Returns the number of checks at which they were stopped.
fn goes_on_after_any_stop<C: Cell>(family: &impl HeapSequence<Cell = C>, count: usize) -> usize {
    let truth = Rows::of(family, count);
    (1..)
        .take_while(|&looks| {
            let (stop, seen) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
            let flag = stop.clone();
            let watch = Watch::new(move || flag.store(seen.fetch_add(1, Relaxed) + 1 == looks, Relaxed));
            let limits = Limits { stop: Some(stop), watch: Some(watch), ..Limits::default() };
            let mut sequence = Sequence::new(truth.width());
            let stopped = sequence.extend(family, count, &limits);
            assert!(matches!(stopped, Ok(()) | Err(Stopped::Asked)), "{stopped:?}");
            sequence.extend(family, count, &Limits::default()).unwrap();
            assert!(*sequence.rows() == truth, "stopped at look {looks}");
            stopped.is_err()
        })
        .count()
}

#[test]
fn rows_that_were_stopped_go_on_where_they_were() {
    let count = 2 * CHUNK_ROWS + 100;
    let sets = [set([3, 7, 11, 18]), set([2, 5, 9]), set([1, 500, 7_000]), set((1..400).filter(|n| n % 7 != 3))];
    for amounts in &sets {
        let rules = Subtraction(amounts.clone());
        assert!(goes_on_after_any_stop(&Nimbers(rules.clone()), count) > 2, "{amounts:?}");
        assert!(goes_on_after_any_stop(&Outcomes(rules.clone()), count) > 2, "{amounts:?}");
        assert!(goes_on_after_any_stop(&Outcomes(Misere(rules)), count) > 2, "{amounts:?}");
    }
    for pair in sets.windows(2) {
        let rules = PartizanSubtraction { left: pair[0].clone(), right: pair[1].clone() };
        assert!(goes_on_after_any_stop(&Outcomes(ToMove(rules)), count) > 2, "{pair:?}");
    }
}

#[test]
#[ignore = "release: it measures"]
fn release_a_dense_set_takes_milliseconds() {
    let (mut seed, most) = (5, 10_000_000);
    let rules = subtraction((1..=most).filter(|_| drawn(&mut seed, 2) == 0));
    let started = Instant::now();
    let mut kernel = choose(&rules, Play::Normal, RowKind::Outcomes, most + 1, None).unwrap().unwrap().kernel;
    println!("made in {:.2} ms", started.elapsed().as_secs_f64() * 1e3);
    let (mut planes, mut lost) = (Planes::new(1, 1), 0);
    for _ in 0..=most / CHUNK_ROWS as u64 {
        kernel.next(&mut planes).expect("nothing outgrows it");
        lost += planes.plane(0, 0).iter().map(|word| word.count_zeros()).sum::<u32>();
    }
    println!("{}: {lost} lost, {:.2} ms", kernel.name(), started.elapsed().as_secs_f64() * 1e3);
    let rules = subtraction((1..=100_000).filter(|_| drawn(&mut seed, 2) == 0));
    let started = Instant::now();
    let mut kernel = choose(&rules, Play::Normal, RowKind::Nimbers, 100_001, None).unwrap().unwrap().kernel;
    (0..25).for_each(|_| kernel.next(&mut planes).unwrap());
    println!("{}: nimbers to 102,400, {:.2} ms", kernel.name(), started.elapsed().as_secs_f64() * 1e3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 6))]
    #[test]
    fn any_set_agrees(amounts in prop::collection::btree_set(1_u64..200, 0..90), which in 0_usize..3) {
        let (play, kind) = EVERY_ROW[which];
        all_agree(&subtraction(amounts), play, kind, CHUNK_ROWS + 1);
    }
}
