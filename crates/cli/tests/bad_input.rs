//! Malformed questions have exit status 2, and one line on standard error that names the character. Nothing else is printed.

use crate::program::{Scratch, ask, ask_words};

/// Describes the error if a line does not name this character, counted from 1, and this expected text.
fn complaint(line: &str, character: usize, expected: &str) -> Option<String> {
    let named = [format!("character {character},"), format!("character {character}:")];
    if !named.iter().any(|named| line.contains(named)) {
        return Some(format!("character {character} is not named: {line}"));
    }
    let is_said = line.contains("expected") && line.contains(expected);
    (!is_said).then(|| format!("`{expected}` is not what was expected: {line}"))
}

#[track_caller]
fn names(line: &str, character: usize, expected: &str) {
    assert_eq!(complaint(line, character, expected), None);
}

/// Malformed positions, each with the character of the error and a word of the expected text.
const POSITIONS: &[(&str, usize, &str)] = &[
    // the parts of a question
    ("", 1, "ruleset"),
    ("nim", 4, "`@`"),
    ("@3", 1, "ruleset"),
    ("3", 1, "ruleset"),
    ("nimm@3", 1, "ruleset"),
    ("Nim@3", 1, "ruleset"),
    ("ním@3", 1, "ruleset"),
    ("nim@", 5, "number"),
    ("nim@x", 5, "number"),
    ("nim@3,", 7, "number"),
    ("nim@,3", 5, "number"),
    ("nim@3,,4", 7, "number"),
    ("nim@3 , x", 9, "number"),
    ("  nim@ 3 x", 10, "nothing"),
    ("nim@3+", 7, "ruleset"),
    ("+nim@3", 1, "ruleset"),
    ("nim@3++nim@4", 7, "ruleset"),
    ("nim@3+4", 7, "ruleset"),
    ("nim@3+nim", 10, "`@`"),
    ("nim@3;nim@4", 6, ""),
    ("nim@3@4", 4, ""),
    ("nim@-3", 5, "number"),
    ("nim@+3", 5, "number"),
    ("nim@3.5", 6, "nothing"),
    ("nim@1e5", 6, "nothing"),
    ("nim@0x10", 6, "nothing"),
    ("nim@３", 5, "number"),
    ("nim@3\u{1b}[31m", 6, "nothing"),
    ("nim:3@4", 4, "`@`"),
    ("kayles:2@3", 7, "`@`"),
    // negatives, and characters of the notation in braces
    ("nim@3+-frob@1", 8, "ruleset"),
    ("nim@3+-nim", 11, "`@`"),
    ("nim@3+-nim@1,x", 14, "number"),
    ("nim@3+--nim@1", 8, "ruleset"),
    ("nim@3 - nim@1", 4, "`+`"),
    ("nim@{1+nim@2", 5, "number"),
    ("game@", 6, "value"),
    ("game@{1|x}", 9, "value"),
    ("game@{1|2,{3|}+nim@x", 16, "value"),
    ("game@{1|2,{3|}+-1", 18, "'}'"),
    ("game@{1|0}+game@{1,{2|}|y}", 25, "value"),
    // numbers
    ("nim@10^", 8, "exponent"),
    ("nim@10^x", 8, "exponent"),
    ("nim@^3", 5, "number"),
    ("nim@10^1000000000", 5, "digits"),
    ("nim@10^100000000000000000000000000", 5, "digits"),
    ("nim@99999^99999^99999", 5, "digits"),
    ("subtraction:1@10^1000000000", 15, "digits"),
    ("kayles@10^1000000000", 8, "digits"),
    ("kayles@3.10^1000000000", 10, "digits"),
    // sets
    ("subtraction@3", 12, "`:`"),
    ("subtraction:@3", 13, "number"),
    ("subtraction:0@3", 13, "at least 1"),
    ("subtraction:1,0@3", 15, "at least 1"),
    ("subtraction:0-3@3", 13, "at least 1"),
    ("subtraction:3-1@3", 15, "3 or more"),
    ("subtraction:1-@3", 15, "number"),
    ("subtraction:-3@3", 13, "number"),
    ("subtraction:1,,3@4", 15, "number"),
    ("subtraction:1,3,@4", 17, "number"),
    ("subtraction:1;3@4", 14, ""),
    ("subtraction:1-2-3@4", 16, ""),
    ("subtraction:a@4", 13, "number"),
    ("subtraction:1-5000000,6000000-20000000@3", 13, "members"),
    ("subtraction:1-10^20@3", 15, "2^64"),
    ("subtraction:10^30@3", 13, "2^64"),
    ("subtraction:1:2@3", 14, ""),
    ("all-but@3", 8, "`:`"),
    ("all-but:0@3", 9, "at least 1"),
    ("asymmetric:1@4", 13, "`/`"),
    ("asymmetric:1/@4", 14, "number"),
    ("asymmetric:1/0@4", 14, "at least 1"),
    ("asymmetric:0/1@4", 12, "at least 1"),
    ("asymmetric:none/nome@4", 17, "number"),
    ("asymmetric:1/2/3@4", 15, ""),
    // stones
    ("stones@4", 7, "`:`"),
    ("stones:1-3@5.1", 15, "holds"),
    ("stones:1-3@5.1.2.3", 17, "nothing"),
    ("stones:1-3@5.x.0", 14, "number"),
    ("stones:1-3:wins=odder@5", 12, "wins"),
    ("stones:1-3:@5", 12, "wins"),
    ("stones:1-3:memory=2@5", 12, "wins"),
    // no-repeat
    ("no-repeat:1-5@20/", 18, "number"),
    ("no-repeat:1-5@20/x", 18, "number"),
    ("no-repeat:1-5@20/6", 18, "allowed"),
    ("no-repeat:1-5@20/0", 18, "allowed"),
    ("no-repeat:1-5@20/3.2", 20, "memory"),
    ("no-repeat:1-5:memory=3@20/1.2.1", 31, "move"),
    ("no-repeat:1-5:memory=3@20/1.2.3.4", 33, "memory"),
    ("no-repeat:1-5:memory=3@20/1.6.2", 29, "allowed"),
    ("no-repeat:1-5:memory=0@20", 22, "at least 1"),
    ("no-repeat:1-5:memory=@20", 22, "number"),
    ("no-repeat:1-5:memory=x@20", 22, "number"),
    ("no-repeat:1-5:memory=-1@20", 22, "number"),
    ("no-repeat:1-5:wins=even@20", 15, "memory"),
    // codes
    ("octal@3", 6, "`:`"),
    ("octal:@3", 7, ""),
    ("octal:77@3", 9, "point"),
    ("octal:0.7g@3", 10, "digit"),
    ("octal:0.7 G@3", 11, "digit"),
    ("octal:0.G@3", 9, "digit"),
    ("octal:0.7.7@3", 10, "digit"),
    ("octal:1.7@3", 7, "before the point"),
    ("octal:2.7@3", 7, "before the point"),
    ("octal:7.7@3", 7, "before the point"),
    ("octal:x.7@3", 7, ""),
    ("octal:0.77@1..2", 14, "number"),
    ("octal:0.77@1.", 14, "number"),
    ("octal:0.77@.1", 12, "number"),
    ("grundy@3.x", 10, "number"),
    // boards
    ("knights:0@0.0", 9, "1 to"),
    ("knights:-8@0.0", 9, "number"),
    ("knights:x@0.0", 9, "number"),
    ("knights:10^30@0.0", 9, ""),
    ("knights:8@3", 12, "point"),
    ("knights:8@3.", 13, "0-7"),
    ("knights:8@8.3", 11, "0-7"),
    ("knights:8@3.8", 13, "0-7"),
    ("knights:3@0.0,1.3", 17, "0-2"),
    ("knights:8@3.4.5", 14, "nothing"),
    ("knights:8@-1.0", 11, ""),
    // files
    ("digraph@a", 8, "`:`"),
    ("digraph:@a", 9, "file"),
    ("digraph:/no/such/file@a", 9, "file"),
    ("digraph:/@a", 9, "plain file"),
    ("digraph:.@a", 9, "plain file"),
    ("subtraction:/@3", 13, "plain file"),
    ("subtraction:./no-such-file@3", 13, "file"),
    ("asymmetric:1/./no-such-file@3", 14, "file"),
];

