//! `sprague analyse`: periods are marked as proved or observed, letters are explained, and known rows are kept.

use crate::plugins::Folder;
use crate::program::{ask, ask_words, letter, tell};
use serde_json::{Value, json};

/// Rules that take one or two tokens, and run into an endless loop above 30.
const ENDLESS_FROM_31: &str =
    "fn heap_options(n) { if n > 30 { loop {} } let all = []; for k in 1..3 { if k <= n { all.push(n - k); } } all }";

#[test]
fn what_repeats_for_less_than_half_of_all_rows_is_not_observed() {
    let answer = ask_words("analyse octal:4.366 --format json").json();
    assert_eq!(answer["period"], Value::Null);
    assert!(ask_words("analyse octal:4.366").text().contains("\nno period of the nimbers is seen\n"));
}

#[test]
fn outcomes_have_a_period_of_their_own_where_nimbers_have_none() {
    let last_lines = |line: &str| ask_words(line).text().split_once("N: won\n").map(|(_, lines)| lines.to_owned()).unwrap();
    assert_eq!(
        last_lines("analyse octal:0.661 --to 3000"),
        "no period of the nimbers is seen\noutcomes alone: period 1 from n = 2 on, observed in 10000 rows, not proved\n\
         lost: 0 and 1; no other heap up to 9999\n"
    );
    let answer = ask_words("analyse octal:0.661 --format json").json();
    assert_eq!(answer["period"], Value::Null);
    assert_eq!(
        answer["outcome_period"],
        json!({ "preperiod": 2, "period": 1, "saltus": 0, "status": "observed", "theorem": null, "rows": 10_000 })
    );
}

#[test]
fn lost_heaps_are_listed_where_they_are_few() {
    for (line, sentence) in [
        ("analyse kayles", "lost: 0; no other heap"),
        ("analyse kayles --play misere", "lost: 1, 4, 9, 12 and 20; no other heap"),
        ("analyse octal:0.6 --to 60 --seek 60", "lost: 0, 1, 4, 12, 20, 30 and 46; no other heap up to 60"),
        ("analyse nim --rows values", "lost: 0; no other heap"),
    ] {
        let text = ask_words(line).text();
        assert!(text.lines().any(|line| line == sentence), "{line}: {text}");
    }
    assert!(!ask_words("analyse subtraction:1,2").text().contains("\nlost: "), "a period longer than 1 says it");
}

#[test]
fn the_winner_of_all_large_partizan_heaps_is_named() {
    let folder = Folder::new("winners");
    folder.write(
        "right.rhai",
        "fn left_moves(n) { if n > 12 { [] } else if n > 0 { [n - 1] } else { [] } }\nfn right_moves(n) { if n > 0 { [n - 1] } else { [] } }",
    );
    let right = folder.0.join("right.rhai");
    for (family, to, sentence) in [
        ("asymmetric:2,5,9/3,4,8", "40", "Left wins every heap from 10 on"),
        ("asymmetric:3,4,8/2,5,9", "40", "Right wins every heap from 10 on"),
        ("asymmetric:1/1", "300", ""),
        (right.to_str().unwrap(), "300", "Right wins every heap from 13 on up to 300"),
    ] {
        let text = ask(["analyse", family, "--to", to]).text();
        let found = text.lines().find(|line| line.contains(" wins every heap")).unwrap_or_default();
        assert_eq!(found, sentence, "{text}");
    }
}

