//! A proved period written down, and checked again without the engine.

mod quotient;
mod values;

pub use quotient::{certify_quotient, check_quotient_certificate, check_quotient_certificate_within};
pub use values::{certify_values, check_value_certificate, check_value_certificate_within};

use crate::analyse::options::AnalyseOptions;
use crate::{QuestionError, Session, long};
use sprague::certificate::{Certificate, ClaimedRows};
use sprague::heap::{Cell, HeapRules, HeapSequence, Outcomes, RowKind, Theorem, Totals};
use sprague::rows::Sequence;
use sprague::solve::{RulesetCache, misere_has_meaning};
use sprague::{BadNotation, Limits, Nimber, Outcome, Play, Stopped};
use sprague_check::{BadQuotient, BadValues, Checked, Rejected};
use sprague_rules_stones::{OddTotal, Stones};
use thiserror::Error;

/// The period of a family as a certificate: nimbers under normal play, else outcomes.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, certify, check_certificate};
///
/// let session = Session::new();
/// let certificate = certify(&session.family("kayles").unwrap(), &AnalyseOptions::default()).unwrap();
/// assert_eq!((certificate.preperiod, certificate.period), (71, 12));
/// assert!(check_certificate(&session, &certificate).is_ok());
/// ```
///
/// # Errors
/// [`QuestionError::Unknown`] where no theorem applies or none proves a period yet, [`QuestionError::Stopped`] at a limit.
pub fn certify(game: &RulesetCache, options: &AnalyseOptions) -> Result<Certificate, QuestionError> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let nimbers = |row: &[Nimber]| row.iter().map(|nimber| nimber.0).collect();
    let word = |row: &[Outcome]| row.iter().map(|outcome| outcome.letter()).collect();
    let words = |rows: &mut dyn Iterator<Item = &[Outcome]>| ClaimedRows::Outcomes(rows.map(word).collect());
    match (game.heap_rules(), options.play) {
        (Some(HeapRules::Stones { amounts, wins, .. }), _) => {
            let rules = OddTotal(Stones { amounts: amounts.clone(), wins: *wins });
            certificate(game, options, RowKind::Outcomes, &Outcomes(rules), words)
        }
        // a row of a no-repeat family holds outcomes
        (Some(HeapRules::NoRepeat { .. } | HeapRules::PartizanSubtraction { .. }), play) | (_, play @ Play::Misere) => {
            let family = game.outcome_rows(play).ok_or(NO_THEOREM)?;
            certificate(game, options, RowKind::Outcomes, &*family, words)
        }
        (_, Play::Normal) => {
            let family = game.nimber_rows().ok_or(NO_THEOREM)?;
            certificate(game, options, RowKind::Nimbers, &*family, |rows| ClaimedRows::Nimbers(rows.map(nimbers).collect()))
        }
    }
}

/// The rules as data that claims and kernels are about: of Stones those with an odd total, where rows are narrower.
pub(crate) fn row_rules(game: &RulesetCache) -> Option<HeapRules> {
    match game.heap_rules()?.clone() {
        HeapRules::Stones { amounts, wins, .. } => Some(HeapRules::Stones { amounts, wins, totals: Totals::Odd }),
        other => Some(other),
    }
}

const NO_THEOREM: QuestionError = QuestionError::Unknown("no theorem is known that could prove a period of this family");

