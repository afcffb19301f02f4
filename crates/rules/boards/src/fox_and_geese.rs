//! Fox and Geese: geese move down and try to shut in a fox, which moves both ways.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 20; Siegel, *Combinatorial Game Theory*, ch. VI.

#[cfg(test)]
mod tests;

use crate::chase::{Chase, Men, Way, game_of_chase};
use crate::grid::{Alphabet, LONGEST, Size, Squares, Start, Step};
use core::ops::RangeInclusive;
use sprague_core::any::{Figure, Look};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Player, any, notation};

/// Fox and Geese, with Left's geese as `x` and Right's fox as `o`. A player who cannot move loses.
///
/// A goose moves diagonally to a free square of the next row. The fox moves diagonally in any of the four directions; with a
/// *range* it may continue over free squares in the same direction. Nothing is captured.
///
/// A fox that is in the row of the uppermost goose, or can step into it from the row below, is *past the geese*. From then on
/// the geese have no moves, and the fox may pass for ever: the position has the value *off*. So rows above the geese do not
/// matter.
///
/// `AxB` is a board with a goose on every second square of the first row, and the fox in the middle of the last row, on a
/// square of the geese's colour.
///
/// A position and its mirror image share one normal form.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::FoxAndGeese;
///
/// let fox_and_geese = FoxAndGeese::default();
/// let board = fox_and_geese.read(".x.x/..../..o.")?;
/// let moves = |player| fox_and_geese.moves(&board, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.2-2.1", "1.2-2.3", "1.4-2.3"]);
/// assert_eq!(moves(Player::Right), ["3.3-2.2", "3.3-2.4"]);
/// let past = fox_and_geese.read("x.../.o../....")?;
/// assert_eq!(fox_and_geese.moves(&past, Player::Right).map(|mv| mv.to_string()).collect::<Vec<_>>(), ["pass"]);
/// assert_eq!(fox_and_geese.moves(&past, Player::Left).count(), 0);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoxAndGeese {
    range: u8,
}

/// The ranges that the fox may have.
const RANGES: RangeInclusive<u8> = 1..=LONGEST;

impl Default for FoxAndGeese {
    /// Returns the usual game, in which the fox moves one square at a time.
    fn default() -> Self {
        Self { range: 1 }
    }
}

impl FoxAndGeese {
    /// Returns the game in which the fox moves up to `range` squares at a time; `None` unless `range` is 1 to 128.
    ///
    /// ```
    /// use sprague_rules_boards::FoxAndGeese;
    /// assert_eq!(FoxAndGeese::new(1), Some(FoxAndGeese::default()));
    /// assert_eq!(FoxAndGeese::new(0), None);
    /// ```
    pub fn new(range: u8) -> Option<Self> {
        RANGES.contains(&range).then_some(Self { range })
    }

    /// Parses the parameter, such as `range=2`.
    fn of(parameter: &str) -> Result<Self, BadNotation> {
        notation::Reader::new(parameter).whole(|reader| {
            for letter in "range=".chars() {
                if !reader.skip(letter) {
                    return Err(reader.expected("`range=` and how many squares the fox goes, as in range=2"));
                }
            }
            let range = reader.within((*RANGES.start()).into()..=(*RANGES.end()).into(), "how many squares the fox goes,")?;
            Ok(Self { range: range as u8 })
        })
    }
}

/// The four diagonal directions. The first two are those of the geese.
const WAYS: [Way; 4] = [
    (Some(Step::Left), Some(Step::Down)),
    (Some(Step::Right), Some(Step::Down)),
    (Some(Step::Left), Some(Step::Up)),
    (Some(Step::Right), Some(Step::Up)),
];