#[test]
fn code_without_a_theorem_is_not_asked_for_thousands_of_rows() {
    let analysis = sprague_questions::Session::new()
        .family("octal:0.7?7?")
        .map(|family| sprague_questions::analyse(&family, &sprague_questions::RowPlan::default()).unwrap())
        .unwrap();
    assert!((1_000..1_500).contains(&analysis.sought_in), "{}", analysis.sought_in);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_certificate_is_sought_beyond_the_rows_kept_however_it_is_saved() {
    let checkpoint = crate::program::Scratch::path("certify.checkpoint");
    for more in [vec![], vec!["--stream"], vec!["--checkpoint", checkpoint.as_str()]] {
        let found = ask(["certify", "octal:0.16", "--seek=1000000"].into_iter().chain(more.clone())).json();
        assert_eq!((&found["period"], &found["preperiod"]), (&json!(149_459), &json!(105_351)), "{more:?}");
    }
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_every_line_about_a_period_says_whether_it_is_proved() {
    let folder = Folder::new("periods");
    folder.write("nim.rhai", "fn heap_options(n) { let all = []; for k in 0..n { all.push(k) } all }");
    folder.write("one-or-two.rhai", "fn moves(n) { if n > 1 { [n - 1, n - 2] } else if n > 0 { [0] } else { [] } }");
    let (nim, one_or_two) = (folder.0.join("nim.rhai"), folder.0.join("one-or-two.rhai"));
    let questions = [
        "nim",
        "subtraction:1,3,4",
        "kayles",
        "grundy",
        "octal:0.16",
        "octal:0.28",
        "all-but:2,3",
        "stones:1-3",
        "no-repeat:1-3",
        "asymmetric:2,5,9/3,4,8",
        nim.to_str().unwrap(),
        one_or_two.to_str().unwrap(),
    ];
    let mut said = [0, 0];
    let seek = if cfg!(debug_assertions) { "--seek=1000" } else { "--seek=3000" };
    for question in questions {
        for more in [["--to=100", seek], ["--play=misere", "--to=20"], ["--summary", seek]] {
            let answer = ask(["analyse", question].into_iter().chain(more));
            for line in answer.out.lines().filter(|line| line.contains("period ") && line.contains(" from n = ")) {
                let (is_proved, is_observed) =
                    (line.contains(", proved ("), line.contains(", observed") && line.ends_with(", not proved"));
                assert!(is_proved != is_observed, "{question} {more:?}: {line}");
                said[usize::from(is_proved)] += 1;
            }
        }
    }
    assert!(said[0] >= 3 && said[1] >= 20, "{said:?}");
    let said = ask(["analyse", nim.to_str().unwrap(), "--to=200", "--format=json"]).json();
    let rows = said["outcome_period"]["rows"].as_u64().unwrap();
    assert!((201..=1_000).contains(&rows), "{said}");
    let outcomes = format!("outcomes alone: period 1 from n = 1 on, observed in {rows} rows, not proved");
    assert!(ask(["analyse", nim.to_str().unwrap(), "--to=200"]).text().contains(&outcomes));
}

#[test]
fn misere_rows_are_proved_by_the_quotient() {
    let answer = ask_words("analyse kayles --play misere --to 60 --format json").json();
    let proved = |preperiod, period| json!({ "preperiod": preperiod, "period": period, "saltus": 0, "status": "proved", "theorem": "misère quotient" });
    assert_eq!(answer["quotient_period"], proved(71, 12));
    // the single heaps of 1, 4, 9, 12 and 20 are lost, and no others
    assert_eq!(answer["period"], proved(21, 1));
    let lost: Vec<usize> = answer["outcomes"].as_str().unwrap().match_indices('P').map(|(n, _)| n).collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
    let text = ask_words("analyse kayles --play misere").text();
    assert!(text.contains("\nin misère sums: period 12 from n = 71 on, proved (misère quotient)\n"), "{text}");
    assert!(text.contains("which has 40 elements"), "{text}");
    let certificate = crate::program::Scratch::path("kayles.json");
    let certified = ask(["certify", "kayles", "--play", "misere", "-o", certificate.as_str()]).text();
    assert!(certified.contains("period 12 from n = 71 on"), "one knowledge: {certified}");
}

#[test]
fn misere_rows_by_the_quotient_are_those_of_search() {
    for code in ["kayles", "dawson-kayles", "octal:0.75", "octal:0.123", "octal:0.3333", "octal:4.4", "grundy"] {
        let rows = ask(["analyse", code, "--play=misere", "--to=18", "--format=json"]).json();
        let questions: String = (0..19).map(|n| format!("{code}@{n}\n")).collect();
        let answers = tell(["solve", "-", "--play=misere", "--search"], questions.as_bytes()).out;
        let outcomes: String =
            answers.lines().map(|line| letter(&serde_json::from_str::<Value>(line).unwrap()["outcome"])).collect();
        assert_eq!(rows["outcomes"], outcomes, "{code}");
    }
}

#[test]
fn a_family_without_a_proved_quotient_says_so() {
    let text = ask_words("analyse octal:0.07 --play misere --to 30").text();
    assert!(text.contains("no misère quotient was proved"), "{text}");
}

#[test]
fn letters_mean_one_thing_and_a_legend_says_what() {
    let text = ask_words("analyse asymmetric:2,5,9/3,4,8").text();
    assert!(text.contains("\nP: whoever starts loses; N: whoever starts wins; L: Left wins; R: Right wins\n"), "{text}");
    for line in text.lines().take_while(|line| !line.starts_with("P: ")) {
        let has_letters = line.split_whitespace().skip(1).any(|cell| cell.len() == 1 && "LRNPW".contains(cell));
        let is_of_letters = ["class ", "Left starts ", "Right starts "].iter().any(|name| line.starts_with(name));
        assert_eq!(has_letters, is_of_letters, "{line}");
    }
    // a row in which Right always wins
    let right = ask_words("analyse asymmetric:none/1 --to 4 --format csv").text();
    assert_eq!(right.lines().last(), Some("4,R,R,R"), "{right}");
    let text = ask_words("analyse stones:2,3 --to 10").text();
    assert!(text.contains("\nP: lost for the player to move; N: won; D: drawn\n"), "{text}");
    let text = ask_words("analyse subtraction:1,3,4 --to 9").text();
    assert!(text.contains("outcome  P N P N N N N P N P"), "{text}");
    let csv = ask_words("analyse subtraction:1,3,4 --to 1 --format csv").text();
    assert_eq!(csv, "n,outcome,nimber\n0,P,0\n1,N,1\n", "machines read the same letters");
}

#[test]
fn rows_that_were_asked_for_are_not_lost_because_a_period_was_sought() {
    let folder = Folder::new("sought");
    folder.write("endless.rhai", ENDLESS_FROM_31);
    let path = folder.0.join("endless.rhai");
    let path = path.to_str().unwrap();
    let answer = ask(["analyse", path, "--to", "20", "--format", "json"]).json();
    let expected: Vec<u64> = (0..21).map(|n| n % 3).collect();
    assert_eq!((&answer["nimbers"], &answer["stopped"]), (&json!(expected), &Value::Null));
    assert!(answer["remark"].as_str().unwrap().contains("the rules failed in further rows"), "{answer}");
    // the next question is answered as if it were the first
    let lines = tell(["analyse", "-", "--to", "20"], format!("{path}\n{path}\n").as_bytes()).text();
    for line in lines.lines() {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap()["nimbers"], json!(expected), "{line}");
    }
    let answer = ask_words("analyse octal:0.104 --to 7 --seek 400000000 --limit-time 0.5 --format json").stopped();
    assert_eq!((&answer["stopped"], &answer["outcomes"]), (&json!("time"), &json!("PNPPPNPN")), "{answer}");
    // if rows that were asked for cannot be computed, the question fails
    let said = ask(["analyse", path, "--to", "40"]);
    assert!(said.regret().contains("heap_options"));
}

#[test]
fn a_stopped_answer_contains_the_rows_that_are_known() {
    let answer = ask_words("analyse grundy --to 100000 --limit-positions 500 --format json").stopped();
    let nimbers = answer["nimbers"].as_array().unwrap();
    assert_eq!((&answer["stopped"], &answer["to"]), (&json!("positions"), &json!(nimbers.len() - 1)));
    assert!((400..=501).contains(&nimbers.len()), "{}", nimbers.len());
    assert_eq!(nimbers[..8], [0, 0, 0, 1, 0, 2, 1, 0].map(Value::from), "as they are without a limit");
    let said = ask_words("analyse grundy --to 100000 --limit-positions 500");
    assert_eq!(said.status, 1);
    assert!(said.out.contains("nimber ") && said.err.contains("stopped after 500 positions"), "{}", said.err);
    let lines = tell(["analyse", "-", "--to=100000", "--limit-positions=500"], b"grundy\nkayles\n").text();
    let answers: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0], &answers[1]["stopped"]), (&answer, &Value::Null));

    let folder = Folder::new("searched");
    folder.write("take.rhai", "fn moves(n) { let all = []; for k in 1..=n { all.push(n - k) } all }");
    let path = folder.0.join("take.rhai");
    let answer = ask(["analyse", path.to_str().unwrap(), "--to=40", "--limit-positions=20", "--format=json"]).stopped();
    let nimbers = answer["nimbers"].as_array().unwrap();
    assert!((10..=21).contains(&nimbers.len()) && nimbers.iter().zip(0..).all(|(nimber, n)| *nimber == n), "{answer}");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_summary_says_the_law_of_rows_that_never_repeat() {
    let law = "law: G(2n) = n, G(2n + 1) = G(n); proved for all n";
    let text = ask_words("analyse at-most:1/2 --summary --explain").text();
    assert!(text.lines().any(|line| line == law), "{text}");
    let answer = ask_words("analyse at-most:1/2 --summary --format json").json();
    assert_eq!((&answer["law"]["status"], &answer["period"]), (&"proved".into(), &serde_json::Value::Null), "{answer}");
    // nothing is proved for misère play
    assert!(!ask_words("analyse at-most:1/2 --summary --play misere").text().contains("law"));
    let refused = ask_words("certify at-most:1/2").regret();
    assert!(refused.contains("need no certificate") && !refused.contains("--"), "{refused}");
}
