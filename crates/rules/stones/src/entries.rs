//! The registry entry of Parity Stones.

use crate::Stones;
use sprague_core::heap::Parity;
use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("With at most k stones a move, the outcomes repeat every k + 2 stones if k is even, and every 2k + 2 if it is odd, from the empty pile on.", "this project, by bounded look-back for each k")
        .shown_by("analyse stones:1-3 --to 20", "period 8 from n = 0 on, proved"),
];

/// Returns the registry entries of all games in this crate.
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
        .example("stones:1-3@7").title("Odd Stones").aim("End with an odd number of stones.").brief("Take an allowed number of stones until none fits. Then whoever holds an odd number wins, if the other player does not; otherwise it is a draw.").sizes(&["stones:1-3@5", "stones:1-3@7", "stones:1-3@13", "stones:1-4@20"])
        .theorem("bounded look-back")
        .rules("Players take stones from a pile and keep them, until no amount of SET fits. Then who holds an odd number wins, if the other does not; if both or neither do, it is a draw. `pile.mine.his` says what each player holds already.")
        .options("SET: the amounts, `1-3`. wins=even: who holds an even number wins.")
        .known(KNOWN)
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
