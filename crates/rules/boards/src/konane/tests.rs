//! Tests Konane against its definition, on boards of characters.

use super::*;
use crate::naive::{
    Squares as Board, THIN, away, every, hooks_are_the_same_on_larger_boards, hooks_hold, on_larger_boards, on_text, places, with,
};
use sprague_core::any::Picture;
use sprague_core::{BadNotation, Hints, Notation, Partizan};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// The definition: returns the boards after one jump of a stone, and after each further jump in that direction.
fn definition(board: &Board, player: Player) -> Vec<Board> {
    let (mine, theirs) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let mut options = vec![];
    for (start, _) in places(board).filter(|&(_, stone)| stone == mine) {
        for by in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut at, mut now) = (start, board.clone());
            while let (Some((over, enemy)), Some((to, free))) = (away(&now, at, by), away(&now, at, (2 * by.0, 2 * by.1)))
                && (enemy, free) == (theirs, '.')
            {
                now = with(&now, &[(at, '.'), (over, '.'), (to, mine)]);
                options.push(now.clone());
                at = to;
            }
        }
    }
    options
}

fn board(text: &str) -> Pieces {
    Konane.read(text).unwrap()
}

#[test]
fn options_are_those_of_the_definition_on_every_board_up_to_8_squares_and_some_of_9() {
    for (rows, columns) in (1..=8).flat_map(|rows| (1..=8).map(move |columns| (rows, columns))).filter(|&(r, c)| r * c <= 8) {
        for board in every(rows, columns, ".xo") {
            assert!(options_are_those_of(&Konane, on_text(definition), &board), "{board}");
        }
    }
    for board in every(3, 3, ".xo").step_by(5).chain(every(2, 4, "#.xo").step_by(17)).chain(every(1, 7, ".xo#").step_by(5)) {
        assert!(options_are_those_of(&Konane, on_text(definition), &board), "{board}");
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".xo").step_by(3).chain(every(1, 7, ".xo").step_by(19)).chain(every(5, 1, ".xo").step_by(2));
    let full = ["3x3", "8x8", "1x64", "1x65", "1x128", "3x11", "11x3", "9x9"].map(|size| Konane.show(&board(size)));
    let chains = ["x", "o"].map(|first| first.to_owned() + &"o.".repeat(35));
    for board in small.flat_map(|small| on_larger_boards(&small, '.')).chain(full).chain(chains) {
        assert!(options_are_those_of(&Konane, on_text(definition), &board), "{board}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(definition));
    let rows = every(1, 7, ".xo").chain(every(1, 9, ".xo").step_by(31)).chain(every(1, 13, ".xo").step_by(9973));
    let boards = every(2, 3, ".xo").chain(every(3, 3, ".xo").step_by(37)).chain(every(2, 5, ".xo").step_by(211));
    let wide =
        every(3, 4, ".xo").step_by(9967).chain(every(4, 4, ".xo").step_by(1_471_193)).chain(every(2, 4, "#.xo").step_by(397));
    let mut split = 0;
    for text in rows.chain(boards).chain(wide).step_by(THIN) {
        assert!(judge.stands_for_itself(&Konane, &text), "{text}");
        split += usize::from(Konane.summands(&board(&text)).count() > 1);
    }
    assert!(split > 20 / THIN, "{split} boards fell apart");
    assert!(!judge.are_equal(&["xo.".to_owned()], &["ox.".to_owned()]), "1 is not -1: the judge can say no");
}

/// Checks that the sum of the parts has the moves of the board, and that each part is its own only part.
#[test]
#[ignore = "slow: seconds"]
fn slow_an_option_of_the_board_is_an_option_of_one_part_beside_the_others() {
    let parts_of = |board: &Pieces| Konane.summands(board).collect::<Vec<_>>();
    let sorted = |mut parts: Vec<String>| {
        parts.sort_unstable();
        parts
    };
    let shown = |parts: &[Pieces]| sorted(parts.iter().map(|part| Konane.show(part)).collect());
    let boards = every(1, 8, ".xo").step_by(3).chain(every(3, 3, ".xo").step_by(11)).chain(every(3, 5, ".xo").step_by(20_011));
    for text in boards.step_by(THIN) {
        let whole = board(&text);
        let parts = parts_of(&whole);
        assert!(parts.iter().all(|part| parts_of(part) == [part.clone()]), "{text}");
        for player in Player::BOTH {
            let mut of_board: Vec<_> = Konane.options(&whole, player).map(|option| shown(&parts_of(&option))).collect();
            let mut of_parts = vec![];
            for (index, part) in parts.iter().enumerate() {
                for option in Konane.options(part, player) {
                    let others = parts.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, part)| part.clone());
                    of_parts.push(shown(&others.chain(parts_of(&option)).collect::<Vec<_>>()));
                }
            }
            of_board.sort_unstable();
            of_parts.sort_unstable();
            assert_eq!(of_board, of_parts, "{text}");
        }
    }
}

