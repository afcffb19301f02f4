//! Compares the kernels with a contestant's code for the same rows, in the same run.
//!
//! `cargo bench -p sprague-benches --bench kernels` prints a table. A word after `--` selects the lines that contain it. Both
//! sides run alternately, three times, and the medians are printed. Their results must agree on the rows that both compute. A
//! kernel counts and digests its rows but keeps none. A rival has to keep its rows, and neither counts nor digests them.
//! Without `--bench` (as a test), there are fewer rows and nothing is printed.

#[path = "rivals/bytes.rs"]
mod bytes;
#[path = "rivals/naive_octal.rs"]
mod naive_octal;
#[path = "rivals/window.rs"]
mod window;

use sprague::heap::{AmountSet, Amounts, HeapRules, Period, RowKind, TakeAndBreak};
use sprague::rows::{CHUNK_ROWS, Planes, RowDigest, Stream, TakeAndBreakRun, choose};
use sprague::{Limits, Play};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 3;

/// One side of a comparison: the number of rows, and the function that computes them.
struct Side<'a> {
    rows: usize,
    run: Box<dyn FnMut() + 'a>,
}

impl<'a> Side<'a> {
    fn new<T>(rows: usize, mut run: impl FnMut() -> T + 'a) -> Self {
        Self { rows, run: Box::new(move || drop(black_box(run()))) }
    }
}

/// Which lines to run, and whether to run them at full size and time them.
struct Bench {
    is_timed: bool,
    filter: String,
}

impl Bench {
    fn of_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let filter = arguments.iter().find(|argument| !argument.starts_with("--")).cloned().unwrap_or_default();
        Self { is_timed: arguments.iter().any(|argument| argument == "--bench"), filter }
    }

    fn wants(&self, work: &str) -> bool {
        work.contains(&self.filter)
    }

    /// Returns this number of rows, or fewer in a test.
    fn rows(&self, rows: usize) -> usize {
        if self.is_timed { rows } else { rows.min(rows / 1_000 + 1_000) }
    }

    /// Times both sides alternately and prints a line.
    fn print(&self, work: &str, ours: Side<'_>, rival: Option<(&str, Side<'_>)>) {
        if !self.is_timed {
            return;
        }
        let (name, rival) = rival.unzip();
        let mut sides: Vec<Side<'_>> = [ours].into_iter().chain(rival).collect();
        let mut seconds = vec![vec![]; sides.len()];
        for _ in 0..ROUNDS {
            for (side, seconds) in sides.iter_mut().zip(&mut seconds) {
                let started = Instant::now();
                (side.run)();
                seconds.push(started.elapsed().as_secs_f64());
            }
        }
        let medians: Vec<f64> = seconds
            .iter_mut()
            .map(|seconds| {
                seconds.sort_by(f64::total_cmp);
                seconds[ROUNDS / 2]
            })
            .collect();
        let a_row = |side: usize| medians[side] * 1e9 / sides[side].rows as f64;
        let ours = format!("{work:<42} | {:>8.1} ms | {:>10.4}", medians[0] * 1e3, a_row(0));
        match name {
            Some(name) => println!("{ours} | {:>10.3} | {:>5.1} | {name}, {} rows", a_row(1), a_row(1) / a_row(0), sides[1].rows),
            None => println!("{ours} | {:>10} | {:>5} | none", "-", "-"),
        }
    }
}

/// Counts and digests the rows of the best kernel.
fn tally(rules: &HeapRules, kind: RowKind, rows: usize) -> RowDigest {
    let mut kernel = choose(rules, Play::Normal, kind, rows as u64, None).expect("none is forced").expect("there is one").kernel;
    let (mut tally, mut planes, mut given) = (RowDigest::default(), Planes::new(1, 1), 0);
    while given < rows {
        kernel.next(&mut planes).expect("it does not outgrow its kernel");
        let more = CHUNK_ROWS.min(rows - given);
        tally.add(&mut planes, more);
        given += more;
    }
    tally
}

