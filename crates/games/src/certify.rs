//! A proved period written down, and checked again without the engine.

mod quotient;
mod values;

pub use quotient::{certify_quotient, check_quotient_certificate, check_quotient_certificate_within};
pub use values::{certify_values, check_value_certificate, check_value_certificate_within};

use crate::analyse::options::AnalyseOptions;
use crate::checkpoint::{BadCheckpoint, fnv};
use crate::saves::Saves;
use crate::{QuestionError, Session, long};
use sprague::certificate::{Certificate, ClaimedRows};
use sprague::heap::{Cell, HeapRules, HeapSequence, Outcomes, RowKind, Theorem, Totals};
use sprague::rows::Sequence;
use sprague::solve::{RulesetCache, misere_has_meaning};
use sprague::{BadNotation, Limits, Nimber, Outcome, Play, Stopped};
use sprague_check::{BadQuotient, BadValues, Checked, Rejected};
use sprague_rules_stones::{OddTotal, Stones};
use std::ops::ControlFlow;
use std::path::Path;
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
    /// Neither accepted nor refuted: its checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] BadCheckpoint),
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
                | Self::Checkpoint(_)
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
    check_certificate_on(session, certificate, limits, None)
}

/// The same, for claims by equal states whose heaps are many: it saves every few seconds how far it is, if there is a file for a
/// checkpoint, and goes on from there. With a limit on time, or a checkpoint, there may be as many heaps as these allow.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{AnalyseOptions, BadCertificate, Session, certify, check_certificate_on};
/// let session = Session::new();
/// let options = AnalyseOptions { seek: Some(1_000_000), stream: true, ..AnalyseOptions::default() };
/// let certificate = certify(&session.family("octal:0.16").unwrap(), &options).unwrap();
/// assert_eq!(certificate.theorem, "equal states");
/// let path = std::env::temp_dir().join(format!("sprague-check-{}", std::process::id()));
/// let check = |positions| {
///     check_certificate_on(&session, &certificate, &Limits { positions, ..Limits::default() }, Some(&path))
/// };
/// assert!(matches!(check(200_000), Err(BadCertificate::Stopped(_))));
/// assert_eq!(check(1_000_000)?.period, 149_459); // from there
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), BadCertificate>(())
/// ```
///
/// # Errors
/// [`BadCertificate`] with the reason; [`BadCertificate::Checkpoint`] if the file is the checkpoint of something else.
pub fn check_certificate_on(
    session: &Session,
    certificate: &Certificate,
    limits: &Limits,
    checkpoint: Option<&Path>,
) -> Result<Checked, BadCertificate> {
    let limits = &limits.starting_now();
    let family = session.family(&certificate.family).map_err(BadCertificate::Family)?;
    let rules = row_rules(&family).ok_or(BadCertificate::NoRows)?;
    if certificate.theorem != "equal states" {
        return Ok(sprague_check::check_within(certificate, &rules, sprague_check::MAX_STEPS, limits)?);
    }
    let is_long = checkpoint.is_some() || limits.deadline.is_some();
    let steps = if is_long { u64::MAX } else { sprague_check::MAX_STATE_STEPS };
    let (mut saves, saved) = Saves::open(checkpoint, &checkpoint_question(certificate))?;
    let checked = sprague_check::check_on(certificate, &rules, steps, limits, saved.as_deref(), &mut |halfway| {
        let goes_on = saves.save(halfway.is_last(), || halfway.save());
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    saves.ended()?;
    checked.map_err(|rejected| match (rejected, checkpoint) {
        (Rejected::DamagedSave, Some(path)) => {
            BadCheckpoint::Damaged { path: path.to_owned(), why: "its state is none of this claim".to_owned() }.into()
        }
        (rejected, _) => rejected.into(),
    })
}

/// What a checkpoint of this claim is the checkpoint of: a number tells certificates with the same period from each other.
fn checkpoint_question(certificate: &Certificate) -> String {
    let Certificate { family, preperiod, period, .. } = certificate;
    let text = serde_json::to_string(certificate).unwrap_or_default();
    format!("check {family}: period {period} from n = {preperiod} on, certificate {:016x}", fnv(text.as_bytes()))
}

/// As many rows as the checker looks at for anybody.
fn unlimited() -> Limits {
    Limits { positions: u64::MAX, ..Limits::default() }
}
