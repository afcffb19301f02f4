//! Toads and Frogs: toads move right, frogs move left.
//!
//! A move is a step, or a jump over an animal of the other kind.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 1; Erickson 1996, *New Toads and Frogs results*.

use crate::Strip;
use crate::letters::Letters;
use crate::strip::{bits, runs};
use core::fmt;
use core::ops::Range;
use sprague_core::any::{self, Figure, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

pub(crate) const LETTERS: Letters = Letters { left: 'T', neither: '.', right: 'F' };

/// Left moves a toad `T` to the right, Right moves a frog `F` to the left.
///
/// The animal steps onto a free square, or jumps over one animal of the other kind onto a free square after it. Nothing is
/// captured.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::ToadsAndFrogs;
///
/// let strip = ToadsAndFrogs.read("TF.T.F")?;
/// let moves: Vec<String> = ToadsAndFrogs.moves(&strip, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1 to 3", "4 to 5"]);
/// let options: Vec<String> = ToadsAndFrogs.options(&strip, Player::Right).map(|to| ToadsAndFrogs.show(&to)).collect();
/// assert_eq!(options, ["TF.TF."]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// Animals that can never move again divide the strip into summands. Squares that no animal can reach belong to no summand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ToadsAndFrogs;

/// A move from one square to another. Squares are counted from 1.
///
/// ```
/// assert_eq!(sprague_rules_strips::Hop { from: 1, to: 3 }.to_string(), "1 to 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// The square of the animal before the move.
    pub from: u8,
    /// The square of the animal after the move.
    pub to: u8,
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.from, self.to)
    }
}

impl Partizan for ToadsAndFrogs {
    type Position = Strip;
    type Move = Hop;
    fn moves(&self, strip: &Strip, player: Player) -> impl Iterator<Item = Hop> {
        let (own, other, free) = (strip.of(player), strip.of(-player), strip.of_neither());
        // an animal that can step cannot jump
        let (steps, jumps) = match player {
            Player::Left => (own & free >> 1, own & other >> 1 & free >> 2),
            Player::Right => (own & free << 1, own & other << 1 & free << 2),
        };
        bits(steps | jumps).map(move |square| {
            let (from, far) = (square as u8 + 1, if jumps >> square & 1 == 1 { 2 } else { 1 });
            Hop { from, to: if player == Player::Left { from + far } else { from - far } }
        })
    }
    fn play(&self, strip: &Strip, player: Player, hop: &Hop) -> Strip {
        strip.without(u32::from(hop.from) - 1).with(u32::from(hop.to) - 1, player)
    }
    /// Returns the parts between animals that can never move again.
    fn summands(&self, strip: &Strip) -> impl Iterator<Item = Strip> {
        let (toads, frogs) = (strip.of(Player::Left), strip.of(Player::Right));
        runs(unblocked(strip)).flat_map(move |run| parts(run, toads, frogs)).flatten().map(|part| strip.part(part))
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn negative(&self, strip: &Strip) -> Option<Strip> {
        Some(strip.exchanged().reversed())
    }
}

/// Returns the squares without animals that can never move again.
///
/// A toad can never move again in three cases:
///
/// - there is no next square;
/// - the next square holds a toad that can never move again;
/// - the next square holds a frog that can never move again, and the square after it does not exist or holds an animal that can
///   never move again.
///
/// For frogs the cases are the same in the other direction. The function finds the largest set of animals for which this is
/// true: it starts with all animals, and removes animals for which it is false until there are none. No animal of this set can
/// ever move, because the first one to move would need a square that another animal of the set had left before.
///
/// For all other animals, the animals of the set are ends of the strip. The square on the left of a frog of the set does not
/// exist or holds an animal of the set, so no toad that can still move ever jumps over this frog. Toads of the set are no
/// different.
fn unblocked(strip: &Strip) -> u64 {
    let (squares, toads, frogs) = (strip.squares(), strip.of(Player::Left), strip.of(Player::Right));
    let mut blocked = toads | frogs;
    loop {
        let after = !(squares >> 1) | (blocked & toads) >> 1 | (blocked & frogs) >> 1 & (!(squares >> 2) | blocked >> 2);
        let before = !(squares << 1) | (blocked & frogs) << 1 | (blocked & toads) << 1 & (!(squares << 2) | blocked << 2);
        let still = blocked & (toads & after | frogs & before);
        if still == blocked {
            return squares & !blocked;
        }
        blocked = still;
    }
}

/// Splits a run of squares into parts that do not influence each other.
///
/// A run without animals has no parts. If all frogs are on the left of all toads, the frogs and the toads only move away from
/// each other. Then they are two parts, and the squares between them belong to no part.
pub(crate) fn parts(run: Range<u32>, toads: u64, frogs: u64) -> [Option<Range<u32>>; 2] {
    let within = |animals: u64| bits(animals).filter(|square| run.contains(square));
    let (first_toad, last_frog) = (within(toads).next(), within(frogs).last());
    if let (Some(toad), Some(frog)) = (first_toad, last_frog)
        && toad < frog
    {
        return [Some(run), None];
    }
    [last_frog.map(|frog| run.start..frog + 1), first_toad.map(|toad| toad..run.end)]
}

/// Reads, shows and draws strips of toads and frogs.
macro_rules! toads_and_frogs {
    ($rules:ty) => {
        impl Notation<Strip> for $rules {
            /// Parses 1 to 64 characters `T`, `F` and `.`.
            fn read(&self, text: &str) -> Result<Strip, BadNotation> {
                LETTERS.read_some(text)
            }
            fn show(&self, strip: &Strip) -> String {
                LETTERS.show(strip)
            }
            fn picture(&self, strip: &Strip) -> Option<Picture> {
                Some(LETTERS.picture(strip))
            }
            fn look(&self) -> Look {
                Look { is_strip: true, figures: &[('T', Figure::Toad), ('F', Figure::Frog)], ..Look::default() }
            }
        }
    };
}
pub(crate) use toads_and_frogs;

toads_and_frogs!(ToadsAndFrogs);

const KNOWN: &[Fact] = &[Fact::of(
    "A toad and a frog with one square between them are worth star, and so are two toads and two frogs.",
    "computed by this program",
)
.shown_by("value toads-frogs@TT.FF", "which is star")];

pub(crate) fn entry() -> Entry {
    let toads = Entry::new("toads-frogs", |parameters| parameters.none().map(|()| any::partizan(ToadsAndFrogs)));
    let toads = toads.component("strip of T . F").play("Left moves T right, Right F left: a step, or a jump over one opponent");
    let toads = toads.rules("Left moves a toad `T` one square to the right, or lets it jump over one frog `F` into the free square beyond it; Right moves a frog to the left likewise. Nobody is removed. Whoever cannot move loses.");
    toads.example("toads-frogs@TT..FF").title("Toads and Frogs").aim("Step forward, or jump over one opponent.").brief("Left moves a toad to the right, Right a frog to the left: one step, or a jump over one opponent. Whoever cannot move loses.").sizes(&["toads-frogs@T.F", "toads-frogs@TT.FF", "toads-frogs@TT..FF", "toads-frogs@TTT...FFF"]).source("Winning Ways ch. 1").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, with, words};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    fn naive(strip: &str, player: Player) -> Vec<String> {
        let square = |at: isize| usize::try_from(at).ok().and_then(|at| strip[at.min(strip.len())..].chars().next());
        let (own, other, step) = if player == Player::Left { ('T', 'F', 1) } else { ('F', 'T', -1) };
        let mut options = vec![];
        for at in (0..strip.len() as isize).filter(|&at| square(at) == Some(own)) {
            let to = match (square(at + step), square(at + 2 * step)) {
                (Some('.'), _) => at + step,
                (Some(next), Some('.')) if next == other => at + 2 * step,
                _ => continue,
            };
            options.push(with(&with(strip, at as usize, '.'), to as usize, own));
        }
        options
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in words("TF.", 1..=7) {
            assert!(options_are_those_of(&ToadsAndFrogs, naive, &text), "{}", &text);
        }
        for text in words("TF.", 5..=5) {
            assert!(options_are_those_of(&ToadsAndFrogs, naive, &format!("{text:T>64}")), "{}", &format!("{text:T>64}"));
            assert!(options_are_those_of(&ToadsAndFrogs, naive, &format!("{text:.>63}")), "{}", &format!("{text:.>63}"));
        }
    }

