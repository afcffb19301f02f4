//! Cutcake: a move splits a rectangle of squares into two. Left cuts between columns, Right between rows.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 2.

mod cake;

pub use cake::{Cake, Piece};

use core::fmt;
use sprague_core::any::{self, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Hints, Partizan, Player, text_notation};

/// Left splits a piece of `a` rows and `b` columns into two pieces with `a` rows.
///
/// Right splits it into two pieces with `b` columns.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::Cutcake;
///
/// let cake = Cutcake.read("2x5")?;
/// let moves: Vec<String> = Cutcake.moves(&cake, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["2x5 into 2x1 and 2x4", "2x5 into 2x2 and 2x3"]);
/// let options: Vec<String> = Cutcake.options(&cake, Player::Right).map(|to| Cutcake.show(&to)).collect();
/// assert_eq!(options, ["1x5.1x5"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// Each piece is a summand. All values are integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cutcake;

/// A move: a piece, and the two pieces that replace it.
///
/// ```
/// use sprague_rules_strips::{Piece, Slice};
/// let slice = Slice { piece: Piece { rows: 2, columns: 5 }, into: [1, 4].map(|columns| Piece { rows: 2, columns }) };
/// assert_eq!(slice.to_string(), "2x5 into 2x1 and 2x4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// The piece that is cut.
    pub piece: Piece,
    /// The two pieces that replace it, the smaller one first.
    pub into: [Piece; 2],
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, into: [first, second] } = self;
        write!(f, "{piece} into {first} and {second}")
    }
}

