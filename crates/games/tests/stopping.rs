//! Whatever is asked, it ends soon after somebody asks it to: theorems, kernels, values, certificates and files see the flag, too.
//!
//! What counts is the time that the thread computes after the flag is set, so that a busy machine makes no difference.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::registry::{Files, Unreadable};
use sprague::{CompoundRule, Limits, Play, Stopped};
use sprague_games::*;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long a question computes before it is asked to stop, and how long it may after that, in seconds of its thread.
const BEFORE: f64 = 0.05;
const AFTER: f64 = 2.5;

/// Large files by name.
struct Large;

impl Files for Large {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        let edges = |n: u64| {
            (0..n).map(|at| format!("v{} v{}\n", at % 600_000, at.wrapping_mul(2_654_435_761) % 600_000)).collect::<String>()
        };
        match path {
            "edges" => Ok(edges(1_000_000).into_bytes()),
            "./numbers" => Ok((1..3_000_000_u64).map(|n| format!("{} ", n * 3)).collect::<String>().into_bytes()),
            _ => Err(Unreadable::NotPlain),
        }
    }
}

/// The seconds that this thread has computed.
fn computed() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// What a question is about.
enum Asked {
    Solve(&'static str, SolveOptions),
    View(&'static str, SolveOptions),
    Value(&'static str),
    Compare(&'static str, &'static str),
    Strategy(&'static str),
    Graph(&'static str, Option<usize>),
    Rows(&'static str, AnalyseOptions),
    Summary(&'static str, AnalyseOptions),
    Certify(&'static str, AnalyseOptions),
    Quotient(&'static str),
    Table(&'static str, [u64; 2]),
    Pattern(&'static str, PatternOptions),
    Identify(&'static str),
    Many(&'static str, usize),
}
use Asked::*;

fn name(asked: &Asked) -> String {
    match asked {
        Solve(text, options) => format!("solve {text} {:?} {}", options.play, options.rule),
        View(text, options) => format!("view {text} {:?} {}", options.play, options.rule),
        Value(text) => format!("value {text}"),
        Compare(a, b) => format!("compare {a} {b}"),
        Strategy(text) => format!("strategy {text}"),
        Graph(text, most) => format!("graph {text} {most:?}"),
        Rows(text, options) => format!("rows {text} to {} {:?} values {}", options.to, options.play, options.values),
        Summary(text, options) => format!("summary {text} to {} {:?}", options.to, options.play),
        Certify(text, options) => format!("certify {text} {:?} values {}", options.play, options.values),
        Quotient(text) => format!("quotient {text}"),
        Table(text, to) => format!("table {text} {to:?}"),
        Pattern(text, options) => format!("pattern {text} {:?}", options.play),
        Identify(text) => format!("identify {text}"),
        Many(text, copies) => format!("solve {copies} times {text}"),
    }
}

/// The answer, or why there is none.
fn ask(asked: &Asked, limits: Limits) -> Result<(), String> {
    let session = Session::new().with_files(Large);
    let position = |text: &str| session.position_within(text, &limits);
    let family = |text: &str| session.family_within(text, &limits);
    let said = |error: &dyn std::fmt::Display| error.to_string();
    match asked {
        Solve(text, options) => {
            solve(&position(text).map_err(|e| said(&e))?, &SolveOptions { limits: limits.clone(), ..options.clone() }).map(drop)
        }
        View(text, options) => {
            let view = view(&position(text).map_err(|e| said(&e))?, &SolveOptions { limits: limits.clone(), ..options.clone() });
            view.map(|view| drop(view.to_json()))
        }
        Value(text) => {
            let options = ValueOptions { limits: limits.clone(), ..ValueOptions::default() };
            value_view(&position(text).map_err(|e| said(&e))?, &options).map(|view| drop(serde_json::to_string(&view)))
        }
        Compare(a, b) => {
            let options = ValueOptions { limits: limits.clone(), ..ValueOptions::default() };
            compare(&position(a).unwrap(), &position(b).unwrap(), &options).map(drop).map_err(|error| error.error)
        }
        Strategy(text) => {
            strategy(&position(text).unwrap(), &SolveOptions { limits: limits.clone(), ..SolveOptions::default() }, None)
                .map(drop)
        }
        Graph(text, most) => {
            let options = GraphOptions { most: *most, limits: limits.clone(), ..GraphOptions::default() };
            position_graph(&position(text).map_err(|e| said(&e))?, &options).map(|graph| drop(graph.to_json()))
        }
        Rows(text, options) => {
            let options = AnalyseOptions { limits: limits.clone(), ..options.clone() };
            let game = family(text).map_err(|e| said(&e))?;
            analyse(&game, &options).map(drop)
        }
        Summary(text, options) => {
            let options = AnalyseOptions { limits: limits.clone(), ..options.clone() };
            let game = family(text).map_err(|e| said(&e))?;
            analyse::summary(&game, &options).map(drop)
        }
        Certify(text, options) => {
            let options = AnalyseOptions { limits: limits.clone(), ..options.clone() };
            let game = family(text).map_err(|e| said(&e))?;
            match (options.values, options.play) {
                (true, _) => certify_values(&game, &options).map(drop),
                (false, Play::Misere) => certify_quotient(&game, &options.limits).map(drop),
                (false, Play::Normal) => certify(&game, &options).map(drop),
            }
        }
        Quotient(text) => {
            let game = family(text).unwrap();
            quotient::quotient(&game, None, &limits).map(drop)
        }
        Table(text, to) => {
            table(&session, text, &TableOptions { to: *to, limits: limits.clone(), ..TableOptions::default() }).map(drop)
        }
        Pattern(text, options) => {
            let options = PatternOptions { limits: limits.clone(), ..options.clone() };
            pattern_table(&session, text, &options).map(|table| drop(table.to_json()))
        }
        Identify(text) => {
            identify::identify_within(&identify::values(text).unwrap(), &limits).map(drop).map_err(QuestionError::from)
        }
        Many(text, copies) => {
            let (family, component) = text.split_once('@').unwrap();
            let text = format!("{family}@{}", vec![component; *copies].join(","));
            solve(&position(&text).map_err(|e| said(&e))?, &SolveOptions { limits: limits.clone(), ..SolveOptions::default() })
                .map(|answer| drop(answer.to_json()))
        }
    }
    .map_err(|error| said(&error))
}

fn questions() -> Vec<Asked> {
    let normal = SolveOptions::default;
    let misere = || SolveOptions { play: Play::Misere, ..SolveOptions::default() };
    let by = |rule: &str| SolveOptions { rule: rule.parse::<CompoundRule>().unwrap(), ..SolveOptions::default() };
    let all = || SolveOptions { all_moves: true, explain: true, ..SolveOptions::default() };
    let to = |to: u64| AnalyseOptions { to, ..AnalyseOptions::default() };
    let seek = |most: u64| AnalyseOptions { to: 40, seek: Some(most), ..AnalyseOptions::default() };
    let misere_to = |to: u64| AnalyseOptions { to, play: Play::Misere, ..AnalyseOptions::default() };
    let values_to = |to: u64| AnalyseOptions { to, values: true, ..AnalyseOptions::default() };
    let misere_table = || PatternOptions { x: (0, 99), y: (0, 99), play: Play::Misere, ..PatternOptions::default() };
    let large_table = || PatternOptions { x: (1, 200), y: (1, 200), ..PatternOptions::default() };
    let outcomes = || PatternOptions { rows: Some(TableRows::Outcomes), ..large_table() };
    vec![
        Solve("cram@9x9", normal()),
        Solve("cram@9x9", misere()),
        Solve("cram@9x9", by("selective")),
        Solve("cram@7x7,7x7,6x7+kayles@50", normal()),
        Solve("domineering@9x9", normal()),
        Solve("domineering@9x9", misere()),
        Solve("clobber@8x8", normal()),
        Solve("amazons@x...../....../....../....../....../.....o", normal()),
        Solve("nogo@6x6", normal()),
        Solve("chomp@12x14", normal()),
        Solve("nim@10^19,10^18", normal()),
        Solve("nim@10^8,10^8", all()),
        Solve("all-but:2,7@10^8", misere()),
        Solve("all-but:1-1000@10^8", misere()),
        Solve("kayles@10^9,10^9", misere()),
        Solve("kayles@10^6", all()),
        Solve("octal:0.6@10^9", normal()),
        Solve("octal:0.6@10^12,5", misere()),
        Solve("octal:0.07@10^7", misere()),
        Solve("octal:4.007@10^9", misere()),
        Solve("grundy@10^8", normal()),
        Solve("grundy@200", misere()),
        Solve("subtraction:1-100000@10^9", normal()),
        Solve("subtraction:3,5,7,999983,1000003@10^9", normal()),
        Solve("subtraction:3,5,7,999983,1000003@10^9", misere()),
        Solve("subtraction:./numbers@10^9", normal()),
        Solve("asymmetric:1,7,99991/2,5,99989@10^9", normal()),
        Solve("stones:3,5,99991@10^9", normal()),
        Solve("stones:1-3@500,600,700", normal()),
        Solve("no-repeat:1-200@10^8", normal()),
        Solve("no-repeat:1-30:memory=4@10^8", normal()),
        Solve("nim@30,31,32,33,34", by("moore=3")),
        Solve("kayles@30,31,32,33", by("not-all")),
        Solve("octal:0.6@900,800", by("conjunctive")),
        Solve("octal:0.6@900,800", by("diminished")),
        Solve("knights:1000@999.998", normal()),
        Solve("digraph:edges@v0,v5", normal()),
        Solve("snort@......................................", normal()),
        Solve("hackenbush@", normal()),
        Solve("toppling-dominoes@LRELRELRELRELRELRLELRELRE", normal()),
        Solve("toads-frogs@TTTTTTTTT.FFFFFFFFF.TF.TF", normal()),
        View("cram@7x7", normal()),
        View("nim@10^9,10^8,7", normal()),
        View("wythoff@3000.3000", normal()),
        View("kayles@10^6,10^5", misere()),
        View("cram@5x7,4x9", misere()),
        View("domineering@7x7,5x9", normal()),
        View("cram@4x5,4x6,5x5", by("selective")),
        Value("domineering@9x9"),
        Value("amazons@x..../...../...../...../....o"),
        Value("clobber@5x6"),
        Value("toppling-dominoes@LRELLRRELRLLRERLRELRRLRLEELRLREL"),
        Compare("domineering@8x8", "domineering@7x9"),
        Strategy("cram@5x7"),
        Strategy("nim@60,61,62"),
        Graph("nim@90,91,92", None),
        Graph("nim@10^9", Some(150)),
        Graph("cram@7x7", Some(150)),
        Graph("digraph:edges@v0", None),
        Rows("kayles", to(10_000_000)),
        Rows("octal:0.6", to(10_000_000)),
        Rows("octal:0.6", seek(100_000_000)),
        Rows("octal:0.06", seek(100_000_000)),
        Rows("octal:0.004567", seek(100_000_000)),
        Rows("octal:0.3333333333333333", seek(100_000_000)),
        Rows("grundy", to(10_000_000)),
        Rows("subtraction:3,5,7,999983,1000003", to(40_000_000)),
        Rows("subtraction:3,5,7,999983,1000003", misere_to(40_000_000)),
        Rows("subtraction:1,3,4", to(40_000_000)),
        Rows("all-but:1-40,99,1003", to(10_000_000)),
        Rows("asymmetric:1,7,99991/2,5,99989", to(40_000_000)),
        Rows("stones:3,5,99991", to(40_000_000)),
        Rows("no-repeat:1-20", to(1_000_000)),
        Rows("no-repeat:1-12:memory=4", to(1_000_000)),
        Rows("kayles", misere_to(1_000_000)),
        Rows("grundy", misere_to(1_000)),
        Rows("octal:0.07", misere_to(1_000_000)),
        Rows("octal:0.6", misere_to(1_000_000)),
        Rows("knights:1000", to(40)),
        Rows("digraph:edges", to(40)),
        Rows("asymmetric:1,2/3", values_to(1_000_000)),
        Rows("asymmetric:2,7,11/3,5,13", values_to(1_000_000)),
        Rows("subtraction:./numbers", to(1_000_000)),
        Summary("octal:0.6", to(1_000_000_000_000)),
        Summary("octal:0.137", to(1_000_000_000_000)),
        Summary("kayles", AnalyseOptions { fill: false, ..to(1_000_000_000_000) }),
        Summary("subtraction:3,5,7,999983,1000003", to(1_000_000_000_000)),
        Summary("all-but:1-40,99,1003", to(1_000_000_000_000)),
        Summary("stones:3,5,99991", to(1_000_000_000_000)),
        Summary("asymmetric:1,7,99991/2,5,99989", to(1_000_000_000_000)),
        Summary("no-repeat:1-20", to(1_000_000_000)),
        Certify("octal:0.6", to(1_000_000)),
        Certify("octal:0.045", to(1_000_000)),
        Certify("subtraction:3,5,7,999983,1000003", to(1_000_000)),
        Certify("octal:0.07", misere_to(1_000_000)),
        Certify("octal:0.123", misere_to(1_000_000)),
        Certify("asymmetric:2,7,11/3,5,13", values_to(1_000_000)),
        Quotient("octal:0.07"),
        Quotient("octal:0.6"),
        Quotient("grundy"),
        Quotient("octal:0.152"),
        Table("cram", [20, 20]),
        Table("domineering", [20, 20]),
        Table("wythoff", [900, 900]),
        Pattern("cram@{x}x{y}", large_table()),
        Pattern("domineering@{x}x{y}+nim@3", large_table()),
        Pattern("kayles@{x},{y},99999", large_table()),
        Pattern("wythoff@{x}.{y}", misere_table()),
        Pattern("cram@{x}x{y}", misere_table()),
        Pattern("subtraction:1,{x}@{y}000000", large_table()),
        Pattern("subtraction:1-1000000,{x}@{y}", large_table()),
        Pattern("domineering@{x}x{y}", outcomes()),
        Identify("0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,6,7"),
        Many("nim@10^100", 99_999),
        Many("kayles@3.5.7", 99_999),
        Many("domineering@2x2", 99_999),
        Many("asymmetric:1,2/3@17", 50_000),
    ]
}

#[test]
fn every_question_ends_soon_after_it_is_asked_to() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let (mut slow, mut malformed) = (vec![], vec![]);
    let (mut stopped, mut answered) = (0, 0);
    for asked in questions().into_iter().filter(|asked| name(asked).contains(&only)) {
        let name = name(&asked);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { stop: Some(stop.clone()), bytes: 2 << 30, ..Limits::default() };
        let (ends, ended) = channel();
        let asking = thread::spawn(move || {
            let said = ask(&asked, limits);
            ends.send((said, computed())).unwrap();
        });
        let first = ended.recv_timeout(Duration::from_secs_f64(BEFORE));
        stop.store(true, Ordering::Relaxed);
        let (said, seconds) = match first {
            Ok(answer) => answer,
            Err(_) => match ended.recv_timeout(Duration::from_secs(60)) {
                Ok(answer) => answer,
                Err(_) => {
                    slow.push(format!("{name}: more than a minute"));
                    continue;
                }
            },
        };
        asking.join().unwrap();
        match &said {
            Err(said) if said.contains(&Stopped::Asked.to_string()) => stopped += 1,
            Err(said) if said.starts_with("byte ") => malformed.push(format!("{name}: {said}")),
            _ => answered += 1,
        }
        if seconds > BEFORE + AFTER {
            slow.push(format!("{name}: {seconds:.1} s, {said:?}"));
        }
    }
    println!("{stopped} stopped, {answered} answered");
    assert!(malformed.is_empty(), "these are no questions:\n{}", malformed.join("\n"));
    assert!(slow.is_empty(), "{} questions went on:\n{}", slow.len(), slow.join("\n"));
    assert!(!only.is_empty() || stopped > 40, "{stopped} stopped, {answered} answered");
}
