//! Rows of values, as text or as shared nodes, with their period.

mod loopy;

use super::table::{Analysis, RowTable, ValueTable};
use super::{numbered, rows};
use crate::NoAnswer;
use crate::ask::row_plan::RowPlan;
use sprague::any::{AnyPartizanOf, Kind};
use sprague::certificate::{SharedValue, SharedValues};
use sprague::heap::{HeapRules, Period, RowKind, Rows};
use sprague::limits::Meter;
use sprague::rows::projected;
use sprague::solve::RulesetCache;
use sprague::value_rows::{RowClasses, ValuePeriod, ValueRows, observed, shared};
use sprague::values::{Arena, Calculator, Form, Value, ValueError, ValueSearch};
use sprague::{BadNotation, Limits, Outcome, OutcomeClass, Play, Player, Stopped};
use std::collections::BTreeMap;

/// The default number of rows to search for a period.
const SOUGHT: u64 = 1_000;

/// The default number of rows of the largest table of the order.
const ORDERED: u64 = 1_600;

/// The maximum work on extra rows that are computed only to find a period. One position counts as [`OF_POSITION`]
/// units.
const WORK: u64 = 1_000_000_000;
const OF_POSITION: u64 = 1_000;

/// 1/`WRITING` of the time is reserved for writing the values, half of it for their texts and half for printing.
const WRITING: u32 = 4;

/// 1/`AFTER_OUTCOMES` of the time is left after the search for the period of the outcomes.
const AFTER_OUTCOMES: u32 = 5;

/// Approximate memory of a row that is kept and shown, without its text, in bytes.
const SHOWN_BYTES: u64 = 100;

/// Checks that the heaps of the rules have values.
///
/// # Errors
///
/// A description of rules that do.
pub(crate) fn have_values(game: &RulesetCache, play: Play) -> Result<(), BadNotation> {
    let why = match (play, game.heap_rules()) {
        (Play::Misere, _) => "normal play: under misère play, positions have no values that decide sums",
        (_, Some(HeapRules::Stones { .. })) => {
            "a game that the last mover wins: `stones` has its own ending, so its heaps have no values"
        }
        _ if let Some(why) = game.rules().kind().why_no_value() => {
            return Err(BadNotation::new(0, format!("a game that the last mover wins: {why}")));
        }
        _ if game.rules().kind() == Kind::Entailing => {
            "a game without entailing moves: with them, positions have no values (`solve` finds their nimbers, or that they are loony)"
        }
        (_, Some(HeapRules::NoRepeat { .. })) => {
            "a family with one value per heap: here the value also depends on the moves that are remembered"
        }
        _ => return Ok(()),
    };
    Err(BadNotation::new(0, why))
}

pub(super) fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    have_values(game, options.play)?;
    if let Some(rows) = game.heap_rules().and_then(ValueRows::of) {
        let found = partizan(rows, &options.leaving_time_to_write(WRITING));
        let options = RowPlan { to: (found.forms.len() as u64).max(1) - 1, ..options.clone() };
        let until = options.leaving_time_to_write(AFTER_OUTCOMES).hurried(found.stopped.as_ref());
        let mut analysis =
            Analysis::new(game, &options, RowTable::Outcomes { outcomes: String::new() }, None, found.outcome_period);
        // the outcomes may have another period; a limit in the search for it must not lose the values
        if game.heap_rules().is_some_and(|rules| rules.theorem(Play::Normal, RowKind::Outcomes).is_some())
            && let Ok(Analysis { outcome_period, sought_in, large_heaps, .. }) = rows::analyse(game, &until)
        {
            analysis = Analysis { outcome_period, sought_in, large_heaps, ..analysis };
        }
        return shown(analysis, found, &options);
    }
    let analysis = rows::analyse(game, &options.leaving_time_to_write(WRITING))?;
    match &analysis.rows {
        RowTable::Nimbers { nimbers, .. } => {
            let (texts, stopped) = stars(nimbers, options);
            let mut analysis = if stopped.is_some() { analysis.first_rows(texts.len()) } else { analysis };
            analysis.stopped = stopped.or(analysis.stopped);
            Ok(impartial(analysis, texts, options))
        }
        RowTable::Classes { .. } => match by_position(game, analysis.to, &options.leaving_time_to_write(WRITING))? {
            Some(found) => shown(analysis, found, options),
            None => loopy::analyse(game, analysis, options),
        },
        _ => Err(NoAnswer::unknown("its positions are not heaps, or not partizan, so it has no rows of values")),
    }
}