    #[test]
    fn summands_and_negatives_are_the_game_they_stand_for() {
        let mut judge = Judge::new(naive);
        for text in words("TF.", 1..=6) {
            assert!(judge.stands_for_itself(&ToadsAndFrogs, &text), "{}", &text);
        }
    }

    #[test]
    fn summands_are_separated_by_animals_that_never_move_again() {
        for (text, summands) in [
            ("T.TTFF.F", vec!["T.", ".F"]),
            ("TF.", vec!["TF."]),
            ("TTFF", vec![]),
            (".F.T.", vec![".F", "T."]),
            ("..F..T..TF..", vec!["..F..T..TF.."]),
            ("FF.T.TT", vec!["T."]),
            ("F.TF.", vec![".TF."]),
            ("..TTF", vec![]),
            (".FTTFF.FT", vec![".F", ".F"]),
        ] {
            let strip = LETTERS.read(text).unwrap();
            assert_eq!(ToadsAndFrogs.summands(&strip).map(|part| LETTERS.show(&part)).collect::<Vec<_>>(), summands, "{text}");
        }
    }

    #[test]
    fn strips_are_themselves_again() {
        assert!(words("TF.", 1..=5).iter().all(|text| is_itself_again(&ToadsAndFrogs, text)));
        assert_eq!(ToadsAndFrogs.read("").unwrap_err().to_string(), "byte 0: expected `T`, `.` or `F`");
        assert_eq!(ToadsAndFrogs.read("T.x").unwrap_err().to_string(), "byte 2: expected `T`, `.` or `F`");
        let picture = Picture::Cells(vec!["T.F".chars().collect()]);
        assert_eq!(ToadsAndFrogs.picture(&ToadsAndFrogs.read("T.F").unwrap()), Some(picture));
    }
}
