//! Compares the theorems with brute force from the rules.

use super::{Placement, Textbook, Turn};
use num_bigint::BigUint;
use std::collections::HashMap;

/// A position as small numbers, the same for all games.
type Small = Vec<u64>;

/// The positions after all moves of a position.
type Moves = Box<dyn Fn(&Small) -> Vec<Small>>;

/// A game by its moves, and its positions as the theorems take them.
struct Game {
    moves: Moves,
    textbook: Box<dyn Fn(&Small) -> Textbook>,
}

fn big(number: u64) -> BigUint {
    number.into()
}

fn nimber(game: &Game, position: &Small, known: &mut HashMap<Small, u64>) -> u64 {
    if let Some(nimber) = known.get(position) {
        return *nimber;
    }
    let options: Vec<u64> = (game.moves)(position).iter().map(|option| nimber(game, option, known)).collect();
    let found = (0..).find(|number| !options.contains(number)).unwrap();
    known.insert(position.clone(), found);
    found
}

fn wythoff() -> Game {
    let moves = |at: &Small| {
        let mut all = vec![];
        for a in 0..=at[0] {
            for b in 0..=at[1] {
                if a + b > 0 && (a == 0 || b == 0 || a == b) {
                    all.push(vec![at[0] - a, at[1] - b]);
                }
            }
        }
        all
    };
    Game { moves: Box::new(moves), textbook: Box::new(|at| Textbook::Wythoff([big(at[0]), big(at[1])])) }
}

fn euclid() -> Game {
    let moves = |at: &Small| {
        let (small, large) = (at[0].min(at[1]), at[0].max(at[1]));
        (1..=large.checked_div(small).unwrap_or(0)).map(|times| vec![small, large - times * small]).collect()
    };
    Game { moves: Box::new(moves), textbook: Box::new(|at| Textbook::Euclid([big(at[0]), big(at[1])])) }
}

/// The second number is what was taken last, or 0.
fn take_away(over: u64, under: u64) -> Game {
    let moves = move |at: &Small| {
        let most = if at[1] == 0 { at[0].saturating_sub(1) } else { at[1] * over / under };
        (1..=most.min(at[0])).map(|taken| vec![at[0] - taken, taken]).collect()
    };
    let last = |last: u64| (last > 0).then(|| big(last));
    let textbook = move |at: &Small| Textbook::TakeAway { multiple: [over, under], heap: big(at[0]), last: last(at[1]) };
    Game { moves: Box::new(moves), textbook: Box::new(textbook) }
}

fn mem() -> Game {
    let moves = |at: &Small| (at[1].max(1)..=at[0]).map(|taken| vec![at[0] - taken, taken]).collect();
    let textbook = |at: &Small| Textbook::Mem { heap: big(at[0]), last: (at[1] > 0).then(|| big(at[1])) };
    Game { moves: Box::new(moves), textbook: Box::new(textbook) }
}

/// Places of heads, in rising order.
fn coins(turn: Turn) -> Game {
    let moves = move |at: &Small| {
        let mut all = vec![];
        for right in at {
            for others in 0..1_u64 << (right - 1) {
                let turned: Vec<u64> = (1..*right).filter(|place| others >> (place - 1) & 1 == 1).chain([*right]).collect();
                let is_turn = match turn {
                    Turn::AtMost(most) => turned.len() as u64 <= most,
                    Turn::Exactly(count) => turned.len() as u64 == count,
                    Turn::Neighbours => turned.windows(2).all(|pair| pair[1] == pair[0] + 1),
                };
                if is_turn {
                    all.push((1..=12).filter(|place| at.contains(place) != turned.contains(place)).collect());
                }
            }
        }
        all
    };
    Game { moves: Box::new(moves), textbook: Box::new(move |at| Textbook::Coins { turn, heads: at.clone() }) }
}

fn subtraction(amounts: Vec<u64>) -> Game {
    let mut ranges: Vec<(u64, u64)> = vec![];
    for amount in &amounts {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == *amount => *end += 1,
            _ => ranges.push((*amount, *amount)),
        }
    }
    let moves = move |at: &Small| amounts.iter().filter(|amount| **amount <= at[0]).map(|amount| vec![at[0] - amount]).collect();
    let textbook = move |at: &Small| Textbook::Subtraction { ranges: ranges.clone(), heap: big(at[0]) };
    Game { moves: Box::new(moves), textbook: Box::new(textbook) }
}

