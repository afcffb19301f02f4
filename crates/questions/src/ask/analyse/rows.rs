//! Computes the rows of each kind of family.

use super::filled::{Filled, SHOWN_BYTES, by_equal_states};
use super::nimber_law::{MOST_NIMBERS, NimberLaw};
use super::one_by_one::{no_nimber, not_decided};
use super::table::{Analysis, RowTable, Vertex};
use super::{misere, numbered, summary};
use crate::ask::family_rows::FamilyRows;
use crate::ask::long::Long;
use crate::ask::row_plan::RowPlan;
use crate::ask::row_work::affordable;
use crate::question::{NoAnswer, Reached};
use sprague::any::{AllPositions, Kind};
use sprague::any::{AnyImpartial, AnyPosition};
use sprague::evaluate::{NimberSearch, OutcomeSearch, Search};
use sprague::graph::PositionGraph;
use sprague::heap::{HeapRules, HeapSequence, Period, Totals};
use sprague::limits::Meter;
use sprague::rows::Sequence;
use sprague::solve::{RulesetCache, challenge};
use sprague::{Limits, Misere, Nimber, Outcome, OutcomeClass, Play, Stopped};
use sprague_rules_no_repeat::is_safe;
use sprague_rules_stones::{Stones, Table};
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let columns = match game.heap_rules() {
        Some(HeapRules::NoRepeat { amounts, .. }) => 1 + amounts.as_slice().len() as u64,
        Some(HeapRules::Stones { .. }) => 3,
        _ => 1,
    };
    let bytes = options.to.saturating_mul(SHOWN_BYTES as u64).saturating_mul(columns);
    if game.heap_rules().is_some() && bytes > options.limits.bytes {
        return Err(Stopped::Memory(options.limits.bytes).into());
    }
    if options.kernel.is_some() {
        summary::choice(game, options)?;
    }
    let kind = game.rules().kind();
    match game.rules().all_positions().filter(|_| kind == Kind::Impartial) {
        Some(AllPositions::Board(squares)) => return board(game, &squares, options),
        Some(AllPositions::List(positions)) => return vertices(game, positions, options),
        _ => {}
    }
    match (FamilyRows::stated(game, options.play), game.heap_rules()) {
        (Some(FamilyRows::Outcomes(family)), Some(HeapRules::Stones { amounts, wins, totals: Totals::Any })) => {
            Ok(stones(game, &Stones { amounts: amounts.clone(), wins: *wins }, &*family, options)?)
        }
        (Some(FamilyRows::Outcomes(family)), Some(HeapRules::NoRepeat { amounts, .. })) => {
            no_repeat(game, amounts.as_slice(), &*family, options)
        }
        (None, Some(HeapRules::NoRepeat { .. })) => Err(Stopped::Memory(options.limits.bytes).into()),
        (Some(FamilyRows::Nimbers(family)), _) => nimbers(game, &*family, options),
        (Some(FamilyRows::Scores(family)), _) => Ok(scores(game, &*family, options)?),
        (Some(FamilyRows::Outcomes(family)), _) if kind == Kind::Partizan => Ok(classes(game, &*family, options)?),
        (Some(FamilyRows::Outcomes(family)), _) => Ok(outcomes_alone(game, &*family, options)?),
        (None, Some(HeapRules::TakeAndBreak(_) | HeapRules::Grundy)) => misere::analyse(game, options),
        (None, _) => numbered::analyse(game, options),
    }
}

fn nimber((cells, raise): (&[Nimber], u64)) -> u64 {
    u64::from(cells[0].0) + raise
}

fn outcome_of(nimber: u64) -> Outcome {
    if nimber == 0 { Outcome::Loss } else { Outcome::Win }
}

/// Returns the period of the outcomes, computed from nimbers whose own period may be unknown.
///
/// A nimber that rises is never 0 again.
fn outcome_period(sequence: &Sequence<Nimber>, limits: &Limits) -> Result<Option<Period>, Stopped> {
    sequence.projected_within(|row| outcome_of(nimber((row, 0))), |_| Outcome::Win, &limits.until_asked())
}

