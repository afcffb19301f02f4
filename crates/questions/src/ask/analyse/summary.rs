//! Counts and digests rows without showing them, for long runs and for measurements.
//!
//! A kernel produces the rows in chunks, and no row is kept. If a period is proved, later chunks are copied.

use super::filled::{Filled, by_equal_states, is_provable};
use super::nimber_law::{NimberLaw, WrittenLaw};
use super::render::PeriodFound;
use crate::NoAnswer;
use crate::ask::family_rows::{FamilyRows, row_rules};
use crate::ask::row_plan::RowPlan;
use crate::ask::row_work::affordable;
#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::json::{whole, written};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sprague::any::Kind;
use sprague::clock::Instant;
use sprague::heap::{Cell, HeapRules, HeapSequence, Period};
use sprague::limits::Meter;
use sprague::rows::{CHUNK_ROWS, Choice, Kernel, NoChunk, NoSuchKernel, Planes, Repeated, RowDigest, Sequence, choose};
use sprague::solve::RulesetCache;
use sprague::{Play, Stopped};

/// A summary of the rows of a family, with counts, a digest, and the cost.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The family as named in the question.
    pub family: String,
    /// Normal or misère play.
    pub play: Play,
    /// The number of rows.
    #[serde(serialize_with = "whole::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub rows: u64,
    /// The number of rows that are lost for a player to move who holds and remembers nothing. A partizan heap counts if
    /// whoever starts loses.
    #[serde(serialize_with = "whole::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub lost: u64,
    /// A hash of the cells of all rows. It is the same for all kernels.
    #[serde(serialize_with = "hexadecimal")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub digest: u64,
    /// The name of the kernel that computed the rows.
    pub kernel: &'static str,
    /// The time for computing the rows, in seconds.
    pub seconds: f64,
    /// The period of whole rows.
    #[serde(serialize_with = "written::<_, PeriodFound, _>")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<PeriodFound>"))]
    pub period: Option<Period>,
    /// The law of nimbers that do not repeat, if one is proved.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "written::<_, WrittenLaw, _>")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenLaw>"))]
    pub law: Option<NimberLaw>,
    /// A sentence with the reason for choosing this kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<String>,
}

fn hexadecimal<S: Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}

impl Summary {
    /// Returns the summary as the JSON object of the command line.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let summary = analyse::summary(&game, &RowPlan::default()).unwrap();
    /// assert_eq!(summary.to_json()["rows"], 41);
    /// let share = Session::new().family("at-most:1/2").unwrap();
    /// let summary = analyse::summary(&share, &RowPlan::default()).unwrap();
    /// assert_eq!(summary.law.unwrap().to_string(), "law: G(2n) = n, G(2n + 1) = G(n); proved for all n");
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a summary is plain data")
    }
}

/// The explanation for rows that are evaluated without a kernel.
const PLAIN: &str = "plain: row by row from the rules";

/// Returns a sentence that explains which kernel computes the rows of a family.
pub(super) fn explanation(game: &RulesetCache, options: &RowPlan) -> Result<String, NoSuchKernel> {
    Ok(choice(game, options)?.map_or(PLAIN.to_owned(), |choice| choice.why))
}

/// Returns the kernel for the rows of a family, or `None` for evaluation without a kernel.
pub(super) fn choice(game: &RulesetCache, options: &RowPlan) -> Result<Option<Choice>, NoSuchKernel> {
    let rows = options.to.saturating_add(1);
    let kind = FamilyRows::kind(game, options.play);
    match (row_rules(game), options.kernel.as_deref()) {
        (Some(rules), named) => choose(&rules, options.play, kind, rows, named),
        (None, None | Some("plain")) => Ok(None),
        (None, Some(named)) => Err(NoSuchKernel { name: named.to_owned(), possible: vec!["plain"] }),
    }
}

pub(super) fn summary(game: &RulesetCache, options: &RowPlan) -> Result<Summary, NoAnswer> {
    match FamilyRows::of(game, options.play) {
        Some(FamilyRows::Nimbers(family)) => summed_up(game, &*family, options),
        Some(FamilyRows::Outcomes(family)) => summed_up(game, &*family, options),
        Some(FamilyRows::Scores(_)) | None => Err(NoAnswer::unknown("this family has no rows that can be summarised")),
    }
}

