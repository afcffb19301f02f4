//! `sprague quotient`: answers, limits, refusals.

use crate::program::{Scratch, ask_words};
use serde_json::{Value, json};

fn quotient(question: &str) -> Value {
    ask_words(&format!("quotient {question} --format json")).json()
}

#[test]
fn kayles_has_forty_elements() {
    for family in ["kayles", "octal:0.77"] {
        let answer = quotient(family);
        assert_eq!((&answer["family"], &answer["order"], &answer["p_size"]), (&json!(family), &json!(40), &json!(9)));
        assert_eq!((&answer["status"], &answer["preperiod"], &answer["period"]), (&json!("proved"), &json!(71), &json!(12)));
        let [elements, lost, phi] = ["elements", "p_portion", "phi"].map(|key| answer[key].as_array().unwrap());
        assert_eq!((elements.len(), lost.len()), (40, 9));
        assert_eq!(phi.len() as u64, answer["heaps_covered"].as_u64().unwrap() + 1);
        assert_eq!((&elements[0], &phi[..4]), (&json!([]), &[json!([]), json!([1]), json!([2]), json!([3])][..]));
        assert!(lost.contains(&json!([1])) && phi[83..] == phi[71..phi.len() - 12]);
        assert!(lost.iter().chain(phi).all(|word| elements.contains(word)));
        let presented = &answer["presentation"];
        assert_eq!(presented["generators"][6], json!({ "letter": "g", "heap": 27 }));
        assert_eq!((&presented["relations"][1], &presented["phi"][21]), (&json!(["bd", "bc"]), &json!("acf")));
        assert!(presented["phi"].as_array().unwrap().len() == phi.len() && presented["elements"].as_array().unwrap().len() == 40);
    }
}

#[test]
fn named_games_are_their_codes() {
    for (name, code) in [("dawson-kayles", "0.07"), ("dawson-chess", "0.137"), ("treblecross", "0.007")] {
        let [mut by_name, mut by_code] = [name.to_owned(), format!("octal:{code}")].map(|it| quotient(&format!("{it} --to 14")));
        let texts = [&mut by_name, &mut by_code].map(|answer| answer.as_object_mut().unwrap().remove("family").unwrap());
        assert_eq!(texts, [json!(name), json!(format!("octal:{code}"))]);
        assert_eq!(by_name, by_code);
    }
}

#[test]
fn heaps_that_were_asked_for_are_covered() {
    let answer = quotient("grundy --to 12");
    assert_eq!((&answer["order"], &answer["status"], &answer["heaps_covered"]), (&json!(6), &json!("partial"), &json!(12)));
    assert_eq!((&answer["preperiod"], &answer["period"]), (&Value::Null, &Value::Null));
    assert_eq!(answer["why_partial"], "the largest heap was reached");
    assert_eq!(answer["phi"].as_array().unwrap().len(), 13);
    assert_eq!(quotient("kayles --to 0")["elements"], json!([[]]));
}

#[test]
fn text_says_what_is_proved() {
    let text = ask_words("quotient octal:0.75").text();
    assert_eq!(
        text,
        "octal:0.75: misère quotient of 8 elements, 2 of them lost for the player to move\n\
         proved for all heaps: heap n + 2 is what heap n is, from n = 8 on\n\
         elements: 0, 1, 2, 5, 1+2, 1+5, 1+9, 9\n\
         lost: 1, 1+9\n\
         heaps 0 to 9: 0, 1, 2, 1, 2, 5, 2, 5, 2, 9\n\
         generators: a = heap 1, b = heap 2, c = heap 5\n\
         relations: a² = 1, bc = ab, c² = b², b³ = b\n\
         lost in them: a, b²\n\
         heaps 0 to 9 in them: 1, a, b, a, b, c, b, c, b, ab²\n"
    );
    let text = ask_words("quotient grundy --to 2").text();
    assert!(text.contains("\npartial: proved for sums of heaps up to 2 only: the largest heap was reached\n"), "{text}");
    assert!(text.contains("1 element, 0 of them lost") && text.contains("lost: none\nheaps 0 to 2: 0, 0, 0\n"), "{text}");
    assert!(text.ends_with("generators: none\nrelations: none\nlost in them: none\nheaps 0 to 2 in them: 1, 1, 1\n"), "{text}");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let answer = ask_words("quotient dawson-kayles --limit-time 0.3 --format json").stopped();
    assert_eq!((&answer["stopped"], &answer["status"]), (&json!("time"), &json!("partial")));
    assert!(answer["heaps_covered"].as_u64().unwrap() >= 10 && answer["order"].as_u64().unwrap() >= 12);
    let said = ask_words("quotient dawson-kayles --limit-positions 500");
    assert_eq!(said.status, 1);
    assert!(said.out.contains("stopped after 500 positions; --limit-positions allows more"), "{}", said.out);
}

#[test]
fn other_families_are_refused_with_a_reason() {
    for (family, why) in [
        ("nim", "Bouton"),
        ("subtraction:1,3", "octal:CODE"),
        ("all-but:2", "take-and-break"),
        ("asymmetric:1/2", "different moves"),
        ("stones:1-3", "its own rule"),
        ("no-repeat:1-3", "remember moves"),
        ("knights", "codes and grundy"),
    ] {
        let line = ask_words(&format!("quotient {family}")).regret();
        assert!(line.starts_with(&format!("sprague: {family}: ")) && line.contains(why), "{line}");
    }
    assert!(ask_words("quotient octal:0.7x").refusal().contains("a digit 0-9 or a-f"));
    assert!(ask_words("quotient kayles@3").refusal().contains("a family without a position"));
}

