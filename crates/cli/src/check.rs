//! `sprague check`: certificates and strategies verified from the rules alone, and what exactly was accepted.

use crate::args::{Check, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::page;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use sprague::certificate::{Certificate, QuotientCertificate, Strategy, StrategyForm, ValueCertificate, Winner};
use sprague::heap::{HeapRules, RowKind};
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{BadNotation, Limits, Play, Stopped};
use sprague_games::{
    BadCertificate, BadStrategy, QuestionError, Session, check_certificate_within, check_quotient_certificate_within,
    check_strategy_within, check_value_certificate_within,
};
use std::io::{Read, Write, stdin};
use thiserror::Error;

/// How many bytes of memory a byte of a file may take once it is read: `[0],` is a list of its own.
const BYTES_A_BYTE: u64 = 16;

/// The most bytes of a file that are read.
const MAX_BYTES: u64 = 1 << 30;

/// What tells a strategy, and the certificates of a quotient and of values, from other certificates.
#[derive(Deserialize)]
struct Probe {
    winner: Option<IgnoredAny>,
    moves: Option<IgnoredAny>,
    products: Option<IgnoredAny>,
    rows: Option<String>,
}

pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    let limits = limits(args.limits);
    let name = args.file.display().to_string();
    let verdict = {
        let _progress = Progress::of(&limits);
        verdict(&name, &limits)?
    };
    verdict.print(&name, args.format)
}

fn verdict(name: &str, limits: &Limits) -> Result<Verdict, Failure> {
    let Some(text) = text(name, (limits.bytes / BYTES_A_BYTE).min(MAX_BYTES))? else {
        return Ok(Verdict { parts: json!({}), claim: String::new(), examined: Err(Stopped::Memory(limits.bytes).into()) });
    };
    let probe = serde_json::from_str(&text).unwrap_or(Probe { winner: None, moves: None, products: None, rows: None });
    let session = crate::session_within(limits);
    if probe.moves.is_some() || probe.winner.is_some() {
        Ok(of_strategy(&session, &read(name, &text, "a strategy")?, limits))
    } else if probe.products.is_some() {
        of_quotient(&session, &read(name, &text, "a certificate")?, limits)
    } else if probe.rows.as_deref() == Some(ValueCertificate::ROWS) {
        of_values(&session, &read(name, &text, "a certificate")?, limits)
    } else {
        of_period(&session, &read(name, &text, "a certificate")?, limits)
    }
}

/// The text of the file, or of standard input; `None` if it has more than so many bytes.
fn text(name: &str, most: u64) -> Result<Option<String>, Failure> {
    let refused = |expected: String| Failure::malformed(name, BadNotation::new(0, expected));
    let read = if name == "-" {
        let mut bytes = vec![];
        let read = stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(Unreadable::from);
        read.and_then(|count| if count as u64 > most { Err(Unreadable::TooLong(most)) } else { Ok(bytes) })
    } else {
        LocalFiles.read(name, most)
    };
    let bytes = match read {
        Err(Unreadable::TooLong(_)) => return Ok(None),
        read => read.map_err(|error| refused(format!("a readable certificate ({error})")))?,
    };
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| refused("a readable certificate (stream did not contain valid UTF-8)".to_owned()))
}

/// What is in the file, or the character where that ended which was expected.
fn read<T: DeserializeOwned>(name: &str, text: &str, expected: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let (line, bytes) = (error.line().max(1), error.column());
        let before = text.lines().nth(line - 1).map_or(0, |line| line.char_indices().filter(|(at, _)| *at < bytes).count());
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
        Failure::Unfit(format!("{name}: line {line}, character {}: expected {expected} in JSON ({why})", before.max(1)))
    })
}

/// What a file claims, all of it, and whether that is so.
struct Verdict {
    /// Its parts, by name.
    parts: Value,
    /// In words.
    claim: String,
    /// What was looked at to accept it.
    examined: Result<String, NotAccepted>,
}

/// Why a file is not accepted.
#[derive(Debug, Error)]
enum NotAccepted {
    /// It is wrong.
    #[error("{0}")]
    Rejected(String),
    /// It takes more steps, or more room, than the checker has for anybody.
    #[error("{0}")]
    TooLarge(String),
    /// A limit was reached before anybody could tell.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn of_period(session: &Session, certificate: &Certificate, limits: &Limits) -> Result<Verdict, Failure> {
    let Certificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let row_kind = match rows {
        RowKind::Nimbers => "nimbers",
        RowKind::Outcomes => "outcomes, whoever starts,",
    };
    let rise = if *saltus == 0 { String::new() } else { format!(", rising by {saltus} each time") };
    let rules = session.family(family).map_err(|error| Failure::malformed(family, error))?;
    let heaps = if matches!(rules.heap_rules(), Some(HeapRules::Stones { .. })) {
        "single heaps with an odd total"
    } else {
        "single heaps"
    };
    let claim = format!(
        "{family}, {} play, disjunctive rule, {heaps}: their {row_kind} have period {period} from n = {preperiod} on{rise}, for every n, by {theorem}",
        play_word(*play)
    );
    let examined = examined(family, check_certificate_within(session, certificate, limits), |checked| {
        format!("{} rows computed again", checked.rows)
    })?;
    let parts = json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    });
    Ok(Verdict { parts, claim, examined })
}

