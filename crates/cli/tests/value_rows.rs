//! `--rows values`: `analyse`, `certify` and `check` for the values of heaps.

use crate::program::{Scratch, ask, ask_words, tell};
use serde_json::{Value, json};

#[test]
fn values_are_text_with_a_period_of_their_own() {
    let answer = ask_words("analyse asymmetric:1/2 --rows values --to 6 --format json").json();
    assert_eq!(answer["values"], json!(["0", "1", "{1|0}", "0", "1", "{1|0}", "0"]));
    let period = json!({ "preperiod": 0, "period": 3, "saltus": "0", "status": "proved", "theorem": "bounded look-back" });
    assert_eq!(answer["period"], period);
    assert_eq!(answer["outcomes"], "PLNPLNP");
    assert_eq!(answer["outcome_period"]["period"], 3);
    assert!(answer.get("value_skipped").is_none() && answer.get("dag").is_none());
}

#[test]
fn values_may_rise_by_numbers_and_by_ups() {
    let period = |family: &str| ask_words(&format!("analyse {family} --rows values --format json")).json()["period"].clone();
    let proved = json!({ "preperiod": 0, "period": 3, "saltus": "1", "status": "proved", "theorem": "bounded look-back" });
    assert_eq!(period("asymmetric:3,5/none"), proved);
    let rises = json!({ "preperiod": 3, "period": 1, "saltus": "^*", "status": "proved", "theorem": "order look-back" });
    assert_eq!(period("asymmetric:1,4,5/1"), rises);
    assert_eq!(period("asymmetric:1,3/2,3"), Value::Null);
    assert_eq!(period("nim"), Value::Null);
    assert_eq!(period("kayles")["saltus"], "0");
}

#[test]
fn classes_of_rows_have_laws() {
    let answer = ask_words("analyse asymmetric:1,3/2 --rows values --format json").json();
    let order = json!({ "period": 2, "from": 5, "far": answer["order"]["far"], "window": 100, "status": "proved", "theorem": "order look-back" });
    assert_eq!((&answer["period"], &answer["order"]), (&Value::Null, &order));
    let classes = answer["classes"].as_array().unwrap();
    assert_eq!((&classes[0]["kind"], &classes[0]["gain"], &classes[0]["every"]), (&json!("gain"), &json!("^*"), &json!(2)));
    assert_eq!((&classes[1]["kind"], &classes[1]["from"]), (&json!("structure"), &json!(9)));
    assert_eq!((&classes[1]["left"], &classes[1]["right"]), (&json!(["1"]), &json!(["n-2"])));
    let proved_before = ask_words("analyse asymmetric:1/2 --rows values --format json").json();
    assert!(proved_before.get("classes").is_none() && proved_before.get("order").is_none());
}

#[test]
fn heaps_of_any_size_have_values_by_their_law() {
    let value = ask_words("value asymmetric:1,4,5/1@10^40 --format json").json();
    assert_eq!(value["value"], "^9999999999999999999999999999999999999997");
    let compared = ask_words("compare asymmetric:1,3/2@10^100 asymmetric:1,3/2@9 --format json").json();
    assert_eq!(compared["relation"], ">");
}

#[test]
fn an_order_is_certified_and_checked() {
    let certificate = ask_words("certify asymmetric:1,3/2 --rows values").text();
    let said = tell(["check", "-"], certificate.as_bytes()).text();
    assert!(said.contains("order look-back") && said.contains("filled again"), "{said}");
}

