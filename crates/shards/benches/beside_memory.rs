//! A graph solved in files, and by the engine in memory: `cargo bench -p sprague-shards --bench beside_memory [-- POSITION…] [--files]`.
//!
//! User and system seconds of this process, one thread, 64 parts, 256 MB for the files; the engine may take twelve gigabytes. Both find
//! outcomes and remoteness, the files then nimbers, too. With `--files` the engine is not asked.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use sprague::any::AnyPosition;
use sprague::evaluate::outcomes;
use sprague::graph::PositionGraph;
use sprague::solve::ComponentPosition;
use sprague::{Limits, Outcome, Play, Player, Ruleset};
use sprague_games::Session;
use sprague_shards::{About, Directory, Game, solve};
use std::num::NonZeroUsize;

/// Positions as they are in files, for the engine.
struct Words(Game);

impl Ruleset for Words {
    type Position = Vec<u64>;
    type Move = usize;
    fn moves(&self, words: &Vec<u64>) -> impl Iterator<Item = usize> {
        0..self.options(words).count()
    }
    fn play(&self, words: &Vec<u64>, &mv: &usize) -> Vec<u64> {
        self.options(words).nth(mv).unwrap()
    }
    fn options(&self, words: &Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        let (position, player) = self.0.position(words);
        let (mut options, mut more): (Vec<AnyPosition>, bool) = (vec![], true);
        while more {
            more = self.0.rules().options(&position, player, options.len(), &mut options);
        }
        let mut words: Vec<_> = options.iter().map(|option| self.0.words(option, -player)).collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter()
    }
    fn terminal_outcome(&self, words: &Vec<u64>) -> Outcome {
        self.0.rules().terminal_outcome(&self.0.position(words).0)
    }
}

/// User and system seconds of this process so far.
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
        let sum = Session::new().position(&question).unwrap();
        let [component] = sum.components() else { panic!("one position") };
        let ComponentPosition::Small(position) = &component.position else { panic!("a small position") };
        let game = Game::new(component.rules.rules().clone(), Play::Normal);
        let root = game.words(position, Player::Left);
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
