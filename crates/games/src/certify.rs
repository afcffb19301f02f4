//! A proved period written down, and checked again without the engine.

mod quotient;

pub use quotient::{certify_quotient, check_quotient_certificate};

use crate::analyse::AnalyseOptions;
use crate::family::code;
use crate::{Family, Game, Unanswered, long};
use sprague::sequence::Sequence;
use sprague::{BadNotation, Cell, Certificate, Family as Rows, Nimber, Outcome, Outcomes, Play, RowKind, Theorem, Values};
use sprague_check::{BadQuotient, Checked, Rejected};
use sprague_rules_stones::OddTotal;
use thiserror::Error;

/// The period of a family as a certificate: nimbers under normal play, else outcomes.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, certify, check_certificate};
///
/// let session = Session::new();
/// let certificate = certify(&session.family("kayles").unwrap(), &AnalyseOptions::default()).unwrap();
/// assert_eq!((certificate.preperiod, certificate.period), (71, 12));
/// assert!(check_certificate(&certificate).is_ok());
/// ```
///
/// # Errors
/// [`Unanswered::Unknown`] where no theorem applies or none proves a period yet, [`Unanswered::Stopped`] at a limit.
pub fn certify(game: &Game, options: &AnalyseOptions) -> Result<Certificate, Unanswered> {
    game.family().allows(options.play).map_err(|why| BadNotation::new(0, why))?;
    let nimbers = |row: &[Nimber]| row.iter().map(|nimber| nimber.0).collect();
    let word = |row: &[Outcome]| row.iter().map(|outcome| outcome.letter()).collect();
    match (game.family(), options.play) {
        (Family::Stones(rules), _) => certificate(game, options, RowKind::Outcomes, &Outcomes(OddTotal(rules.clone())), |rows| {
            Values::Outcomes(rows.map(word).collect())
        }),
        // a row of a no-repeat family holds outcomes
        (Family::NoRepeat(_) | Family::Asymmetric(_), play) | (_, play @ Play::Misere) => {
            let family = game.family().outcomes(play).ok_or(NO_THEOREM)?;
            certificate(game, options, RowKind::Outcomes, &*family, |rows| Values::Outcomes(rows.map(word).collect()))
        }
        (family, Play::Normal) => {
            let family = family.nimbers().ok_or(NO_THEOREM)?;
            certificate(game, options, RowKind::Nimbers, &*family, |rows| Values::Nimbers(rows.map(nimbers).collect()))
        }
    }
}

const NO_THEOREM: Unanswered = Unanswered::Unknown("no theorem is known that could prove a period of this family");

fn certificate<C: Cell>(
    game: &Game,
    options: &AnalyseOptions,
    rows: RowKind,
    family: &(dyn Rows<Cell = C> + '_),
    values: impl Fn(&mut dyn Iterator<Item = &[C]>) -> Values,
) -> Result<Certificate, Unanswered> {
    let Some(theorem) = family.theorem() else { return Err(NO_THEOREM) };
    let most = usize::try_from(options.rows_kept(Some(theorem))).unwrap_or(usize::MAX);
    let (sequence, stopped) = Sequence::seek(family, most, &options.seeking());
    let Some(period) = sequence.period().filter(|period| period.is_proved()) else {
        if let Some(certificate) = by_equal_states(game, options, theorem)? {
            return Ok(certificate);
        }
        return Err(
            stopped.map_or(Unanswered::Unknown("no period is proved by so many rows; --seek allows more"), Unanswered::from)
        );
    };
    let count = (period.preperiod + period.period) as usize;
    let mut stated = (0..count).map(|n| sequence.rows().row(n));
    Ok(Certificate {
        family: game.text().to_owned(),
        play: options.play,
        rows,
        theorem: theorem.name().to_owned(),
        preperiod: period.preperiod,
        period: period.period,
        saltus: period.saltus,
        values: values(&mut stated),
        equal_states: None,
    })
}

/// The certificate of a period that equal states prove, if one is found within the rows that are sought.
fn by_equal_states(game: &Game, options: &AnalyseOptions, theorem: Theorem) -> Result<Option<Certificate>, Unanswered> {
    let Some(code) = code(game.family()).filter(|_| matches!(theorem, Theorem::GuySmith { .. })) else { return Ok(None) };
    let most = options.rows_sought(Some(theorem));
    let found = if most > options.rows_kept(Some(theorem)) { long::seek(code, most, options)? } else { None };
    Ok(found.map(|found| Certificate {
        family: game.text().to_owned(),
        play: options.play,
        rows: RowKind::Nimbers,
        theorem: "equal states".to_owned(),
        preperiod: found.period.preperiod,
        period: found.period.period,
        saltus: 0,
        values: Values::Nimbers(vec![]),
        equal_states: Some(found.states),
    }))
}

/// A certificate that was not accepted.
#[derive(Debug, Error)]
pub enum BadCertificate {
    /// Its family cannot be read.
    #[error("the certificate's family is malformed: {0}")]
    Family(BadNotation),
    /// Its family is not one of heaps.
    #[error("the certificate's family has no rows that repeat")]
    NoRows,
    /// Its family has no code, and quotients are checked for those that have one.
    #[error("the certificate's family is not a take-and-break code")]
    NoCode,
    /// The checker refused it.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The checker refused the quotient.
    #[error(transparent)]
    Quotient(#[from] BadQuotient),
}

/// Checks a certificate from the rules that its family names; the engine takes no part.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, certify, check_certificate};
/// let game = Session::new().family("subtraction:1,3,4").unwrap();
/// let mut certificate = certify(&game, &AnalyseOptions::default()).unwrap();
/// certificate.period *= 2;
/// assert!(check_certificate(&certificate).is_err());
/// ```
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_certificate(certificate: &Certificate) -> Result<Checked, BadCertificate> {
    let family = Family::read(&certificate.family).map_err(BadCertificate::Family)?;
    let rules = family.as_data().ok_or(BadCertificate::NoRows)?;
    Ok(sprague_check::check(certificate, &rules)?)
}
