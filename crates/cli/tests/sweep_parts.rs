//! Sweeps in parts, which `sprague merge` adds up, and sweeps over octal codes, whose periods are those that `analyse` proves.

use crate::program::{Scratch, ask, ask_words, tell};
use serde_json::{Value, json};

/// Returns the answer to this question, without its time and the checksum, which depends on the time.
fn timeless(question: &str) -> Value {
    let mut answer = ask_words(&format!("{question} --format json")).json();
    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
    answer.as_object_mut().unwrap().retain(|key, _| !["seconds", "checksum"].contains(&key.as_str()));
    answer
}

/// Returns the parts of a sweep as files, the last part first.
fn parts(question: &str, of: u32) -> Vec<Scratch> {
    let part = |number| {
        let file = Scratch::path("part.json");
        ask_words(&format!("{question} --shard {number}/{of} -o {}", file.as_str())).text();
        file
    };
    (1..=of).rev().map(part).collect()
}

fn merge(files: &[Scratch]) -> String {
    files.iter().fold("merge".to_owned(), |words, file| format!("{words} {}", file.as_str()))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_parts_add_up_to_the_whole() {
    for (question, of) in [
        ("sweep subtraction --largest 16", 3),
        ("sweep subtraction --largest 12 --nimbers", 8),
        ("sweep subtraction --largest 2", 5),
        ("sweep subtraction --largest 20", 2),
        ("sweep octal --digits 2 --seek 500", 7),
    ] {
        let mut whole = timeless(&format!("{question} --digest --histogram"));
        let files = parts(question, of);
        assert_eq!(timeless(&format!("{} --histogram", merge(&files))), whole, "{question}");
        let text = ask_words(&merge(&files)).text();
        let lines = |text: &str| text.lines().filter(|line| !line.ends_with(" s")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&text), lines(&ask_words(&format!("{question} --digest")).text()), "{question}");
        if question.contains("subtraction") {
            assert!(whole.as_object_mut().unwrap().remove("digest").is_some());
        }
        assert_eq!(timeless(&format!("{question} --histogram")), whole, "{question}, the same totals without a digest");
    }
}

#[test]
fn a_sweep_says_the_digest_of_its_records() {
    // the sum of the hashes of ({1}, 2, 0), computed by hand: SipHash-1-3-128 with key 0 of three little-endian numbers
    let answer = timeless("sweep subtraction --largest 1 --digest");
    let record = sprague::rows::sweep::RecordDigest::of_numbers([1, 2, 0]);
    assert_eq!(answer["digest"], record.to_string());
    let (file, sets) = (Scratch::path("one.json"), Scratch::path("sets.csv"));
    for flag in ["--shard 1/1".to_owned(), format!("-o {}", file.as_str()), format!("--csv {}", sets.as_str())] {
        assert_eq!(timeless(&format!("sweep subtraction --largest 1 {flag}")), answer, "{flag}");
    }
    let plain = ask_words("sweep subtraction --largest 1").text();
    assert!(!plain.contains("digest") && timeless("sweep subtraction --largest 1").get("digest").is_none(), "{plain}");
    let codes = Scratch::path("codes.csv");
    let answer = timeless(&format!("sweep octal --digits 2 --seek 100 --csv {}", codes.as_str()));
    let text = std::fs::read_to_string(codes.as_str()).unwrap();
    let records = text.lines().skip(1).map(|line| sprague::rows::sweep::RecordDigest::of(line.as_bytes()));
    assert_eq!(
        answer["digest"],
        records.fold(Default::default(), |sum: sprague::rows::sweep::RecordDigest, one| sum + one).to_string()
    );
}

