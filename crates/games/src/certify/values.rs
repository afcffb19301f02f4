//! A proved period of values written down, and checked again without the engine.

use super::{BadCertificate, unlimited};
use crate::analyse::options::AnalyseOptions;
use crate::analyse::values::{computed, have_values, shared_rows, sought};
use crate::{QuestionError, Session};
use sprague::Limits;
use sprague::certificate::ValueCertificate;
use sprague::solve::RulesetCache;
use sprague::value_rows::ValueRows;
use sprague_check::CheckedValues;

/// The period of the values of a family as a certificate.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, certify_values, check_value_certificate};
///
/// let session = Session::new();
/// let family = session.family("asymmetric:1/2").unwrap();
/// let mut certificate = certify_values(&family, &AnalyseOptions::default()).unwrap();
/// assert_eq!((certificate.preperiod, certificate.period, certificate.saltus.as_str()), (0, 3, "0"));
/// assert!(check_value_certificate(&session, &certificate).is_ok());
/// certificate.period = 6;
/// assert!(check_value_certificate(&session, &certificate).is_err());
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`] for games without values, [`QuestionError::Unknown`] where no period is proved,
/// [`QuestionError::Stopped`] at a limit.
pub fn certify_values(game: &RulesetCache, options: &AnalyseOptions) -> Result<ValueCertificate, QuestionError> {
    have_values(game, options.play)?;
    let Some(mut rows) = game.heap_rules().and_then(ValueRows::of) else {
        return Err(QuestionError::Unknown(
            "periods of values are certified for Left/Right sets; of impartial heaps certify the nimbers",
        ));
    };
    let options = sought(options);
    let stopped = computed(&mut rows, &options);
    let Some(period) = rows.period().filter(|period| period.is_proved()) else {
        let unproved = QuestionError::Unknown("no period of values is proved by so many rows; --seek allows more");
        return Err(stopped.map_or(unproved, QuestionError::from));
    };
    Ok(ValueCertificate {
        family: game.name().to_owned(),
        play: options.play,
        rows: ValueCertificate::ROWS.to_owned(),
        theorem: rows.theorem().name().to_owned(),
        preperiod: period.preperiod,
        period: period.period,
        saltus: period.saltus.to_string(),
        values: shared_rows(&rows, period.preperiod + period.period, &options.limits)?,
    })
}

/// Checks a certificate from the rules that its family names; the engine takes no part.
///
/// See [`certify_values`] for an example.
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_value_certificate(session: &Session, certificate: &ValueCertificate) -> Result<CheckedValues, BadCertificate> {
    check_value_certificate_within(session, certificate, &unlimited())
}

/// The same, under these limits: heaps are positions.
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_value_certificate_within(
    session: &Session,
    certificate: &ValueCertificate,
    limits: &Limits,
) -> Result<CheckedValues, BadCertificate> {
    let limits = &limits.starting_now();
    let family = session.family(&certificate.family).map_err(BadCertificate::Family)?;
    let rules = family.heap_rules().ok_or(BadCertificate::NoRows)?;
    Ok(sprague_check::check_values_within(certificate, rules, sprague_check::MAX_COMPARISON_STEPS, limits)?)
}
