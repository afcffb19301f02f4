//! Writes a proved period as a certificate.

mod order;
mod quotient;
mod values;

pub use quotient::certify_quotient;
pub use values::certify_values;

use crate::ask::analyse::RowsOf;
use crate::ask::check::longest_text;
use crate::ask::family_rows::{FamilyRows, row_rules};
use crate::ask::long;
use crate::ask::row_plan::RowPlan;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::{Report, words};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::certificate::{Certificate, ClaimedRows, OrderCertificate, QuotientCertificate, TheoremName, ValueCertificate};
use sprague::heap::{Cell, HeapRules, HeapSequence, RowKind, Theorem};
use sprague::rows::Sequence;
use sprague::solve::{RulesetCache, misere_has_meaning};
use sprague::{BadNotation, Limits, Nimber, Outcome, Play, Stopped};
use sprague_check::{BadPeriod, Claim, NotAccepted, most_steps};
use std::io::{self, Write};
use std::path::PathBuf;

/// Makes a certificate of a proved period, or of a misère quotient.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Certified, Certify, Session};
/// let certified = Session::new().ask(&Certify::of("kayles"), &Limits::default())?;
/// assert!(matches!(certified, Certified::Period(certificate) if certificate.period == 12));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Certify {
    /// Family, such as kayles
    pub family: String,
    /// What a row is: values are canonical forms [default: a nimber or outcome]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<RowsOf>(["values"])))]
    pub rows: Option<RowsOf>,
    /// Certify the misere quotient instead of a period
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub quotient: bool,
    /// Maximum number of rows to compute in search of a period
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = crate::flags::number::<u64>, help_heading = "Further options"))]
    pub seek: Option<u64>,
    /// Use only a few megabytes to find the period of rules that split heaps, if the method allows it
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub stream: bool,
    /// Search as with --stream, save the progress in this file, and continue from it in the next run
    #[serde(skip)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "FILE", help_heading = "Further options"))]
    pub checkpoint: Option<PathBuf>,
    /// Who wins: the player who makes the last move (normal) or the other one (misere, for outcomes, or for the quotient if
    /// heaps split)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
}

impl Certify {
    /// Returns the question about this family, without options.
    ///
    /// ```
    /// assert!(!sprague_questions::Certify::of("kayles").quotient);
    /// ```
    pub fn of(family: impl Into<String>) -> Self {
        Self { family: family.into(), ..Self::default() }
    }

    fn certified(&self, session: &Session, limits: &Limits) -> Result<Certified, NoAnswer> {
        let game = session.rules("family", &self.family, limits)?;
        let plan = RowPlan {
            play: self.play,
            seek: self.seek,
            stream: self.stream,
            checkpoint: self.checkpoint.clone(),
            limits: limits.clone(),
            ..RowPlan::default()
        };
        if self.quotient {
            return certify_quotient(&game, limits).map(Certified::Quotient);
        }
        if self.rows.is_some() {
            return certify_values(&game, &plan);
        }
        match certify(&game, &plan) {
            // if heaps split, a misère quotient may decide misère play
            Err(NoAnswer::NoTheorem { .. })
                if self.play == Play::Misere && matches!(game.heap_rules(), Some(HeapRules::TakeAndBreak(_))) =>
            {
                certify_quotient(&game, limits).map(Certified::Quotient)
            }
            found => found.map(Certified::Period),
        }
    }
}

impl Certified {
    /// Returns the family, the theorem, the preperiod and the period.
    pub fn claim(&self) -> (&str, TheoremName, u64, u64) {
        match self {
            Self::Period(found) => (&found.family, found.theorem, found.preperiod, found.period),
            Self::Values(found) => (&found.family, found.theorem, found.preperiod, found.period),
            Self::Order(found) => (&found.family, found.theorem, found.order.preperiod, found.order.period),
            Self::Quotient(found) => (&found.family, found.theorem, found.preperiod, found.period),
        }
    }

    /// Says which period the certificate states.
    pub fn in_words(&self) -> String {
        let (family, theorem, preperiod, period) = self.claim();
        let along = match self {
            Self::Order(found) if !found.order.rays.is_empty() => format!("along {} rays", found.order.fan().len()),
            _ => format!("from n = {preperiod} on"),
        };
        format!("{family}: period {period} {along} by {theorem}")
    }
}

impl Question for Certify {
    type Answer = Certified;
    const NAME: &'static str = "certify";

