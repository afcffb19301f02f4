//! The modifier under which a player moves only if the other player could move, too.

use sprague_core::any::{AllPositions, AnyPosition, Fault, Kind, Labelled, ListedBy, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, Outcome, Player};
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
    fn kind(&self) -> Kind {
        Kind::Partizan
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        self.base.read(text)
    }
    fn show(&self, position: &AnyPosition) -> String {
        self.base.show(position)
    }
    fn is_position(&self, position: &AnyPosition) -> bool {
        self.base.is_position(position)
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
    fn is_loopfree(&self, position: &AnyPosition) -> bool {
        self.base.is_loopfree(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.base.fault()
    }
    fn recheck(&self) -> Option<Fault> {
        self.base.recheck()
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        self.base.normal_form(position)
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.base.negative(position)
    }
    fn all_positions(&self) -> Option<AllPositions> {
        self.base.all_positions()
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        self.base.picture(position)
    }
    fn listed_by(&self) -> Option<ListedBy> {
        self.base.listed_by()
    }
    fn positions_of(&self, size: &[u64]) -> Vec<String> {
        self.base.positions_of(size)
    }
    fn look(&self) -> Look {
        self.base.look()
    }
    fn is_loaded(&self) -> bool {
        self.base.is_loaded()
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
