//! Times of values: Domineering boards with every reachable position, the games of the first days, and a Clobber strip.
//!
//! `cargo bench -p sprague-values` runs everything that takes less than a second. Words after `--` select: a board such as
//! `5x6`, `days`, `comparisons`, `thermographs`, `sums`, `loopy`, `xo17` (Clobber), `all-small` (day 4, which takes some
//! seconds). Times are medians of the CPU time of the single thread, because machines are shared. Every run asserts its result.

#[path = "values/clobber.rs"]
mod clobber;
#[path = "values/domineering.rs"]
mod domineering;

use domineering::Domineering;
use sprague_core::{Limits, Player, Stopped};
use sprague_values::loopy::{Graph, Stoppers};
use sprague_values::{Arena, Form, Value, all_small_born_by, born_by};
use std::hint::black_box;
use std::time::Duration;

const SHORT: [&str; 9] = ["4x4", "4x5", "5x5", "days", "comparisons", "thermographs", "sums", "xo15", "loopy"];

fn limits() -> Limits {
    Limits { positions: u64::MAX, bytes: u64::MAX, ..Limits::default() }
}

/// The CPU time of this thread so far.
#[cfg(unix)]
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn spent() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The median time of several runs, each on a new result of `prepare`.
fn median<T, U>(runs: usize, mut prepare: impl FnMut() -> T, mut run: impl FnMut(T) -> U) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let prepared = prepare();
            let start = spent();
            let result = black_box(run(prepared));
            let time = spent() - start;
            drop(result);
            time
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

fn board(name: &str, rows: u32, columns: u32) -> Result<(), Stopped> {
    let limits = limits();
    let runs = [31, 11, 7, 1][(rows * columns).saturating_sub(16).div_ceil(4).min(3) as usize];
    let mut said = String::new();
    let value = || {
        let arena = Arena::new();
        let mut boards = Domineering::default();
        let mut calculator = arena.calculator(&limits);
        let form = boards.value(&mut calculator, domineering::board(rows, columns))?;
        let work = calculator.positions();
        drop(calculator);
        Ok((arena, boards, form, work))
    };
    let time = median(
        runs,
        || (),
        |()| {
            let (arena, boards, form, work) = value().unwrap_or_else(|stopped: Stopped| panic!("{stopped}"));
            let mut text = arena.value(form).text().unwrap_or_else(|| "long".to_owned());
            assert!(name != "5x5" || text == "0", "{text}");
            assert!(name != "5x6" || text == "-3/2", "{text}");
            text.truncate(30);
            let (positions, forms, bytes) = (boards.positions(), arena.forms(), arena.bytes() / 1000);
            said = format!("{text}: {positions} positions, {forms} forms, {bytes} kB, {work} counted");
            (arena, boards)
        },
    );
    println!("domineering {name}: {time:?} ({said})");
    Ok(())
}

fn day_three() -> (Arena, Vec<Form>) {
    let values: Vec<Value> = born_by(3).collect();
    (values[0].arena().clone(), values.iter().map(Value::form).collect())
}

/// The games of day 3 in a new arena.
fn fresh_day_three(values: &[Value]) -> Result<(Arena, Vec<Form>), Stopped> {
    let (arena, limits) = (Arena::new(), limits());
    let forms = {
        let mut calculator = arena.calculator(&limits);
        values.iter().map(|value| value.form_in(&mut calculator)).collect::<Result<_, _>>()?
    };
    Ok((arena, forms))
}

fn comparisons() -> Result<(), Stopped> {
    let ((arena, forms), limits) = (day_three(), limits());
    let mut calculator = arena.calculator(&limits);
    let mut stopped = Ok(());
    let time = median(
        7,
        || (),
        |()| {
            let mut pairs = 0;
            for &g in &forms {
                for &h in &forms {
                    match calculator.is_at_most(g, h) {
                        Ok(is_at_most) => pairs += u64::from(is_at_most),
                        Err(reached) => stopped = Err(reached),
                    }
                }
            }
            assert_eq!(pairs, 654_647);
        },
    );
    println!("all {} comparisons of day 3: {:?} each", forms.len().pow(2), time / forms.len().pow(2) as u32);
    stopped
}

