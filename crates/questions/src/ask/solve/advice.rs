//! Advice by temperature: the hottest component of a partizan sum, and its hottest move.
//!
//! Playing in the hottest component is good advice, but sometimes wrong: *Winning Ways*, ch. 6; Siegel, *Combinatorial Game
//! Theory*, ch. II.5.

use super::Solve;
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Step};
use serde::Serialize;
use sprague::solve::{Component, ManySums, MixedSum, SharedSearch, SumMove, SumValue};
use sprague::values::{Dyadic, Thermograph, Value};
use sprague::{CompoundRule, Limits, Outcome, Play, Player, solve};
use std::sync::Arc;

/// The maximum number of components, and of moves in one component.
const MOST: usize = 400;

const POSITIONS: u64 = 200_000;

/// Advice by temperature for the player to move.
///
/// ```
/// use sprague_questions::{Session, Solve, solve};
/// let question = Solve { explain: true, ..Solve::of("game@{4|-4},{1|-1}") };
/// let answer = Session::new().ask(&question, &Default::default()).unwrap();
/// let advice = answer.advice.unwrap();
/// assert_eq!((advice.hottest.label.as_str(), advice.wins), ("1: to 4", Some(true)));
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Advice {
    /// Each component with its temperature.
    pub components: Vec<ComponentAdvice>,
    /// The hottest move in the hottest component.
    pub hottest: Step,
    /// True if it is a winning move, or `null` if this was not decided or no move wins.
    pub wins: Option<bool>,
}

/// The mean, temperature and hottest move of a component.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComponentAdvice {
    /// The component as a position.
    pub position: String,
    /// The mean of its value.
    pub mean: String,
    /// The temperature of its value.
    pub temperature: String,
    /// The best move if each move costs the temperature, or `null` if there is no move.
    pub hottest: Option<Step>,
}

struct Part {
    alone: MixedSum,
    moves: Vec<(SumMove, MixedSum)>,
}

impl Advice {
    /// Returns the advice about a solved sum, if the sum is partizan and hot.
    ///
    /// Returns `None` if finding the values takes too much work.
    pub(super) fn of(sum: &ParsedSum, question: &Solve, answer: &solve::Answer, limits: &Limits) -> Option<Self> {
        let is_fit = question.explain
            && !question.outcome_only
            && question.play == Play::Normal
            && question.rule == CompoundRule::Disjunctive
            && sum.is_partizan()
            && sum.components().len() <= MOST
            && !sum.has_terminal_rule();
        if !is_fit {
            return None;
        }
        // 1. evaluate each component and all its options with one search
        let few = Limits { positions: POSITIONS.min(limits.positions), ..limits.clone() };
        let (few, player) = (&few.starting_now(), question.player());
        let parts: Option<Vec<Part>> =
            sum.components().iter().enumerate().map(|(index, component)| part(index, component, player, few)).collect();
        let parts = parts?;
        let many = ManySums::of(parts.iter().flat_map(|part| part.moves.iter().map(|(_, after)| after).chain([&part.alone])));
        let search = many.search(few);
        let steps = sum.steps();
        // 2. find the hottest component, and the best move there at its temperature
        let mut hottest: Option<(Dyadic, &SumMove)> = None;
        let mut components = vec![];
        for part in &parts {
            let graph = thermograph(&search, &part.alone, few)?;
            let mv = part.hottest(graph.temperature(), player, &search, few)?;
            if let Some(mv) = mv
                && hottest.as_ref().is_none_or(|(temperature, _)| graph.temperature() > temperature)
            {
                hottest = Some((graph.temperature().clone(), mv));
            }
            components.push(ComponentAdvice {
                position: text_of_any(&part.alone),
                mean: graph.mean().to_string(),
                temperature: graph.temperature().to_string(),
                hottest: mv.map(|mv| steps.step(mv)),
            });
        }
        let (temperature, mv) = hottest?;
        if temperature <= Dyadic::from(0) {
            return None;
        }
        // 3. the move wins or not; that is unknown if not all winning moves are listed
        let is_listed = answer.winning_moves.iter().any(|winning| winning.changed == mv.changed);
        let are_all = answer.winning_moves_total == Some(answer.winning_moves.len() as u64) && answer.undecided_moves == 0;
        let wins = (answer.outcome == Outcome::Win && (is_listed || are_all)).then_some(is_listed);
        Some(Self { components, hottest: steps.step(mv), wins })
    }
}

