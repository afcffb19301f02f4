//! From typed rulesets to the border.

use super::{AnyPosition, AnyRuleset, Kind, Labelled, hand_over};
use crate::{BadNotation, Fault, Impartial, Notation, Outcome, Pack, Partizan, Player, Ruleset};
use std::sync::Arc;

/// An impartial ruleset as an [`AnyRuleset`]; see there for an example.
pub fn impartial<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Impartial<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(ErasedImpartial(rules))
}

/// A partizan ruleset as an [`AnyRuleset`]; see there for an example.
pub fn partizan<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Partizan<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(ErasedPartizan(rules))
}

/// A ruleset that says itself who has won as an [`AnyRuleset`]; see [`AnyOwnEnding`](super::AnyOwnEnding) for an example.
pub fn own_ending<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Ruleset<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(ErasedOwnEnding(rules))
}

struct ErasedImpartial<R>(R);
struct ErasedPartizan<R>(R);
struct ErasedOwnEnding<R>(R);

/// Reading and showing, alike for all three.
macro_rules! text {
    () => {
        fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
            self.0.read(text).map(|position| AnyPosition::pack(&position))
        }
        fn show(&self, position: &AnyPosition) -> String {
            self.0.show(&position.unpack())
        }
    };
}

/// Moves of rulesets under which both players have the same.
macro_rules! same_moves {
    () => {
        fn options(&self, position: &AnyPosition, _: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
            let position = position.unpack();
            hand_over(self.0.options(&position).map(|option| AnyPosition::pack(&option)), from, options)
        }
        fn moves(&self, position: &AnyPosition, _: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
            let position = position.unpack();
            let labelled = |mv: R::Move| {
                let to = AnyPosition::pack(&self.0.play(&position, &mv));
                Labelled { label: mv.to_string(), to }
            };
            hand_over(self.0.moves(&position).map(labelled), from, moves)
        }
        fn is_stuck(&self, position: &AnyPosition, _: Player) -> bool {
            self.0.moves(&position.unpack()).next().is_none()
        }
        fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
            self.0.terminal_outcome(&position.unpack())
        }
        fn fault(&self) -> Option<Fault> {
            self.0.fault()
        }
    };
}

impl<R> AnyRuleset for ErasedImpartial<R>
where
    R: Impartial<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::Impartial
    }
    text!();
    same_moves!();
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        summands.extend(self.0.summands(&position.unpack()).map(|part| AnyPosition::pack(&part)));
    }
}

impl<R> AnyRuleset for ErasedOwnEnding<R>
where
    R: Ruleset<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::OwnEnding
    }
    text!();
    same_moves!();
}

impl<R> AnyRuleset for ErasedPartizan<R>
where
    R: Partizan<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::Partizan
    }
    text!();
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        let position = position.unpack();
        let moves = self.0.moves(&position, player);
        hand_over(moves.map(|mv| AnyPosition::pack(&self.0.play(&position, player, &mv))), from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        let position = position.unpack();
        let labelled = |mv: R::Move| {
            let to = AnyPosition::pack(&self.0.play(&position, player, &mv));
            Labelled { label: mv.to_string(), to }
        };
        hand_over(self.0.moves(&position, player).map(labelled), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.0.moves(&position.unpack(), player).next().is_none()
    }
    fn terminal_outcome(&self, _: &AnyPosition) -> Outcome {
        Outcome::Loss
    }
}
