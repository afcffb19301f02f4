//! Code to paste: it is compiled and run against the rules and the engine, and wrong copies are noticed.

use crate::plugins::Folder;
use crate::program::{ask, ask_words};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const LANGUAGES: [&str; 3] = ["cpp", "python", "rust"];

/// Writes code for a family, which may be followed by flags.
fn code(question: &str, language: &str) -> String {
    let words = ["code"].into_iter().chain(question.split(' ')).chain(["--as", language]);
    ask(words).text()
}

/// Compiles and runs code in a folder, and returns the result of its self-check, or `None` if there is no compiler.
fn passes(folder: &Path, language: &str, code: &str) -> Option<Result<String, String>> {
    let path = |end: &str| folder.join(format!("code{end}"));
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        Some(if output.status.success() { Ok(said) } else { Err(said) })
    };
    let program = path("").display().to_string();
    match language {
        "cpp" => {
            fs::write(path(".cpp"), code).unwrap();
            let flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"];
            let plain = run("g++", &[&flags[..], &["-c", "code.cpp", "-o", "code.o"]].concat())?;
            let checked = || run("g++", &[&flags[..], &["-DCHECK", "code.cpp", "-o", "code"]].concat());
            Some(plain.and_then(|_| checked().unwrap()).and_then(|_| run(&program, &[]).unwrap()))
        }
        "python" => {
            fs::write(path(".py"), code).unwrap();
            run("python3", &["code.py"])
        }
        _ => {
            fs::write(path(".rs"), code).unwrap();
            let compiled = run("rustc", &["--edition=2021", "-O", "--test", "code.rs", "-o", "code"])?;
            Some(compiled.and_then(|_| run(&program, &[]).unwrap()))
        }
    }
}

/// Checks that the code of every question passes its self-check in every language, and is short.
fn all_pass(name: &str, questions: &[&str]) {
    let folder = Folder::new(name);
    for question in questions {
        for language in LANGUAGES {
            let code = code(question, language);
            assert!(code.lines().all(|line| line.chars().count() <= 120), "{question}: {code}");
            let check = ["#ifdef CHECK", "# by brute force", "// by brute force", "if __name__", "#[test]"];
            let check = check.iter().find_map(|check| code.find(check)).unwrap();
            // the name of a file can be long, and wraps comments
            let lines = code[..check].lines().filter(|line| !line.starts_with("// ") && !line.starts_with("# "));
            assert!(lines.count() <= 37, "{question}: {code}");
            if let Some(passed) = passes(&folder.0, language, &code) {
                passed.unwrap_or_else(|said| panic!("{question} in {language}: {said}\n{code}"));
            }
        }
    }
}

#[test]
fn code_says_what_is_proved_and_by_what() {
    let second = |question: &str| code(question, "cpp").lines().skip(1).take(2).collect::<String>();
    assert!(second("kayles").starts_with("//") && code("kayles", "cpp").contains("period 12 from n = 71 on, by Guy-Smith"));
    assert!(code("grundy", "python").contains("# no period or law is known"));
    assert!(code("subtraction:2-7", "rust").contains("floor((n mod 9) / 2)"));
    let json = ask_words("code at-most:1/2 --format json").json();
    assert_eq!((&json["status"], &json["theorem"]), (&"proved".into(), &"Levine 2006".into()));
}

#[test]
fn letters_stay_parameters() {
    for (family, function) in [
        ("subtraction:L-R", "ll grundy(ll n, ll L, ll R) { return n % (L + R) / L; }"),
        ("subtraction:A-B", "ll grundy(ll n, ll L, ll R)"),
        ("subtraction:1-K", "ll grundy(ll n, ll K) { return n % (K + 1); }"),
        ("at-most:1/M", "ll grundy(ll n, ll K)"),
        ("subtraction:S", "struct Subtraction {"),
    ] {
        assert!(code(family, "cpp").contains(function), "{family}: {}", code(family, "cpp"));
    }
}

