//! The moves of a position that lead to options of its canonical form.
//!
//! A move is *sensible* if it is at least as good for the mover as some option of the canonical form. From there a *line of
//! play* leads to that option: the other player answers without loss, and these answers are reversed. Siegel, CGSuite 2,
//! `SensibleLines`.

use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Step};
use serde::Serialize;
use sprague::solve::{ManySums, MixedSum, SharedSearch, SumMove, SumValue};
use sprague::values::Value;
use sprague::{Limits, Player};
use std::cmp::Ordering;

/// The maximum number of moves, of options, and of positions in a line.
const MOST: usize = 400;

/// The work limit for sensible moves, in positions, in addition to the value.
const POSITIONS: u64 = 200_000;

/// The sensible moves of both players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Sensible {
    /// Left's moves that are at least a left option of the canonical form.
    pub left: Vec<SensibleMove>,
    /// Right's moves that are at most a right option of the canonical form.
    pub right: Vec<SensibleMove>,
}

/// A sensible move and the line of play that it begins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SensibleMove {
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// The positions after the move. The last one equals an option of the canonical form.
    pub line: Vec<String>,
}

struct Play<'a> {
    search: SharedSearch<'a>,
    limits: &'a Limits,
}

type Valued = (SumMove, MixedSum, Value);

impl Sensible {
    /// Returns the sensible moves in a sum with this value, or `None` if finding them takes too much work.
    pub(super) fn of(sum: &ParsedSum, mixed: &MixedSum, value: &Value, limits: &Limits) -> Option<Self> {
        let few = Limits { positions: POSITIONS.min(limits.positions), ..limits.clone() };
        let few = &few.starting_now();
        let many = ManySums::of([mixed]);
        let play = Play { search: many.search(few), limits: few };
        let steps = sum.steps();
        let [left, right] = Player::BOTH.map(|player| {
            let options: Vec<Value> = value.options(player).take(MOST).collect();
            let mut sensible = vec![];
            for mv in play.moves(mixed, player)? {
                let step = steps.step(&mv.0);
                for option in &options {
                    if play.is_as_good(player, &mv.2, option)? {
                        sensible.push(SensibleMove { step, line: play.line(player, mv, value, option)? });
                        break;
                    }
                }
            }
            Some(sensible)
        });
        Some(Self { left: left?, right: right? })
    }
}

impl Play<'_> {
    fn moves(&self, sum: &MixedSum, player: Player) -> Option<Vec<Valued>> {
        let mut moves = vec![];
        for (index, component) in sum.components.iter().enumerate() {
            if !component.has_listed_moves() {
                return None;
            }
            for (label, position) in component.moves(player, MOST + 1, self.limits).ok()? {
                let mv = SumMove { changed: vec![(index, label, position)], next: None, points: None };
                let after = sum.after(&mv);
                let value = match self.search.worth(&after).ok()?? {
                    SumValue::Game(value) => value,
                    SumValue::Nimber(nimber) => Value::star(u64::try_from(&nimber).ok()?),
                    _ => return None,
                };
                moves.push((mv, after, value));
            }
        }
        (moves.len() <= MOST).then_some(moves)
    }

    /// Returns `true` if the first value is at least as good for a player as the second.
    fn is_as_good(&self, player: Player, value: &Value, other: &Value) -> Option<bool> {
        let worse = if player == Player::Left { Ordering::Less } else { Ordering::Greater };
        Some(value.compare(other, self.limits).ok()?.is_some_and(|order| order != worse))
    }

    /// Returns the positions of a line of play, from the position after a move to a position with the value `option`.
    fn line(&self, player: Player, (_, mut here, mut value): Valued, whole: &Value, option: &Value) -> Option<Vec<String>> {
        let mut line = vec![text_of_any(&here)];
        while value != *option && line.len() < MOST {
            // in each round the other player answers with a position that is at least as good for them as the whole sum, which
            // reverses the move; then the mover answers with one at least as good as `option`
            let answers = self.moves(&here, -player)?;
            let mut found = None;
            for (_, answer, worth) in answers {
                if !self.is_as_good(-player, &worth, whole)? {
                    continue;
                }
                for (_, next, worth) in self.moves(&answer, player)? {
                    if found.is_none() && self.is_as_good(player, &worth, option)? {
                        found = Some((answer.clone(), next, worth));
                    }
                }
                if found.is_some() {
                    break;
                }
            }
            let (answer, next, worth) = found?;
            line.extend([text_of_any(&answer), text_of_any(&next)]);
            (here, value) = (next, worth);
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, ValueOf};
    use sprague::Limits;
    use sprague::values::Value;

    #[test]
    fn lines_end_at_the_options_of_the_canonical_form() {
        let (session, limits) = (Session::new(), Limits::default());
        let value = |sum: &str| session.ask(&ValueOf::of(sum), &limits).unwrap().short().unwrap().value.clone();
        let mut long = 0;
        for sum in [
            "domineering@3x3",
            "clobber@xoxxo",
            "toads-frogs@TT..FF",
            "domineering@2x3+clobber@xxo",
            "hackenbush@LRRL",
            "clobber@ooxox",
        ] {
            let question = ValueOf { facts: true, ..ValueOf::of(sum) };
            let report = session.ask(&question, &limits).unwrap();
            let report = report.short().unwrap();
            let sensible = report.facts.as_ref().unwrap().sensible.as_ref().unwrap();
            for (moves, player) in [(&sensible.left, sprague::Player::Left), (&sensible.right, sprague::Player::Right)] {
                let options: Vec<Value> = report.value.options(player).collect();
                let ends: Vec<Value> = moves.iter().map(|mv| value(mv.line.last().unwrap())).collect();
                assert!(ends.iter().all(|end| options.contains(end)), "{sum}");
                assert!(options.iter().all(|option| ends.contains(option)), "{sum}: {option:?}", option = options);
                long += moves.iter().filter(|mv| mv.line.len() > 1).count();
            }
        }
        assert!(long > 0, "some move is reversed");
    }
}
