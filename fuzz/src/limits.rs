//! Asks questions under small limits. They must end soon and name the limit that was reached.
//!
//! The partial answer must agree with the complete one.

use crate::claims::session;
use crate::requests::read;
use crate::seen::Seen;
use fastrand::Rng;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_questions::{LimitsAsked, NoAnswer};
use sprague_testkit::pace::{Pace, computed_by_all};
use std::time::Duration;

/// The name of a question, and its fields.
type Named = (&'static str, Value);

/// The number of steps that every question may take. The next constants are the additional steps for each position and for
/// each second of its limits.
///
/// A step is an iteration of a loop, which takes about 5 ns.
const STEPS: u64 = 200_000_000;
const STEPS_A_POSITION: u64 = 20_000;
const STEPS_A_SECOND: u64 = 300_000_000;

/// The memory that may be used in addition to the limit, in bytes. The limit only counts stored data.
const BYTES: u64 = 64 << 20;

/// The one limit that is small.
#[derive(Clone, Copy, Debug)]
pub enum Small {
    /// A number of positions, or of rows.
    Positions(u64),
    /// A number of bytes.
    Memory(u64),
    /// A time.
    Time(Duration),
}

impl Small {
    fn random(rng: &mut Rng) -> Self {
        // small and large limits are equally likely
        let (digits, bits) = (rng.u32(1..=5), rng.u32(8..=25));
        match rng.u8(..3) {
            0 => Self::Positions(rng.u64(1..=10_u64.pow(digits))),
            1 => Self::Memory(rng.u64(1..=1 << bits)),
            _ => Self::Time(Duration::from_micros(rng.u64(..=10_u64.pow(digits + 1)))),
        }
    }

    fn limits(self) -> Limits {
        let whole = whole();
        match self {
            Self::Positions(positions) => Limits { positions, ..whole },
            Self::Memory(bytes) => Limits { bytes, ..whole },
            Self::Time(time) => Limits { time: Some(time), ..whole },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Positions(_) => "positions",
            Self::Memory(_) => "memory",
            Self::Time(_) => "time",
        }
    }
}

fn whole() -> Limits {
    Limits { positions: 3_000_000, bytes: 1 << 31, time: Some(Duration::from_secs(10)), ..Limits::default() }
}

/// Returns a question that is large for some limits.
fn random(rng: &mut Rng) -> Named {
    let play = if rng.bool() { "normal" } else { "misere" };
    let rule = ["disjunctive", "conjunctive", "selective", "not-all", "moore=2"][rng.usize(..5)];
    let first = if rng.bool() { "left" } else { "right" };
    let (a, b, c) = (rng.u64(1..12), rng.u64(1..12), rng.u64(1..12));
    let code = ["kayles", "octal:0.75", "octal:0.144", "grundy"][rng.usize(..4)];
    let (side, long) = (rng.u64(2..=4), rng.u64(2..=5));
    match rng.u8(..24) {
        0 => ("solve", json!({"position": format!("nim@{a},{b},{c}"), "search": true, "play": play, "rule": rule})),
        1 => ("solve", json!({"position": format!("domineering@{side}x{long}"), "first": first, "line": true})),
        2 => ("solve", json!({"position": format!("cram@{side}x{long}"), "play": play, "moves": "all"})),
        3 => ("solve", json!({"position": format!("kayles@{a}{b},{c}"), "play": play, "explain": true})),
        4 => ("solve", json!({"position": format!("grundy@{a}{b}+nim@{c}"), "play": play, "nimber": play == "normal"})),
        5 => ("solve", json!({"position": format!("no-repeat:1-{}@{a}{b}", c + 1), "play": play})),
        6 => ("solve", json!({"position": format!("stones:1-{c}@{a}{b}")})),
        7 => ("view", json!({"position": format!("chomp@{side}x{long}+wythoff@{a}.{b}"), "play": play})),
        8 => ("solve", json!({"position": format!("amazons@x..../...../....o+asymmetric:1,{}/2@{a}", b + 1), "first": first})),
        9 => ("analyse", json!({"family": format!("octal:0.{}{}", a % 8, b % 8), "to": c * 300, "play": "normal"})),
        10 => ("analyse", json!({"family": "grundy", "to": 100 * a})),
        11 => ("analyse", json!({"family": format!("asymmetric:{a}/{b}"), "rows": "values", "to": 5 * c})),
        12 => (
            "analyse",
            json!({"family": format!("subtraction:{a},{},{}", a + b, a + b + c), "to": 2_000, "play": play, "fill": false}),
        ),
        13 => ("value", json!({"sum": format!("domineering@{side}x{long}"), "dag": true})),
        14 => ("value", json!({"sum": format!("asymmetric:1,{}/2,3@{b}{c}", a + 1)})),
        15 => ("value", json!({"sum": "clobber@xoxoxox/oxoxoxo"})),
        16 => (
            "compare",
            json!({"left": format!("toads-frogs@TT{}FF", ".".repeat(side as usize)), "right": format!("domineering@{side}x3")}),
        ),
        17 => ("table", json!({"what": "wythoff", "to": [4 * a, 4 * b], "play": play})),
        18 => (
            "table",
            json!({"what": format!("kayles@{{x}}+nim@{{y}},{c}"), "x": [0, a], "y": [0, b], "play": play, "rows": "outcomes"}),
        ),
        19 => ("graph", json!({"position": format!("nim@{a},{b}+kayles@{c}"), "play": play})),
        20 => ("quotient", json!({"family": code, "to": a + 10})),
        21 => ("strategy", json!({"position": format!("nim@{a},{b},{}", c % 5), "play": play, "rule": rule})),
        22 => ("sweep", json!({"ruleset": "subtraction", "largest": 6 + a % 6, "jobs": 1})),
        _ => ("identify", json!({"values": [0, 1, 2, 0, 1, 2, a % 3]})),
    }
}

/// Returns the answer as JSON, and the reason if there is none.
///
/// The JSON is `null` if it is nested too deeply to be parsed.
fn ask((name, fields): &Named, limits: &Limits) -> (Value, Option<NoAnswer>) {
    let json = fields.to_string();
    match sprague_questions::ask(&session(), name, json.as_bytes(), &LimitsAsked::all_of(limits), limits.clone()) {
        Ok(answer) => {
            let mut bytes = vec![];
            answer.write(&mut bytes).expect("an answer can be written");
            (read(&bytes).unwrap_or_else(|error| panic!("{name} {fields}: {error}")), None)
        }
        Err(why) => (why.to_json(), Some(why)),
    }
}

/// Asks a random question under one random small limit, and then under large limits.
///
/// `peak` returns the peak of the allocated memory since its last call, in bytes.
///
/// # Panics
/// If the question takes more than its limit allows, stops for another reason, or gives an answer that contradicts the complete
/// one.
pub fn stopped(rng: &mut Rng, peak: impl Fn() -> u64) -> Seen {
    let (question, small) = (random(rng), Small::random(rng));
    let shown = format!("{} {} within {small:?}", question.0, question.1);
    let (before, pace) = (computed_by_all(), Pace::now());
    peak();
    let (known, why) = ask(&question, &small.limits());
    let (taken, bytes) = (computed_by_all() - before, peak());
    let steps = pace.or_slower(Pace::now()).steps(taken);
    let most_steps = match small {
        Small::Positions(positions) => STEPS + STEPS_A_POSITION * positions,
        Small::Time(time) => STEPS + (STEPS_A_SECOND as f64 * time.as_secs_f64()) as u64,
        Small::Memory(_) => u64::MAX,
    };
    assert!(steps <= most_steps, "{shown}: {steps} steps, {taken:?}");
    if let Small::Memory(limit) = small {
        assert!(bytes <= limit + BYTES, "{shown}: {bytes} bytes were held");
    }
    let by = match &why {
        None => known["stopped"].as_str().map(str::to_owned),
        Some(NoAnswer::Stopped { by, .. }) => Some(by.name().to_owned()),
        Some(NoAnswer::NoTheorem { .. } | NoAnswer::Unfit { .. }) => return Seen::Refused("no meaning or no theorem".into()),
        Some(other) => panic!("{shown}: {other:?}"),
    };
    let said = known["why"].as_str().unwrap_or_default();
    assert!(why.is_none() || !said.is_empty(), "{shown}: {known}");
    // a quotient may also become larger than the largest that is sought, and the limits of the complete answer apply, too
    let is_other = |by: &str| by == "order" || said.contains("10.0 s") || said.contains("3000000 positions");
    assert!(by.as_deref().is_none_or(|by| by == small.name() || is_other(by)), "{shown}: {known}");
    let (all, unanswered) = ask(&question, &whole());
    assert!(by.is_some() || unanswered.is_none(), "{shown}: answered, and then {all}");
    if unanswered.is_some() {
        return Seen::Open(format!("{}, and no whole answer", by.unwrap_or_default()));
    }
    match (question.0, &by) {
        // the totals of a stopped sweep are about the part that was searched, so they are not compared
        ("sweep", Some(_)) => {}
        ("quotient", Some(_)) => assert!(known["heaps_covered"].as_u64() <= all["heaps_covered"].as_u64(), "{shown}: {known}"),
        _ => agrees(&known, &all, &shown),
    }
    by.map_or(Seen::True, Seen::Open)
}

/// Keys about the work done, and about results that depend on it.
///
/// Under other limits, a question may be answered by another method or with shorter lists.
const WORK: [&str; 15] = [
    "to",
    "visited",
    "seconds",
    "try",
    "stopped",
    "why",
    "best",
    "line",
    "nimber_skipped",
    "value_skipped",
    "kernel",
    "status",
    "rows_computed",
    "reason",
    "is_whole",
];

/// Compares the values that both answers contain. They must be equal, or one must be the beginning of the other.
fn agrees(known: &Value, all: &Value, shown: &str) {
    match (known, all) {
        // an observed period is not a claim
        (Value::Object(known), _) if known.get("status").is_some_and(|status| status == "observed") => {}
        (Value::Object(known), Value::Object(all)) => {
            for (key, value) in known.iter().filter(|(key, _)| !WORK.contains(&key.as_str())) {
                if let Some(other) = all.get(key) {
                    agrees(value, other, &format!("{shown}: {key}"));
                }
            }
        }
        (Value::Array(known), Value::Array(all)) => {
            assert!(known.len() <= all.len(), "{shown}: {} and {} of them", known.len(), all.len());
            known.iter().zip(all).for_each(|(one, other)| agrees(one, other, shown));
        }
        // unknown so far, or takes more than a limit allows
        (Value::Null, _) | (_, Value::Null) => {}
        (Value::String(known), Value::String(all)) => assert!(all.starts_with(known.as_str()), "{shown}: {known:?} and {all:?}"),
        _ => assert_eq!(known, all, "{shown}"),
    }
}