fn nimbers(game: &RulesetCache, family: &dyn HeapSequence<Cell = Nimber>, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let (mut nimbers, mut outcomes) = (Vec::with_capacity(rows.len() as usize), String::with_capacity(rows.len() as usize));
    rows.copy(2, |rows, portion| {
        nimbers.extend(rows.portion(portion.clone()).map(nimber));
        outcomes.extend(nimbers[portion.start as usize..].iter().map(|nimber| outcome_of(*nimber).letter()));
    })?;
    let (longer, stopped) = match by_equal_states(game, options, rows.sequence.period()) {
        // a limit in the search for a long period must not lose the rows
        Err(NoAnswer::Stopped { by: Reached::Limit(stopped), .. }) => (None, Some(stopped)),
        longer => (longer?, None),
    };
    let (period, outcome_period) = match longer {
        Some(Long { period, outcome_period: Some(outcomes), .. }) => (Some(period), Some(outcomes)),
        longer => {
            let period = longer.map_or(rows.sequence.period(), |found| Some(found.period));
            (period, outcome_period(&rows.sequence, &options.limits)?)
        }
    };
    let mut analysis = Analysis::new(game, options, RowTable::Nimbers { outcomes, nimbers }, period, outcome_period);
    analysis.law = match game.heap_rules().and_then(HeapRules::law) {
        Some(law) => Some(law.into()),
        None if period.is_none() => NimberLaw::seen_in(&computed(&rows.sequence)),
        None => None,
    };
    if family.theorem().is_none() && !analysis.law.as_ref().is_some_and(NimberLaw::is_proved) {
        analysis.remark = Some("no known theorem can prove a period of this family".to_owned());
    }
    if let Some((heap, nimber)) = contradiction(game, &rows, analysis.law.as_ref(), options) {
        let broken = if period.is_some() { "a period" } else { "a law" };
        let why = format!(
            "{broken} is seen in the first {} heaps, but the nimber of heap {heap} is {nimber}",
            rows.sequence.rows().len()
        );
        (analysis.period, analysis.outcome_period, analysis.law, analysis.remark) = (None, None, None, Some(why));
    }
    let mut analysis = analysis.with_fate(&rows);
    let is_proved = period.is_some_and(|period| period.is_proved());
    analysis.ended = if is_proved { None } else { analysis.ended.or(stopped.clone()) };
    analysis.stopped = if is_proved { rows.stopped.clone() } else { analysis.stopped.or(stopped) };
    Ok(analysis)
}

/// Returns a large heap that does not follow the period or the law that was observed in the rows, and its nimber.
fn contradiction(game: &RulesetCache, rows: &Filled<Nimber>, law: Option<&NimberLaw>, options: &RowPlan) -> Option<(u64, u64)> {
    let by_law = |heap: u64| match law {
        Some(NimberLaw { law, .. }) => law.nimber(&heap.into(), &mut || Ok::<(), ()>(())).ok()?,
        None => {
            let (row, raise) = rows.stored(heap);
            Some((raise + u64::from(rows.sequence.rows().cell(row, 0).0)).into())
        }
    };
    let is_observed = law.is_some_and(|law| !law.is_proved()) || rows.sequence.period().is_some_and(|period| !period.is_proved());
    let sought = rows.sequence.rows().len() as u64;
    let follows = |heap, nimber: u64| by_law(heap).is_none_or(|claimed| claimed == nimber.into());
    if is_observed { challenge(game, sought, &options.limits, follows) } else { None }
}

/// Returns the first nimbers, including those of rows that are computed but not shown.
fn computed(sequence: &Sequence<Nimber>) -> Vec<u64> {
    sequence.rows().column(0).take(MOST_NIMBERS).map(|nimber| nimber.0.into()).collect()
}