fn thermographs() -> Result<(), Stopped> {
    let (values, limits): (Vec<Value>, _) = (born_by(3).collect(), limits());
    let fresh = || fresh_day_three(&values).unwrap_or_else(|stopped| panic!("{stopped}"));
    let time = median(11, fresh, |(arena, forms)| {
        let mut calculator = arena.calculator(&limits);
        let hottest = forms
            .iter()
            .map(|&form| calculator.thermograph(form).map(|of| of.temperature().clone()))
            .max_by(|a, b| a.as_ref().ok().cmp(&b.as_ref().ok()));
        assert_eq!(hottest, Some(Ok(2.into())));
    });
    println!("thermographs of the {} games of day 3: {:?} each", values.len(), time / values.len() as u32);
    Ok(())
}

fn sums() -> Result<(), Stopped> {
    const SUMS: u32 = 20_000;
    let (values, limits): (Vec<Value>, _) = (born_by(3).collect(), limits());
    let fresh = || fresh_day_three(&values).unwrap_or_else(|stopped| panic!("{stopped}"));
    let time = median(3, fresh, |(arena, forms)| {
        let (mut calculator, mut seed) = (arena.calculator(&limits), 1_u64);
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            forms[(seed >> 33) as usize % forms.len()]
        };
        let sums = (0..SUMS).try_for_each(|_| calculator.add(next(), next()).map(drop));
        assert_eq!(sums, Ok(()));
    });
    println!("{SUMS} sums of two games of day 3: {:?} each", time / SUMS);
    Ok(())
}

fn strip(pairs: usize) -> Result<(), Stopped> {
    let limits = limits();
    let mut said = String::new();
    let time = median(3, Arena::new, |arena| {
        let mut calculator = arena.calculator(&limits);
        let form = clobber::value(&mut calculator, &"xo".repeat(pairs)).unwrap_or_else(|stopped| panic!("{stopped}"));
        assert_eq!(calculator.outcome_class(form).symbol(), "N");
        said = format!("{} forms, {} kB, {} counted", arena.forms(), arena.bytes() / 1000, calculator.positions());
    });
    println!("clobber (xo)^{pairs}: {time:?} ({said})");
    Ok(())
}

/// The order of two positions of a large component, in which Right can only leave the component or go round the cycle as Left
/// does.
fn loopy() -> Result<(), Stopped> {
    const POSITIONS: u32 = 1000;
    let limits = limits();
    for is_tied in [false, true] {
        let (mut graph, mut seed) = (Graph::new(), 99_u64);
        let mut below = |n: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(n)) as u32
        };
        for _ in 0..POSITIONS {
            let [left, right] = [true, is_tied].map(|is_tied| {
                let round = if is_tied { vec![below(POSITIONS), below(POSITIONS)] } else { vec![] };
                [round, vec![POSITIONS + below(4)]].concat()
            });
            graph.add(&left, &right);
        }
        for sides in [[false, false], [true, false], [true, true], [false, true]] {
            let [left, right] = sides.map(|has_option| if has_option { vec![POSITIONS] } else { vec![] });
            graph.add(&left, &right);
        }
        let compare = |()| {
            let mut stoppers = Stoppers::new(&Arena::new(), &limits);
            let found = stoppers.compare_positions_for(&graph, &[], Player::Left, 0, 1);
            assert_eq!(found, Ok(None));
        };
        let name = if is_tied { "sides" } else { "stoppers" };
        println!("an order among {POSITIONS} tied positions, {name}: {:?}", median(3, || (), compare));
    }
    Ok(())
}

fn run(name: &str) -> Result<(), Stopped> {
    match name {
        "days" => {
            let time = median(11, || (), |()| assert_eq!(born_by(3).count(), 1474));
            println!("days 0 to 3: {time:?}");
        }
        "all-small" => {
            let time = median(1, || (), |()| assert_eq!(all_small_born_by(4).count(), 534_483));
            println!("all-small day 4: {time:?}");
        }
        "comparisons" => comparisons()?,
        "thermographs" => thermographs()?,
        "sums" => sums()?,
        "loopy" => loopy()?,
        _ if name.starts_with("xo") => match name[2..].parse() {
            Ok(pairs @ 1..=99) => strip(pairs)?,
            _ => println!("{name}? xo and a number of pairs below 100"),
        },
        _ => match name.split_once('x').map(|(rows, columns)| (rows.parse(), columns.parse())) {
            Some((Ok(rows @ 1..=7), Ok(columns @ 1..=7))) => board(name, rows, columns)?,
            _ => println!("{name}? A board such as 5x6, all-small, or one of {SHORT:?}"),
        },
    }
    Ok(())
}

fn main() -> Result<(), Stopped> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if words.is_empty() { SHORT.into_iter().try_for_each(run) } else { words.iter().try_for_each(|word| run(word)) }
}