#[test]
fn laws_stand_before_what_was_not_seen() {
    let text = ask_words("analyse asymmetric:1,3/2 --rows values --to 1").text();
    assert!(!text.contains("no period") && text.contains("so the values neither repeat nor rise by a number"), "{text}");
    let rays = ask_words("analyse asymmetric:3,5/2,3,5,6 --rows values --to 1").text();
    let [order, none] = ["order of all rows: period 8 along 5 rays", "no period of the values is seen in the first 1000 rows"]
        .map(|sentence| rays.find(sentence).unwrap_or_else(|| panic!("{sentence}: {rays}")));
    assert!(order < none && rays.contains("of all 8 classes of rows, only the order is known"), "{rays}");
    // along rays the order repeats in the sectors between them, and not from some row on
    let rays = ask_words("analyse asymmetric:3,5/2,3,5,6 --rows values --to 1 --format json").json();
    assert!(rays["order"]["rays"].is_array() && rays["order"].get("from").is_none(), "{rays}");
    for (residue, class) in rays["classes"].as_array().unwrap().iter().enumerate() {
        assert_eq!((class["kind"].as_str(), class.get("from")), (Some("order"), None), "{class}");
        assert_eq!(class["law"], format!("n = {residue} (mod 8): its comparisons with all rows are known"));
    }
    let file = Scratch::path("rays.json");
    let certified = ask(["certify", "asymmetric:3,5/2,3,5,6", "--rows", "values", "-o", file.as_str()]).text();
    assert!(certified.contains("period 8 along 5 rays by order look-back"), "{certified}");
    // the cost of a larger table is stated
    let open = ask_words("analyse asymmetric:1,200/3,500 --rows values --to 1").text();
    assert!(
        open.contains("no table of up to 1600 rows proves their order: a search in 6400 rows needs tables of up to 21 MB"),
        "{open}"
    );
    // twice this number of rows would overflow
    let most = ask_words("analyse asymmetric:1,3/2 --rows values --to 1 --seek 9223372036854775808").text();
    assert!(most.contains("n = 1 (mod 2): row n is {row 1 | row n-2}, from n = 9 on"), "{most}");
    let regret = ask_words("certify asymmetric:1,200/3,500 --rows values").regret();
    assert!(regret.contains("--seek allows more rows: a search in 6400 rows"), "{regret}");
}

#[test]
fn classes_may_gain_other_games_than_ups() {
    let answer = ask_words("analyse asymmetric:1,2/1,4 --rows values --to 1 --format json").json();
    let gains: Vec<&Value> = answer["classes"].as_array().unwrap().iter().map(|class| &class["gain"]).collect();
    assert_eq!(gains, ["{^2*|0}", "{0,^*|0}", "^*", "^*"]);
    // multiples of these games have no short name
    let regret = ask_words("value asymmetric:1,2/1,4@10^30").refusal();
    assert!(regret.contains("gains ups and stars"), "{regret}");
    for family in ["asymmetric:1,2/1,4", "asymmetric:2,4-6/2-4,7,8"] {
        let certificate = ask_words(&format!("certify {family} --rows values")).text();
        let said = tell(["check", "-"], certificate.as_bytes()).text();
        assert!(said.contains("order look-back") && said.contains("filled again"), "{said}");
    }
}

#[test]
fn people_get_a_line_a_heap() {
    let text = ask_words("analyse asymmetric:1/2 --rows values --to 2").text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..4], ["asymmetric:1/2", "0  P  0", "1  L  1", "2  N  {1|0}"]);
    assert!(text.contains("\nperiod 3 from n = 0 on, proved (bounded look-back)\n"), "{text}");
    let long = ask_words("analyse asymmetric:2,3,6/1,3,4,6 --rows values --to 60").text();
    assert!(long.contains("… (") && long.contains("more than 10000 characters") && long.contains("--dag"), "{long}");
    assert!(long.lines().all(|line| line.len() < 250));
    let rising = ask_words("analyse none --rows values").refusal();
    assert!(rising.contains("none"), "{rising}");
    let csv = ask_words("analyse asymmetric:1/2 --rows values --to 2 --format csv").text();
    assert!(
        csv.starts_with("n,outcome,left_first,right_first,value\n0,P,R,L,0\n") && csv.ends_with("\n2,N,L,R,{1|0}\n"),
        "{csv}"
    );
}

#[test]
fn values_that_are_too_long_are_nodes() {
    let answer = ask_words("analyse asymmetric:2,3,6/1,3,4,6 --rows values --to 300 --format json --dag").json();
    assert!(answer["values"][300].is_null() && answer["value_skipped"] == true);
    let (nodes, values) = (answer["dag"].as_array().unwrap(), answer["dag_values"].as_array().unwrap());
    assert!(nodes.len() < 1_000 && values.len() == 301);
    for (node, sides) in nodes.iter().enumerate() {
        let options = sides.as_array().unwrap().iter().flat_map(|side| side.as_array().unwrap());
        assert!(options.into_iter().all(|option| option.is_string() || option.as_u64().unwrap() < node as u64));
    }
}