#[test]
fn stones_that_jumps_bring_together_are_one_part_and_idle_ones_are_none() {
    let parts = |text: &str| Konane.summands(&board(text)).map(|part| Konane.show(&part)).collect::<Vec<_>>();
    assert_eq!(parts("xo..o.x"), ["xo.."], "more than play comes to: o on 1.2 is gone before x stands on 1.3");
    assert_eq!(parts("xo.o.ox"), ["xo.o.ox"]);
    assert_eq!(parts("xo.xx.ox"), ["xo.", ".ox"]);
    assert_eq!(parts("xo.ooooox"), ["xo.o"], "o on 1.4 may jump over x on 1.3");
    assert_eq!(parts("xoxoxo"), [""; 0], "no square is free");
    assert_eq!(parts("x#/oo/.x"), ["x/o/."]);
    assert_eq!(parts("xoo./...."), [""; 0]);
}

#[test]
fn what_is_far_away_on_a_larger_board_is_the_same_summand() {
    // squares to the right and below are walls, so that no jump leads there
    for small in every(2, 3, ".xo").chain(every(1, 5, ".xo")) {
        let summands = |text: &str| Konane.summands(&board(text)).collect::<Vec<_>>();
        let here = summands(&small);
        for large in on_larger_boards(&small, '#') {
            assert_eq!(summands(&large), here, "{large}");
        }
    }
}

#[test]
fn all_eight_images_have_one_normal_form_and_stones_keep_their_players() {
    let forms = |texts: &[&str]| texts.iter().map(|text| Konane.normal_form(board(text))).collect::<Vec<_>>();
    let images = ["xxo/.o.", "oxx/.o.", ".o./xxo", ".o./oxx", "x./xo/o.", "o./xo/x.", ".x/ox/.o", ".o/ox/.x"];
    let images = forms(&images);
    assert!(images.iter().all(|form| *form == images[0]));
    assert_ne!(images[0], forms(&["oox/.x."])[0]);
}

#[test]
fn a_size_is_a_chessboard_without_two_stones_in_the_middle() {
    let shown = |text| Konane.show(&board(text));
    assert_eq!(shown("6x6"), "xoxoxo/oxoxox/xo..xo/oxoxox/xoxoxo/oxoxox");
    assert_eq!(shown("5x5"), "xoxox/oxoxo/xo..x/oxoxo/xoxox");
    assert_eq!([shown("1x2"), shown("1x5"), shown("2x3")], ["..", "xo..x", "x../oxo"]);
}

#[test]
fn what_is_no_board_is_refused_where_it_goes_wrong() {
    let start = "rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 6x6";
    for (text, at, expected) in [
        ("", 0, start),
        ("X", 0, start),
        ("/xo", 0, start),
        ("xo/x", 4, "`x`, `o`, `.` or `#`: every row has 2 squares"),
        ("4x1", 2, "how many columns there are, 2-128"),
        ("4x129", 2, "how many columns there are, 2-128"),
        ("0x4", 0, "how many rows there are, 1-128"),
    ] {
        assert_eq!(Konane.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn a_picture_has_the_characters_of_the_text() {
    let rows = ["x.", "o#"].map(|row| row.chars().collect()).to_vec();
    assert_eq!(Konane.picture(&board("x./o#")), Some(Picture::Cells(rows)));
}

#[test]
fn what_the_search_is_told_holds_on_10_000_boards() {
    hooks_hold(&Konane, &[(1, 8), (2, 4), (3, 3)], "xxoo..#");
}

#[test]
fn what_the_search_is_told_is_the_same_on_larger_boards() {
    let samples = every(2, 3, ".xo").chain(every(1, 5, ".xo")).step_by(7);
    hooks_are_the_same_on_larger_boards(&Konane, samples, '#');
    // Left might take all three stones, Right none
    let board = board("xo.o.ox");
    assert_eq!(Konane.hints().bounds(&board), Bounds::between(0, 3));
    let (estimate, quarter) = (Konane.hints().estimate(&board).unwrap(), Bounds::ONE / 4);
    assert_eq!((estimate.ahead / quarter, estimate.effort / quarter, Konane.hints().size(&board)), (12, 4, Some(7)));
}