fn chomp() -> Game {
    let moves = |at: &Small| {
        let squares = (0..at.len()).flat_map(|row| (0..at[row]).map(move |column| (row, column))).skip(1);
        let bitten = |(row, column): (usize, u64)| {
            let left = at.iter().enumerate().map(|(index, length)| if index < row { *length } else { column.min(*length) });
            left.filter(|length| *length > 0).collect()
        };
        squares.map(bitten).collect()
    };
    Game { moves: Box::new(moves), textbook: Box::new(|at| Textbook::Chomp(at.clone())) }
}

/// The number of rows, that of columns, and the free squares as bits.
fn board(placement: Placement) -> Game {
    let moves = move |at: &Small| {
        let (squares, is_free) = (at[0] * at[1], |square: u64| at[2] >> square & 1 == 1);
        let is_next = |a: u64, b: u64| a.abs_diff(b) == at[1] || a.abs_diff(b) == 1 && a / at[1] == b / at[1];
        let mut all = vec![];
        for square in (0..squares).filter(|square| is_free(*square)) {
            let near = (0..squares).filter(|other| is_free(*other) && is_next(square, *other));
            match placement {
                Placement::Apart => all.push(near.fold(at[2] & !(1 << square), |left, other| left & !(1 << other))),
                Placement::Domino => all.extend(near.map(|other| at[2] & !(1 << square) & !(1 << other))),
            }
        }
        all.into_iter().map(|left| vec![at[0], at[1], left]).collect()
    };
    let textbook = move |at: &Small| {
        let row = |row: u64| (0..at[1]).map(|column| at[2] >> (row * at[1] + column) & 1 == 1).collect();
        Textbook::Board { placement, free: (0..at[0]).map(row).collect() }
    };
    Game { moves: Box::new(moves), textbook: Box::new(textbook) }
}

/// Compares every claim with brute force, and every move with [`Textbook::leads_to`] if nimbers are not known.
fn agree(game: &Game, positions: impl IntoIterator<Item = Small>) -> usize {
    let (mut known, mut decided) = (HashMap::new(), 0);
    let positions: Vec<Small> = positions.into_iter().collect();
    for position in &positions {
        let right = nimber(game, position, &mut known);
        let here = (game.textbook)(position);
        assert!(here.nimber().is_none_or(|nimber| nimber == right), "{here:?} has nimber {right}");
        assert!(here.is_lost().is_none_or(|is_lost| is_lost == (right == 0)), "{here:?} has nimber {right}");
        decided += usize::from(here.is_lost().is_some());
        if here.nimber().is_none() && here.is_lost().is_some() {
            let options = (game.moves)(position);
            for other in &positions {
                let is_move =
                    options.iter().any(|option| option == other || is_pair(&here) && [option[1], option[0]] == other[..]);
                assert_eq!(here.leads_to(&(game.textbook)(other)), Some(is_move), "{position:?} to {other:?}");
            }
        }
    }
    decided
}

fn is_pair(at: &Textbook) -> bool {
    matches!(at, Textbook::Wythoff(_))
}

fn pairs(most: u64) -> impl Iterator<Item = Small> {
    (0..=most).flat_map(move |a| (0..=most).map(move |b| vec![a, b]))
}

#[test]
fn pairs_agree_with_brute_force() {
    assert_eq!(agree(&wythoff(), pairs(22)), 23 * 23);
    assert_eq!(agree(&euclid(), pairs(40)), 41 * 41);
}

#[test]
fn heaps_that_remember_agree_with_brute_force() {
    for (over, under) in [(1, 1), (3, 2), (2, 1), (5, 2), (3, 1), (7, 5)] {
        assert_eq!(agree(&take_away(over, under), pairs(20)), 21 * 21, "{over}/{under}");
    }
    assert_eq!(agree(&mem(), pairs(20)), 21 * 21);
}

#[test]
fn coins_agree_with_brute_force() {
    let rows = (0..1_u64 << 7).map(|row| (1..=7).filter(|place| row >> (place - 1) & 1 == 1).collect());
    for turn in [Turn::AtMost(2), Turn::AtMost(3), Turn::Exactly(2), Turn::Exactly(3), Turn::Neighbours] {
        assert_eq!(agree(&coins(turn), rows.clone()), 1 << 7, "{turn:?}");
    }
}