#[test]
#[ignore = "slow: half a minute"]
fn slow_positions_that_cannot_be_read_are_refused_at_the_right_character() {
    let mut complaints = vec![];
    for &(question, character, expected) in POSITIONS {
        let lines = ["solve", "play", "graph", "value"].map(|command| ask([command, question]).refusal());
        assert_eq!(ask(["solve", question, "--format", "json"]).refusal(), lines[0]);
        // `compare` takes a value without its ruleset
        let is_value = question == "3";
        assert_eq!(ask(["compare", "nim@1", question]).status == 0, is_value, "{question}");
        assert!(is_value || ask(["compare", "nim@1", question]).refusal() == lines[0], "{question}");
        assert!(lines.iter().all(|line| *line == lines[0]), "{lines:?}");
        complaints.extend(complaint(&lines[0], character, expected));
    }
    assert_eq!(complaints, [""; 0], "{complaints:#?}");
}

#[test]
fn families_that_cannot_be_read_are_refused_at_the_right_character() {
    let families = [
        ("", 1, "ruleset"),
        ("nimm", 1, "ruleset"),
        ("nim@3", 4, "family"),
        ("nim:3", 4, ""),
        ("subtraction", 12, "`:`"),
        ("subtraction:", 13, "number"),
        ("subtraction:1,0", 15, "at least 1"),
        ("subtraction:5-1", 15, "5 or more"),
        ("octal:0.8x", 10, "digit"),
        ("octal:3.", 7, "before the point"),
        ("asymmetric:1/", 14, "number"),
        ("digraph:/no/such/file", 9, "file"),
        ("knights:0", 9, "1 to"),
    ];
    for (family, character, expected) in families {
        for command in ["analyse", "analyze", "certify"] {
            names(&ask([command, family]).refusal(), character, expected);
        }
    }
}

