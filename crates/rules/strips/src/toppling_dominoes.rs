//! Toppling Dominoes: a player topples an own domino to the left or to the right.
//!
//! All dominoes on that side fall with it.
//!
//! Albert, Nowakowski & Wolfe 2007, *Lessons in Play*; Fink, Nowakowski, Siegel & Wolfe 2015, *Toppling conjectures*.

use crate::Strip;
use crate::letters::EITHER;
use crate::strip::bits;
use core::fmt;
use sprague_core::any::{self, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// Left topples a domino `L` or `E`, Right a domino `R` or `E`, to the left or to the right.
///
/// The domino falls, and so do all dominoes on that side of it.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::TopplingDominoes;
///
/// let row = TopplingDominoes.read("LREL")?;
/// let moves: Vec<String> = TopplingDominoes.moves(&row, Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["2 to the left", "2 to the right", "3 to the left", "3 to the right"]);
/// let options: Vec<String> = TopplingDominoes.options(&row, Player::Right).map(|to| TopplingDominoes.show(&to)).collect();
/// assert_eq!(options, ["EL", "L", "L", "LR"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// A row and its mirror image have one normal form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TopplingDominoes;

/// A move: the domino that is toppled, and the side to which it falls.
///
/// ```
/// use sprague_rules_strips::{Side, Topple};
/// assert_eq!(Topple { domino: 3, side: Side::Right }.to_string(), "3 to the right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Topple {
    /// The number of the domino, counted from 1.
    pub domino: u8,
    /// The side to which the domino falls.
    pub side: Side,
}

/// A side of a row.
///
/// ```
/// assert_eq!(sprague_rules_strips::Side::Left.to_string(), "left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The start of the row.
    Left,
    /// The end of the row.
    Right,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Left { "left" } else { "right" })
    }
}

impl fmt::Display for Topple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to the {}", self.domino, self.side)
    }
}

impl Partizan for TopplingDominoes {
    type Position = Strip;
    type Move = Topple;
    fn moves(&self, row: &Strip, player: Player) -> impl Iterator<Item = Topple> {
        let usable = row.squares() & !row.of(-player);
        bits(usable).flat_map(|at| [Side::Left, Side::Right].map(|side| Topple { domino: at as u8 + 1, side }))
    }
    fn play(&self, row: &Strip, _: Player, topple: &Topple) -> Strip {
        let domino = u32::from(topple.domino);
        row.part(if topple.side == Side::Left { domino..row.len() } else { 0..domino - 1 })
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, row: Strip) -> Strip {
        row.min(row.reversed())
    }
    fn negative(&self, row: &Strip) -> Option<Strip> {
        Some(row.exchanged())
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl Notation<Strip> for TopplingDominoes {
    /// Parses up to 64 letters `L`, `R` and `E`, or an empty text.
    fn read(&self, text: &str) -> Result<Strip, BadNotation> {
        EITHER.read(text)
    }
    fn show(&self, row: &Strip) -> String {
        EITHER.show(row)
    }
    fn picture(&self, row: &Strip) -> Option<Picture> {
        Some(EITHER.picture(row))
    }
    fn look(&self) -> Look {
        Look { is_strip: true, ..Look::default() }
    }
}

const KNOWN: &[Fact] = &[
    Fact::of(
        "Every number is the value of exactly one row, and that row is a palindrome, such as LRL for 1/2.",
        "Fink, Nowakowski, Siegel & Wolfe 2015",
    )
    .shown_by("value toppling-dominoes@LRL", "toppling-dominoes@LRL: 1/2"),
    Fact::of("A row of n dominoes of Left's is worth n.", "by the rules")
        .shown_by("value toppling-dominoes@LLL", "toppling-dominoes@LLL: 3"),
];

pub(crate) fn entry() -> Entry {
    let dominoes = Entry::new("toppling-dominoes", |parameters| parameters.none().map(|()| any::partizan(TopplingDominoes)));
    let dominoes = dominoes.component("row of L R E").play("topple an own (or E) domino either way, all on that side fall");
    let dominoes = dominoes.rules("Dominoes stand in a row. A player topples one of their own (`L` is Left's, `R` is Right's) or one of either (`E`), to the left or to the right: it falls with all on that side. Whoever cannot move loses.");
    dominoes.example("toppling-dominoes@LREL").title("Toppling Dominoes").aim("Topple a domino, and all on that side fall.").brief("Topple a domino of your colour to one side, and all on that side fall with it; green ones are for both players. Whoever cannot topple one loses.").sizes(&["toppling-dominoes@LRL", "toppling-dominoes@LREL", "toppling-dominoes@LRELRR", "toppling-dominoes@LLRERLRE"]).source("Fink, Nowakowski, Siegel & Wolfe 2015").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, words};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    fn naive(row: &str, player: Player) -> Vec<String> {
        let other = if player == Player::Left { 'R' } else { 'L' };
        let usable = row.char_indices().filter(|(_, domino)| *domino != other);
        usable.flat_map(|(at, _)| [row[..at].to_owned(), row[at + 1..].to_owned()]).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in words("LRE", 0..=7) {
            assert!(options_are_those_of(&TopplingDominoes, naive, &text), "{}", &text);
        }
        for text in words("LRE", 4..=4) {
            assert!(options_are_those_of(&TopplingDominoes, naive, &text.repeat(16)), "{}", &text.repeat(16));
        }
    }

    #[test]
    fn mirror_images_and_negatives_are_the_game_they_stand_for() {
        let mut judge = Judge::new(naive);
        for text in words("LRE", 0..=5) {
            assert!(judge.stands_for_itself(&TopplingDominoes, &text), "{}", &text);
        }
        let normal = |text: &str| TopplingDominoes.normal_form(TopplingDominoes.read(text).unwrap());
        assert_eq!(normal("LLR"), normal("RLL"));
        assert_ne!(normal("LLR"), normal("LRL"));
    }

    #[test]
    fn rows_are_themselves_again() {
        assert!(words("LRE", 0..=5).iter().all(|text| is_itself_again(&TopplingDominoes, text)));
        assert_eq!(TopplingDominoes.read("LR.").unwrap_err().to_string(), "byte 2: expected `L`, `E` or `R`");
    }
}
