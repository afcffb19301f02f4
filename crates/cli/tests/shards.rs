//! Graphs on disk are solved, killed and resumed, queried, checked, and refused if damaged.

use crate::program::{Scratch, ask_words, command};
use sprague::solve::ComponentPosition;
use sprague::{Limits, Play, Player};
use sprague_questions::Session;
use sprague_shards::{About, Directory, Game};
use std::num::NonZeroUsize;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

const PURSUIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins/pursuit.rhai");

#[test]
fn a_graph_is_solved_in_files_and_asked_there() {
    let folder = Scratch::path("graph");
    let solved = ask_words(&format!("solve cram@3x4 --shards {} --parts 5 --format json", folder.as_str())).json();
    let plain = ask_words("solve cram@3x4 --format json --best fastest").json();
    assert_eq!((&solved["outcome"], &solved["nimber"]), (&plain["outcome"], &plain["nimber"]));
    assert_eq!(solved["winning_moves_total"], plain["winning_moves_total"]);
    let graph = &solved["graph"];
    assert_eq!((graph["positions"].as_u64(), graph["drawn"].as_u64()), (Some(550), Some(0)), "{graph}");
    let again = ask_words(&format!("solve cram@3x4 --shards {} --parts 5 --format json", folder.as_str())).json();
    assert_eq!(again, solved);
    for position in ["cram@##../..../....", "cram@####/##../....", "cram@..../.##./...."] {
        let asked = ask_words(&format!("solve {position} --from {} --format json --moves all", folder.as_str())).json();
        let plain = ask_words(&format!("solve {position} --format json --moves all")).json();
        assert_eq!((&asked["outcome"], &asked["nimber"]), (&plain["outcome"], &plain["nimber"]), "{position}");
        let judged = |answer: &serde_json::Value| {
            let moves = answer["moves"].as_array().unwrap().iter();
            moves.map(|mv| (mv["to"].to_string(), mv["outcome"].to_string(), mv["nimber"].to_string())).collect::<Vec<_>>()
        };
        assert_eq!(judged(&asked), judged(&plain), "{position}");
    }
    let checked = ask_words(&format!("check {}", folder.as_str())).text();
    assert!(checked.starts_with("accepted: who wins in every position"), "{checked}");
    let strategy = Scratch::path("strategy");
    ask_words(&format!("strategy cram@3x4 --from {} -o {}", folder.as_str(), strategy.as_str())).text();
    let accepted = ask_words(&format!("check {}", strategy.as_str())).text();
    assert!(accepted.starts_with("accepted"), "{accepted}");
}

