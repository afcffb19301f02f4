//! Every question ends soon after the caller asks it to stop.
//!
//! Theorems, kernels, values, certificates and files must check the flag, too. The time until the end is measured in steps of a
//! loop that runs next to the question ([`Pace`]), not in seconds. Counting checks of the flag, or the work between them, would
//! not be enough: the error to find is a long computation without a check, and nothing is counted there. So every check is
//! reported to a [`Watch`], which adds up what its thread has computed since the previous check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::{Value, json};
use sprague::limits::Watch;
use sprague::registry::{Files, Unreadable};
use sprague::{Limits, Stopped};
use sprague_questions::{LimitsAsked, NoAnswer, Session};
use sprague_testkit::pace::{Pace, computed};
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

/// The number of steps of a question before it is asked to stop.
///
/// The next constants are the maximum number of steps between two checks, or from the last check to the end, and the maximum
/// number of checks after the first that finds the flag set. 10 million steps are about 0.1 s. A debug build may take five
/// times as many between two checks.
const BEFORE: u64 = 5_000_000;
const APART: u64 = if cfg!(debug_assertions) { 50_000_000 } else { 10_000_000 };
const LOOKS_AFTER: u64 = 200;

/// The maximum number of tries of a question, because other work may slow down its thread.
const TRIES: usize = 4;

/// The contents of large files, built before any question is asked to stop.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let edge = |n: u64| format!("v{} v{}\n", n % 600_000, n.wrapping_mul(2_654_435_761) % 600_000);
    (0..1_000_000).map(edge).collect::<String>().into_bytes()
});
static NUMBERS: LazyLock<Vec<u8>> =
    LazyLock::new(|| (1..3_000_000_u64).map(|n| format!("{} ", n * 3)).collect::<String>().into_bytes());

struct Large;

impl Files for Large {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        match path {
            "edges" => Ok(EDGES.clone()),
            "./numbers" => Ok(NUMBERS.clone()),
            _ => Err(Unreadable::NotPlain),
        }
    }
}

