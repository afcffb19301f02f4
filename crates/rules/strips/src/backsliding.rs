//! Backsliding Toads and Frogs: toads and frogs may also step back.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 11.

use crate::strip::bits;
use crate::{Hop, Strip, ToadsAndFrogs};
use core::iter;
use sprague_core::any::{self, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// Toads and Frogs in which each animal may also step back.
///
/// A toad `T` steps back to the left, and a frog `F` to the right. Jumps go only forwards, as in [`ToadsAndFrogs`]. Play can go
/// on for ever, and then it is a draw.
///
/// A strip on which nobody can move has no summands.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::BackslidingToadsAndFrogs;
///
/// let strip = BackslidingToadsAndFrogs.read(".TF.")?;
/// let moves: Vec<String> = BackslidingToadsAndFrogs.moves(&strip, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["2 to 4", "2 to 1"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BackslidingToadsAndFrogs;

impl Partizan for BackslidingToadsAndFrogs {
    type Position = Strip;
    type Move = Hop;
    fn moves(&self, strip: &Strip, player: Player) -> impl Iterator<Item = Hop> {
        let (own, free) = (strip.of(player), strip.of_neither());
        let back = bits(if player == Player::Left { own & free << 1 } else { own & free >> 1 }).map(move |square| {
            let from = square as u8 + 1;
            Hop { from, to: if player == Player::Left { from - 1 } else { from + 1 } }
        });
        ToadsAndFrogs.moves(strip, player).chain(back)
    }
    fn play(&self, strip: &Strip, player: Player, hop: &Hop) -> Strip {
        ToadsAndFrogs.play(strip, player, hop)
    }
    /// An animal next to a free square can step onto it, so no strip splits into parts.
    fn summands(&self, strip: &Strip) -> impl Iterator<Item = Strip> {
        let animals = strip.of(Player::Left) | strip.of(Player::Right);
        iter::once(*strip).filter(move |strip| animals != 0 && strip.of_neither() != 0)
    }
    fn negative(&self, strip: &Strip) -> Option<Strip> {
        ToadsAndFrogs.negative(strip)
    }
}

impl Notation<Strip> for BackslidingToadsAndFrogs {
    /// Parses 1 to 64 characters `T`, `F` and `.`.
    fn read(&self, text: &str) -> Result<Strip, BadNotation> {
        ToadsAndFrogs.read(text)
    }
    fn show(&self, strip: &Strip) -> String {
        ToadsAndFrogs.show(strip)
    }
    fn picture(&self, strip: &Strip) -> Option<Picture> {
        ToadsAndFrogs.picture(strip)
    }
    fn look(&self) -> Look {
        ToadsAndFrogs.look()
    }
}

const KNOWN: &[Fact] = &[
    Fact::of(
        "Three toads and three frogs with two squares between them are a draw, whoever starts.",
        "CGSuite 2.0: the value is {on||0|-1/2} & {1/2|0||off}",
    )
    .shown_by("solve backsliding-toads-frogs@TTT..FFF --first left", "outcome class D"),
    Fact::of("With one square between them whoever starts loses.", "computed by this program")
        .shown_by("solve backsliding-toads-frogs@TTT.FFF --first left", "outcome class P"),
];

pub(crate) fn entry() -> Entry {
    let toads =
        Entry::new("backsliding-toads-frogs", |parameters| parameters.none().map(|()| any::partizan(BackslidingToadsAndFrogs)));
    let toads = toads.component("strip of T . F").play("as toads-frogs, but T may also step left, and F right");
    let toads = toads.rules("Left moves a toad `T` one square to the right or to the left, or lets it jump to the right over one frog `F` into the free square beyond it; Right moves a frog one square either way, or lets it jump to the left. Nobody is removed. Whoever cannot move loses; play that never ends is a draw.");
    toads.example("backsliding-toads-frogs@TTT..FFF").title("Backsliding Toads and Frogs").aim("Step forward or back, or jump over one opponent.").brief("Toads go right and frogs left, by one step or a jump over one opponent; both may also step back. Whoever cannot move loses.").sizes(&["backsliding-toads-frogs@T..F", "backsliding-toads-frogs@TT.FF", "backsliding-toads-frogs@TT..FF", "backsliding-toads-frogs@TTT..FFF"]).source("Winning Ways ch. 11").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, with, words};
    use sprague_testkit::judge::options_are_those_of;

    fn naive(strip: &str, player: Player) -> Vec<String> {
        let square = |at: isize| usize::try_from(at).ok().and_then(|at| strip.as_bytes().get(at).copied());
        let (own, other, step) = if player == Player::Left { (b'T', b'F', 1) } else { (b'F', b'T', -1) };
        let mut options = vec![];
        for at in (0..strip.len() as isize).filter(|&at| square(at) == Some(own)) {
            let is_free = |to| square(to) == Some(b'.');
            let jumps = square(at + step) == Some(other) && is_free(at + 2 * step);
            let to = [
                is_free(at + step).then_some(at + step),
                is_free(at - step).then_some(at - step),
                jumps.then_some(at + 2 * step),
            ];
            let hop = |to: isize| with(&with(strip, at as usize, '.'), to as usize, own.into());
            options.extend(to.into_iter().flatten().map(hop));
        }
        options
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in words("TF.", 1..=7).into_iter().chain(words("TF.", 5..=5).iter().map(|text| format!("{text:T>64}"))) {
            assert!(options_are_those_of(&BackslidingToadsAndFrogs, naive, &text), "{text}");
        }
    }

    #[test]
    fn a_strip_has_no_summands_exactly_where_nobody_moves() {
        for text in words("TF.", 1..=6) {
            let strip = BackslidingToadsAndFrogs.read(&text).unwrap();
            let is_stuck = Player::BOTH.into_iter().all(|player| naive(&text, player).is_empty());
            assert_eq!(BackslidingToadsAndFrogs.summands(&strip).count(), usize::from(!is_stuck), "{text}");
        }
    }

    #[test]
    fn strips_are_themselves_again() {
        assert!(words("TF.", 1..=5).iter().all(|text| is_itself_again(&BackslidingToadsAndFrogs, text)));
        assert_eq!(BackslidingToadsAndFrogs.read("T.x").unwrap_err().to_string(), "byte 2: expected `T`, `.` or `F`");
    }
}
