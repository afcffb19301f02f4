//! A question as it is typed. It is answered without reading files or starting programs.

use clap::{Args, Parser};
use serde_json::{Value, json};
use sprague::registry::{Files, Unreadable};
use sprague::{CompoundRule, Limits, Play, Player, Stopped};
use sprague_questions::sweep::{PairSweep, SweptRuleset};
use sprague_questions::{
    Analyse, AnyAnswer, Certify, Check, Compare, Find, LimitsAsked, Nim, NoAnswer, Question, Quotient, RowsOf, Session, Solve,
    StrategyOf, Sweep, Table, ValueOf, registry,
};
use std::time::{Duration, Instant};

/// The maximum number of pairs of sets in a sweep whose pairs are certified one by one. There are this many for amounts up to
/// 6.
const MAX_PAIRS: u64 = 2016;

/// The maximum size of an answer, and of a certificate, in JSON.
const MAX_JSON: usize = super::folder::MAX_BESIDE as usize;

/// The maximum size of a question, in bytes.
const MAX_QUESTION: usize = 4096;

/// A question that the atlas may hold.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true, disable_version_flag = true)]
pub(super) enum Asked {
    #[command(visible_alias = "analyze")]
    Analyse(Of<Analyse>),
    Solve(Of<Solve>),
    Value(Of<ValueOf>),
    Compare(Pair),
    Table(Of<Table>),
    Quotient(Of<Quotient>),
    Sweep(Of<Sweep>),
    Find(Of<Find>),
    Nim(Of<Nim>),
}

/// A question and the limits that were typed with it.
#[derive(Args)]
pub(super) struct Of<Q: Args> {
    #[command(flatten)]
    question: Q,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// Two sums to be compared.
#[derive(Args)]
pub(super) struct Pair {
    #[command(flatten)]
    question: Compare,
    /// The second sum.
    right: String,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// A policy that reads no file and starts no program.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::Refused("a question of the atlas reads no file".into()))
    }
}

/// Returns a session for the atlas, with the built-in rulesets only.
pub(super) fn session() -> Session {
    Session::with(registry()).with_files(NoFiles)
}

