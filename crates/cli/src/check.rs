//! `sprague check`: certificates and strategies verified from the rules alone, and what exactly was accepted.

use crate::args::{Check, Format};
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use sprague::certificate::{Certificate, QuotientCertificate, Strategy, Winner};
use sprague::heap::{HeapRules, RowKind};
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{BadNotation, Play};
use sprague_games::{BadCertificate, Session, check_certificate, check_quotient_certificate, check_strategy};
use std::io::{Read, Write, stdin};
use std::process::ExitCode;

/// The most bytes of a certificate that are read.
const MAX_BYTES: u64 = 1 << 30;

/// What tells a strategy, and the certificate of a quotient, from other certificates.
#[derive(Deserialize)]
struct Probe {
    moves: Option<IgnoredAny>,
    products: Option<IgnoredAny>,
}

pub(crate) fn run(args: &Check) -> Result<ExitCode, Failure> {
    let name = args.file.display().to_string();
    let text = text(&name)?;
    let probe = serde_json::from_str(&text).unwrap_or(Probe { moves: None, products: None });
    let session = crate::session();
    let verdict = if probe.moves.is_some() {
        of_strategy(&session, &read(&name, &text, "a strategy")?)
    } else if probe.products.is_some() {
        of_quotient(&session, &read(&name, &text, "a certificate")?)?
    } else {
        of_period(&session, &read(&name, &text, "a certificate")?)?
    };
    verdict.print(args.format)
}

/// The text of the file, or of standard input.
fn text(name: &str) -> Result<String, Failure> {
    let refused = |expected: String| Failure::malformed(name, BadNotation::new(0, expected));
    let read = if name == "-" {
        let mut bytes = vec![];
        stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes).map(|_| bytes).map_err(Unreadable::from)
    } else {
        LocalFiles.read(name, MAX_BYTES)
    };
    let bytes = read.map_err(|error| refused(format!("a readable certificate ({error})")))?;
    String::from_utf8(bytes).map_err(|_| refused("a readable certificate (stream did not contain valid UTF-8)".to_owned()))
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
    /// What was looked at to accept it, or why it is rejected.
    examined: Result<String, String>,
}

fn of_period(session: &Session, certificate: &Certificate) -> Result<Verdict, Failure> {
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
    let examined =
        examined(family, check_certificate(session, certificate), |checked| format!("{} rows computed again", checked.rows))?;
    let parts = json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    });
    Ok(Verdict { parts, claim, examined })
}

fn of_quotient(session: &Session, certificate: &QuotientCertificate) -> Result<Verdict, Failure> {
    let QuotientCertificate { family, play, theorem, preperiod, period, products, p_portion, .. } = certificate;
    let (order, lost) = (products.len(), p_portion.len());
    let elements = if order == 1 { "1 element".to_owned() } else { format!("{order} elements") };
    let claim = format!(
        "{family}, {} play, disjunctive rule, sums of any heaps: misère quotient of {elements}, {lost} of them lost for whoever \
         starts, with preperiod {preperiod} and period {period}, which tells the outcome of every such sum",
        play_word(*play)
    );
    let examined = examined(family, check_quotient_certificate(session, certificate), |checked| {
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
) -> Result<Result<String, String>, Failure> {
    match verdict {
        Err(BadCertificate::Family(error)) => Err(Failure::malformed(family, error)),
        Err(error) => Ok(Err(error.to_string())),
        Ok(checked) => Ok(Ok(looked_at(&checked))),
    }
}

fn of_strategy(session: &Session, strategy: &Strategy) -> Verdict {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let verdict = check_strategy(session, strategy);
    let examined =
        verdict.map(|replayed| format!("{} positions replayed", replayed.positions)).map_err(|error| error.to_string());
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
    fn print(mut self, format: Format) -> Result<ExitCode, Failure> {
        let is_accepted = self.examined.is_ok();
        match (format, &self.examined) {
            (Format::Json, examined) => {
                self.parts["accepted"] = json!(is_accepted);
                self.parts["reason"] = json!(examined.as_ref().err());
                self.parts["whole_claim"] = json!(self.claim);
                writeln!(stdout(), "{}", self.parts)?;
            }
            (Format::Text, Ok(looked_at)) => {
                writeln!(page(), "accepted: {}. That is the whole claim ({looked_at}).", self.claim)?
            }
            (Format::Text, Err(reason)) => writeln!(page(), "rejected: {reason}")?,
        }
        Ok(if is_accepted { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
