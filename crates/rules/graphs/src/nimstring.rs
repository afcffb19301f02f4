//! Nimstring: take strings between coins; a player who takes the last string of a coin moves again.
//!
//! It is Dots and Boxes in the form of *Strings and Coins*, except that the last move decides and not the number of coins.
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 12 and 16; Berlekamp, *The Dots and Boxes Game*.

mod notation;
mod strings;
#[cfg(test)]
mod tests;

pub use strings::Strings;

use core::fmt;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Entailing, Ruleset, ToldOf, any};
pub(crate) use strings::GROUND;

/// Nimstring: take a string; a player who takes the last string of a coin moves again. A player who cannot move loses.
///
/// After a move that takes the last string of a coin, the position is [entailed](Entailing): the other player passes in it. The
/// ground, 0, is not a coin. Summands are the connected components; the ground does not connect.
///
/// Three theorems make searches faster:
/// - A coin with one string that leads to the ground, or to a coin with three or more strings, can be taken without loss.
/// - A single string between two coins is worth 0.
/// - A coin with one string next to a coin with two strings is loony, unless the second string of the other coin ends at a coin
///   with one string, too.
///
/// ```
/// use sprague_core::{Entailing, Notation, Ruleset};
/// use sprague_rules_graphs::Nimstring;
///
/// let chain = Nimstring.read("0-1.1-2.2-0")?;
/// let options: Vec<String> = Nimstring.options(&chain).map(|to| Nimstring.show(&to)).collect();
/// assert_eq!(options, ["0-2.1-2", "0-1.1-2", "0-1.0-2"]);
/// let completed = Nimstring.options(&Nimstring.read("0-1.0-2.0-2")?).next().unwrap();
/// assert_eq!(Nimstring.show(&completed), "0-2.0-2:pass");
/// assert!(Nimstring.is_entailed(&completed));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nimstring;

/// A move: the string that is taken, given by its ends, or a pass.
///
/// ```
/// use sprague_rules_graphs::TakeString;
/// assert_eq!(TakeString::Between(0, 3).to_string(), "take 0-3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakeString {
    /// Takes a string between these ends; the smaller end comes first, and 0 is the ground.
    Between(u16, u16),
    /// Does nothing, because the other player moves again.
    Pass,
}

impl fmt::Display for TakeString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(one, other) => write!(f, "take {one}-{other}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl Ruleset for Nimstring {
    type Position = Strings;
    type Move = TakeString;
    fn moves(&self, strings: &Strings) -> impl Iterator<Item = TakeString> {
        let taken = strings.different().map(|[one, other]| TakeString::Between(one, other));
        strings.must_pass().then_some(TakeString::Pass).into_iter().chain(taken)
    }
    fn play(&self, strings: &Strings, mv: &TakeString) -> Strings {
        match *mv {
            TakeString::Between(one, other) => strings.without([one, other]),
            TakeString::Pass => strings.passed(),
        }
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, strings: Strings) -> Strings {
        strings.renumbered()
    }
    fn allocated_bytes(&self, strings: &Strings) -> usize {
        strings.allocated_bytes()
    }
}

impl Entailing for Nimstring {
    fn is_entailed(&self, strings: &Strings) -> bool {
        strings.must_pass()
    }
    fn summands(&self, strings: &Strings) -> impl Iterator<Item = Strings> {
        strings.parts().into_iter()
    }
    fn told(&self, strings: &Strings) -> ToldOf<Strings> {
        let count = |coin: u16| strings.at(coin).count();
        for coin in strings.coins().into_iter().filter(|coin| count(*coin) == 1) {
            let end = strings.at(coin).next().expect("it has one string");
            let equal = || ToldOf::Equals(strings.without([coin.min(end), coin.max(end)]).passed());
            if end == GROUND {
                return equal();
            }
            match count(end) {
                1 => return equal(),
                2 => {
                    let beyond = strings.at(end).find(|beyond| *beyond != coin).expect("its other string ends elsewhere");
                    if beyond == GROUND || count(beyond) > 1 {
                        return ToldOf::Loony;
                    }
                }
                _ => return equal(),
            }
        }
        ToldOf::Nothing
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("A chain of two coins can be taken in two ways, and so it is loony once it is opened.", "Winning Ways, ch. 16")
        .shown_by("solve nimstring@1-2.2-0", "value loony"),
    Fact::of("A long chain that is not opened is worth 0.", "Winning Ways, ch. 16")
        .shown_by("solve nimstring@0-1.1-2.2-3.3-0", "nimber 0"),
    Fact::of("Two by two boxes are lost for the first player.", "computed here; Dots and Boxes with 9 dots is won by 2 points")
        .shown_by("solve nimstring@2x2", "lost for the player to move"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("nimstring", |parameters| parameters.none().map(|()| any::entailing(Nimstring)));
    let entry = entry
        .component("boxes RxC, or a graph in one line whose edges are strings, 0 being the ground, as in 0-1.0-1.1-2; :gone=… names strings that were taken")
        .play("take a string; whoever takes the last string of a coin moves again");
    let entry = entry.rules("Strings join coins, or a coin and the ground 0, and several may join the same two. A player takes a string. Whoever takes the last string of a coin, or of two, must move again: the other player passes, which `:pass` after a position means. Whoever cannot move loses, also whoever has just taken the last string. `RxC` are boxes of Dots and Boxes: a coin is a box, a string a line that is not drawn. A position is worth a nimber, or is loony: then whoever is to move wins every sum with it.");
    entry
        .example("nimstring@2x2").title("Nimstring").aim("Draw a line; close a box and draw again.").brief("Draw a line between two dots; whoever closes a box draws again. Whoever has no line left to draw loses (the game behind Dots and Boxes).").sizes(&["nimstring@1x2", "nimstring@2x2", "nimstring@2x3", "nimstring@3x3"])
        .theorem("nimbers and loony positions (entailing moves)")
        .source("Berlekamp, Conway & Guy, Winning Ways, ch. 12 and 16")
        .known(KNOWN)
}