    fn report(certified: &Certified) -> Option<Report> {
        Some(Report::of("", words(certified.in_words())))
    }

    /// Raises the limit on positions so that it allows all rows that you ask for by number.
    fn usual(&self, door: Limits) -> Limits {
        Limits { positions: door.positions.max(self.seek.unwrap_or(0).saturating_add(1)), ..door }
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        if self.rows == Some(RowsOf::Forms) {
            return Err(NoAnswer::unfit("rows", "must be values, because no theorem is known about rows of misère forms"));
        }
        let of_periods = [
            ("rows", self.rows.is_some()),
            ("seek", self.seek.is_some()),
            ("stream", self.stream),
            ("checkpoint", self.checkpoint.is_some()),
        ];
        if let (true, Some((field, _))) = (self.quotient, of_periods.into_iter().find(|(_, is_asked)| *is_asked)) {
            return Err(NoAnswer::unfit(field, "is for periods, but `quotient` certifies no period: leave one of them out"));
        }
        if self.rows.is_some() && (self.stream || self.checkpoint.is_some()) {
            let field = if self.stream { "stream" } else { "checkpoint" };
            return Err(NoAnswer::unfit(field, "is for periods of nimbers, not of values: leave it out"));
        }
        Ok(())
    }

    fn less(&self) -> Vec<&'static str> {
        let is_long = !self.quotient && self.rows.is_none() && self.checkpoint.is_none();
        if is_long { vec!["--checkpoint FILE"] } else { vec![] }
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Certified, NoAnswer> {
        self.certified(session, limits)
            .map_err(|error| error.about("family", &self.family).knowing(|| json!({ "family": self.family, "play": self.play })))
    }
}

/// A certificate of each kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Certified {
    /// A period of nimbers, outcomes or scores.
    Period(Certificate),
    /// A period of values.
    Values(ValueCertificate),
    /// The order of all rows, if no period of values is proved.
    Order(OrderCertificate),
    /// A misère quotient.
    Quotient(QuotientCertificate),
}

/// Returns a certificate of the period of a family: of its nimbers under normal play, of its scores if the rules count points,
/// and of its outcomes otherwise.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{RowPlan, Session, certify};
///
/// let session = Session::new();
/// let certificate = certify(&session.family("kayles").unwrap(), &RowPlan::default()).unwrap();
/// assert_eq!((certificate.preperiod, certificate.period), (71, 12));
/// assert!(session.check(&certificate, &Limits::default()).is_ok());
/// ```
///
/// # Errors
/// [`NoAnswer::NoTheorem`] if no theorem applies or none proves a period in these rows, and [`NoAnswer::Stopped`] at a limit.
pub fn certify(game: &RulesetCache, options: &RowPlan) -> Result<Certificate, NoAnswer> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let nimbers = |row: &[Nimber]| row.iter().map(|nimber| nimber.0).collect();
    let word = |row: &[Outcome]| row.iter().map(|outcome| outcome.letter()).collect();
    let words = |rows: &mut dyn Iterator<Item = &[Outcome]>| ClaimedRows::Outcomes(rows.map(word).collect());
    if options.play == Play::Normal && game.heap_rules().is_some_and(|rules| rules.law().is_some()) {
        return Err(HAS_LAW);
    }
    if FamilyRows::stated(game, options.play).is_none() && game.rules().closed_form().is_some() {
        return Err(HAS_FORMULA);
    }
    match FamilyRows::stated(game, options.play).ok_or(NO_THEOREM)? {
        FamilyRows::Nimbers(family) => {
            certificate(game, options, RowKind::Nimbers, &*family, |rows| ClaimedRows::Nimbers(rows.map(nimbers).collect()))
        }
        FamilyRows::Outcomes(family) => certificate(game, options, RowKind::Outcomes, &*family, words),
        FamilyRows::Scores(family) => certificate(game, options, RowKind::Scores, &*family, |rows| {
            let score =
                |score: &i64| u32::try_from(*score).expect("only rules whose scores are small and not negative have a theorem");
            ClaimedRows::Nimbers(rows.map(|row| row.iter().map(score).collect()).collect())
        }),
    }
}

/// The number of rows that are searched for a period before the search by equal states.
const LISTED: usize = 50_000;

