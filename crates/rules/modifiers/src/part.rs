//! A heap ruleset as part of another: the heaps that each move leaves.

use sprague_core::any::{AnyPosition, Kind, Labelled, portions};
use sprague_core::heap::Heaps;
use sprague_core::registry::Parameters;
use sprague_core::{AnyRuleset, BadNotation, Player};
use std::sync::Arc;

/// Moves by their labels, each with what it leaves.
pub(crate) type Moves<'a, T> = Box<dyn Iterator<Item = (String, T)> + 'a>;

/// The rules by which a heap is moved.
#[derive(Clone, Debug)]
pub(crate) struct Part(Arc<dyn AnyRuleset>);

impl Part {
    /// The part with these rules.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 where the rules are not played on heaps, or heaps remember something.
    pub(crate) fn of(rules: Arc<dyn AnyRuleset>) -> Result<Self, BadNotation> {
        let rules = super::plain(rules)?;
        if let Some(fault) = rules.fault() {
            return Err(BadNotation::new(0, format!("a ruleset that works: {fault}")));
        }
        let Some(heaps) = rules.heaps() else {
            return Err(BadNotation::new(0, "a ruleset that is played on heaps, such as nim or kayles"));
        };
        if heaps.sizes(&heaps.position(1, 0)).is_none() || heaps.nimbers().is_some_and(|nimbers| nimbers.width() > 1) {
            return Err(BadNotation::new(0, "a ruleset whose heaps are numbers alone: here they remember moves"));
        }
        Ok(Self(rules))
    }

    pub(crate) fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.0
    }

    pub(crate) fn is_impartial(&self) -> bool {
        self.0.kind() == Kind::Impartial
    }

    /// The moves of a player, each with the heaps that it leaves.
    ///
    /// Their labels are empty unless they are wanted.
    pub(crate) fn moves<'a>(&'a self, heap: u64, player: Player, is_labelled: bool) -> Moves<'a, Heaps> {
        let position = self.position(heap);
        if is_labelled {
            let moves = portions(move |from, moves| self.0.moves(&position, player, from, moves));
            Box::new(moves.map(|Labelled { label, to }| (label, self.sizes(&to))))
        } else {
            let options = portions(move |from, options| self.0.options(&position, player, from, options));
            Box::new(options.map(|option| (String::new(), self.sizes(&option))))
        }
    }

    /// Tells whether there is a heap of this size.
    ///
    /// # Errors
    /// Those of reading it.
    pub(crate) fn takes(&self, heap: u64) -> Result<(), BadNotation> {
        self.0.read(&heap.to_string()).map(drop)
    }

    pub(crate) fn is_stuck(&self, heap: u64, player: Player) -> bool {
        self.0.is_stuck(&self.position(heap), player)
    }

    pub(crate) fn position(&self, heap: u64) -> AnyPosition {
        self.0.heaps().expect("it has heaps").position(heap, 0)
    }

    /// The heaps of an option; none where a ruleset that failed cannot tell them.
    fn sizes(&self, option: &AnyPosition) -> Heaps {
        self.0.heaps().and_then(|heaps| heaps.sizes(option)).unwrap_or_default()
    }
}

/// Both rulesets as parts; an error's byte, 0 or 1, says which is wrong.
pub(crate) fn parts([first, second]: [Arc<dyn AnyRuleset>; 2]) -> Result<[Part; 2], BadNotation> {
    Ok([Part::of(first)?, Part::of(second).map_err(|error| error.shifted(1))?])
}

/// The ruleset made of the two that a modifier names.
///
/// An error with one of them stands at its byte.
pub(crate) fn read(
    parameters: &Parameters<'_>,
    made: impl FnOnce([Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation>,
) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let [first, second] = parameters.two_rulesets()?;
    let places = [first.1, second.1];
    made([first.0, second.0]).map_err(|error| BadNotation { at: places[error.at.min(1)], ..error })
}

/// The words for the parts in the list of rulesets.
pub(crate) const PARTS: &str = "A, B: rulesets played on heaps that remember nothing, built in or loaded; in braces if one holds a `/`, \
                                as in `{asymmetric:1/2}`.";
