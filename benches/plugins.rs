//! Measures the cost of loaded rulesets: Cram 5×5 written in C, and subtraction in each format.
//!
//! Cram has 1.1 million positions. The subtraction game is asked for the options of one heap. `cargo bench -p sprague-benches
//! --bench plugins` prints the times together with those of erased built-in or typed rules, and asserts the values. The bars
//! are 300,000 positions in a second, 200 ns for a question to WebAssembly, and 8 µs for a question to a script. Cram needs
//! `clang`.
//!
//! Measured on a quiet 2-core Xeon: 432,000 positions explored and 307,000 valued in a second (typed rules: 1,216,000 and
//! 528,000), 196 ns, 4.1 µs (built-in: 25 ns).
//!
//! `benches/scripts.sh` compares whole questions to loaded rules with pure Python.

#[path = "rivals/median.rs"]
mod median;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use median::Median;
use sprague::any::{AnyImpartial, impartial};
use sprague::evaluate::nimber;
use sprague::graph::PositionGraph;
use sprague::{AnyRuleset, BadNotation, Impartial, Limits, Nimber, Notation, Player, Ruleset};
use sprague_plugin::Plugin;
use sprague_rules_subtraction::Subtraction;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn loaded(path: &Path, parameters: Option<&str>) -> Arc<dyn AnyRuleset> {
    let plugin = Plugin::load(path.to_str().expect("the path is text"), parameters).expect("the file is there");
    assert_eq!(plugin.fault(), None);
    plugin.rules().clone()
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/plugins").join(name)
}

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("options of subtraction@11");
    let built_in = impartial(Subtraction::of([1, 3, 4]).expect("amounts of at least 1"));
    let formats = [
        ("built-in", built_in),
        ("wat", loaded(&example("subtraction.wat"), None)),
        ("rhai", loaded(&example("subtraction.rhai"), None)),
    ];
    for (name, rules) in &formats {
        let position = rules.read("11").expect("a heap");
        let mut options = vec![];
        Median::of(&mut group, name, || {
            options.clear();
            rules.options(black_box(&position), Player::Left, 0, &mut options);
            assert_eq!(options.len(), 3);
        });
        let mut moves = vec![];
        Median::of(&mut group, &format!("{name}, with labels"), || {
            moves.clear();
            rules.moves(black_box(&position), Player::Left, 0, &mut moves);
            assert_eq!(moves.len(), 3);
        });
        assert_eq!(rules.fault(), None);
    }
    group.finish();

    let mut group = criterion.benchmark_group("loading");
    for name in ["subtraction.rhai", "cram.rhai", "subtraction.wat", "knight.wat"] {
        group.bench_function(name, |bench| bench.iter(|| loaded(&example(name), None)));
    }
    group.finish();
}

/// Cram on 5 × 5 squares in Rust, erased like the plugin.
struct Cram;

impl Ruleset for Cram {
    type Position = u32;
    type Move = u32;
    fn moves(&self, covered: &u32) -> impl Iterator<Item = u32> {
        let covered = *covered;
        let flat = |square: u32| (square % 5 < 4).then_some(0b11 << square);
        let upright = |square: u32| (square < 20).then_some(0b10_0001 << square);
        (0..25).flat_map(move |square| [flat(square), upright(square)]).flatten().filter(move |domino| covered & domino == 0)
    }
    fn play(&self, covered: &u32, domino: &u32) -> u32 {
        covered | domino
    }
}
impl Impartial for Cram {}
impl Notation<u32> for Cram {
    fn read(&self, _: &str) -> Result<u32, BadNotation> {
        Ok(0)
    }
    fn show(&self, covered: &u32) -> String {
        format!("{covered:025b}")
    }
}

fn cram_in_c() -> Option<PathBuf> {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-cram.wasm");
    let build = |clang: &&str| {
        let mut command = Command::new(clang);
        command.args(["--target=wasm32", "-nostdlib", "-O2", "-Wl,--no-entry", "-o"]).arg(&made).arg(example("cram.c"));
        command.status().is_ok_and(|status| status.success())
    };
    ["clang", "clang-14"].iter().find(|clang| build(clang)).map(|_| made.clone())
}

fn cram(criterion: &mut Criterion) {
    let Some(path) = cram_in_c() else { return println!("skipped: no clang that builds WebAssembly") };
    let mut group = criterion.benchmark_group("cram 5x5");
    group.throughput(Throughput::Elements(1_125_703)).sample_size(10);
    let mut explorations = vec![];
    for (name, rules) in [("typed", impartial(Cram)), ("wasm", loaded(&path, Some("5x5")))] {
        let typed = AnyImpartial::try_from(rules.clone()).expect("it is impartial");
        let empty = rules.read("empty").expect("a board");
        let explored = Median::of(&mut group, name, || {
            let graph = PositionGraph::explore(&typed, black_box(&empty).clone(), &Limits::default()).expect("within limits");
            assert_eq!(graph.len(), 1_125_703);
        });
        let valued = format!("{name}, nimber");
        let valued = Median::of(&mut group, &valued, || assert_eq!(nimber(&typed, black_box(&empty)), Ok(Nimber(0))));
        println!("{explored}, {valued}");
        explorations.push(explored);
        assert_eq!(rules.fault(), None);
    }
    group.finish();
    explorations[1].print_beside(&explorations[0]);
}

criterion_group!(benches, questions, cram);
criterion_main!(benches);
