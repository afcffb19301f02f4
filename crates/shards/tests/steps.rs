//! Steps may be killed, repeated, and run by several processes at once. Files that are cut, altered or replaced by other
//! files are noticed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::{Limits, Play, Player, Stopped};
use sprague_questions::Session;
use sprague_questions::shards::ShardedGraph;
use sprague_shards::{About, Directory, Game, Next, ShardsError, Step, Summary, Verified, solve};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use tempfile::{TempDir, tempdir};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Returns the game of a question, and the question of its directory.
fn game(question: &str) -> (Game, About) {
    let sum = Session::new().position(question).unwrap();
    let component = &sum.components()[0];
    let sprague::solve::ComponentPosition::Small(position) = &component.position else { panic!("a small position") };
    let game = Game::new(component.rules.rules().clone(), Play::Normal);
    let root = game.words(position, Player::Left);
    let about = About { root, has_nimbers: true, shards: 3, small: 20, ..About::of(question, Play::Normal) };
    (game, about)
}

fn limits() -> Limits {
    Limits { bytes: 16 << 20, ..Limits::default() }
}

/// Returns the digest of an undisturbed run.
fn digest_of(question: &str) -> String {
    let (game, about) = game(question);
    let folder = tempdir().unwrap();
    let mut directory = Directory::create(folder.path(), about).unwrap();
    let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).unwrap();
    answers.summary().digest.clone()
}

/// Returns all files of a directory except the lock.
fn files(path: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else if !path.ends_with("lock") {
                found.push(path)
            }
        }
    }
    found.sort();
    found
}

const QUESTION: &str = "cram@3x3";

/// Alters the totals of a solved graph, with a correct checksum.
fn altered(folder: &Path, alter: impl FnOnce(&mut Summary)) {
    let path = folder.join("result.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut summary: Summary = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    alter(&mut summary);
    let json = serde_json::to_string(&summary).unwrap();
    let checksum = xxh3_64_with_seed(json.as_bytes(), xxh3_64(b"result.json"));
    fs::write(&path, format!("{json}\n{checksum:016x}\n")).unwrap();
}

#[test]
fn totals_that_are_not_those_of_the_answers_are_rejected_and_shown_without_a_panic() {
    let (game, about) = game("cram@2x3");
    type Alteration = fn(&mut Summary);
    let alterations: [(Alteration, bool); 7] = [
        (|summary| summary.bytes = 0, true),
        (|summary| summary.positions += 1, false),
        (|summary| summary.options -= 1, false),
        (|summary| (summary.won, summary.lost) = (summary.lost, summary.won), false),
        (|summary| summary.won = u64::MAX, false),
        (|summary| summary.longest += 1, false),
        (|summary| summary.digest.clear(), false),
    ];
    for (alter, is_right) in alterations {
        let folder = tempdir().unwrap();
        let mut directory = Directory::create(folder.path(), about.clone()).unwrap();
        solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).unwrap();
        altered(folder.path(), alter);
        let answers = Directory::open(folder.path()).unwrap().answers().unwrap();
        let drawn = answers.summary().drawn();
        let verdict = answers.verify(&game, &about, &limits(), |_| ()).unwrap();
        assert_eq!(matches!(verdict, Verified::Right { .. }), is_right, "{:?}: {verdict:?}", answers.summary());
        assert!(!is_right || drawn == 0);
    }
}

#[test]
fn nimbers_of_a_play_that_has_none_are_refused() {
    for (play, is_right) in [(Play::Normal, true), (Play::Misere, false)] {
        let (game, about) = game("nim@4");
        let (game, about) = (Game::new(game.rules().clone(), play), About { play, ..about });
        let folder = tempdir().unwrap();
        let mut directory = Directory::create(folder.path(), about).unwrap();
        solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).unwrap();
        let opened = ShardedGraph::open(folder.path(), &Session::new(), String::new);
        assert_eq!(opened.is_ok(), is_right, "{play}");
    }
}

#[test]
fn answers_of_another_game_are_rejected() {
    let questions = [
        "cram@2x2",
        "kayles@5",
        "chomp@2x3",
        "wythoff@2.3",
        "domineering@2x2",
        "clobber@xox",
        "nogo@1x3",
        "konane@2x3",
        "cannibal-clobber@xxo",
        "impartial:clobber@xox",
        "amazons@x..o",
        "euclid@5.3",
        "knights@2.3",
        "cutcake@2x3",
        "hackenbush@LRE",
        "toads-frogs@TT.FF",
        "snort@...",
        "col@...",
        "stones:1-3@5",
        "no-repeat:1-3@4",
        "game@{1|-1}",
        "../../examples/plugins/pursuit.rhai@a>f",
        "../../examples/plugins/wythoff.rhai@2.3",
    ];
    let folders = questions.map(|question| {
        let (game, about) = game(question);
        let about = About { has_nimbers: game.has_nimbers(), ..about };
        let folder = tempdir().unwrap();
        let mut directory = Directory::create(folder.path(), about.clone()).unwrap();
        let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).unwrap();
        (question, about, answers, folder)
    });
    for (one, about, answers, _) in &folders {
        for (other, expected, _, _) in &folders {
            // rules that received the words of another game may have failed for good
            let (game, _) = game(other);
            let claimed = About { has_nimbers: about.has_nimbers, ..expected.clone() };
            let verdict = answers.verify(&game, &claimed, &limits(), |_| ());
            let is_right = matches!(verdict, Ok(Verified::Right { .. }));
            assert_eq!(is_right, one == other, "the answers of {one} as those of {other}: {verdict:?}");
        }
    }
}