impl Partizan for Cutcake {
    type Position = Cake;
    type Move = Slice;
    /// Of equal pieces only one is cut, and each pair of parts is listed once.
    fn moves(&self, cake: &Cake, player: Player) -> impl Iterator<Item = Slice> {
        let pieces = cake.pieces();
        let different = pieces.iter().enumerate().filter(|(index, piece)| *index == 0 || pieces[index - 1] != **piece);
        different.flat_map(move |(_, &piece)| {
            let Piece { rows, columns } = piece;
            let side = if player == Player::Left { columns } else { rows };
            let of = move |side| match player {
                Player::Left => Piece { rows, columns: side },
                Player::Right => Piece { rows: side, columns },
            };
            (1..=side / 2).map(move |part| Slice { piece, into: [part, side - part].map(of) })
        })
    }
    fn play(&self, cake: &Cake, _: Player, slice: &Slice) -> Cake {
        cake.with(&slice.piece, slice.into)
    }
    fn summands(&self, cake: &Cake) -> impl Iterator<Item = Cake> {
        cake.pieces().iter().map(|&piece| Cake::from_iter([piece]))
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn negative(&self, cake: &Cake) -> Option<Cake> {
        let transposed = |&Piece { rows, columns }: &Piece| Piece { rows: columns, columns: rows };
        Some(cake.pieces().iter().map(transposed).collect())
    }
    fn allocated_bytes(&self, cake: &Cake) -> usize {
        cake.allocated_bytes()
    }
    fn hints(&self) -> &(impl Hints<Cake> + ?Sized) {
        self
    }
}

impl Hints<Cake> for Cutcake {
    fn value_text(&self, cake: &Cake) -> Option<String> {
        Some(cake.pieces().iter().map(Piece::value).sum::<i64>().to_string())
    }
}

text_notation!(Cutcake, Cake, |cake| picture(cake), Look { pieces: &[('o', any::Piece::Brick)], ..Look::default() });

/// Draws the pieces below each other, with an empty line between them.
fn picture(cake: &Cake) -> Option<Picture> {
    let squares = |piece: &Piece| u64::from(piece.rows) * u64::from(piece.columns);
    if cake.pieces().iter().map(squares).fold(0, u64::saturating_add) > Picture::MAX_PARTS as u64 {
        return None;
    }
    let drawn = cake.pieces().iter().map(|piece| vec![vec!['o'; piece.columns as usize]; piece.rows as usize]);
    let rows: Vec<Vec<Vec<char>>> = drawn.collect();
    Some(Picture::Cells(rows.join(&vec![])))
}

const KNOWN: &[Fact] = &[Fact::of(
    "Every cake is worth a whole number. With a the greatest power of 2 up to A, it is ⌊B/a⌋ − 1 where that is not negative.",
    "Winning Ways ch. 2",
)
.shown_by("value cutcake@7x13", "cutcake@7x13: 2")];

pub(crate) fn entry() -> Entry {
    let cutcake = Entry::new("cutcake", |parameters| parameters.none().map(|()| any::partizan(Cutcake)));
    let cutcake = cutcake.component("cake AxB, or pieces 2x3.2x4").play("Left splits B, Right splits A");
    let cutcake = cutcake.rules("A cake of A by B squares is cut along its lines. Left splits the second side, B, and Right the first, A, each into two whole numbers. Whoever cannot move loses.");
    cutcake
        .example("cutcake@7x13")
        .title("Cutcake")
        .aim("Left cuts one way, Right the other.")
        .brief("Left cuts a piece of cake between two columns, Right between two rows. Whoever cannot cut loses.")
        .sizes(&["cutcake@2x3", "cutcake@4x5", "cutcake@4x7", "cutcake@7x13"])
        .source("Winning Ways ch. 2")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::is_itself_again;
    use sprague_core::Notation;
    use sprague_testkit::judge::{Judge, options_are_those_of};

    /// The definition: all splits of a piece, each pair of parts once.
    ///
    /// Pieces are sorted, and pieces of one square are left out.
    fn naive(cake: &str, player: Player) -> Vec<String> {
        let pieces: Vec<[u32; 2]> = cake
            .split('.')
            .map(|piece| {
                let (rows, columns) = piece.split_once('x').unwrap();
                [rows.parse().unwrap(), columns.parse().unwrap()]
            })
            .collect();
        let mut options = vec![];
        for (index, piece) in pieces.iter().enumerate() {
            let split = if player == Player::Left { 1 } else { 0 };
            for part in 1..piece[split] {
                let (mut one, mut other) = (*piece, *piece);
                one[split] = part;
                other[split] -= part;
                let mut after = pieces.clone();
                after.remove(index);
                after.extend([one, other]);
                after.retain(|piece| *piece != [1, 1]);
                after.sort_unstable();
                let shown: Vec<String> = after.iter().map(|[rows, columns]| format!("{rows}x{columns}")).collect();
                options.push(if shown.is_empty() { "1x1".to_owned() } else { shown.join(".") });
            }
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    fn cakes(most: u32) -> Vec<String> {
        (1..=most).flat_map(|rows| (1..=most).map(move |columns| format!("{rows}x{columns}"))).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in cakes(7).iter().map(String::as_str).chain(["1x4.2x3", "2x2.2x2.2x2", "1x2.3x3.3x3.5x1"]) {
            assert!(options_are_those_of(&Cutcake, naive, text), "{}", text);
        }
    }

    #[test]
    fn pieces_and_negatives_are_the_game_they_stand_for() {
        let mut judge = Judge::new(naive);
        for text in cakes(4).iter().map(String::as_str).chain(["1x4.2x3", "2x2.2x2"]) {
            assert!(judge.stands_for_itself(&Cutcake, text), "{}", text);
        }
    }

    #[test]
    fn the_formula_is_what_brute_force_finds() {
        const MOST: usize = 30;
        let mut values = [[0_i64; MOST + 1]; MOST + 1];
        for (rows, columns) in (1..=MOST).flat_map(|rows| (1..=MOST).map(move |columns| (rows, columns))) {
            let low = (1..columns).map(|part| values[rows][part] + values[rows][columns - part]).max();
            let high = (1..rows).map(|part| values[part][columns] + values[rows - part][columns]).min();
            // the simplest whole number between
            values[rows][columns] = match (low, high) {
                (Some(low @ 0..), _) => low + 1,
                (_, Some(high @ ..=0)) => high - 1,
                _ => 0,
            };
            let piece = Piece { rows: rows as u32, columns: columns as u32 };
            assert_eq!(piece.value(), values[rows][columns], "{piece}");
        }
        assert_eq!(Cutcake.hints().value_text(&Cutcake.read("1000x1000000.777777x1000000").unwrap()).unwrap(), "1952");
    }

    #[test]
    fn cakes_are_themselves_again() {
        assert!(cakes(4).iter().all(|text| is_itself_again(&Cutcake, text)));
        assert!(is_itself_again(&Cutcake, "1x2.2x2.2x2.3x1.65535x65535"));
        assert_eq!(Cutcake.show(&Cutcake.read("3x1.1x1.1x2").unwrap()), "1x2.3x1");
        assert_eq!(Cutcake.show(&Cutcake.read("1x1.1x1").unwrap()), "1x1");
    }

    #[test]
    fn the_picture_has_the_pieces_and_is_not_large() {
        let rows = ["oo", "", "o", "o", "o"].map(|row| row.chars().collect()).to_vec();
        assert_eq!(Cutcake.picture(&Cutcake.read("1x2.3x1").unwrap()), Some(Picture::Cells(rows)));
        assert_eq!(Cutcake.picture(&Cutcake.read("65535x65535.65535x65535").unwrap()), None);
    }
}