#[test]
fn files_that_are_no_graphs_are_refused_with_their_line() {
    for (name, content, word) in
        [("three", "a b\nb c d\n", "2"), ("names", "a b\nb c-d\n", "2"), ("accent", "a é\n", "1"), ("bytes", "a b\u{0}\n", "1")]
    {
        let file = Scratch::file(name, content);
        let line = ask(["solve", &format!("digraph:{}@a", file.as_str())]).refusal();
        names(&line, 9, "graph");
        assert!(line.contains(&format!("line {word}")), "{line}");
    }
    let empty = Scratch::file("empty", "");
    assert!(ask(["solve", &format!("digraph:{}@a", empty.as_str())]).refusal().contains("expected"));
    let comments = Scratch::file("comments", "# nothing\n\n");
    assert!(ask(["analyse", &format!("digraph:{}", comments.as_str())]).refusal().contains("expected"));
    let bytes = Scratch::file("latin", b"a \xe9\n");
    names(&ask(["solve", &format!("digraph:{}@a", bytes.as_str())]).refusal(), 9, "file");
    let graph = Scratch::file("graph", "a b\n");
    let at = "digraph:".len() + graph.as_str().len() + 2;
    names(&ask(["solve", &format!("digraph:{}@c", graph.as_str())]).refusal(), at, "vertex");
    names(&ask(["solve", &format!("digraph:{}@", graph.as_str())]).refusal(), at, "vertex");
}

#[test]
fn files_that_are_no_sets_are_refused() {
    for (name, content) in
        [("empty", ""), ("blank", "\n \n"), ("words", "1 two 3"), ("zero", "1 0"), ("large", "1-20000000"), ("bytes", "1\u{0}")]
    {
        let file = Scratch::file(name, content);
        names(&ask(["solve", &format!("subtraction:{}@3", file.as_str())]).refusal(), 13, "");
    }
    let bytes = Scratch::file("latin", b"1 \xff\n");
    names(&ask(["solve", &format!("subtraction:{}@3", bytes.as_str())]).refusal(), 13, "file");
}

