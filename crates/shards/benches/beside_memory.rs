//! Compares graphs solved in files with the engine in memory.
//!
//! `cargo bench -p sprague-shards --bench beside_memory [-- POSITION…] [--files]`.
//!
//! Measures the user and system time of this process in seconds. Files are solved with one thread, 64 shards and 256 MB; the
//! engine may use twelve gigabytes. Both compute outcomes and remoteness, and the former also nimbers. With `--files` the
//! engine is not run.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

#[path = "../tests/words/mod.rs"]
mod words;

use sprague::evaluate::labels::outcomes;
use sprague::graph::PositionGraph;
use sprague::{Limits, Outcome, Play};
use sprague_shards::{About, Directory, solve};
use std::num::NonZeroUsize;
use words::{Words, game};

/// Returns the user and the system time of this process so far, in seconds.
fn spent() -> (f64, f64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let mut ticks =
        stat.rsplit(')').next().unwrap().split_whitespace().skip(11).map(|ticks| ticks.parse::<f64>().unwrap() / 100.0);
    (ticks.next().unwrap(), ticks.next().unwrap())
}

fn measure<T>(name: &str, job: impl FnOnce() -> T) -> T {
    let before = spent();
    let begun = std::time::Instant::now();
    let done = job();
    let after = spent();
    println!(
        "{name}: {:.2} s user, {:.2} s system, {:.2} s",
        after.0 - before.0,
        after.1 - before.1,
        begun.elapsed().as_secs_f64()
    );
    done
}

fn main() {
    let (options, mut questions): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    if questions.is_empty() {
        questions.push("cram@5x5".into());
    }
    for question in questions {
        let (game, root) = game(&question, Play::Normal);
        for has_nimbers in [false, true] {
            let about = About { root: root.clone(), has_nimbers, ..About::of(&question, Play::Normal) };
            let folder = tempfile::tempdir().unwrap();
            let limits = Limits { positions: u64::MAX, bytes: 256 << 20, ..Limits::default() };
            let mut directory = Directory::create(folder.path(), about).unwrap();
            let summary = measure(if has_nimbers { "files, with nimbers" } else { "files" }, || {
                let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &limits, |_| ()).unwrap();
                answers.summary().clone()
            });
            println!(
                "  {} positions, {} options, {} won, digest {}",
                summary.positions, summary.options, summary.won, summary.digest
            );
        }
        if options.iter().any(|option| option == "--files") {
            continue;
        }
        let labels = measure("engine", || {
            let limits = Limits { positions: u64::MAX, bytes: 12 << 30, ..Limits::default() };
            outcomes(&PositionGraph::explore(&Words(game), root, &limits).unwrap())
        });
        let won = labels.as_slice().iter().filter(|&&outcome| outcome == Outcome::Win).count();
        println!("  {} positions, {won} won", labels.as_slice().len());
    }
}
