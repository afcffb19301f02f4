//! Chomp: bite a square off a bar of chocolate, with all squares below and to the right of it. The first square is poisoned.
//!
//! Schuh 1952, *Spel van delers* (as a game of divisors); Gale 1974, *A curious Nim-type game*.

mod bar;

pub use bar::Bar;

use core::fmt;
use sprague_core::any::{Look, Picture, Piece};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{ClosedForm, Impartial, MoveList, Outcome, Ruleset, any, text_notation};

/// Chomp: bite off a square and all squares that lie neither above nor left of it.
///
/// The poisoned square is never taken, so a player who finds it alone loses.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_classics::Chomp;
///
/// let options: Vec<String> = Chomp.options(&Chomp.read("2x2")?).map(|bar| bar.to_string()).collect();
/// assert_eq!(options, ["1.1", "2", "2.1"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chomp;

/// A move: the square that is bitten off first, counted from 1. The poisoned square is 1.1.
///
/// ```
/// use sprague_rules_classics::Bite;
/// assert_eq!(Bite { row: 2, column: 3 }.to_string(), "bite 2.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bite {
    /// The row, from 1.
    pub row: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for Bite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bite {}.{}", self.row, self.column)
    }
}

impl Ruleset for Chomp {
    type Position = Bar;
    type Move = Bite;
    fn moves(&self, bar: &Bar) -> impl Iterator<Item = Bite> {
        let squares = (1..).zip(bar.rows()).flat_map(|(row, &length)| (1..=length).map(move |column| Bite { row, column }));
        squares.skip(1)
    }
    fn play(&self, bar: &Bar, bite: &Bite) -> Bar {
        bar.bitten(bite.row, bite.column)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, bar: Bar) -> Bar {
        match bar.transposed() {
            Some(transposed) => bar.min(transposed),
            None => bar,
        }
    }
    fn allocated_bytes(&self, bar: &Bar) -> usize {
        size_of_val(bar.rows())
    }
}
impl Impartial for Chomp {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Bar, Bite>> {
        Some(self)
    }
}

/// Hooks are two heaps of Nim, and leaving a hook with equal arms wins. Two rows are lost exactly if the first is one square
/// longer, and every whole bar but the poison alone is won.
impl ClosedForm<Bar, Bite> for Chomp {
    fn nimber(&self, bar: &Bar) -> Option<u128> {
        let nimber = bar.hook().map(|[row, column]| u128::from(row ^ column));
        nimber.or_else(|| (self.outcome(bar)? == Outcome::Loss).then_some(0))
    }
    fn outcome(&self, bar: &Bar) -> Option<Outcome> {
        let rows = bar.rows();
        let is_won = match (bar.hook(), rows) {
            (Some([row, column]), _) => row != column,
            (None, [first, second]) => *first != second + 1,
            _ if rows[0] == 2 => return self.outcome(&bar.transposed()?),
            _ if rows[0] as usize == rows.len() || rows.iter().all(|length| *length == rows[0]) => true,
            _ => return None,
        };
        Some(if is_won { Outcome::Win } else { Outcome::Loss })
    }
    fn moves_to(&self, bar: &Bar, nimber: u128) -> Option<MoveList<Bite>> {
        let rows = bar.rows();
        if let Some([row, column]) = bar.hook() {
            let target = |other: u32| u32::try_from(nimber ^ u128::from(other)).ok();
            let along = target(column).filter(|left| *left < row).map(|left| Bite { row: 1, column: left + 2 });
            let down = target(row).filter(|left| *left < column).map(|left| Bite { row: left + 2, column: 1 });
            return Some(along.into_iter().chain(down).collect::<Vec<_>>().into());
        }
        if nimber > 0 {
            return None;
        }
        match rows {
            [first, second] => {
                let bite = match first - second {
                    0 => Some(Bite { row: 2, column: *second }),
                    1 => None,
                    _ => Some(Bite { row: 1, column: second + 2 }),
                };
                Some(bite.into_iter().collect::<Vec<_>>().into())
            }
            _ if rows[0] == 2 => {
                let list = self.moves_to(&bar.transposed()?, 0)?;
                let across = |Bite { row, column }: Bite| Bite { row: column, column: row };
                Some(MoveList { moves: list.moves.into_iter().map(across).collect(), ..list })
            }
            // in a square, the opponent answers any other bite by this one, or takes all but the poison in one line
            _ if rows.iter().all(|length| *length as usize == rows.len()) => Some(vec![Bite { row: 2, column: 2 }].into()),
            _ => None,
        }
    }
    fn source(&self) -> &'static str {
        "Gale 1974"
    }
}

