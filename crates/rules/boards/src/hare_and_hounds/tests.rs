//! Tests Hare and Hounds against its definition, on points that are joined by lines.

use super::*;
use crate::ChaseMove;
use crate::naive::{Squares as Board, every, on_text, places, with};
use sprague_core::Notation;
use sprague_core::any::Picture;
use sprague_testkit::judge::{is_itself_again, options_are_those_of};
use std::collections::BTreeSet;

/// The lines of the board of eleven points, by rows and columns from 1.
const LINES: [[(usize, usize); 2]; 22] = [
    [(2, 1), (1, 2)],
    [(2, 1), (2, 2)],
    [(2, 1), (3, 2)],
    [(1, 2), (2, 2)],
    [(2, 2), (3, 2)],
    [(1, 2), (1, 3)],
    [(2, 2), (2, 3)],
    [(3, 2), (3, 3)],
    [(1, 2), (2, 3)],
    [(3, 2), (2, 3)],
    [(1, 3), (2, 3)],
    [(2, 3), (3, 3)],
    [(1, 3), (1, 4)],
    [(2, 3), (2, 4)],
    [(3, 3), (3, 4)],
    [(2, 3), (1, 4)],
    [(2, 3), (3, 4)],
    [(1, 4), (2, 4)],
    [(2, 4), (3, 4)],
    [(1, 4), (2, 5)],
    [(2, 4), (2, 5)],
    [(3, 4), (2, 5)],
];

/// Returns the boards after each move along the lines that `is_line` accepts.
fn by_lines(board: &Board, player: Player, is_line: impl Fn((usize, usize), (usize, usize)) -> bool) -> Vec<Board> {
    let of = |character| places(board).filter(move |&(_, there)| there == character).map(|(at, _)| at).collect::<Vec<_>>();
    let (hounds, hare) = (of('x'), of('o'));
    if hounds.iter().all(|hound| hound.1 >= hare[0].1) {
        return if player == Player::Left { vec![] } else { vec![board.clone()] };
    }
    let (own, character) = if player == Player::Left { (hounds, 'x') } else { (hare, 'o') };
    let mut options = vec![];
    for from in own {
        let ahead = |to: &(usize, usize)| player == Player::Right || to.1 >= from.1;
        let to = of('.').into_iter().filter(|&to| is_line(from, to)).filter(ahead);
        options.extend(to.map(|to| with(board, &[(from, '.'), (to, character)])));
    }
    options
}

/// The definition for eleven points.
fn definition(board: &Board, player: Player) -> Vec<Board> {
    let named = |(row, column)| (row + 1, column + 1);
    by_lines(board, player, |from, to| LINES.contains(&[named(from), named(to)]) || LINES.contains(&[named(to), named(from)]))
}

/// Returns every board of this many columns with one hare and one to three hounds.
fn boards(columns: usize) -> impl Iterator<Item = String> {
    let between = every(1, 3 * (columns - 2) + 2, ".xo").filter(|points| points.matches('o').count() == 1);
    let between = between.filter(|points| (1..=3).contains(&points.matches('x').count()));
    between.map(move |points| {
        let (top, rest) = points.split_at(columns - 2);
        let (middle, last) = rest.split_at(columns);
        format!("#{top}#/{middle}/#{last}#")
    })
}

#[test]
fn options_are_those_of_the_definition_on_eleven_points() {
    let mut seen = 0;
    for text in boards(5) {
        assert!(options_are_those_of(&HareAndHounds, on_text(definition), &text), "{text}");
        seen += 1;
    }
    assert_eq!(seen, 11 * (10 + 45 + 120));
}

#[test]
fn options_are_those_of_the_definition_on_boards_of_every_length() {
    let defined: fn(&Board, Player) -> Vec<Board> = |board, player| {
        let last = board[0].len() - 1;
        by_lines(board, player, |from, to| {
            let is_near = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)) == 1;
            let is_hub = |(row, column): (usize, usize)| row == 1 && (column % 2 == 0 || column == last);
            is_near && (from.0 == to.0 || from.1 == to.1 || is_hub(from) || is_hub(to))
        })
    };
    let long = [9, 22, 64, 65, 128].map(|columns| {
        let (ends, free) = (format!("#x{}#", ".".repeat(columns - 3)), ".".repeat(columns - 4));
        format!("{ends}/x.o{free}./{ends}")
    });
    for text in boards(3).chain(boards(4)).chain(long) {
        assert!(options_are_those_of(&HareAndHounds, on_text(defined), &text), "{text}");
    }
}

#[test]
fn lines_are_drawn_where_pieces_go() {
    let named = |rows: &[[usize; 2]]| rows.iter().map(|ends| ends.map(|at| (at / 5 + 1, at % 5 + 1))).collect::<BTreeSet<_>>();
    let sorted = LINES.map(|[one, other]| if one < other { [one, other] } else { [other, one] });
    assert_eq!(named(&lines(3, 5)), BTreeSet::from(sorted));
    for columns in 3..=12 {
        // the directions of a hound at the first point, and of a hare at every other point
        let mut gone = BTreeSet::new();
        for at in (1..3 * columns - 1).filter(|&at| is_point(columns, at / columns, at % columns) && at != columns) {
            let sign = |row, column| match (row, column) {
                _ if row * columns + column == at => 'o',
                (1, 0) => 'x',
                _ if is_point(columns, row, column) => '.',
                _ => '#',
            };
            let rows = [0, 1, 2].map(|row| (0..columns).map(|column| sign(row, column)).collect::<String>());
            let board = HareAndHounds.read(&rows.join("/")).unwrap();
            for mv in Player::BOTH.into_iter().flat_map(|player| HareAndHounds.turns(&board, player)) {
                let ChaseMove::Step { from, to } = mv else { panic!("{rows:?}: the hare is not past the hound") };
                let [from, to] = [from, to].map(|square| usize::from(square.row - 1) * columns + usize::from(square.column - 1));
                gone.insert([from.min(to), from.max(to)]);
            }
        }
        let drawn = lines(3, columns);
        assert_eq!((drawn.len(), drawn.into_iter().collect::<BTreeSet<_>>()), (gone.len(), gone), "{columns} columns");
    }
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    for (text, at, expected) in [
        ("", 0, "three rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 3x5"),
        ("4x5", 0, "three rows of at least three points"),
        ("3x2", 2, "how many columns there are, 3-128"),
        ("#x/xo", 0, "three rows of at least three points"),
        ("x..#/...o/#..#", 0, "`#`: the corners are no points"),
        ("#..#/x.o./#...", 13, "`#`: the corners are no points"),
        ("#..#/x#o./#..#", 6, "`x`, `o` or `.`: only the corners are `#`"),
        ("#..#/xoo./#..#", 7, "`x` or `.`: there is one hare"),
        ("#..#/x.../#..#", 14, "a hare, `o`, before the end"),
        ("#..#/..o./#..#", 14, "a hound, `x`, before the end"),
    ] {
        assert_eq!(HareAndHounds.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn boards_are_themselves_again() {
    for text in boards(4) {
        let board = HareAndHounds.read(&text).unwrap();
        assert!(is_itself_again(&HareAndHounds, &board) && HareAndHounds.show(&board) == text, "{text}");
    }
    let picture = Picture::Cells(["#x#", "x.o", "#x#"].map(|row| row.chars().collect()).to_vec());
    assert_eq!(HareAndHounds.picture(&HareAndHounds.read("3x3").unwrap()), Some(picture));
}
