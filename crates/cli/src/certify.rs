//! `sprague certify` and `sprague check`: periods as files that others can verify.

use crate::args::{Certify, Check, Format};
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use sprague::{BadNotation, Certificate};
use sprague_games::{AnalyseOptions, BadCertificate, Session, certify as certificate_of, check_certificate};
use std::fs::File;
use std::io::{Read, Write, stdin, stdout};
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
    let game = Session::new().family(&args.family).map_err(|error| failed(error.into()))?;
    let certificate = {
        let _progress = Progress::seeking(&options.limits, args.seek);
        certificate_of(&game, &options).map_err(failed)?
    };
    let text = serde_json::to_string(&certificate).expect("certificates are plain data");
    let Some(path) = &args.output else {
        writeln!(stdout(), "{text}")?;
        return Ok(ExitCode::SUCCESS);
    };
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    std::fs::write(path, text + "\n").map_err(cannot)?;
    let Certificate { family, theorem, preperiod, period, .. } = &certificate;
    match args.format {
        Format::Text => {
            writeln!(stdout(), "{family}: period {period} from n = {preperiod} on by {theorem}, written to {}", path.display())?
        }
        Format::Json => {
            let written = json!({ "family": family, "period": period, "preperiod": preperiod, "theorem": theorem, "file": path.display().to_string() });
            writeln!(stdout(), "{written}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What tells a strategy from a certificate.
#[derive(Deserialize)]
struct Probe {
    moves: Option<IgnoredAny>,
}

/// The most bytes of a certificate that are read.
const MOST_BYTES: u64 = 1 << 30;

pub(crate) fn check(args: &Check) -> Result<ExitCode, Failure> {
    let name = args.file.display().to_string();
    let refused = |expected: String| Failure::malformed(&name, BadNotation::new(0, expected));
    let mut text = String::new();
    let read = if name == "-" {
        stdin().lock().take(MOST_BYTES).read_to_string(&mut text)
    } else {
        let plain = File::open(&args.file).and_then(|file| match file.metadata()?.is_file() {
            true => Ok(file),
            false => Err(std::io::Error::other("it is not a plain file")),
        });
        plain.and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
    };
    read.map_err(|error| refused(format!("a readable certificate ({error})")))?;
    if serde_json::from_str(&text).is_ok_and(|probe: Probe| probe.moves.is_some()) {
        let strategy = serde_json::from_str(&text).map_err(|error| refused(format!("a strategy in JSON ({error})")))?;
        return crate::strategy::check(&strategy, args.format);
    }
    let certificate: Certificate =
        serde_json::from_str(&text).map_err(|error| refused(format!("a certificate in JSON ({error})")))?;
    let verdict = check_certificate(&certificate);
    if let Err(BadCertificate::Family(error)) = verdict {
        return Err(Failure::malformed(&certificate.family, error));
    }
    let Certificate { family, theorem, preperiod, period, .. } = &certificate;
    match args.format {
        Format::Json => {
            let reason = verdict.as_ref().err().map_or(Value::Null, |error| json!(error.to_string()));
            writeln!(stdout(), "{}", json!({ "family": family, "accepted": verdict.is_ok(), "reason": reason }))?;
        }
        Format::Text => match &verdict {
            Ok(_) => {
                writeln!(stdout(), "accepted: {family} has period {period} from n = {preperiod} on, for every n, by {theorem}")?
            }
            Err(error) => writeln!(stdout(), "rejected: {error}")?,
        },
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