const HAS_LAW: NoAnswer = NoAnswer::unknown(
    "its nimbers follow a law that is proved for all heaps (see `sprague analyse`), so they have no period and need no certificate",
);

const HAS_FORMULA: NoAnswer = NoAnswer::unknown(
    "its positions have a formula (`sprague solve --explain` says whose) and no rows that repeat: `sprague strategy` writes a file \
     about one position, which `sprague check` replays",
);

const NO_THEOREM: NoAnswer = NoAnswer::unknown("no known theorem can prove a period of this family");

fn certificate<C: Cell>(
    game: &RulesetCache,
    options: &RowPlan,
    rows: RowKind,
    family: &(dyn HeapSequence<Cell = C> + '_),
    values: impl Fn(&mut dyn Iterator<Item = &[C]>) -> ClaimedRows,
) -> Result<Certificate, NoAnswer> {
    let Some(theorem) = family.theorem() else { return Err(NO_THEOREM) };
    // the question is only about the period, so the search may use all of its limits
    let options = &RowPlan { seek: Some(options.rows_sought(Some(theorem))), ..options.starting_now() };
    let most = usize::try_from(options.rows_kept(Some(theorem))).unwrap_or(usize::MAX);
    let (mut sequence, mut stopped) = Sequence::seek(family, most.min(LISTED), &options.limits);
    if most > LISTED && stopped.is_none() && !sequence.period().is_some_and(|period| period.is_proved()) {
        // if equal states exist, they are found sooner than a repetition in the rows
        if let Some(certificate) = by_equal_states(game, options, theorem)? {
            return Ok(certificate);
        }
        stopped = sequence.extend_until_proved(family, most, &options.limits);
    }
    let Some(period) = sequence.period().filter(|period| period.is_proved()) else {
        return Err(stopped.map_or(NoAnswer::unknown("these rows prove no period; `seek` allows more rows"), NoAnswer::from));
    };
    let count = (period.preperiod + period.period) as usize;
    let mut stated = (0..count).map(|n| sequence.rows().row(n));
    let certificate = Certificate {
        family: game.name().to_owned(),
        play: options.play,
        rows,
        theorem: theorem.cited(),
        preperiod: period.preperiod,
        period: period.period,
        saltus: period.saltus,
        values: values(&mut stated),
        equal_states: None,
    };
    let Err(why) = is_checkable(game, &certificate, &options.limits) else { return Ok(certificate) };
    // a few equal states can prove what would take too many values
    if let Some(certificate) = by_equal_states(game, options, theorem)? {
        return Ok(certificate);
    }
    let NotAccepted::Stopped(stopped) = why else {
        return Err(NoAnswer::NoTheorem { because: format!("{period}; its certificate would be {why}").into() });
    };
    Err(stopped.into())
}

/// Checks that the checker accepts this certificate under the same limits.
///
/// The certificate is checked only if its number of steps may exceed the checker's bound.
fn is_checkable(game: &RulesetCache, certificate: &Certificate, limits: &Limits) -> Result<(), NotAccepted> {
    let mut text = Length(0);
    let rules = row_rules(game).ok_or(NotAccepted::Period(BadPeriod::NoTheorem))?;
    serde_json::to_writer(&mut text, certificate).expect("a certificate is plain data");
    if text.0 > longest_text(limits) {
        return Err(Stopped::Memory(limits.bytes).into());
    }
    match most_steps(certificate, &rules)? {
        Some(steps) if steps <= certificate.most_steps() => Ok(()),
        _ => certificate.check(&rules, limits).map(drop),
    }
}

struct Length(u64);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a certificate by equal states, if one is found within the rows to search.
fn by_equal_states(game: &RulesetCache, options: &RowPlan, theorem: Theorem) -> Result<Option<Certificate>, NoAnswer> {
    let Some(HeapRules::TakeAndBreak(code)) = game.heap_rules() else { return Ok(None) };
    if !matches!(theorem, Theorem::GuySmith { .. }) {
        return Ok(None);
    }
    let found = long::seek(code, options.rows_sought(Some(theorem)), options)?;
    Ok(found.map(|found| Certificate {
        family: game.name().to_owned(),
        play: options.play,
        rows: RowKind::Nimbers,
        theorem: TheoremName::EqualStates,
        preperiod: found.period.preperiod,
        period: found.period.period,
        saltus: 0,
        values: ClaimedRows::Nimbers(vec![]),
        equal_states: Some(found.states),
    }))
}