#[test]
fn constants_of_a_script_stay_parameters() {
    let folder = Folder::new("code-letters");
    // a local variable and a parameter have the names of constants
    let script =
        "const L = 2; const R = 4; fn heap_options(R) { let f = []; for s in 2..=L + 2 { if s <= R { f.push(R - s); } } f }";
    let question = format!("{} --letters L,R", folder.write("range.rhai", script));
    assert!(code(&question, "cpp").contains("\nll L = 2, R = 4;  // set before"), "{}", code(&question, "cpp"));
    assert!(code(&question, "rust").contains("L.load(Relaxed) + 2"), "{}", code(&question, "rust"));
    let python = code(&question, "python");
    assert!(python.contains("\nL = 2; R = 4  # set before"), "{python}");
    let main = "\nL = 3\nassert [grundy(n) for n in range(15)] == [n % 7 // 2 for n in range(15)]\n";
    let bare = python.split("if __name__").next().unwrap().to_owned();
    if let Some(passed) = passes(&folder.0, "python", &(bare + main)) {
        passed.unwrap();
    }
}

#[test]
fn a_law_of_some_residues_is_shown_and_written() {
    let folder = Folder::new("code-part");
    let script = "fn heap_options(n) { let f = []; for d in 2..n { if n % d == 0 { f.push(n - d); } } f }";
    let path = folder.write("divisors.rhai", script);
    let said = ask_words(&format!("analyse {path} --to 10")).text();
    assert!(said.contains("law: G(2n + 1) = 0, from heap 8 on; observed in"), "{said}");
    let json = ask_words(&format!("analyse {path} --to 10 --format json")).json();
    assert_eq!(json["law"]["residues"], serde_json::json!([{}, { "rise": 0, "constant": 0 }]));
    assert!(code(&path, "cpp").contains("if (n >= 8 && n % 2 == 1) return 0;"));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = Folder::new("code-refused");
    let text = folder.write("text.rhai", "fn heap_options(n) {\n  let f = [];\n  f.push(parse_int(\"0\"));\n  f\n}");
    let negative = folder.write("negative.rhai", "fn heap_options(n) { if n > 0 { [max(0, (1 - n) / 2 + n - 1)] } else { [] } }");
    for (question, why) in [
        (&*format!("code {text}"), "line 3: a text is not written in cpp"),
        (&*format!("code {negative} --as python"), "negative numbers differ"),
        ("code kayles --play misere", "`sprague quotient` decides sums"),
        ("code subtraction:L-R --play misere", "given as numbers"),
        ("code cram", "one heap of n tokens"),
        ("code no-repeat:1,2", "remember moves"),
        ("code asymmetric:1/2", "no nimbers"),
        ("code kayles --check 10000000", "at most 1000000"),
        ("code kayles --rule conjunctive", "leave one heap"),
        ("code kayles --rule selective", "not written as code"),
        ("code subtraction:L-R --rule conjunctive", "given as numbers"),
        ("code kayles --letters K", "K is no capital letter"),
    ] {
        let said = ask_words(question);
        assert_eq!(said.status, 2, "{question}: {}", said.err);
        assert!(said.err.contains(why), "{question}: {}", said.err);
    }
}

#[test]
#[ignore = "slow: it compiles 3 programs"]
fn slow_hostile_names_stay_in_comments_and_names() {
    let folder = Folder::new("code-hostile");
    let script = "fn enumerate(x) { x / 2 } fn def(x) { x / 3 } fn Some(x) { x / 5 } const AMOUNTS = [7, 9]; \
                  fn heap_options(int) { let class = []; let def = def(2) + 1; let see = 2; let lambda = def + see; let INT_MAX = 4; \
                  for ll in [def, see, lambda, INT_MAX] { if ll <= int { class.push(int - ll); } } \
                  for k in 0..AMOUNTS.len() { if AMOUNTS[k] <= int { class.push(int - AMOUNTS[k]); } } \
                  if int > 0 { class.push(enumerate(int)); class.push(Some(int)); } class }";
    let path = folder.write("a \"\"\" b *\n#define x ??\\.rhai", script);
    for language in LANGUAGES {
        let code = ask(["code", &format!("\"{}\"", path.replace('"', "\"\"")), "--as", language]).text();
        let head: Vec<&str> = code.lines().take_while(|line| line.starts_with(['/', '#'])).collect();
        assert!(head.iter().all(|line| !line.ends_with('\\') && !line.contains('"')), "{code}");
        if let Some(passed) = passes(&folder.0, language, &code) {
            passed.unwrap_or_else(|said| panic!("{language}: {said}\n{code}"));
        }
    }
}