#[test]
fn sets_of_amounts_agree_with_brute_force() {
    // the staircase theorem holds for 888 of the sets up to 11; the others have two amounts, or 1 to k and a multiple of k + 1
    let sets = (1..1_u64 << 11).map(|set| (1..=11).filter(|amount| set >> (amount - 1) & 1 == 1).collect::<Vec<u64>>());
    let covered = sets.filter(|set| agree(&subtraction(set.clone()), (0..60).map(|heap| vec![heap])) == 60).count();
    assert_eq!(covered, 909);
}

#[test]
fn chocolate_agrees_with_brute_force() {
    let bars = (1..=6)
        .flat_map(|rows| (0..4_u64.pow(rows)).map(move |code| (0..rows).map(|row| code / 4_u64.pow(row) % 4 + 1).collect()));
    let bars = bars.filter(|bar: &Small| bar.is_sorted_by(|above, below| above >= below));
    assert_eq!(agree(&chomp(), bars.chain((1..=9).map(|length| vec![9, length]))), 51);
}

#[test]
fn boards_with_a_half_turn_agree_with_brute_force() {
    let boards = [(1, 4), (2, 3), (3, 3), (2, 4), (3, 4)];
    let boards =
        || boards.into_iter().flat_map(|(rows, columns)| (0..1 << (rows * columns)).map(move |free| vec![rows, columns, free]));
    // all boards that a half turn maps to themselves, without those of odd sides whose middle is free
    assert_eq!(agree(&board(Placement::Domino), boards()), 4 + 8 + 16 + 16 + 64);
    // without those whose two squares in the middle are free
    assert_eq!(agree(&board(Placement::Apart), boards()), 2 + 4 + 32 + 16 + 32);
}

#[test]
fn numbers_of_any_size_are_decided() {
    let number = |text: &str| text.parse::<BigUint>().unwrap();
    let large = number("161803398874989484820458683436563811772030917980576");
    let larger = number("261803398874989484820458683436563811772030917980576");
    assert_eq!(Textbook::Wythoff([large, larger]).is_lost(), Some(true));
    let fresh = |heap: &str| Textbook::TakeAway { multiple: [2, 1], heap: number(heap), last: None };
    assert_eq!((fresh("6557470319842").is_lost(), fresh("1000000000000000000").is_lost()), (Some(true), Some(false)));
    let pair = |a: &str, b: &str| Textbook::Euclid([number(a), number(b)]).nimber();
    assert_eq!(pair("12200160415121876738", "19740274219868223167"), Some(0));
    assert_eq!(pair("7540113804746346429", "12200160415121876738"), Some(1));
    assert_eq!(pair("100000000", "3"), Some(33_333_333));
    let heap = |ranges: &[(u64, u64)], heap: u64| Textbook::Subtraction { ranges: ranges.to_vec(), heap: heap.into() }.nimber();
    assert_eq!(heap(&[(1000, 1_000_000_000_000)], 1_000_000_000_000_000_000), Some(999_000_001));
    assert_eq!(heap(&[(123, 1_000_000_000)], 999_999_999), Some(8_130_081));
    assert_eq!(heap(&[(1, 2), (999_999_999, 999_999_999)], 1_000_000_000), Some(0));
    assert_eq!(heap(&[(3, 3), (1_000_000_000, 1_000_000_000)], 1_000_000_000_000_000_000), Some(1));
}

#[test]
fn what_is_no_position_is_not_decided() {
    let take = |multiple| Textbook::TakeAway { multiple, heap: big(5), last: Some(big(1)) };
    assert_eq!((take([1, 0]).is_lost(), take([1, 2]).is_lost()), (None, None));
    let sets: [&[(u64, u64)]; 5] = [&[], &[(0, 3)], &[(3, 1)], &[(1, 3), (2, 5)], &[(u64::MAX, u64::MAX)]];
    for ranges in sets {
        assert_eq!(Textbook::Subtraction { ranges: ranges.to_vec(), heap: big(5) }.nimber(), None, "{ranges:?}");
    }
    assert_eq!(Textbook::Coins { turn: Turn::AtMost(3), heads: vec![0] }.nimber(), None);
    assert_eq!(Textbook::Mem { heap: big(5), last: Some(big(0)) }.nimber(), None);
}