#[test]
fn what_has_no_values_is_refused_with_the_reason() {
    for (question, reason) in [
        ("analyse stones:1-3 --rows values", "its own ending"),
        ("analyse no-repeat:1-3 --rows values", "moves that are remembered"),
        ("analyse kayles --rows values --play misere", "normal play"),
        ("certify asymmetric:1/2 --rows values --play misere", "normal play"),
        ("analyse kayles --rows values --summary", "--summary"),
        ("analyse kayles --dag", "--rows"),
        ("analyse kayles --rows numbers", "values"),
    ] {
        let why = ask_words(question).refusal();
        assert!(why.contains(reason), "{question}: {why}");
    }
    assert!(ask_words("analyse knights --rows values").regret().contains("no rows of values"));
    assert!(ask_words("certify kayles --rows values").regret().contains("certify the nimbers"));
    assert!(ask_words("certify asymmetric:1,3/2,3 --rows values").text().contains("order look-back"));
    assert!(ask_words("certify asymmetric:1/1000000 --rows values").regret().contains("--seek"));
    assert!(ask_words("analyse kayles --rows values --format bfile").regret().contains("csv"));
}

#[test]
fn limits_keep_the_rows_that_are_known() {
    let answer = ask_words("analyse asymmetric:2,3,4,5/1,2,3,5,7 --rows values --to 4000 --limit-positions 100000 --format json");
    let answer = answer.stopped();
    let known = answer["values"].as_array().unwrap().len();
    assert!((20..4000).contains(&known), "{known}");
    assert_eq!((answer["to"].as_u64().unwrap() as usize, &answer["stopped"]), (known - 1, &json!("positions")));
    assert_eq!(answer["outcomes"].as_str().unwrap().len(), known);
    let small = ask_words("analyse asymmetric:1/none --rows values --to 10^9 --no-fill --limit-memory 10M --format json");
    assert_eq!(small.status, 1);
    assert!(small.mebibytes < 100, "{} MiB", small.mebibytes);
    let late = ask_words("analyse asymmetric:2,3,6/1,3,4,6 --rows values --to 20000 --limit-time 0.5 --format json").stopped();
    assert!(late["stopped"] == "time" && late["values"].as_array().unwrap().len() > 20);
}

#[test]
fn batches_answer_line_by_line() {
    let said = tell(["analyse", "-", "--rows", "values", "--to", "2"], b"asymmetric:1/2\nstones:1-3\nnim\n");
    let lines: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["values"], json!(["0", "1", "{1|0}"]));
    assert!(lines[1]["error"].as_str().unwrap().contains("its own ending") && lines[1]["at"] == 0);
    assert_eq!(lines[2]["values"], json!(["0", "*", "*2"]));
}

#[test]
fn a_period_of_values_is_certified_and_checked() {
    let file = Scratch::path("values.json");
    let written = ask_words(&format!("certify asymmetric:1,5,6/6,7 --rows values -o {}", file.as_str())).text();
    assert!(written.starts_with("asymmetric:1,5,6/6,7: period 12 from n = 23 on by bounded look-back, written to "), "{written}");
    let mut certificate: Value = serde_json::from_str(&std::fs::read_to_string(file.as_str()).unwrap()).unwrap();
    assert_eq!(certificate["rows"], "values");
    let verdict = |certificate: &Value| tell(["check", "-", "--format", "json"], certificate.to_string().as_bytes());
    let accepted = verdict(&certificate).json();
    assert_eq!((&accepted["accepted"], &accepted["rows"]), (&json!(true), &json!("values")));
    assert!(accepted["whole_claim"].as_str().unwrap().contains("their values are those that are stated"));
    certificate["saltus"] = json!("1");
    let rejected = verdict(&certificate);
    assert_eq!(rejected.status, 1);
    assert_eq!(serde_json::from_str::<Value>(&rejected.out).unwrap()["accepted"], false);
    let piped = tell(["check", "-"], ask_words("certify asymmetric:3,5/none --rows values").text().as_bytes()).text();
    assert!(piped.contains("period 3 from n = 0 on, rising by 1 each time, for every n, by bounded look-back"), "{piped}");
    let limited =
        tell(["check", "-", "--limit-positions", "2"], ask_words("certify asymmetric:1/2 --rows values").text().as_bytes());
    assert!(limited.regret().contains("--limit-positions"));
}
