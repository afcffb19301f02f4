//! Back from the border: an [`AnyRuleset`] as a typed ruleset, so that modifiers and evaluators take it like any other.

use super::{AnyPosition, AnyRuleset, Kind, portions};
use crate::{Fault, Impartial, Outcome, Player, Ruleset};
use core::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A move with its label and where it leads.
///
/// ```
/// use sprague_core::{AnyPosition, any::Labelled};
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
        fn bytes_outside(&self, position: &AnyPosition) -> usize {
            position.bytes_outside()
        }
        fn fault(&self) -> Option<Fault> {
            self.0.fault()
        }
    };
}

/// An impartial ruleset behind the border, as a typed one: it has nimbers, and modifiers stack on it.
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
/// use sprague_core::{AnyImpartial, AnyPosition, Misere, any};
///
/// let nim = AnyImpartial::try_from(any::impartial(Nim)).unwrap();
/// assert_eq!(Misere(nim).options(&AnyPosition::pack(&3_u64)).count(), 3);
/// ```
#[derive(Clone)]
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

/// A ruleset with its own ending behind the border, as a typed one: it has outcomes, and no nimbers.
///
/// ```
/// use sprague_core::AnyOwnEnding;
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
/// let rules = AnyOwnEnding::try_from(any::own_ending(Odd)).unwrap();
/// assert_eq!(rules.terminal_outcome(&sprague_core::AnyPosition::pack(&3_u64)), Outcome::Win);
/// ```
#[derive(Clone)]
pub struct AnyOwnEnding(Arc<dyn AnyRuleset>);

impl TryFrom<Arc<dyn AnyRuleset>> for AnyOwnEnding {
    type Error = NotOfThisKind;
    fn try_from(rules: Arc<dyn AnyRuleset>) -> Result<Self, NotOfThisKind> {
        match rules.kind() {
            Kind::OwnEnding => Ok(Self(rules)),
            found => Err(NotOfThisKind { found }),
        }
    }
}

impl Ruleset for AnyOwnEnding {
    same_moves!();
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.0.terminal_outcome(position)
    }
}
