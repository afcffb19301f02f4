//! Checks that every question has the same answer as on the command line.

use crate::served::Served;
use serde_json::{Value, json};

#[test]
fn positions_are_solved_with_every_move() {
    let served = Served::new();
    let answer = served.ask("view", r#"{"position":"nim@3,4,5"}"#).json();
    assert_eq!((&answer["outcome"], &answer["nimber"]), (&json!("win"), &json!(2)));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 12);
    assert_eq!(answer["best"]["to"], "nim@1,4,5");
    assert_eq!(answer["components"][2]["picture"]["heaps"], json!([5]));
    assert!(answer["moves"][0]["marks"].is_array() && answer["moves_cut"] == false, "{answer}");
    let question = json!({ "position": "nim@1,1", "play": "misere", "rule": "disjunctive", "first": "left" });
    assert_eq!(served.ask("view", &question.to_string()).json()["outcome"], "win");
    let question = json!({ "position": "nim@3,3", "rule": "selective" });
    assert_eq!(served.ask("view", &question.to_string()).json()["rule"], "selective");
    let question = json!({ "position": "asymmetric:1/2@3", "first": "right" });
    assert_eq!(served.ask("view", &question.to_string()).json()["first"], "right");
    let question = json!({ "position": "nim@3,4", "line": true, "search": true, "best": "fastest", "max_moves": 1 });
    let answer = served.ask("view", &question.to_string()).json();
    assert_eq!((answer["line"].as_array().unwrap().len(), &answer["best"]["to"]), (7, &json!("nim@3,3")), "{answer}");
    served.ask("view", r#"{"position":"nim@3","outcome_only":true}"#).is_refused(422, "outcome_only");
}

#[test]
fn parts_of_an_answer_come_as_lines_where_they_are_accepted() {
    let served = Served::new();
    let lines = |path: &str, question: &str| {
        let reply = served.honest(&format!("POST /api/{path}"), &["accept: application/x-ndjson, application/json"], question);
        // the body is sent in chunks, whose sizes are lines of their own
        let lines: Vec<Value> =
            reply.body.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(Value::is_object).collect();
        (reply.status, lines)
    };
    for path in ["solve", "view"] {
        let question = r#"{"position":"clobber@xo/ox","moves":"all"}"#;
        let (status, told) = lines(path, question);
        assert_eq!((status, &told[0]), (200, &json!({ "outcome": "win", "first": "left" })), "{told:?}");
        assert_eq!(told.iter().filter(|part| part["move"].is_string()).count(), 4, "{told:?}");
        assert_eq!(told.last().unwrap()["moves"], served.ask(path, question).json()["moves"]);
    }
    // refusals and other questions are answered as usual
    assert_eq!(lines("solve", r#"{"position":"nim@x"}"#).0, 422);
    assert_eq!(lines("value", r#"{"sum":"1+1"}"#).1.len(), 1);
    served.solve("nim@3").json();
}

#[test]
fn every_question_of_the_page_has_a_schema() {
    let schemas = Served::new().get("/api/schema").json();
    assert_eq!(schemas["view"]["properties"]["search"]["type"], "boolean");
    assert!(schemas["analyse"]["properties"]["to"]["default"].is_u64(), "{schemas}");
    assert_eq!(schemas.as_object().unwrap().len(), sprague_plot::questions().count());
}

#[test]
fn families_have_rows_quotients_and_certificates() {
    let served = Served::new();
    let rows = served.ask("rows", r#"{"family":"kayles","to":100}"#).json();
    assert_eq!((&rows["period"]["preperiod"], &rows["period"]["period"]), (&json!(71), &json!(12)));
    assert_eq!(rows["nimbers"].as_array().unwrap().len(), 101);
    let values = served.ask("rows", r#"{"family":"asymmetric:1,3/2","to":10,"rows":"values"}"#).json();
    assert_eq!(values["values"].as_array().unwrap().len(), 11);
    let quotient = served.ask("quotient", r#"{"family":"kayles"}"#).json();
    assert_eq!((&quotient["order"], quotient["products"].as_array().map(Vec::len)), (&json!(40), Some(40)));
    let certificate = served.ask("certify", r#"{"family":"kayles"}"#).json();
    assert_eq!((&certificate["family"], &certificate["period"]), (&json!("kayles"), &json!(12)));
    let misere = served.ask("certify", r#"{"family":"kayles","play":"misere"}"#).json();
    assert_eq!(misere["theorem"], "misère quotient");
    assert_eq!(served.ask("certify", r#"{"family":"asymmetric:1,3/2,4","rows":"values"}"#).status, 200);
    assert_eq!(served.ask("strategy", r#"{"position":"nim@3,4,5"}"#).json()["winner"], "mover");
    served.ask("certify", r#"{"family":"cram"}"#).is_refused(422, "");
}

#[test]
fn sums_have_values_and_are_compared() {
    let served = Served::new();
    let value = served.ask("value-view", r#"{"sum":"domineering@2x2"}"#).json();
    assert_eq!((&value["value"], &value["temperature"]), (&json!("{1|-1}"), &json!("1")));
    assert_eq!(value["options"], json!({ "left": ["1"], "right": ["-1"] }));
    assert_eq!(value["components"][0]["text"], "domineering@../..");
    assert_eq!(served.ask("value", r#"{"sum":"game@{2|0}","cool":"1"}"#).json()["value"], "1*");
    assert_eq!(served.ask("compare", r#"{"left":"game@^,^","right":"nim@1"}"#).json()["relation"], ">");
    served.ask("value", r#"{"sum":"nim@1","cool":"1","heat":"1"}"#).is_refused(422, "only one");
}

#[test]
fn sweeps_and_their_sums_are_answered_up_to_a_size() {
    let served = Served::new();
    let whole = served.ask("ask/sweep", r#"{"ruleset":"subtraction","largest":10,"digest":true,"jobs":99}"#).json();
    assert_eq!((&whole["longest"]["period"], &whole["sets"]), (&json!(45), &json!(512)));
    let part = |shard: &str| {
        let question = json!({ "ruleset": "subtraction", "largest": 10, "shard": shard }).to_string();
        json!({ "name": shard, "text": served.ask("ask/sweep", &question).body })
    };
    let parts = [part("2/2"), part("1/2")];
    let sum = served.ask("ask/merge", &json!({ "parts": parts }).to_string()).json();
    assert_eq!((&sum["digest"], &sum["longest"]), (&whole["digest"], &whole["longest"]));
    let some = served.ask("ask/merge", &json!({ "parts": parts[..1] }).to_string()).json();
    assert_eq!((&some["shard"], &some["missing"]), (&json!("2/2"), &json!("1/2")));
    let codes = served.ask("ask/sweep", r#"{"ruleset":"octal","digits":1,"seek":100,"limit_sets":3}"#).json();
    assert_eq!((&codes["stopped"], &codes["swept"]), (&json!("positions"), &json!(3)));
    for question in [r#"{"ruleset":"subtraction","largest":63}"#, r#"{"ruleset":"octal","digits":8}"#] {
        served.ask("ask/sweep", question).is_refused(422, "`sprague sweep` does more");
    }
    // a page cannot name a file of this machine
    served.ask("ask/merge", r#"{"parts":[],"files":["Cargo.toml"]}"#).is_refused(422, "files");
    served.ask("ask/merge", r#"{"parts":[{"name":"x","text":"{}"}]}"#).is_refused(422, "x: the file is not a part");
}

#[test]
fn rulesets_are_listed_as_the_program_does() {
    let served = Served::new();
    let all = served.ask("ask/rulesets", "{}").json();
    let one = served.ask("ask/rulesets", r#"{"name":"kayles"}"#).json();
    assert!(all.as_array().unwrap().contains(&one[0]) && one[0]["example"] == "kayles@15");
    served.ask("ask/rulesets", r#"{"name":"nym"}"#).is_refused(422, "ruleset");
}

#[test]
fn what_is_malformed_says_which_part_and_which_byte() {
    let served = Served::new();
    for (path, question, field, at) in [
        ("solve", r#"{"position":"nim@3,x"}"#, "position", 6),
        ("solve", r#"{"position":"nim@1 + nym@2"}"#, "position", 8),
        ("rows", r#"{"family":"subtraction:1,x","to":3}"#, "family", 14),
        ("value", r#"{"sum":"game@{1|"}"#, "sum", 8),
        ("value", r#"{"sum":"game@1","cool":"x"}"#, "cool", 0),
        ("compare", r#"{"left":"nim@1","right":"nim@"}"#, "right", 4),
        ("compare", r#"{"left":"nim@x","right":"nim@"}"#, "left", 4),
    ] {
        let reply = served.ask(path, question);
        reply.is_refused(422, "expected");
        let answer = reply.json();
        assert_eq!((answer["field"].as_str(), answer["at"].as_u64()), (Some(field), Some(at)), "{question}: {answer}");
    }
}
