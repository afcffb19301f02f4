//! The impartial game of a partizan one: either player may make the moves of both. For Domineering it is Cram (Gardner 1974).

#[cfg(test)]
mod tests;

use sprague_core::any::{AnyPosition, Kind, Labelled, hand_over, portions};
use sprague_core::heap::{AmountSet, HeapRules};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, MOST_COUNTED, Outcome, Player, any, as_base};
use sprague_rules_subtraction::Subtraction;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// At most this many moves of Right are compared with the labels of Left's moves.
const LOOKED_AT: usize = 1 << 16;

/// The rules of a partizan ruleset, changed so that either player may make the moves of both.
///
/// Left's moves come first. A move of Right's to an option of Left's is left out, because it is equal to Left's move. If both
/// players have a move with one label to different positions, the labels get the player: `left: 1.2`, `right: 1.2`. Only
/// Right's first 65,536 moves are compared for that.
///
/// Positions and summands are those of the base: a sum has the options of the position for each player, and so for both
/// together. A position and its negative have the same options, up to negatives, so they share one normal form, the [form of
/// either](sprague_core::Hints::form_of_either) of the base. Play ends if play of the base ends, whoever moves when.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_asymmetric::PartizanSubtraction;
/// use sprague_rules_modifiers::EitherMoves;
///
/// let base = PartizanSubtraction { left: "1,2".parse()?, right: "1,3".parse()? };
/// let rules = EitherMoves::around(any::partizan(base))?;
/// let mut moves = vec![];
/// rules.moves(&rules.read("5")?, Player::Left, 0, &mut moves);
/// assert_eq!(moves.iter().map(|mv| mv.label.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Debug)]
pub struct EitherMoves {
    base: Arc<dyn AnyRuleset>,
}

impl EitherMoves {
    /// Lets either player make the moves of both under these rules.
    ///
    /// Impartial rules do not change. Partizan subtraction becomes subtraction with the union of both sets, with all theorems
    /// about its heaps.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 as for other modifiers of these rules, and if the sets have too many members together.
    pub fn around(base: Arc<dyn AnyRuleset>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        let base = super::plain(base)?;
        if base.kind() == Kind::Impartial {
            return Ok(base);
        }
        match base.heaps().and_then(|heaps| heaps.rules()) {
            Some(HeapRules::PartizanSubtraction { left, right }) => {
                let both = [left.as_slice(), right.as_slice()].concat();
                let both = AmountSet::new(both).map_err(|error| BadNotation::new(0, format!("fewer amounts: {error}")))?;
                Ok(any::one_heap(Subtraction(both)))
            }
            _ => Ok(Arc::new(Self { base })),
        }
    }

    fn options_of<'a>(&'a self, position: &'a AnyPosition, player: Player) -> impl Iterator<Item = AnyPosition> + 'a {
        portions(move |from, options| self.base.options(position, player, from, options))
    }

    fn moves_of<'a>(&'a self, position: &'a AnyPosition, player: Player) -> impl Iterator<Item = Labelled> + 'a {
        portions(move |from, moves| self.base.moves(position, player, from, moves))
    }

    /// Returns the position that stands for a position in normal form: the one that the rules know, or the lesser of the normal
    /// forms of the position and of its negative, which have the same options, up to negatives.
    fn form_of(&self, form: AnyPosition) -> AnyPosition {
        self.base.hints().form_of_either(&form).unwrap_or_else(|| match self.base.negative(&form) {
            Some(negative) => self.base.normal_form(negative).min(form),
            None => form,
        })
    }

    /// Returns Left's options, and then Right's options that Left does not have.
    ///
    /// Left's options are collected only when Right's options are needed.
    fn either_options<'a>(&'a self, position: &'a AnyPosition) -> impl Iterator<Item = AnyPosition> + 'a {
        let of_right = std::iter::once_with(move || {
            let of_left: HashSet<AnyPosition> = self.options_of(position, Player::Left).collect();
            self.options_of(position, Player::Right).filter(move |option| !of_left.contains(option))
        });
        self.options_of(position, Player::Left).chain(of_right.flatten())
    }