impl Chase for FoxAndGeese {
    const ALPHABET: Alphabet = Alphabet {
        characters: " xo.",
        listed: "`x`, `o` or `.`",
        start: "rows of `x`, `o` and `.` with `/` between, or a size such as 8x8",
    };
    const START: Start = Start {
        fewest_columns: 2,
        kind: |size, row, column| {
            let (last, middle) = (usize::from(size.rows()) - 1, usize::from(size.columns()) / 2);
            let fox = middle - usize::from((last + middle) % 2 == 0);
            match (row, column) {
                place if place == (last, fox) => 2,
                (0, column) if column % 2 == 1 => 1,
                _ => 3,
            }
        },
    };
    const NAMES: [&'static str; 2] = ["fox", "goose"];
    const LOOK: Look = Look { figures: &[('x', Figure::Goose), ('o', Figure::Fox)], ..Look::USUAL };

    fn is_past<S: Squares>(men: &Men<S>, size: Size) -> bool {
        let [top, fox] = [&men.hunters, &men.quarry].map(|men| men.place(size).row);
        let goes_up = || WAYS[2..].iter().any(|way| men.along(&men.quarry, size, *way).next().is_some());
        fox <= top || fox == top + 1 && goes_up()
    }

    fn steps<S: Squares>(&self, men: &Men<S>, size: Size, player: Player) -> Vec<[S; 2]> {
        let (own, ways, range) = match player {
            Player::Left => (&men.hunters, &WAYS[..2], 1),
            Player::Right => (&men.quarry, &WAYS[..], self.range.into()),
        };
        let all = |from: S| {
            let along = |way: &Way| men.along(&from, size, *way).take(range).map(|to| [from.clone(), to]).collect::<Vec<_>>();
            ways.iter().flat_map(along).collect::<Vec<_>>()
        };
        own.clone().each().flat_map(all).collect()
    }
}

game_of_chase!(FoxAndGeese, |plane, size| plane.half_turned(size).upside_down(size));

const KNOWN: &[Fact] = &[
    Fact::of("The geese win on the usual board, also if the fox starts.", "Winning Ways ch. 20")
        .shown_by("solve fox-and-geese@8x8 --first right --outcome-only", "lost for right, who starts"),
    Fact::of("With the geese three rows away the fox loses, whoever starts.", "CGSuite 2.0: the value is {4*|7/2}")
        .shown_by("solve fox-and-geese@.x.x.x.x/......../......../o....... --first right", "outcome class L"),
    Fact::of("A fox that goes two squares at a time wins on the usual board if it starts.", "computed by this program")
        .shown_by("solve fox-and-geese:range=2@8x8 --first right --outcome-only", "won for right, who starts"),
];

pub(crate) fn entry() -> Entry {
    let fox = Entry::new("fox-and-geese[:range=2]", |parameters| {
        parameters.optional(FoxAndGeese::of).map(|rules| any::partizan(rules.unwrap_or_default()))
    });
    let fox = fox.component("rows of x, o and . with one o, or board AxB with geese and fox at its ends");
    let fox =
        fox.play("Left moves a goose x down along a diagonal, Right the fox o along any diagonal, until it is past the geese");
    let fox = fox.rules("Left moves a goose `x` to a free square of the next row that touches its own at a corner. Right moves the fox `o` likewise, up or down. Nobody is taken. A fox that is in the row of the uppermost goose, or can step into it from the row below, is past the geese: they have no moves any more, and the fox may pass for ever. Whoever cannot move loses. `8x8` is the usual board: geese on every second square of the first row, the fox in the middle of the last.");
    let fox = fox.options("range: how many squares the fox may go at a time, 1 to 128; 1 unless said.");
    fox.example("fox-and-geese@.x.x.x.x/......../......../o.......").title("Fox and Geese").aim("The geese shut in the fox; the fox slips past.").brief("Left moves a goose down along a diagonal, Right the fox along any diagonal. Whoever cannot move loses; a fox that is past the geese is safe.").sizes(&["fox-and-geese@.x.x/..../..../o...", "fox-and-geese@.x.x.x/....../....../o.....", "fox-and-geese@.x.x.x.x/......../......../o.......", "fox-and-geese@8x8"]).source("Winning Ways ch. 20").known(KNOWN)
}
