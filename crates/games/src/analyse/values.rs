//! Rows of values: canonical forms as text, or as shared nodes, with the period of the values.

use super::options::AnalyseOptions;
use super::rows;
use super::table::{Analysis, RowTable};
use crate::QuestionError;
use sprague::any::Kind;
use sprague::certificate::{SharedValue, SharedValues};
use sprague::heap::{HeapRules, Period};
use sprague::solve::RulesetCache;
use sprague::value_rows::{ValuePeriod, ValueRows};
use sprague::values::Value;
use sprague::{BadNotation, Limits, Outcome, OutcomeClass, Play, Stopped};

/// How many rows are computed to find a period, unless it was said.
const SOUGHT: u64 = 1_000;

/// How much work goes into rows that nobody asked for, in positions of a calculator: a fraction of a second.
const POSITIONS: u64 = 1_000_000;

/// About how many bytes a row takes beside its text when it is kept and shown.
const SHOWN_BYTES: u64 = 100;

/// The value of every heap, and the period of these values.
#[derive(Clone, Debug)]
pub struct ValueTable {
    /// The values as text, `None` where that has more than [`Value::MAX_TEXT`] characters.
    pub texts: Vec<Option<String>>,
    /// The values as nodes that they share, if that was asked.
    pub shared: Option<SharedValues>,
    /// The period: proved, observed, or unknown.
    pub period: Option<ValuePeriod>,
}

/// The rules as a game whose heaps have values.
///
/// # Errors
/// Why they have none, as what was expected instead.
pub(crate) fn have_values(game: &RulesetCache, play: Play) -> Result<(), BadNotation> {
    let why = match (play, game.heap_rules()) {
        (Play::Misere, _) => "normal play: under misère play a position has no value that sums go by",
        (_, Some(HeapRules::Stones { .. })) => {
            "a game that the last mover wins: `stones` has its own ending, so its heaps have no values"
        }
        _ if game.rules().kind() == Kind::TerminalRule => {
            "a game that the last mover wins: these rules say themselves who has won, so their heaps have no values"
        }
        (_, Some(HeapRules::NoRepeat { .. })) => {
            "a family with one value a heap: here a heap is worth something else after every list of moves"
        }
        _ => return Ok(()),
    };
    Err(BadNotation::new(0, why))
}

pub(super) fn analyse(game: &RulesetCache, options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    have_values(game, options.play)?;
    match game.heap_rules().and_then(ValueRows::of) {
        Some(values) => partizan(game, values, options),
        None => impartial(game, options),
    }
}

/// Values of impartial heaps are their nimbers.
fn impartial(game: &RulesetCache, options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    let mut analysis = rows::analyse(game, options)?;
    let RowTable::Nimbers { nimbers, .. } = &analysis.rows else {
        return Err(QuestionError::Unknown(
            "rows of values are known of heaps whose rules are given as data, and of impartial ones: ask `value` about a position",
        ));
    };
    let texts: Vec<_> = nimbers.iter().map(|nimber| Some(Value::star(*nimber).to_string())).collect();
    let values = texts.iter().flatten().map(|text| SharedValue::Text(text.as_str().into())).collect();
    let period = analysis.period.filter(|period| period.saltus == 0);
    if analysis.period.is_some() && period.is_none() {
        analysis.remark =
            Some("the nimbers rise in every period, and not by adding a number, so the values have no period".to_owned());
    }
    let repeated = |Period { preperiod, period, theorem, .. }| ValuePeriod { preperiod, period, saltus: Value::from(0), theorem };
    let shared = options.dag.then_some(SharedValues { nodes: vec![], values });
    analysis.values = Some(ValueTable { texts, shared, period: period.map(repeated) });
    Ok(analysis)
}