#[test]
fn steps_are_done_in_any_order_and_by_anybody() {
    let (game, about) = game(QUESTION);
    let folder = tempdir().unwrap();
    let mut driver = Directory::create(folder.path(), about).unwrap();
    let mut all: Vec<Step> = vec![];
    while let Next::Steps(steps) = driver.next_steps().unwrap() {
        for &step in steps.iter().rev() {
            // as another process would do it
            let worker = Directory::open(folder.path()).unwrap();
            worker.run(step, &game, &limits()).unwrap();
            worker.run(step, &game, &limits()).unwrap(); // it is done already
        }
        assert!(steps.iter().all(|step| !all.contains(step)), "no step is done twice");
        all.extend(steps);
    }
    assert_eq!(driver.answers().unwrap().summary().digest, digest_of(QUESTION));
    // steps of finished stages have nothing to do
    driver.run(all[0], &game, &limits()).unwrap();
}

#[test]
fn whoever_stops_goes_on_and_no_finished_step_is_repeated() {
    let (game, about) = game(QUESTION);
    let (folder, mut runs) = (tempdir().unwrap(), 0);
    let answers = loop {
        let mut directory = Directory::create(folder.path(), about.clone()).unwrap();
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let limits = Limits { stop: Some(stop.clone()), ..limits() };
        let before = files(folder.path());
        let mut steps = 0;
        let solved = solve(&mut directory, &game, NonZeroUsize::MIN, &limits, |now| {
            steps += usize::from(now.steps.0 > 0);
            // stop soon after each step
            stop.store(steps >= 2, std::sync::atomic::Ordering::Relaxed);
        });
        runs += 1;
        match solved {
            Ok(answers) => break answers,
            Err(ShardsError::Stopped(Stopped::Asked)) => assert_ne!(files(folder.path()), before, "something was done"),
            Err(error) => panic!("{error}"),
        }
        assert!(runs < 1000);
    };
    assert!(runs > 5, "{runs}");
    assert_eq!(answers.summary().digest, digest_of(QUESTION));
}

