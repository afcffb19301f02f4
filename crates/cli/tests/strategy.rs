//! Strategies are verified by rules in this file, accepted by `check`, and refused if forged.

use crate::program::{Scratch, ask, ask_words};
use serde_json::Value;
use std::collections::HashSet;

/// Follows a strategy for heaps of Nim against every answer. Each move must be in one heap. Returns the number of positions.
fn replay(strategy: &Value, is_misere: bool) -> usize {
    let heaps = |text: &str| -> Vec<u64> {
        let heaps = text.strip_prefix("nim@").unwrap().split(',');
        heaps.map(|heap| heap.parse().unwrap()).collect()
    };
    let text = |heaps: &[u64]| format!("nim@{}", heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    let options = |heaps: &[u64]| -> Vec<Vec<u64>> {
        let mut all = vec![];
        for (index, heap) in heaps.iter().enumerate() {
            for left in 0..*heap {
                let mut after = heaps.to_vec();
                after[index] = left;
                all.push(after);
            }
        }
        all
    };
    let start = heaps(strategy["position"].as_str().unwrap());
    let mut waiting = if strategy["winner"] == "mover" { vec![start] } else { options(&start) };
    let mut seen = HashSet::new();
    while let Some(here) = waiting.pop() {
        if !seen.insert(here.clone()) {
            continue;
        }
        if options(&here).is_empty() {
            assert!(is_misere, "who cannot move has lost");
            continue;
        }
        let after = heaps(strategy["moves"][text(&here)].as_str().unwrap());
        assert!(options(&here).contains(&after));
        let answers = options(&after);
        assert!(!answers.is_empty() || !is_misere, "who made the last move has lost");
        waiting.extend(answers);
    }
    seen.len()
}

#[test]
fn a_strategy_wins_against_every_answer() {
    for question in ["nim@3,4,5", "nim@1,2,3", "nim@2,5", "nim@4,4"] {
        for play in ["normal", "misere"] {
            let said = ask_words(&format!("strategy {question} --play {play}")).text();
            let strategy: Value = serde_json::from_str(&said).unwrap();
            assert!(replay(&strategy, play == "misere") > 1, "{question} {play}");
        }
    }
}

#[test]
fn check_accepts_strategies_of_every_rule() {
    let rules =
        ["disjunctive", "diminished", "conjunctive", "continued", "selective", "shortened-selective", "not-all", "moore=2"];
    for rule in rules {
        for play in ["normal", "misere"] {
            for question in ["nim@1,2,3", "kayles@4+knights:6@3.3", "grundy@6,5"] {
                let file = Scratch::path("strategy.json");
                let path = file.as_str().to_owned();
                let written = ask_words(&format!("strategy {question} --rule {rule} --play {play} -o {path}")).text();
                assert!(written.contains(" written to "), "{written}");
                let verdict = ask_words(&format!("check {path} --format json")).json();
                assert_eq!(verdict["accepted"], true, "{question} {rule} {play}: {verdict}");
            }
        }
    }
}

#[test]
fn a_drawn_position_gets_a_strategy_that_never_loses() {
    let graph = Scratch::file("ring.txt", "a b\nb a\nb c\nc d\n");
    let question = format!("digraph:{}@a", graph.as_str());
    let said = ask_words(&format!("strategy {question}")).text();
    let strategy: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(strategy["draw"], true);
    let file = Scratch::file("drawn.json", said);
    assert!(ask_words(&format!("check {}", file.as_str())).text().contains("never loses"));
}

#[test]
fn forged_strategies_are_rejected_with_the_reason() {
    let said = ask_words("strategy nim@3,4,5").text();
    let file = Scratch::file("forged.json", said.replace(r#""nim@3,4,5":"nim@1,4,5""#, r#""nim@3,4,5":"nim@9,4,5""#));
    let verdict = ask_words(&format!("check {} --format json", file.as_str()));
    assert_eq!(verdict.status, 1);
    assert!(verdict.out.contains("no legal move"), "{}", verdict.out);
    let file = Scratch::file("short.json", said.replace(r#","nim@3,4,5":"nim@1,4,5""#, ""));
    let verdict = ask_words(&format!("check {} --format json", file.as_str()));
    assert_eq!(verdict.status, 1);
    assert!(verdict.out.contains("has no move"), "{}", verdict.out);
}

/// Follows a strategy for partizan heaps against every answer, using rules in this file.
fn replay_partizan(strategy: &Value, sets: [&[u64]; 2], is_misere: bool) -> usize {
    let first = usize::from(strategy["first"] == "right");
    let is_mover = strategy["winner"] == "mover";
    let own = if is_mover { first } else { 1 - first };
    let (family, start) = strategy["position"].as_str().unwrap().split_once('@').unwrap();
    let options = |heaps: &str, player: usize| -> Vec<String> {
        let heaps: Vec<u64> = heaps.split(',').map(|heap| heap.parse().unwrap()).collect();
        let mut all = vec![];
        for index in 0..heaps.len() {
            for amount in sets[player].iter().filter(|amount| **amount <= heaps[index]) {
                let mut after = heaps.clone();
                after[index] -= amount;
                all.push(after.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            }
        }
        all
    };
    let mut waiting = if is_mover { vec![start.to_owned()] } else { options(start, 1 - own) };
    let mut seen = HashSet::new();
    while let Some(here) = waiting.pop() {
        if !seen.insert(here.clone()) {
            continue;
        }
        if options(&here, own).is_empty() {
            assert!(is_misere, "who cannot move has lost");
            continue;
        }
        let after = strategy["moves"][format!("{family}@{here}")].as_str().unwrap().split_once('@').unwrap().1.to_owned();
        assert!(options(&here, own).contains(&after));
        let answers = options(&after, 1 - own);
        assert!(!answers.is_empty() || !is_misere, "who made the last move has lost");
        waiting.extend(answers);
    }
    seen.len()
}

#[test]
fn partizan_strategies_say_who_is_first_and_win() {
    let sets: [&[u64]; 2] = [&[1, 3], &[2]];
    for sum in ["9", "9,4", "5,5,2", "12,7", "0", "1,1"] {
        for first in ["left", "right"] {
            for play in ["normal", "misere"] {
                let question = format!("asymmetric:1,3/2@{sum}");
                let said = ask_words(&format!("strategy {question} --first {first} --play {play}")).text();
                let strategy: Value = serde_json::from_str(&said).unwrap();
                assert_eq!(strategy["first"], first);
                replay_partizan(&strategy, sets, play == "misere");
                let outcome = ask_words(&format!("solve {question} --first {first} --play {play} --format json")).json();
                assert_eq!(outcome["outcome"] == "win", strategy["winner"] == "mover", "{question} {first} {play}");
                let file = Scratch::file("partizan.json", said);
                let verdict = ask_words(&format!("check {} --format json", file.as_str())).json();
                assert_eq!(verdict["accepted"], true, "{question} {first} {play}: {verdict}");
            }
        }
    }
}

#[test]
fn partizan_sums_of_several_games_have_strategies() {
    for question in ["asymmetric:1,3/2@6+nim@2", "asymmetric:2,5/1,4@9,7+kayles@4", "asymmetric:1/none@3+nim@1,2"] {
        for first in ["left", "right"] {
            let file = Scratch::path("mixed.json");
            ask_words(&format!("strategy {question} --first {first} -o {}", file.as_str())).text();
            let verdict = ask_words(&format!("check {} --format json", file.as_str())).json();
            assert_eq!(verdict["accepted"], true, "{question} {first}: {verdict}");
        }
    }
}

#[test]
fn forged_partizan_strategies_are_rejected() {
    let said = ask_words("strategy asymmetric:1,3/2@9 --first right").text();
    let refused = |text: String, reason: &str| {
        let file = Scratch::file("forged.json", text);
        let verdict = ask_words(&format!("check {} --format json", file.as_str()));
        assert_eq!(verdict.status, 1);
        assert!(verdict.out.contains(reason), "{}", verdict.out);
    };
    let (winner, swapped) = if said.contains(r#""winner":"mover""#) { ("mover", "other") } else { ("other", "mover") };
    refused(said.replace(&format!(r#""winner":"{winner}""#), &format!(r#""winner":"{swapped}""#)), "");
    refused(said.replace(r#""first":"right","#, ""), "the claim must state who starts");
    refused(said.replace(r#""first":"right""#, r#""first":"left""#), "");
}

#[test]
fn heaps_whose_moves_cannot_be_listed_are_no_finished_games() {
    let sums = ["nim@10^30", "nim@10^30,10^30", "all-but:1@10^30", "kayles@10^30", "grundy@10^20", "subtraction:1@10^30"];
    for (sum, rule) in sums.iter().flat_map(|sum| ["disjunctive", "conjunctive", "selective", "moore=2"].map(|rule| (sum, rule)))
    {
        for (play, winner) in [("normal", "other"), ("misere", "mover")] {
            let forged = format!(r#"{{"position":"{sum}","play":"{play}","rule":"{rule}","winner":"{winner}","moves":{{}}}}"#);
            let verdict = ask(["check", Scratch::file("far.json", forged).as_str()]);
            assert_eq!(verdict.status, 1, "{sum} {rule} {play}: {}", verdict.out);
        }
    }
}

#[test]
fn what_the_last_move_does_not_decide_is_refused_with_the_reason() {
    assert!(ask_words("strategy stones:1-3@7 --form multisets").refusal().contains("the stones that the players hold"));
    assert!(ask_words("strategy asymmetric:1/2@3 --rule selective").refusal().contains("Left and Right"));
}

#[test]
fn every_form_is_written_and_accepted() {
    let file = Scratch::path("form.json");
    let path = file.as_str();
    for (form, count, told, looked_at) in [
        ("positions", 41, "41 moves written to", "positions replayed"),
        ("multisets", 23, "23 moves of multisets written to", "positions replayed"),
        ("components", 6, "6 values of components written to", "6 values computed again"),
    ] {
        let said = ask_words(&format!("strategy nim@3,4,5 --form {form} -o {path}")).text();
        assert!(said.contains(told), "{said}");
        assert!(ask(["check", path]).text().contains(looked_at), "{form}");
        let report = ask_words(&format!("strategy nim@3,4,5 --form {form} -o {path} --format json")).json();
        assert_eq!(report["form"], form);
        let what = if form == "components" { "values" } else { "moves" };
        assert_eq!(report[what], count, "{report}");
    }
    let said = ask_words(&format!("strategy domineering@3x4 --form bounds -o {path}")).text();
    assert!(said.contains(" bounds of sums written to"), "{said}");
    let checked = ask(["check", path]).text();
    assert!(checked.contains("the bounds of ") && checked.contains(" sums proved again"), "{checked}");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_large_partizan_boards_are_written_by_bounds() {
    let file = Scratch::path("domineering.json");
    let written = ask(["strategy", "domineering@6x6", "-o", file.as_str(), "--format", "json"]).json();
    assert_eq!((&written["form"], &written["winner"]), (&"bounds".into(), &"mover".into()));
    // as multisets the strategy has 132005 moves
    let bounds = written["bounds"].as_u64().unwrap();
    assert!(bounds < 2_000, "{bounds}");
    assert!(ask(["check", file.as_str()]).text().starts_with("accepted: domineering@"));
}

#[test]
fn forged_bounds_are_rejected_with_the_reason() {
    let said = ask_words("strategy domineering@2x2 --form bounds").text();
    let bounds = r#""bounds":{"domineering@.,.":{"second":["1"],"first":["0"]},"domineering@../..":{"first":["0"]}}"#;
    let written: Value = serde_json::from_str(&said).unwrap();
    for (from, to, reason) in [
        (r#""first":["0"]"#, r#""first":["1"]"#, ""),
        (r#""play":"normal""#, r#""play":"misere""#, "bounds add up only under normal play"),
        (r#""rule":"disjunctive""#, r#""rule":"selective""#, "moves in one component at a time"),
        (r#""winner":"mover""#, r#""winner":"other""#, "do not add up to a win"),
        (r#""bounds":{"#, r#""bounds":{"frob@1":{},"#, "ruleset"),
        (r#""bounds":{"#, r#""bounds":{"nim@1":{"second":["1/3"]},"#, "cannot be read"),
    ] {
        let forged = said.replacen(from, to, 1);
        assert_ne!(forged, said, "{from} {bounds} {written}");
        let verdict = ask(["check", Scratch::file("forged.json", forged).as_str()]);
        assert_eq!(verdict.status, 1, "{}", verdict.out);
        assert!(verdict.out.contains(reason), "{from}: {}", verdict.out);
    }
}

#[test]
fn no_bound_of_a_board_can_be_raised() {
    let file = Scratch::path("board.json");
    for (board, first) in
        [("domineering@5x5", "left"), ("domineering@4x5", "right"), ("clobber@3x4", "left"), ("nogo@3x3", "left")]
    {
        let written = ask_words(&format!("strategy {board} --first {first} --form bounds -o {}", file.as_str()));
        assert_eq!(written.status, 0, "{}", written.err);
        assert!(ask(["check", file.as_str()]).text().starts_with("accepted: "), "{board}");
        let strategy: Value = serde_json::from_str(&std::fs::read_to_string(file.as_str()).unwrap()).unwrap();
        let bounds = strategy["bounds"].as_object().unwrap();
        assert!(bounds.len() < 300, "{board}: {}", bounds.len());
        // no position is worth so much to the owner
        let is_left = (strategy["winner"] == "mover") == (first == "left");
        let raised = if is_left { "20" } else { "-20" };
        for (sum, kinds) in bounds.iter().step_by(bounds.len() / 8) {
            for kind in ["first", "second"].into_iter().filter(|kind| kinds[kind].is_array()) {
                let mut forged = strategy.clone();
                forged["bounds"][sum][kind][0] = raised.into();
                let verdict = ask(["check", Scratch::file("forged.json", forged.to_string()).as_str()]);
                assert_eq!(verdict.status, 1, "{board} {sum} {kind}: {}", verdict.out);
            }
        }
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_three_long_rows_of_kayles_take_seconds() {
    let file = Scratch::path("kayles.json");
    let written = ask(["strategy", "kayles@40,39,38", "-o", file.as_str()]);
    assert!(written.work() < 5.0 && written.mebibytes < 200, "{} s, {} MiB", written.work(), written.mebibytes);
    assert!(written.text().contains("the player who does not start wins, 44583 values of components"));
    let checked = ask(["check", file.as_str()]);
    assert!(checked.work() < 10.0, "{} s", checked.work());
    assert!(checked.text().starts_with("accepted: kayles@40,39,38, normal play"));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_misere_sums_beyond_few_positions_are_written_by_multisets() {
    let said = ask_words("strategy nim@12,13,14,15 --play misere").text();
    let strategy: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(strategy["form"], "multisets");
    let sorted = |text: &Value| -> bool {
        let heaps: Vec<u64> = text.as_str().unwrap()["nim@".len()..].split(',').map(|heap| heap.parse().unwrap()).collect();
        heaps.is_sorted() && (heaps == [0] || !heaps.contains(&0))
    };
    let moves = strategy["moves"].as_object().unwrap();
    assert!(moves.iter().all(|(from, to)| sorted(&from.as_str().into()) && sorted(to)));
    let file = Scratch::file("misere.json", said);
    assert!(ask(["check", file.as_str()]).text().starts_with("accepted"));
}

#[test]
fn forged_values_are_rejected_with_the_reason() {
    let said = ask_words("strategy nim@1,2,4 --form components").text();
    let rejected = |from: &str, to: &str| {
        let forged = said.replace(from, to);
        assert_ne!(forged, said, "{from}");
        let verdict = ask(["check", Scratch::file("forged.json", forged).as_str()]);
        assert_eq!(verdict.status, 1, "{}", verdict.out);
        verdict.out
    };
    for (from, to, reason) in [
        (r#""nim@4":4"#, r#""nim@4":7"#, "nim@4 has the value 4 by the values of its options, not 7"),
        (r#""nim@4":4"#, r#""nim@4":9007199254740993"#, "not 9007199254740993"),
        (r#""nim@3":3,"#, "", "nim@3 can be reached, but has no value"),
        (r#""nim@4":4"#, r#""nim@4":4,"nim@5":5"#, "nim@5 has a value, but cannot be reached"),
        (r#""nim@4":4"#, r#""nim@4":4,"nim@04":4"#, "nim@04 has a value, but cannot be reached"),
        (
            r#""winner":"mover""#,
            r#""winner":"other""#,
            "the nim sum of the values of the components is 7, so the player of the strategy loses",
        ),
        (r#""play":"normal""#, r#""play":"misere""#, "impartial sums under normal play"),
        (r#""rule":"disjunctive""#, r#""rule":"selective""#, "moves in one component at a time"),
        ("nim@1,2,4", "nim@1,2,5", "nim@5 can be reached, but has no value"),
        ("nim@1,2,4", "asymmetric:1/2@3", "asymmetric:1/2@3 can be reached, but has no value"),
        ("nim@1,2,4", "stones:1-3@3", "stones:1-3@3.0.0 can be reached, but has no value"),
        ("nim@1,2,4", "frob@4", "ruleset"),
    ] {
        let reason_given = rejected(from, to);
        assert!(reason_given.contains(reason), "{from} {to}: {reason_given}");
    }
    let partizan = r#"{"position":"asymmetric:1/2@1","form":"components","play":"normal","rule":"disjunctive","winner":"mover","values":{"asymmetric:1/2@1":1}}"#;
    let verdict = ask(["check", Scratch::file("partizan.json", partizan).as_str()]);
    assert!(verdict.status == 1 && verdict.out.contains("Left and Right have different moves"), "{}", verdict.out);
    for (form, values) in [("components", "moves"), ("positions", "values"), ("multisets", "values"), ("bounds", "values")] {
        let mixed = said.replace("components", form).replace(r#""values""#, &format!("{values:?}"));
        assert!(ask(["check", Scratch::file("mixed.json", mixed).as_str()]).refusal().contains("expected a strategy in JSON"));
    }
}