/// Formats nimbers as values. At least one is written, and further ones until the time runs out.
fn stars(nimbers: &[u64], options: &RowPlan) -> (Vec<Option<String>>, Option<Stopped>) {
    let limits = Limits { deadline: options.leaving_time_to_write(2 * WRITING).limits.deadline, ..options.limits.until_asked() };
    let mut meter = Meter::new(&limits);
    let (mut texts, mut known) = (vec![], BTreeMap::new());
    for nimber in nimbers {
        if let Err(stopped) = meter.allow(0, || 0, || None)
            && !texts.is_empty()
        {
            return (texts, Some(stopped));
        }
        texts.push(Some(known.entry(*nimber).or_insert_with(|| Value::star(*nimber).to_string()).clone()));
    }
    (texts, None)
}

fn impartial(mut analysis: Analysis, texts: Vec<Option<String>>, options: &RowPlan) -> Analysis {
    let period = analysis.period.filter(|period| period.saltus == 0);
    if analysis.period.is_some() && period.is_none() {
        analysis.remark =
            Some("the nimbers rise in every period, but not by adding a number, so the values have no period".to_owned());
    }
    let repeated = |Period { preperiod, period, theorem, .. }| ValuePeriod { preperiod, period, saltus: Value::from(0), theorem };
    let values = || texts.iter().flatten().map(|text| SharedValue::Text(text.as_str().into())).collect();
    let shared = options.dag.then(|| SharedValues { nodes: vec![], values: values() });
    analysis.values = Some(ValueTable {
        texts,
        shared,
        period: period.map(repeated),
        sought_in: analysis.sought_in,
        classes: None,
        ordered_in: None,
    });
    analysis
}

/// Values with their period, and the limit that was reached before the last value, if one was.
struct Found {
    arena: Arena,
    forms: Vec<Form>,
    period: Option<ValuePeriod>,
    outcome_period: Option<Period>,
    sought_in: u64,
    laws: Laws,
    stopped: Option<Stopped>,
}

/// The laws of classes of rows, for values without a proved period.
#[derive(Default)]
pub(crate) struct Laws {
    pub(crate) classes: Option<Box<RowClasses>>,
    /// The number of rows of the largest table of the order that was filled or could have been filled.
    ///
    /// `None` if no table was needed, if none can be filled, and if a limit was reached first.
    pub(crate) ordered_in: Option<u64>,
}

/// Finds the values of heaps whose rules are data, by computation or from a proved period.
fn partizan(mut rows: ValueRows, options: &RowPlan) -> Found {
    let (mut stopped, laws) = computed(&mut rows, options);
    let is_proved = rows.period().is_some_and(ValuePeriod::is_proved);
    let known = if is_proved { u64::MAX } else { rows.len() as u64 };
    let mut calculator = rows.arena().calculator(&options.limits);
    let (mut forms, mut meter) = (vec![], Meter::new(&options.limits));
    // rows that are already computed are taken without a look at the clock
    let mut may_go_on = |n: u64| if n < rows.len() as u64 { Ok(()) } else { meter.allow(0, || 0, || None) };
    for n in 0..options.to.saturating_add(1).min(known) {
        match may_go_on(n).and_then(|()| rows.form(n, &mut calculator)) {
            _ if forms.len() as u64 * SHOWN_BYTES > options.limits.bytes / 2 => {
                stopped = Some(Stopped::Memory(options.limits.bytes))
            }
            Ok(Some(form)) => {
                forms.push(form);
                continue;
            }
            Ok(None) => {}
            Err(error) => stopped = Some(error),
        }
        break;
    }
    let sought_in = rows.len() as u64;
    let by_order = laws.classes.as_ref().and_then(|classes| classes.period());
    let period = by_order.or_else(|| rows.period().cloned());
    let outcome_period = outcome_period(&rows, &mut calculator);
    Found { arena: rows.arena().clone(), forms, period, outcome_period, sought_in, laws, stopped }
}