#[test]
fn draws_partizan_boards_and_scripts_are_answered_from_files() {
    for (question, flags) in [
        (&*format!("{PURSUIT}@a>c"), ""),
        ("domineering@3x3", "--first right"),
        ("nim@30", "--play misere"),
        ("stones:1-3@12.4.3", ""),
    ] {
        let folder = Scratch::path("graph");
        let flags: Vec<&str> = flags.split_whitespace().collect();
        let run = |rest: &[&str]| {
            let all = [&["solve", question, "--format", "json"], &flags[..], rest].concat();
            command().args(all).output().unwrap().stdout
        };
        let solved: serde_json::Value = serde_json::from_slice(&run(&["--shards", folder.as_str()])).unwrap();
        let plain: serde_json::Value = serde_json::from_slice(&run(&["--search"])).unwrap();
        assert_eq!(solved["outcome"], plain["outcome"], "{question}");
        assert_eq!(solved["winning_moves_total"], plain["winning_moves_total"], "{question}");
        let checked = ask_words(&format!("check {}", folder.as_str())).text();
        assert!(checked.starts_with("accepted"), "{checked}");
    }
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_a_killed_run_goes_on_and_ends_the_same() {
    let (whole, killed) = (Scratch::path("whole"), Scratch::path("killed"));
    let question = |folder: &Scratch| format!("solve cram@3x7 --parts 7 --format json --shards {}", folder.as_str());
    let expected = ask_words(&question(&whole)).json();
    for run in 0..12 {
        let mut child = command().args(question(&killed).split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(150 + 70 * run));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(ask_words(&question(&killed)).json(), expected);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_of_two_that_begin_at_once_the_loser_says_who_is_at_work() {
    for _ in 0..6 {
        let folder = Scratch::path("new");
        let question = format!("solve cram@3x5 --shards {}", folder.as_str());
        let begun = [(); 2].map(|()| command().args(question.split(' ')).stderr(Stdio::piped()).stdout(Stdio::null()).spawn());
        let ended = begun.map(|child| child.unwrap().wait_with_output().unwrap());
        assert!(ended.iter().any(|end| end.status.success()), "{ended:?}");
        for end in ended.iter().filter(|end| !end.status.success()) {
            let why = String::from_utf8_lossy(&end.stderr);
            assert!(why.contains("another process is using this directory"), "{why}");
        }
    }
}

#[test]
fn what_does_not_fit_is_said_in_a_line() {
    let (folder, other) = (Scratch::path("graph"), Scratch::path("other"));
    let path = folder.as_str();
    ask_words(&format!("solve cram@2x3 --shards {path}")).text();
    let refused = |question: &str| ask_words(question).regret();
    let why = refused(&format!("solve cram@2x4 --shards {path}"));
    assert!(why.contains("the directory contains the graph of cram@.../..., not of cram@..../...."), "{why}");
    let why = refused(&format!("solve cram@2x3 --shards {path} --parts 3"));
    assert!(why.contains("the graph has 64 parts, not 3"), "{why}");
    let why = refused(&format!("solve cram@3x3 --from {path}"));
    assert!(why.contains("the position is not in the graph"), "{why}");
    let why = refused(&format!("solve cram@2x3 --from {}", other.as_str()));
    assert!(why.contains("the directory contains no graph"), "{why}");
    let stopped = ask_words(&format!("solve cram@4x4 --shards {} --limit-positions 100 --format json", other.as_str())).stopped();
    assert!(stopped["stopped"] == "positions" && stopped["try"][0] == "the same command continues", "{stopped}");
    assert!(stopped["visited"] == 100 && stopped["seconds"].is_number(), "{stopped}");
    for (question, expected) in [
        (format!("solve nim@3+nim@4 --shards {path}"), "solve each part of a sum in its own directory"),
        (format!("solve nim@3 --from {path}"), "a position of cram"),
        (format!("solve --shards {path} -- -domineering@2x2"), "without a minus sign"),
        (format!("solve nim@10^30 --shards {path}"), "fewer than 2^64"),
        (format!("solve nim@3 --shards {path} --parts 0"), "from 1 to 1024"),
        (format!("solve nim@3 --shards {path} --search"), "cannot be used with"),
        (format!("solve - --shards {path}"), "one position"),
    ] {
        let output = command().args(question.split(' ')).output().unwrap();
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && why.contains(expected), "{question}: {why}");
    }
}

/// Creates a directory with a solved graph and another claim about it, with correct checksums.
fn with_another_claim(position: &str, claim: impl FnOnce(About) -> About) -> Scratch {
    let sum = Session::new().position(position).unwrap();
    let component = &sum.components()[0];
    let ComponentPosition::Small(start) = &component.position else { panic!("{position} is small") };
    let game = Game::new(component.rules.rules().clone(), Play::Normal);
    let root = game.words(start, Player::Left);
    let about = About { root, has_nimbers: game.has_nimbers(), ..About::of(&sum.to_string(), Play::Normal) };
    let folder = Scratch::path("claimed");
    let mut directory = Directory::create(std::path::Path::new(folder.as_str()), claim(about)).unwrap();
    sprague_shards::solve(&mut directory, &game, NonZeroUsize::MIN, &Limits::default(), |_| ()).unwrap();
    folder
}

#[test]
fn a_graph_is_not_believed_to_be_that_of_another_position() {
    let check = |folder: &Scratch| ask_words(&format!("check {}", folder.as_str()));
    for (small, large) in [
        ("kayles@2", "kayles@13"),
        ("cram@2x2", "cram@3x3"),
        ("chomp@2x2", "chomp@3x4"),
        ("wythoff@1.2", "wythoff@5.7"),
        ("domineering@2x2", "domineering@3x3"),
        ("nim@3", "nim@2"),
    ] {
        let said = check(&with_another_claim(small, |about| about));
        assert!(said.status == 0 && said.out.starts_with("accepted: "), "{small}: {}", said.err);
        let text = Session::new().position(large).unwrap().to_string();
        let said = check(&with_another_claim(small, |about| About { position: text, ..about }));
        assert!(
            said.status == 1 && said.err.contains("but the graph does not begin there"),
            "{small}: {} {}",
            said.out,
            said.err
        );
        let said = check(&with_another_claim(small, |about| About { play: Play::Misere, ..about }));
        assert!(said.status == 1 && !said.out.contains("accepted"), "{small}: {} {}", said.out, said.err);
    }
    let folder = Scratch::path("graph");
    ask_words(&format!("solve domineering@2x3 --first right --shards {}", folder.as_str())).text();
    assert!(check(&folder).out.replace('\n', " ").contains("can become when right starts, and in how many moves"));
    let json = ask_words(&format!("check {} --format json", folder.as_str())).json();
    assert_eq!((&json["first"], &json["play"], &json["accepted"]), (&"right".into(), &"normal".into(), &true.into()));
}

#[test]
fn forged_answers_are_rejected() {
    // answers of another game, in files that are intact
    let folder = Scratch::path("graph");
    ask_words(&format!("solve {PURSUIT}@a>c --shards {}", folder.as_str())).text();
    let other = Scratch::path("pursuit.rhai");
    let script = std::fs::read_to_string(PURSUIT).unwrap();
    std::fs::write(other.as_str(), script.replace("e: \"cf\"", "e: \"cfa\"")).unwrap();
    let why = ask_words(&format!("solve {}@a>c --from {}", other.as_str(), folder.as_str())).regret();
    assert!(why.contains("the files that contain the rules have changed since the graph was solved"), "{why}");
}

#[test]
fn options_without_meaning_are_refused_in_files_too() {
    let folder = Scratch::path("graph");
    let refused = |line: &str, option: &str| {
        let said = ask_words(line);
        assert!(said.status == 2 && said.err.contains(option), "{line}: {} {}", said.status, said.err);
    };
    refused(&format!("solve cram@2x2 --shards {} --first right", folder.as_str()), "--first");
    refused(&format!("solve cram@2x2 --shards {} --outcome-only --line", folder.as_str()), "--line");
    ask_words(&format!("solve cram@2x2 --shards {}", folder.as_str())).text();
    refused(&format!("solve cram@2x2 --from {} --first right", folder.as_str()), "--first");
    refused(&format!("strategy cram@2x2 --from {} --first right", folder.as_str()), "--first");
}
