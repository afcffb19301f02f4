//! `sprague certify`: periods as files that others can verify.

use crate::args::{Certify, Format, Rows};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::page;
use serde::Serialize;
use serde_json::json;
use sprague::Play;
use sprague::certificate::{Certificate, QuotientCertificate, ValueCertificate};
use sprague::heap::HeapRules;
use sprague_games::{AnalyseOptions, QuestionError, certify as certificate_of, certify_quotient, certify_values, whole_file};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(args: &Certify) -> Result<Exit, Failure> {
    let options = AnalyseOptions {
        play: args.convention.play.into(),
        seek: args.seek,
        stream: args.long.stream,
        checkpoint: args.long.checkpoint.clone(),
        limits: limits(args.limits.bounds),
        ..AnalyseOptions::default()
    };
    let known = || json!({ "family": args.family, "play": options.play });
    let failed = |unanswered| Failure::told(args.format == Format::Json, &args.family, unanswered, known);
    let game = crate::session_within(&options.limits).family(&args.family).map_err(|error| failed(error.into()))?;
    if args.rows == Some(Rows::Values) {
        let certificate = {
            let _progress = Progress::of(&options.limits);
            certify_values(&game, &options).map_err(failed)?
        };
        let ValueCertificate { family, theorem, preperiod, period, .. } = &certificate;
        let about = (family.as_str(), theorem.as_str(), *preperiod, *period);
        return write(&certificate, about, args.output.as_deref(), args.format);
    }
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
pub(crate) fn write_quotient(certificate: &QuotientCertificate, output: Option<&Path>, format: Format) -> Result<Exit, Failure> {
    let QuotientCertificate { family, theorem, preperiod, period, .. } = certificate;
    write(certificate, (family, theorem, *preperiod, *period), output, format)
}

/// Writes a certificate, and says where it is: family, theorem, preperiod, period.
fn write(
    certificate: &impl Serialize,
    (family, theorem, preperiod, period): (&str, &str, u64, u64),
    output: Option<&Path>,
    format: Format,
) -> Result<Exit, Failure> {
    let text = serde_json::to_string(certificate).expect("certificates are plain data");
    let Some(path) = output else {
        writeln!(stdout(), "{text}")?;
        return Ok(Exit::Answered);
    };
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    whole_file::write(path, (text + "\n").as_bytes()).map_err(cannot)?;
    let file = path.display().to_string();
    match format {
        Format::Text => writeln!(page(), "{family}: period {period} from n = {preperiod} on by {theorem}, written to {file}")?,
        Format::Json => {
            let written = json!({ "family": family, "period": period, "preperiod": preperiod, "theorem": theorem, "file": file });
            writeln!(stdout(), "{written}")?;
        }
    }
    Ok(Exit::Answered)
}
