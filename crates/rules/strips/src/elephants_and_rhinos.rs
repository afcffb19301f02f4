//! Elephants and Rhinos: Toads and Frogs without jumps.
//!
//! CGSuite contains this game as Toads and Frogs with jumps of length 0.

use crate::letters::Letters;
use crate::strip::{bits, runs};
use crate::{Hop, Strip};
use sprague_core::any::{self, Look, Picture, Piece};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

const LETTERS: Letters = Letters { left: 'E', neither: '.', right: 'R' };

/// Left moves an elephant `E` to the right, Right moves a rhino `R` to the left.
///
/// An animal moves one square, onto a free one. A player who cannot move loses. Animals that face each other can never move
/// again, and they divide the strip into summands.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::ElephantsAndRhinos;
///
/// let strip = ElephantsAndRhinos.read("E.ER.R")?;
/// let options: Vec<String> =
///     ElephantsAndRhinos.options(&strip, Player::Left).map(|to| ElephantsAndRhinos.show(&to)).collect();
/// assert_eq!(options, [".EER.R"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElephantsAndRhinos;

impl Partizan for ElephantsAndRhinos {
    type Position = Strip;
    type Move = Hop;
    fn moves(&self, strip: &Strip, player: Player) -> impl Iterator<Item = Hop> {
        let (own, free) = (strip.of(player), strip.of_neither());
        let steps = if player == Player::Left { own & free >> 1 } else { own & free << 1 };
        bits(steps).map(move |square| {
            let from = square as u8 + 1;
            Hop { from, to: if player == Player::Left { from + 1 } else { from - 1 } }
        })
    }
    fn play(&self, strip: &Strip, player: Player, hop: &Hop) -> Strip {
        strip.without(u32::from(hop.from) - 1).with(u32::from(hop.to) - 1, player)
    }
    /// Returns the runs of squares between animals that can never move again, if a run contains an animal.
    fn summands(&self, strip: &Strip) -> impl Iterator<Item = Strip> {
        let animals = strip.of(Player::Left) | strip.of(Player::Right);
        runs(unblocked(strip)).filter(move |run| bits(animals).any(|square| run.contains(&square))).map(|run| strip.part(run))
    }
    fn is_loopfree(&self, _: &Strip) -> bool {
        true
    }
    fn negative(&self, strip: &Strip) -> Option<Strip> {
        Some(strip.exchanged().reversed())
    }
}

/// Returns the squares without animals that can never move again.
///
/// An elephant can never move again if there is no next square, or if the animal on the next square can never move again. The
/// same holds for rhinos in the other direction. The function starts with all animals and removes those that do not meet this
/// condition, until no more can be removed.
fn unblocked(strip: &Strip) -> u64 {
    let (squares, elephants, rhinos) = (strip.squares(), strip.of(Player::Left), strip.of(Player::Right));
    let mut blocked = elephants | rhinos;
    loop {
        let still = blocked & (elephants & (!(squares >> 1) | blocked >> 1) | rhinos & (!(squares << 1) | blocked << 1));
        if still == blocked {
            return squares & !blocked;
        }
        blocked = still;
    }
}

impl Notation<Strip> for ElephantsAndRhinos {
    /// Parses 1 to 64 characters `E`, `R` and `.`.
    ///
    /// The letters of CGSuite, `t` and `f`, and also `T` and `F`, are accepted, too.
    fn read(&self, text: &str) -> Result<Strip, BadNotation> {
        let ours = |letter| match letter {
            'T' | 't' => 'E',
            'F' | 'f' => 'R',
            other => other,
        };
        LETTERS.read_some(&text.chars().map(ours).collect::<String>())
    }
    fn show(&self, strip: &Strip) -> String {
        LETTERS.show(strip)
    }
    fn picture(&self, strip: &Strip) -> Option<Picture> {
        Some(LETTERS.picture(strip))
    }
    fn look(&self) -> Look {
        Look { is_strip: true, pieces: &[('E', Piece::Left)], ..Look::default() }
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("Four elephants and three rhinos with two squares between them are worth 1.", "CGSuite's tests")
        .shown_by("value elephants-and-rhinos@EEEE..RRR", ": 1"),
    Fact::of("Every step of an elephant with a free way is a free move.", "by the rules")
        .shown_by("value elephants-and-rhinos@E...", ": 3"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("elephants-and-rhinos", |parameters| parameters.none().map(|()| any::partizan(ElephantsAndRhinos)));
    let entry = entry.component("strip of E . R").play("Left moves E one square to the right, Right R one to the left");
    let entry = entry.rules("Left moves an elephant `E` one square to the right, onto a free one; Right moves a rhino `R` to the left likewise. Nobody jumps, and nobody is removed. Whoever cannot move loses.");
    entry
        .example("elephants-and-rhinos@E.E..R.R")
        .title("Elephants and Rhinos")
        .aim("Walk towards each other until nobody can.")
        .brief("Left moves an elephant one square to the right, Right a rhino one to the left. Whoever cannot move loses.")
        .sizes(&[
            "elephants-and-rhinos@E..R",
            "elephants-and-rhinos@E.E..R.R",
            "elephants-and-rhinos@E.E...R.R",
            "elephants-and-rhinos@E..E....R..R",
        ])
        .source("CGSuite's Elephants and Rhinos")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, with, words};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    fn naive(strip: &str, player: Player) -> Vec<String> {
        let (own, step) = if player == Player::Left { ('E', 1) } else { ('R', -1) };
        let at = |at: isize| usize::try_from(at).ok().and_then(|at| strip.chars().nth(at));
        let squares = (0..strip.len() as isize).filter(|square| at(*square) == Some(own) && at(square + step) == Some('.'));
        squares.map(|square| with(&with(strip, square as usize, '.'), (square + step) as usize, own)).collect()
    }

    #[test]
    fn options_summands_and_negatives_are_those_of_the_definition() {
        let mut judge = Judge::new(naive);
        for text in words("ER.", 1..=6) {
            assert!(options_are_those_of(&ElephantsAndRhinos, naive, &text), "{text}");
            assert!(judge.stands_for_itself(&ElephantsAndRhinos, &text), "{text}");
            assert!(is_itself_again(&ElephantsAndRhinos, &text));
        }
        let long = format!("{:.>32}{:.<32}", "E", "R");
        assert!(options_are_those_of(&ElephantsAndRhinos, naive, &long));
    }

    #[test]
    fn animals_that_face_each_other_are_ends() {
        for (text, summands) in [("ER", vec![]), ("E.ER.R", vec!["E.", ".R"]), ("R.E", vec![]), ("ERE.", vec!["E."])] {
            let strip = LETTERS.read(text).unwrap();
            let found: Vec<String> = ElephantsAndRhinos.summands(&strip).map(|part| LETTERS.show(&part)).collect();
            assert_eq!(found, summands, "{text}");
        }
        assert_eq!(ElephantsAndRhinos.read("tT.fF"), LETTERS.read("EE.RR"));
    }
}