/// Asserts that the kernel has the number of lost rows and the digest of these cells.
fn assert_rows(rules: &HeapRules, kind: RowKind, rows: usize, [columns, bits]: [usize; 2], cell: impl Fn(usize, usize) -> u64) {
    let (mut theirs, mut planes) = (RowDigest::default(), Planes::new(columns, bits));
    for start in (0..rows).step_by(CHUNK_ROWS) {
        let more = CHUNK_ROWS.min(rows - start);
        planes.clear();
        for column in 0..columns {
            (0..more).for_each(|row| planes.add(row, column, cell(start + row, column)));
        }
        theirs.add(&mut planes, more);
    }
    let ours = tally(rules, kind, rows);
    assert_eq!((ours.lost(), ours.digest()), (theirs.lost(), theirs.digest()));
}

fn set(amounts: &[usize]) -> AmountSet {
    AmountSet::new(amounts.iter().map(|&amount| amount as u64)).expect("amounts are positive")
}

fn subtraction(amounts: &[usize]) -> HeapRules {
    HeapRules::Subtraction(Amounts::Only(set(amounts)))
}

fn outcomes(bench: &Bench) {
    let (amounts, kind) = (&[1, 5, 8, 10], RowKind::Outcomes);
    let (rules, rows, fewer) = (subtraction(amounts), bench.rows(1_000_000_000), bench.rows(100_000_000));
    let ours = || Side::new(rows, || tally(black_box(&rules), kind, rows));
    let work = "outcomes {1,5,8,10}";
    if bench.wants(work) {
        let won = bytes::won(fewer, amounts);
        assert_rows(&rules, kind, fewer, [1, 1], |row, _| won[row].into());
        bench.print(work, ours(), Some(("a byte each", Side::new(fewer, || bytes::won(fewer, black_box(amounts))))));
        let won = window::won(fewer, amounts);
        assert_rows(&rules, kind, fewer, [1, 1], |row, _| won[row / 64] >> (row % 64) & 1);
        bench.print(work, ours(), Some(("64-bit window", Side::new(fewer, || window::won(fewer, black_box(amounts))))));
    }
}

fn asymmetric(bench: &Bench) {
    let (left, right, kind) = (&[2, 5, 9], &[3, 4, 8], RowKind::Outcomes);
    let rules = HeapRules::PartizanSubtraction { left: set(left), right: set(right) };
    let (rows, fewer) = (bench.rows(1_000_000_000), bench.rows(100_000_000));
    let work = "outcomes {2,5,9} against {3,4,8}";
    if bench.wants(work) {
        let won = bytes::won_asymmetric(fewer, left, right);
        assert_rows(&rules, kind, fewer, [2, 1], |row, column| won[column][row].into());
        let rival = Side::new(fewer, || bytes::won_asymmetric(fewer, black_box(left), right));
        bench.print(work, Side::new(rows, || tally(black_box(&rules), kind, rows)), Some(("a byte each", rival)));
    }
}

fn nimbers(bench: &Bench) {
    let (amounts, kind) = (&[2, 4, 7], RowKind::Nimbers);
    let (rules, rows, fewer) = (subtraction(amounts), bench.rows(1_000_000_000), bench.rows(100_000_000));
    let work = "nimbers {2,4,7}";
    if bench.wants(work) {
        let values = bytes::nimbers(fewer, amounts);
        assert_rows(&rules, kind, fewer, [1, 2], |row, _| values[row].into());
        let rival = Side::new(fewer, || bytes::nimbers(fewer, black_box(amounts)));
        bench.print(work, Side::new(rows, || tally(black_box(&rules), kind, rows)), Some(("a byte each", rival)));
    }
}