/// Returns the period of the outcomes, if the values are proved to repeat without rising.
fn outcome_period(rows: &ValueRows, calculator: &mut Calculator<'_>) -> Option<Period> {
    let ValuePeriod { preperiod, period, theorem, .. } = *rows.period().filter(|period| period.saltus == Value::from(0))?;
    let mut outcomes = Rows::new(2);
    for n in 0..preperiod + period {
        let form = rows.form(n, calculator).ok()??;
        let class = calculator.outcome_class(form);
        outcomes.push(&Player::BOTH.map(|starts| class.outcome(starts)));
    }
    let of_values = Period { preperiod, period, saltus: 0, theorem: Some(theorem?) };
    let both = |row: &[Outcome]| (row[0], row[1]);
    Some(projected(&outcomes, of_values, both, both))
}

/// Finds the values of heaps whose rules are code, one after the other, or returns `None` if a value is loopy.
fn by_position(game: &RulesetCache, to: u64, options: &RowPlan) -> Result<Option<Found>, NoAnswer> {
    let rules = AnyPartizanOf::new(vec![game.rules().clone()]).expect("the last mover wins");
    let (arena, mut forms, mut stopped) = (Arena::new(), vec![], None);
    let (positions, limits) = numbered::positions(game, &RowPlan { to, ..options.clone() })?;
    let mut search = ValueSearch::in_arena(&rules, &arena, &limits);
    for position in positions {
        match search.value(&position) {
            Ok(value) => forms.push(value.form()),
            Err(ValueError::Stopped(error)) if !forms.is_empty() && !matches!(error, Stopped::Fault(_)) => {
                stopped = Some(error);
                break;
            }
            Err(ValueError::Stopped(error)) => return Err(error.into()),
            Err(_) => return Ok(None),
        }
    }
    let period = observed(&arena, &forms, &options.limits);
    let sought_in = forms.len() as u64;
    Ok(Some(Found { arena, forms, period, outcome_period: None, sought_in, laws: Laws::default(), stopped }))
}

/// Adds these values to the analysis. Their texts are written until a limit is reached.
fn shown(mut analysis: Analysis, found: Found, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let Found { arena, mut forms, period, sought_in, laws: Laws { classes, ordered_in }, stopped, .. } = found;
    let until = options.leaving_time_to_write(2 * WRITING).hurried(stopped.as_ref());
    let (written, also_stopped) = written(&arena, &forms, &until.limits);
    let stopped = if stopped == Some(Stopped::Asked) { stopped } else { also_stopped.or(stopped) };
    let Some(last) = (written.len() as u64).checked_sub(1) else {
        return Err(stopped.unwrap_or(Stopped::Memory(options.limits.bytes)).into());
    };
    forms.truncate(written.len());
    let shared = options.dag.then(|| shared(&arena, forms, &options.limits)).transpose()?;
    let (outcomes, texts): (Vec<OutcomeClass>, _) = written.into_iter().unzip();
    analysis.rows = RowTable::Classes { classes: outcomes, stops: None };
    analysis.to = last;
    analysis.values = Some(ValueTable { texts, shared, period, sought_in, classes, ordered_in });
    analysis.stopped = stopped.or(analysis.stopped);
    Ok(analysis)
}

