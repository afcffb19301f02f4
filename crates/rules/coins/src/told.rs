//! A row of coins by its heads, under normal play.

use crate::{Coins, Heads, Row, Turning};
use sprague_core::any::{AnyPosition, Factor, Kind, Labelled, Look, Picture};
use sprague_core::examples::Nim;
use sprague_core::heap::Heaps;
use sprague_core::{AnyRuleset, BadNotation, Outcome, Player, any};
use sprague_rules_octal::Octal;
use std::sync::Arc;

/// The most coins of a turn for which heads have rows of nimbers.
const BY_ROWS: usize = 3;

/// The rules of a row of coins, with what is known of it.
///
/// Under normal play its nimber is the nim-sum of those of its heads. For a row and its heads, each alone, add up to a position that
/// the second player wins. She answers every turn by the same turn in the others, and what lies twice on a place cancels.
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
        // so many are the turns of a head that a search, which can be stopped, looks at them
        Turning::AtMost(most) if *most > BY_ROWS => any::impartial(Heads(turning.clone())),
        _ => any::heaps(Heads(turning.clone())),
    };
    let one = Factor { rules: any::impartial(Nim), position: AnyPosition::pack(&1_u64) };
    Arc::new(Told { base: any::impartial(Coins(turning)), heads, one })
}

struct Told {
    base: Arc<dyn AnyRuleset>,
    heads: Arc<dyn AnyRuleset>,
    /// The factor of all heads, of nimber 1.
    one: Factor,
}

impl AnyRuleset for Told {
    fn kind(&self) -> Kind {
        self.base.kind()
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
        self.base.options(position, player, from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        self.base.moves(position, player, from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.base.is_stuck(position, player)
    }
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.base.terminal_outcome(position)
    }
    fn is_loopfree(&self, position: &AnyPosition) -> bool {
        self.base.is_loopfree(position)
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.base.negative(position)
    }
    fn factors(&self, position: &AnyPosition) -> Option<Vec<[Factor; 2]>> {
        let head = |place: &u64| Factor { rules: self.heads.clone(), position: AnyPosition::pack(&Heaps::one(*place)) };
        let row: Row = position.unpack();
        Some(row.heads().iter().map(|place| [head(place), self.one.clone()]).collect())
    }
    fn factor_theorem(&self) -> &'static str {
        "of a row of coins that of its heads, each alone, by the theory of coin turning"
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        self.base.picture(position)
    }
    fn look(&self) -> Look {
        self.base.look()
    }
}