fn partizan(game: &RulesetCache, mut rows: ValueRows, options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    let stopped = computed(&mut rows, options);
    let known = if rows.period().is_some_and(ValuePeriod::is_proved) { u64::MAX } else { rows.len() as u64 };
    let asked = options.to.saturating_add(1).min(known);
    let (written, also_stopped) = written(&rows, asked, &options.limits);
    let stopped = also_stopped.or(stopped);
    let Some(last) = (written.len() as u64).checked_sub(1) else {
        return Err(stopped.unwrap_or(Stopped::Memory(options.limits.bytes)).into());
    };
    let shared = options.dag.then(|| shared(&rows, last + 1, &options.limits)).transpose()?;
    let options = AnalyseOptions { to: last, ..options.clone() };
    // the outcomes have a period of their own; a limit that is reached there does not cost the values
    let outcome_period = rows::analyse(game, &options).ok().and_then(|analysis| analysis.outcome_period);
    let (classes, texts): (Vec<OutcomeClass>, _) = written.into_iter().unzip();
    let starting = |own: OutcomeClass| {
        classes
            .iter()
            .map(|class| if [own, OutcomeClass::Next].contains(class) { Outcome::Win } else { Outcome::Loss }.letter())
            .collect()
    };
    let table = RowTable::Classes {
        classes: classes.iter().map(|class| class.letter()).collect(),
        left_first: starting(OutcomeClass::Left),
        right_first: starting(OutcomeClass::Right),
    };
    let mut analysis = Analysis::new(game, &options, table, outcome_period, outcome_period);
    analysis.values = Some(ValueTable { texts, shared, period: rows.period().cloned() });
    analysis.stopped = stopped;
    Ok(analysis)
}

/// Computes the rows that were asked for, as far as no proved period gives them, and seeks one. Answers the limit that was reached
/// before the last row.
pub(crate) fn computed(rows: &mut ValueRows, options: &AnalyseOptions) -> Option<Stopped> {
    let asked = options.to.saturating_add(1);
    let seek = options.seek.unwrap_or(SOUGHT.max(asked));
    let count = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
    let mut stopped = rows.extend_until_proved(count(asked.min(seek.max(1))), &options.limits);
    let is_proved = |rows: &ValueRows| rows.period().is_some_and(ValuePeriod::is_proved);
    if stopped.is_none() && !(options.fill && is_proved(rows)) {
        stopped = rows.extend(count(asked), &options.limits).err();
    }
    if stopped.is_none() && !is_proved(rows) {
        let positions = if options.seek.is_some() { u64::MAX } else { POSITIONS };
        let limits = options.seeking();
        rows.extend_until_proved(count(seek), &Limits { positions: limits.positions.min(positions), ..limits });
    }
    stopped
}

/// The same where a period is all that is asked for, so that the search for it may take what the question may.
pub(crate) fn sought(options: &AnalyseOptions) -> AnalyseOptions {
    AnalyseOptions { to: 0, seek: Some(options.seek.unwrap_or(SOUGHT)), ..options.starting_now() }
}

/// Who wins the first heaps, and the texts of their values, as far as limits allow.
fn written(rows: &ValueRows, count: u64, limits: &Limits) -> (Vec<(OutcomeClass, Option<String>)>, Option<Stopped>) {
    let (mut written, mut bytes) = (vec![], 0);
    let mut calculator = rows.arena().calculator(limits);
    for n in 0..count {
        let text = rows.form(n, &mut calculator).and_then(|form| match form {
            Some(form) => Ok((calculator.outcome_class(form), calculator.text(form, Value::MAX_TEXT)?)),
            None => unreachable!("rows that were not computed follow from the period"),
        });
        match text {
            Err(stopped) => return (written, Some(stopped)),
            Ok((class, text)) => {
                bytes += SHOWN_BYTES + text.as_ref().map_or(0, String::len) as u64;
                written.push((class, text));
            }
        }
        if bytes > limits.bytes {
            return (written, Some(Stopped::Memory(limits.bytes)));
        }
    }
    (written, None)
}

/// The first rows as nodes that they share.
pub(crate) fn shared(rows: &ValueRows, count: u64, limits: &Limits) -> Result<SharedValues, Stopped> {
    let mut calculator = rows.arena().calculator(limits);
    let forms = (0..count).map(|n| rows.form(n, &mut calculator)).collect::<Result<Vec<_>, _>>()?;
    rows.shared(forms.into_iter().flatten(), limits)
}