#[test]
fn sums_of_some_parts_are_parts_again() {
    let question = "sweep subtraction --largest 13";
    let files = parts(question, 4);
    let (sum, all) = (Scratch::path("sum.json"), Scratch::path("all.json"));
    let some = merge(&files[..2]);
    let answer = ask_words(&format!("{some} --format json")).stopped();
    assert_eq!((&answer["shard"], &answer["missing"]), (&json!("3-4/4"), &json!("1-2/4")));
    let why = ask_words(&format!("{some} -o {}", sum.as_str())).regret();
    assert!(why.contains("part 1-2/4 is missing") && why.contains("--partial"), "{why}");
    assert!(!std::path::Path::new(sum.as_str()).exists(), "a file is only written where that is wanted");
    let text = ask_words(&format!("{some} --partial -o {}", sum.as_str())).text();
    assert!(text.starts_with("part 3-4/4: 2048 of 4096 subtraction sets"), "{text}");
    let rest = merge(&files[2..]);
    let whole = timeless(&format!("{question} --digest"));
    assert_eq!(timeless(&format!("{rest} {} -o {}", sum.as_str(), all.as_str())), whole);
    assert_eq!(timeless(&format!("merge {}", all.as_str())), whole, "a whole sweep is a part, too");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_parts_that_do_not_fit_are_refused() {
    let files = parts("sweep subtraction --largest 12", 2);
    let [last, first] = [files[0].as_str(), files[1].as_str()];
    let other = |question: &str| parts(question, 2).remove(0);
    let (nimbers, larger, codes) = (
        other("sweep subtraction --largest 12 --nimbers"),
        other("sweep subtraction --largest 13"),
        other("sweep octal --digits 1"),
    );
    let seek = other("sweep octal --digits 1 --seek 99");
    let cut = parts("sweep subtraction --largest 12", 3).remove(0);
    let text = std::fs::read_to_string(first).unwrap();
    let edited = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        Scratch::file("edited.json", text.replacen(from, to, 1))
    };
    let (shard, digest) = (edited("1/2", "2/2"), edited("\"digest\":\"", "\"digest\":\"0"));
    let (count, half) = (edited("[[", "[[1,1],["), Scratch::file("half.json", &text[..text.len() / 2]));
    let (empty, notes) = (Scratch::file("empty.json", ""), Scratch::file("notes.json", "{\"sweep\":1}"));
    let stopped = Scratch::path("stopped.json");
    let unfinished = ask_words("sweep subtraction --largest 20 --shard 1/2 --limit-sets 9000 --format json").stopped();
    std::fs::write(stopped.as_str(), unfinished.to_string()).unwrap();
    for (file, why) in [
        (first, "part 1/2 is already in"),
        (nimbers.as_str(), "this part belongs to `sweep subtraction --largest 12 --nimbers`"),
        (larger.as_str(), "this part belongs to `sweep subtraction --largest 13`"),
        (codes.as_str(), "this part belongs to `sweep octal --digits 1 --seek 10000`"),
        (seek.as_str(), "this part belongs to `sweep octal --digits 1 --seek 99`"),
        (cut.as_str(), "its sweep is divided into 3"),
        (shard.as_str(), "damaged, or was changed"),
        (digest.as_str(), "damaged, or was changed"),
        (count.as_str(), "damaged, or was changed"),
        (half.as_str(), "damaged, or was changed"),
        (empty.as_str(), "not a part of a sweep"),
        (notes.as_str(), "not a part of a sweep"),
        (stopped.as_str(), "this part is not finished, because a limit on positions was reached"),
        ("/no/such/file", "cannot be read"),
        ("/", "cannot be read"),
        #[cfg(target_os = "linux")]
        ("/dev/zero", "longer than"),
    ] {
        let line = ask(["merge", first, file]).regret();
        assert!(line.contains(file) && line.contains(why), "{line}");
    }
    assert!(ask_words("merge").refusal().contains("<FILE>"));
    assert_eq!(timeless(&format!("merge {last} {first}")), timeless("sweep subtraction --largest 12 --digest"));
}