text_notation!(Chomp, Bar, |bar| picture(bar), Look { pieces: &[('o', Piece::Brick), ('x', Piece::Poison)], ..Look::default() });

/// Draws the bar, with the poisoned square as `x`.
fn picture(bar: &Bar) -> Option<Picture> {
    if bar.rows().iter().map(|&length| u64::from(length)).sum::<u64>() > Picture::MAX_PARTS as u64 {
        return None;
    }
    let mut cells: Vec<Vec<char>> = bar.rows().iter().map(|&length| vec!['o'; length as usize]).collect();
    cells[0][0] = 'x';
    Some(Picture::Cells(cells))
}

const KNOWN: &[Fact] = &[
    Fact::of(
        "Every bar with more than one square is won: if biting off the last corner does not win, the answer to it does.",
        "Gale 1974",
    )
    .shown_by("solve chomp@4x5", "won for the player to move"),
    Fact::of("With two rows exactly those positions are lost where the first row is one square longer.", "Gale 1974")
        .shown_by("solve chomp@5.4", "lost for the player to move"),
];

pub(crate) fn entry() -> Entry {
    let chomp = Entry::new("chomp", |parameters| parameters.none().map(|()| any::impartial(Chomp)));
    let chomp = chomp.component("bar AxB or rows").play("bite off a square and all beyond it, but not the first");
    let chomp = chomp.rules("A bar of chocolate has rows of squares. A move bites off a square with all that lies not above and not left of it. The first square is poisoned and stays, so who finds it alone loses. A position is the lengths of the rows, `5.5.3`, or a whole bar, `4x5`.");
    chomp.example("chomp@4x5").title("Chomp").aim("Bite the chocolate, and leave the poisoned square.").brief("Bite off a square, and all below and to the right of it goes too. The first square is poisoned: whoever finds it alone loses.").sizes(&["chomp@2x3", "chomp@3x4", "chomp@4x5", "chomp@4x7"]).source("Schuh 1952, Gale 1974").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Notation;
    use sprague_testkit::judge::{NaiveNimbers, closed_form_is_right, is_itself_again, normal_form_keeps_the_options};

    /// Returns every bar with at most this many rows and columns.
    fn bars(rows: u32, columns: u32) -> Vec<Bar> {
        let mut all = vec![vec![]];
        for _ in 0..rows {
            let longer = |bar: &Vec<u32>| {
                let most = bar.last().copied().unwrap_or(columns);
                (0..=most).map(|length| bar.iter().copied().chain([length]).collect()).collect::<Vec<Vec<u32>>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.into_iter().filter_map(Bar::new).collect()
    }

    fn bar(text: &str) -> Bar {
        text.parse().unwrap()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for bar in bars(4, 4) {
            let has = |row: u32, column: u32| bar.rows().get(row as usize).is_some_and(|&length| column < length);
            let squares = || (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
            let mut expected = vec![];
            for (row, column) in squares().filter(|&(row, column)| has(row, column) && row + column > 0) {
                let stays = |y: u32, x: u32| has(y, x) && (y < row || x < column);
                let left = (0..4).map(|y| (0..4).filter(|&x| stays(y, x)).count() as u32);
                expected.push((format!("bite {}.{}", row + 1, column + 1), Bar::new(left).unwrap()));
            }
            let moves: Vec<(String, Bar)> = Chomp.moves(&bar).map(|mv| (mv.to_string(), Chomp.play(&bar, &mv))).collect();
            assert_eq!(moves, expected, "{bar}");
        }
        assert_eq!(bars(4, 4).len(), 69);
    }

    #[test]
    fn rectangles_are_won_except_for_the_poison_alone() {
        let mut naive = NaiveNimbers::new(Chomp);
        for (rows, columns) in (1..=5).flat_map(|rows| (1..=6).map(move |columns| (rows, columns))) {
            let value = naive.nimber(&bar(&format!("{rows}x{columns}")));
            assert_eq!(value > 0, (rows, columns) != (1, 1), "{rows}x{columns}");
        }
    }

    fn winning_moves(naive: &mut NaiveNimbers<Chomp>, start: &Bar) -> Vec<String> {
        let moves = Chomp.moves(start).filter(|mv| naive.nimber(&Chomp.play(start, mv)) == 0);
        moves.map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn squares_are_won_at_2_2_alone_and_two_rows_at_their_last_square() {
        let mut naive = NaiveNimbers::new(Chomp);
        for side in 2..=6 {
            assert_eq!(winning_moves(&mut naive, &bar(&format!("{side}x{side}"))), ["bite 2.2"]);
        }
        for columns in 1..=12 {
            assert_eq!(winning_moves(&mut naive, &bar(&format!("2x{columns}"))), [format!("bite 2.{columns}")]);
        }
    }

    /// Found by Ken Thompson: a rectangle may have more than one winning move.
    #[test]
    fn eight_by_ten_has_two_winning_moves() {
        let mut naive = NaiveNimbers::new(Chomp);
        assert_eq!(winning_moves(&mut naive, &bar("8x10")).len(), 2);
    }

    #[test]
    fn the_theorems_say_what_brute_force_finds() {
        let all = [bars(2, 16), bars(16, 2), bars(4, 5)].concat();
        closed_form_is_right(&Chomp, &all);
        assert!(all.iter().filter(|bar| Chomp.outcome(bar).is_some()).count() > 250);
        assert_eq!(Chomp.moves_to(&bar("1000x1000"), 0).unwrap().total, Some(1));
        assert_eq!(["1000.999", "1000000.999999"].map(|rows| Chomp.outcome(&bar(rows))), [Some(Outcome::Loss); 2]);
        let corner = Bite { row: 2, column: 1_000_000 };
        assert_eq!(Chomp.moves_to(&bar("2x1000000"), 0), Some(vec![corner].into()));
    }

    #[test]
    fn a_hook_is_two_heaps_of_nim() {
        let mut naive = NaiveNimbers::new(Chomp);
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let hook = Bar::new([row + 1].into_iter().chain(vec![1; column as usize])).unwrap();
            assert_eq!(naive.nimber(&hook), row ^ column, "{hook}");
        }
    }

    #[test]
    fn rows_and_columns_may_be_exchanged() {
        assert!(bars(4, 5).iter().all(|bar| normal_form_keeps_the_options(&Chomp, bar)));
        assert_eq!(Chomp.normal_form(bar("4x3")), Chomp.normal_form(bar("3x4")));
    }

    #[test]
    fn bars_are_themselves_again() {
        assert!(
            bars(9, 2)
                .iter()
                .chain(&bars(3, 6))
                .chain(&[bar("3x1000000"), bar("65536.65535")])
                .all(|bar| is_itself_again(&Chomp, bar))
        );
    }

    #[test]
    fn the_poison_is_in_the_corner_of_the_picture() {
        let rows = ["xoo", "o"].map(|row| row.chars().collect()).to_vec();
        assert_eq!(Chomp.picture(&bar("3.1")), Some(Picture::Cells(rows)));
        assert!(Chomp.picture(&bar("64x64")).is_some() && Chomp.picture(&bar("1000x1000")).is_none());
    }
}