impl Asked {
    /// Parses a question, or returns a description of the error.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_QUESTION {
            return Err(format!("a question has at most {MAX_QUESTION} bytes"));
        }
        let words = words(text).ok_or("a quotation mark is never closed")?;
        let asked = Self::try_parse_from(words).map_err(|error| {
            let said = error.to_string();
            let said = said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
            let kinds = "it begins with analyse, solve, value, compare, table, quotient, sweep, find or nim";
            format!("{} ({kinds})", said.split_whitespace().collect::<Vec<_>>().join(" "))
        })?;
        if matches!(&asked, Self::Analyse(of) if of.question.checkpoint.is_some()) {
            return Err("a question of the atlas writes no checkpoint".to_owned());
        }
        if asked.subject() == "-" {
            return Err("a question of the atlas stands in its text, not in standard input".to_owned());
        }
        Ok(asked)
    }

    /// Returns the family, position or expression that the question is about.
    fn subject(&self) -> &str {
        match self {
            Self::Analyse(of) => &of.question.family,
            Self::Solve(of) => &of.question.position,
            Self::Value(of) => &of.question.sum,
            Self::Compare(pair) => &pair.question.left,
            Self::Table(of) => &of.question.what,
            Self::Quotient(of) => &of.question.family,
            Self::Sweep(_) => "sweep",
            Self::Find(of) => of.question.family.as_deref().or(of.question.from.as_deref()).unwrap_or_default(),
            Self::Nim(_) => "nimbers",
        }
    }

    /// Returns the name of the first ruleset in the question.
    pub(super) fn family(&self) -> &str {
        let subject = self.subject().trim_start_matches('-');
        subject.split([':', '@', '+', '{', ' ']).next().unwrap_or_default()
    }

    /// Returns the answer as JSON. These limits apply even if the question allows more.
    pub(super) fn answer(&self, limits: &Limits) -> Result<Value, NoAnswer> {
        let session = session();
        match self {
            Self::Analyse(of) => of.answer(&session, limits),
            Self::Solve(of) => of.answer(&session, limits),
            Self::Value(of) => of.answer(&session, limits),
            Self::Compare(pair) => answer(&session, &pair.question(), &pair.limits, limits),
            Self::Table(of) => of.answer(&session, limits),
            Self::Quotient(of) => of.answer(&session, limits),
            Self::Sweep(of) => of.answer(&session, limits),
            Self::Find(of) => of.answer(&session, limits),
            Self::Nim(of) => of.answer(&session, limits),
        }
    }

    /// Returns a certificate of the answer, or the reason why there is none.
    pub(super) fn certificate(&self, found: &Value, limits: &Limits) -> Result<Value, NoAnswer> {
        let session = session();
        match self {
            Self::Analyse(Of { question, limits: asked }) => {
                let Analyse { family, rows, seek, stream, play, .. } = question.clone();
                let certify = Certify { family, rows, seek, stream, play, ..Certify::default() };
                answer(&session, &certify, asked, limits)
            }
            Self::Quotient(Of { question, limits: asked }) => {
                let certify = Certify { quotient: true, ..Certify::of(&question.family) };
                answer(&session, &certify, asked, limits)
            }
            Self::Solve(Of { question, limits: asked }) => {
                let Solve { play, rule, first, .. } = *question;
                let position = proved_position(question, found);
                answer(&session, &StrategyOf { position, play, rule, first, form: None }, asked, limits)
            }
            Self::Value(Of { question, limits: asked }) if is_plain(question) => {
                let right = found["value"].as_str().map(|value| format!("game@{value}"));
                let right = right.ok_or(NoAnswer::unknown("the value is too long to be written"))?;
                let compare = Compare { left: question.sum.clone(), right, certificate: true, ..Compare::default() };
                answer(&session, &compare, asked, limits).map(|mut compared| compared["certificate"].take())
            }
            Self::Compare(pair) => {
                let compare = Compare { certificate: true, ..pair.question() };
                answer(&session, &compare, &pair.limits, limits).map(|mut compared| compared["certificate"].take())
            }
            Self::Sweep(Of { question, limits: asked }) => {
                let pairs = pairs(question).ok_or(NoAnswer::unknown("of sweeps, those of 2016 pairs or fewer are certified"))?;
                let began = Instant::now();
                let certify = |number| {
                    let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
                    let certify = Certify { rows: Some(RowsOf::Values), ..Certify::of(pairs.family(number)) };
                    answer(&session, &certify, asked, &Limits { time, ..limits.clone() })
                };
                (0..pairs.part_pairs()).map(certify).collect()
            }
            _ => Err(NoAnswer::unknown("there is no certificate for this kind of question")),
        }
    }

    /// Checks that an accepted claim is about this question, and agrees with the answer.
    ///
    /// # Errors
    /// The part of the claim that differs or is missing.
    pub(super) fn is_proved(&self, answer: &Value, claim: &Value, limits: &Limits) -> Result<(), String> {
        let session = session();
        let name = |text: &str| session.family_within(text, limits).map(|rules| rules.name().to_owned());
        let sum = |text: &str| session.sum("position", text, limits).map(|sum| sum.to_string());
        let says = |key: &str, expected: Option<&str>| match expected {
            Some(expected) if claim[key] == expected => Ok(()),
            _ => Err(format!("the certificate is about another {key}")),
        };
        let same = |keys: &[&str], of: &Value| {
            let differs = keys.iter().find(|key| of[**key].is_null() || claim[**key] != of[**key]);
            differs.map_or(Ok(()), |key| Err(format!("the certificate has another {key}")))
        };
        match self {
            Self::Analyse(Of { question, .. }) => {
                says("family", name(&question.family).ok().as_deref())?;
                says("play", Some(play_word(question.play)))?;
                let rows = match (question.rows, claim["claim"].as_str()) {
                    (Some(rows), Some("period")) => Some(rows),
                    (Some(rows), _) if rows != RowsOf::Values => return Err("the certificate is about other rows".to_owned()),
                    _ => None,
                };
                rows.map_or(Ok(()), |rows| says("rows", serde_json::to_value(rows).ok().as_ref().and_then(Value::as_str)))?;
                match claim["claim"].as_str() {
                    Some("period") => same(&["preperiod", "period", "saltus"], &answer["period"]),
                    Some("order") => same(&["period", "far", "window"], &answer["order"]),
                    Some("misère quotient") => same(&["preperiod", "period"], &answer["quotient_period"]),
                    _ => Err("the certificate is of another kind".to_owned()),
                }
            }
            Self::Quotient(Of { question, .. }) => {
                says("claim", Some("misère quotient"))?;
                says("family", name(&question.family).ok().as_deref())?;
                same(&["order", "preperiod", "period"], answer)
            }
            Self::Solve(Of { question, .. }) => {
                says("claim", Some("strategy"))?;
                says("position", sum(&proved_position(question, answer)).ok().as_deref())?;
                says("play", Some(play_word(question.play)))?;
                says("rule", Some(&question.rule.to_string()))?;
                let nimber = nimber(question, answer);
                if nimber.is_some_and(|nimber| (nimber > 0) != (answer["outcome"] == "win")) {
                    return Err("the nimber and the outcome contradict each other".to_owned());
                }
                let first = question.first.unwrap_or(Player::Left).to_string();
                if !claim["first"].is_null() && claim["first"] != first {
                    return Err("the certificate is about another player first".to_owned());
                }
                let winner = if answer["outcome"] == "win" && nimber.is_none() { "mover" } else { "other" };
                if answer["outcome"] == "draw" || claim["draw"] == true || answer["first"] != claim["first"] {
                    return Err("the certificate is about a draw, or another player first".to_owned());
                }
                says("winner", Some(winner))
            }
            Self::Value(Of { question, .. }) => {
                says("claim", Some("comparison"))?;
                says("left", sum(&question.sum).ok().as_deref())?;
                let value = answer["value"].as_str().and_then(|value| sum(&format!("game@{value}")).ok());
                says("right", value.as_deref())?;
                says("relation", Some("="))
            }
            Self::Compare(pair) => {
                says("claim", Some("comparison"))?;
                says("left", sum(&pair.question.left).ok().as_deref())?;
                says("right", sum(&pair.right).ok().as_deref())?;
                says("play", Some(play_word(pair.question.play)))?;
                says("relation", answer["relation"].as_str())
            }
            Self::Sweep(Of { question, .. }) => {
                says("claim", Some("orders"))?;
                let pairs = pairs(question).ok_or("this sweep is not certified")?;
                let families = (0..pairs.part_pairs()).map(|number| pairs.family(number)).collect::<Vec<_>>();
                if claim["families"] != json!(families) {
                    return Err("the certificates are about other pairs".to_owned());
                }
                let has_all = answer["pairs"].as_u64() == Some(pairs.part_pairs());
                if has_all { Ok(()) } else { Err("the certificates are about another number of pairs".to_owned()) }
            }
            _ => Err("there is no certificate for this kind of question".to_owned()),
        }
    }
}