fn of_values(session: &Session, certificate: &ValueCertificate, limits: &Limits) -> Result<Verdict, Failure> {
    let ValueCertificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let rise = if saltus == "0" { String::new() } else { format!(", rising by {saltus} each time") };
    let claim = format!(
        "{family}, {} play, single heaps: their values are those that are stated, and have period {period} from n = {preperiod} \
         on{rise}, for every n, by {theorem}",
        play_word(*play)
    );
    let examined = examined(family, check_value_certificate_within(session, certificate, limits), |checked| {
        format!("{} values computed again, {} comparisons of games", checked.rows, checked.comparisons)
    })?;
    let parts = json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    });
    Ok(Verdict { parts, claim, examined })
}

fn of_quotient(session: &Session, certificate: &QuotientCertificate, limits: &Limits) -> Result<Verdict, Failure> {
    let QuotientCertificate { family, play, theorem, preperiod, period, products, p_portion, .. } = certificate;
    let (order, lost) = (products.len(), p_portion.len());
    let elements = if order == 1 { "1 element".to_owned() } else { format!("{order} elements") };
    let claim = format!(
        "{family}, {} play, disjunctive rule, sums of any heaps: misère quotient of {elements}, {lost} of them lost for whoever \
         starts, with preperiod {preperiod} and period {period}, which tells the outcome of every such sum",
        play_word(*play)
    );
    let examined = examined(family, check_quotient_certificate_within(session, certificate, limits), |checked| {
        format!("{} heaps and {} kinds of sums looked at", checked.heaps, checked.pairs)
    })?;
    let parts = json!({
        "claim": "misère quotient", "family": family, "play": play, "rule": "disjunctive", "rows": "outcomes", "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "order": order,
    });
    Ok(Verdict { parts, claim, examined })
}

/// What came of a certificate about a family, which can be read.
fn examined<T>(
    family: &str,
    verdict: Result<T, BadCertificate>,
    looked_at: impl FnOnce(&T) -> String,
) -> Result<Result<String, NotAccepted>, Failure> {
    match verdict {
        Err(BadCertificate::Family(error)) => Err(Failure::malformed(family, error)),
        Err(BadCertificate::Stopped(stopped)) => Ok(Err(stopped.into())),
        Err(error) if error.is_open() => Ok(Err(NotAccepted::TooLarge(error.to_string()))),
        Err(error) => Ok(Err(NotAccepted::Rejected(error.to_string()))),
        Ok(checked) => Ok(Ok(looked_at(&checked))),
    }
}

fn of_strategy(session: &Session, strategy: &Strategy, limits: &Limits) -> Verdict {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let examined = match check_strategy_within(session, strategy, limits) {
        Ok(replayed) => Ok(match strategy.answers.form() {
            StrategyForm::Components => format!("{} values computed again", replayed.positions),
            _ => format!("{} positions replayed", replayed.positions),
        }),
        Err(BadStrategy::Stopped(stopped)) => Err(stopped.into()),
        Err(error) => Err(NotAccepted::Rejected(error.to_string())),
    };
    let parts = json!({
        "claim": "strategy", "position": position, "play": play, "rule": rule, "rows": "outcomes", "first": first,
        "winner": winner, "draw": draw,
    });
    Verdict { parts, claim: format!("{}, whatever is answered", promise(strategy)), examined }
}

/// What a strategy promises, in words.
pub(crate) fn promise(strategy: &Strategy) -> String {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let does = if *draw { "never loses" } else { "wins" };
    let who = match (first, winner) {
        (None, Winner::Mover) => "the player who starts".to_owned(),
        (None, Winner::Other) => "the player who does not start".to_owned(),
        (Some(first), Winner::Mover) => format!("{first} starts and"),
        (Some(first), Winner::Other) => format!("{first} starts and {}", -*first),
    };
    format!("{position}, {} play, {rule} rule: {who} {does}", play_word(*play))
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misère",
    }
}

impl Verdict {
    fn print(mut self, name: &str, format: Format) -> Result<Exit, Failure> {
        let is_accepted = self.examined.is_ok();
        if format == Format::Json {
            match &self.examined {
                Err(NotAccepted::Stopped(stopped)) => self.parts["stopped"] = json!(stopped.name()),
                Err(NotAccepted::TooLarge(_)) => self.parts["stopped"] = json!("work"),
                _ => self.parts["accepted"] = json!(is_accepted),
            }
            self.parts["reason"] = json!(self.examined.as_ref().err().map(ToString::to_string));
            self.parts["whole_claim"] = json!(self.claim);
            writeln!(stdout(), "{}", self.parts)?;
        } else {
            match self.examined {
                Ok(looked_at) => writeln!(page(), "accepted: {}. That is the whole claim ({looked_at}).", self.claim)?,
                Err(NotAccepted::Rejected(reason)) => writeln!(page(), "rejected: {reason}")?,
                Err(NotAccepted::TooLarge(why)) => return Err(Failure::NoAnswer(format!("{name}: {why}"))),
                Err(NotAccepted::Stopped(stopped)) => return Err(Failure::of(name, QuestionError::Stopped(stopped))),
            }
        }
        Ok(if is_accepted { Exit::Answered } else { Exit::NoAnswer })
    }
}