fn summed_up<C: Cell>(
    game: &RulesetCache,
    family: &(dyn HeapSequence<Cell = C> + '_),
    options: &RowPlan,
) -> Result<Summary, NoAnswer> {
    let started = Instant::now();
    let rows = options.to.checked_add(1).ok_or(Stopped::Positions(options.limits.positions))?;
    let is_split = game.heap_rules().is_some_and(HeapRules::breaks_heaps);
    // 1. choose the source of the rows, and find their period
    let (mut source, period, mut explain) = match choice(game, options)? {
        Some(Choice { kernel, why, .. }) if !is_split || rows > MAX_STORED => {
            (Source::Kernel { kernel, given: 0 }, sought(family, options), why)
        }
        choice => {
            // heaps that split are too expensive to compute them twice, once for the period and once for the summary
            let filled = Filled::of(family, options, 0)?.whole()?;
            let period = filled.sequence.period();
            match (filled.sequence.kernel(), choice) {
                (None, Some(Choice { kernel, why, .. })) if options.kernel.is_some() => {
                    (Source::Kernel { kernel, given: 0 }, period, why)
                }
                (Some(_), Some(Choice { why, .. })) => (Source::Plain(Box::new(filled)), period, why),
                _ => (Source::Plain(Box::new(filled)), period, PLAIN.to_owned()),
            }
        }
    };
    let period = period.filter(Period::is_proved).or(longer(game, options)?).or(period);
    // 2. copy chunks by a proved period, if that saves rows
    let copied = period.filter(|period| options.fill && period.is_proved() && is_shorter(*period, rows));
    if copied.is_some() {
        explain += "; from the second period on, rows are copied by the proved period";
    }
    let tally = if game.rules().kind() == Kind::Partizan { RowDigest::of_both() } else { RowDigest::default() };
    let repeated = copied.map(|period| Repeated::new(period.preperiod as usize, period.period as usize));
    let tally = tallied(family, &mut source, repeated, rows, tally, options)?;
    Ok(Summary {
        family: game.name().to_owned(),
        rows,
        lost: tally.lost(),
        digest: tally.digest(),
        kernel: source.kernel(),
        explain: Some(explain),
        seconds: started.elapsed().as_secs_f64(),
        period,
        law: game.heap_rules().and_then(HeapRules::law).filter(|_| options.play == Play::Normal).map(NimberLaw::from),
        play: options.play,
    })
}

/// Searches for a period by equal states, if the question asks for a search.
fn longer(game: &RulesetCache, options: &RowPlan) -> Result<Option<Period>, NoAnswer> {
    if options.play == Play::Misere || options.seek.is_none() {
        return Ok(None);
    }
    Ok(by_equal_states(game, options, None)?.map(|found| found.period))
}

/// The maximum number of rows of splitting heaps that are stored instead of computed twice.
const MAX_STORED: u64 = 1 << 24;

/// Returns `true` if copying by this period saves rows. Rising values are not copied.
fn is_shorter(period: Period, rows: u64) -> bool {
    let first = period.preperiod.checked_add(period.period).and_then(|first| first.checked_add(2 * CHUNK_ROWS as u64));
    period.saltus == 0 && first.is_some_and(|first| first < rows)
}

/// The default number of rows that are kept to find a period.
const SOUGHT: u64 = 10_000_000;

fn sought<C: Cell>(family: &(dyn HeapSequence<Cell = C> + '_), options: &RowPlan) -> Option<Period> {
    let seek = match options.seek {
        Some(seek) => seek,
        None => affordable(family, 0, options.rows_sought(family.theorem()).min(SOUGHT), options),
    };
    if !is_provable(family.theorem(), seek) {
        return None;
    }
    let mut sequence = Sequence::new(family.width()).with_kernel(options.kernel.clone());
    sequence.extend_until_proved(family, usize::try_from(seek).unwrap_or(usize::MAX), &options.limits);
    sequence.period()
}

enum Source<C> {
    Kernel { kernel: Box<dyn Kernel>, given: u64 },
    Plain(Box<Filled<C>>),
}

impl<C: Cell> Source<C> {
    fn bytes(&self) -> usize {
        match self {
            Self::Kernel { kernel, .. } => kernel.bytes(),
            Self::Plain(filled) => filled.sequence.rows().bytes(0),
        }
    }

    /// Returns the name of the kernel that computed the last rows.
    fn kernel(&self) -> &'static str {
        match self {
            Self::Kernel { kernel, .. } => kernel.name(),
            Self::Plain(filled) => filled.sequence.kernel().unwrap_or("plain"),
        }
    }

    /// Writes the chunk with this number. Chunks must be requested in order.
    fn chunk(
        &mut self,
        family: &(dyn HeapSequence<Cell = C> + '_),
        chunk: u64,
        planes: &mut Planes,
        options: &RowPlan,
        meter: &Meter<'_>,
    ) -> Result<(), Stopped> {
        if let Self::Kernel { kernel, given } = self {
            debug_assert_eq!(*given, chunk, "chunks are asked for in order");
            *given += 1;
            match kernel.next_within(planes, meter) {
                Ok(()) => return Ok(()),
                Err(NoChunk::Stopped(stopped)) => return Err(stopped),
                Err(NoChunk::Overflow(_)) => {}
            }
            // if the kernel's numbers overflow, continue with plain evaluation, which has no such bound
            let plain = RowPlan { kernel: Some("plain".to_owned()), ..options.clone() };
            *self = Self::Plain(Box::new(Filled::of(family, &plain, 0)?.whole()?));
        }
        if let Self::Plain(filled) = self {
            stored(filled, family.width(), chunk, planes);
        }
        Ok(())
    }
}

/// Writes a chunk of rows that are stored or that follow from the period.
fn stored<C: Cell>(filled: &Filled<C>, width: usize, chunk: u64, planes: &mut Planes) {
    let start = chunk * CHUNK_ROWS as u64;
    let count = filled.len().saturating_sub(start).min(CHUNK_ROWS as u64);
    let cells: Vec<u64> = (start..start + count)
        .flat_map(|n| {
            let (row, raise) = filled.stored(n);
            filled.sequence.rows().row(row).iter().map(move |cell| u64::from(cell.to_number()) + raise)
        })
        .collect();
    let all = cells.iter().fold(1, |all, cell| all | cell);
    planes.reshape(width, (u64::BITS - all.leading_zeros()) as usize);
    planes.clear();
    cells.iter().enumerate().for_each(|(at, &cell)| planes.add(at / width, at % width, cell));
}

/// The number of fast chunks between two readings of the clock.
const CHUNKS_A_LOOK: u64 = 16;

/// Digests all chunks. The first ones come from the source; later ones are copied if the rows repeat.
fn tallied<C: Cell>(
    family: &(dyn HeapSequence<Cell = C> + '_),
    source: &mut Source<C>,
    mut repeated: Option<Repeated>,
    rows: u64,
    mut tally: RowDigest,
    options: &RowPlan,
) -> Result<RowDigest, Stopped> {
    let started = Instant::now();
    let mut meter = Meter::new(&options.limits);
    let mut planes = Planes::new(1, 1);
    let mut is_quick = false;
    for chunk in 0..rows.div_ceil(CHUNK_ROWS as u64) {
        match &mut repeated {
            Some(repeated) if !repeated.wants() => repeated.chunk(chunk, &mut planes),
            _ => source.chunk(family, chunk, &mut planes, options, &meter)?,
        }
        if let Some(repeated) = repeated.as_mut().filter(|repeated| repeated.wants()) {
            repeated.push(&planes);
        }
        let count = (rows - tally.rows()).min(CHUNK_ROWS as u64);
        tally.add(&mut planes, count as usize);
        meter.allow(tally.rows(), || 0, || None)?;
        if !is_quick || chunk.is_multiple_of(CHUNKS_A_LOOK) {
            meter.look(tally.rows(), source.bytes() + repeated.as_ref().map_or(0, Repeated::bytes), None)?;
            is_quick = started.elapsed().as_micros() < u128::from(chunk) * 1_000;
        }
    }
    Ok(tally)
}