/// Returns the outcomes of one column as letters.
fn letters(rows: &Filled<Outcome>, portion: &Range<u64>, state: usize) -> impl Iterator<Item = char> {
    rows.portion(portion.clone()).map(move |(row, _)| row[state].letter())
}

/// Computes rows of outcomes without nimbers, as for misère play and terminal rules.
fn outcomes_alone(
    game: &RulesetCache,
    family: &dyn HeapSequence<Cell = Outcome>,
    options: &RowPlan,
) -> Result<Analysis, Stopped> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let mut outcomes = String::with_capacity(rows.len() as usize);
    rows.copy(1, |rows, portion| outcomes.extend(letters(rows, &portion, 0)))?;
    let period = rows.sequence.period();
    Ok(Analysis::new(game, options, RowTable::Outcomes { outcomes }, period, period).with_fate(&rows))
}

/// Computes rows of scores.
fn scores(game: &RulesetCache, family: &dyn HeapSequence<Cell = i64>, options: &RowPlan) -> Result<Analysis, Stopped> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let mut scores = Vec::with_capacity(rows.len() as usize);
    rows.copy(2, |rows, portion| scores.extend(rows.portion(portion).map(|(row, _)| row[0])))?;
    let (period, sign) = (rows.sequence.period(), |row: &[i64]| row[0].signum());
    let outcome_period = rows.sequence.projected_within(sign, sign, &options.limits.until_asked())?;
    Ok(Analysis::new(game, options, RowTable::of_scores(scores), period, outcome_period).with_fate(&rows))
}

/// Computes outcome classes of partizan heaps from the outcomes for both starters.
fn classes(game: &RulesetCache, family: &dyn HeapSequence<Cell = Outcome>, options: &RowPlan) -> Result<Analysis, Stopped> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let mut classes = Vec::with_capacity(rows.len() as usize);
    rows.copy(1, |rows, portion| classes.extend(rows.portion(portion).map(|(row, _)| OutcomeClass::of(row[0], row[1]))))?;
    let period = rows.sequence.period();
    Ok(Analysis::new(game, options, RowTable::Classes { classes, stops: None }, period, period).with_fate(&rows))
}

fn stones(
    game: &RulesetCache,
    rules: &Stones,
    family: &dyn HeapSequence<Cell = Outcome>,
    options: &RowPlan,
) -> Result<Analysis, Stopped> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let count = rows.len() as usize;
    let (mut outcomes, mut take) = ([0; 2].map(|_| String::with_capacity(count)), [0; 2].map(|_| Vec::with_capacity(count)));
    rows.copy(4, |rows, portion| {
        let outcome = |table: &Table| {
            let (row, _) = rows.stored(table.pile);
            rows.sequence.rows().cell(row, usize::from(table.mine_odd))
        };
        let best = |pile: u64, mine: u64| rules.best_amount(&Table::new(pile, mine, pile + mine + 1), outcome);
        for mine in [0, 1] {
            outcomes[mine].extend(letters(rows, &portion, mine));
            take[mine].extend(portion.clone().map(|pile| best(pile, mine as u64)));
        }
    })?;
    let period = rows.sequence.period();
    Ok(Analysis::new(game, options, RowTable::Stones { outcomes, take }, period, period).with_fate(&rows))
}

/// The minimum number of rows of nimbers that may be computed to find their period.
const NIMBERS_SOUGHT: u64 = 5_000;

