//! `sprague find`: known answers, formats, limits, checkpoints, refusals.

use crate::plugins::{Folder, ask_in};
use crate::program::{Scratch, ask, ask_words};
use serde_json::{Value, json};

/// Returns the answer to a search in JSON.
fn found(args: &[&str]) -> Value {
    ask(["find"].iter().chain(args).chain(&["--format", "json"])).json()
}

fn positions(answer: &Value) -> Vec<&str> {
    answer["positions"].as_array().unwrap().iter().map(|found| found["position"].as_str().unwrap()).collect()
}

#[test]
fn sizes_are_the_known_ones() {
    for (squares, count) in (1..).zip([1, 1, 2, 5, 12, 35, 108, 369, 1285]) {
        let answer = found(&["cram", "--squares", &squares.to_string(), "--count"]);
        assert_eq!((&answer["looked_at"], &answer["found"]), (&json!(count), &json!(count)));
    }
    for (vertices, count) in (1..).zip([1, 1, 2, 6, 21, 112, 853]) {
        let answer = found(&["node-kayles", "--vertices", &vertices.to_string(), "--count"]);
        assert_eq!(answer["sizes"], json!([[vertices, count, count]]));
    }
    for (day, count) in (0..).zip([1, 4, 22]) {
        assert_eq!(found(&["game", "--day", &day.to_string()])["found"], count);
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_the_hottest_boards_of_domineering_are_the_known_ones() {
    for (squares, shapes) in [(11, 17_073), (12, 63_600)] {
        let answer = found(&["domineering", "--squares", &squares.to_string(), "--sort", "temperature", "--top", "1"]);
        assert_eq!(
            (&answer["positions"][0]["keys"]["temperature"], &answer["looked_at"]),
            (&json!("7/4"), &json!(shapes)),
            "{squares}"
        );
    }
}

#[test]
fn ups_are_boards_of_domineering() {
    let answer = found(&["domineering", "--squares", "6", "--where", "value = ^"]);
    assert!(answer["found"].as_u64() > Some(0));
    let value = ask(["value", positions(&answer)[0]]).text();
    assert!(value.contains("= ^") || value.contains("^"), "{value}");
}

#[test]
fn the_least_board_of_cram_of_each_nimber_is_found() {
    for (nimber, squares) in [(1, 2), (2, 4), (3, 6)] {
        let answer = found(&["cram", "--squares", "9", "--smallest", "--where", &format!("nimber = {nimber}")]);
        let first = &answer["positions"][0];
        assert_eq!((&first["keys"]["nimber"], &first["size"]), (&json!(nimber), &json!(squares)), "{answer}");
        let all = answer["positions"].as_array().unwrap();
        assert!(all.iter().all(|found| found["size"] == json!(squares)));
    }
}

#[test]
#[ignore = "release: runs of 0.02 s get nowhere without optimisation"]
fn release_threads_parts_and_checkpoints_change_nothing() {
    let args = ["domineering", "--squares", "8", "--where", "temperature >= 1 or value = 1/2", "--sort", "temperature"];
    let whole = found(&args);
    for jobs in ["1", "2", "5"] {
        assert_eq!(found(&[&args[..], &["--jobs", jobs]].concat()), whole);
    }
    let parts: Vec<Value> = (1..=3).map(|part| found(&[&args[..], &["--shard", &format!("{part}/3")]].concat())).collect();
    let count: u64 = parts.iter().map(|part| part["found"].as_u64().unwrap()).sum();
    assert_eq!(json!(count), whole["found"]);
    let checkpoint = Scratch::path("find.checkpoint");
    let kept = [&args[..], &["--checkpoint", checkpoint.as_str()]].concat();
    let mut runs = 0;
    let resumed = loop {
        let run = ask(["find"].iter().chain(&kept).chain(&["--limit-time", "0.02", "--format", "json"]));
        runs += 1;
        let answer: Value = serde_json::from_str(&run.out).unwrap();
        if answer.get("stopped").is_none() || runs > 1000 {
            break answer;
        }
    };
    assert_eq!(resumed, whole, "{runs} runs");
    let other = ask(["find", "cram", "--squares", "3", "--checkpoint", checkpoint.as_str()]).regret();
    assert!(other.contains("this checkpoint belongs to `find \"domineering\""), "{other}");
}

#[test]
fn a_key_that_is_named_like_a_field_is_told_beside_it() {
    let checkpoint = Scratch::path("number.checkpoint");
    let args = ["domineering", "--squares", "4", "--where", "number"];
    let kept = [&args[..], &["--checkpoint", checkpoint.as_str()]].concat();
    let whole = found(&args);
    assert!(
        whole["positions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|found| found["number"].is_u64() && found["keys"]["number"].is_string())
    );
    assert_eq!((found(&kept), found(&kept)), (whole.clone(), whole));
}

#[test]
fn the_turned_image_is_told_where_it_is_sorted_first() {
    let largest = |args: &[&str]| found(&[&["domineering", "--squares", "5", "--top", "1"], args].concat());
    let (any, wanted) = (largest(&["--sort", "mean"]), largest(&["--sort", "mean", "--where", "mean > 1"]));
    assert_eq!(any["positions"], wanted["positions"]);
    assert_eq!(any["positions"][0]["keys"]["mean"], "2");
    assert_eq!(largest(&["--sort", "-mean"])["positions"][0]["keys"]["mean"], "-2");
}

#[test]
fn a_search_for_the_first_ones_that_has_ended_stays_as_it_is() {
    let checkpoint = Scratch::path("top.checkpoint");
    let args = ["kayles", "--to", "100", "--where", "nimber = 1", "--top", "2", "--checkpoint", checkpoint.as_str()];
    assert_eq!([found(&args), found(&args)].map(|answer| positions(&answer).len()), [2, 2]);
    assert_eq!(found(&["kayles", "--to", "9", "--top", "0"])["found"], 0);
}

#[test]
fn forged_parts_are_refused_in_time() {
    let part = found(&["domineering", "--squares", "5", "--sort", "temperature", "--shard", "1/2"]);
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut part = part.clone();
        change(&mut part);
        let file = Scratch::file("forged.json", sprague_questions::sweep::seal(part).to_string());
        ask(["merge", "--partial", file.as_str()])
    };
    assert!(forged(&|_| {}).text().contains("found"));
    for change in [
        (&|part: &mut Value| part["looked_at"] = json!("18446744073709551615")) as &dyn Fn(&mut Value),
        &|part| part["sizes"] = json!([[5, "18446744073709551615", 3], [6, "18446744073709551615", 3]]),
        &|part| part["shard"] = json!("2/2"),
        &|part| part["found"] = json!(1),
    ] {
        assert!(forged(change).regret().contains("damaged"), "{part}");
    }
    // a text whose value would take long to compute is not accepted as a number
    forged(&|part| part["positions"][0]["keys"]["temperature"] = json!("*.Pow(10000000)")).text();
}

#[test]
fn parts_are_added_up_to_the_whole() {
    for args in [
        &["domineering", "--squares", "7", "--where", "temperature >= 1", "--histogram", "temperature"][..],
        &["node-kayles", "--vertices", "6", "--sort", "nimber", "--top", "7"],
        &["kayles", "--to", "99", "--count"],
    ] {
        let files: Vec<Scratch> = (1..=3).map(|part| Scratch::path(&format!("part-{part}.json"))).collect();
        for (part, file) in (1..).zip(&files) {
            found(&[args, &["--shard", &format!("{part}/3"), "-o", file.as_str()]].concat());
        }
        let names: Vec<&str> = [2, 0, 1].iter().map(|part: &usize| files[*part].as_str()).collect();
        let merged = ask(["merge", "--format", "json"].iter().chain(&names)).json();
        assert_eq!(merged, found(args));
        assert_eq!(ask(["merge"].iter().chain(&names)).text(), ask(["find"].iter().chain(args)).text());
        let some = ask(["merge", names[0], names[1]]).regret();
        assert!(some.contains("part 2/3 is missing"), "{some}");
        let some: Value = serde_json::from_str(&ask(["merge", names[0], names[1], "--format", "json"]).out).unwrap();
        assert_eq!(some["missing"], "2/3");
        let twice = ask(["merge", names[0], names[0]]).regret();
        assert!(twice.contains("is already in"), "{twice}");
        let text = std::fs::read_to_string(names[0]).unwrap();
        let changed = Scratch::file("changed.json", text.replacen("looked_at\":", "looked_at\":1", 1));
        assert!(ask(["merge", changed.as_str()]).regret().contains("damaged"));
    }
    for args in ["find cram --squares 4 --smallest --shard 1/2", "find cram --squares 4 --top 3 --shard 1/2"] {
        assert!(ask_words(args).refusal().contains("without the results of the others"), "{args}");
    }
}

#[test]
fn plays_that_lead_to_a_position_are_told() {
    let text = ask_words("find --from asymmetric:1/2@4").text();
    assert!(text.contains("asymmetric:1/2@1") && text.contains("by Left take 1; Right take 2"), "{text}");
    let impartial = ask_words("find --from nim@2,1 --where nimber=0").text();
    assert!(impartial.contains("nim@1,1  nimber 0\n  by 1: take 1"), "{impartial}");
}

#[test]
fn loopy_positions_have_outcomes() {
    let start = "backsliding-toads-frogs@TT..FF";
    let classes = found(&["--from", start, "--histogram", "outcome_class", "--where", "outcome_class != P"]);
    let drawn = found(&["--from", start, "--where", "outcome_class = D and outcome = draw"]);
    assert!(!positions(&drawn).is_empty());
    let counted = classes["histogram"].as_array().unwrap().iter().find(|pair| pair[0] == "D").unwrap();
    assert_eq!(counted[1], drawn["found"]);
    for position in positions(&drawn).iter().step_by(5) {
        assert_eq!(ask(["solve", position, "--format", "json"]).json()["outcome_class"], "D", "{position}");
    }
    // `outcome != win` also holds for draws
    let lost = found(&["--from", start, "--where", "outcome != win"]);
    assert!(lost["found"].as_u64() > drawn["found"].as_u64());
}

#[test]
fn at_a_limit_those_that_were_reached_are_looked_at() {
    for (limit, most) in [("positions", "300"), ("memory", "300K")] {
        let args = ["find", "--from", "domineering@5x5", "--where", "size > 1", "--format", "json"];
        let answer = ask(args.iter().chain(&[&*format!("--limit-{limit}"), most])).stopped();
        assert_eq!(answer["stopped"], limit);
        assert!(answer["looked_at"].as_u64() > Some(50), "{answer}");
    }
    let one = ask_words("find --from nim@100 --where size>=0 --limit-positions 50 --format json").stopped();
    assert!(one["looked_at"].as_u64() >= Some(49), "{one}");
}

#[test]
fn lists_of_partizan_heaps_have_the_values_of_their_sums() {
    let answer = found(&["asymmetric:1,4/2,3", "--to", "9x9", "--where", "value >= 1 or value < 9", "--limit-memory", "1G"]);
    assert_eq!(answer["looked_at"], 55);
    for found in answer["positions"].as_array().unwrap() {
        let position = found["position"].as_str().unwrap();
        assert_eq!(ask(["value", position, "--format", "json"]).json()["value"], found["keys"]["value"], "{position}");
    }
    let text = ask_words("find subtraction:1,2 --to 300 --where nimber=1 --count").text();
    assert!(text.lines().count() < 40 && text.contains("more sizes: --format json has all"), "{text}");
    let long = found(&["asymmetric:1/1", "--to", "1000000", "--random", "3", "--where", "value = 0 or value = *"]);
    assert_eq!(long["found"], 3);
}

#[test]
fn a_table_and_lists_for_people_and_programs_agree() {
    let args = ["kayles", "--to", "30", "--where", "nimber >= 7", "--histogram", "nimber"];
    let answer = found(&args);
    let csv = ask(["find"].iter().chain(&args).chain(&["--format", "csv"])).text();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines[0], lines.len() as u64 - 1), ("position,size,nimber", answer["found"].as_u64().unwrap()));
    let text = ask(["find"].iter().chain(&args)).text();
    assert!(positions(&answer).iter().all(|position| text.contains(position) && csv.contains(position)));
    let counted: u64 = answer["histogram"].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!(json!(counted), answer["found"]);
    let drawn = found(&["amazons", "--to", "3x4", "--random", "20", "--seed", "4", "--where", "hot"]);
    assert_eq!(drawn["looked_at"], 20);
    assert_eq!(drawn, found(&["amazons", "--to", "3x4", "--random", "20", "--seed", "4", "--where", "hot"]));
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_a_search_stops_at_every_limit_and_says_what_it_has() {
    for (limit, most) in [("time", "0.2"), ("positions", "2000"), ("memory", "1M")] {
        let args = ["domineering", "--squares", "16", "--format", "json"];
        let answer = ask(["find"].iter().chain(&args).chain(&[&*format!("--limit-{limit}"), most])).stopped();
        assert!(answer["stopped"] == limit && answer["why"].is_string() && answer["looked_at"].is_number(), "{answer}");
    }
    // searches drop what they have stored when memory is short
    let forgetful = found(&["domineering", "--squares", "10", "--where", "temperature > 5/4", "--limit-memory", "2M"]);
    assert_eq!(forgetful, found(&["domineering", "--squares", "10", "--where", "temperature > 5/4"]));
    for args in ["--to 64x64", "--squares 32"] {
        let answer = ask_words(&format!("find cram {args} --count --limit-time 0.3 --format json")).stopped();
        assert_eq!(answer["stopped"], "time", "{args}");
    }
    let graphs = ask_words("find node-kayles --vertices 10 --count --limit-time 0.3 --format json").stopped();
    assert_eq!(graphs["stopped"], "time");
    let memory = ask_words("find --from kayles@300,300 --count --limit-memory 1M");
    assert!(memory.err.contains("stopped at 1048576 bytes of memory"), "{}", memory.err);
}

#[test]
fn what_has_no_meaning_is_refused_in_one_line() {
    for (args, expected) in [
        ("find", "required"),
        ("find cram", "is needed, to limit the size"),
        ("find cram --to 3", "must be two numbers for boards"),
        ("find cram --to 3x", "expected a number"),
        ("find cram --to 0x3", "must have 1 to 64 rows"),
        ("find kayles --to 3x3x3x3x3x3x3x3x3", "at most 8 heaps"),
        ("find nim --squares 3", "--squares applies to boards"),
        ("find cram --squares 33", "must be 1 to 32"),
        ("find cram --squares 3 --to 2x2", "give one size only"),
        ("find cram --vertices 3", "--vertices applies to games on graphs"),
        ("find node-kayles --vertices 11", "must be 1 to 10"),
        ("find cram --day 2", "--day applies to the ruleset game"),
        ("find game --day 4", "must be 0 to 3"),
        ("find stones:1-3 --to 9 --where nimber=1", "size, outcome and outcome_class: these rules say themselves who has won"),
        ("find nym --to 9", "did you mean `nim`?"),
        ("find cram --squares 3 --where temprature>1", "did you mean `temperature`?"),
        ("find cram --squares 3 --sort value", "a key that is a number, which `value` is not"),
        ("find cram --squares 3 --sort tempo", "expected a key"),
        ("find cram --squares 3 --seed 3", "--random"),
        ("find --from cram@2x2 --squares 3", "which searches all positions"),
        ("find --from cram@2x2 --random 3", "--random applies to positions of a size"),
        ("find --from cram@2x2 --smallest", "--smallest does not go with --from"),
        ("find --from cram@2xx", "expected"),
        ("find cram --squares 3 --shard 4/3", "4/3"),
    ] {
        let refused = ask_words(args).err;
        assert!(refused.contains(expected), "{args}: {refused}");
        assert!(refused.lines().count() <= 3, "{args}: {refused}");
    }
}

#[test]
fn heaps_of_any_ruleset_are_listed() {
    for family in ["nim", "octal:0.137", "grundy", "subtraction:squares", "join:kayles/subtraction:3", "no-repeat:1-3"] {
        let answer = found(&[family, "--to", "12"]);
        assert!(answer["found"].as_u64() >= Some(12), "{family}: {answer}");
    }
    let pairs = found(&["wythoff", "--to", "50x50", "--where", "nimber = 0"]);
    let cold: Vec<&str> = positions(&pairs);
    assert_eq!(cold[..5], ["wythoff@0.0", "wythoff@1.2", "wythoff@3.5", "wythoff@4.7", "wythoff@6.10"]);
    let two = found(&["nim", "--to", "9x9", "--where", "outcome_class = P"]);
    assert_eq!(two["positions"], found(&["nim", "--to", "9x9", "--where", "outcome = P"])["positions"]);
    assert_eq!(two["found"], 10);
}

#[test]
fn parts_and_checkpoints_of_a_file_that_changed_are_not_gone_on_with() {
    let folder = Folder::new("find-files");
    let path = folder.write("set.txt", "1 2");
    let question = ["find", &format!("subtraction:{path}"), "--to", "20", "--count", "--where", "nimber = 0"].map(str::to_owned);
    let say =
        |more: &[&str]| ask_in(&folder.0, &question.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>());
    assert_eq!(say(&["--shard", "1/2", "-o", "1.json"]).0, 0);
    assert_eq!(say(&["--checkpoint", "saved", "--limit-positions", "6"]).0, 1);
    assert_eq!(say(&["--shard", "2/2", "-o", "2.json"]).0, 0);
    let merged = ask_in(&folder.0, &["merge", "1.json", "2.json", "--format", "json"]);
    assert!(merged.1.contains("\"found\":7"), "{merged:?}");
    folder.write("set.txt", "1 3");
    assert_eq!(say(&["--shard", "2/2", "-o", "2.json"]).0, 0);
    let merged = ask_in(&folder.0, &["merge", "1.json", "2.json"]);
    assert!(merged.0 != 0 && merged.2.contains("with files"), "{merged:?}");
    let gone_on = say(&["--checkpoint", "saved"]);
    assert!(gone_on.0 != 0 && gone_on.2.contains("with files"), "{gone_on:?}");
    assert!(say(&[]).1.contains("11"), "the file as it is now");
}

#[test]
fn positions_of_a_script_are_valued_by_one_search() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins/domineering.rhai");
    let told = |family: &str| {
        let answer = found(&["--from", &format!("{family}@3x3"), "--histogram", "temperature", "--count", "--limit-time", "10"]);
        [&answer["looked_at"], &answer["histogram"], &answer["sizes"], &answer["stopped"]].map(Value::clone)
    };
    assert_eq!(told(script), told("domineering"));
    // a sum of several families, one of them negative, by the same search
    let sum = |family: &str| {
        let answer = found(&["--from", &format!("nim@2+-{family}@2x2"), "--histogram", "value", "--count"]);
        [&answer["looked_at"], &answer["histogram"]].map(Value::clone)
    };
    assert_eq!(sum(script), sum("domineering"));
}
