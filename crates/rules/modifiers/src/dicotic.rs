//! The modifier under which a player moves only if the other player could move, too.

use sprague_core::any::{AnyPosition, Kind, Labelled};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, Outcome, Player, as_base};
use std::sync::Arc;

/// Partizan rules under which a player may move only if the other player could move, too.
///
/// So in every position both players have options or neither has, and every value is all-small. A component is not split into
/// summands, because the other player's ability to move depends on the whole component.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_asymmetric::PartizanSubtraction;
/// use sprague_rules_modifiers::WhileBothMove;
///
/// let base = PartizanSubtraction { left: "1".parse()?, right: "3".parse()? };
/// let rules = WhileBothMove::around(any::partizan_heap(base))?;
/// assert!(rules.is_stuck(&rules.read("2")?, Player::Left)); // Right could not take 3
/// assert!(!rules.is_stuck(&rules.read("3")?, Player::Left));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Debug)]
pub struct WhileBothMove {
    base: Arc<dyn AnyRuleset>,
}

impl WhileBothMove {
    /// Restricts these rules to positions in which both players can move. Impartial rules do not change.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 for rules with a terminal rule, and for rules whose moves entail the next one.
    pub fn around(base: Arc<dyn AnyRuleset>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        let base = super::plain(base)?;
        Ok(if base.kind() == Kind::Impartial { base } else { Arc::new(Self { base }) })
    }
}

impl AnyRuleset for WhileBothMove {
    as_base!(base: read show is_position is_loopfree fault recheck normal_form negative all_positions listed_by positions_of picture look is_loaded is_endless);
    fn kind(&self) -> Kind {
        Kind::Partizan
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        !self.base.is_stuck(position, -player) && self.base.options(position, player, from, options)
    }
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        if self.base.is_stuck(position, -player) { 0 } else { self.base.mobility(position, player) }
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        !self.base.is_stuck(position, -player) && self.base.moves(position, player, from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, _: Player) -> bool {
        Player::BOTH.into_iter().any(|player| self.base.is_stuck(position, player))
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
}

const KNOWN: &[Fact] =
    &[Fact::of("Every value is all-small: both players have a move, or neither has one.", "Winning Ways, ch. 8")
        .shown_by("value dicotic:domineering@2x3 --facts", "all-small")];

pub(crate) fn entry() -> Entry {
    let dicotic = Entry::new("dicotic:RULESET", |parameters| {
        WhileBothMove::around(parameters.ruleset()?).map_err(|error| error.shifted(parameters.at))
    });
    let dicotic =
        dicotic.component("as RULESET says").play("a player moves as in RULESET, but only while the other one could, too");
    let dicotic = dicotic.rules(
        "A player makes a move of RULESET, but only in a component in which the other player could move, too. Whoever cannot move loses.",
    );
    let dicotic = dicotic.options("RULESET: any ruleset without a terminal rule, built in or loaded, with its parameters.");
    let dicotic = dicotic.known(KNOWN).source("CGSuite's modifier of this name");
    dicotic
        .modifier()
        .example("dicotic:domineering@3x4")
        .title("The All-Small Version")
        .aim("Move only while the other player could, too.")
        .brief("Move as in the game, but only while the other player could move, too. Whoever cannot move loses.")
        .sizes(&["dicotic:domineering@2x3", "dicotic:domineering@3x3", "dicotic:domineering@3x4", "dicotic:domineering@4x4"])
}
