//! `sprague certify` and `sprague check`: periods as files that others can verify.

use crate::args::{Certify, Check, Format};
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::terminal::page;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::certificate::{Certificate, QuotientCertificate};
use sprague::heap::HeapRules;
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{BadNotation, Play};
use sprague_games::{
    AnalyseOptions, BadCertificate, QuestionError, certify as certificate_of, certify_quotient, check_certificate,
    check_quotient_certificate,
};
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn certify(args: &Certify) -> Result<ExitCode, Failure> {
    let options = AnalyseOptions {
        play: args.convention.play.into(),
        seek: args.seek,
        stream: args.long.stream,
        checkpoint: args.long.checkpoint.clone(),
        limits: limits(args.limits),
        ..AnalyseOptions::default()
    };
    let failed = |unanswered| Failure::of(&args.family, unanswered);
    let game = crate::session().family(&args.family).map_err(|error| failed(error.into()))?;
    let certificate = {
        let _progress = Progress::seeking(&options.limits, args.seek);
        match certificate_of(&game, &options) {
            // where heaps split, misère play is decided by a quotient
            Err(QuestionError::Unknown(_))
                if options.play == Play::Misere && matches!(game.heap_rules(), Some(HeapRules::TakeAndBreak(_))) =>
            {
                let certificate = certify_quotient(&game, &options.limits).map_err(failed)?;
                return write_quotient(&certificate, args.output.as_deref(), args.format);
            }
            found => found.map_err(failed)?,
        }
    };
    let Certificate { family, theorem, preperiod, period, .. } = &certificate;
    let about = (family.as_str(), theorem.as_str(), *preperiod, *period);
    write(&certificate, about, args.output.as_deref(), args.format)
}

/// Writes the certificate of a misère quotient, and says so.
pub(crate) fn write_quotient(
    certificate: &QuotientCertificate,
    output: Option<&Path>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let QuotientCertificate { family, theorem, preperiod, period, .. } = certificate;
    write(certificate, (family, theorem, *preperiod, *period), output, format)
}

/// Writes a certificate, and says where it is: family, theorem, preperiod, period.
fn write(
    certificate: &impl Serialize,
    (family, theorem, preperiod, period): (&str, &str, u64, u64),
    output: Option<&Path>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let text = serde_json::to_string(certificate).expect("certificates are plain data");
    let Some(path) = output else {
        writeln!(stdout(), "{text}")?;
        return Ok(ExitCode::SUCCESS);
    };
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    std::fs::write(path, text + "\n").map_err(cannot)?;
    let file = path.display().to_string();
    match format {
        Format::Text => writeln!(page(), "{family}: period {period} from n = {preperiod} on by {theorem}, written to {file}")?,
        Format::Json => {
            let written = json!({ "family": family, "period": period, "preperiod": preperiod, "theorem": theorem, "file": file });
            writeln!(stdout(), "{written}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What tells a strategy, and the certificate of a quotient, from other certificates.
#[derive(Deserialize)]
struct Probe {
    moves: Option<IgnoredAny>,
    products: Option<IgnoredAny>,
}

/// The most bytes of a certificate that are read.
const MAX_BYTES: u64 = 1 << 30;

pub(crate) fn check(args: &Check) -> Result<ExitCode, Failure> {
    let name = args.file.display().to_string();
    let refused = |expected: String| Failure::malformed(&name, BadNotation::new(0, expected));
    let read = if name == "-" {
        let mut bytes = vec![];
        stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes).map(|_| bytes).map_err(Unreadable::from)
    } else {
        LocalFiles.read(&name, MAX_BYTES)
    };
    let text = read.map_err(|error| refused(format!("a readable certificate ({error})")))?;
    let text =
        String::from_utf8(text).map_err(|_| refused("a readable certificate (stream did not contain valid UTF-8)".to_owned()))?;
    let probe = serde_json::from_str(&text).unwrap_or(Probe { moves: None, products: None });
    if probe.moves.is_some() {
        let strategy = serde_json::from_str(&text).map_err(|error| not_json(&name, &text, "a strategy", &error))?;
        return crate::strategy::check(&strategy, args.format);
    }
    if probe.products.is_some() {
        let certificate: QuotientCertificate =
            serde_json::from_str(&text).map_err(|error| not_json(&name, &text, "a certificate", &error))?;
        let family = &certificate.family;
        let verdict = check_quotient_certificate(&crate::session(), &certificate);
        let verdict = verdict.map(|checked| format!("{family}, for all heaps: {checked}"));
        return report(family, verdict, args.format);
    }
    let certificate: Certificate =
        serde_json::from_str(&text).map_err(|error| not_json(&name, &text, "a certificate", &error))?;
    let Certificate { family, theorem, preperiod, period, .. } = &certificate;
    let verdict = check_certificate(&crate::session(), &certificate)
        .map(|_| format!("{family} has period {period} from n = {preperiod} on, for every n, by {theorem}"));
    report(family, verdict, args.format)
}

/// The character of the file where what was expected ended.
fn not_json(name: &str, text: &str, expected: &str, error: &serde_json::Error) -> Failure {
    let (line, bytes) = (error.line().max(1), error.column());
    let before = text.lines().nth(line - 1).map_or(0, |line| line.char_indices().filter(|(at, _)| *at < bytes).count());
    let why = error.to_string();
    let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
    Failure::Unfit(format!("{name}: line {line}, character {}: expected {expected} in JSON ({why})", before.max(1)))
}

/// Says whether a certificate was accepted.
fn report(family: &str, verdict: Result<String, BadCertificate>, format: Format) -> Result<ExitCode, Failure> {
    if let Err(BadCertificate::Family(error)) = verdict {
        return Err(Failure::malformed(family, error));
    }
    match format {
        Format::Json => {
            let reason = verdict.as_ref().err().map_or(Value::Null, |error| json!(error.to_string()));
            writeln!(stdout(), "{}", json!({ "family": family, "accepted": verdict.is_ok(), "reason": reason }))?;
        }
        Format::Text => match &verdict {
            Ok(accepted) => writeln!(page(), "accepted: {accepted}")?,
            Err(error) => writeln!(page(), "rejected: {error}")?,
        },
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
