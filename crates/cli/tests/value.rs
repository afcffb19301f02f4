//! `sprague value` and `sprague compare`: canonical forms from the command line, single ones and in batches.

use crate::program::{ask, ask_words, tell};
use serde_json::{Value, json};

fn valued(sum: &str) -> Value {
    ask(["value", "--format=json", "--", sum]).json()
}

/// Returns the answers to these lines.
fn batch(command: &str, lines: &str) -> Vec<Value> {
    let text = tell([command, "-"], lines.as_bytes()).text();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_switch_has_everything_that_is_promised() {
    let expected = json!({
        "position": "game@{1|-1}", "value": "{1|-1}", "canonical": [[[[[[], []]], []]], [[[], [[[], []]]]]],
        "outcome_class": "N", "left_stop": "1", "right_stop": "-1", "mean": "0", "temperature": "1", "birthday": 2, "number": null,
        "atomic_weight": null, "reduced": "{1|-1}", "name": "±1",
        "thermograph": { "left": [["-1", "2"], ["1", "0"]], "right": [["-1", "-2"], ["1", "0"]] }
    });
    assert_eq!(valued("game@{1|-1}"), expected);
    assert_eq!(valued("game@{ 1 | -1 }"), expected, "blanks are free");
    let dag = ask(["value", "game@{1|-1}", "--dag", "--format=json"]).json();
    assert_eq!(dag["dag"], json!([[["1"], ["-1"]]]));
}

#[test]
fn numbers_and_infinitesimals_have_what_they_have() {
    let facts = |sum: &str| {
        let answer = valued(sum);
        ["value", "number", "mean", "temperature", "atomic_weight", "outcome_class"].map(|key| answer[key].clone())
    };
    assert_eq!(facts("game@3/4"), [json!("3/4"), json!("3/4"), json!("3/4"), json!("-1/4"), json!(null), json!("L")]);
    assert_eq!(facts("game@0"), [json!("0"), json!("0"), json!("0"), json!("-1"), json!("0"), json!("P")]);
    assert_eq!(facts("kayles@5"), [json!("*4"), json!(null), json!("0"), json!("0"), json!("0"), json!("N")]);
    assert_eq!(facts("-game@^3"), [json!("v3"), json!(null), json!("0"), json!("0"), json!("-3"), json!("R")]);
    assert_eq!(facts("nim@10^15"), [json!("*1000000000000000"), json!(null), json!("0"), json!("0"), json!("0"), json!("N")]);
    assert_eq!(valued("nim@10^15")["birthday"], json!(1_000_000_000_000_000_u64));
    assert_eq!(valued("nim@10^15")["canonical"], json!(null), "it takes very many brackets");
}

#[test]
fn what_is_printed_is_read_again_and_a_sum_with_its_negative_is_nothing() {
    for sum in ["asymmetric:1,3/2@7+kayles@5", "game@{4||1|-3}+nim@2", "-game@{0||0|-2},{3|*}", "asymmetric:2,5/1,3@12,9"] {
        let value = valued(sum)["value"].as_str().unwrap().to_owned();
        assert_eq!(valued(&format!("game@{value}"))["value"], value.as_str(), "{sum}");
        let negative: Vec<String> =
            sum.split('+').map(|one| one.strip_prefix('-').map_or(format!("-{one}"), str::to_owned)).collect();
        assert_eq!(valued(&format!("{sum}+{}", negative.join("+")))["value"], "0", "{sum}");
    }
}

#[test]
fn values_are_cooled_heated_and_overheated() {
    let transformed = |flags: &[&str]| ask(["value", "--format=json"].iter().chain(flags)).json();
    let cooled = transformed(&["game@{2|-1}", "--cool", "1/2"]);
    assert_eq!((&cooled["value"], &cooled["cooled"]), (&json!("{3/2|-1/2}"), &json!("1/2")));
    assert_eq!(transformed(&["game@*", "--heat", "1"])["value"], "{1|-1}");
    assert_eq!(transformed(&["game@*", "--heat", "-1"])["value"], "0");
    let overheated = transformed(&["game@1/2", "--overheat", "1,{1|0}"]);
    assert_eq!(overheated["overheated"], json!(["1", "{1|0}"]));
    for (flag, text, expected) in [
        ("--cool", "-2", "character 1, `-`: expected a number to cool by, -1 or more"),
        ("--cool", "*", "character 1, `*`: expected a number to cool by"),
        ("--heat", "{1|x}", "character 4, `x`: expected a value"),
        ("--overheat", "1", "at the end, character 2: expected `,`"),
        ("--overheat", "1,x", "character 3, `x`: expected a value"),
        ("--overheat", "1,2,3", "character 4, `,`: expected two values"),
        ("--norton", "*", "character 1, `*`: expected another value, for the second factor of a Norton product must be positive"),
        ("--ordinal", "{1|", "character 4: expected"),
        ("--then", "Thaw", "character 1, `T`: expected a method of values: AtomicWeight, "),
        ("--then", "Freeze.Cool(1", "expected ')'"),
    ] {
        let refusal = ask(["value", "nim@1", flag, text]).refusal();
        assert!(refusal.contains(expected), "{flag} {text}: {refusal}");
    }
    assert_eq!(ask(["value", "nim@1", "--cool=1", "--heat=1"]).status, 2);
}

#[test]
fn methods_lead_from_values_to_loopy_ones() {
    // a misspelt name is refused before any value is computed
    let refused = |words: &str| ask_words(&format!("value {words}")).refusal();
    for (words, expected) in [
        ("game@1 --then OrdinalSum(on).Bar", "character 16, `B`: expected a method of values: AtomicWeight, "),
        ("domineering@7x7 --limit-time 1 --then Freeze.Thaw", "character 8, `T`: expected a method of values: AtomicWeight, "),
        // of two errors, the one further to the right is reported
        ("game@1 --then OrdinalSum(on).OrdinalSum(x)", "character 27, `x`: expected a value"),
        ("game@1 --then Cool(x)", "character 6, `x`: expected a value"),
        // only values without cycles have nodes, and `--dag` is refused instead of ignored
        ("game@1 --then OrdinalSum(on) --dag --format json", "lead to a loopy one"),
        ("game@over --dag --then Onside", "lead to a loopy one"),
    ] {
        let refusal = refused(words);
        assert!(refusal.contains(expected), "{words}: {refusal}");
    }
    let told = |words: &str| ask_words(&format!("value {words} --format=json")).json();
    let loopy = told("game@1 --then OrdinalSum(on)");
    assert_eq!((&loopy["loopy"], &loopy["then"]), (&json!(true), &json!("OrdinalSum(on)")));
    // methods may lead back to a value without cycles, which has nodes
    for (words, value) in
        [("game@0 --then OrdinalSum(over).FollowerCount --dag", "2"), ("game@tis --then Onside.Degree --dag", "0")]
    {
        let answer = told(words);
        assert_eq!((&answer["value"], answer["dag"].is_array()), (&json!(value), true), "{words}: {answer}");
    }
    // a value that is too long to write
    let long = "asymmetric:2,3/1,3,4@23";
    assert_eq!(told(long)["value_skipped"], json!(true));
    assert_eq!(told(&format!("{long} --then OrdinalSum(over)"))["loopy"], json!(true));
}

#[test]
fn methods_facts_and_cgsuites_text_are_asked_for() {
    let told = |words: &str| ask_words(&format!("value {words} --format=json")).json();
    let answers = [
        ("game@(1/4) --cool -3/8", "{3/8|1/8}", "cooled", json!("-3/8")),
        ("game@1/2 --norton ^", "{^2*|v*}", "norton", json!("^")),
        ("game@* --ordinal 1", "^*", "ordinal", json!("1")),
        ("domineering@2x3 --then Freeze.Companion", "3/4*", "then", json!("Freeze.Companion")),
        ("game@^[3]+nim@1 --as cgsuite", "{0,{0,^*|0}|0}", "cgsuite", json!("^[3]*")),
    ];
    for (words, value, key, made) in answers {
        let answer = told(words);
        assert_eq!((&answer["value"], &answer[key]), (&json!(value), &made), "{words}");
    }
    let facts = told("game@{3|1} --facts");
    assert_eq!(facts["facts"]["is"], json!(["even", "odd-tempered"]));
    assert_eq!(facts["facts"]["left_scaffold"], json!([["-1", "3"]]));
    assert_eq!(facts["facts"]["sensible"]["left"], json!([{ "move": "to 3", "to": "game@3", "line": ["game@3"] }]));
    assert_eq!(told("game@{3|1} --facts --then Freeze")["facts"]["sensible"], json!(null), "there is no position");
    assert_eq!(ask_words("value nim@1 --play misere --as cgsuite").status, 2);
    assert_eq!(batch("value", "game@Tiny(2)\ngame@{2|0}.Overheat(1,(1+*))+nim@1\n").len(), 2);
    assert_eq!(
        ask_words("compare game@(1+*).Tiny game@{0||0|-1*}").text().lines().next(),
        Some("game@{0|{0|-1*}}  =  game@{0|{0|-1*}}")
    );
}

#[test]
fn what_has_no_value_is_refused_with_the_reason() {
    for (question, reason) in [
        ("value nim@3 --rule selective", "under other rules, values do not add"),
        ("value nim@1+stones:1-3@5", "character 18, `5`: expected a game that the last move decides"),
        ("compare nim@1 stones:1-3@5", "character 12, `5`: expected a game that the last move decides"),
        ("table domineering --to 3x3 --play misere --rows values", "expected normal play"),
        ("compare nim@1", "add a second sum"),
        ("compare - nim@1", "each line that is read contains both"),
        ("value game@{1|", "character 9"),
        ("value game@{1|-1},^v", "character 14"),
        ("value - --format text", "prints one JSON object per line"),
    ] {
        let refusal = ask_words(question).refusal();
        assert!(refusal.contains(reason), "{question}: {refusal}");
    }
    let loops = crate::program::Scratch::file("loop", "a b\nb a\n");
    for question in ["value digraph:@a --cool 1", "value digraph:@a --dag"] {
        let question = question.replace("digraph:", &format!("digraph:{}", loops.as_str()));
        assert!(ask_words(&question).refusal().contains("a position can repeat"), "{question}");
    }
}

/// Rules under which Left takes one and Right may only pass.
const OVER: &str = "let example = \"1\";\nfn left_moves(n) { if n > 0 { [n - 1] } else { [] } }\nfn right_moves(n) { if n > 0 { [n] } else { [] } }\n";

/// Toads and Frogs in which animals may also step back.
const BACKSLIDING: &str = r#"let example = "t.f";
fn step(row, who, way) {
    let all = [];
    for i in 0..row.len() {
        if row[i] != who { continue; }
        for by in [way, -way] {
            let to = i + by;
            if to >= 0 && to < row.len() && row[to] == '.' { let after = row; after[i] = '.'; after[to] = who; all.push(after); }
        }
        let to = i + 2 * way;
        if to >= 0 && to < row.len() && row[i + way] != '.' && row[i + way] != who && row[to] == '.' {
            let after = row; after[i] = '.'; after[to] = who; all.push(after);
        }
    }
    all
}
fn left_moves(row) { step(row, 't', 1) }
fn right_moves(row) { step(row, 'f', -1) }
"#;

#[test]
fn loopy_games_have_stoppers_or_sides() {
    let folder = crate::program::Scratch::folder("loopy");
    let file = |name: &str, text: &str| std::fs::write(format!("{}/{name}", folder.as_str()), text).unwrap();
    file("over.rhai", OVER);
    file("back.rhai", BACKSLIDING);
    file("loop", "a b\nb a\n");
    let there = |sum: &str| sum.replace("./", &format!("{}/", folder.as_str()));
    let answer = |sum: &str| ask(["value", "--format=json", "--", &there(sum)]).json();
    let over = answer("./over.rhai@1");
    assert_eq!((&over["value"], &over["stopper"], &over["outcome_class"]), (&json!("over"), &json!(true), &json!("L")));
    assert_eq!((&over["left_stop"], &over["degree"], &over["variety"]), (&json!("over"), &json!("over"), &json!("over")));
    // from CGSuite's GameStripTest: {on||0|-1/2} & {1/2|0||off}
    let back = answer("./back.rhai@ttt..fff");
    assert_eq!((&back["onside"], &back["offside"]), (&json!("{on|{0|-1/2}}"), &json!("{{1/2|0}|off}")));
    assert_eq!((&back["stopper"], &back["outcome_class"]), (&json!(false), &json!("D")));
    for (sum, value, class) in [
        ("./over.rhai@3,2", "over", "L"),
        ("./over.rhai@1+kayles@5", "over", "L"),
        ("./over.rhai@1+game@{1|-1}", "{1over|-1over}", "N"),
        ("./over.rhai@1+-./over.rhai@1", "over&under", "D"),
        ("digraph:./loop@a", "dud", "D"),
        ("./back.rhai@t.f", "0", "P"),
    ] {
        let found = answer(sum);
        assert_eq!((&found["value"], &found["outcome_class"]), (&json!(value), &json!(class)), "{sum}");
        let played = ask(["solve", "--format=json", "--outcome-only", "--", &there(sum)]).json();
        if let Some(by_play) = played["outcome_class"].as_str() {
            assert_eq!(by_play, class, "{sum}");
        }
    }
    for (left, relation, right) in [
        ("./over.rhai@1", ">", "nim@0"),
        ("./over.rhai@2", "=", "./over.rhai@1"),
        ("./over.rhai@1", "<", "game@1/1024"),
        ("./over.rhai@1", ">", "game@^5"),
        ("digraph:./loop@a", "||", "nim@0"),
        ("digraph:./loop@a", "||", "game@1000"),
        ("./back.rhai@ttt..fff", "=", "./back.rhai@ttt..fff"),
    ] {
        let found = ask(["compare", "--format=json", "--", &there(left), &there(right)]).json();
        assert_eq!(found["relation"], relation, "{left} {right}");
    }
    let stopped = ask_words(&there("value ./back.rhai@ttt..fff --limit-positions 100"));
    assert_eq!((stopped.status, stopped.err.contains("stopped after 100 positions")), (1, true), "{}", stopped.err);
    let said = ask_words(&there("value ./over.rhai@1+-./over.rhai@1")).out;
    assert!(said.contains("nobody wins, whoever starts (outcome class D)\nonside over\noffside under\n"), "{said}");
}

#[test]
fn a_comparison_says_the_relation_and_who_wins_the_difference() {
    // the search for a period of the values goes as far as there are heaps, which takes ten seconds in a debug build
    let absurd = if cfg!(debug_assertions) { "asymmetric:1/none@3000" } else { "asymmetric:1/none@1000000000000000000" };
    for (left, right, relation, sentence) in [
        ("game@^", "nim@1", "||", "confused with the second: in the first minus the second whoever starts wins"),
        ("game@^,^", "nim@1", ">", "greater than the second: in the first minus the second Left wins"),
        ("-game@^,^", "nim@1", "<", "less than the second: in the first minus the second Right wins"),
        ("kayles@5,4", "nim@4+kayles@4", "=", "equal to the second: in the first minus the second whoever starts loses"),
        (absurd, "game@{9|0}", ">", "greater"),
    ] {
        let json = ask(["compare", "--format=json", "--", left, right]).json();
        assert_eq!(json, json!({ "left": left, "right": right, "relation": relation }));
        let text = ask(["compare", "--", left, right]).text();
        assert!(text.contains(&format!("{left}  {relation}  {right}\n")) && text.contains(sentence), "{text}");
    }
}

#[test]
fn a_comparison_agrees_with_the_value_of_the_difference() {
    let sums = [
        "game@{2|-1}",
        "game@0",
        "-game@^,*2",
        "kayles@5",
        "domineering@3x3",
        "clobber@xoxoxo",
        "toads-frogs@TT.FF+nim@1",
        "asymmetric:1,3/2@9,6",
        "-asymmetric:2,5/1,3@12",
        "-domineering@2x3+game@3/4",
        "hackenbush@LRRL,LE",
        "cutcake@3x5+game@-1*",
    ];
    let pairs: Vec<[&str; 2]> = sums.iter().flat_map(|left| sums.iter().map(move |right| [*left, *right])).collect();
    let compared = batch("compare", &pairs.iter().map(|pair| pair.join(" ")).collect::<Vec<_>>().join("\n"));
    let negated = |sum: &str| {
        let negated = |one: &str| one.strip_prefix('-').map_or(format!("-{one}"), str::to_owned);
        sum.split('+').map(negated).collect::<Vec<_>>().join("+")
    };
    let differences: Vec<String> = pairs.iter().map(|[left, right]| format!("{left}+{}", negated(right))).collect();
    let valued = batch("value", &differences.join("\n"));
    let mut seen = std::collections::BTreeSet::new();
    for ((pair, compared), valued) in pairs.iter().zip(compared).zip(valued) {
        let relation = match valued["outcome_class"].as_str().unwrap() {
            "L" => ">",
            "R" => "<",
            "P" => "=",
            _ => "||",
        };
        assert_eq!(compared["relation"], relation, "{pair:?}");
        assert_eq!(relation == "=", valued["value"] == "0", "{pair:?}");
        seen.insert(relation);
    }
    assert_eq!(seen.len(), 4);
}

#[test]
fn batches_are_answered_in_order_and_errors_say_where() {
    let lines = "game@{a|b}\nnim@2\n\n-game@{1||0 | *},^\nvalue\n";
    let answers = batch("value", lines);
    assert_eq!((answers[0]["at"].as_u64(), answers[0]["line"].as_u64()), (Some(6), Some(1)));
    assert_eq!((&answers[1]["value"], &answers[2]["position"]), (&json!("*2"), &json!("-game@{1|^},^")));
    assert_eq!((answers[3]["at"].as_u64(), answers[3]["line"].as_u64()), (Some(0), Some(5)));

    let lines = "game@{1 | -1} game@{1|-1},*+nim@1\nnim@1\nnim@1 nim@x\nnim@1 nim@2 nim@3\n-nim@1\t-game@*\nnim@1 stones:1@1\n";
    let answers = batch("compare", lines);
    assert_eq!((&answers[0]["relation"], &answers[4]["relation"]), (&json!("="), &json!("=")));
    let places: Vec<Option<u64>> = answers.iter().map(|answer| answer["at"].as_u64()).collect();
    assert_eq!(places, [None, Some(5), Some(10), Some(12), None, Some(15)]);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_limits_are_answers() {
    let known = |line: &str| {
        let mut said = ask_words(&format!("{line} --limit-positions 5 --format json")).stopped();
        assert!(said.as_object_mut().unwrap().remove("seconds").is_some_and(|seconds| seconds.is_number()));
        said
    };
    let (stopped, why) = ("positions", "stopped after 5 positions");
    let tries = ["solve --outcome-only", "--limit-positions 50"];
    let value = json!({ "position": "asymmetric:1,3/2,4@30", "stopped": stopped, "why": why, "visited": 5, "try": tries });
    assert_eq!(known("value asymmetric:1,3/2,4@30"), value);
    let sums = json!({
        "left": "asymmetric:1,3/2,4@30", "right": "nim@1", "stopped": stopped, "why": why, "visited": 5, "try": tries[1..],
    });
    assert_eq!(known("compare asymmetric:1,3/2,4@30 nim@1"), sums);
    let regret = ask_words("value asymmetric:1,3/2,4@30 --limit-positions 5").regret();
    assert!(regret.contains("--limit-positions allows more"), "{regret}");
    let said = ask_words("value clobber@4x5 --limit-memory 30M --limit-time 30 --format json");
    assert!(said.mebibytes < 100, "{} MiB", said.mebibytes);
    assert!(["memory", "time"].contains(&said.stopped()["stopped"].as_str().unwrap()));
    let said = ask_words("table domineering --to 7x7 --limit-time 1 --format json");
    assert!(said.work() < 5.0);
    assert_eq!(said.stopped()["stopped"], "time");
}

#[test]
fn a_value_that_is_too_long_to_write_comes_as_shared_nodes() {
    // the length of the text grows exponentially, but not the number of nodes
    let long = "asymmetric:2,3/1,3,4@30";
    let answer = ask_words(&format!("value {long} --dag --format json")).json();
    let keys = ["value", "reduced", "value_skipped", "temperature"].map(|key| answer[key].clone());
    assert_eq!(keys, [json!(null), json!(null), json!(true), json!("0")]);
    let nodes = answer["dag"].as_array().unwrap();
    assert!((10..100).contains(&nodes.len()), "{answer}");
    // options are earlier nodes, or text
    for (at, node) in nodes.iter().enumerate() {
        for option in node.as_array().unwrap().iter().flat_map(|side| side.as_array().unwrap()) {
            assert!(option.is_string() || option.as_u64().unwrap() < at as u64, "{node}");
        }
    }
    assert!(ask_words(&format!("value {long}")).text().contains("--format json --dag"));
    assert!(ask_words(&format!("compare {long} {long}")).text().contains("  =  "));
}

#[test]
fn the_text_says_it_in_words_and_draws_a_thermograph() {
    let text = ask(["value", "game@{2|-1}"]).text();
    for part in [
        "game@{2|-1}: {2|-1}, which is 1/2 ± 3/2\n",
        "whoever starts wins (outcome class N)\n",
        "mean 1/2 ± temperature 3/2\n",
        "left stop 2, right stop -1\n",
        "birthday 3\n",
        "thermograph, by tax:\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.ends_with("2          1/2         -1\n"), "{text}");
    let text = ask(["value", "game@^*"]).text();
    assert!(text.contains("which is up + star\n") && text.contains("all-small, of atomic weight 1\n"), "{text}");
    assert!(!text.contains("thermograph"), "a mast says nothing: {text}");
}

#[test]
fn solve_shows_values_and_which_moves_nobody_need_look_at() {
    let text = ask(["solve", "game@{1|-1}+asymmetric:1,2/none@2", "--moves=all"]).text();
    assert!(text.contains("\nvalue {3|1}\n"), "{text}");
    assert!(text.contains("  1: to 1  ->  game@1+asymmetric:1,2/none@2: lost, value 3\n"), "{text}");
    assert!(text.contains("  2: take 1  ->  game@{1|-1}+asymmetric:1,2/none@1: won, value {2|0}, dominated\n"), "{text}");
    // the outcome of a single heap follows from rows, but the heap also has a value, for any size if the law of its class is
    // proved
    let answer = ask_words("solve asymmetric:1,3/2@7 --moves all --format json").json();
    assert_eq!(answer["value"], valued("asymmetric:1,3/2@7")["value"]);
    for mv in answer["moves"].as_array().unwrap() {
        assert_eq!(mv["value"], valued(mv["to"].as_str().unwrap())["value"], "{mv}");
    }
    let answer = ask_words("solve asymmetric:1,3/2@10^30 --format json").json();
    assert_eq!(answer["value"], valued("asymmetric:1,3/2@10^30")["value"]);
    assert_eq!(answer["value"], "1^499999999999999999999999999996*");
    assert!(ask_words("solve asymmetric:1,3/2@1000000000001 --format json").json().get("value").is_none());
    let misere = ask_words("solve asymmetric:1,3/2@7 --play misere --moves all --format json").json();
    assert_eq!((misere.get("value"), misere["moves"][0].get("value")), (None, None));
    let answer = ask(["solve", "game@^+nim@1", "--moves=all", "--format=json"]).json();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["value"], &moves[0]["dominated"]), (&json!("*"), &json!(null)));
    assert_eq!((&moves[1]["value"], &moves[1]["reversible_through"]), (&json!("^"), &json!("*")));
}

#[test]
fn values_with_large_numbers_are_not_walked_through() {
    for value in ["{1000000000000000000000|-1}", "1000000000000000000000^", "*18446744073709551615", "{*18446744073709551615|^}"]
    {
        let game = format!("game@{value}");
        let said = ask(["compare", &game, &game, "--limit-positions", "10000"]);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{value}");
        assert!(said.out.contains("  =  "), "{}", said.out);
    }
}

#[test]
fn threads_together_find_the_same_value() {
    let alone = ask_words("value domineering@3x4,2x5+clobber@xoxoxo+nim@2 --format json");
    let together = ask_words("value domineering@3x4,2x5+clobber@xoxoxo+nim@2 --format json --jobs 3");
    assert_eq!((alone.status, &alone.out), (0, &together.out));
    assert_eq!(ask_words("value nim@2 --jobs 0").status, 2);
}

#[test]
fn misere_forms_are_valued_compared_and_taken_apart() {
    let form = |sum: &str| ask(["value", "--play=misere", "--format=json", "--parts", sum]).json();
    assert_eq!(
        form("kayles@5"),
        json!({
            "position": "kayles@5", "play": "misere", "form": "*[(32)321]", "outcome": "win", "birthday": 5, "genus": [4, [1, 4, 6, 4, 6]],
            "misere_nimber": 1, "heap": null, "kind": "restless", "implies": "sums are known by their forms alone",
            "partitions": [["*[(32)321]"]]
        })
    );
    assert_eq!(form("nim@4,2")["partitions"], json!([["*[2]", "*[4]"]]));
    assert_eq!(form("kayles@3,2,1")["heap"], json!(null));
    assert_eq!(form("grundy@6+kayles@1")["heap"], json!(0));
    let relation = |first: &str, second: &str| ask(["compare", "--play=misere", "--format=json", first, second]).json();
    assert_eq!(relation("kayles@1,2", "nim@3")["relation"], "=");
    let linked = relation("nim@2,2", "nim@0");
    assert_eq!(
        (&linked["relation"], &linked["link"], &linked["distinguisher"]),
        (&json!("linked"), &json!("*[32]"), &json!("*[0]"))
    );
    assert_eq!(relation("nim@2", "nim@1")["relation"], "apart");
    let lines = tell(["compare", "-", "--play=misere", "--within=dicot"], b"nim@1,1 nim@0\nclobber@xoxo clobber@xo\n").text();
    let relations: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["relation"].clone()).collect();
    assert_eq!(relations, ["=", "||"]);
    // *+* is 0 among dicots only, and an end plus its negative is 0 among dead-ending games
    for (pair, expected) in [(["nim@1,1", "nim@0"], "||"), (["game@1,-1", "nim@0"], "=")] {
        let compared = ask(["compare", "--play=misere", "--within=dead-ending", "--format=json", pair[0], pair[1]]).json();
        assert_eq!((&compared["relation"], &compared["within"]), (&json!(expected), &json!("dead-ending")), "{pair:?}");
    }
    for (question, why) in [
        ("value domineering@2x2 --play misere", "character 13, `2`: expected an impartial game"),
        ("value nim@3 --parts", "--parts applies to misère forms"),
        ("value nim@3 --play misere --cool 1", "--cool applies to values under normal play"),
        ("value nim@3,4 --play misere --rule selective", "expected a disjunctive sum"),
        ("value stones:1-3@5 --play misere", "stones"),
        ("compare nim@1 domineering@2x2 --play misere --within dicot", "domineering@2x2: character 13, `2`: expected a dicot"),
        (
            "compare toads-frogs@T.FTF nim@1 --play misere --within dead-ending",
            "toads-frogs@T.FTF: character 13, `T`: expected a dead-ending game",
        ),
        ("compare nim@1 nim@2 --within dicot", "--within applies to --play misere"),
        ("analyse cram --play misere --rows forms", "expected a family of heaps"),
        ("analyse kayles --rows forms", "`play` misere"),
    ] {
        let line = ask_words(question).refusal();
        assert!(line.contains(why), "{question}: {line}");
    }
    let long = ask_words("compare grundy@60 grundy@61 --play misere").out;
    assert!(long.contains("a form of ") && long.lines().all(|line| line.len() < 400), "{long}");
    let stopped = ask_words("value grundy@200 --play misere --limit-positions 2000");
    assert_eq!((stopped.status, stopped.err.contains("stopped after 2000 positions")), (1, true), "{}", stopped.err);
}

#[test]
fn rows_of_misere_forms_are_those_of_the_heaps() {
    let rows = ask_words("analyse grundy --play misere --rows forms --to 16 --format json").json();
    for heap in 0..=16 {
        let form = ask_words(&format!("value grundy@{heap} --play misere --format json")).json();
        for (list, key) in [("forms", "form"), ("kinds", "kind")] {
            assert_eq!(rows[list][heap], form[key], "{heap}");
        }
    }
    assert_eq!(rows["genera"][13], "3^{1431}");
}