fn misere(sum: &str, flags: &str) -> Value {
    ask_words(&format!("solve {sum} --play misere --format json {flags}")).json()
}

/// Returns the positions after winning moves, sorted.
fn wins(answer: &Value) -> Vec<&str> {
    let mut wins: Vec<&str> = answer["winning_moves"].as_array().unwrap().iter().map(|mv| mv["to"].as_str().unwrap()).collect();
    wins.sort_unstable();
    wins
}

#[test]
fn a_quotient_answers_as_a_search_does() {
    for sum in [
        "kayles@5,4,3",
        "kayles@9",
        "kayles@1",
        "kayles@0",
        "kayles@2.3,4.1",
        "kayles@7,6",
        "dawson-kayles@9,8",
        "grundy@9,7",
        "octal:0.15@8,7,2",
        "octal:0.123@6,6,5",
        "octal:0.8@9,7",
        "octal:4.7@6,5",
    ] {
        let [by_theorem, by_search] = ["--explain", "--search"].map(|flag| misere(sum, flag));
        assert!(by_theorem["why"][0].as_str().unwrap().starts_with("misère quotient of"), "{by_theorem}");
        for key in ["outcome", "winning_moves_total"] {
            assert_eq!(by_theorem[key], by_search[key], "{sum} {key}");
        }
        assert_eq!(wins(&by_theorem), wins(&by_search), "{sum}");
        assert_eq!(by_theorem["best"].is_null(), by_search["best"].is_null(), "{sum}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_misere_kayles_of_any_size_is_answered() {
    let answer = misere("octal:0.77@1000,999,998", "");
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["winning_moves_total"], answer["winning_moves"].as_array().unwrap().len());
    for to in wins(&answer) {
        assert_eq!(misere(to, "")["outcome"], "loss", "{to}");
    }
    let far = misere("kayles@10^30,3", "");
    assert_eq!((&far["outcome"], &far["winning_moves_total"]), (&json!("win"), &Value::Null));
    let to = wins(&far)[0];
    assert_eq!(misere(to, "")["outcome"], "loss", "{to}");
    assert_eq!(misere("kayles@10^30,10^30", "")["outcome"], misere("kayles@76,76", "")["outcome"]);
}

#[test]
fn sums_of_different_games_have_a_quotient_and_what_has_none_is_searched() {
    for sum in ["kayles@3+nim@2", "kayles@3+dawson-kayles@4", "kayles@5+knights:8@3.3,2.1+subtraction:1,3,4@9"] {
        let [by_theorem, by_search] = ["--explain", "--search"].map(|flag| misere(sum, flag));
        let why = by_theorem["why"][0].as_str().unwrap();
        assert!(why.starts_with("misère quotient of the ") && why.contains("positions that components can become: "), "{why}");
        for key in ["outcome", "winning_moves_total"] {
            assert_eq!(by_theorem[key], by_search[key], "{sum} {key}");
        }
        assert_eq!(wins(&by_theorem), wins(&by_search), "{sum}");
    }
    let loopy = Scratch::file("pass", "a a\na b\n");
    let sum = format!("digraph:{}@a+kayles@3", loopy.as_str());
    assert!(misere(&sum, "--explain")["why"][0].as_str().unwrap().starts_with("search"), "{sum}");
    let far = ask_words("solve dawson-kayles@300,299 --play misere --limit-time 0.5 --format json").stopped();
    assert_eq!(far["stopped"], "time");
}

#[test]
fn a_quotient_of_the_whole_game_is_written_down_and_checked() {
    let written = Scratch::file("kayles-quotient", "");
    for question in ["certify kayles --play misere", "quotient kayles"] {
        let said = ask_words(&format!("{question} -o {}", written.as_str())).text();
        assert!(said.starts_with("kayles: period 12 from n = 71 on by misère quotient, written to "), "{said}");
        let said = ask_words(&format!("check {}", written.as_str())).text();
        let claim =
            "accepted: kayles, misère play, disjunctive rule, sums of any heaps: misère quotient of 40 elements, 9 of them lost";
        assert!(said.starts_with(claim), "{said}");
    }
    let text = ask_words("certify kayles --play misere").text();
    let mut forged: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&forged["family"], &forged["play"], &forged["saltus"]), (&json!("kayles"), &json!("misere"), &json!(0)));
    forged["phi"][40] = json!(0);
    let forged = Scratch::file("forged-quotient", forged.to_string());
    let answer = ask_words(&format!("check {} --format json", forged.as_str()));
    assert_eq!(answer.status, 1);
    let answer: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&answer["accepted"], &answer["family"]), (&json!(false), &json!("kayles")));
    assert!(answer["reason"].as_str().unwrap().contains("lost"), "{answer}");
    for (question, why) in [
        ("certify grundy --play misere", "no known theorem"),
        ("quotient grundy -o /dev/null", "Grundy's game"),
        ("quotient octal:0.0f -o /dev/null", "not proved for all heaps"),
    ] {
        let said = ask_words(question).regret();
        assert!(said.contains(why), "{said}");
    }
}