fn part(index: usize, component: &Component, player: Player, limits: &Limits) -> Option<Part> {
    let alone = MixedSum::of([component.clone()]);
    let moves = component.moves(player, MOST + 1, limits).ok()?;
    if moves.len() > MOST || !component.has_listed_moves() {
        return None;
    }
    let moves = moves.into_iter().map(|(label, position)| {
        let after = MixedSum::of([Component { position: position.clone(), ..component.clone() }]);
        (SumMove { changed: vec![(index, label, position)], next: Some(-player), points: None }, after)
    });
    Some(Part { alone, moves: moves.collect() })
}

impl Part {
    /// Returns the best move for the mover if every move costs `tax`.
    ///
    /// The inner option is `None` if there is no move, and the outer one if a thermograph was not found.
    fn hottest(&self, tax: &Dyadic, player: Player, search: &SharedSearch<'_>, limits: &Limits) -> Option<Option<&SumMove>> {
        let mut best: Option<(Dyadic, &SumMove)> = None;
        for (mv, after) in &self.moves {
            let left = thermograph(search, after, limits)?.at(-player, tax);
            let gain = if player == Player::Left { left } else { -left };
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, mv));
            }
        }
        Some(best.map(|(_, mv)| mv))
    }
}

fn thermograph(search: &SharedSearch<'_>, sum: &MixedSum, limits: &Limits) -> Option<Arc<Thermograph>> {
    let value = match search.worth(sum).ok()?? {
        SumValue::Game(value) => value,
        SumValue::Nimber(nimber) => Value::star(u64::try_from(&nimber).ok()?),
        _ => return None,
    };
    value.arena().calculator(limits).thermograph(value.form()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Session, ValueOf};

    fn solved(session: &Session, position: &str, first: Player) -> Answer {
        let question = Solve { explain: true, first: Some(first), ..Solve::of(position) };
        session.ask(&question, &Limits::default()).unwrap()
    }

    #[test]
    fn the_hottest_move_is_in_the_hottest_component_and_is_said_to_win_if_it_does() {
        let (session, limits) = (Session::new(), Limits::default());
        let graph = |position: &str| {
            let answer = session.ask(&ValueOf::of(position), &limits).unwrap();
            answer.short().unwrap().thermograph.clone()
        };
        let (mut right, mut wrong) = (0, 0);
        for position in [
            "game@{4|-4},{1|-1}",
            "game@{2|{1|-4}},{{5|1}|-1}",
            "domineering@2x3,3x3,2x2",
            "domineering@2x3+-domineering@2x3",
            "snort@.....,...+nim@1",
            "game@0,{3|1},{{5|-3}|-4}",
            "game@{2|-1},{3|{1|-2}}+clobber@xxo",
            "game@{1|-2},{{2|0}|-1}",
        ] {
            for first in Player::BOTH {
                let answer = solved(&session, position, first);
                let advice = answer.advice.expect("it is hot");
                let most = advice.components.iter().map(|component| graph(&component.position).temperature().clone()).max();
                let hottest: Vec<_> =
                    advice.components.iter().filter(|component| component.hottest.as_ref() == Some(&advice.hottest)).collect();
                let [hottest] = hottest[..] else { panic!("{position}: one component") };
                assert_eq!(Some(hottest.temperature.clone()), most.map(|most| most.to_string()), "{position}");
                let wins = solved(&session, &advice.hottest.to, -first).outcome == Outcome::Loss;
                assert_eq!(advice.wins, (answer.outcome == Outcome::Win).then_some(wins), "{position}, {first}");
                right += u32::from(advice.wins == Some(true));
                wrong += u32::from(advice.wins == Some(false));
                for component in &advice.components {
                    let (mean, graph) = (component.mean.clone(), graph(&component.position));
                    assert_eq!(
                        (mean, component.temperature.clone()),
                        (graph.mean().to_string(), graph.temperature().to_string())
                    );
                }
            }
        }
        assert!(right > 3 && wrong > 0, "{right} {wrong}");
    }

    #[test]
    fn cold_sums_and_misere_play_have_no_advice() {
        let session = Session::new();
        for position in ["game@^,*", "game@1,1/2", "nim@3,4,6", "hackenbush@LRL"] {
            let question = Solve { explain: true, ..Solve::of(position) };
            assert!(session.ask(&question, &Limits::default()).unwrap().advice.is_none(), "{position}");
        }
        let question = Solve { explain: true, play: Play::Misere, ..Solve::of("domineering@2x2,2x3") };
        assert!(session.ask(&question, &Limits::default()).is_ok_and(|answer| answer.advice.is_none()));
    }
}