/// Compares the sides on a random set that contains each amount up to 10⁷ with probability 1/2.
fn dense(bench: &Bench) {
    let (most, kind) = (bench.rows(10_000_000), RowKind::Outcomes);
    let work = format!("outcomes, half of the amounts to {most}");
    if bench.wants(&work) {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let amounts: Vec<usize> = (1..=most)
            .filter(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state >> 63 == 1
            })
            .collect();
        let (rules, rows) = (subtraction(&amounts), most + 1);
        let won = bytes::won_by_marks(rows, &amounts);
        assert_rows(&rules, kind, rows, [1, 1], |row, _| won[row].into());
        let rival = Side::new(rows, || bytes::won_by_marks(rows, black_box(&amounts)));
        bench.print(&work, Side::new(rows, || tally(black_box(&rules), kind, rows)), Some(("a byte each, marked", rival)));
    }
}

fn values(mut run: TakeAndBreakRun, heaps: usize) -> TakeAndBreakRun {
    run.extend_to(heaps);
    run
}

fn assert_values(run: &TakeAndBreakRun, rival: &[u16]) {
    assert!((0..rival.len()).all(|n| run.value(n) == u32::from(rival[n])));
}

fn take_and_break(bench: &Bench) {
    let code = |text: &str| text.parse::<TakeAndBreak>().expect("a code");
    let new = |code: &TakeAndBreak| TakeAndBreakRun::new(black_box(code)).expect("two heaps are left at most");
    let heaps = bench.rows(100_000) + 1;

    let (work, treblecross) = ("0.007 to 100000", code("0.007"));
    if bench.wants(work) {
        assert_values(&values(new(&treblecross), heaps), &naive_octal::code(treblecross.digits(), heaps));
        let rival = Side::new(heaps, || naive_octal::code(black_box(treblecross.digits()), heaps));
        bench.print(work, Side::new(heaps, || values(new(&treblecross), heaps)), Some(("stamps", rival)));
    }

    let work = "Grundy's game to 100000";
    if bench.wants(work) {
        assert_values(&values(TakeAndBreakRun::grundy(), heaps), &naive_octal::grundy(heaps));
        let rival = Side::new(heaps, || naive_octal::grundy(black_box(heaps)));
        bench.print(work, Side::new(heaps, || values(TakeAndBreakRun::grundy(), heaps)), Some(("stamps", rival)));
    }

    // the rival proves nothing, and its time for each heap grows with the heap, so 20000 heaps are enough
    let (work, sixteen, fewer) = ("0.16, its period proved", code("0.16"), bench.rows(20_000));
    if bench.wants(work) {
        let mut run = new(&sixteen);
        let (period, _) = run.seek(600_000, &Limits::default()).expect("within limits").expect("it is proved");
        assert_period(&period, 105_351, 149_459);
        assert_values(&run, &naive_octal::code(sixteen.digits(), fewer));
        let ours = Side::new(run.len(), || new(&sixteen).seek(600_000, &Limits::default()));
        let rival = Side::new(fewer, || naive_octal::code(black_box(sixteen.digits()), fewer));
        bench.print(work, ours, Some(("stamps, nothing proved", rival)));
    }

    // too long for a test and for a rival; the number of rows is what the proof needs: the preperiod and one period
    let (work, long) = ("0.104, its period proved, streaming", code("0.104"));
    if bench.wants(work) && bench.is_timed {
        let (preperiod, period) = (197_769_598, 11_770_282);
        let ours = Side::new((preperiod + period) as usize, || {
            let mut stream = Stream::new(black_box(&long), &Limits::default()).expect("it has a window");
            let found = stream.seek(1_000_000_000, &Limits::default(), |_| Ok(())).expect("within limits").expect("it is proved");
            assert_period(&found.period, preperiod, period);
        });
        bench.print(work, ours, None);
    }
}

fn assert_period(period: &Period, preperiod: u64, length: u64) {
    assert_eq!((period.preperiod, period.period, period.is_proved()), (preperiod, length, true));
}

fn main() {
    let bench = Bench::of_arguments();
    if bench.is_timed {
        println!("{:<42} | {:>11} | {:>10} | {:>10} | ratio | rival", "work", "ours", "ns/row", "rival's");
    }
    outcomes(&bench);
    asymmetric(&bench);
    nimbers(&bench);
    dense(&bench);
    take_and_break(&bench);
}