#[test]
fn parts_that_somebody_forged_are_refused_where_they_do_not_add_up() {
    let file = parts("sweep subtraction --largest 12", 2).remove(1);
    let part: Value = serde_json::from_str(&std::fs::read_to_string(file.as_str()).unwrap()).unwrap();
    for (key, value) in [
        ("sets", json!(7)),
        ("sets", json!("18446744073709551615")),
        ("largest", json!(64)),
        ("largest", json!(11)),
        ("rows", json!("values")),
        ("shard", json!("1-2/2")),
        ("shard", json!(3)),
        ("histogram", json!([[1, "18446744073709551615"], [2, 5]])),
        ("histogram", json!(null)),
        ("longest", json!({ "period": 1, "preperiod": 0, "set": [12], "sets": 1 })),
        ("digest", json!("+1")),
        ("digest", json!(null)),
        ("seconds", json!("long")),
        ("sweep", json!("kayles")),
    ] {
        let mut forged = part.clone();
        forged[key] = value.clone();
        let forged = Scratch::file("forged.json", sprague_questions::sweep::seal(forged).to_string());
        let line = ask(["merge", forged.as_str()]).regret();
        assert!(line.contains("damaged, or was changed"), "{key} {value}: {line}");
    }
    let mut forged = part;
    forged.as_object_mut().unwrap().remove("digest");
    let forged = Scratch::file("forged.json", sprague_questions::sweep::seal(forged).to_string());
    let line = ask(["merge", forged.as_str()]).regret();
    assert!(line.contains("damaged, or was changed"), "no part lacks a digest: {line}");
}

#[test]
fn a_checkpoint_with_a_digest_is_not_one_without() {
    let (plain, with_digest) = (Scratch::path("plain.checkpoint"), Scratch::path("digest.checkpoint"));
    let question = |flag: &str, file: &Scratch| format!("sweep subtraction --largest 18{flag} --checkpoint {}", file.as_str());
    for (ours, file, theirs) in [("", &plain, " --digest"), (" --digest", &with_digest, "")] {
        let expected = timeless(&format!("sweep subtraction --largest 18{ours}"));
        ask_words(&format!("{} --limit-sets 50000 --format json", question(ours, file))).stopped();
        let why = ask_words(&question(theirs, file)).regret();
        assert!(why.contains(&format!("checkpoint belongs to `sweep subtraction --largest 18{ours}`")), "{why}");
        assert_eq!(timeless(&question(ours, file)), expected);
    }
    let answer = Scratch::path("answer.json");
    let goes_on = timeless(&format!("{} -o {}", question("", &with_digest), answer.as_str()));
    assert_eq!(goes_on, timeless("sweep subtraction --largest 18 --digest"), "what is to be merged needs one, too");
}

#[test]
fn a_part_is_interrupted_and_listed_as_a_sweep_is() {
    let (file, csv, whole) = (Scratch::path("part.checkpoint"), Scratch::path("sets.csv"), Scratch::path("sets.csv"));
    let question = "sweep subtraction --largest 18 --shard 2/3";
    let expected = timeless(&format!("{question} --csv {}", whole.as_str()));
    let again = format!("{question} --csv {} --checkpoint {}", csv.as_str(), file.as_str());
    for sets in [5_000, 20_000] {
        let answer = ask_words(&format!("{again} --limit-sets {sets} --format json")).stopped();
        assert!(answer["swept"].as_u64().unwrap() <= sets);
    }
    assert_eq!(timeless(&again), expected);
    assert!(std::fs::read(csv.as_str()).unwrap() == std::fs::read(whole.as_str()).unwrap());
    let why = ask_words(&format!("sweep subtraction --largest 18 --csv /dev/null --checkpoint {}", file.as_str())).regret();
    assert!(why.contains("`sweep subtraction --largest 18 --shard 2/3 --csv`"), "{why}");
}

#[test]
fn every_code_of_two_digits_has_the_period_that_analyse_proves() {
    for seek in [1, 30, 1_500] {
        let file = Scratch::path("codes.csv");
        let answer = timeless(&format!("sweep octal --digits 2 --seek {seek} --csv {}", file.as_str()));
        let text = std::fs::read_to_string(file.as_str()).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines[0], ["code", "status", "period", "preperiod", "saltus", "theorem", "why"]);
        let questions: String = lines[1..].iter().map(|line| format!("octal:{}\n", line[0])).collect();
        let answers = tell(["analyse", "-", "--seek", &seek.to_string()], questions.as_bytes()).text();
        let (mut proved, mut codes) = (0, 0);
        for (line, answer) in lines[1..].iter().zip(answers.lines()) {
            let answer = serde_json::from_str::<Value>(answer).unwrap();
            let period = &answer["period"];
            assert_eq!(answer["family"], format!("octal:{}", line[0]));
            let text =
                |key: &str| period[key].as_str().map_or_else(|| period[key].to_string(), str::to_owned).replace("null", "");
            let status = if period.is_null() { "open".to_owned() } else { text("status") };
            let expected = [status, text("period"), text("preperiod"), text("saltus"), text("theorem")];
            assert_eq!(expected.each_ref().map(String::as_str), line[1..6], "{line:?} {seek}");
            assert_eq!(line[6], if line[1] == "proved" { "" } else { "seek" });
            proved += u64::from(line[1] == "proved");
            codes += 1;
        }
        assert_eq!((codes, &answer["codes"]), (128, &json!(128)));
        let theorems = answer["proved"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
        assert_eq!(theorems.sum::<u64>(), proved);
    }
}

