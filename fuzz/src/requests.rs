//! Questions as JSON, as the page sends them.
//!
//! For every question, the answer is JSON, or a refusal with a field and the expected text.

use crate::claims::session;
use crate::mutation::{Corpus, damaged, edited};
use crate::seen::Seen;
use fastrand::Rng;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_questions::{LimitsAsked, NoAnswer, QUESTIONS, Session, question};
use std::collections::BTreeMap;
use std::time::Duration;

/// The maximum size of an answer that is examined, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// Returns questions of every name, as JSON.
fn examples() -> Vec<(&'static str, Value)> {
    let claim = r#"{"family":"subtraction:1,2","play":"normal","rows":"nimbers","theorem":"bounded look-back",
        "preperiod":0,"period":3,"saltus":0,"values":[[0],[1],[2]]}"#;
    vec![
        ("solve", json!({"position": "nim@3,4,5", "play": "misere", "explain": true, "line": true})),
        ("solve", json!({"position": "domineering@2x3+asymmetric:1/2@4", "first": "right", "moves": "all", "best": "fastest"})),
        ("solve", json!({"position": "kayles@7,2", "rule": "selective", "search": true, "max_moves": 3, "jobs": 2})),
        ("solve", json!({"position": "no-repeat:1-5:memory=2@8/3.1", "outcome_only": true, "nimber": false})),
        ("solve", json!({"position": "digraph:maze@start", "nimber": true, "rule": "moore=2"})),
        ("view", json!({"position": "kayles@5+cram@2x3", "moves": "all", "explain": true})),
        ("view", json!({"position": "stones:1-3@6.1.0"})),
        ("analyse", json!({"family": "subtraction:1,3,4", "to": 30, "fill": false, "explain": true})),
        ("analyse", json!({"family": "asymmetric:1,2/1", "rows": "values", "dag": true, "to": 12, "seek": 40})),
        ("analyse", json!({"family": "octal:0.137", "summary": true, "to": 100, "play": "misere"})),
        ("analyse", json!({"family": "knights", "to": 7})),
        ("value", json!({"sum": "game@{2|-1}+asymmetric:1/2@7", "dag": true, "cool": "1/2"})),
        ("value", json!({"sum": "domineering@2x3", "heat": "{1|*}"})),
        ("value", json!({"sum": "hackenbush@LRELR", "overheat": "1,1/2", "jobs": 1})),
        ("value-view", json!({"sum": "toads-frogs@TT.F+game@{3|1}", "cool": "1/4"})),
        ("compare", json!({"left": "game@^*", "right": "game@2v+nim@3", "play": "normal", "rule": "disjunctive"})),
        ("table", json!({"what": "wythoff", "to": [4, 5], "rows": "nimbers"})),
        ("table", json!({"what": "kayles@{x}+nim@{y}", "x": [0, 5], "y": [1, 3], "play": "misere", "rows": "outcomes"})),
        ("table", json!({"what": "domineering", "to": [2, 3], "rows": "values"})),
        ("graph", json!({"position": "nim@2,1", "depth": 2, "most": 9, "play": "misere"})),
        ("graph", json!({"position": "clobber@xox/oxo", "first": "left"})),
        ("quotient", json!({"family": "octal:0.123", "to": 12})),
        ("certify", json!({"family": "kayles", "seek": 200})),
        ("certify", json!({"family": "asymmetric:1/2", "rows": "values"})),
        ("certify", json!({"family": "octal:0.123", "quotient": true, "play": "misere"})),
        ("strategy", json!({"position": "nim@1,2,2", "form": "components", "play": "normal", "rule": "disjunctive"})),
        ("strategy", json!({"position": "toads-frogs@T..F", "first": "left", "form": "multisets"})),
        ("check", json!({ "text": claim })),
        ("identify", json!({"values": [0, 1, 2, 3, 1, 4, 3, 2], "max_matches": 5})),
        ("nim", json!({"expression": "7 * (9 + 3)^5 / sqrt(6) + mex{0, 1, ugly(5, 6)} + odious(7)"})),
        ("sweep", json!({"ruleset": "subtraction", "largest": 6, "shard": "1/2", "histogram": true, "digest": true, "jobs": 1})),
        ("sweep", json!({"ruleset": "octal", "digits": 2, "seek": 50, "limit_sets": 9, "jobs": 1})),
        ("rulesets", json!({"name": "nim"})),
        ("rulesets", json!({})),
        ("merge", json!({"parts": parts(), "histogram": true})),
    ]
}

/// Returns the two parts of a sweep, as they are written to files.
fn parts() -> Vec<Value> {
    let part = |shard: &str| {
        let sweep = json!({"ruleset": "subtraction", "largest": 4, "shard": shard, "jobs": 1});
        let limits = Limits::default();
        let answer = sprague_questions::ask(&session(), "sweep", sweep.to_string().as_bytes(), &LimitsAsked::default(), limits);
        let mut text = vec![];
        answer.expect("few sets are swept").write(&mut text).expect("it can be written");
        json!({ "name": shard, "text": String::from_utf8_lossy(&text) })
    };
    ["1/2", "2/2"].map(part).to_vec()
}

/// A generator of questions by name, of which most are malformed.
pub struct Requests {
    by_name: BTreeMap<&'static str, Corpus>,
    session: Session,
}

impl Default for Requests {
    fn default() -> Self {
        Self::new()
    }
}