fn copied(path: &Path) -> TempDir {
    let folder = tempdir().unwrap();
    for file in files(path) {
        let copy = folder.path().join(file.strip_prefix(path).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
    folder
}

/// Returns a directory after this many stages.
fn begun(stages: usize) -> (TempDir, Game, Directory) {
    let (game, about) = game(QUESTION);
    let folder = tempdir().unwrap();
    let mut directory = Directory::create(folder.path(), about).unwrap();
    for _ in 0..stages {
        let Next::Steps(steps) = directory.next_steps().unwrap() else { break };
        steps.into_iter().for_each(|step| directory.run(step, &game, &limits()).unwrap());
    }
    (folder, game, directory)
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_altered_or_cut_is_made_again_or_refused_and_never_believed() {
    let right = digest_of(QUESTION);
    let (mut refused, mut made_again) = (0, 0);
    for stages in [1, 3, 5, 8, 12, 100].into_iter().step_by(if cfg!(debug_assertions) { 2 } else { 1 }) {
        let (whole, _, _) = begun(stages);
        for file in files(whole.path()) {
            let name = file.strip_prefix(whole.path()).unwrap().to_owned();
            let bytes = fs::read(&file).unwrap();
            let mut altered = vec![bytes[..bytes.len() / 2].to_vec(), vec![]];
            for at in [0, bytes.len() / 3, bytes.len() - 2] {
                let mut other = bytes.clone();
                other[at] ^= 4;
                altered.push(other);
            }
            for other in altered {
                let (folder, (game, about)) = (copied(whole.path()), game(QUESTION));
                fs::write(folder.path().join(&name), &other).unwrap();
                let solved = Directory::create(folder.path(), about).and_then(|mut directory| {
                    let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ())?;
                    answers.check()?;
                    Ok(answers)
                });
                match solved {
                    Ok(answers) => {
                        assert_eq!(answers.summary().digest, right, "{stages} {}", name.display());
                        made_again += 1;
                    }
                    Err(ShardsError::Damaged { path }) => {
                        assert!(path.starts_with(folder.path()));
                        refused += 1;
                    }
                    Err(error) => panic!("{stages} {}: {error}", name.display()),
                }
            }
        }
    }
    assert!(refused > 50 && made_again > 10, "{refused} {made_again}");
}

#[test]
fn files_in_the_place_of_others_are_noticed() {
    let (folder, game, mut directory) = begun(3);
    let found: Vec<_> =
        files(folder.path()).into_iter().filter(|path| path.ends_with("00001") || path.ends_with("00002")).collect();
    let [one, other] = [&found[0], &found[1]];
    fs::copy(one, other).unwrap();
    let solved = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ());
    match solved {
        Err(ShardsError::Damaged { path }) => assert_eq!(&path, other),
        Ok(answers) => assert_eq!(answers.summary().digest, digest_of(QUESTION)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_directory_of_another_graph_is_refused_and_left_as_it_is() {
    let (folder, _, _) = begun(4);
    let before = files(folder.path());
    let others = [
        (About { shards: 4, ..game(QUESTION).1 }, "the graph has 3 parts, not 4"),
        (game("cram@3x4").1, "the directory contains the graph of cram@3x3, not of cram@3x4"),
        (
            About { rules: "other".into(), ..game(QUESTION).1 },
            "the files that contain the rules have changed since the graph was solved",
        ),
        (About { has_nimbers: false, ..game(QUESTION).1 }, "the directory contains the same graph, solved in another way"),
    ];
    for (about, why) in others {
        let error = Directory::create(folder.path(), about).unwrap_err().to_string();
        assert!(error.ends_with(why), "{error}");
    }
    assert_eq!(files(folder.path()), before);
    let other = tempdir().unwrap();
    fs::write(other.path().join("thesis.tex"), "years of work").unwrap();
    let error = Directory::create(other.path(), game(QUESTION).1).unwrap_err().to_string();
    assert!(error.ends_with("the directory is not empty, but contains no graph"), "{error}");
    let error = Directory::open(other.path()).unwrap_err().to_string();
    assert!(error.ends_with("the directory contains no graph"), "{error}");
}

#[test]
fn runs_that_begin_a_directory_at_once_say_who_is_at_work() {
    for _ in 0..5 {
        let (folder, all) = (tempdir().unwrap(), Barrier::new(4));
        let run = || {
            let (game, about) = game(QUESTION);
            all.wait();
            let mut directory = Directory::create(&folder.path().join("new"), about)?;
            solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).map(drop)
        };
        let ended = thread::scope(|scope| [(); 4].map(|()| scope.spawn(run)).map(|running| running.join().unwrap()));
        assert!(ended.iter().any(Result::is_ok), "{ended:?}");
        assert!(ended.iter().all(|end| matches!(end, Ok(()) | Err(ShardsError::InUse { .. }))), "{ended:?}");
    }
}

#[test]
fn two_runs_do_not_work_in_one_directory() {
    let (folder, game, mut directory) = begun(1);
    let mut second = None;
    let first = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| {
        let mut other = Directory::open(folder.path()).unwrap();
        second.get_or_insert_with(|| solve(&mut other, &self::game(QUESTION).0, NonZeroUsize::MIN, &limits(), |_| ()).map(drop));
    });
    assert!(first.is_ok());
    assert!(matches!(second, Some(Err(ShardsError::InUse { .. }))));
}

#[test]
fn limits_stop_and_more_goes_on() {
    let (game, about) = game(QUESTION);
    let folder = tempdir().unwrap();
    let mut directory = Directory::create(folder.path(), about).unwrap();
    let few = Limits { positions: 50, ..limits() };
    let stopped = solve(&mut directory, &game, NonZeroUsize::MIN, &few, |_| ()).unwrap_err();
    assert!(matches!(stopped, ShardsError::Stopped(Stopped::Positions(50))), "{stopped}");
    let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &limits(), |_| ()).unwrap();
    assert_eq!(answers.summary().digest, digest_of(QUESTION));
    assert!(answers.find(&[77, 77, 77]).unwrap().is_none());
}

#[test]
fn a_finished_directory_keeps_its_answers_and_nothing_else() {
    let (folder, _, _) = begun(1000);
    let mut directory = Directory::open(folder.path()).unwrap();
    assert!(matches!(directory.next_steps().unwrap(), Next::Finished(_)));
    let names: Vec<_> = files(folder.path()).iter().map(|path| path.strip_prefix(folder.path()).unwrap().to_owned()).collect();
    let names: Vec<_> = names.iter().map(|name| name.to_str().unwrap()).collect();
    assert_eq!(names, ["about.json", "answers/00000", "answers/00001", "answers/00002", "result.json"]);
}

#[test]
fn what_does_not_fit_into_memory_is_sorted_in_files() {
    let (game, about) = game("cram@3x4");
    let mut digests = vec![];
    for (bytes, small) in [(1 << 16, 0), (1 << 30, 0)] {
        let folder = tempdir().unwrap();
        let mut directory = Directory::create(folder.path(), About { shards: 1, small, ..about.clone() }).unwrap();
        let limits = Limits { bytes, ..Limits::default() };
        while let Next::Steps(steps) = directory.next_steps().unwrap() {
            steps.into_iter().for_each(|step| directory.run(step, &game, &limits).unwrap());
        }
        digests.push(directory.answers().unwrap().summary().digest.clone());
    }
    assert_eq!(digests[0], digests[1]);
}
