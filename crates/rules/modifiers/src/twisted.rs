//! Rulesets in which each move replaces the component by its negative.

use sprague_core::any::{AnyPosition, Kind, Labelled, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, Outcome, Player, as_base};
use std::sync::Arc;

/// Partizan rules in which each move ends by replacing the component by its negative.
///
/// If the base has a [negative](AnyRuleset::negative) of the position, the position becomes that one. Otherwise the component
/// is marked as turned, which is written as `~` before it: Left and Right exchange their roles in it. A component is turned as
/// a whole, so it does not split into summands.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_asymmetric::PartizanSubtraction;
/// use sprague_rules_modifiers::Turning;
///
/// let base = PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let rules = Turning::around(any::partizan_heap(base))?;
/// let mut moves = vec![];
/// rules.moves(&rules.read("3")?, Player::Left, 0, &mut moves);
/// assert_eq!(rules.show(&moves[0].to), "~2"); // it is Left who takes 2 now
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Debug)]
pub struct Turning {
    base: Arc<dyn AnyRuleset>,
}

/// A position, and whether it is turned.
struct Turned(bool, AnyPosition);

impl Turned {
    fn of(position: &AnyPosition) -> Self {
        let words = position.words();
        Self(words[0] == 1, AnyPosition::from_words(words[1..].iter().copied()))
    }

    fn packed(&self) -> AnyPosition {
        AnyPosition::from_words([u64::from(self.0)].into_iter().chain(self.1.words().iter().copied()))
    }

    /// Returns the player who moves in the base when `player` moves here.
    fn mover(&self, player: Player) -> Player {
        if self.0 { -player } else { player }
    }
}

impl Turning {
    /// Wraps these rules, so that each move turns the component.
    ///
    /// Impartial rules are returned unchanged, because each position is its own negative.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 if `base` has a terminal rule or entailing moves.
    pub fn around(base: Arc<dyn AnyRuleset>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        let base = super::plain(base)?;
        Ok(if base.kind() == Kind::Impartial { base } else { Arc::new(Self { base }) })
    }

    fn turned(&self, Turned(is_turned, position): Turned) -> Turned {
        match self.base.negative(&position) {
            Some(negative) if !is_turned => Turned(false, negative),
            _ => Turned(!is_turned, position),
        }
    }
}

impl AnyRuleset for Turning {
    as_base!(base: fault recheck listed_by positions_of look is_loaded is_endless);
    fn kind(&self) -> Kind {
        Kind::Partizan
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let position = match text.strip_prefix('~') {
            // a plugin may write the empty sum as `~`
            Some("") if self.base.read(text).is_ok() => Turned(false, self.base.read(text)?),
            Some(text) => self.turned(Turned(false, self.base.read(text).map_err(|error| error.shifted(1))?)),
            None => Turned(false, self.base.read(text)?),
        };
        Ok(position.packed())
    }
    fn show(&self, position: &AnyPosition) -> String {
        let Turned(is_turned, position) = Turned::of(position);
        format!("{}{}", if is_turned { "~" } else { "" }, self.base.show(&position))
    }
    fn is_position(&self, position: &AnyPosition) -> bool {
        let is_flagged = matches!(position.words(), [0 | 1, ..]);
        is_flagged && {
            let turned = Turned::of(position);
            self.base.is_position(&turned.1) && !(turned.0 && self.base.negative(&turned.1).is_some())
        }
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        let position = Turned::of(position);
        let mut of_base = vec![];
        let more = self.base.options(&position.1, position.mover(player), from, &mut of_base);
        options.extend(of_base.into_iter().map(|option| self.turned(Turned(position.0, option)).packed()));
        more
    }
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        let position = Turned::of(position);
        self.base.mobility(&position.1, position.mover(player))
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        let position = Turned::of(position);
        let mut of_base = vec![];
        let more = self.base.moves(&position.1, position.mover(player), from, &mut of_base);
        let turned = |Labelled { label, to }| Labelled { label, to: self.turned(Turned(position.0, to)).packed() };
        moves.extend(of_base.into_iter().map(turned));
        more
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        let position = Turned::of(position);
        self.base.is_stuck(&position.1, position.mover(player))
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
    fn is_loopfree(&self, position: &AnyPosition) -> bool {
        self.base.is_loopfree(&Turned::of(position).1)
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        let Turned(is_turned, position) = Turned::of(&position);
        Turned(is_turned, self.base.normal_form(position)).packed()
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        Some(self.turned(Turned::of(position)).packed())
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        let Turned(is_turned, position) = Turned::of(position);
        if is_turned { None } else { self.base.picture(&position) }
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("Turned twice it is the ruleset again, if play ends.", "By induction: the two turns after each move cancel")
        .shown_by("compare twisted:twisted:domineering@3x3 domineering@3x3", "equal"),
    Fact::of("The turned game of a sum is not the sum of the turned games: each move turns one component alone.", "CGSuite"),
];

pub(crate) fn entry() -> Entry {
    let twisted = Entry::new("twisted:RULESET", |parameters| {
        Turning::around(parameters.ruleset()?).map_err(|error| error.shifted(parameters.at))
    });
    let twisted = twisted.component("as RULESET says, or ~ and one that stands turned");
    let twisted = twisted.play("move as in RULESET, then the component becomes its negative");
    let twisted = twisted.rules(
        "A player makes a move of RULESET; then Left and Right are exchanged in that component. Whoever cannot move loses.",
    );
    let twisted = twisted.options("RULESET: any ruleset without a terminal rule, built in or loaded, with its parameters.");
    let twisted = twisted.known(KNOWN).source("CGSuite's modifier of this name");
    twisted
        .modifier()
        .example("twisted:domineering@3x3")
        .title("The Twisted Version")
        .aim("Move, and the sides change places.")
        .brief(
            "Move as in the game; after that Left and Right change places in the part that was moved. Whoever cannot move loses.",
        )
        .sizes(&["twisted:domineering@2x2", "twisted:domineering@2x3", "twisted:domineering@3x3", "twisted:toads-frogs@TT.FF"])
}
