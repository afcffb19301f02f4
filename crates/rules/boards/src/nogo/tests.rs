//! Tests NoGo against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares, away, drawn, every, hooks_hold, on_larger_boards, on_text, places, with};
use sprague_core::{BadNotation, Hints, Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};
use std::collections::BTreeSet;

fn beside(board: &Squares, from: (usize, usize)) -> impl Iterator<Item = ((usize, usize), char)> {
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |by| away(board, from, by))
}

fn has_liberty(board: &Squares, stone: (usize, usize), player: char) -> bool {
    let (mut block, mut pending) = (BTreeSet::from([stone]), vec![stone]);
    while let Some(here) = pending.pop() {
        for (next, character) in beside(board, here) {
            if character == '.' {
                return true;
            }
            if character == player && block.insert(next) {
                pending.push(next);
            }
        }
    }
    false
}

/// The definition: a stone on a free square, after which every block has a liberty.
fn definition(board: &Squares, player: Player) -> Vec<Squares> {
    let mine = if player == Player::Left { 'x' } else { 'o' };
    let free = places(board).filter(|&(_, character)| character == '.');
    let all_live =
        |after: &Squares| places(after).all(|(stone, player)| matches!(player, '.' | '#') || has_liberty(after, stone, player));
    free.map(|(square, _)| with(board, &[(square, mine)])).filter(all_live).collect()
}

fn board(text: &str) -> Pieces {
    NoGo.read(text).unwrap()
}

#[test]
fn options_are_those_of_the_definition_on_every_small_board() {
    let sizes = (1..=7).map(|columns| (1, columns)).chain([(2, 1), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4)]);
    for (rows, columns) in sizes {
        for board in every(rows, columns, ".xo") {
            assert!(options_are_those_of(&NoGo, on_text(definition), &board), "{board}");
        }
    }
    for board in every(1, 5, ".xo#").chain(every(2, 3, ".xo#").step_by(3)).chain(every(3, 3, ".xo#").step_by(101)) {
        assert!(options_are_those_of(&NoGo, on_text(definition), &board), "{board}");
    }
    for board in every(3, 3, ".xo").step_by(7).chain(every(3, 4, ".xo").step_by(301)) {
        assert!(options_are_those_of(&NoGo, on_text(definition), &board), "{board}");
    }
}

#[test]
fn a_block_without_liberty_is_found() {
    for text in [(1, 6), (2, 3), (3, 2), (4, 1)].into_iter().flat_map(|(rows, columns)| every(rows, columns, ".xo")) {
        let squares = crate::naive::squares(&text);
        let dead = |&(stone, player): &((usize, usize), char)| player != '.' && !has_liberty(&squares, stone, player);
        let first = places(&squares).find(dead).map(|((row, column), _)| Square { row: row as u8 + 1, column: column as u8 + 1 });
        assert_eq!(NoGo.dead_block(&board(&text)), first, "{text}");
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".xo").step_by(31).chain(every(1, 5, ".xo").step_by(17)).chain(every(4, 1, ".xo").step_by(11));
    for board in small.flat_map(|small| on_larger_boards(&small, '.')).filter(|board| board.len() < 100) {
        assert!(options_are_those_of(&NoGo, on_text(definition), &board), "{board}");
    }
    let full = on_larger_boards("ox.o.x", 'x').into_iter().filter(|board| board.len() < 100);
    for board in on_larger_boards("o.x/xo.", '.').into_iter().filter(|board| board.len() < 600).chain(full) {
        assert!(options_are_those_of(&NoGo, on_text(definition), &board), "{board}");
    }
}

#[test]
fn summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(definition));
    let boards = (1..=6).flat_map(|columns| every(1, columns, ".xo")).chain(every(4, 1, ".xo")).chain(every(2, 3, ".xo"));
    for board in boards.chain(every(1, 5, ".xo#").step_by(3)).chain(every(2, 3, ".xo#").step_by(5)) {
        assert!(judge.stands_for_itself(&NoGo, &board), "{board}");
    }
    assert!(!judge.are_equal(&["..".to_owned()], &["...".to_owned()]), "the judge can say no");
}

#[test]
fn the_stones_of_a_block_in_a_row_are_one() {
    let form = |text: &str| NoGo.normal_form(board(text));
    assert_eq!(form("..xxx.oo."), form("..x.o."));
    assert_eq!(form("..xxx.oo.").columns(), 6);
    assert_eq!(form("x/x/./."), form("..x"));
    assert_eq!(form("..xxo.."), form("..xo.."));
    assert_eq!(form(&format!("{}..", "x".repeat(100))), form("x.."), "of long rows, too");
    assert_ne!(form("xx./..."), form("x./.."), "a wider board has corners");
}

#[test]
fn long_rows_that_fall_apart_keep_their_value() {
    let mut judge = Judge::new(on_text(definition));
    for row in [
        "..ox.o..",
        "..xo.x..",
        "...x.x..o",
        "..o.x...",
        ".ox.xo...",
        "ox.o..x..",
        "..x.o.x..",
        "..o.xo.x..",
        "x.o.x.o..",
        "..xo.ox..",
    ] {
        assert!(judge.stands_for_itself(&NoGo, row), "{row}");
    }
}

