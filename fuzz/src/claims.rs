//! Certificates and strategies as text. Everything that the checker accepts is confirmed by other methods.

use crate::graphs::Graphs;
use crate::mutation::{Corpus, damaged};
use crate::seen::{Seen, variant};
use crate::truth::{self, Judged};
use fastrand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sprague::certificate::{Certificate, QuotientCertificate, Strategy, StrategyForm, TheoremName, ValueCertificate};
use sprague::heap::{HeapRules, Totals};
use sprague::{CompoundRule, Limits, Play, Player};
use sprague_questions::check::Verdict;
use sprague_questions::{Check, NoAnswer, RowPlan, Session, StrategyOf, certify, certify_quotient, certify_values, strategy};

/// Heap games whose rows have periods.
const FAMILIES: [&str; 22] = [
    "nim",
    "subtraction:1,2",
    "subtraction:1,3,4",
    "subtraction:2,5,7",
    "all-but:1,2",
    "all-but:2",
    "stones:1-4",
    "stones:2,3:wins=even",
    "no-repeat:1-3",
    "no-repeat:1,2:memory=2",
    "asymmetric:2,5/3,4",
    "asymmetric:1,3/2",
    "octal:0.137",
    "octal:0.13",
    "octal:0.12",
    "octal:0.07",
    "octal:4.7",
    "octal:0.3",
    "kayles",
    "dawson-chess",
    "octal:0.8",
    "treblecross",
];

/// Heap games whose values repeat or rise.
const VALUED: [&str; 8] = [
    "asymmetric:1/2",
    "asymmetric:2/1",
    "asymmetric:1,2/1",
    "asymmetric:1,3/2",
    "asymmetric:none/2",
    "asymmetric:1,2/2,3",
    "asymmetric:2,5/3,4",
    "asymmetric:1,4/3",
];

/// Codes with finite misère quotients.
const CODES: [&str; 7] = ["octal:0.3", "octal:0.123", "octal:0.13", "octal:0.12", "octal:0.75", "octal:0.51", "kayles"];

/// Positions with strategies. Some of the positions are drawn.
const POSITIONS: [&str; 24] = [
    "nim@1,2",
    "nim@1,2,3",
    "nim@2,2,1",
    "kayles@5",
    "kayles@3,2",
    "octal:0.07@6,3",
    "subtraction:1,3,4@7",
    "subtraction:1,2@4+nim@1",
    "no-repeat:1-3@6",
    "grundy@7",
    "cram@2x3",
    "chomp@2x3",
    "wythoff@3.2",
    "euclid@5.3",
    "knights:5@3.4",
    "domineering@2x3",
    "domineering@2x2",
    "clobber@xoxo",
    "toads-frogs@T..F",
    "asymmetric:1,3/2@6",
    "game@{1|*}",
    "digraph:maze@start",
    "digraph:maze@stairs",
    "digraph:ring@a",
];

/// Other texts that may occur in claims.
const WORDS: [&str; 12] = [
    "misere",
    "normal",
    "left",
    "right",
    "mover",
    "other",
    "moore=2",
    "octal:0.77",
    "nim@0",
    "nim@2,1",
    "kayles@2,3",
    "subtraction:1,2,4",
];

fn limits() -> Limits {
    Limits { positions: 1 << 18, bytes: 1 << 28, ..Limits::default() }
}

/// Returns true certificates of every kind, and true strategies of every form.
pub fn true_claims(session: &Session) -> Vec<Value> {
    let mut claims = vec![];
    let mut add = |claim: Option<Value>| claims.extend(claim);
    for family in FAMILIES.map(|family| session.family(family).expect("a family")) {
        for play in [Play::Normal, Play::Misere] {
            let plan = RowPlan { play, seek: Some(3_000), ..RowPlan::default() };
            add(certify(&family, &plan).ok().map(written));
        }
    }
    let long = RowPlan { seek: Some(1_000_000), stream: true, ..RowPlan::default() };
    add(certify(&session.family("octal:0.16").expect("a family"), &long).ok().map(written));
    for family in VALUED.map(|family| session.family(family).expect("a family")) {
        let plan = RowPlan { seek: Some(400), ..RowPlan::default() };
        add(certify_values(&family, &plan).ok().map(written));
    }
    for family in CODES.map(|family| session.family(family).expect("a family")) {
        let limits = Limits { positions: 1 << 20, ..Limits::default() };
        add(certify_quotient(&family, &limits).ok().map(written));
    }
    let rules = CompoundRule::NAMED.into_iter().chain(["moore=2".parse().expect("a rule")]);
    let asked: Vec<(Play, CompoundRule)> =
        [Play::Normal, Play::Misere].into_iter().flat_map(|play| rules.clone().map(move |rule| (play, rule))).collect();
    for position in POSITIONS {
        let sum = session.position(position).expect("a position");
        let is_sum = sum.components().len() > 1;
        let firsts = if sum.is_partizan() { Player::BOTH.map(Some).to_vec() } else { vec![None] };
        for &(play, rule) in asked.iter().filter(|(_, rule)| is_sum || *rule == CompoundRule::Disjunctive) {
            for &first in &firsts {
                for form in [StrategyForm::Positions, StrategyForm::Multisets, StrategyForm::Components, StrategyForm::Bounds] {
                    let question = StrategyOf { play, rule, first, form: Some(form), ..StrategyOf::of(position) };
                    let limits = Limits { positions: 10_000, ..Limits::default() };
                    add(strategy(&sum, &question, &limits).ok().map(written));
                }
            }
        }
    }
    claims
}

