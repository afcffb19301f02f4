//! Tests Domineering against its definition, on boards of characters.

use super::*;
use crate::naive::{
    Squares, away, every, hooks_are_the_same_on_larger_boards, hooks_hold, on_larger_boards, on_text, places, with,
};
use sprague_core::any::{AnyPartizanOf, AnyPosition};
use sprague_testkit::judge::{Judge, options_are_those_of};

/// The definition: Left covers a free square and the one below, Right a free square and the one to the right.
fn options(board: &Squares, player: Player) -> Vec<Squares> {
    let by = if player == Player::Left { (1, 0) } else { (0, 1) };
    let covered = |(one, character)| match (character, away(board, one, by)) {
        ('.', Some((other, '.'))) => Some(with(board, &[(one, '#'), (other, '#')])),
        _ => None,
    };
    places(board).filter_map(covered).collect()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn options_are_those_of_the_definition_on_every_board_up_to_3_by_4() {
    for (rows, columns) in (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).filter(|&(r, c)| r * c <= 12) {
        for board in every(rows, columns, ".#") {
            assert!(options_are_those_of(&Domineering, on_text(options), &board), "{board}");
        }
    }
}

#[test]
fn options_are_those_of_the_definition_on_larger_boards() {
    let small = every(2, 3, ".#").chain(every(1, 5, ".#")).chain(every(4, 1, ".#"));
    for board in
        small.flat_map(|small| on_larger_boards(&small, '#')).chain(["3x11", "12x4", "9x9"].map(|size| board(size).to_string()))
    {
        assert!(options_are_those_of(&Domineering, on_text(options), &board), "{board}");
    }
}

#[test]
fn summands_normal_forms_and_negatives_keep_the_value() {
    let mut judge = Judge::new(on_text(options));
    let boards =
        every(2, 3, ".#").chain(every(3, 3, ".#").step_by(3)).chain(every(1, 6, ".#")).chain(every(4, 3, ".#").step_by(31));
    for board in boards {
        assert!(judge.stands_for_itself(&Domineering, &board), "{board}");
    }
    assert!(!judge.are_equal(&["..".to_owned()], &["./.".to_owned()]), "the judge can say no");
}

#[test]
fn parts_are_told_as_options_fall_apart() {
    let erased = any::partizan(Domineering);
    let exchanged = any::negative(erased.clone());
    let several = AnyPartizanOf::new(vec![erased.clone(), erased.clone()]).unwrap();
    let sizes = ["9x3", "1x12", "9x9", "8x8"].map(|size| board(size).to_string());
    for text in every(3, 4, ".#").chain(every(2, 3, ".#").flat_map(|small| on_larger_boards(&small, '#'))).chain(sizes) {
        let board = board(&text);
        let packed = AnyPosition::pack(&board);
        for player in Player::BOTH {
            let mut expected: Vec<Option<AnyPosition>> = vec![];
            for option in Domineering.options(&board, player) {
                expected.extend(Domineering.summands(&option).map(|part| Some(AnyPosition::pack(&part))));
                expected.push(None);
            }
            let mut told = [vec![], vec![], vec![], vec![], vec![]];
            Domineering.each_part(&board, player, |part| {
                told[0].push(part.map(AnyPosition::pack));
                true
            });
            erased.each_part(&packed, player, &mut |part| {
                told[1].push(part.cloned());
                true
            });
            exchanged.each_part(&packed, -player, &mut |part| {
                told[2].push(part.cloned());
                true
            });
            for number in 0..2 {
                several.each_part(&packed.clone().numbered(number), player, |part| {
                    told[3 + number as usize].push(part.map(|part| {
                        assert_eq!(part.number(), number);
                        part.clone().numbered(0)
                    }));
                    true
                });
            }
            assert!(told.iter().all(|told| *told == expected), "{text}");
            // and visits stop when asked to
            for most in 1..=expected.len().min(4) {
                let mut count = 0;
                Domineering.each_part(&board, player, |_| {
                    count += 1;
                    count < most
                });
                assert_eq!(count, most, "{text}");
            }
        }
    }
}

#[test]
fn what_is_far_away_on_a_larger_board_is_the_same_summand() {
    for small in every(2, 3, ".#").chain(every(3, 3, ".#")).chain(every(1, 5, ".#")) {
        let summands = |text: &str| Domineering.summands(&board(text)).collect::<Vec<_>>();
        let here = summands(&small);
        for large in on_larger_boards(&small, '#') {
            assert_eq!(summands(&large), here, "{large}");
        }
    }
}

#[test]
fn a_board_has_one_normal_form_with_its_mirror_images_and_none_with_its_negative() {
    let forms = |texts: &[&str]| texts.iter().map(|text| Domineering.normal_form(board(text))).collect::<Vec<_>>();
    let images = forms(&["..#/.##", "#../##.", ".##/..#", "##./#.."]);
    assert!(images.iter().all(|form| *form == images[0]));
    let mut negative = Domineering.negative(&board("..#/.##")).unwrap();
    assert_eq!(negative, board("../.#/##"));
    negative = Domineering.normal_form(negative);
    assert!(!images.contains(&negative));
    // rows that follow without a gap there, or that are long words
    for filler in [12, 40] {
        let row = ".".repeat(filler);
        let images = forms(&[&format!("{row}./{row}#"), &format!(".{row}/#{row}"), &format!("{row}#/{row}.")]);
        assert!(images.iter().all(|form| *form == images[0]));
    }
}

#[test]
fn the_negative_of_the_negative_is_the_board() {
    for board in every(2, 4, ".#").flat_map(|small| on_larger_boards(&small, '#')).chain(every(3, 3, ".#")) {
        let position: Board = board.parse().unwrap();
        let negative = Domineering.negative(&position).unwrap();
        assert_eq!((negative.rows(), negative.columns()), (position.columns(), position.rows()));
        assert_eq!(Domineering.negative(&negative), Some(position), "{board}");
    }
}

#[test]
fn parameters_are_refused() {
    use sprague_core::registry::{LocalFiles, Registry};
    let registry = Registry::default().with([entry()]);
    assert_eq!(registry.read("domineering:3", &LocalFiles).unwrap_err().at, "domineering".len());
}

#[test]
fn what_the_search_is_told_holds_on_10_000_boards() {
    hooks_hold(&Domineering, &[(3, 4), (4, 4), (4, 5), (5, 4), (2, 9), (7, 2), (1, 9)], "..#");
}

#[test]
fn what_the_search_is_told_is_the_same_on_larger_boards() {
    hooks_are_the_same_on_larger_boards(&Domineering, every(2, 3, ".#").chain(every(3, 3, ".#")), '#');
}

/// Checks that a large board, which is stored in words of another kind, has the same pieces.
#[test]
fn pieces_of_tied_hands_hold_on_larger_boards() {
    for small in every(3, 3, ".#").step_by(5).chain(every(4, 3, ".#").step_by(97)) {
        let large = on_larger_boards(&small, '#').into_iter().filter(|large| large.len() < 200).map(|large| board(&large));
        assert_eq!(sprague_testkit::laws::tied_pieces_bound_the_position(&Domineering, large), Ok(()), "{small}");
    }
}

#[test]
fn a_hand_is_tied_at_one_line() {
    let pieces = |text: &str, player| {
        let mut pieces = vec![];
        let cut = Domineering.hints().tied(&board(text), player, &mut pieces);
        (cut, pieces)
    };
    let halves = vec![board("2x4"), board("2x4")];
    assert_eq!(pieces("4x4", Player::Left), (Tied::Pieces, halves));
    assert_eq!(pieces("4x4", Player::Right), (Tied::Pieces, vec![board("4x2"), board("4x2")]));
    assert_eq!(pieces("2x9", Player::Left), (Tied::Whole, vec![]));
    assert_eq!(pieces("2x10", Player::Left), (Tied::Pieces, vec![board("1x10"), board("1x10")]));
    // the line in the middle is crossed by one place, the other lines by two
    // and pieces are in normal form: the second one is a mirror image of the first
    assert_eq!(pieces("../.#/.#/..", Player::Left).1, [board("../.#"), board("../.#")]);
}
