//! Left and Right exchanged behind type erasure.

use super::{AllPositions, AnyPosition, AnyRuleset, Kind, Labelled, Picture};
use crate::any::Fault;
use crate::{BadNotation, Outcome, Player};
use std::sync::Arc;

/// The same rules with Left and Right exchanged, as [`Negative`](crate::Negative) does for typed ones; impartial rules are their own
/// negative.
///
/// ```
/// use sprague_core::{Partizan, Player, any, heap_notation};
/// use sprague_core::any::AnyPosition;
/// # struct OneOrTwo; // Left takes 1, Right takes 2
/// # impl Partizan for OneOrTwo {
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
/// #         let amount = if player == Player::Left { 1 } else { 2 };
/// #         Some(amount).into_iter().filter(move |amount| amount <= heap)
/// #     }
/// #     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// # }
/// # heap_notation!(OneOrTwo);
/// let negative = any::negative(any::partizan(OneOrTwo));
/// assert!(negative.is_stuck(&AnyPosition::pack(&1_u64), Player::Left)); // it is Right who takes one now
/// ```
pub fn negative(rules: Arc<dyn AnyRuleset>) -> Arc<dyn AnyRuleset> {
    if rules.kind() == Kind::Partizan { Arc::new(Exchanged(rules)) } else { rules }
}

struct Exchanged(Arc<dyn AnyRuleset>);

impl AnyRuleset for Exchanged {
    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        self.0.read(text)
    }
    fn show(&self, position: &AnyPosition) -> String {
        self.0.show(position)
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        self.0.options(position, -player, from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        self.0.moves(position, -player, from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.0.is_stuck(position, -player)
    }
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.0.terminal_outcome(position)
    }
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        self.0.summands(position, summands);
    }
    fn each_option(&self, position: &AnyPosition, player: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        self.0.each_option(position, -player, each);
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
    fn recheck(&self) -> Option<Fault> {
        self.0.recheck()
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        self.0.normal_form(position)
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.0.negative(position)
    }
    fn all_positions(&self) -> Option<AllPositions> {
        self.0.all_positions()
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        self.0.picture(position)
    }
    fn is_loaded(&self) -> bool {
        self.0.is_loaded()
    }
}
