//! Tests Clobber against its definition, on boards of characters.

use super::*;
use crate::naive::{
    Squares, away, every, hooks_are_the_same_on_larger_boards, hooks_hold, on_larger_boards, on_text, places, with,
};
use sprague_core::any::Picture;
use sprague_core::{BadNotation, Hints, Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// The definition: a stone of the player moves onto a neighbouring stone of the other player.
fn definition(board: &Squares, player: Player) -> Vec<Squares> {
    let (mine, theirs) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let mut options = vec![];
    for (from, _) in places(board).filter(|&(_, stone)| stone == mine) {
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|by| away(board, from, by));
        options.extend(beside.filter(|&(_, stone)| stone == theirs).map(|(to, _)| with(board, &[(from, '.'), (to, mine)])));
    }
    options
}

fn board(text: &str) -> Pieces {
    Clobber.read(text).unwrap()
}

#[test]
fn options_are_those_of_the_definition_on_every_board_up_to_2_by_4() {
    for (rows, columns) in (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).filter(|&(r, c)| r * c <= 8) {
        for board in every(rows, columns, ".xo") {
            assert!(options_are_those_of(&Clobber, on_text(definition), &board), "{board}");
        }
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".xo").step_by(3).chain(every(1, 5, ".xo").step_by(2)).chain(every(4, 1, ".xo"));
    let full = ["3x3", "8x8", "1x64", "1x65", "1x128", "3x11", "11x3", "9x9"].map(|size| Clobber.show(&board(size)));
    for board in small.flat_map(|small| on_larger_boards(&small, '.')).chain(full) {
        assert!(options_are_those_of(&Clobber, on_text(definition), &board), "{board}");
    }
}

#[test]
fn summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(definition));
    let boards = every(2, 3, ".xo").chain(every(1, 6, ".xo").step_by(2)).chain(every(4, 2, ".xo").step_by(53));
    for board in boards {
        assert!(judge.stands_for_itself(&Clobber, &board), "{board}");
    }
    assert!(!judge.are_equal(&["xo".to_owned()], &["xxo".to_owned()]), "* is not ^: the judge can say no");
}

#[test]
fn what_is_far_away_on_a_larger_board_is_the_same_summand() {
    for small in every(2, 3, ".xo").chain(every(1, 5, ".xo")) {
        let summands = |text: &str| Clobber.summands(&board(text)).collect::<Vec<_>>();
        let here = summands(&small);
        for large in on_larger_boards(&small, '.') {
            assert_eq!(summands(&large), here, "{large}");
        }
    }
}

#[test]
fn all_eight_images_have_one_normal_form_and_stones_keep_their_players() {
    let forms = |texts: &[&str]| texts.iter().map(|text| Clobber.normal_form(board(text))).collect::<Vec<_>>();
    let images = ["xxo/.o.", "oxx/.o.", ".o./xxo", ".o./oxx", "x./xo/o.", "o./xo/x.", ".x/ox/.o", ".o/ox/.x"];
    let images = forms(&images);
    assert!(images.iter().all(|form| *form == images[0]));
    assert_ne!(images[0], forms(&["oox/.x."])[0]);
    let long = "x".repeat(70) + "o";
    let images = forms(&[
        &long,
        &long.chars().rev().collect::<String>(),
        &long.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>().join("/"),
    ]);
    assert!(images.iter().all(|form| *form == images[0]));
}

#[test]
fn a_board_in_two_words_takes_24_bytes_and_no_more() {
    assert_eq!(size_of::<Pieces>(), 24);
    let words = |text: &str| {
        let mut words = vec![];
        sprague_core::any::Pack::pack(&board(text), &mut words);
        words.len()
    };
    assert_eq!([words("7x8"), words("1x56"), words("8x8"), words("1x57"), words("1x128"), words("9x9")], [2, 2, 3, 3, 5, 19]);
    let bytes = |text: &str| Clobber.allocated_bytes(&board(text));
    assert_eq!([bytes("8x8"), bytes("1x64"), bytes("1x128"), bytes("9x9")], [0, 0, 80, 80 + 2 * 9 * 16]);
}

#[test]
fn pieces_are_those_of_the_text() {
    let board = board("xo/.x");
    let stones = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (0, 1)].map(|(row, column)| board.owner(row, column));
    assert_eq!(stones, [Some(Player::Left), Some(Player::Right), None, Some(Player::Left), None, None]);
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    let start = "rows of `x`, `o` and `.` with `/` between, or a size such as 4x5";
    for (text, at, expected) in [
        ("", 0, start),
        ("#", 0, start),
        ("/xo", 0, start),
        ("xo#", 2, "`x`, `o` or `.`, `/` or the end"),
        ("xo/x", 4, "`x`, `o` or `.`: every row has 2 squares"),
        ("xo/xox", 5, "`/` or the end: the row has 2 squares"),
        ("xo/xo4", 5, "nothing more"),
        ("4", 1, "`x` and how many columns there are, as in 4x5"),
        ("4x129", 2, "how many columns there are, 1-128"),
    ] {
        assert_eq!(Clobber.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    assert_eq!(board("2x3"), board("xox/oxo"));
}

#[test]
fn a_picture_has_the_characters_of_the_text() {
    let rows = ["x.", "o."].map(|row| row.chars().collect()).to_vec();
    assert_eq!(Clobber.picture(&board("x./o.")), Some(Picture::Cells(rows)));
}

#[test]
fn what_the_search_is_told_holds_on_10_000_boards() {
    hooks_hold(&Clobber, &[(2, 3), (3, 3), (2, 4), (1, 9), (3, 4)], "..xxoo");
}

#[test]
fn what_the_search_is_told_is_the_same_on_larger_boards() {
    hooks_are_the_same_on_larger_boards(&Clobber, every(2, 3, ".xo").step_by(5).chain(every(3, 2, ".xo").step_by(7)), '.');
    let estimate = Clobber.hints().estimate(&board("xox")).unwrap();
    let quarter = Bounds::ONE / 4;
    assert_eq!((estimate.ahead, estimate.effort, Clobber.hints().size(&board("xox"))), (quarter, 2 * quarter, Some(3)));
}
