//! The atlas: entries are added, found, shown and checked, and hostile files are refused.

use crate::plugins::{Folder, ask_in};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../atlas")
}

/// Creates an atlas with an entry for each of these questions.
#[track_caller]
fn with(name: &str, questions: &[&str]) -> Folder {
    let folder = Folder::new(name);
    for question in questions {
        let (status, out, err) = ask_in(&folder.0, &["atlas", "add", question, "--machine", "test"]);
        assert_eq!((status, err.as_str()), (0, ""), "{question}: {out}");
    }
    folder
}

/// Runs `atlas check` in a folder, and returns the exit status and the text.
fn check(folder: &Folder) -> (i32, String) {
    let (status, out, err) = ask_in(&folder.0, &["atlas", "check"]);
    (status, format!("{out}{err}"))
}

const KAYLES: &str = "atlas/octal/analyse-octal-0.77";

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_added_is_found_shown_and_checked() {
    let questions = [
        "analyse octal:0.77",
        "analyse kayles --play misere",
        "analyse asymmetric:1,3/2 --rows values",
        "quotient octal:0.123",
        "solve kayles@5",
        "solve domineering@3x4",
        "value 'game@{1 | -1}'",
        "compare game@^ nim@1",
        "table cram --to 3x3",
        "sweep subtraction --largest 8 --histogram",
        "sweep asymmetric --largest 3",
        "find domineering --squares 4 --count",
        "nim 7*9",
    ];
    let folder = with("atlas-added", &questions);
    let (status, said) = check(&folder);
    let summary = "13 entries: 9 certificates accepted, 13 answers asked again and 0 not, 0 by digest alone, 0 failed\n";
    assert_eq!((status, said.as_str()), (0, summary));
    let say = |words: &[&str]| ask_in(&folder.0, &[&["atlas"], words].concat());
    let (_, all, _) = say(&[]);
    assert_eq!(all.lines().count(), 14, "{all}");
    assert!(all.contains("octal/analyse-octal-0.77: analyse octal:0.77: period 12 from 71 on, by Guy-Smith\n"), "{all}");
    let (_, one, _) = say(&["guy-smith", "OCTAL"]);
    assert!(one.starts_with("octal/analyse-octal-0.77\nquestion: sprague analyse octal:0.77\n"), "{one}");
    assert!(one.contains("certificate: analyse-octal-0.77.certificate.json (459 bytes, "), "{one}");
    assert!(all.contains("sweep asymmetric --largest 3: 28 pairs of sets: 9 mixed, 13 periodic, 6 rises\n"), "{all}");
    let (_, json, _) = say(&["quotient", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json.as_array().unwrap().iter().any(|entry| entry["answer"]["order"] == 20), "{json}");
    let (status, _, err) = say(&["parcheesi"]);
    assert_eq!((status, err.as_str()), (1, "sprague: atlas: no entry has parcheesi\n"));
    let (_, part, _) = say(&["check", "--part", "2/5", "--format", "json"]);
    let part: Value = serde_json::from_str(&part).unwrap();
    assert_eq!((&part["entries"], &part["asked_again"], &part["failures"]), (&3.into(), &3.into(), &serde_json::json!([])));
}

#[test]
fn a_file_of_questions_is_added_line_by_line() {
    let folder = Folder::new("atlas-from");
    let lines = "# a comment\n\nsolve nim@1\toeis=A000004\tnote=the smallest\nsolve nim@x\nsolve nim@2\tbefore=1\tsource=x, p. 2\tfurther=2\n";
    folder.write("questions", lines);
    let (status, out, _) = ask_in(&folder.0, &["atlas", "add", "--from", "questions"]);
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("\nnot added: solve nim@x: byte 4: expected a number\n") && out.lines().count() == 3, "{out}");
    let (_, record, _) = ask_in(&folder.0, &["atlas", "record"]);
    assert!(record.contains("\nrecord before: 1 (x, p. 2)\nfurther: 2\n"), "{record}");
    folder.write("bad", "solve nim@1\tcolour=red\n");
    let (status, _, err) = ask_in(&folder.0, &["atlas", "add", "--from", "bad"]);
    assert!(status == 2 && err.contains("bad: line 1: there is no field colour"), "{err}");
}