type Named = (&'static str, Value);

/// Returns a sum of this many copies of a component.
fn many(text: &str, copies: usize) -> String {
    let (family, component) = text.split_once('@').unwrap();
    format!("{family}@{}", vec![component; copies].join(","))
}

/// Asks a question, and returns the reason if there is no answer.
fn ask((name, question): &Named, limits: Limits) -> Result<(), NoAnswer> {
    let session = Session::new().with_files(Large);
    let asked = sprague_questions::question(name).unwrap();
    let found = asked.ask(&session, question.to_string().as_bytes(), &LimitsAsked::all_of(&limits), limits)?;
    // an analysis is written piece by piece, and the reader may end that at any time
    if *name != "analyse" {
        found.write(&mut std::io::sink()).unwrap();
    }
    Ok(())
}

/// Describes a question in a few words.
fn shown((name, question): &Named) -> String {
    let text = question.to_string();
    format!("{name} {}", text.chars().take(100).collect::<String>())
}

/// Returns questions that take a long time.
fn questions() -> Vec<Named> {
    vec![
        ("solve", json!({"position": "cram@9x9"})),
        ("solve", json!({"position": "cram@9x9", "play": "misere"})),
        ("solve", json!({"position": "cram@9x9", "rule": "selective"})),
        ("solve", json!({"position": "cram@7x7,7x7,6x7+kayles@50"})),
        ("solve", json!({"position": "domineering@9x9"})),
        ("solve", json!({"position": "domineering@9x9", "play": "misere"})),
        ("solve", json!({"position": "clobber@8x8"})),
        ("solve", json!({"position": "amazons@x...../....../....../....../....../.....o"})),
        ("solve", json!({"position": "nogo@6x6"})),
        ("solve", json!({"position": "konane@9x9"})),
        ("solve", json!({"position": "cannibal-clobber@8x8"})),
        ("solve", json!({"position": "impartial:domineering@9x9"})),
        ("solve", json!({"position": "impartial:cutcake@65535x65535", "moves": "all", "explain": true})),
        ("solve", json!({"position": "chomp@12x14"})),
        ("solve", json!({"position": "nim@10^19,10^18"})),
        ("solve", json!({"position": "nim@10^8,10^8", "moves": "all", "explain": true})),
        ("solve", json!({"position": "all-but:2,7@10^8", "play": "misere"})),
        ("solve", json!({"position": "all-but:1-1000@10^8", "play": "misere"})),
        ("solve", json!({"position": "kayles@10^9,10^9", "play": "misere"})),
        ("solve", json!({"position": "kayles@10^6", "moves": "all", "explain": true})),
        ("solve", json!({"position": "octal:0.6@10^9"})),
        ("solve", json!({"position": "octal:0.6@10^12,5", "play": "misere"})),
        ("solve", json!({"position": "octal:0.07@10^7", "play": "misere"})),
        ("solve", json!({"position": "octal:4.007@10^9", "play": "misere"})),
        ("solve", json!({"position": "grundy@10^8"})),
        ("solve", json!({"position": "grundy@200", "play": "misere"})),
        ("solve", json!({"position": "subtraction:1-100000@10^9"})),
        ("solve", json!({"position": "subtraction:3,5,7,999983,1000003@10^9"})),
        ("solve", json!({"position": "subtraction:3,5,7,999983,1000003@10^9", "play": "misere"})),
        ("solve", json!({"position": "subtraction:./numbers@10^9"})),
        ("solve", json!({"position": "asymmetric:1,7,99991/2,5,99989@10^9"})),
        ("solve", json!({"position": "stones:3,5,99991@10^9"})),
        ("solve", json!({"position": "stones:1-3@500,600,700"})),
        ("solve", json!({"position": "no-repeat:1-200@10^8"})),
        ("solve", json!({"position": "no-repeat:1-30:memory=4@10^8"})),
        ("solve", json!({"position": "nim@30,31,32,33,34", "rule": "moore=3"})),
        ("solve", json!({"position": "kayles@30,31,32,33", "rule": "not-all"})),
        ("solve", json!({"position": "octal:0.6@900,800", "rule": "conjunctive"})),
        ("solve", json!({"position": "octal:0.6@900,800", "rule": "diminished"})),
        ("solve", json!({"position": "knights:1000@999.998"})),
        ("solve", json!({"position": "digraph:edges@v0,v5"})),
        ("solve", json!({"position": "snort@......................................"})),
        ("solve", json!({"position": "hackenbush@"})),
        ("solve", json!({"position": "toppling-dominoes@LRELRELRELRELRELRLELRELRE"})),
        ("solve", json!({"position": "toads-frogs@TTTTTTTTT.FFFFFFFFF.TF.TF"})),
        ("view", json!({"position": "cram@7x7"})),
        ("view", json!({"position": "nim@10^9,10^8,7"})),
        ("view", json!({"position": "wythoff@3000.3000"})),
        ("view", json!({"position": "kayles@10^6,10^5", "play": "misere"})),
        ("view", json!({"position": "cram@5x7,4x9", "play": "misere"})),
        ("view", json!({"position": "domineering@7x7,5x9"})),
        ("view", json!({"position": "cram@4x5,4x6,5x5", "rule": "selective"})),
        ("value-view", json!({"sum": "domineering@9x9"})),
        ("value-view", json!({"sum": "amazons@x..../...../...../...../....o"})),
        ("value-view", json!({"sum": "clobber@5x6"})),
        ("value-view", json!({"sum": "toppling-dominoes@LRELLRRELRLLRERLRELRRLRLEELRLREL"})),
        ("value", json!({"sum": "backsliding-toads-frogs@TTTTTT...FFFFFF"})),
        ("value", json!({"sum": "fox-and-geese@12x12"})),
        ("value", json!({"sum": "hare-and-hounds@3x15,3x15"})),
        ("value", json!({"sum": "grundy@300", "play": "misere"})),
        ("value", json!({"sum": "grundy@60,55,50", "play": "misere", "parts": true})),
        ("compare", json!({"left": "hare-and-hounds@3x15", "right": "hare-and-hounds@3x13"})),
        ("compare", json!({"left": "grundy@70,65", "right": "grundy@66,67", "play": "misere"})),
        ("compare", json!({"left": "clobber@4x5", "right": "clobber@4x4", "play": "misere", "within": "dicot"})),
        ("analyse", json!({"family": "kayles", "to": 200, "play": "misere", "rows": "forms"})),
        ("compare", json!({"left": "domineering@8x8", "right": "domineering@7x9"})),
        ("strategy", json!({"position": "cram@5x7"})),
        ("strategy", json!({"position": "nim@60,61,62"})),
        ("count", json!({"position": "cram@7x7", "depth": 9})),
        ("graph", json!({"position": "nim@90,91,92"})),
        ("graph", json!({"position": "nim@10^9", "most": 150})),
        ("graph", json!({"position": "cram@7x7", "most": 150})),
        ("graph", json!({"position": "digraph:edges@v0"})),
        ("analyse", json!({"family": "kayles", "to": 10000000_u64})),
        ("analyse", json!({"family": "octal:0.6", "to": 10000000_u64})),
        ("analyse", json!({"family": "octal:0.6", "to": 40, "seek": 100000000_u64})),
        ("analyse", json!({"family": "octal:0.06", "to": 40, "seek": 100000000_u64})),
        ("analyse", json!({"family": "octal:0.004567", "to": 40, "seek": 100000000_u64})),
        ("analyse", json!({"family": "octal:0.3333333333333333", "to": 40, "seek": 100000000_u64})),
        ("analyse", json!({"family": "grundy", "to": 10000000_u64})),
        ("analyse", json!({"family": "subtraction:3,5,7,999983,1000003", "to": 40000000_u64})),
        ("analyse", json!({"family": "subtraction:3,5,7,999983,1000003", "to": 40000000_u64, "play": "misere"})),
        ("analyse", json!({"family": "subtraction:1,3,4", "to": 40000000_u64})),
        ("analyse", json!({"family": "all-but:1-40,99,1003", "to": 10000000_u64})),
        ("analyse", json!({"family": "asymmetric:1,7,99991/2,5,99989", "to": 40000000_u64})),
        ("analyse", json!({"family": "stones:3,5,99991", "to": 40000000_u64})),
        ("analyse", json!({"family": "no-repeat:1-20", "to": 1000000_u64})),
        ("analyse", json!({"family": "no-repeat:1-12:memory=4", "to": 1000000_u64})),
        ("analyse", json!({"family": "kayles", "to": 1000000_u64, "play": "misere"})),
        ("analyse", json!({"family": "grundy", "to": 1000, "play": "misere"})),
        ("analyse", json!({"family": "octal:0.07", "to": 1000000_u64, "play": "misere"})),
        ("analyse", json!({"family": "octal:0.6", "to": 1000000_u64, "play": "misere"})),
        ("analyse", json!({"family": "knights:1000", "to": 40})),
        ("analyse", json!({"family": "digraph:edges", "to": 40})),
        ("analyse", json!({"family": "asymmetric:1,2/3", "to": 1000000_u64, "rows": "values"})),
        ("analyse", json!({"family": "asymmetric:2,7,11/3,5,13", "to": 1000000_u64, "rows": "values"})),
        ("analyse", json!({"family": "subtraction:./numbers", "to": 1000000_u64})),
        ("analyse", json!({"family": "octal:0.6", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "octal:0.137", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "kayles", "summary": true, "to": 1000000000000_u64, "fill": false})),
        ("analyse", json!({"family": "subtraction:3,5,7,999983,1000003", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "all-but:1-40,99,1003", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "stones:3,5,99991", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "asymmetric:1,7,99991/2,5,99989", "summary": true, "to": 1000000000000_u64})),
        ("analyse", json!({"family": "no-repeat:1-20", "summary": true, "to": 1000000000_u64})),
        ("certify", json!({"family": "octal:0.6"})),
        ("certify", json!({"family": "octal:0.045"})),
        ("certify", json!({"family": "subtraction:3,5,7,999983,1000003"})),
        ("certify", json!({"family": "octal:0.07", "play": "misere"})),
        ("certify", json!({"family": "octal:0.123", "play": "misere"})),
        ("certify", json!({"family": "asymmetric:2,7,11/3,5,13", "rows": "values"})),
        ("quotient", json!({"family": "octal:0.07"})),
        ("quotient", json!({"family": "octal:0.6"})),
        ("quotient", json!({"family": "grundy"})),
        ("quotient", json!({"family": "octal:0.152"})),
        ("table", json!({"what": "cram", "to": [20, 20]})),
        ("table", json!({"what": "domineering", "to": [20, 20]})),
        ("table", json!({"what": "wythoff", "to": [900, 900]})),
        ("table", json!({"what": "cram@{x}x{y}", "x": [1, 200], "y": [1, 200]})),
        ("table", json!({"what": "domineering@{x}x{y}+nim@3", "x": [1, 200], "y": [1, 200]})),
        ("table", json!({"what": "kayles@{x},{y},99999", "x": [1, 200], "y": [1, 200]})),
        ("table", json!({"what": "wythoff@{x}.{y}", "x": [0, 99], "y": [0, 99], "play": "misere"})),
        ("table", json!({"what": "cram@{x}x{y}", "x": [0, 99], "y": [0, 99], "play": "misere"})),
        ("table", json!({"what": "subtraction:1,{x}@{y}000000", "x": [1, 200], "y": [1, 200]})),
        ("table", json!({"what": "subtraction:1-1000000,{x}@{y}", "x": [1, 200], "y": [1, 200]})),
        ("table", json!({"what": "domineering@{x}x{y}", "x": [1, 200], "y": [1, 200], "rows": "outcomes"})),
        ("identify", json!({"values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]})),
        ("code", json!({"family": "octal:0.007", "seek": 1_000_000})),
        ("sweep", json!({"ruleset": "subtraction", "largest": 40, "jobs": 1})),
        ("sweep", json!({"ruleset": "subtraction", "largest": 63, "nimbers": true, "digest": true, "jobs": 1})),
        ("sweep", json!({"ruleset": "octal", "digits": 8, "seek": 1000000_u64, "jobs": 1})),
        ("solve", json!({ "position": many("nim@10^100", 99999) })),
        ("solve", json!({ "position": many("kayles@3.5.7", 99999) })),
        ("solve", json!({ "position": many("domineering@2x2", 99999) })),
        ("solve", json!({ "position": many("asymmetric:1,2/3@17", 50000) })),
    ]
}

/// Returns questions that work for a long time on known rows. They are asked without a stop.
fn whole() -> Vec<Named> {
    let rows = |family: &str, to: u64| ("analyse", json!({"family": family, "to": to}));
    vec![
        rows("kayles", 10_000_000),
        rows("subtraction:3,5,7,999983,1000003", 10_000_000),
        ("analyse", json!({"family": "subtraction:3,5,7,999983,1000003", "to": 10_000_000, "play": "misere"})),
        rows("subtraction:1,3,4", 10_000_000),
        rows("all-but:1-40,99,1003", 10_000_000),
        rows("asymmetric:1,7,99991/2,5,99989", 10_000_000),
        rows("stones:3,5,99991", 10_000_000),
        rows("no-repeat:1-20", 1_000_000),
        rows("digraph:edges", 40),
        ("solve", json!({ "position": many("nim@10^100", 40_000) })),
        ("solve", json!({ "position": many("kayles@3.5.7", 99_999) })),
    ]
}

/// The time at which a question is asked to stop.
#[derive(Clone, Copy, Debug)]
enum When {
    Look(u64),
    Steps(u64),
    Never,
}

/// The observations during a question.
struct Seen {
    said: Option<NoAnswer>,
    /// The maximum number of steps of a thread between two checks, before the first, or after the last.
    apart: u64,
    /// The functions that called the check that came too late.
    late: String,
    looks_after: u64,
}

thread_local! {
    static LOOKED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

fn watched(asked: &Named, when: When) -> Seen {
    let (pace, stop, late) = (Pace::now(), Arc::<AtomicBool>::default(), Arc::<Mutex<String>>::default());
    let [looks, looks_after, longest] = [(); 3].map(|()| Arc::<AtomicU64>::default());
    let watch = Watch::new({
        let (stop, looks, looks_after) = (stop.clone(), looks.clone(), looks_after.clone());
        let (longest, late) = (longest.clone(), late.clone());
        move || {
            let now = computed();
            let apart = now - LOOKED.replace(now);
            if longest.fetch_max(apart.as_nanos() as u64, Ordering::Relaxed) < apart.as_nanos() as u64
                && pace.steps(apart) > APART
            {
                *late.lock().unwrap() = places(&Backtrace::force_capture());
                LOOKED.set(computed());
            }
            let looks = 1 + looks.fetch_add(1, Ordering::Relaxed);
            let is_time = match when {
                When::Look(look) => looks >= look,
                When::Steps(steps) => pace.steps(now) > steps,
                When::Never => false,
            };
            looks_after.fetch_add(stop.fetch_or(is_time, Ordering::Relaxed).into(), Ordering::Relaxed);
        }
    });
    let limits = Limits { stop: Some(stop), watch: Some(watch), bytes: 2 << 30, ..Limits::default() };
    let asking = || {
        let said = ask(asked, limits).err();
        (said, computed() - LOOKED.get())
    };
    let (said, last) = thread::scope(|scope| scope.spawn(asking).join().unwrap());
    let before = Duration::from_nanos(longest.load(Ordering::Relaxed));
    let (longest, pace) = (before.max(last), pace.or_slower(Pace::now()));
    let late = if last > before { "after its last look".to_owned() } else { late.lock().unwrap().clone() };
    Seen { said, apart: pace.steps(longest), late, looks_after: looks_after.load(Ordering::Relaxed) }
}

/// Returns the functions of this project in a backtrace, the innermost first, or their lines if these are known.
fn places(trace: &Backtrace) -> String {
    let trace = trace.to_string();
    let (lines, names): (Vec<&str>, Vec<&str>) = trace.lines().map(str::trim).partition(|line| line.starts_with("at "));
    let lines = lines.into_iter().filter(|line| line.contains("/crates/") || line.contains("./src")).take(8);
    let named = names.into_iter().filter(|name| name.contains("sprague") && !name.contains("core::")).take(8);
    lines.chain(named).collect::<Vec<_>>().join(" < ")
}

/// Asks the questions whose texts contain the environment variable `ONLY`, and asserts that all end soon.
fn all_end_soon(questions: &[Named], when: &[When]) {
    LazyLock::force(&EDGES);
    LazyLock::force(&NUMBERS);
    let only = std::env::var("ONLY").unwrap_or_default();
    let (mut slow, mut malformed) = (vec![], vec![]);
    let (mut stopped, mut answered) = (0, 0);
    for (number, asked) in questions.iter().enumerate().filter(|(_, asked)| shown(asked).contains(&only)) {
        // a debug build asks each question to stop at only one of these moments
        for &when in if cfg!(debug_assertions) { &when[number % when.len()..][..1] } else { when } {
            let is_slow = |seen: &Seen| seen.apart > APART || seen.looks_after > LOOKS_AFTER;
            let mut seen = watched(asked, when);
            for _ in 1..TRIES {
                if is_slow(&seen) {
                    seen = watched(asked, when);
                }
            }
            let Seen { said, apart, late, looks_after } = &seen;
            let what = format!("{} at {when:?}: {apart} steps, {looks_after} looks, {said:?} {late}", shown(asked));
            println!("{what}");
            match said {
                Some(said) if said.stopped() == Some(&Stopped::Asked) => stopped += 1,
                Some(said @ (NoAnswer::Malformed { .. } | NoAnswer::Unfit { .. })) => {
                    malformed.push(format!("{}: {said}", shown(asked)))
                }
                _ => answered += 1,
            }
            if is_slow(&seen) {
                slow.push(what);
            }
        }
    }
    println!("{stopped} stopped, {answered} answered");
    assert!(malformed.is_empty(), "these are no questions:\n{}", malformed.join("\n"));
    assert!(slow.is_empty(), "{} questions went on:\n{}", slow.len(), slow.join("\n"));
    let is_stopped = when.iter().any(|when| matches!(when, When::Look(_) | When::Steps(_)));
    assert!(!only.is_empty() || !is_stopped || stopped > 40, "{stopped} stopped, {answered} answered");
}

#[test]
#[ignore = "slow: takes a minute"]
fn slow_every_question_ends_soon_after_it_is_asked_to() {
    all_end_soon(&questions(), &[When::Look(1), When::Look(30), When::Steps(BEFORE)]);
}

#[test]
#[ignore = "slow: takes half a minute"]
fn slow_no_question_goes_on_for_long_without_a_look() {
    all_end_soon(&whole(), &[When::Never]);
}

#[test]
#[ignore = "release: takes ten minutes"]
fn release_every_question_ends_soon_however_late_it_is_asked_to() {
    all_end_soon(&questions(), &[When::Steps(100 * BEFORE)]);
}
