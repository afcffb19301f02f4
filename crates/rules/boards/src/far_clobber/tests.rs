//! Tests Clobber of other pieces against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares as Board, THIN, away, every, on_text, places, with};
use sprague_core::{Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// The definition: the first square with a stone in each direction, or the next square if the piece does not go far.
fn captures(board: &Board, player: Player, steps: &[(isize, isize)], is_far: bool) -> Vec<Board> {
    let [mine, theirs] = if player == Player::Left { ['x', 'o'] } else { ['o', 'x'] };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, stone)| stone == mine) {
        for step in steps {
            let mut found = away(board, from, *step);
            while is_far && found.is_some_and(|(_, stone)| stone == '.') {
                found = found.and_then(|(at, _)| away(board, at, *step));
            }
            if let Some((to, stone)) = found
                && stone == theirs
            {
                options.push(with(board, &[(from, '.'), (to, mine)]));
            }
        }
    }
    options
}

fn kings(board: &Board, player: Player) -> Vec<Board> {
    captures(board, player, &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)], false)
}
fn knights(board: &Board, player: Player) -> Vec<Board> {
    captures(board, player, &[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)], false)
}
fn rooks(board: &Board, player: Player) -> Vec<Board> {
    captures(board, player, &[(0, 1), (0, -1), (1, 0), (-1, 0)], true)
}
fn queens(board: &Board, player: Player) -> Vec<Board> {
    captures(board, player, &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)], true)
}

fn judged<R>(rules: &R, definition: fn(&Board, Player) -> Vec<Board>)
where
    R: Partizan<Position = Pieces> + Notation<Pieces>,
{
    let sizes = [(1, 5), (2, 3), (3, 2), (2, 4), (3, 3)];
    for board in sizes
        .into_iter()
        .flat_map(|(rows, columns)| every(rows, columns, ".xo").step_by(if rows == 3 { 31 } else { 3 }))
        .step_by(THIN)
    {
        assert!(options_are_those_of(rules, on_text(definition), &board), "{board}");
    }
    for board in ["9x9", "1x70"].map(|size| rules.show(&rules.read(size).unwrap())) {
        assert!(options_are_those_of(rules, on_text(definition), &board), "{board}");
    }
    let mut judge = Judge::new(on_text(definition));
    for board in every(2, 3, ".xo").step_by(7).chain(every(3, 3, ".xo").step_by(4_001)) {
        assert!(judge.stands_for_itself(rules, &board), "{board}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_piece_takes_as_its_definition_says() {
    judged(&KingClobber, kings);
    judged(&KnightClobber, knights);
    judged(&RookClobber, rooks);
    judged(&QueenClobber, queens);
}