fn written(claim: impl Serialize) -> Value {
    serde_json::to_value(claim).expect("a claim is plain data")
}

/// Returns a session in which graphs have names instead of files.
pub fn session() -> Session {
    Session::new().with_files(Graphs)
}

/// A generator of texts, of which few are true claims.
pub struct Claims {
    corpus: Corpus,
    session: Session,
    /// The true claims by equal states, whose rows are too many to compute here.
    long: Vec<Certificate>,
}

impl Claims {
    /// Builds a generator that changes all true claims.
    pub fn new() -> Self {
        let session = session();
        let documents = true_claims(&session);
        let long = documents
            .iter()
            .filter_map(|claim| read::<Certificate>(&claim.to_string()))
            .filter(|claim| claim.equal_states.is_some());
        let long = long.collect();
        Self { corpus: Corpus::new(documents, &WORDS), session, long }
    }

    /// Returns the true claims.
    pub fn true_ones(&self) -> &[Value] {
        &self.corpus.documents
    }

    /// Returns one text.
    pub fn text(&self, rng: &mut Rng) -> Vec<u8> {
        match rng.u8(..20) {
            0 => damaged(&self.corpus.any(rng).to_string(), rng),
            // unchanged true claims, to see that the judges agree with them
            1 => self.corpus.any(rng).to_string().into_bytes(),
            _ => self.corpus.mutated(rng).to_string().into_bytes(),
        }
    }

    /// Checks a text. If the checker accepts it, judges it by other methods.
    ///
    /// # Panics
    /// If the checker accepts a false claim, or refuses one without a reason.
    pub fn check(&self, text: &[u8]) -> Seen {
        let Ok(text) = str::from_utf8(text) else { return Seen::Refused("not UTF-8".into()) };
        let found = judged(text, &self.session);
        match (found, read::<Certificate>(text)) {
            (Seen::Unjudged, Some(claim)) if claim.equal_states.is_some() => {
                let known = self.long.iter().find(|long| long.family == claim.family);
                let Some(known) = known else { return Seen::Unjudged };
                assert_eq!((known.preperiod, known.period), (claim.preperiod, claim.period), "{text}");
                Seen::True
            }
            (Seen::True, _) if read(text).is_some_and(|claim| self.corpus.documents.contains(&claim)) => Seen::Made,
            (found, _) => found,
        }
    }
}

impl Default for Claims {
    fn default() -> Self {
        Self::new()
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Returns the checker's answer to a text, which is judged by other methods if the text is accepted.
///
/// # Panics
/// If an accepted claim is false, or if a refusal has no reason.
pub fn judged(text: &str, session: &Session) -> Seen {
    let verdict = match session.ask(&Check::of(text), &limits()) {
        Ok(verdict) => verdict,
        Err(NoAnswer::Malformed { field, text: Some(typed), error }) => {
            assert!(typed.is_char_boundary(error.at) && !error.expected.is_empty(), "{field}, byte {}: {text}", error.at);
            return Seen::Refused(format!("malformed {field}"));
        }
        Err(other) => panic!("{other:?}: {text}"),
    };
    let said = verdict.to_json();
    match verdict.examined() {
        Ok(_) => {
            assert_eq!(said["accepted"], true, "{text}");
            accepted(text, &verdict, session)
        }
        Err(why) => {
            assert!(!why.to_string().is_empty() && said["accepted"] != true, "{text}");
            if why.is_open() { Seen::Open(variant(why)) } else { Seen::Refused(variant(why)) }
        }
    }
}

fn accepted(text: &str, verdict: &Verdict, session: &Session) -> Seen {
    let judged = if let Some(claim) = read::<Strategy>(text) {
        truth::play::judged(&claim, session)
    } else if let Some(claim) = read::<QuotientCertificate>(text) {
        assert_eq!((claim.play, claim.theorem), (Play::Misere, TheoremName::MisereQuotient), "{text}");
        let family = session.family(&claim.family).expect("it was read");
        let Some(HeapRules::TakeAndBreak(code)) = family.heap_rules() else { panic!("{text}: it has no code") };
        truth::quotient::judged(&claim, code)
    } else if let Some(claim) = read::<ValueCertificate>(text) {
        truth::values::judged(&claim, session)
    } else {
        let claim = read::<Certificate>(text).expect("it is of some kind");
        let family = session.family(&claim.family).expect("it was read");
        let rules = match family.heap_rules().expect("there are rows").clone() {
            // rows are only about odd totals
            HeapRules::Stones { amounts, wins, .. } => HeapRules::Stones { amounts, wins, totals: Totals::Odd },
            rules => rules,
        };
        truth::rows::judged(&claim, &rules)
    };
    match judged {
        Judged::True => Seen::True,
        Judged::TooLarge => Seen::Unjudged,
        Judged::False(why) => panic!("accepted is what is false, {why}. It says: {}. The file: {text}", verdict.claim()),
    }
}
