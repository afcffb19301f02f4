//! Boards of characters, on which tests play every game here by its definition.

use sprague_core::{Bounds, Hints, Notation, Partizan, Player};
use sprague_testkit::laws;
use std::ops::Range;

/// A board as characters, row by row.
pub(crate) type Squares = Vec<Vec<char>>;

/// A function that returns the options of a player by the definition of a game, in any order.
pub(crate) type Definition = fn(&Squares, Player) -> Vec<Squares>;

/// Converts a definition to boards as text, the form that judges take.
pub(crate) fn on_text(definition: Definition) -> impl Fn(&str, Player) -> Vec<String> {
    move |board, player| definition(&squares(board), player).iter().map(text).collect()
}

pub(crate) fn squares(text: &str) -> Squares {
    text.split('/').map(|row| row.chars().collect()).collect()
}

pub(crate) fn text(squares: &Squares) -> String {
    squares.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// Returns a copy with some squares changed, which are given by row and column from 0.
pub(crate) fn with(squares: &Squares, changes: &[((usize, usize), char)]) -> Squares {
    let mut changed = squares.clone();
    changes.iter().for_each(|&((row, column), character)| changed[row][column] = character);
    changed
}

pub(crate) fn places(squares: &Squares) -> impl Iterator<Item = ((usize, usize), char)> {
    let row = |(row, of): (usize, &Vec<char>)| {
        of.iter().enumerate().map(move |(column, &character)| ((row, column), character)).collect::<Vec<_>>()
    };
    squares.iter().enumerate().flat_map(row)
}

/// Returns the square at this distance from another, with its character, if it is on the board.
pub(crate) fn away(squares: &Squares, from: (usize, usize), by: (isize, isize)) -> Option<((usize, usize), char)> {
    let (row, column) = (from.0.checked_add_signed(by.0)?, from.1.checked_add_signed(by.1)?);
    Some(((row, column), *squares.get(row)?.get(column)?))
}

/// The step through long lists of boards: debug builds skip four of five.
pub(crate) const THIN: usize = if cfg!(debug_assertions) { 5 } else { 1 };

/// Returns the text of every board of this size with these characters.
pub(crate) fn every(rows: usize, columns: usize, characters: &str) -> Every {
    let characters: Vec<char> = characters.chars().collect();
    Every { numbers: 0..characters.len().pow((rows * columns) as u32), rows, columns, characters }
}

/// Numbered boards; skipped boards are not formatted.
pub(crate) struct Every {
    numbers: Range<usize>,
    rows: usize,
    columns: usize,
    characters: Vec<char>,
}

impl Iterator for Every {
    type Item = String;
    fn next(&mut self) -> Option<String> {
        self.nth(0)
    }
    fn nth(&mut self, skipped: usize) -> Option<String> {
        let mut number = self.numbers.nth(skipped)?;
        let mut next = || {
            let character = self.characters[number % self.characters.len()];
            number /= self.characters.len();
            character
        };
        let rows: Vec<String> = (0..self.rows).map(|_| (0..self.columns).map(|_| next()).collect()).collect();
        Some(rows.join("/"))
    }
}

/// Places the squares at the lower right of larger boards of every form: words with gaps and without, and rows of words.
pub(crate) fn on_larger_boards(small: &str, filler: char) -> Vec<String> {
    let small = squares(small);
    let (height, width) = (small.len(), small[0].len());
    let fits = |&(rows, columns): &(usize, usize)| rows >= height && columns >= width;
    let sizes = [(8, 8), (5, 12), (12, 5), (2, 32), (64, 1), (1, 64), (21, 3), (9, 9), (3, 128), (128, 3), (1, 128), (70, 70)];
    let larger = |(rows, columns): (usize, usize)| {
        let mut board = vec![vec![filler; columns]; rows];
        let below = board[rows - height..].iter_mut().zip(&small);
        below.for_each(|(row, small)| row[columns - width..].copy_from_slice(small));
        text(&board)
    };
    sizes.into_iter().filter(fits).map(larger).collect()
}

/// Returns `count` random boards of these sizes. A character that occurs twice in `characters` is drawn twice as often. The
/// boards are equal in every run.
pub(crate) fn drawn<'a>(count: usize, sizes: &'a [(usize, usize)], characters: &'a str) -> impl Iterator<Item = String> + 'a {
    let characters: Vec<char> = characters.chars().collect();
    let mut state = 0_u64;
    let mut draw = move |most: usize| {
        // the generator splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most as u64) as usize
    };
    (0..count).map(move |_| {
        let (rows, columns) = sizes[draw(sizes.len())];
        let row = |_| (0..columns).map(|_| characters[draw(characters.len())]).collect::<String>();
        (0..rows).map(row).collect::<Vec<String>>().join("/")
    })
}

/// Checks the methods that the search for the winner uses, on 10,000 random boards and on everything that can be reached from
/// them.
pub(crate) fn hooks_hold<R>(rules: &R, sizes: &[(usize, usize)], characters: &str)
where
    R: Partizan + Notation<R::Position>,
{
    let boards = || drawn(10_000 / THIN, sizes, characters).map(|text| rules.read(&text).expect("a board"));
    assert_eq!(laws::bounds_hold(rules, boards()), Ok(()));
    assert_eq!(laws::tied_pieces_bound_the_position(rules, boards()), Ok(()));
    assert!(boards().any(|board| rules.hints().bounds(&board) != Bounds::UNKNOWN), "something is claimed");
}

/// Checks that these methods return the same on small boards and on larger boards with nothing else on them.
pub(crate) fn hooks_are_the_same_on_larger_boards<R>(rules: &R, small: impl IntoIterator<Item = String>, filler: char)
where
    R: Partizan + Notation<R::Position>,
{
    let told = |text: &str| {
        let board = rules.read(text).expect("a board");
        (rules.hints().bounds(&board), rules.hints().estimate(&board), rules.hints().size(&board))
    };
    for small in small {
        let here = told(&small);
        for large in on_larger_boards(&small, filler) {
            assert_eq!(told(&large), here, "{small} on {large}");
        }
    }
}
