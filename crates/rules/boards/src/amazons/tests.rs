//! Tests Amazons against its definition, on boards of characters.

use super::*;
use crate::naive::{
    Squares, THIN, away, every, hooks_are_the_same_on_larger_boards, hooks_hold, on_larger_boards, on_text, places, with,
};
use sprague_core::{BadNotation, Hints, Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// Returns the squares that a queen reaches from a square.
fn queen(board: &Squares, from: (usize, usize)) -> Vec<(usize, usize)> {
    let mut squares = vec![];
    for by in (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across))).filter(|&by| by != (0, 0)) {
        let mut here = from;
        while let Some((next, '.')) = away(board, here, by) {
            squares.push(next);
            here = next;
        }
    }
    squares
}

fn definition(board: &Squares, player: Player) -> Vec<Squares> {
    let mine = if player == Player::Left { 'x' } else { 'o' };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, piece)| piece == mine) {
        for to in queen(board, from) {
            let moved = with(board, &[(from, '.'), (to, mine)]);
            options.extend(queen(&moved, to).into_iter().map(|hit| with(&moved, &[(hit, '#')])));
        }
    }
    options
}

fn board(text: &str) -> Pieces {
    Amazons.read(text).unwrap()
}

/// Boards of 3 by 3 or similar size with one or two amazons for each player.
const SAMPLES: [&str; 10] = [
    "x../.../..o",
    "x.o/.../o.x",
    ".x./.../.o.",
    "x#./..#/#.o",
    "x../.#./..o",
    "xo./.../...",
    ".../.x./...",
    "x.x/#.#/o.o",
    "#.x/o../.#.",
    "o../#x#/..o",
];

#[test]
#[ignore = "slow: seconds"]
fn slow_options_are_those_of_the_definition_on_every_small_board() {
    for (rows, columns) in [(1, 1), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)] {
        for board in every(rows, columns, ".xo#").step_by(THIN) {
            assert!(options_are_those_of(&Amazons, on_text(definition), &board), "{board}");
        }
    }
    for board in
        SAMPLES.map(str::to_owned).into_iter().chain(every(3, 3, ".xo#").step_by(397)).chain(every(3, 4, ".xo#").step_by(40_009))
    {
        assert!(options_are_those_of(&Amazons, on_text(definition), &board), "{board}");
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".xo#").step_by(41).chain(every(1, 5, ".xo#").step_by(29)).chain(every(4, 1, ".xo#").step_by(11));
    for board in small.flat_map(|small| on_larger_boards(&small, '#')) {
        assert!(options_are_those_of(&Amazons, on_text(definition), &board), "{board}");
    }
    let open = |rows: usize, columns: usize| {
        let mut rows = vec![".".repeat(columns); rows];
        rows[0].replace_range(columns - 1..columns, "x");
        rows.join("/")
    };
    for board in [open(8, 8), open(4, 9), open(9, 4), open(9, 8), open(1, 70), open(12, 3)] {
        assert!(options_are_those_of(&Amazons, on_text(definition), &board), "{board}");
    }
}

#[test]
fn summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(definition));
    let boards = every(2, 2, ".xo#").chain(every(1, 5, ".xo#")).chain(every(2, 3, ".xo#").step_by(13));
    for board in boards.chain(["x#./..#/#.o", "#.x/o##/.#.", "o#./#x#/..o", "x.#/##./o.#"].map(str::to_owned)) {
        assert!(judge.stands_for_itself(&Amazons, &board), "{board}");
    }
    assert!(!judge.are_equal(&["x.".to_owned()], &["x..".to_owned()]), "1 is not 2: the judge can say no");
}

#[test]
fn regions_are_connected_by_corners_too() {
    let regions = |text: &str| Amazons.summands(&board(text)).map(|part| Amazons.show(&part)).collect::<Vec<_>>();
    assert_eq!(regions("x#/#."), ["x#/#."]);
    assert_eq!(regions("x.##./##o#."), ["x.#/##o"], "without amazons nobody moves");
    assert_eq!(regions("xo#x./####."), ["x./#."], "nor where they are shut in");
    assert_eq!(regions("x.#.o"), ["x.", ".o"]);
    let far = format!("x.{}/{}.o", "#".repeat(70), "#".repeat(70));
    assert_eq!(regions(&far), ["x.", ".o"]);
}

#[test]
fn all_eight_images_have_one_normal_form() {
    let images = ["x#./..o", ".#x/o..", "..o/x#.", "o../.#x", "x./#./.o", ".o/#./x.", ".x/.#/o.", "o./.#/.x"];
    let forms = images.map(|text| Amazons.normal_form(board(text)));
    assert!(forms.iter().all(|form| *form == forms[0]));
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    let start = "rows of `x`, `o`, `.` and `#` with `/` between";
    for (text, at, expected) in [
        ("", 0, start),
        ("4x5", 0, start),
        ("x.y", 2, "`x`, `o`, `.` or `#`, `/` or the end"),
        ("x./o", 4, "`x`, `o`, `.` or `#`: every row has 2 squares"),
        ("x./o.#", 5, "`/` or the end: the row has 2 squares"),
    ] {
        assert_eq!(Amazons.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn what_the_search_is_told_holds_on_10_000_boards() {
    hooks_hold(&Amazons, &[(1, 7), (2, 3), (2, 4), (3, 3)], "....#####xo");
}

#[test]
fn what_the_search_is_told_is_the_same_on_larger_boards() {
    let samples = SAMPLES.into_iter().map(str::to_owned).chain(every(2, 3, ".#xo").step_by(61));
    hooks_are_the_same_on_larger_boards(&Amazons, samples, '#');
    // Left can move to 3 squares and Right to 4, of which 2 are the same
    let (board, half) = (board("x..o/.#.."), Bounds::ONE / 2);
    let estimate = Amazons.hints().estimate(&board).unwrap();
    assert_eq!((estimate.ahead / half, estimate.effort * 2 / half, Amazons.hints().size(&board)), (-1, 7, Some(5)));
}