#[test]
fn what_cannot_be_re_checked_is_not_added() {
    let folder = Folder::new("atlas-refused");
    for (question, why) in [
        ("plot kayles -o x.svg", "unrecognized subcommand"),
        ("analyse kayles --checkpoint x", "writes no checkpoint"),
        ("solve -", "not in standard input"),
        ("solve digraph:FILE@a", "reads no file"),
        ("solve 'nim@3", "is never closed"),
        ("solve nim@3 --format json", "unexpected argument"),
        ("quotient octal:0.26 --limit-positions 9", "it stopped at a limit"),
    ] {
        let (status, _, err) = ask_in(&folder.0, &["atlas", "add", question]);
        assert!(status == 1 && err.contains(why), "{question}: {err}");
    }
    assert!(!folder.0.join("atlas").exists(), "nothing was written");
}

#[test]
fn a_forged_entry_fails() {
    let entry = |folder: &Folder| fs::read_to_string(folder.0.join(KAYLES).with_extension("77.toml")).unwrap();
    let folder = with("atlas-forged", &["analyse octal:0.77", "analyse octal:0.07"]);
    let (good, file) = (entry(&folder), format!("{KAYLES}.toml"));
    let other = fs::read_to_string(folder.0.join("atlas/octal/analyse-octal-0.07.toml")).unwrap();
    let proof_of = |entry: &str| entry.split_once("[certificate]").unwrap().1.to_owned();
    for (forged, why) in [
        (good.replace("period = 12", "period = 24"), "the certificate has another period"),
        (good.replace("nimbers = [0, 1,", "nimbers = [0, 2,"), "asked again, the answer has another `nimbers`"),
        (good.replace(&proof_of(&good), &proof_of(&other)), "the certificate is about another family"),
        (good.replace("from n = 71", "from n = 7"), "the certificate claims something else"),
        (good.replace("xxh3 = \"", "xxh3 = \"0"), "length or digest differ"),
        (good.replace("bytes = 4", "bytes = 5"), "length or digest differ"),
        (good.replace("bytes = 459", "bytes = 99999999999"), "more than 67108864 bytes"),
        (good.replace("file = \"analyse", "file = \"../octal/analyse"), "no name of a file beside it"),
        (good.replace("file = \"analyse", "file = \"/etc/passwd"), "no name of a file beside it"),
        (good.split("[certificate]").next().unwrap().to_owned(), "it was checked by a certificate, but has none"),
        (good.replace("octal:0.77\"", "./x.rhai\""), "the certificate is about another family"),
        (good.replace("octal:0.77\"", "octal:0.77 --checkpoint x\""), "writes no checkpoint"),
    ] {
        assert_ne!(forged, good, "{why}");
        folder.write(&file, &forged);
        let (status, said) = check(&folder);
        assert!(status == 1 && said.contains(why) && said.contains(", 1 failed\n"), "{why}: {said}");
    }
    folder.write(&file, &good);
    assert_eq!(check(&folder).0, 0);
}

#[test]
fn an_entry_that_says_it_was_dear_is_compared_all_the_same() {
    let forgeries = [
        ("compare nim@2,2 nim@0", ["compare nim@2,2 nim@0", "compare nim@2,2 nim@0 --play misere"]),
        ("solve domineering@2x1", ["solve domineering@2x1", "solve domineering@2x1 --first right"]),
        ("analyse asymmetric:1,3/2", ["analyse asymmetric:1,3/2", "analyse asymmetric:1,3/2 --rows values"]),
        ("solve nim@3,4,5", ["outcome = \"win\"", "outcome = \"loss\""]),
        ("analyse kayles", ["nimbers = [0, 1, 2,", "nimbers = [0, 7, 2,"]),
        ("sweep asymmetric --largest 2", ["pairs = 6", "pairs = 7"]),
        ("analyse asymmetric:1,3/2 --rows values", ["from = 5", "from = 0"]),
    ];
    for (question, [from, to]) in forgeries {
        let folder = with("atlas-dear", &[question]);
        let family = fs::read_dir(folder.0.join("atlas")).unwrap().next().unwrap().unwrap().path();
        let file =
            fs::read_dir(family).unwrap().map(|file| file.unwrap().path()).find(|file| file.extension() == Some("toml".as_ref()));
        let file = file.unwrap();
        let good = fs::read_to_string(&file).unwrap();
        let seconds = good.lines().find(|line| line.starts_with("cpu_seconds")).unwrap();
        let forged = good.replacen(from, to, 1);
        assert_ne!(forged, good, "{question}: {good}");
        fs::write(&file, forged.replacen(seconds, "cpu_seconds = 100.0", 1)).unwrap();
        let (status, said) = check(&folder);
        assert!(status == 1 && said.contains(", 1 failed\n"), "{question}, {to}: {said}");
    }
}