#[test]
fn near_misses_are_suggested() {
    for (typed, meant) in [
        ("kayls", "kayles"),
        ("Nim", "nim"),
        ("KAYLES", "kayles"),
        ("grundi", "grundy"),
        ("dawson-chss", "dawson-chess"),
        ("subtracton", "subtraction"),
        ("ocatl", "octal"),
    ] {
        let (suggestion, position) = (format!("did you mean `{meant}`?"), format!("{typed}@3"));
        for call in [["solve", &position], ["play", &position], ["analyse", typed], ["certify", typed], ["quotient", typed]] {
            let line = ask(call).refusal();
            names(&line, 1, "ruleset");
            assert!(line.contains(&suggestion), "{line}");
        }
    }
    assert!(!ask(["solve", "frobnicate@3"]).refusal().contains("did you mean"));
    for (call, meant) in
        [("slove nim@3", "'solve'"), ("solve nim@3 --explian", "'--explain'"), ("solve nim@3 --play miser", "'misere'")]
    {
        assert!(ask_words(call).refusal().contains(meant), "{call}");
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_no_files() {
    for path in ["/dev/zero", "/dev/stdin", "/dev/null"] {
        names(&ask(["solve", &format!("digraph:{path}@a")]).refusal(), 9, "plain file");
        names(&ask(["solve", &format!("subtraction:{path}@3")]).refusal(), 13, "plain file");
        assert_eq!(ask(["check", path]).status, 2, "{path}");
    }
}

#[test]
fn combinations_without_a_meaning_are_refused_with_the_reason() {
    for (question, character, reason) in [
        ("stones:1-3@7 --play misere", 12, "the end of play"),
        ("stones:1-3@7+nim@3", 18, "last move"),
        ("nim@3+stones:1-3@7", 18, "last move"),
        ("stones:1-3@7+stones:1-3:wins=even@7", 35, "wins=even"),
        ("stones:1-3@7,8+kayles@3", 23, "last move"),
    ] {
        for command in ["solve", "play", "graph"] {
            names(&ask_words(&format!("{command} {question}")).refusal(), character, reason);
        }
    }
    for command in ["analyse", "certify", "analyse --summary"] {
        assert!(ask_words(&format!("{command} stones:1-3 --play misere")).refusal().contains("the end of play"));
    }
}

/// Wrong calls, each with a word of the message.
const CALLS: &[(&str, &str)] = &[
    ("frobnicate", "frobnicate"),
    ("solve", "SUM"),
    ("value", "SUM"),
    ("value nim@3 nim@4", "nim@4"),
    ("value nim@3 --cool", "--cool"),
    ("value nim@3 --cool 1 --overheat 1,1", "does not go with --cool"),
    ("value nim@3 --format csv", "csv"),
    ("compare", "SUM"),
    ("compare nim@3 nim@4 nim@5", "nim@5"),
    ("table", "RULESET"),
    ("table wythoff --to 3", "3"),
    ("table wythoff --to 3x", "3x"),
    ("table wythoff --to -3x4", "--to"),
    ("table wythoff --to 3x4 --rows frob", "frob"),
    ("table wythoff --to 3x4 --format bfile", "bfile"),
    ("analyse", "FAMILY"),
    ("check", "FILE"),
    ("completions", "SHELL"),
    ("completions tcsh", "tcsh"),
    ("solve nim@3 nim@4", "nim@4"),
    ("solve nim@3 --frob", "--frob"),
    ("solve --frob", "--frob"),
    ("solve nim@3 -z", "-z"),
    ("solve nim@3 --format xml", "xml"),
    ("solve nim@3 --format csv", "csv"),
    ("solve nim@3 --format", "--format"),
    ("solve nim@3 --play miser", "miser"),
    ("solve nim@3 --first middle", "middle"),
    ("solve nim@3 --max-moves x", "--max-moves"),
    ("solve nim@3 --max-moves -1", "-1"),
    ("solve nim@3 --max-moves 10^", "character 4"),
    ("solve nim@3 --first left", "--first is for partizan games"),
    ("solve nim@3 --first right --format json", "--first is for partizan games"),
    ("solve stones:1-3@7 --first left", "--first is for partizan games"),
    ("solve frob@3 --first left", "ruleset"),
    ("graph kayles@3 --first right", "--first is for partizan games"),
    ("strategy nim@3,4 --first left", "--first is for partizan games"),
    ("strategy nim@3,4 --form heaps", "expected positions, multisets, components, bounds or scores"),
    ("strategy nim@3,4 --form components --play misere", "in misère play components have no nimbers"),
    ("strategy nim@3,4 --form components --rule selective", "under other rules, the values of components do not add up"),
    ("strategy asymmetric:1/2@3 --form components", "there are no nimbers"),
    ("play nim@3 --as left", "--as is for partizan games"),
    ("solve nim@3 --max-moves 99999999999999999999999", "--max-moves"),
    ("solve nim@3 --rule moore", "moore"),
    ("solve nim@3 --rule moore=99999999999", "moore=99999999999"),
    ("solve nim@3 --rule moore=0", "moore=0"),
    ("solve nim@3 --rule frob", "frob"),
    ("solve nim@3 --limit-positions x", "--limit-positions"),
    ("solve nim@3 --limit-positions 1.5", "--limit-positions"),
    ("solve nim@3 --limit-positions 99999999999999999999", "--limit-positions"),
    ("solve nim@3 --limit-memory 5X", "5X"),
    ("solve nim@3 --limit-memory G", "--limit-memory"),
    ("solve nim@3 --limit-memory 2GG", "--limit-memory"),
    ("solve nim@3 --limit-memory 99999999999G", "--limit-memory"),
    ("solve nim@3 --limit-time x", "--limit-time"),
    ("solve nim@3 --limit-time nan", "--limit-time"),
    ("solve nim@3 --limit-time inf", "--limit-time"),
    ("solve nim@3 --limit-time=-1", "--limit-time"),
    ("solve nim@3 --limit-time 1e400", "--limit-time"),
    ("analyse nim --to x", "--to"),
    ("analyse nim --to=-1", "--to"),
    ("analyse nim --to -1", "found; to pass"),
    ("analyse nim --to 99999999999999999999", "--to"),
    ("analyse nim --to 2^64", "2^64"),
    ("analyse nim --to 10^1000000000", "--to"),
    ("analyse nim --to 1 --to 2", "--to"),
    ("analyse nim --seek x", "--seek"),
    ("analyse nim --format dot", "dot"),
    ("graph nim@3 --depth x", "--depth"),
    ("graph nim@3 --depth=-1", "--depth"),
    ("graph nim@3 --format csv", "csv"),
    ("play nim@3 --as me", "me"),
    ("certify nim -o", "--output"),
    ("rulesets nim kayles", "kayles"),
    ("rulesets nym", "nym"),
];

#[test]
fn wrong_calls_get_one_line_that_names_what_is_wrong() {
    for &(call, word) in CALLS {
        let line = ask_words(call).refusal();
        assert!(line.contains(word), "{call}: {line}");
        assert!(!line.contains("found tip:") && !line.contains("target type"), "{call}: {line}");
    }
}

#[test]
fn a_question_that_is_nearly_right_is_told_what_to_type() {
    for (call, hint) in [
        ("solve nim 3 4 5", "unexpected argument '3' found (type `nim@3,4,5`)"),
        ("play nim@3 4 5 --play misere", "(type `nim@3,4,5`)"),
        ("solve nim@3 --misere", "unexpected argument '--misere' found (type `--play misere`)"),
        ("quotient 0.75", "did you mean `octal:0.75`?"),
        ("glossary misere-grundy", "did you mean `misère Grundy value`?"),
        ("solve kayles", "`@` and a position, such as `kayles@15` (`analyse kayles` is about all heaps)"),
        ("solve octal:0.137", "such as `octal:0.137@12` (`analyse octal:0.137` is about all heaps)"),
        ("value domineering", "such as `domineering@4x5`"),
        ("solve nim@3;kayles@4", "character 6, `;`: expected `+` before the next position"),
        ("table nim --to 5x5", "two components of it are \"nim@{x},{y}\""),
        ("check /no/such/file", "sprague: /no/such/file: expected a readable certificate"),
        ("solve ./no.rhai@3", "sprague: ./no.rhai@3: expected a readable plugin"),
    ] {
        let line = ask_words(call).refusal();
        assert!(line.contains(hint), "{call}: {line}");
    }
    let readme = Scratch::file("README", "# sprague\n");
    names(&ask(["check", readme.as_str()]).refusal(), 1, "a certificate or a strategy in JSON");
    for call in ["solve nim@3 x", "solve nim x 3", "analyse nim kayles"] {
        let line = ask_words(call).refusal();
        assert!(line.contains("(see --help)"), "{call}: {line}");
    }
}

#[test]
fn files_that_are_no_certificates_are_refused() {
    for content in ["", "{", "[]", "{}", "null", "{\"family\":3}", "\u{0}", "{\"family\":\"nim\"}"] {
        let file = Scratch::file("certificate", content);
        let line = ask(["check", file.as_str()]).refusal();
        assert!(line.contains("expected"), "{content}: {line}");
    }
    let bytes = Scratch::file("latin", b"\xff\xfe");
    ask(["check", bytes.as_str()]).refusal();
    ask(["check", "/no/such/file"]).refusal();
    ask(["check", "/"]).refusal();
    // the character is counted in the file, not in its name
    let negative = "{\"family\":\"nim\",\n\"theorem\":\"misère quotient\",\"period\":-1}";
    let line = ask(["check", Scratch::file("negative", negative).as_str()]).refusal();
    names(&line, 39, "a certificate in JSON (invalid value: integer `-1`, expected u64)");
    assert!(line.contains(": line 2, "), "{line}");
    let of_a_stranger = r#"{"family":"nimm","play":"normal","rows":"nimbers","theorem":"all-but","preperiod":0,"period":1,"saltus":1,"values":[[0]]}"#;
    let file = Scratch::file("stranger", of_a_stranger);
    names(&ask(["check", file.as_str()]).refusal(), 1, "ruleset");
}

#[test]
fn a_certificate_of_absurd_numbers_is_rejected_at_once() {
    for (period, preperiod) in [(0_u64, 0_u64), (u64::MAX, 0), (1, u64::MAX), (u64::MAX, u64::MAX), (1 << 40, 1 << 40)] {
        let certificate = format!(
            r#"{{"family":"subtraction:1,2","play":"normal","rows":"nimbers","theorem":"bounded look-back","preperiod":{preperiod},"period":{period},"saltus":0,"values":[[0],[1],[2]]}}"#
        );
        let file = Scratch::file("absurd", certificate);
        let said = ask(["check", file.as_str()]);
        assert_eq!(said.status, 1, "{}{}", said.out, said.err);
        assert!(said.out.starts_with("rejected"), "{}", said.out);
        assert!(said.work() < 20.0 && said.mebibytes < 500, "{said:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bytes = |bytes| OsStr::from_bytes(bytes).to_owned();
    let solve = OsStr::new("solve").to_owned();
    ask([solve.clone(), bytes(b"nim@3\xff")]).refusal();
    ask([solve.clone(), bytes(b"nim@3"), bytes(b"--format=\xff")]).refusal();
    ask([bytes(b"\xff")]).refusal();
    ask([OsStr::new("check").to_owned(), bytes(b"/no/such/\xff")]).refusal();
    for text in ["nim@3\u{2028}x", "nim@\u{202e}3", "nim@3\nx", "nim@3\r\nx", "nim@\u{feff}3", "🎲@3", "nim@🎲", "nim@3,🎲\n\n\n"]
    {
        ask(["solve", text]).refusal();
    }
}

#[test]
fn characters_are_counted_as_characters() {
    // é is one character but two bytes
    let graph = Scratch::file("é", "a b\n");
    let at = "digraph:".chars().count() + graph.as_str().chars().count() + 2;
    names(&ask(["solve", &format!("digraph:{}@c", graph.as_str())]).refusal(), at, "vertex");
}

#[test]
fn very_long_questions_are_refused_in_a_short_line() {
    let long = format!("nim@{}x", "1,".repeat(50_000));
    let line = ask(["solve", &long]).refusal();
    names(&line, 100_005, "number");
    assert!(line.len() < 1_000, "{} bytes", line.len());
    let word = "x".repeat(100_000);
    for call in
        [vec!["solve", &word], vec!["analyse", &word], vec!["check", &word], vec![&word, "nim@3"], vec!["solve", "nim@3", &word]]
    {
        let said = ask(call);
        let question = said.question.clone();
        let line = said.refusal();
        assert!(line.len() < 1_000, "{question}: {} bytes", line.len());
    }
    for path in [format!("digraph:./{word}@a"), format!("digraph:./a,{word}@a"), format!("./{word} b.rhai@3")] {
        let line = ask(["solve", &path]).refusal();
        assert!(line.len() < 1_000, "{} bytes", line.len());
    }
    let digits = format!("nim@{}", "9".repeat(100_000));
    names(&ask(["solve", &digits]).refusal(), 5, "digits");
}

#[test]
fn a_call_without_arguments_says_how_to_ask() {
    let said = ask::<&str>([]);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("Example: sprague"));
}