/// Returns the pairs of sets of a whole sweep, if there are at most [`MAX_PAIRS`].
fn pairs(sweep: &Sweep) -> Option<PairSweep> {
    let is_whole = sweep.ruleset == SweptRuleset::Asymmetric && sweep.shard.is_none() && sweep.limit_sets.is_none();
    let pairs = PairSweep::new(sweep.largest.filter(|_| is_whole)?).ok()?;
    (pairs.part_pairs() <= MAX_PAIRS).then_some(pairs)
}

/// Checks a certificate, and returns the verdict as JSON.
pub(super) fn verdict_on_one(text: String, limits: &Limits) -> Result<Value, NoAnswer> {
    let check = Check::of(text);
    session().ask(&check, &check.usual(limits.clone())).map(|verdict| verdict.to_json())
}

impl<Q: Question + Args> Of<Q> {
    fn answer(&self, session: &Session, limits: &Limits) -> Result<Value, NoAnswer> {
        answer(session, &self.question, &self.limits, limits)
    }
}

impl Pair {
    fn question(&self) -> Compare {
        Compare { right: self.right.clone(), ..self.question.clone() }
    }
}

/// Returns the position whose strategy proves the answer.
///
/// If the answer has a nimber, it is the sum of the position and a Nim heap of that size, which the second player wins.
/// Otherwise it is the position in the question.
fn proved_position(question: &Solve, answer: &Value) -> String {
    match nimber(question, answer) {
        None | Some(0) => question.position.clone(),
        Some(nimber) => format!("{}+nim@{nimber}", question.position),
    }
}

/// Returns the nimber that a strategy for a sum can prove. Only impartial sums under normal play and the disjunctive rule
/// have one.
fn nimber(question: &Solve, answer: &Value) -> Option<u64> {
    let is_plain = question.play == Play::Normal && question.rule == CompoundRule::Disjunctive;
    answer["nimber"].as_u64().filter(|_| is_plain && answer["first"].is_null())
}

/// Returns `true` if the value is that of the sum itself under normal play, without a change.
fn is_plain(question: &ValueOf) -> bool {
    let ValueOf { cool, heat, overheat, norton, ordinal, then, play, .. } = question;
    let changes = [cool, heat, overheat, norton, ordinal, then];
    changes.into_iter().all(Option::is_none) && *play == Play::Normal
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

/// Answers a question within its own limits and these.
fn answer<Q: Question>(session: &Session, question: &Q, asked: &LimitsAsked, limits: &Limits) -> Result<Value, NoAnswer> {
    let usual = asked.over(question.usual(limits.clone()));
    let least = |own: Option<Duration>, most: Option<Duration>| own.into_iter().chain(most).min();
    let bytes = usual.bytes.min(limits.bytes);
    let limits = Limits { time: least(usual.time, limits.time), bytes, ..usual };
    let found = session.ask(question, &limits)?;
    let text = AnyAnswer::text(&found, MAX_JSON).ok().flatten().ok_or(NoAnswer::from(Stopped::Memory(MAX_JSON as u64)))?;
    Ok(serde_json::from_slice(&text).expect("it was just written"))
}

/// Splits a line into words. Blanks inside quotes do not separate words.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (vec![], None::<String>, None);
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let read = |text| words(text).unwrap_or_default();
        assert_eq!(read("value 'game@{1 | 2}'  --cool 1"), ["value", "game@{1 | 2}", "--cool", "1"]);
        assert_eq!(read("nim ''"), ["nim", ""]);
        assert_eq!(words("nim '"), None);
    }

    #[test]
    fn files_programs_and_standard_input_are_refused() {
        for text in ["", "serve", "plot kayles -o x", "analyse kayles --checkpoint x", "solve -", "solve nim@1 --format json"] {
            assert!(Asked::read(text).is_err(), "{text}");
        }
        for text in
            ["solve ./x.rhai@3", "solve digraph:/etc/passwd@a", "solve exec:/bin/true@3", "analyse subtraction:/etc/passwd"]
        {
            let refused = Asked::read(text).map(|asked| asked.answer(&Limits::default()).map_err(|error| error.to_string()));
            assert!(matches!(&refused, Ok(Err(_))), "{text}: {refused:?}");
        }
    }
}
