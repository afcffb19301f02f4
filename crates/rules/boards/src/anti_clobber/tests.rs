//! Tests Anti-Clobber against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares as Board, away, every, on_text, places, with};
use sprague_testkit::judge::{Judge, options_are_those_of};

fn definition(board: &Board, player: Player) -> Vec<Board> {
    let [mine, theirs] = if player == Player::Left { ['x', 'o'] } else { ['o', 'x'] };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, stone)| stone == mine) {
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|by| away(board, from, by));
        options.extend(beside.filter(|&(_, stone)| stone == '.').map(|(to, _)| with(board, &[(from, theirs), (to, mine)])));
    }
    options
}

#[test]
fn options_and_values_are_those_of_the_definition() {
    let mut judge = Judge::new(on_text(definition));
    for board in every(1, 5, "#.xo").chain(every(2, 3, "#.xo")) {
        assert!(options_are_those_of(&AntiClobber, on_text(definition), &board), "{board}");
    }
    for board in every(1, 4, "#.xo").chain(every(2, 2, "#.xo")).chain(every(2, 3, "#.xo").step_by(53)) {
        assert!(judge.stands_for_itself(&AntiClobber, &board), "{board}");
    }
}
