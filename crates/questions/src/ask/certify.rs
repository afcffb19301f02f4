//! A proved period written down.

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

/// A proved period, or a misère quotient, as a certificate that others can check.
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
    /// The family, such as kayles
    pub family: String,
    /// The rows of the period: values are canonical forms [default: nimbers or outcomes]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<RowsOf>(["values"])))]
    pub rows: Option<RowsOf>,
    /// The misère quotient in place of a period
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub quotient: bool,
    /// The most rows computed to find a period
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = crate::flags::number::<u64>))]
    pub seek: Option<u64>,
    /// Seek a splitting code's period in a few megabytes, where the method allows
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub stream: bool,
    /// Save in this file how far such a search is, and go on from there
    #[serde(skip)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "FILE"))]
    pub checkpoint: Option<PathBuf>,
    /// The winner: the last mover (normal) or the other (misere: of outcomes, or the quotient where heaps split)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
}

impl Certify {
    /// The question about this family, without options.
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
            // where heaps split, misère play is decided by a quotient
            Err(NoAnswer::NoTheorem { .. })
                if self.play == Play::Misere && matches!(game.heap_rules(), Some(HeapRules::TakeAndBreak(_))) =>
            {
                certify_quotient(&game, limits).map(Certified::Quotient)
            }
            found => found.map(Certified::Period),
        }
    }
}

impl Question for Certify {
    type Answer = Certified;
    const NAME: &'static str = "certify";

    /// Rows that are asked for by number are allowed.
    fn usual(&self, door: Limits) -> Limits {
        Limits { positions: door.positions.max(self.seek.unwrap_or(0).saturating_add(1)), ..door }
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        if self.rows == Some(RowsOf::Forms) {
            return Err(NoAnswer::unfit("rows", "is for values: no theorem is known about rows of misère forms"));
        }
        let of_periods = [
            ("rows", self.rows.is_some()),
            ("seek", self.seek.is_some()),
            ("stream", self.stream),
            ("checkpoint", self.checkpoint.is_some()),
        ];
        if let (true, Some((field, _))) = (self.quotient, of_periods.into_iter().find(|(_, is_asked)| *is_asked)) {
            return Err(NoAnswer::unfit(field, "is for periods, and `quotient` asks for none: leave one of them out"));
        }
        if self.rows.is_some() && (self.stream || self.checkpoint.is_some()) {
            let field = if self.stream { "stream" } else { "checkpoint" };
            return Err(NoAnswer::unfit(field, "is for periods of nimbers, and not of values: leave it out"));
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
    /// A period of nimbers or outcomes.
    Period(Certificate),
    /// A period of values.
    Values(ValueCertificate),
    /// The order of all rows, where no period of values is proved.
    Order(OrderCertificate),
    /// A misère quotient.
    Quotient(QuotientCertificate),
}

/// The period of a family as a certificate: nimbers under normal play, else outcomes.
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
/// [`NoAnswer::NoTheorem`] where no theorem applies or none proves a period yet, [`NoAnswer::Stopped`] at a limit.
pub fn certify(game: &RulesetCache, options: &RowPlan) -> Result<Certificate, NoAnswer> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let nimbers = |row: &[Nimber]| row.iter().map(|nimber| nimber.0).collect();
    let word = |row: &[Outcome]| row.iter().map(|outcome| outcome.letter()).collect();
    let words = |rows: &mut dyn Iterator<Item = &[Outcome]>| ClaimedRows::Outcomes(rows.map(word).collect());
    if options.play == Play::Normal && game.heap_rules().is_some_and(|rules| rules.law().is_some()) {
        return Err(HAS_LAW);
    }
    match FamilyRows::stated(game, options.play).ok_or(NO_THEOREM)? {
        FamilyRows::Nimbers(family) => {
            certificate(game, options, RowKind::Nimbers, &*family, |rows| ClaimedRows::Nimbers(rows.map(nimbers).collect()))
        }
        FamilyRows::Outcomes(family) => certificate(game, options, RowKind::Outcomes, &*family, words),
    }
}

/// The most rows that are looked at for a period before equal states are.
const LISTED: usize = 50_000;

const HAS_LAW: NoAnswer = NoAnswer::unknown(
    "its nimbers follow a law, which an analysis tells: it is proved for all heaps and needs no certificate, and they have no period",
);

const NO_THEOREM: NoAnswer = NoAnswer::unknown("no theorem is known that could prove a period of this family");

fn certificate<C: Cell>(
    game: &RulesetCache,
    options: &RowPlan,
    rows: RowKind,
    family: &(dyn HeapSequence<Cell = C> + '_),
    values: impl Fn(&mut dyn Iterator<Item = &[C]>) -> ClaimedRows,
) -> Result<Certificate, NoAnswer> {
    let Some(theorem) = family.theorem() else { return Err(NO_THEOREM) };
    // the period is all that is asked for, so the search for it may take what the question may
    let options = &RowPlan { seek: Some(options.rows_sought(Some(theorem))), ..options.starting_now() };
    let most = usize::try_from(options.rows_kept(Some(theorem))).unwrap_or(usize::MAX);
    let (mut sequence, mut stopped) = Sequence::seek(family, most.min(LISTED), &options.limits);
    if most > LISTED && stopped.is_none() && !sequence.period().is_some_and(|period| period.is_proved()) {
        // equal states are found sooner than repetitions, where they are found
        if let Some(certificate) = by_equal_states(game, options, theorem)? {
            return Ok(certificate);
        }
        stopped = sequence.extend_until_proved(family, most, &options.limits);
    }
    let Some(period) = sequence.period().filter(|period| period.is_proved()) else {
        return Err(stopped.map_or(NoAnswer::unknown("no period is proved by so many rows; `seek` allows more"), NoAnswer::from));
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
    // a few states prove what too many values would
    if let Some(certificate) = by_equal_states(game, options, theorem)? {
        return Ok(certificate);
    }
    let NotAccepted::Stopped(stopped) = why else {
        return Err(NoAnswer::NoTheorem { because: format!("{period}; its certificate would be {why}").into() });
    };
    Err(stopped.into())
}

/// Tells whether the checker takes this certificate under the same limits.
///
/// Where it may take too many steps for that, it is checked.
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

/// The length of a text that is not kept.
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

/// The certificate of a period by equal states, if it is within the rows sought.
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