fn no_repeat(
    game: &RulesetCache,
    amounts: &[u64],
    family: &dyn HeapSequence<Cell = Outcome>,
    options: &RowPlan,
) -> Result<Analysis, NoAnswer> {
    let mut rows = Filled::of(family, options, SHOWN_BYTES)?;
    let period = rows.sequence.period();
    let until = options.limits.until_asked();
    let projected = rows.sequence.projected_within(|row| row[0], |row| row[0], &until)?;
    let (mut nimber_rows, mut nimber_period) = (None, None);
    if let Some(FamilyRows::Nimbers(family)) = FamilyRows::of(game, options.play) {
        // the nimbers are an extra, so they must be cheap, and may be left out
        let sought = affordable(&*family, 0, NIMBERS_SOUGHT.max(options.to).saturating_add(1), options).max(1) - 1;
        let extra = RowPlan { seek: Some(sought), ..options.clone() };
        let found = (sought >= options.to).then(|| Filled::of(&*family, &extra, SHOWN_BYTES).and_then(Filled::whole));
        if let Some(Ok(rows)) = found {
            nimber_period = rows.sequence.projected_within(|row| row[0], |row| row[0], &until)?;
            nimber_rows = Some(rows);
        }
    }
    // column 0 is the empty list of moves; the lists of one move come next
    let letters_of_all = || String::with_capacity(rows.len() as usize);
    let mut after: BTreeMap<u64, String> = amounts.iter().map(|&amount| (amount, letters_of_all())).collect();
    let (mut outcomes, mut safe, mut nimbers) = (letters_of_all(), vec![], nimber_rows.is_some().then(Vec::new));
    rows.copy(amounts.len() + 3, |rows, portion| {
        outcomes.extend(letters(rows, &portion, 0));
        after.values_mut().zip(1..).for_each(|(word, state)| word.extend(letters(rows, &portion, state)));
        safe.extend(portion.clone().zip(rows.portion(portion.clone())).filter(|(_, (row, _))| is_safe(row)).map(|(n, _)| n));
        if let (Some(nimbers), Some(rows)) = (&mut nimbers, &nimber_rows) {
            nimbers.extend(rows.portion(portion).map(nimber));
        }
    })?;
    let table = RowTable::NoRepeat { outcomes, after, safe, nimbers };
    Ok(Analysis { nimber_period, ..Analysis::new(game, options, table, period, projected).with_fate(&rows) })
}

/// Computes the nimber of every square of a board. Under misère play the number is 1 for won and 0 for lost squares.
fn board(game: &RulesetCache, squares: &[Vec<AnyPosition>], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial");
    let misere = Misere(&rules);
    let mut nimbers = NimberSearch::new(&rules, &options.limits);
    let mut outcomes = OutcomeSearch::new(&misere, &options.limits);
    let mut value = |square: &AnyPosition| match options.play {
        Play::Normal => nimbers.nimber(square).map(|nimber| nimber.0.into()).map_err(no_nimber),
        Play::Misere => outcomes.outcome(square).map(|outcome| u64::from(outcome == Outcome::Win)).map_err(not_decided),
    };
    let table = squares.iter().map(|row| row.iter().map(&mut value).collect()).collect::<Result<_, _>>()?;
    Ok(Analysis::new(game, options, RowTable::Board { table }, None, None))
}

/// Computes the outcome of every position of a short list, and under normal play the nimber of every position from
/// which play ends.
fn vertices(game: &RulesetCache, positions: Vec<AnyPosition>, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial");
    let graph = match options.play {
        Play::Normal => PositionGraph::explore_all(&rules, positions.iter().cloned(), &options.limits)?,
        Play::Misere => PositionGraph::explore_all(&Misere(&rules), positions.iter().cloned(), &options.limits)?,
    };
    let until = options.limits.until_asked();
    let labels = Search::within(&until).outcomes(&graph)?;
    let nimbers = match options.play {
        Play::Normal => Search::within(&until).nimbers(&graph)?,
        Play::Misere => vec![None; graph.len()],
    };
    let vertex = |position: AnyPosition| {
        let number = graph.number(&position).expect("every position of the list was explored");
        Vertex {
            name: game.rules().show(&position),
            outcome: labels.outcome(number),
            remoteness: labels.remoteness(number),
            nimber: nimbers[number as usize].map(|nimber| nimber.0),
        }
    };
    let mut meter = Meter::new(&until);
    let vertices = positions.into_iter().map(|position| meter.allow(0, || 0, || None).map(|()| vertex(position)));
    let vertices = vertices.collect::<Result<_, Stopped>>()?;
    Ok(Analysis::new(game, options, RowTable::Vertices { vertices }, None, None))
}
