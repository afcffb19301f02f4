//! The registry entry of coin-turning games.

use crate::{Turning, coins};
use sprague_core::BadNotation;
use sprague_core::registry::{Entry, Fact};

/// The ways of turning that have names.
const NAMED: [(&str, Turning); 7] = [
    ("turtles", Turning::AtMost(2)),
    ("mock-turtles", Turning::AtMost(3)),
    ("mobius", Turning::AtMost(5)),
    ("mogul", Turning::AtMost(7)),
    ("ruler", Turning::Consecutive),
    ("twins", Turning::Exactly(2)),
    ("triplets", Turning::Exactly(3)),
];

const EXPECTED: &str = "turtles, mock-turtles, mobius, mogul, ruler, twins, triplets or octal:CODE";

const KNOWN: &[Fact] = &[
    Fact::of("Under normal play the nimber of a row is the nim-sum of those of its heads.", "Lenstra 1977")
        .shown_by("solve coins:ruler@HTTHTH --explain", "by the theory of coin turning"),
    Fact::of("Turtles are Nim: a head at n has nimber n.", "Winning Ways, ch. 14")
        .shown_by("solve coins:turtles@13", "nimber 13"),
    Fact::of("Mock turtles have the odious numbers: those with an odd number of binary ones.", "Winning Ways, ch. 14")
        .shown_by("solve coins:mock-turtles@13", "nimber 25"),
    Fact::of("With the ruler a head at n has the largest power of 2 that divides n.", "Winning Ways, ch. 14")
        .shown_by("solve coins:ruler@96", "nimber 32"),
    Fact::of("The lost rows of Mogul on 24 coins are the words of the extended Golay code.", "Winning Ways, ch. 14")
        .shown_by("solve coins:mogul@1.2.3.4.5.6.7.8", "lost for the player to move"),
];

fn turning(text: &str) -> Result<Turning, BadNotation> {
    if let Some(code) = text.strip_prefix("octal:") {
        return code.parse().map(Turning::ByCode).map_err(|error: BadNotation| error.shifted("octal:".len()));
    }
    let named = NAMED.into_iter().find(|(name, _)| *name == text);
    named.map(|(_, turning)| turning).ok_or_else(|| BadNotation::new(0, EXPECTED))
}

/// Returns the registry entry of this crate.
///
/// ```
/// let names = sprague_rules_coins::entries().map(|entry| entry.name().to_owned());
/// assert_eq!(names, ["coins"]);
/// ```
pub fn entries() -> [Entry; 1] {
    let entry = Entry::new("coins:TURN", |parameters| parameters.needed("the coins that a move turns", turning).map(coins));
    let entry =
        entry.component("places of heads, or letters H and T").play("turn coins, the rightmost of them from heads to tails");
    let entry = entry.rules("Coins lie in a row. A move turns some of them, as TURN says; the rightmost of these must be heads and becomes tails. Whoever cannot move loses.");
    let entry = entry.options(
        "TURN: `turtles` (one coin or two), `mock-turtles` (at most three), `mobius` (at most five), `mogul` (at most seven), `ruler` (any number \
         side by side), `twins` (exactly two), `triplets` (exactly three), or `octal:CODE`: a head at n becomes heads where the code leaves heaps.",
    );
    [entry.example("coins:ruler@1.4.6").title("Turning Coins").aim("Turn coins; the last of them from heads to tails.").brief("Turn some coins as the game allows; the one furthest right must turn from heads to tails. Whoever cannot move loses.").sizes(&["coins:turtles@1.3.4", "coins:mock-turtles@2.3.5", "coins:ruler@1.4.6", "coins:twins@2.5.7"]).source("Lenstra 1977; Winning Ways, ch. 14").known(KNOWN)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::registry::{LocalFiles, Registry};

    #[test]
    fn turns_are_read_by_name() {
        let registry = Registry::default().with(entries());
        for (name, _) in NAMED {
            assert!(registry.read(&format!("coins:{name}"), &LocalFiles).is_ok());
        }
        for (family, at) in [("coins", 5), ("coins:turtle", 6), ("coins:octal:0.x", 14), ("coins:octal:", 12)] {
            assert_eq!(registry.read(family, &LocalFiles).unwrap_err().at, at, "{family}");
        }
    }
}