#[test]
fn boards_that_fall_apart_keep_their_value() {
    let mut judge = Judge::new(on_text(definition));
    let boards = || drawn(20_000, &[(3, 3), (3, 4)], "..xxoo#").map(|text| (NoGo.summands(&board(&text)).count(), text));
    for (_, text) in boards().filter(|(parts, _)| *parts > 1).take(60) {
        assert!(judge.stands_for_itself(&NoGo, &text), "{text}");
    }
    assert!(boards().filter(|(parts, _)| *parts > 1).count() >= 60);
}

/// Tries all rows of some length, then boards, and compares their options with those of the summands.
#[test]
fn the_parts_of_a_board_have_its_options() {
    let parts = |position: &Pieces| {
        let mut parts: Vec<String> = NoGo.summands(position).map(|part| NoGo.show(&part)).collect();
        parts.sort_unstable();
        parts
    };
    let mut apart = 0;
    let boards = every(3, 3, ".xo").chain(every(2, 5, ".xo").step_by(7)).chain(drawn(20_000, &[(3, 4), (4, 4)], "..xxoo#"));
    for row in every(1, 9, ".xo").step_by(2).chain(boards) {
        let position = board(&row);
        let summands: Vec<Pieces> = NoGo.summands(&position).collect();
        apart += usize::from(summands.len() > 1);
        for player in Player::BOTH {
            let whole: BTreeSet<Vec<String>> = NoGo.options(&position, player).map(|option| parts(&option)).collect();
            let mut of_parts = BTreeSet::new();
            for (at, part) in summands.iter().enumerate() {
                for option in NoGo.options(part, player) {
                    let others =
                        summands.iter().enumerate().filter(|&(other, _)| other != at).flat_map(|(_, other)| parts(other));
                    let mut sum: Vec<String> = others.chain(parts(&option)).collect();
                    sum.sort_unstable();
                    of_parts.insert(sum);
                }
            }
            assert_eq!(whole, of_parts, "{row}");
        }
    }
    assert!(apart > 500, "{apart} boards fell apart");
}

#[test]
fn a_row_falls_apart_where_nobody_may_play() {
    let parts = |text: &str| NoGo.summands(&board(text)).map(|part| NoGo.show(&part)).collect::<Vec<_>>();
    assert_eq!(parts("..ox.o.."), ["..o", "x.o.."], "a stone on either side of the cut keeps its liberty");
    assert_eq!(parts("..xo.."), ["..x", "o.."]);
    assert_eq!(parts("..x.o..").len(), 1, "a block with two liberties may grow");
    assert_eq!(parts("xx.o..x"), ["x.o..x"]);
    assert_eq!(parts("...x/.ox#/.x.."), ["...x/.ox#/.x.."]);
    assert_eq!(parts("..#../..#.."), ["../.."; 2]);
    assert_eq!(parts("..xo./..xo."), ["..x/..x", "o./o."]);
    assert_eq!(parts("x/o/./x"), Vec::<String>::new(), "a block without liberty ends the game");
    assert_eq!(parts(&["..ox.o..", &".".repeat(80)].concat()).len(), 2);
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    let start = "rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 1x9";
    for (text, at, expected) in [
        ("", 0, start),
        (" ", 0, start),
        ("x #", 1, "`x`, `o`, `.` or `#`, `/` or the end"),
        ("x.?", 2, "`x`, `o`, `.` or `#`, `/` or the end"),
        ("x./x", 4, "`x`, `o`, `.` or `#`: every row has 2 squares"),
        ("1x", 2, "how many columns there are, 1-128"),
    ] {
        assert_eq!(NoGo.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    assert_eq!(board("1x3"), board("..."));
}

#[test]
fn what_the_search_is_told_holds_on_10_000_boards() {
    hooks_hold(&NoGo, &[(1, 9), (2, 4), (3, 3), (2, 5)], ".....xo");
}

#[test]
fn the_search_is_told_the_numbers_of_moves() {
    let small = every(2, 3, ".xo").step_by(7).chain(every(1, 5, ".xo").step_by(5));
    let larger = ["o.x/xo.", "ox.o.x", "......"].into_iter().flat_map(|small| on_larger_boards(small, '.'));
    for text in small.chain(larger) {
        let board = board(&text);
        let [left, right] = Player::BOTH.map(|player| NoGo.moves(&board, player).count() as i32);
        assert_eq!(NoGo.hints().bounds(&board), Bounds::between(-right, left), "{text}");
        let estimate = NoGo.hints().estimate(&board).unwrap();
        let moves = [estimate.ahead * 8, estimate.effort * 4].map(|number| number / Bounds::ONE);
        assert_eq!(
            (moves, NoGo.hints().size(&board)),
            ([left - right, left + right].map(i64::from), Some((left + right) as u32)),
            "{text}"
        );
    }
}