#[test]
fn a_period_that_is_false_far_out_is_not_written() {
    let folder = Folder::new("code-false");
    // Codeforces 256C: period 1 from n = 82 on, but only up to 6723
    let script =
        "fn heap_options(n) { let f = []; for x in 1..n { if x * x > n { break; } if x * x * x * x >= n { f.push(x); } } f }";
    let code = code(&folder.write("furlo.rhai", script), "cpp");
    assert!(code.replace("\n// ", " ").contains("but the nimber of heap 8006 is 3"), "{code}");
}

#[test]
#[ignore = "release: it compiles 63 programs"]
fn release_code_for_families_passes_its_check() {
    let families = [
        "subtraction:1,3,4",
        "subtraction:2-7",
        "subtraction:4",
        "nim",
        "all-but:2,5",
        "kayles",
        "grundy",
        "octal:0.f",
        "octal:4.7",
        "octal:0.3",
        "octal:0.0",
        "subtraction:powers:3",
        "subtraction:squares",
        "subtraction:primes",
        "subtraction:divisors",
        "subtraction:non-divisors",
        "subtraction:totatives",
        "at-most:3/7",
        "at-most:1/3",
        "coins:mock-turtles",
        "coins:ruler",
    ];
    all_pass("code-families", &families);
}

#[test]
#[ignore = "release: it compiles 63 programs"]
fn release_code_for_formulas_and_misere_play_passes_its_check() {
    let questions = [
        "subtraction:L-R",
        "subtraction:1-K",
        "subtraction:K",
        "subtraction:1,K",
        "subtraction:1,2,K",
        "subtraction:J,K",
        "at-most:1/K",
        "subtraction:S",
        "wythoff",
        "euclid",
        "fibonacci-nim",
        "staircase",
        "silver-dollar",
        "nim --play misere",
        "subtraction:2,3 --play misere",
        "subtraction:2-4 --play misere",
        "all-but:2 --play misere",
        "subtraction:1,3,4 --rule conjunctive",
        "subtraction:1 --rule conjunctive",
        "subtraction:2,7-9 --rule conjunctive --play misere",
        "at-most:1/2 --rule conjunctive",
    ];
    all_pass("code-formulas", &questions);
}

/// Scripts of contest tasks and of other shapes.
const SCRIPTS: [&str; 14] = [
    "fn heap_options(n) { let f = []; if n > 0 { f.push(n - 1); } if n > 0 && n % 2 == 0 { let p = []; for i in 0..5 { p.push(n / 2); } f.push(p); } f }",
    "fn heap_options(n) { let f = []; for k in 2..500 { let r = n - k * (k - 1) / 2; if r < k { break; } if r % k == 0 { let p = []; for i in 0..k { p.push(r / k + i); } f.push(p); } } f }",
    "let example = 6; fn moves(n) { let f = []; for k in 0..30 { if (n >> k) > 0 { let a = (n >> (k + 1)) | (n & ((1 << k) - 1)); if a != n { f.push(a); } } } f }",
    "fn heap_options(n) { let f = []; if n > 0 { f.push(n / 2); f.push(n / 3); f.push(n / 4); } f }",
    "fn heap_options(n) { let f = []; let m = n; while m > 0 { let d = m % 10; if d > 0 { f.push(n - d); } m = m / 10; } f }",
    "fn moves(heap) { [1, 3, 4].filter(|amount| amount <= heap).map(|amount| heap - amount) }",
    "fn heap_options(n) { [1, 2, 3, 4, 5, 6].filter(|s| s < n && n % s == 0).map(|s| n - s) }",
    "fn heap_options(n) { if n == 0 { return []; } if n % 2 == 0 { [n / 2, n - 1] } else { [n - 1] } }",
    "const S = [2, 5, 7]; const K = 3; fn heap_options(n) { let f = []; for s in S { if s <= n && s != K { f.push(n - s); } } f }",
    "fn heap_options(n) { let f = []; let x = 1; if n > 2 { let x = x + 1; f.push(n - x); } for x in 1..=min(n, 1) { f.push(n - x); } f }",
    "fn heap_options(n) { let f = []; for d in 2..min(n, 6) { let k = 0; loop { k += 1; if k * d >= n { break; } if k % 2 == 0 { continue; } f.push(n - k * d); } } f }",
    "fn heap_options(n) { let f = []; for s in 1..=min(n, 9) { if good(s, n) { f.push(n - s); } } f } fn good(s, n) { if s % 3 == 0 { return false; } bits(s) == 1 || twice(s) == n } fn twice(x) { 2 * x } fn bits(x) { let c = 0; while x > 0 { c += x & 1; x >>= 1; } c }",
    "let example = 5; fn moves(n) { let f = []; for s in 1..=min(n, 3) { f.push(#{ label: `take`, to: n - s }); } f }",
    "fn heap_options(n) { let f = []; for k in 0..6 { if 2 ** k <= n { f.push(n - 2 ** k); } } f }",
];

