//! Tests Cram against its definition, on sets of squares, and against known values.

use super::*;
use sprague_core::Notation;
use sprague_core::any::Picture;
use sprague_testkit::judge::{NaiveNimbers, is_itself_again, normal_form_keeps_the_options};
use std::collections::{BTreeSet, HashMap};

type Square = (u8, u8);

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Returns the board on which exactly these squares are free.
fn with_free(rows: u8, columns: u8, free: &BTreeSet<Square>) -> Board {
    let square = |row, column| if free.contains(&(row, column)) { '.' } else { '#' };
    let row = |row| (1..=columns).map(|column| square(row, column)).collect::<String>();
    board(&(1..=rows).map(row).collect::<Vec<_>>().join("/"))
}

fn free(board: &Board) -> BTreeSet<Square> {
    let squares = (1..=board.rows()).flat_map(|row| (1..=board.columns()).map(move |column| (row, column)));
    squares.filter(|&(row, column)| board.is_free(row, column)).collect()
}

fn are_adjacent(one: Square, other: Square) -> bool {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
}

fn boards(rows: u8, columns: u8) -> impl Iterator<Item = Board> {
    let squares: Vec<Square> = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column))).collect();
    (0..1_u32 << squares.len()).map(move |mask| {
        let free = squares.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1).map(|(_, &square)| square);
        with_free(rows, columns, &free.collect())
    })
}

/// Returns every board of some sizes up to 3 by 4, and larger boards. Some of these have the same squares far right and far
/// down on boards of more than one word, others are random.
fn samples() -> Vec<Board> {
    let mut samples: Vec<Board> =
        [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3)].into_iter().flat_map(|(r, c)| boards(r, c)).collect();
    samples.extend(boards(3, 4).step_by(7));
    let corner = |small: Board, rows: u8, columns: u8| {
        let (down, right) = (rows - small.rows(), columns - small.columns());
        with_free(rows, columns, &free(&small).into_iter().map(|(row, column)| (row + down, column + right)).collect())
    };
    for (rows, columns) in
        [(8, 8), (8, 9), (9, 8), (9, 9), (5, 12), (12, 5), (5, 64), (64, 5), (2, 32), (21, 3), (64, 64), (3, 128)]
    {
        samples.extend(boards(2, 3).step_by(3).map(|small| corner(small, rows, columns)));
    }
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    for (rows, columns) in [
        (4, 5),
        (5, 4),
        (8, 8),
        (7, 8),
        (3, 9),
        (9, 3),
        (2, 30),
        (21, 3),
        (1, 64),
        (64, 1),
        (1, 128),
        (9, 9),
        (12, 10),
        (2, 64),
        (20, 20),
    ] {
        for dense in 1..5 {
            let all = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
            samples.push(with_free(rows, columns, &all.filter(|_| random() % 5 < dense).collect()));
        }
    }
    samples
}

#[test]
fn moves_are_those_of_the_definition() {
    for board in samples() {
        let all = free(&board);
        let mut expected = BTreeSet::new();
        for &one in &all {
            for &other in all.iter().filter(|&&other| one < other && are_adjacent(one, other)) {
                let left = all.iter().copied().filter(|&square| square != one && square != other);
                let label = format!("{}.{}-{}.{}", one.0, one.1, other.0, other.1);
                expected.insert((label, with_free(board.rows(), board.columns(), &left.collect()).to_string()));
            }
        }
        let moves: Vec<Domino> = Cram.moves(&board).collect();
        let found = moves.iter().map(|mv| (mv.to_string(), Cram.play(&board, mv).to_string()));
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{board}");
        assert_eq!(moves.len(), expected.len(), "{board}");
    }
}

#[test]
fn summands_are_the_connected_regions() {
    for board in samples() {
        let mut left = free(&board);
        let mut expected = vec![];
        while let Some(start) = left.pop_first() {
            let (mut region, mut pending) = (BTreeSet::from([start]), vec![start]);
            while let Some(here) = pending.pop() {
                let beside: Vec<Square> = left.iter().copied().filter(|&square| are_adjacent(here, square)).collect();
                beside.iter().for_each(|square| _ = left.remove(square));
                region.extend(&beside);
                pending.extend(beside);
            }
            if region.len() > 1 {
                let (top, bottom) = (region.first().unwrap().0, region.last().unwrap().0);
                let columns = || region.iter().map(|square| square.1);
                let (first, last) = (columns().min().unwrap(), columns().max().unwrap());
                let cropped = region.iter().map(|(row, column)| (row - top + 1, column - first + 1)).collect();
                expected.push(with_free(bottom - top + 1, last - first + 1, &cropped).to_string());
            }
        }
        let mut summands: Vec<String> = Cram.summands(&board).map(|summand| summand.to_string()).collect();
        summands.sort_unstable();
        expected.sort_unstable();
        assert_eq!(summands, expected, "{board}");
    }
}