#[test]
fn a_sweep_over_codes_goes_on_and_ends_the_same_on_any_number_of_threads() {
    let (file, csv, whole) = (Scratch::path("codes.checkpoint"), Scratch::path("codes.csv"), Scratch::path("codes.csv"));
    let question = "sweep octal --digits 2 --seek 400 --histogram";
    let expected = timeless(&format!("{question} --jobs 1 --csv {}", whole.as_str()));
    assert_eq!(timeless(&format!("{question} --jobs 5")), expected);
    let again = format!("{question} --csv {} --checkpoint {}", csv.as_str(), file.as_str());
    for codes in [10, 77] {
        let answer = ask_words(&format!("{again} --limit-sets {codes} --format json")).stopped();
        assert_eq!((&answer["stopped"], &answer["swept"]), (&json!("positions"), &json!(codes)));
        // what a killed run wrote after its last save is discarded
        let mut text = std::fs::read(csv.as_str()).unwrap();
        text.extend(b"0.77,pro");
        std::fs::write(csv.as_str(), text).unwrap();
    }
    assert_eq!(timeless(&again), expected);
    assert_eq!(timeless(&again), expected, "and once more, when all is done");
    assert!(std::fs::read(csv.as_str()).unwrap() == std::fs::read(whole.as_str()).unwrap());
    let why = ask_words(&format!("sweep octal --digits 2 --seek 401 --checkpoint {}", file.as_str())).regret();
    assert!(why.contains("checkpoint belongs to `sweep octal --digits 2 --seek 400 --csv`"), "{why}");
}

#[test]
fn no_code_takes_longer_than_its_limits() {
    let answer = timeless("sweep octal --digits 2 --limit-positions 300");
    assert!(answer["open"]["positions"].as_u64().unwrap() > 0, "{answer}");
    let answer = timeless("sweep octal --digits 1 --limit-memory 2000");
    assert!(answer["open"]["memory"].as_u64().unwrap() > 0, "{answer}");
    let said = ask_words("sweep octal --digits 3 --seek 10^12 --limit-time 0.5 --format json");
    assert!(said.work() < 20.0, "{}", said.work());
    assert_eq!(said.stopped()["stopped"], "time");
    let text = ask_words("sweep octal --digits 8 --limit-sets 3").regret();
    assert!(text.contains("3 of 33554432 codes done") && text.contains("--limit-sets allows more"), "{text}");
}

#[test]
fn parts_and_codes_that_make_no_sense_are_refused() {
    for (question, expected) in [
        ("sweep subtraction --largest 12 --shard 0/3", "from 1/n to n/n"),
        ("sweep subtraction --largest 12 --shard 4/3", "from 1/n to n/n"),
        ("sweep subtraction --largest 12 --shard 3", "from 1/n to n/n"),
        ("sweep subtraction --largest 12 --shard 1/99999999999", "from 1/n to n/n"),
        ("sweep octal", "--digits"),
        ("sweep octal --digits 0", "from 1 to 8"),
        ("sweep octal --digits 9", "from 1 to 8"),
        ("sweep octal --digits 2 --nimbers", "--nimbers applies to `sweep subtraction`"),
        ("sweep octal --digits 2 --largest 3", "--largest applies to `sweep subtraction`"),
        ("sweep subtraction --largest 3 --seek 9", "--seek applies to `sweep octal`"),
    ] {
        let line = ask_words(question).refusal();
        assert!(line.contains(expected), "{question}: {line}");
    }
    let both = Scratch::path("both");
    let why = ask_words(&format!("sweep subtraction --largest 9 --csv {0} -o {0}", both.as_str())).regret();
    assert!(why.contains("must be different files"), "{why}");
}
