//! Tests Fox and Geese against its definition, on boards of characters.

use super::*;
use crate::naive::{Squares as Board, away, every, on_text, places, with};
use sprague_core::Notation;
use sprague_core::any::Picture;
use sprague_testkit::judge::{is_itself_again, options_are_those_of};

type By = (isize, isize);

const DOWN: [By; 2] = [(1, -1), (1, 1)];
const UP: [By; 2] = [(-1, -1), (-1, 1)];

/// The definition: returns the boards after each move, if the fox has this range.
fn definition(board: &Board, player: Player, range: isize) -> Vec<Board> {
    let of = |character| places(board).filter(move |&(_, there)| there == character).map(|(at, _)| at).collect::<Vec<_>>();
    let (geese, fox) = (of('x'), of('o')[0]);
    let is_free = |from, by: By| away(board, from, by).filter(|&(_, there)| there == '.').map(|(to, _)| to);
    let top = geese.iter().map(|goose| goose.0).min().unwrap();
    if fox.0 <= top || (fox.0 == top + 1 && UP.iter().any(|&by| is_free(fox, by).is_some())) {
        return if player == Player::Left { vec![] } else { vec![board.clone()] };
    }
    if player == Player::Left {
        let steps = geese.iter().flat_map(|&goose| DOWN.iter().filter_map(move |&by| Some((goose, is_free(goose, by)?))));
        return steps.map(|(goose, to)| with(board, &[(goose, '.'), (to, 'x')])).collect();
    }
    let along = |&(down, right): &By| (1..=range).map_while(move |far| is_free(fox, (far * down, far * right)));
    DOWN.iter().chain(&UP).flat_map(along).map(|to| with(board, &[(fox, '.'), (to, 'o')])).collect()
}

/// Returns the boards of a size with one fox and at least one goose.
fn boards(rows: usize, columns: usize) -> impl Iterator<Item = String> {
    every(rows, columns, ".xo").filter(|text| text.matches('o').count() == 1 && text.contains('x'))
}

#[test]
fn options_are_those_of_the_definition() {
    let sizes = [(1, 3), (2, 2), (2, 4), (3, 3), (4, 2), (8, 1)];
    for range in 1..=3 {
        let rules = FoxAndGeese::new(range).unwrap();
        let defined = |board: &Board, player| definition(board, player, range.into());
        for text in sizes.iter().flat_map(|&(rows, columns)| boards(rows, columns)).chain(boards(3, 4).step_by(23)) {
            let options = |board: &str, player| {
                let squares = crate::naive::squares(board);
                defined(&squares, player).iter().map(crate::naive::text).collect()
            };
            assert!(options_are_those_of(&rules, options, &text), "{text}");
        }
    }
}

#[test]
fn options_are_those_of_the_definition_on_boards_of_every_kind() {
    let (empty, wide) = (".".repeat(12), ".".repeat(70));
    for text in [
        format!("x.x.x.x.x.x./{empty}/.....o....../{empty}"),
        format!("{empty}/x.........x./.x.......o.x/{empty}"),
        format!("{wide}x.x/{wide}.../{wide}..o/{wide}.../{wide}x.."),
        format!("x{}x/{wide}../o{wide}.", ".".repeat(70)),
    ] {
        let one: fn(&Board, Player) -> Vec<Board> = |board, player| definition(board, player, 1);
        assert!(options_are_those_of(&FoxAndGeese::default(), on_text(one), &text), "{text}");
    }
}

#[test]
fn a_board_of_a_size_has_its_pieces_on_one_colour() {
    for (size, text) in [
        ("4x4", ".x.x/..../..../..o."),
        ("3x5", ".x.x./...../.o..."),
        ("2x2", ".x/o."),
        ("1x4", ".o.x"),
        ("8x8", ".x.x.x.x/......../......../......../......../......../......../....o..."),
    ] {
        assert_eq!(FoxAndGeese::default().read(size).map(|board| FoxAndGeese::default().show(&board)), Ok(text.into()), "{size}");
    }
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    let start = "rows of `x`, `o` and `.` with `/` between, or a size such as 8x8";
    for (text, at, expected) in [
        ("", 0, start),
        ("#x/o.", 0, start),
        ("x./#o", 3, "`x`, `o` or `.`: every row has 2 squares"),
        ("xo/o.", 3, "`x` or `.`: there is one fox"),
        ("x./..", 5, "a fox, `o`, before the end"),
        ("../.o", 5, "a goose, `x`, before the end"),
        ("1x2", 3, "a goose, `x`, before the end"),
        ("8x1", 2, "how many columns there are, 2-128"),
        ("129x8", 0, "how many rows there are, 1-128"),
    ] {
        assert_eq!(FoxAndGeese::default().read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    for (text, at, expected) in [
        ("", 0, "`range=` and how many squares the fox goes, as in range=2"),
        ("rang", 4, "`range=` and how many squares the fox goes, as in range=2"),
        ("range=0", 6, "how many squares the fox goes, 1-128"),
        ("range=129", 6, "how many squares the fox goes, 1-128"),
        ("range=2x", 7, "nothing more"),
    ] {
        assert_eq!(FoxAndGeese::of(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    assert_eq!(FoxAndGeese::of("range=2"), Ok(FoxAndGeese { range: 2 }));
}

#[test]
fn boards_are_themselves_again() {
    for text in boards(2, 4).chain(boards(3, 3).step_by(7)) {
        let board = FoxAndGeese::default().read(&text).unwrap();
        assert!(is_itself_again(&FoxAndGeese::default(), &board) && FoxAndGeese::default().show(&board) == text, "{text}");
    }
    let picture = Picture::Cells(vec![".x".chars().collect(), "o.".chars().collect()]);
    assert_eq!(FoxAndGeese::default().picture(&FoxAndGeese::default().read("2x2").unwrap()), Some(picture));
}