fn certificate<C: Cell>(
    game: &RulesetCache,
    options: &AnalyseOptions,
    rows: RowKind,
    family: &(dyn HeapSequence<Cell = C> + '_),
    values: impl Fn(&mut dyn Iterator<Item = &[C]>) -> ClaimedRows,
) -> Result<Certificate, QuestionError> {
    let Some(theorem) = family.theorem() else { return Err(NO_THEOREM) };
    // the period is all that is asked for, so the search for it may take what the question may
    let options = &AnalyseOptions { seek: Some(options.rows_sought(Some(theorem))), ..options.starting_now() };
    let most = usize::try_from(options.rows_kept(Some(theorem))).unwrap_or(usize::MAX);
    let (sequence, stopped) = Sequence::seek(family, most, &options.seeking());
    let Some(period) = sequence.period().filter(|period| period.is_proved()) else {
        if let Some(certificate) = by_equal_states(game, options, theorem)? {
            return Ok(certificate);
        }
        return Err(stopped
            .map_or(QuestionError::Unknown("no period is proved by so many rows; --seek allows more"), QuestionError::from));
    };
    let count = (period.preperiod + period.period) as usize;
    let mut stated = (0..count).map(|n| sequence.rows().row(n));
    Ok(Certificate {
        family: game.name().to_owned(),
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
fn by_equal_states(
    game: &RulesetCache,
    options: &AnalyseOptions,
    theorem: Theorem,
) -> Result<Option<Certificate>, QuestionError> {
    let Some(HeapRules::TakeAndBreak(code)) = game.heap_rules() else { return Ok(None) };
    if !matches!(theorem, Theorem::GuySmith { .. }) {
        return Ok(None);
    }
    let most = options.rows_sought(Some(theorem));
    let found = if most > options.rows_kept(Some(theorem)) { long::seek(code, most, options)? } else { None };
    Ok(found.map(|found| Certificate {
        family: game.name().to_owned(),
        play: options.play,
        rows: RowKind::Nimbers,
        theorem: "equal states".to_owned(),
        preperiod: found.period.preperiod,
        period: found.period.period,
        saltus: 0,
        values: ClaimedRows::Nimbers(vec![]),
        equal_states: Some(found.states),
    }))
}

/// A certificate that was not accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    Rejected(Rejected),
    /// The checker refused the quotient.
    #[error(transparent)]
    Quotient(BadQuotient),
    /// The checker refused the values.
    #[error(transparent)]
    Values(BadValues),
    /// Neither accepted nor refuted: a limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl BadCertificate {
    /// Whether it may be true: the checker gave up before it could tell.
    ///
    /// ```
    /// use sprague_games::BadCertificate;
    /// assert!(BadCertificate::from(sprague::Stopped::Positions(10)).is_open());
    /// assert!(!BadCertificate::NoRows.is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        matches!(
            self,
            Self::Stopped(_)
                | Self::Rejected(Rejected::TooLarge { .. })
                | Self::Quotient(BadQuotient::TooLarge { .. })
                | Self::Values(BadValues::TooLarge { .. })
        )
    }
}

impl From<Rejected> for BadCertificate {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Stopped(stopped) => stopped.into(),
            other => Self::Rejected(other),
        }
    }
}

impl From<BadQuotient> for BadCertificate {
    fn from(rejected: BadQuotient) -> Self {
        match rejected {
            BadQuotient::Stopped(stopped) => stopped.into(),
            other => Self::Quotient(other),
        }
    }
}

impl From<BadValues> for BadCertificate {
    fn from(rejected: BadValues) -> Self {
        match rejected {
            BadValues::Stopped(stopped) => stopped.into(),
            other => Self::Values(other),
        }
    }
}

/// Checks a certificate from the rules as data of the family that it names; the engine takes no part.
///
/// ```
/// use sprague_games::{AnalyseOptions, Session, certify, check_certificate};
/// let session = Session::new();
/// let mut certificate = certify(&session.family("subtraction:1,3,4").unwrap(), &AnalyseOptions::default()).unwrap();
/// certificate.period *= 2;
/// assert!(check_certificate(&session, &certificate).is_err());
/// ```
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_certificate(session: &Session, certificate: &Certificate) -> Result<Checked, BadCertificate> {
    check_certificate_within(session, certificate, &unlimited())
}

/// The same, under these limits: rows are positions.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{AnalyseOptions, BadCertificate, Session, certify, check_certificate_within};
/// let session = Session::new();
/// let certificate = certify(&session.family("kayles").unwrap(), &AnalyseOptions::default()).unwrap();
/// let limits = Limits { positions: 100, ..Limits::default() };
/// assert!(matches!(check_certificate_within(&session, &certificate, &limits), Err(BadCertificate::Stopped(_))));
/// ```
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_certificate_within(
    session: &Session,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<Checked, BadCertificate> {
    let limits = &limits.starting_now();
    let family = session.family(&certificate.family).map_err(BadCertificate::Family)?;
    let rules = row_rules(&family).ok_or(BadCertificate::NoRows)?;
    let steps = if certificate.theorem == "equal states" { sprague_check::MAX_STATE_STEPS } else { sprague_check::MAX_STEPS };
    Ok(sprague_check::check_within(certificate, &rules, steps, limits)?)
}

/// As many rows as the checker looks at for anybody.
fn unlimited() -> Limits {
    Limits { positions: u64::MAX, ..Limits::default() }
}
