//! Complete games under every compound rule through a pipe: the program wins all won positions.

use crate::program::{Scratch, ask_words, tell};
use serde_json::Value;

const RULES: [&str; 10] = [
    "disjunctive",
    "diminished",
    "conjunctive",
    "continued",
    "selective",
    "shortened-selective",
    "not-all",
    "moore=1",
    "moore=2",
    "moore=9",
];

fn told(args: &str, typed: &str) -> String {
    tell(format!("play {args} --level perfect --quiet").split_whitespace(), typed.as_bytes()).text()
}

/// Returns the moves on offer, each with its number and its component.
fn offered(told: &str) -> Vec<(String, usize)> {
    let block = told.rsplit("\n\n").next().unwrap();
    let is_numbered = |line: &&str| line.trim().split(' ').next().is_some_and(|number| number.parse::<u32>().is_ok());
    let lines = block.lines().filter(|line| line.starts_with("  ")).filter(is_numbered);
    let part = |line: &str| {
        let (number, label) = line.trim().split_once(' ').unwrap();
        let component = label.trim().split_once(": ").and_then(|(index, _)| index.parse().ok()).unwrap_or(1);
        (number.to_owned(), component)
    };
    lines.map(part).collect()
}

/// An opponent, and the way in which it chooses among the moves of a component.
///
/// A greedy opponent moves in as many components as the rule allows, and others in as few as possible.
struct Opponent {
    name: &'static str,
    pick: fn(&[String], usize) -> usize,
    greedy: bool,
}

const OPPONENTS: [Opponent; 4] = [
    Opponent { name: "the first of everything", pick: |_, _| 0, greedy: true },
    Opponent { name: "the last of everything", pick: |moves, _| moves.len() - 1, greedy: true },
    Opponent { name: "a little somewhere", pick: |_, _| 0, greedy: false },
    Opponent { name: "this and that", pick: |moves, turn| (7 * turn + 3) % moves.len(), greedy: false },
];

/// Returns the input of an opponent: numbers of moves that the rule allows together.
fn answer(opponent: &Opponent, rule: &str, offered: &[(String, usize)], all: usize, turn: usize) -> String {
    let mut components: Vec<usize> = offered.iter().map(|(_, component)| *component).collect();
    components.dedup();
    let most = match rule {
        "disjunctive" | "diminished" | "moore=1" => 1,
        "not-all" => all - 1,
        "moore=2" => 2,
        _ => all,
    };
    let wanted = if opponent.greedy || rule.starts_with("con") { most } else { 1 };
    let chosen = components.iter().take(wanted).map(|component| {
        let moves: Vec<String> = offered.iter().filter(|(_, of)| of == component).map(|(number, _)| number.clone()).collect();
        moves[(opponent.pick)(&moves, turn)].clone()
    });
    chosen.collect::<Vec<_>>().join(" ")
}

/// Plays a game to its end, and compares every reply with the strategy.
fn play_out(sum: &str, rule: &str, play: &str, opponent: &Opponent) {
    let solved = ask_words(&format!("solve {sum} --rule {rule} --play {play} --format json")).json();
    let said = ask_words(&format!("strategy {sum} --rule {rule} --play {play}")).text();
    let strategy: Value = serde_json::from_str(&said).unwrap();
    let second = if solved["outcome"] == "win" { "--second" } else { "" };
    let args = format!("{sum} --rule {rule} --play {play} {second}");
    let all = sum.split(['@', '+']).map(|part| part.split(',').count()).skip(1).step_by(2).sum();
    let mut typed = String::new();
    for turn in 0..60 {
        let told = told(&args, &typed);
        assert!(!told.contains("expected"), "{args}, {}: {typed}: {told}", opponent.name);
        let last = told.lines().last().unwrap();
        if last != "no more input: the game ends here" {
            assert!(last.ends_with("the program wins."), "{args}, {}: {told}", opponent.name);
            follows(&told, &strategy, sum);
            return;
        }
        typed += &answer(opponent, rule, &offered(&told), all, turn);
        typed.push('\n');
    }
    panic!("{args}: no end against {}", opponent.name);
}

