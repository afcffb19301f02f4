//! Compares plain evaluation of Kayles and Treblecross with two other ways to compute the mex.
//!
//! All go through every option of every heap. `cargo bench -p sprague-benches --bench sequence` prints options in a second. The
//! textbook puts the values of the options into a hash set. The stamped table (as in `octalstamp`, by a good contestant) marks
//! them with the heap.

#[path = "rivals/median.rs"]
mod median;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use median::Median;
use sprague::Nimber;
use sprague::heap::{Rows, TakeAndBreak};
use sprague::rows::TakeAndBreakNimbers;
use std::collections::HashSet;
use std::hint::black_box;

const HEAPS: usize = 5_000;

/// Calls `see` with the value of every option of a heap.
///
/// The digits of the code must be at most 7.
fn each_option(digits: &[u8], g: &[u32], n: usize, mut see: impl FnMut(u32)) {
    for (taken, digit) in (1..=n).zip(&digits[1..]) {
        let left = n - taken;
        if digit & 1 != 0 && left == 0 {
            see(0);
        }
        if digit & 2 != 0 && left > 0 {
            see(g[left]);
        }
        if digit & 4 != 0 {
            (1..=left / 2).for_each(|small| see(g[small] ^ g[left - small]));
        }
    }
}

fn by_hash_set(digits: &[u8]) -> Vec<u32> {
    let mut g = vec![];
    for n in 0..HEAPS {
        let mut seen = HashSet::new();
        each_option(digits, &g, n, |value| {
            seen.insert(value);
        });
        g.push((0..).find(|value| !seen.contains(value)).expect("some value is free"));
    }
    g
}

fn by_stamps(digits: &[u8]) -> Vec<u32> {
    let (mut g, mut seen) = (vec![], vec![usize::MAX; 1 << 12]);
    for n in 0..HEAPS {
        each_option(digits, &g, n, |value| seen[value as usize] = n);
        g.push(seen.iter().take_while(|&&stamp| stamp == n).count() as u32);
    }
    g
}

/// Returns the number of options of all heaps together.
fn options(digits: &[u8], g: &[u32]) -> u64 {
    let mut count = 0;
    (0..HEAPS).for_each(|n| each_option(digits, g, n, |_| count += 1));
    count
}

fn sequence(criterion: &mut Criterion) {
    for (text, name) in [("0.77", "kayles"), ("0.007", "treblecross")] {
        let code: TakeAndBreak = text.parse().expect("a code");
        let expected = by_hash_set(code.digits());
        let as_nimbers: Vec<Nimber> = expected.iter().copied().map(Nimber).collect();
        let mut group = criterion.benchmark_group(format!("{name} to {HEAPS}"));
        group.throughput(Throughput::Elements(options(code.digits(), &expected))).sample_size(10);
        let ours = Median::of(&mut group, "plain", || {
            assert_eq!(Rows::of(&TakeAndBreakNimbers(black_box(&code)), HEAPS).cells(), as_nimbers);
        });
        let stamps = Median::of(&mut group, "rival: stamped table", || assert_eq!(by_stamps(black_box(code.digits())), expected));
        let sets = Median::of(&mut group, "rival: hash set", || assert_eq!(by_hash_set(black_box(code.digits())), expected));
        group.finish();
        ours.print_beside(&stamps);
        ours.print_beside(&sets);
    }
}

criterion_group!(benches, sequence);
criterion_main!(benches);
