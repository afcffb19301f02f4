//! Parity Stones by name.

use crate::Stones;
use sprague_core::heap::Parity;
use sprague_core::registry::{Entry, Parameters};
use sprague_core::{BadNotation, any};

/// The entry of Stones.
///
/// ```
/// assert_eq!(sprague_rules_stones::entries()[0].name(), "stones");
/// ```
pub fn entries() -> [Entry; 1] {
    let stones = Entry::new("stones:SET[:wins=even]", |parameters| {
        let rules = parameters.needed("the allowed amounts", |text| read(parameters, text))?;
        Ok(any::terminal_heap(rules))
    });
    [stones
        .component("pile or pile.mine.his")
        .play("take an amount in SET until none fits; who then holds an odd (even) number wins if the other does not")
        .example("stones:1-3@7")
        .theorem("bounded look-back")
        .source("McDougall 1997, Game::Stones")]
}

fn read(parameters: &Parameters<'_>, text: &str) -> Result<Stones, BadNotation> {
    let (amounts, at, option) = parameters.amounts_and_option(text)?;
    let wins = match option {
        None | Some("wins=odd") => Parity::Odd,
        Some("wins=even") => Parity::Even,
        Some(_) => return Err(BadNotation::new(at, "`wins=even` or `wins=odd`")),
    };
    Ok(Stones { amounts, wins })
}