    /// Returns the moves to [these options](Self::either_options), in the same order.
    fn either_moves<'a>(&'a self, position: &'a AnyPosition) -> impl Iterator<Item = Labelled> + 'a {
        let of_left = std::iter::once_with(move || {
            let of_right: HashMap<String, AnyPosition> =
                self.moves_of(position, Player::Right).take(LOOKED_AT).map(|Labelled { label, to }| (label, to)).collect();
            self.moves_of(position, Player::Left).map(move |mv| {
                let is_anothers = of_right.get(&mv.label).is_some_and(|to| *to != mv.to);
                if is_anothers { of_player(Player::Left, mv) } else { mv }
            })
        });
        let of_right = std::iter::once_with(move || {
            let of_left: Vec<Labelled> = self.moves_of(position, Player::Left).collect();
            let (labels, options): (HashSet<String>, HashSet<AnyPosition>) =
                of_left.into_iter().map(|Labelled { label, to }| (label, to)).unzip();
            let others = self.moves_of(position, Player::Right).filter(move |mv| !options.contains(&mv.to));
            others.map(move |mv| if labels.contains(&mv.label) { of_player(Player::Right, mv) } else { mv })
        });
        of_left.flatten().chain(of_right.flatten())
    }
}

/// Puts the player in front of a move's label.
fn of_player(player: Player, Labelled { label, to }: Labelled) -> Labelled {
    Labelled { label: format!("{player}: {label}"), to }
}

impl AnyRuleset for EitherMoves {
    as_base!(base: read show is_position summands is_loopfree fault recheck all_positions listed_by positions_of picture look is_loaded is_endless);
    fn kind(&self) -> Kind {
        Kind::Impartial
    }
    fn options(&self, position: &AnyPosition, _: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        hand_over(self.either_options(position), from, options)
    }
    fn mobility(&self, position: &AnyPosition, _: Player) -> u32 {
        let counted = || self.either_options(position).take(MOST_COUNTED as usize).count() as u32;
        self.base.hints().mobility_of_either(position).unwrap_or_else(counted)
    }
    fn moves(&self, position: &AnyPosition, _: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        hand_over(self.either_moves(position), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, _: Player) -> bool {
        Player::BOTH.into_iter().all(|player| self.base.is_stuck(position, player))
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
    fn each_option(&self, position: &AnyPosition, _: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        if self.base.hints().each_option_of_either(position, each) {
            return;
        }
        let mut goes_on = true;
        for player in Player::BOTH {
            if goes_on {
                self.base.each_option(position, player, &mut |parts| {
                    parts.iter_mut().for_each(|part| *part = self.form_of(std::mem::take(part)));
                    goes_on = each(parts);
                    goes_on
                });
            }
        }
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        self.form_of(self.base.normal_form(position))
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        Some(position.clone())
    }
}

const KNOWN: &[Fact] = &[Fact::of("Domineering with the moves of both is Cram: their sum is lost.", "Gardner 1974")
    .shown_by("solve impartial:domineering@3x4+cram@3x4", "nimber 0")];

pub(crate) fn entry() -> Entry {
    let impartial = Entry::new("impartial:RULESET", |parameters| {
        let base = parameters.ruleset()?;
        EitherMoves::around(base).map_err(|error| error.shifted(parameters.at))
    });
    let impartial = impartial.component("as RULESET says").play("either player may make Left's and Right's moves of RULESET");
    let impartial =
        impartial.rules("Either player makes the moves that Left or Right has in RULESET. Whoever cannot move loses.");
    let impartial = impartial.options("RULESET: any ruleset without a terminal rule, built in or loaded, with its parameters.");
    let impartial = impartial.known(KNOWN).source("Gardner 1974, for Domineering and Cram");
    impartial
        .modifier()
        .example("impartial:domineering@3x4")
        .title("The Impartial Version")
        .aim("Anybody makes anybody's moves.")
        .brief("Both players may make Left's and Right's moves of the game. Whoever cannot move loses.")
        .sizes(&["impartial:domineering@2x3", "impartial:domineering@3x4", "impartial:clobber@2x3", "impartial:clobber@3x3"])
}
