//! Positions of any ruleset that are written as numbers: a row for each n, searched one by one.

use super::options::AnalyseOptions;
use super::table::{Analysis, RowTable};
use crate::QuestionError;
use crate::play_ends::{LONGEST_PLAY, check_that_play_ends};
use sprague::any::Kind;
use sprague::any::{AnyImpartial, AnyPosition, AnyTerminalRule};
use sprague::evaluate::{NimberError, NimberSearch, OutcomeError, OutcomeSearch, outcomes};
use sprague::graph::PositionGraph;
use sprague::heap::Period;
use sprague::solve::RulesetCache;
use sprague::{Limits, Misere, Nimber, Outcome, OutcomeClass, Play, Player, Ruleset, Stopped};

/// Why a family has no rows.
const NOT_NUMBERED: QuestionError = QuestionError::Unknown(
    "its positions are not numbers from 0 on, so there is no row for every n (`sprague solve` answers for one position)",
);

/// The rows of a family whose positions are written as numbers.
pub(super) fn analyse(game: &RulesetCache, options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    let positions = positions(game, options)?;
    match (game.rules().kind(), options.play) {
        (Kind::Impartial, Play::Normal) => nimbers(game, &positions, options),
        (Kind::Impartial, Play::Misere) => {
            let rules = Misere(AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial"));
            by_outcome(game, &rules, &positions, options)
        }
        (Kind::TerminalRule, _) => {
            let rules = AnyTerminalRule::try_from(game.rules().clone()).expect("the kind is that of a terminal rule");
            by_outcome(game, &rules, &positions, options)
        }
        (Kind::Partizan, _) => classes(game, &positions, options),
    }
}

/// Positions 0, 1, 2, … as they are read.
fn positions(game: &RulesetCache, options: &AnalyseOptions) -> Result<Vec<AnyPosition>, QuestionError> {
    game.check()?;
    let mut positions = vec![];
    for n in 0..=options.to {
        if positions.len() as u64 * size_of::<AnyPosition>() as u64 > options.limits.bytes {
            return Err(Stopped::Memory(options.limits.bytes).into());
        }
        let text = n.to_string();
        match game.rules().read(&text) {
            Ok(position) if game.rules().show(&position) == text => positions.push(position),
            _ => {
                game.check()?;
                return Err(NOT_NUMBERED);
            }
        }
    }
    let last = positions.last().expect("row 0 is there");
    check_that_play_ends(game.name(), &**game.rules(), last, LONGEST_PLAY).map_err(Stopped::from)?;
    Ok(positions)
}

fn nimbers(game: &RulesetCache, positions: &[AnyPosition], options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial");
    let mut search = NimberSearch::new(&rules, &options.limits);
    let mut rows = sprague::heap::Rows::new(1);
    for position in positions {
        let nimber = search.nimber(position).map_err(|error| match error {
            NimberError::Stopped(stopped) => QuestionError::Stopped(stopped),
            NimberError::Loopy => QuestionError::Unknown(
                "play may go round in a circle, so not every row has a nimber (`sprague solve` answers for one position)",
            ),
        })?;
        rows.push(&[nimber]);
    }
    let outcome = |nimber: Nimber| if nimber == Nimber(0) { Outcome::Loss } else { Outcome::Win };
    let mut won = sprague::heap::Rows::new(1);
    rows.column(0).for_each(|nimber| won.push(&[outcome(nimber)]));
    let table =
        RowTable::Nimbers { outcomes: letters(won.column(0)), nimbers: rows.column(0).map(|nimber| nimber.0.into()).collect() };
    Ok(observed(game, options, table, sprague::rows::observed(&rows), sprague::rows::observed(&won)))
}

fn by_outcome<R: Ruleset<Position = AnyPosition>>(
    game: &RulesetCache,
    rules: &R,
    positions: &[AnyPosition],
    options: &AnalyseOptions,
) -> Result<Analysis, QuestionError> {
    let mut search = OutcomeSearch::new(rules, &options.limits);
    let mut rows = sprague::heap::Rows::new(1);
    for position in positions {
        let outcome = match search.outcome(position) {
            Ok(outcome) => outcome,
            Err(OutcomeError::Stopped(stopped)) => return Err(stopped.into()),
            Err(OutcomeError::Loopy) => loopy_outcome(rules, position, &options.limits)?,
        };
        rows.push(&[outcome]);
    }
    let period = sprague::rows::observed(&rows);
    Ok(observed(game, options, RowTable::Outcomes { outcomes: letters(rows.column(0)) }, period, period))
}

/// The outcome of a position from which play may go round in a circle.
fn loopy_outcome<R: Ruleset<Position = AnyPosition>>(
    rules: &R,
    position: &AnyPosition,
    limits: &Limits,
) -> Result<Outcome, Stopped> {
    let graph = PositionGraph::explore(rules, position.clone(), limits)?;
    Ok(outcomes(&graph).outcome(0))
}

fn classes(game: &RulesetCache, positions: &[AnyPosition], options: &AnalyseOptions) -> Result<Analysis, QuestionError> {
    let rules = sprague::any::AnySum::new(vec![game.rules().clone()], options.play);
    let mut search = OutcomeSearch::new(&rules, &options.limits);
    let mut rows = sprague::heap::Rows::new(2);
    for position in positions {
        let mut row = [Outcome::Draw; 2];
        for (cell, player) in row.iter_mut().zip(Player::BOTH) {
            *cell = search.outcome(&rules.position(player, [(0, position.clone())])).map_err(|error| match error {
                OutcomeError::Stopped(stopped) => QuestionError::Stopped(stopped),
                OutcomeError::Loopy => {
                    QuestionError::Unknown("play may go round in a circle, so not every row has an outcome class")
                }
            })?;
        }
        rows.push(&row);
    }
    let class = |n: usize| OutcomeClass::of(rows.cell(n, 0), rows.cell(n, 1)).expect("without circles nothing is drawn").letter();
    let table = RowTable::Classes {
        classes: (0..rows.len()).map(class).collect(),
        left_first: letters(rows.column(0)),
        right_first: letters(rows.column(1)),
    };
    let period = sprague::rows::observed(&rows);
    Ok(observed(game, options, table, period, period))
}

fn letters(outcomes: impl Iterator<Item = Outcome>) -> String {
    outcomes.map(Outcome::letter).collect()
}

fn observed(
    game: &RulesetCache,
    options: &AnalyseOptions,
    table: RowTable,
    period: Option<Period>,
    outcome_period: Option<Period>,
) -> Analysis {
    let mut analysis = Analysis::new(game, options, table, period, outcome_period);
    analysis.remark =
        Some("these rules are code, which cannot promise how far it looks back, so no theorem proves a period".to_owned());
    analysis
}
