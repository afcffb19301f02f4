//! Rulesets for rows of coins whose nimbers follow from the heads, under normal play.

use crate::{Coins, Heads, Row, Turning};
use sprague_core::any::{AnyPosition, Factor};
use sprague_core::examples::Nim;
use sprague_core::heap::Heaps;
use sprague_core::{AnyRuleset, any, as_base};
use sprague_rules_octal::Octal;
use std::sync::Arc;

/// Heads have rows of nimbers if a turn has at most this many coins.
const BY_ROWS: usize = 3;

/// Returns the rules of a row of coins, with the theorem about its nimbers.
///
/// Under normal play the nimber of a row is the nim-sum of the nimbers of its heads, because the second player wins the sum of
/// the row and its heads: she answers every turn by an equal turn in the other part, and two heads on one place cancel.
///
/// ```
/// use sprague_rules_coins::{Turning, coins};
/// let turtles = coins(Turning::AtMost(2));
/// let row = turtles.read("1.4.6")?;
/// assert_eq!(turtles.factors(&row).map(|heads| heads.len()), Some(3));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
pub fn coins(turning: Turning) -> Arc<dyn AnyRuleset> {
    let heads = match &turning {
        Turning::ByCode(code) => any::heaps(Octal(code.clone())),
        // a head has too many turns for rows, so a search (which can be stopped) evaluates it
        Turning::AtMost(most) if *most > BY_ROWS => any::impartial(Heads(turning.clone())),
        _ => any::heaps(Heads(turning.clone())),
    };
    let one = Factor { rules: any::impartial(Nim), position: AnyPosition::pack(&1_u64) };
    Arc::new(Told { base: any::impartial(Coins(turning)), heads, one })
}

struct Told {
    base: Arc<dyn AnyRuleset>,
    heads: Arc<dyn AnyRuleset>,
    /// The second factor of all heads; it has the nimber 1.
    one: Factor,
}

impl AnyRuleset for Told {
    as_base!(base: kind read show is_position options moves is_stuck terminal_outcome is_loopfree negative closed_form picture look);
    fn factors(&self, position: &AnyPosition) -> Option<Vec<[Factor; 2]>> {
        let head = |place: &u64| Factor { rules: self.heads.clone(), position: AnyPosition::pack(&Heaps::one(*place)) };
        let row: Row = position.unpack();
        Some(row.heads().iter().map(|place| [head(place), self.one.clone()]).collect())
    }
    fn factor_theorem(&self) -> &'static str {
        "of a row of coins that of its heads, each alone, by the theory of coin turning"
    }
}
