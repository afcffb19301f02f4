//! Back from type erasure: an [`AnyRuleset`] as a typed ruleset, so that modifiers and evaluators take it like any other.

use super::{AnyPosition, AnyRuleset, Kind, portions};
use crate::any::Fault;
use crate::{Impartial, Outcome, Partizan, Player, Ruleset};
use core::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A move with its label and where it leads.
///
/// ```
/// use sprague_core::any::{AnyPosition, Labelled};
/// let mv = Labelled { label: "take 2".into(), to: AnyPosition::from_words([3]) };
/// assert_eq!(mv.to_string(), "take 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Labelled {
    /// What the move is called.
    pub label: String,
    /// The position after it.
    pub to: AnyPosition,
}

impl fmt::Display for Labelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// The ruleset does not promise what was asked for.
///
/// ```
/// let error = sprague_core::any::NotOfThisKind { found: sprague_core::any::Kind::Partizan };
/// assert!(error.to_string().contains("Partizan"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this ruleset is of another kind: {found:?}")]
pub struct NotOfThisKind {
    /// What it is instead.
    pub found: Kind,
}

/// The part that both typed views share: moves and options of a ruleset whose players have the same moves.
macro_rules! same_moves {
    () => {
        type Position = AnyPosition;
        type Move = Labelled;
        fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = Labelled> {
            portions(|from, moves| self.0.moves(position, Player::Left, from, moves))
        }
        fn play(&self, _: &AnyPosition, mv: &Labelled) -> AnyPosition {
            mv.to.clone()
        }
        fn options(&self, position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
            portions(|from, options| self.0.options(position, Player::Left, from, options))
        }
        fn has_normal_forms(&self) -> bool {
            true
        }
        fn normal_form(&self, position: AnyPosition) -> AnyPosition {
            self.0.normal_form(position)
        }
        fn allocated_bytes(&self, position: &AnyPosition) -> usize {
            position.allocated_bytes()
        }
        fn fault(&self) -> Option<Fault> {
            self.0.fault()
        }
    };
}

/// An erased impartial ruleset, as a typed one: it has nimbers, and modifiers stack on it.
///
/// ```
/// # use sprague_core::{BadNotation, Impartial, Notation, Ruleset, notation::Reader};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// # impl Notation<u64> for Nim {
/// #     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
/// #     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// # }
/// use sprague_core::{Misere, any};
/// use sprague_core::any::{AnyImpartial, AnyPosition};
///
/// let nim = AnyImpartial::try_from(any::impartial(Nim)).unwrap();
/// assert_eq!(Misere(nim).options(&AnyPosition::pack(&3_u64)).count(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct AnyImpartial(Arc<dyn AnyRuleset>);

impl TryFrom<Arc<dyn AnyRuleset>> for AnyImpartial {
    type Error = NotOfThisKind;
    fn try_from(rules: Arc<dyn AnyRuleset>) -> Result<Self, NotOfThisKind> {
        match rules.kind() {
            Kind::Impartial => Ok(Self(rules)),
            found => Err(NotOfThisKind { found }),
        }
    }
}

impl Ruleset for AnyImpartial {
    same_moves!();
}

impl Impartial for AnyImpartial {
    fn summands(&self, position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
        let mut summands = vec![];
        self.0.summands(position, &mut summands);
        summands.into_iter()
    }
}

/// An erased ruleset with a terminal rule, as a typed one: it has outcomes, and no nimbers.
///
/// ```
/// use sprague_core::any::AnyTerminalRule;
/// # use sprague_core::{BadNotation, Notation, Outcome, Ruleset, any, notation::Reader};
/// # struct Odd;
/// # impl Ruleset for Odd {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, _: &u64) -> impl Iterator<Item = u64> { [].into_iter() }
/// #     fn play(&self, heap: &u64, _: &u64) -> u64 { *heap }
/// #     fn terminal_outcome(&self, heap: &u64) -> Outcome { if heap % 2 == 1 { Outcome::Win } else { Outcome::Loss } }
/// # }
/// # impl Notation<u64> for Odd {
/// #     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
/// #     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// # }
/// let rules = AnyTerminalRule::try_from(any::terminal(Odd)).unwrap();
/// assert_eq!(rules.terminal_outcome(&sprague_core::any::AnyPosition::pack(&3_u64)), Outcome::Win);
/// ```
#[derive(Clone, Debug)]
pub struct AnyTerminalRule(Arc<dyn AnyRuleset>);

impl TryFrom<Arc<dyn AnyRuleset>> for AnyTerminalRule {
    type Error = NotOfThisKind;
    fn try_from(rules: Arc<dyn AnyRuleset>) -> Result<Self, NotOfThisKind> {
        match rules.kind() {
            Kind::TerminalRule => Ok(Self(rules)),
            found => Err(NotOfThisKind { found }),
        }
    }
}

impl Ruleset for AnyTerminalRule {
    same_moves!();
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.0.terminal_outcome(position)
    }
}

/// Rules behind type erasure under which Left and Right may have different moves, as typed ones; impartial ones, too, which are seen
/// as partizan.
///
/// ```
/// use sprague_core::{Partizan, Player, any, heap_notation};
/// use sprague_core::any::AnyPartizan;
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
/// let rules = AnyPartizan::try_from(any::partizan(OneOrTwo))?;
/// let heap = sprague_core::any::AnyPosition::pack(&7_u64);
/// let labels: Vec<String> = rules.moves(&heap, Player::Right).map(|mv| mv.label).collect();
/// assert_eq!(labels, ["2"]);
/// # Ok::<(), any::NotOfThisKind>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyPartizan(Arc<dyn AnyRuleset>);

impl TryFrom<Arc<dyn AnyRuleset>> for AnyPartizan {
    type Error = NotOfThisKind;
    fn try_from(rules: Arc<dyn AnyRuleset>) -> Result<Self, NotOfThisKind> {
        match rules.kind() {
            Kind::Impartial | Kind::Partizan => Ok(Self(rules)),
            found => Err(NotOfThisKind { found }),
        }
    }
}

impl Partizan for AnyPartizan {
    type Position = AnyPosition;
    type Move = Labelled;
    fn moves(&self, position: &AnyPosition, player: Player) -> impl Iterator<Item = Labelled> {
        portions(move |from, moves| self.0.moves(position, player, from, moves))
    }
    fn play(&self, _: &AnyPosition, _: Player, mv: &Labelled) -> AnyPosition {
        mv.to.clone()
    }
    fn options(&self, position: &AnyPosition, player: Player) -> impl Iterator<Item = AnyPosition> {
        portions(move |from, options| self.0.options(position, player, from, options))
    }
    fn summands(&self, position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
        let mut summands = vec![];
        self.0.summands(position, &mut summands);
        summands.into_iter()
    }
    fn value_text(&self, position: &AnyPosition) -> Option<String> {
        self.0.value_text(position)
    }
    fn each_option(&self, position: &AnyPosition, player: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        self.0.each_option(position, player, each);
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        self.0.normal_form(position)
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.0.negative(position)
    }
    fn allocated_bytes(&self, position: &AnyPosition) -> usize {
        position.allocated_bytes()
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}
