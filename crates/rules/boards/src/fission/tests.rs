//! Tests Fission against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares as Board, away, every, on_text, places, with};
use sprague_testkit::judge::{Judge, options_are_those_of};

fn definition(board: &Board, player: Player) -> Vec<Board> {
    let sides = if player == Player::Left { [(-1, 0), (1, 0)] } else { [(0, -1), (0, 1)] };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, stone)| stone == 'x') {
        if let [Some((one, '.')), Some((other, '.'))] = sides.map(|by| away(board, from, by)) {
            options.push(with(board, &[(from, '.'), (one, 'x'), (other, 'x')]));
        }
    }
    options
}

#[test]
fn options_and_values_are_those_of_the_definition() {
    let mut judge = Judge::new(on_text(definition));
    for board in every(1, 6, "#.x").chain(every(3, 2, "#.x")).chain(every(3, 3, "#.x").step_by(5)) {
        assert!(options_are_those_of(&Fission, on_text(definition), &board), "{board}");
    }
    for board in every(1, 5, "#.x").chain(every(3, 2, "#.x")).chain(every(3, 3, "#.x").step_by(151)) {
        assert!(judge.stands_for_itself(&Fission, &board), "{board}");
    }
    for board in ["./x/.", "..x../..x..", ".../.x./..."] {
        assert!(judge.stands_for_itself(&Fission, board), "{board}");
    }
}

#[test]
fn large_boards_have_the_same_moves() {
    let row = format!("{}x{}", ".".repeat(66), ".".repeat(60));
    assert!(options_are_those_of(&Fission, on_text(definition), &row));
}
