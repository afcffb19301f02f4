//! Compares graphs solved in files with the engine in memory, position by position, for several divisions of the work.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod words;

use sprague::evaluate::labels::outcomes;
use sprague::graph::PositionGraph;
use sprague::{Limits, Play};
use sprague_shards::{About, Directory, Game, KnownNimber, PositionAnswer, ShardsError, SolvedGraph, Verified, solve};
use std::num::NonZeroUsize;
use std::path::Path;
use words::{Words, game};

/// Returns all answers of the engine in memory, with nimbers by retrograde analysis. Loopy positions have no nimber.
fn in_memory(game: &Game, root: &[u64]) -> Vec<(Vec<u64>, PositionAnswer)> {
    let graph = PositionGraph::explore(&Words(game.clone()), root.to_vec(), &Limits::default()).unwrap();
    let labels = outcomes(&graph);
    let count = graph.len() as u32;
    let mut parents = vec![vec![]; graph.len()];
    (0..count).for_each(|of| graph.options(of).iter().for_each(|&option| parents[option as usize].push(of)));
    let mut left: Vec<usize> = (0..count).map(|number| graph.options(number).len()).collect();
    let mut nimbers = vec![None; graph.len()];
    let mut ready: Vec<u32> = (0..count).filter(|&number| left[number as usize] == 0).collect();
    while let Some(number) = ready.pop() {
        let seen: Vec<u32> = graph.options(number).iter().map(|&option| nimbers[option as usize].unwrap()).collect();
        nimbers[number as usize] = (0..).find(|nimber| !seen.contains(nimber));
        for &of in &parents[number as usize] {
            left[of as usize] -= 1;
            if left[of as usize] == 0 {
                ready.push(of);
            }
        }
    }
    let answer = |number: u32| PositionAnswer {
        outcome: labels.outcome(number),
        remoteness: labels.remoteness(number),
        nimber: match nimbers[number as usize] {
            Some(nimber) if game.has_nimbers() => {
                u8::try_from(nimber).ok().filter(|&n| n < 128).map_or(KnownNimber::Beyond, KnownNimber::Is)
            }
            _ => KnownNimber::None,
        },
    };
    (0..count).map(|number| (graph.position(number).clone(), answer(number))).collect()
}

fn about(game: &Game, root: &[u64], shards: u32, small: u64) -> About {
    About { root: root.to_vec(), has_nimbers: game.has_nimbers(), shards, small, ..About::of("a test", game.play()) }
}

fn in_files(
    game: &Game,
    root: &[u64],
    folder: &Path,
    cut: (u32, u64, usize),
    limits: &Limits,
) -> Result<SolvedGraph, ShardsError> {
    let (shards, small, jobs) = cut;
    let mut directory = Directory::create(folder, about(game, root, shards, small))?;
    solve(&mut directory, game, NonZeroUsize::new(jobs).unwrap(), limits, |_| ())
}