#[test]
#[ignore = "release: it compiles 42 programs"]
fn release_code_for_scripts_passes_its_check() {
    let folder = Folder::new("code-scripts");
    let paths: Vec<String> = SCRIPTS.iter().enumerate().map(|(at, script)| folder.write(&format!("{at}.rhai"), script)).collect();
    all_pass("code-of-scripts", &paths.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
#[ignore = "slow: it compiles 10 programs and solves 80 positions"]
fn slow_nimbers_far_out_are_those_of_the_engine() {
    let folder = Folder::new("code-far");
    let heaps = ["1000", "999999937", "1000000000", "123456789012345678", "1000000000000000000"];
    for family in [
        "subtraction:1,3,4",
        "subtraction:5-9",
        "nim",
        "all-but:2,5",
        "kayles",
        "octal:0.137",
        "at-most:2/5",
        "at-most:1/7",
        "subtraction:powers:3",
    ] {
        let printed: String = heaps.iter().map(|heap| format!("printf(\"%lld\\n\", grundy({heap}LL));")).collect();
        let code = format!("{}\n#ifndef CHECK\nint main() {{ {printed} }}\n#endif\n", code(family, "cpp"));
        fs::write(folder.0.join("far.cpp"), code).unwrap();
        let Ok(compiled) = Command::new("g++").args(["-std=c++17", "far.cpp", "-o", "far"]).current_dir(&folder.0).output()
        else {
            return;
        };
        assert!(compiled.status.success());
        let found = String::from_utf8(Command::new(folder.0.join("far")).output().unwrap().stdout).unwrap();
        let solved = heaps.map(|heap| {
            let nimber = ask_words(&format!("solve {family}@{heap} --nimber --format json")).json()["nimber"].clone();
            nimber.as_str().map_or_else(|| nimber.to_string(), str::to_owned)
        });
        assert_eq!(found.lines().collect::<Vec<_>>(), solved, "{family}");
    }
}

#[test]
#[ignore = "slow: it compiles a program"]
fn slow_who_wins_alone_is_written_where_only_that_repeats() {
    let folder = Folder::new("code-alone");
    let main =
        "int main() { for (ll n = 0; n < 3000; n++) if (wins_alone(n) != (grundy(n) > 0)) return 1; return wins_alone(1222); }";
    fs::write(folder.0.join("alone.cpp"), format!("{}\n{main}\n", code("grundy", "cpp"))).unwrap();
    let compile = Command::new("g++").args(["-std=c++17", "-O2", "alone.cpp", "-o", "alone"]).current_dir(&folder.0).output();
    let Ok(compiled) = compile else { return };
    assert!(compiled.status.success() && Command::new(folder.0.join("alone")).status().unwrap().success());
}

/// Faults of code: a question or script, a text of the code before its self-check, and a wrong one in its place.
const FAULTS: [(&str, &str, &str); 45] = [
    ("kayles", "0123", "0124"),
    ("kayles", "(n - 71) % 12", "(n - 71) % 11"),
    ("kayles", "(n - 71) % 12", "(n - 71) % 13"),
    ("kayles", "71", "70"),
    ("kayles", "1, 2", "1, 3"),
    ("kayles", "2, most", "3, most"),
    ("subtraction:1,3,4", "n % 7", "n % 8"),
    ("subtraction:2-9", "n % 11", "n % 10"),
    ("subtraction:2-9", "(n, 9)", "(n, 8)"),
    ("subtraction:2-9", "- 9, 0", "- 8, 0"),
    ("all-but:2,5", "n % 4", "n % 3"),
    ("all-but:2,5", "4 * 2", "4 * 3"),
    ("all-but:2,5", "s != 5", "s != 6"),
    ("at-most:1/3", "x * 3", "x * 3 + 1"),
    ("at-most:1/3", "m / 2 + 1", "m / 2 + 2"),
    ("at-most:3/7", "take(n) + 1", "take(n) + 2"),
    ("at-most:3/7", "7 * 3", "7 * 2"),
    ("subtraction:totatives", "i += 1", "i += 2"),
    ("subtraction:divisors", "gain += 1", "gain += 2"),
    ("subtraction:divisors", "n % 2", "n % 3"),
    ("subtraction:squares", "r * r <= n", "r * r < n"),
    ("subtraction:primes", "d += 1", "d += 2"),
    ("coins:mock-turtles", "n > 0", "n > 1"),
    ("fn heap_options(n) { let f = []; for d in 2..n { if n % d == 0 { f.push(n - d); } } f }", "n % 2 == 1", "n % 2 == 0"),
    ("fn heap_options(n) { if n > 0 { [n / 2, n / 3, n / 4] } else { [] } }", "n / 3", "n / 5"),
    ("nim --play misere", "x < n", "x + 1 < n"),
    ("subtraction:2-4 --play misere", "n % 6", "n % 7"),
    ("subtraction:1,3,4 --rule conjunctive", "01211", "01212"),
    ("subtraction:1,3,4 --rule conjunctive", "n % 7", "n % 8"),
    ("subtraction:1,3,4 --rule conjunctive", "7 * 4", "7 * 2"),
    ("subtraction:1,3,4 --rule conjunctive --play misere", "% 2 == 1", "% 2 == 0"),
    ("subtraction:squares --rule conjunctive", "n) - 1", "n) - 3"),
    ("subtraction:L-R", "(L + R)", "(L + R + 1)"),
    ("subtraction:1-K", "(K + 1)", "(K + 2)"),
    ("subtraction:K", "K % 2", "K % 3"),
    ("subtraction:1,K", "r == K", "r == 1"),
    ("subtraction:1,2,K", "r == K", "r == 1"),
    ("subtraction:J,K", "(a + b)", "(a + b + 1)"),
    ("at-most:1/K", "(q + 1)", "(q + 2)"),
    ("subtraction:S", "n0) % ", "n0 + 1) % "),
    ("wythoff", "1) + 1", "1) + 2"),
    ("euclid", "q - 1", "q"),
    ("fibonacci-nim", "p <= ", "p < "),
    ("staircase", "== 1", "== 0"),
    ("silver-dollar", "b - a - 1", "b - a"),
];

/// Checks that the self-check of every wrong copy fails in a language.
fn wrong_copies_fail(language: &str) {
    let folder = Folder::new(&format!("code-faults-{language}"));
    for (question, from, to) in FAULTS {
        let question = if question.contains("fn ") { folder.write("task.rhai", question) } else { question.to_owned() };
        let code = code(&question, language);
        let [from, to] = match language {
            "cpp" => [from, to].map(|text| text.replace("(n, ", "<ll>(n, ")),
            "python" => [from, to].map(|text| text.replace(" / ", " // ")),
            _ => [from, to].map(str::to_owned),
        };
        // comments stay as they are
        let starts = code.match_indices('\n').find(|(at, _)| !code[at + 1..].starts_with(['/', '#'])).unwrap().0;
        let ends = ["#ifdef CHECK", "if __name__", "#[test]", "# by brute force", "// by brute force"];
        let ends = ends.iter().filter_map(|end| code.find(end)).min().unwrap();
        let wrong = code[starts..ends].replace(&from, &to);
        assert_ne!(wrong, code[starts..ends], "{question}: {from}");
        let Some(passed) = passes(&folder.0, language, &[&code[..starts], &wrong, &code[ends..]].concat()) else { return };
        let said = passed.expect_err(&to);
        let fails = ["wrong", "Error", "panicked"];
        assert!(fails.iter().any(|fail| said.contains(fail)) && !said.contains("error: "), "{question}, {to}: {said}");
    }
}

#[test]
#[ignore = "slow: it runs 45 programs"]
fn slow_wrong_copies_fail_the_check_in_python() {
    wrong_copies_fail("python");
}

#[test]
#[ignore = "release: it compiles 90 programs"]
fn release_wrong_copies_fail_the_check_in_other_languages() {
    wrong_copies_fail("cpp");
    wrong_copies_fail("rust");
}

#[test]
#[ignore = "slow: it compiles 2 programs"]
fn slow_wrong_rows_of_bits_fail_the_check() {
    let folder = Folder::new("code-bits");
    let bits = code("subtraction:primes", "cpp");
    for (from, to) in
        [("left[x] |= amounts << heap", "left[x] |= amounts << (heap + 1)"), ("N - 1 - *to.begin()", "N - *to.begin()")]
    {
        assert!(bits.contains(from), "{from}: {bits}");
        if let Some(passed) = passes(&folder.0, "cpp", &bits.replacen(from, to, 1)) {
            assert!(passed.is_err(), "{to}");
        }
    }
}

/// Rules of the tasks written a second time, for brute force.
const BRUTE_FORCE: &str = r#"
#include <ctime>
#ifdef SET
ll set(const Heaps& s, ll n) { static std::map<Heaps, Subtraction> all; return all.try_emplace(s, s).first->second.grundy(n); }
#endif
template <class G> bool quick(G grundy, ll n) {
    auto began = clock();
    return grundy(n) >= 0 && clock() - began < 2 * CLOCKS_PER_SEC;
}
int main() {
    std::vector<ll> g;
    for (ll n = 0; n <= TO; n++) {
        std::vector<Heaps> f;
        [[maybe_unused]] auto go = [&](ll m) { if (m >= 0) f.push_back({m}); };
        BODY
        std::set<ll> seen; for (auto& h : f) { ll x = 0; for (ll m : h) x ^= g[m]; seen.insert(x); }
        ll x = 0; while (seen.count(x) && x < MOST) x++;
        if (x != (CALL)) return printf("wrong at %lld\n", n), 1;
        g.push_back(x);
    }
    return !(FAR);
}
"#;

#[test]
#[ignore = "release: it compiles 53 programs and runs them for minutes"]
fn release_known_tasks_are_right_by_brute_force() {
    let folder = Folder::new("code-tasks");
    let mut tasks: BTreeMap<&str, bool> = BTreeMap::new();
    for line in include_str!("code/tasks.txt").lines() {
        let [name, rules, call, to, far, body] = line.split(" ## ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let is_script = rules.contains("fn ");
        let flags = rules.split_once("// ").map_or(String::new(), |(_, flags)| format!(" {flags}"));
        let family = if is_script { format!("{}{flags}", folder.write("task.rhai", rules)) } else { rules.to_owned() };
        let code = code(&family, "cpp");
        let most = if call.contains("wins(") { "1" } else { "LLONG_MAX" };
        let set = if family.ends_with(":S") { "#define SET\n" } else { "" };
        let main = [("TO", to), ("BODY", body), ("MOST", most), ("CALL", call), ("FAR", far)]
            .into_iter()
            .fold(BRUTE_FORCE.to_owned(), |main, (name, text)| main.replacen(name, text, 1));
        fs::write(folder.0.join("task.cpp"), format!("{code}{set}{main}")).unwrap();
        let run = |words: &str| {
            let mut words = words.split(' ');
            let output = Command::new(words.next().unwrap()).args(words).current_dir(&folder.0).output().ok()?;
            Some((output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()))
        };
        let Some(compiled) = run("g++ -O2 -Wall -Wextra -Werror -std=c++17 task.cpp -o task") else { return };
        let (is_right, said) = if compiled.0 { run("timeout 20 ./task").unwrap() } else { compiled };
        eprintln!("{name}: {} {said}", if is_right { "right" } else { "not right" });
        *tasks.entry(name.split(", ").next().unwrap()).or_insert(true) &= is_right;
    }
    let right = tasks.values().filter(|is_right| **is_right).count();
    assert!(right >= 48, "{right} of {} tasks, and 10 more cannot be asked", tasks.len());
}
