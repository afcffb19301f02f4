//! The moves of a position, with their results and the changes in its picture.

use super::{ComponentChanges, LISTED, NAMED};
use crate::ask::component_picture::picture;
use crate::ask::solve::Solve;
use crate::ask::solve::{JudgedStep, superfluous};
use crate::ask::value::Named;
use crate::read::ParsedSum;
use serde::Serialize;
use sprague::any::Picture;
use sprague::solve::{self, JudgedMove, Notes, SumMove, SumValue};
use sprague::{Limits, Outcome, OutcomeClass, Play};
use std::collections::HashMap;

/// The maximum number of bytes for the texts of positions after moves.
const MAX_BYTES: usize = 1 << 22;

/// A move with its result.
///
/// ```
/// use sprague_questions::{Session, Solve, view};
/// let view = view(&Session::new().position("nim@1+cram@1x3")?, &Solve::default(), &sprague::Limits::default())?;
/// let last = view.moves.last().unwrap();
/// assert_eq!((last.components.as_slice(), last.marks.as_slice()), (&[1][..], &[(1, 1), (1, 2)][..])); // two squares of the board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoveView {
    /// The move, the position after it, and its outcome.
    #[serde(flatten)]
    pub judged: JudgedStep,
    /// The components in which the move is made.
    pub components: Vec<usize>,
    /// The parts of pictures that change, as pairs of component and part.
    pub marks: Vec<(usize, usize)>,
    /// The changes in the pictures of these components.
    pub changes: Vec<ComponentChanges>,
    /// The outcome class after the move, if it follows from the value, or if both players have the same moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome_class: Option<OutcomeClass>,
    /// The value of the sum after the move in words, where it is known.
    #[serde(flatten)]
    pub named: Option<Named>,
    /// The number of moves after this one, or null for a draw, if found quickly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
}

struct Listed<'a> {
    mv: &'a SumMove,
    outcome: Outcome,
    value: Option<SumValue>,
    remoteness: Option<Option<u32>>,
}

impl<'a> From<&'a JudgedMove> for Listed<'a> {
    fn from(judged: &'a JudgedMove) -> Self {
        let JudgedMove { mv, outcome, value, remoteness, .. } = judged;
        Self { mv, outcome: *outcome, value: value.clone(), remoteness: *remoteness }
    }
}

/// Returns the moves to list, and whether there are more.
pub(super) fn moves(sum: &ParsedSum, question: &Solve, answer: &solve::Answer, limits: &Limits) -> (Vec<MoveView>, bool) {
    let leaves_zero = question.play == Play::Normal && !sum.entails();
    let (listed, is_cut) = listed(answer, leaves_zero);
    let (moves, is_long) = views(sum, question, listed, answer.value.as_ref(), limits);
    (moves, is_cut || is_long)
}

/// Returns the moves whose results were known when a limit ended the search.
pub(super) fn known(sum: &ParsedSum, question: &Solve, notes: &Notes, limits: &Limits) -> Vec<MoveView> {
    let is_other = |mv: &&SumMove| notes.moves.iter().all(|judged| judged.mv != **mv);
    let keeps = |(mv, outcome): (_, Outcome)| Listed { mv, outcome: -outcome, value: None, remoteness: None };
    let winning = notes.winning_moves.iter().filter(is_other).zip(notes.outcome.into_iter().cycle());
    let listed = winning.map(keeps).chain(notes.moves.iter().map(Listed::from)).take(LISTED);
    views(sum, question, listed.collect(), None, limits).0
}

/// Returns the parts of pictures that a move changes, and its changes in each component.
///
/// `pictures` caches the pictures before the move.
pub(crate) fn changes(
    sum: &ParsedSum,
    mv: &SumMove,
    pictures: &mut HashMap<usize, Option<Picture>>,
) -> (Vec<(usize, usize)>, Vec<ComponentChanges>) {
    let (mut marks, mut changes) = (vec![], vec![]);
    for (index, _, after) in &mv.changed {
        let component = &sum.components()[*index];
        let before = pictures.entry(*index).or_insert_with(|| picture(component, &component.position));
        if let (Some(before), Some(after)) = (before, picture(component, after)) {
            marks.extend(before.marks(&after).into_iter().map(|part| (*index, part)));
            let look = component.rules.rules().look();
            changes.push(ComponentChanges::of(*index, before.changes(&after, &look)));
        }
    }
    (marks, changes)
}

/// Returns moves with their changes in pictures, and whether some were left out because their texts are too long.
fn views(
    sum: &ParsedSum,
    question: &Solve,
    listed: Vec<Listed<'_>>,
    whole: Option<&SumValue>,
    limits: &Limits,
) -> (Vec<MoveView>, bool) {
    let mut is_cut = false;
    let why = match whole.and_then(SumValue::game) {
        Some(whole) => {
            let values: Vec<_> = listed.iter().map(|listed| listed.value.as_ref().and_then(SumValue::game)).collect();
            superfluous::superfluous(whole, &values, question.player(), limits)
        }
        None => vec![None; listed.len()],
    };
    let steps = sum.steps();
    let mut pictures: HashMap<usize, Option<Picture>> = HashMap::new();
    let few = Limits { positions: NAMED.min(limits.positions), ..limits.clone() }.starting_now();
    let (mut views, mut bytes) = (vec![], 0);
    for (Listed { mv, outcome, value, remoteness }, superfluous) in listed.into_iter().zip(why) {
        let step = steps.step(mv);
        bytes += step.to.len() + step.label.len();
        if bytes > MAX_BYTES {
            is_cut = true;
            break;
        }
        let (marks, changes) = changes(sum, mv, &mut pictures);
        let components = mv.changed.iter().map(|(index, ..)| *index).collect();
        let game = value.as_ref().and_then(SumValue::game);
        let outcome_class = match game {
            Some(game) => Some(game.outcome_class()),
            None => (!sum.is_partizan()).then(|| OutcomeClass::of(outcome, outcome)),
        };
        let named = game.and_then(|value| Named::of(value, &few).ok());
        let judged = JudgedStep { step, outcome, value, superfluous };
        views.push(MoveView { judged, components, marks, changes, outcome_class, named, remoteness });
    }
    (views, is_cut)
}

/// Returns all moves if they are not too many. Otherwise returns the moves that keep the best outcome, followed by the
/// first of the others.
///
/// If `leaves_zero`, a move wins if and only if it leaves the nimber 0.
fn listed(answer: &solve::Answer, leaves_zero: bool) -> (Vec<Listed<'_>>, bool) {
    let all = answer.moves.as_deref().unwrap_or_default();
    if answer.moves.is_some() && !answer.moves_cut {
        return (all.iter().map(Listed::from).collect(), false);
    }
    let is_zero_left = leaves_zero && answer.outcome == Outcome::Win && matches!(answer.value, Some(SumValue::Nimber(_)));
    let keeps = |mv| {
        let value = is_zero_left.then(|| SumValue::Nimber(0_u8.into()));
        Listed { mv, outcome: -answer.outcome, value, remoteness: None }
    };
    let mut listed: Vec<Listed<'_>> = answer.winning_moves.iter().take(LISTED).map(keeps).collect();
    let is_other = |judged: &&JudgedMove| answer.outcome == Outcome::Loss || judged.outcome != -answer.outcome;
    listed.extend(all.iter().filter(is_other).take(LISTED - listed.len()).map(Listed::from));
    if let Some(best) = answer.best.as_ref().filter(|_| listed.is_empty()) {
        listed.push(keeps(best));
    }
    (listed, true)
}