impl Requests {
    /// Builds a generator that changes examples of every question.
    pub fn new() -> Self {
        let session = session();
        let mut by_name: BTreeMap<&'static str, Vec<Value>> = QUESTIONS.iter().map(|asked| (asked.name(), vec![])).collect();
        for (name, example) in examples() {
            by_name.get_mut(name).expect("a question of the list").push(example);
        }
        let texts: Vec<String> = by_name
            .values()
            .flatten()
            .filter_map(|example| Some(example.as_object()?.values()))
            .flatten()
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let corpora = by_name.into_iter().map(|(name, documents)| {
            assert!(!documents.is_empty(), "an example of {name}");
            (name, Corpus::new(documents, &texts))
        });
        Self { by_name: corpora.collect(), session }
    }

    /// Returns one question, as its name, which sometimes does not exist, and its JSON.
    pub fn request(&self, rng: &mut Rng) -> (String, Vec<u8>) {
        let place = rng.usize(..self.by_name.len());
        let (name, corpus) = self.by_name.iter().nth(place).expect("it is below their number");
        let json = match rng.u8(..12) {
            0 => damaged(&corpus.any(rng).to_string(), rng),
            1 => corpus.any(rng).to_string().into_bytes(),
            2 => (0..rng.usize(..40)).map(|_| rng.u8(..)).collect(),
            _ => corpus.mutated(rng).to_string().into_bytes(),
        };
        let name = if rng.u8(..50) == 0 { edited(name, rng) } else { (*name).to_owned() };
        (name, json)
    }

    /// Asks a question, and checks the answer or the refusal.
    ///
    /// # Panics
    /// If the answer is not JSON, or if a refusal has no field or no expected text.
    pub fn ask(&self, name: &str, json: &[u8]) -> Seen {
        asked(name, json, &self.session)
    }
}

/// Parses JSON. Returns `null` if it is nested too deeply.
///
/// Canonical forms may be nested more deeply than serde_json allows.
///
/// # Errors
/// Returns the errors of serde_json.
pub fn read(bytes: &[u8]) -> serde_json::Result<Value> {
    match serde_json::from_slice(bytes) {
        Err(error) if error.to_string().starts_with("recursion limit exceeded") => Ok(Value::Null),
        read => read,
    }
}

/// Asks a question under limits like those of a server, and checks the answer or the refusal.
///
/// # Panics
/// If the answer is not JSON, or if a refusal has no field or no expected text.
pub fn asked(name: &str, json: &[u8], session: &Session) -> Seen {
    let text = String::from_utf8_lossy(json);
    let door = Limits { positions: 3_000, bytes: 1 << 26, time: Some(Duration::from_millis(500)), ..Limits::default() };
    let answer = match sprague_questions::ask(session, name, json, &LimitsAsked::all_of(&door), door) {
        Ok(answer) => answer,
        Err(why) => return refused(name, &text, &why),
    };
    match answer.text(MOST_BYTES) {
        Ok(Some(bytes)) => {
            let answer = read(&bytes).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert!(answer.is_object() || answer.is_array() || answer.is_null(), "{name} {text}: {answer}");
            if answer.is_null() { Seen::Unjudged } else { Seen::True }
        }
        Ok(None) => Seen::Unjudged,
        Err(error) => panic!("{name} {text}: {error}"),
    }
}

/// Checks that a refusal shows a person how to change the question.
fn refused(name: &str, text: &str, why: &NoAnswer) -> Seen {
    let said = why.to_json();
    let is_said = |key: &str| said[key].as_str().is_some_and(|text| !text.is_empty());
    match why {
        NoAnswer::Malformed { field, text: typed, error } => {
            assert!(!field.is_empty() && is_said("field"), "no field is named: {name} {text}: {said}");
            assert!(said["error"].as_str().is_some_and(|error| error.starts_with("expected ")), "{name} {text}: {said}");
            if let Some(typed) = typed {
                assert!(typed.is_char_boundary(error.at), "byte {} of {typed:?}: {name} {text}", error.at);
            }
            let field = field.split(['.', '[']).next().unwrap_or_default();
            if typed.is_none() && error.expected.contains("unknown field") {
                return Seen::Refused("a field that there is not".into());
            }
            assert!(is_a_field(name, field), "there is no field {field}: {name} {text}: {said}");
            Seen::Refused(format!("{} {field}", if typed.is_some() { "malformed" } else { "another value of" }))
        }
        NoAnswer::Unfit { field, because } => {
            assert!(is_a_field(name, field) && !because.is_empty(), "{name} {text}: {said}");
            Seen::Refused(format!("unfit {field}"))
        }
        NoAnswer::NoTheorem { .. } => {
            assert!(is_said("error"), "{name} {text}: {said}");
            Seen::Refused("no theorem".into())
        }
        NoAnswer::Stopped { by, .. } => {
            assert!(is_said("stopped") && is_said("why"), "{name} {text}: {said}");
            Seen::Open(by.name().to_owned())
        }
    }
}

/// Returns `true` if a question has a field of this name.
///
/// The name `question` stands for the whole question.
fn is_a_field(name: &str, field: &str) -> bool {
    let is_known = question(name).is_some_and(|asked| {
        let schema = asked.schema();
        schema.get("properties").is_some_and(|fields| fields.get(field).is_some())
    });
    // `family` may also be a field of a file that is checked
    is_known || field == "question" || (name == "check" && field == "family")
}