/// Asserts that every reply is the strategy's move in the position before it.
fn follows(told: &str, strategy: &Value, start: &str) {
    let mut here = start.to_owned();
    let mut lines = told.lines();
    while let Some(line) = lines.next() {
        let after = match line.split_once(": ") {
            Some(("you", step)) => step.rsplit("->  ").next().unwrap(),
            Some(("the program", _)) => {
                let shown = lines.by_ref().skip_while(|line| !line.is_empty()).nth(1).unwrap();
                assert_eq!(strategy["moves"][&here], shown, "{told}");
                shown
            }
            _ => continue,
        };
        here = after.to_owned();
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_program_wins_what_is_won_by_every_rule() {
    let mut games = 0;
    for sum in ["nim@1,2,3", "knights:6@3.4,5.5", "kayles@4+nim@2", "nim@0,3,1"] {
        for rule in RULES {
            for play in ["normal", "misere"] {
                // a debug build tries only one opponent for each, in turn
                let tried = if cfg!(debug_assertions) { 1 } else { OPPONENTS.len() };
                for opponent in OPPONENTS.iter().cycle().skip(games).take(tried) {
                    play_out(sum, rule, play, opponent);
                    games += 1;
                }
            }
        }
    }
}

#[test]
fn what_is_drawn_is_never_lost() {
    let graph = Scratch::file("ring.txt", "a b\nb a\nb c\nc d\n");
    for rule in ["disjunctive", "selective", "continued"] {
        let sum = format!("digraph:{}@a", graph.as_str());
        let told = told(&format!("{sum} --rule {rule}"), &"1\n".repeat(8));
        assert!(told.lines().last().unwrap() == "no more input: the game ends here", "{rule}: {told}");
    }
}

#[test]
fn a_move_in_several_components_is_typed_in_three_ways() {
    for typed in ["1 4", "1,4", "1, 4", "1: take 1, 3: take 1", "3:take 1,1:take 1", "nim@0,2,2"] {
        let told = told("nim@1,2,3 --rule selective", &format!("{typed}\n"));
        assert!(told.contains("you: 1: take 1, 3: take 1  ->  nim@0,2,2"), "{typed}: {told}");
    }
    let broken = told("kayles@5,3 --rule continued", "1: 5: take 1, leave 2.2, 2: 3: take 1, leave 1.1\n");
    assert!(broken.contains("->  kayles@2.2,1.1"), "{broken}");
    let huge = told("nim@10^30,5 --rule continued", "1: take 10^29, 2: take 3\n");
    assert!(huge.contains("->  nim@900000000000000000000000000000,2"), "{huge}");
    assert!(
        told("nim@1,2,3 --rule selective", "h\n").contains("won for you; best: 1: take 1, 2: take 2, 3: take 3  ->  nim@0,0,0")
    );
}

#[test]
fn what_a_rule_forbids_is_explained() {
    let answered = |rule: &str, typed: &str| {
        let told = told(&format!("nim@2,2,2 --rule {rule}"), &format!("{typed}\n"));
        let expected = told.lines().find(|line| line.starts_with("expected"));
        expected.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    assert_eq!(
        answered("conjunctive", "1 3"),
        "expected a move in every component that is not over: there is none in component 3"
    );
    assert_eq!(
        answered("selective", "1 2"),
        "expected one move per component, but `1: take 1` and `1: take 2` are in the same component"
    );
    assert_eq!(answered("not-all", "1 3 5"), "expected moves in at most 2 components, not in all 3");
    assert_eq!(answered("moore=2", "1 3 5"), "expected moves in at most 2 components, not in 3");
    assert_eq!(answered("diminished", "1 3"), "expected a move in exactly one component, not in 2");
    assert!(
        answered("selective", "9")
            .starts_with("expected numbers from 1 to 6, such as `1 3`, or moves, such as `1: take 1, 2: take 1`")
    );
    for wrong in ["1 9", ",", "1: take 1, 4: take 1", "1: take 3, 2: take 1", "1: take 1,", "take", "nim@2,2"] {
        assert!(told("nim@2,2,2 --rule selective", &format!("{wrong}\n")).contains("expected"), "{wrong}");
    }
}

#[test]
fn rules_that_have_no_meaning_are_refused() {
    assert!(ask_words("play asymmetric:1/2@3 --rule selective").refusal().contains("Left and Right"));
    assert!(ask_words("play stones:1-3@7 --rule not-all").refusal().contains("these rules say themselves who has won"));
    assert!(ask_words("play nim@3 --rule both").refusal().contains("moore=K"));
}