#[test]
fn an_entry_that_cannot_be_read_does_not_hide_the_others() {
    let folder = with("atlas-unread", &["solve nim@1", "solve nim@2"]);
    folder.write("atlas/nim/solve-nim-0.toml", "question = 3");
    let (status, said) = check(&folder);
    assert!(
        status == 1
            && said
                .contains("3 entries: 2 certificates accepted, 2 answers asked again and 0 not, 0 by digest alone, 1 failed\n"),
        "{said}"
    );
    assert!(ask_in(&folder.0, &["atlas"]).1.contains("2 entries"));
    #[cfg(unix)]
    {
        let elsewhere = Folder::new("atlas-elsewhere");
        std::os::unix::fs::symlink(&elsewhere.0, folder.0.join("atlas/kayles")).unwrap();
        std::os::unix::fs::symlink(elsewhere.0.join("new"), folder.0.join("atlas/nim/solve-nim-3.toml")).unwrap();
        for question in ["solve kayles@5", "solve nim@3"] {
            let (status, _, err) = ask_in(&folder.0, &["atlas", "add", question]);
            assert!(status == 1 && err.contains("a link, which may lead out of the atlas"), "{err}");
        }
        assert_eq!(fs::read_dir(&elsewhere.0).unwrap().count(), 0, "nothing was written through the link");
    }
}

#[test]
fn a_list_of_certificates_is_about_every_pair_of_a_sweep() {
    let folder = with("atlas-pairs", &["sweep asymmetric --largest 3"]);
    let name = "atlas/sweep/sweep-asymmetric-largest-3";
    let entry = fs::read_to_string(folder.0.join(format!("{name}.toml"))).unwrap();
    let claim = "28 families, from asymmetric:1/1 to asymmetric:1-3/1-3: the order of their rows, and the laws of classes that each states, for every n";
    assert!(entry.contains(claim) && entry.contains("digest = \""), "{entry}");
    let file = format!("{name}.certificate.json");
    let good = fs::read_to_string(folder.0.join(&file)).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    assert_eq!(lines.len(), 30);
    let one = lines[2].trim_end_matches(',');
    let false_one = one.replace("\"period\":", "\"period\":1");
    for (forged, why) in [
        (good.replace(&format!("{one},\n"), ""), "the certificate claims something else"),
        (good.replace(lines[4].trim_end_matches(','), one), "the certificates are about other pairs"),
        (good.replace(one, &false_one), "the certificate is not accepted: line 3: "),
        (good.replace(one, "{}"), "the certificate cannot be read: "),
        (good.replace(one, "["), "the certificate cannot be read: "),
        (["[\n", "\n]\n"].map(|part| part.repeat(1 << 16)).concat(), "the certificate cannot be read: "),
    ] {
        assert_ne!(forged, good, "{why}");
        folder.write(&file, &forged);
        // the forger also adjusts size and digest
        let digest = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(forged.as_bytes()));
        let is_old = |line: &&str| !line.starts_with("bytes = ") && !line.starts_with("xxh3 = ");
        let kept: Vec<&str> = entry.lines().filter(is_old).collect();
        folder.write(&format!("{name}.toml"), &format!("{}\nbytes = {}\nxxh3 = \"{digest}\"\n", kept.join("\n"), forged.len()));
        let (status, said) = check(&folder);
        assert!(status == 1 && said.contains(why), "{why}: {said}");
    }
}

#[test]
fn a_hostile_folder_is_refused_whole() {
    let folder = with("atlas-hostile", &["solve nim@1"]);
    let file = "atlas/nim/solve-nim-1.toml";
    let good = fs::read_to_string(folder.0.join(file)).unwrap();
    for (hostile, why) in [
        (good.replace("date", "colour = \"\\u001b[31m\"\ndate"), "unknown field `colour`"),
        (format!("note = {}", "[".repeat(5_000)), "max recursion depth"),
        ("#".repeat(1 << 19), "it has more than 262144 bytes"),
        (String::new(), "missing field `question`"),
    ] {
        folder.write(file, &hostile);
        let (status, said) = check(&folder);
        assert!(status == 1 && said.contains(why) && !said.contains('\u{1b}') && said.len() < 1_000, "{why}: {said}");
    }
    fs::write(folder.0.join(file), [0xff, 0xfe]).unwrap();
    assert!(check(&folder).1.contains("it is not text in UTF-8"));
    #[cfg(unix)]
    {
        fs::remove_file(folder.0.join(file)).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.0.join(file)).unwrap();
        let (status, said) = check(&folder);
        assert!(status == 1 && said.contains("a link, which may lead out of the atlas"), "{said}");
    }
    let (status, _, err) = ask_in(&folder.0, &["atlas", "--atlas", "nowhere"]);
    assert!(status == 1 && err.starts_with("sprague: atlas: nowhere: there is no such folder: --atlas DIR"), "{err}");
}

