//! Tests Cannibal Clobber against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares as Board, THIN, away, every, on_larger_boards, on_text, places, with};
use sprague_core::any::Picture;
use sprague_core::{Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// The definition: a stone of the player moves onto any stone next to it.
fn definition(board: &Board, player: Player) -> Vec<Board> {
    let mine = if player == Player::Left { 'x' } else { 'o' };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, stone)| stone == mine) {
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|by| away(board, from, by));
        options.extend(beside.filter(|&(_, stone)| stone != '.').map(|(to, _)| with(board, &[(from, '.'), (to, mine)])));
    }
    options
}

fn board(text: &str) -> Pieces {
    CannibalClobber.read(text).unwrap()
}

#[test]
fn options_are_those_of_the_definition_on_every_board_up_to_2_by_4() {
    for (rows, columns) in (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).filter(|&(r, c)| r * c <= 8) {
        for board in every(rows, columns, ".xo") {
            assert!(options_are_those_of(&CannibalClobber, on_text(definition), &board), "{board}");
        }
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".xo").step_by(3).chain(every(1, 5, ".xo").step_by(2)).chain(every(4, 1, ".xo"));
    let full = ["3x3", "8x8", "1x64", "1x65", "1x128", "3x11", "11x3", "9x9"].map(|size| CannibalClobber.show(&board(size)));
    for board in small.flat_map(|small| on_larger_boards(&small, '.')).chain(full) {
        assert!(options_are_those_of(&CannibalClobber, on_text(definition), &board), "{board}");
    }
}

#[test]
fn summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(definition));
    let boards =
        every(2, 3, ".xo").chain(every(1, 5, ".xo")).chain(every(1, 6, ".xo").step_by(5)).chain(every(4, 2, ".xo").step_by(211));
    for board in boards.step_by(THIN) {
        assert!(judge.stands_for_itself(&CannibalClobber, &board), "{board}");
    }
    let equal = |judge: &mut Judge<_>, some: &[&str], others: &[&str]| {
        let [some, others] = [some, others].map(|games| games.iter().map(|&game| game.to_owned()).collect::<Vec<_>>());
        judge.are_equal(&some, &others)
    };
    assert!(equal(&mut judge, &["xx", "oo"], &[]), "one free move each");
    assert!(!equal(&mut judge, &["xx"], &["xo"]), "1 is not *: the judge can say no");
}

#[test]
fn what_is_far_away_on_a_larger_board_is_the_same_summand() {
    for small in every(2, 3, ".xo").chain(every(1, 5, ".xo")) {
        let summands = |text: &str| CannibalClobber.summands(&board(text)).collect::<Vec<_>>();
        let here = summands(&small);
        for large in on_larger_boards(&small, '.') {
            assert_eq!(summands(&large), here, "{large}");
        }
    }
}

#[test]
fn a_board_reads_and_looks_as_in_clobber() {
    assert_eq!([board("2x3"), board("xox/oxo")].map(|board| Clobber.show(&board)), ["xox/oxo"; 2]);
    assert_eq!(CannibalClobber.read("xo#"), Clobber.read("xo#"));
    let rows = ["x.", "o."].map(|row| row.chars().collect()).to_vec();
    assert_eq!(CannibalClobber.picture(&board("x./o.")), Some(Picture::Cells(rows)));
}