fn agree(question: &str, play: Play, cuts: &[(u32, u64, usize)]) {
    let (game, root) = game(question, play);
    let expected = in_memory(&game, &root);
    let digest = expected.iter().fold(0_u128, |digest, (words, answer)| digest.wrapping_add(answer.digest(words)));
    for &cut in cuts {
        let folder = tempfile::tempdir().unwrap();
        let answers = in_files(&game, &root, folder.path(), cut, &Limits { bytes: 64 << 20, ..Limits::default() }).unwrap();
        let summary = answers.summary();
        assert_eq!(summary.positions, expected.len() as u64, "{question} {cut:?}");
        for (words, answer) in &expected {
            assert_eq!(answers.find(words).unwrap().as_ref(), Some(answer), "{question} {cut:?} {words:?}");
        }
        assert_eq!(summary.digest, format!("{digest:032x}"), "{question} {cut:?}");
        answers.check().unwrap();
        for bytes in [1 << 16, 1 << 26] {
            let limits = Limits { bytes, ..Limits::default() };
            let verdict = answers.verify(&game, &about(&game, &root, cut.0, cut.1), &limits, |_| ()).unwrap();
            assert!(matches!(verdict, Verified::Right { positions, .. } if positions == summary.positions), "{verdict:?}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_small_graphs_are_solved_as_in_memory() {
    // everything in memory; every round and turn in files; and mixtures
    let cuts = [(1, 100_000, 1), (7, 100_000, 2), (1, 0, 1), (3, 0, 2), (5, 40, 1), (64, 40, 2)];
    let both = ["nim@150", "kayles@9", "cram@3x3", "euclid@21.13", "wythoff@9.12"];
    let normal = ["domineering@3x3", "asymmetric:1,4/2,3@40", "../../examples/plugins/pursuit.rhai@a>f"];
    let plays = both.map(|question| (question, Play::Misere)).into_iter();
    let plays = plays.chain(both.into_iter().chain(normal).map(|question| (question, Play::Normal)));
    for (round, (question, play)) in plays.enumerate() {
        // a debug build tries two of the divisions for each question
        let tried = cuts.iter().enumerate().filter(|(way, _)| !cfg!(debug_assertions) || (way + round) % 3 == 0);
        agree(question, play, &tried.map(|(_, &cut)| cut).collect::<Vec<_>>());
    }
}

#[test]
fn large_nimbers_are_told_to_be_large() {
    agree("nim@300", Play::Normal, &[(3, 50, 1)]);
    let (game, root) = game("nim@300", Play::Normal);
    let folder = tempfile::tempdir().unwrap();
    let answers = in_files(&game, &root, folder.path(), (2, 100_000, 1), &Limits::default()).unwrap();
    assert_eq!(answers.find(&root).unwrap().unwrap().nimber, KnownNimber::Beyond);
    assert_eq!(answers.find(&[127]).unwrap().unwrap().nimber, KnownNimber::Is(127));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_deep_graphs_are_explored_and_settled_in_few_steps() {
    let (game, root) = game("subtraction:1@30000", Play::Normal);
    let folder = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(folder.path(), about(&game, &root, 64, 100_000)).unwrap();
    let mut steps = 0;
    let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &Limits::default(), |now| {
        steps += usize::from(now.steps.0 > 0);
    });
    let answers = answers.unwrap();
    assert!(steps < 10, "{steps}");
    assert_eq!((answers.summary().positions, answers.summary().longest), (30_001, 30_000));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_graphs_with_cycles_are_solved_as_in_memory() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    const VERTICES: u64 = if cfg!(debug_assertions) { 4_000 } else { 100_000 };
    let mut text = String::new();
    for vertex in 0..VERTICES {
        text += &format!("v{vertex}\n");
        (0..random(7)).for_each(|_| text += &format!("v{vertex} v{}\n", random(VERTICES)));
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let question = format!("digraph:{}@v1", file.path().display());
    agree(&question, Play::Normal, &[(1, 1000, 1), (7, VERTICES / 5, 2), (64, VERTICES, 2)]);
}

/// For the larger boards: `cargo test --locked --release -p sprague-shards -- --include-ignored --nocapture`.
#[test]
#[ignore = "slow: seconds"]
fn slow_whole_boards_are_solved_as_in_memory() {
    let cuts: &[_] = if cfg!(debug_assertions) { &[(7, 500, 2)] } else { &[(1, 500, 1), (7, 500, 2), (64, 500, 1)] };
    agree("cram@4x4", Play::Normal, cuts);
}

#[test]
#[ignore = "release: some minutes"]
fn release_larger_boards_are_solved_as_in_memory() {
    for question in ["cram@4x5", "cram@5x5", "domineering@4x4"] {
        agree(question, Play::Normal, &[(1, 10_000, 1), (7, 10_000, 2), (64, 10_000, 1), (64, 10_000, 2)]);
    }
}