/// Returns all entries of the repository as JSON.
fn entries() -> Vec<Value> {
    let (status, out, err) = ask_in(&own(), &["atlas", "--atlas", ".", "--format", "json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    serde_json::from_str(&out).unwrap()
}

// `sprague atlas check --cheap` also asks about twenty more expensive questions, in twice the time
#[test]
#[ignore = "release: minutes without optimisation"]
fn release_every_cheap_entry_of_the_repository_is_right() {
    let (status, out, err) = ask_in(&own(), &["atlas", "check", "--cheap=0.4", "--atlas", "."]);
    assert!(status == 0 && out.ends_with(", 0 failed\n"), "{out}{err}");
    let all = entries();
    assert!(all.len() >= 600, "{}", all.len());
    let is_octal = |entry: &&Value| entry["name"].as_str().unwrap().starts_with("octal/analyse");
    assert!(all.iter().filter(is_octal).count() <= 250);
    for entry in &all {
        let proofs = ["certificate", "no_certificate"].map(|key| entry[key].is_null());
        assert_ne!(proofs[0], proofs[1], "{}: a certificate, or why there is none", entry["name"]);
    }
}

#[test]
fn no_file_of_the_atlas_belongs_to_no_entry() {
    let mut named: Vec<String> = vec![];
    for entry in entries() {
        let name = entry["name"].as_str().unwrap();
        let family = name.split('/').next().unwrap();
        named.push(format!("{name}.toml"));
        let beside = ["long", "certificate"].map(|key| entry[key]["file"].as_str().map(|file| format!("{family}/{file}")));
        named.extend(beside.into_iter().flatten());
    }
    named.sort();
    let mut there = vec![];
    for family in fs::read_dir(own()).unwrap().map(|family| family.unwrap().path()).filter(|path| path.is_dir()) {
        let name = family.file_name().unwrap().to_str().unwrap().to_owned();
        if !["b-files", "long", "quoted"].contains(&&*name) {
            let files = fs::read_dir(&family).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            there.extend(files.map(|file| format!("{name}/{file}")));
        }
    }
    there.sort();
    assert_eq!(named, there);
}

#[test]
fn long_certificates_are_right_as_far_as_they_are_looked_at() {
    let folder = Folder::new("long");
    let mut count = 0;
    for file in fs::read_dir(own().join("long")).unwrap().map(|file| file.unwrap().path()) {
        let file = file.to_str().unwrap();
        let args = ["check", file, "--checkpoint", "save", "--limit-positions", "200000"];
        let (status, out, err) = ask_in(&folder.0, &args);
        assert!(status == 1 && err.contains("stopped after 200000 positions"), "{file}: {status} {out}{err}");
        count += 1;
    }
    assert!(count > 0);
}

/// Returns the rows of an answer that may contain a sequence. For a table they are its rows, its diagonal, and the triangle
/// below it.
fn rows(entry: &Value) -> Vec<Vec<u64>> {
    let mut answer = entry["answer"].clone();
    if let Some(file) = entry["long"]["file"].as_str() {
        let family = entry["name"].as_str().unwrap().split('/').next().unwrap();
        let long = fs::read_to_string(own().join(family).join(file)).unwrap();
        answer.as_object_mut().unwrap().append(serde_json::from_str::<Value>(&long).unwrap().as_object_mut().unwrap());
    }
    let numbers = |row: &Value| row.as_array().into_iter().flatten().filter_map(Value::as_u64).collect::<Vec<_>>();
    let part = ["nimbers", "cells"].iter().find_map(|key| answer[key].as_array());
    let Some(part) = part else { return vec![["nimber", "found"].iter().filter_map(|key| answer[key].as_u64()).collect()] };
    if part[0].is_u64() {
        return vec![numbers(&Value::Array(part.clone()))];
    }
    let mut rows: Vec<Vec<u64>> = part.iter().map(numbers).collect();
    let diagonal = rows.iter().enumerate().filter_map(|(at, row)| row.get(at).copied()).collect();
    let triangle = rows.iter().enumerate().flat_map(|(at, row)| row.iter().take(at + 1).copied()).collect();
    rows.extend([diagonal, triangle]);
    rows
}

/// Returns the first terms of sequences of the OEIS, by their numbers.
fn quoted() -> BTreeMap<String, Vec<u64>> {
    let text = fs::read_to_string(own().join("quoted/oeis.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(' ').unwrap());
    let terms = |terms: &str| terms.split(',').map(|term| term.parse().unwrap()).collect();
    lines.map(|(number, list)| (number.to_owned(), terms(list))).collect()
}

#[test]
fn sequences_of_the_oeis_are_recomputed() {
    let quoted = quoted();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries() {
        for number in entry["oeis"].as_array().into_iter().flatten().map(|number| number.as_str().unwrap()) {
            let terms = quoted.get(number).unwrap_or_else(|| panic!("{number} is quoted"));
            let has = |row: &Vec<u64>| match row[..] {
                [one] => terms.contains(&one),
                _ => row.windows(terms.len()).any(|window| window == terms),
            };
            assert!(rows(&entry).iter().any(has), "{number}: {}", entry["name"]);
            *seen.entry(number.to_owned()).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), quoted.len(), "every sequence that is quoted is recomputed");
    assert!(seen.len() >= 40);
}

#[test]
fn entries_drawn_by_chance_are_computed_anew_by_another_program() {
    let has_toml = Command::new("python3").args(["-c", "import tomllib"]).status().is_ok_and(|status| status.success());
    if !has_toml {
        eprintln!("skipped: no python3 with tomllib");
        return;
    }
    let said = Command::new("python3").arg(own().join("draw.py")).args(["1", "20"]).output().unwrap();
    let out = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success() && out.ends_with("20 entries computed anew, 0 differ\n"), "{out}");
}

#[test]
fn b_files_go_on_where_the_oeis_ends() {
    let (quoted, entries) = (quoted(), entries());
    let files: Vec<PathBuf> = fs::read_dir(own().join("b-files")).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() >= 12);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let number = name.replacen('b', "A", 1);
        let [first, second] = [0, 1].map(|at| text.lines().nth(at).unwrap());
        let (_, question) = first.split_once(": sprague ").unwrap();
        let number_of = |text: &str| text.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse::<usize>().unwrap();
        let (_, there) = second.split_once("..").unwrap();
        let there = number_of(there.split([';', '.']).next().unwrap());
        let lines = text.lines().skip(2).map(|line| line.split_once(' ').unwrap());
        let terms: Vec<(usize, u64)> = lines.map(|(n, term)| (n.parse().unwrap(), term.parse().unwrap())).collect();
        let (from, to) = (terms[0].0, terms.last().unwrap().0);
        assert!(first.starts_with(&format!("# {number}(n), n = {from}..{to}, ")) && to > there, "{name}");
        assert!(terms.iter().zip(from..).all(|((n, _), expected)| *n == expected), "{name}");
        let start: Vec<u64> = terms.iter().map(|(_, term)| *term).take(quoted[&number].len()).collect();
        assert_eq!(start, quoted[&number], "{name}: as the OEIS has it");
        let asked = |question: &str| {
            // expensive questions are asked again by `atlas check`, in a release build
            if let Some(entry) = entries.iter().find(|entry| entry["question"] == question) {
                return rows(entry);
            }
            let words: Vec<&str> = question.split(' ').map(|word| word.trim_matches('\'')).collect();
            let (status, out, err) = ask_in(&own(), &[&words[..], &["--format", "json"]].concat());
            assert_eq!((status, err.as_str()), (0, ""), "{question}");
            rows(&serde_json::json!({ "answer": serde_json::from_str::<Value>(&out).unwrap() }))
        };
        let all = if question.contains("{n}") { None } else { Some(asked(question)) };
        for (n, term) in &terms[start.len()..] {
            let question = question.replace("{n}", &n.to_string());
            let is_it = |entry: &&Value| format!("{} ", entry["question"].as_str().unwrap()).starts_with(&format!("{question} "));
            let here = match &all {
                Some(rows) => rows[0][*n],
                None => entries.iter().find(is_it).unwrap()["answer"]["nimber"].as_u64().unwrap(),
            };
            assert_eq!(here, *term, "{name}: {n}");
        }
    }
}