/// Computes the rows that the question asks for, and searches for a period.
///
/// Rows that follow from a proved period are not computed. Returns the limit that was reached before the last row, or before
/// the end of a search that the question asked for. If no period is proved, the result also has the laws of classes of rows, if
/// they are proved.
pub(crate) fn computed(rows: &mut ValueRows, options: &RowPlan) -> (Option<Stopped>, Laws) {
    let asked = options.to.saturating_add(1);
    let seek = options.seek.unwrap_or(SOUGHT.max(asked));
    let count = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
    let mut stopped = rows.extend_until_proved(count(asked.min(seek.max(1))), &options.limits);
    let is_proved = |rows: &ValueRows| rows.period().is_some_and(ValuePeriod::is_proved);
    if stopped.is_none() && !(options.fill && is_proved(rows)) {
        stopped = rows.extend(count(asked), &options.limits).err();
    }
    if is_proved(rows) {
        return (stopped, Laws::default());
    }
    let most = options.seek.map(|seek| count(seek.max(ORDERED)));
    // a limit in this search does not lose anything that is known already
    let sought = RowClasses::seek(rows.rules(), most, &options.limits);
    let ordered_in = if sought.is_ok() { RowClasses::largest_table(rows.rules(), most).map(|side| side as u64) } else { None };
    let classes = sought.ok().flatten().map(Box::new);
    let never_repeats = classes.as_ref().is_some_and(|classes| classes.never_repeats());
    if stopped.is_none() && !never_repeats {
        let ended = rows.extend_until_proved(count(seek), &options.seeking(WORK, OF_POSITION));
        stopped = ended.filter(|_| options.seek.is_some());
    }
    let laws = if is_proved(rows) { Laws::default() } else { Laws { classes, ordered_in } };
    (stopped, laws)
}

/// Returns options for a question that only asks for a period, so that the search may use all limits.
pub(crate) fn sought(options: &RowPlan) -> RowPlan {
    RowPlan { to: 0, seek: Some(options.seek.unwrap_or(SOUGHT)), ..options.starting_now() }
}

/// Returns outcome classes, and the texts of values.
///
/// If a limit was reached, the values found before it are still written, with slightly more memory and work.
fn written(arena: &Arena, forms: &[Form], limits: &Limits) -> (Vec<(OutcomeClass, Option<String>)>, Option<Stopped>) {
    let (mut written, mut bytes) = (vec![], 0);
    let more = Limits {
        positions: limits.positions.max(WORK / OF_POSITION),
        bytes: limits.bytes.saturating_add(limits.bytes / 2),
        ..limits.clone()
    };
    let (mut calculator, clock) = (arena.calculator(&more), Limits { bytes: u64::MAX, positions: u64::MAX, ..limits.clone() });
    let mut meter = Meter::new(&clock);
    for &form in forms {
        // at least one value is written
        let is_in_time = if written.is_empty() { Ok(()) } else { meter.allow(0, || 0, || None) };
        match is_in_time.and_then(|()| calculator.text(form, Value::MAX_TEXT)) {
            Err(stopped) => return (written, Some(stopped)),
            Ok(text) => {
                bytes += SHOWN_BYTES + text.as_ref().map_or(0, String::len) as u64;
                written.push((calculator.outcome_class(form), text));
            }
        }
        if bytes > limits.bytes / 2 {
            return (written, Some(Stopped::Memory(limits.bytes)));
        }
    }
    (written, None)
}

/// Returns the first rows as nodes of a shared graph.
pub(crate) fn shared_rows(rows: &ValueRows, count: u64, limits: &Limits) -> Result<SharedValues, Stopped> {
    let mut calculator = rows.arena().calculator(limits);
    let forms = (0..count).map(|n| rows.form(n, &mut calculator)).collect::<Result<Vec<_>, _>>()?;
    shared(rows.arena(), forms.into_iter().flatten(), limits)
}
