//! A heap ruleset as part of another ruleset.

use sprague_core::any::{AnyPosition, Kind, Labelled, portions};
use sprague_core::heap::Heaps;
use sprague_core::registry::Parameters;
use sprague_core::{AnyRuleset, BadNotation, Player};
use std::sync::Arc;

/// The labels of moves, each with the result of the move.
pub(crate) type Moves<'a, T> = Box<dyn Iterator<Item = (String, T)> + 'a>;

/// A ruleset that is played on heaps which are numbers.
#[derive(Clone, Debug)]
pub(crate) struct Part(Arc<dyn AnyRuleset>);

impl Part {
    /// Checks that these rules can be a part.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 if the rules are not played on heaps, or if a heap is more than its size.
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

    /// Returns the player's moves, each with the heaps that it leaves.
    ///
    /// The labels are empty unless `is_labelled` is set.
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

    /// Checks that the rules have a heap of this size.
    ///
    /// # Errors
    /// The error with which the rules refuse to read the heap.
    pub(crate) fn takes(&self, heap: u64) -> Result<(), BadNotation> {
        self.0.read(&heap.to_string()).map(drop)
    }

    pub(crate) fn is_stuck(&self, heap: u64, player: Player) -> bool {
        self.0.is_stuck(&self.position(heap), player)
    }

    pub(crate) fn position(&self, heap: u64) -> AnyPosition {
        self.0.heaps().expect("it has heaps").position(heap, 0)
    }

    /// Returns the heaps of an option, or no heaps if the ruleset has failed and cannot list them.
    fn sizes(&self, option: &AnyPosition) -> Heaps {
        self.0.heaps().and_then(|heaps| heaps.sizes(option)).unwrap_or_default()
    }
}

/// Builds parts of both rulesets. The byte of an error, 0 or 1, is the index of the wrong ruleset.
pub(crate) fn parts([first, second]: [Arc<dyn AnyRuleset>; 2]) -> Result<[Part; 2], BadNotation> {
    Ok([Part::of(first)?, Part::of(second).map_err(|error| error.shifted(1))?])
}

/// Builds the ruleset of a modifier that has two rulesets as parameters.
///
/// If one of the rulesets is wrong, the byte of the error is the place of that ruleset in the notation.
pub(crate) fn read(
    parameters: &Parameters<'_>,
    made: impl FnOnce([Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation>,
) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let [first, second] = parameters.two_rulesets()?;
    let places = [first.1, second.1];
    made([first.0, second.0]).map_err(|error| BadNotation { at: places[error.at.min(1)], ..error })
}

/// The line about the options in the description of each modifier with two parts.
pub(crate) const PARTS: &str = "A, B: rulesets played on heaps that remember nothing, built in or loaded; in braces if one holds a `/`, \
                                as in `{asymmetric:1/2}`.";
