//! Times the game of Fisher's paper, compared with the paper's own algorithm.
//!
//! The game is {2, 5, 9} against {3, 4, 8} at n = 10⁷. Section 5.2 of the paper reports 13.4 s on an Athlon 700. `cargo bench
//! -p sprague-benches --bench paper` prints both times and their ratio. Both sides count the lost positions of each player, and
//! must agree.

#[path = "rivals/median.rs"]
mod median;
#[path = "rivals/paper.rs"]
mod rival;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use median::Median;
use sprague::heap::{HeapSequence, Outcomes};
use sprague::rows::Sequence;
use sprague::{Limits, Outcome, ToMove};
use sprague_rules_asymmetric::PartizanSubtraction;
use std::hint::black_box;

const N: usize = 10_000_000;

/// Returns how many of these rows are lost for Left to move, and for Right to move.
fn lost<'a>(rows: impl Iterator<Item = &'a [Outcome]>) -> [usize; 2] {
    let mut lost = [0; 2];
    rows.for_each(|row| [0, 1].into_iter().for_each(|state| lost[state] += usize::from(row[state] == Outcome::Loss)));
    lost
}

/// Computes rows until the period is proved, then reads each row up to N.
///
/// Rows after the computed ones are read by the period.
fn proved(family: &impl HeapSequence<Cell = Outcome>) -> [usize; 2] {
    let (sequence, _) = Sequence::seek(family, 1_000, &Limits::default());
    let period = sequence.period().filter(|period| period.is_proved()).expect("the look-back proves it");
    let (start, end) = (period.preperiod as usize, (period.preperiod + period.period) as usize);
    let numbers = (0..end).chain((start..end).cycle()).take(N + 1);
    lost(numbers.map(|n| sequence.rows().row(n)))
}

/// Computes every row one by one.
fn computed(family: &impl HeapSequence<Cell = Outcome>) -> [usize; 2] {
    let mut sequence = Sequence::new(family.width());
    sequence.extend(family, N + 1, &Limits::default()).expect("within limits");
    lost((0..=N).map(|n| sequence.rows().row(n)))
}

fn paper(criterion: &mut Criterion) {
    let amounts = |text: &str| text.parse().expect("a set of amounts");
    let family = Outcomes(ToMove(PartizanSubtraction { left: amounts("2,5,9"), right: amounts("3,4,8") }));
    let expected = rival::find_safe_positions(N as i32, &[2, 5, 9], &[3, 4, 8]);
    println!("lost positions up to {N}: {} with Left to move, {} with Right to move", expected[0], expected[1]);

    let mut group = criterion.benchmark_group("paper 2,5,9/3,4,8 to 10^7");
    group.throughput(Throughput::Elements(N as u64 + 1)).sample_size(10);
    let filled = Median::of(&mut group, "proved, then every row read", || assert_eq!(proved(black_box(&family)), expected));
    let plain = Median::of(&mut group, "every row computed", || assert_eq!(computed(black_box(&family)), expected));
    let rival = Median::of(&mut group, "rival: the paper's algorithm", || {
        assert_eq!(rival::find_safe_positions(black_box(N as i32), &[2, 5, 9], &[3, 4, 8]), expected);
    });
    group.finish();
    filled.print_beside(&rival);
    plain.print_beside(&rival);
}

criterion_group!(benches, paper);
criterion_main!(benches);