#[test]
fn the_normal_form_stands_for_eight_images() {
    for board in samples() {
        let (rows, columns) = (board.rows(), board.columns());
        let image = |transpose: bool, upside_down: bool, mirror: bool| {
            let moved = free(&board).into_iter().map(|(row, column)| {
                let row = if upside_down { rows + 1 - row } else { row };
                let column = if mirror { columns + 1 - column } else { column };
                if transpose { (column, row) } else { (row, column) }
            });
            let (rows, columns) = if transpose { (columns, rows) } else { (rows, columns) };
            with_free(rows, columns, &moved.collect())
        };
        let images: Vec<Board> = (0..8).map(|bits| image(bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)).collect();
        let normal = Cram.normal_form(board.clone());
        assert!(images.contains(&normal), "{board}");
        assert!(images.into_iter().all(|image| Cram.normal_form(image) == normal), "{board}");
    }
}

#[test]
fn the_normal_form_keeps_the_options() {
    assert!(samples().iter().all(|board| normal_form_keeps_the_options(&Cram, board)));
}

#[test]
fn boards_are_themselves_again() {
    assert!(samples().iter().all(|board| is_itself_again(&Cram, board)));
}

#[test]
fn a_board_in_one_word_is_small() {
    assert_eq!(size_of::<Board>(), 16);
    let words = |text: &str| {
        let mut words = vec![];
        sprague_core::any::Pack::pack(&board(text), &mut words);
        words.len()
    };
    assert_eq!([words("8x8"), words("4x16"), words("1x64"), words("8x9"), words("1x128")], [2, 2, 2, 9, 3]);
    let bytes = |text: &str| Cram.allocated_bytes(&board(text));
    assert_eq!([bytes("8x8"), bytes("9x1"), bytes("1x65"), bytes("8x9")], [0, 0, 48, 48 + 8 * 16]);
}

#[test]
fn the_picture_is_the_board() {
    let rows = [".#", "..", "##"].map(|row| row.chars().collect()).to_vec();
    assert_eq!(Cram.picture(&board(".#/../##")), Some(Picture::Cells(rows)));
}

/// Computes nimbers by summands in normal form.
#[derive(Default)]
struct Quick(HashMap<Board, u32>);

impl Quick {
    fn nimber(&mut self, board: &Board) -> u32 {
        Cram.summands(board).fold(0, |sum, part| sum ^ self.part(Cram.normal_form(part)))
    }

    fn part(&mut self, part: Board) -> u32 {
        if let Some(&known) = self.0.get(&part) {
            return known;
        }
        let values: BTreeSet<u32> = Cram.options(&part).map(|option| self.nimber(&option)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.0.insert(part, value);
        value
    }
}

#[test]
fn summands_and_normal_forms_change_no_nimber() {
    let (mut naive, mut quick) = (NaiveNimbers::new(Cram), Quick::default());
    for text in ["1x9", "9x1", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4", "4x3", "4x4", "..#./.##./..#./###."] {
        assert_eq!(naive.nimber(&board(text)), quick.nimber(&board(text)), "{text}");
    }
    for board in boards(3, 3) {
        assert_eq!(naive.nimber(&board), quick.nimber(&board), "{board}");
    }
}

/// A row of Cram is octal 0.07: a domino takes two neighbouring squares and leaves two rows.
#[test]
fn one_row_is_dawsons_kayles() {
    let mut rows: Vec<u32> = vec![0];
    for length in 1..=64_usize {
        let values: BTreeSet<u32> = (0..length.saturating_sub(1)).map(|left| rows[left] ^ rows[length - 2 - left]).collect();
        rows.push((0..).find(|value| !values.contains(value)).unwrap());
    }
    let mut quick = Quick::default();
    for length in 1..=64 {
        assert_eq!(quick.nimber(&Board::new(1, length).unwrap()), rows[usize::from(length)], "1x{length}");
    }
}

#[test]
fn two_rows_are_worth_their_parity() {
    let mut quick = Quick::default();
    for columns in 1..=9 {
        assert_eq!(quick.nimber(&Board::new(2, columns).unwrap()), u32::from(columns % 2), "2x{columns}");
    }
}

/// Compares the quickly computed nimbers of full boards with known ones. Lemoine & Viennot 2012 list more.
#[test]
fn full_boards_are_worth_what_is_known() {
    let mut quick = Quick::default();
    for (text, nimber) in [("3x3", 0), ("3x4", 1), ("3x5", 1), ("3x6", 4), ("3x7", 1), ("4x4", 0), ("4x5", 2), ("5x5", 0)] {
        assert_eq!(quick.nimber(&board(text)), nimber, "{text}");
    }
}

#[test]
fn boards_with_a_half_turn_are_won_or_lost_as_brute_force_finds() {
    let mut naive = NaiveNimbers::new(Cram);
    let mut seen = [0; 2];
    for board in [(1, 6), (2, 3), (2, 4), (3, 3), (3, 4)].into_iter().flat_map(|(rows, columns)| boards(rows, columns)) {
        let Some(half_turn) = HalfTurn::of(&board) else { continue };
        let nimber = naive.nimber(&board);
        match half_turn {
            HalfTurn::Lost => assert_eq!(nimber, 0, "{board}"),
            HalfTurn::WonBy(domino) => {
                assert!(nimber > 0 && naive.nimber(&Cram.play(&board, &domino)) == 0, "{board}");
                seen[1] += 1;
            }
        }
        seen[0] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 20, "{seen:?}");
    assert_eq!(Cram.outcome(&board("2x100")), Some(Outcome::Loss));
    assert_eq!(Cram.moves_to(&board("9x8"), 0).unwrap().moves[0].to_string(), "5.4-5.5");
}
