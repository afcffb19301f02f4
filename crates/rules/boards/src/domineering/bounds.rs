//! Moves that a player of Domineering is sure of.
//!
//! After Bullock 2002, *Domineering: solving large combinatorial search spaces*: places that the other cannot touch are sure, and of
//! those that can be touched a share remains.

use super::dominoes_of;
use crate::Board;
use crate::domino::regions;
use crate::grid::{Size, Squares, Step, on_planes};
use sprague_core::{Bounds, Estimate, Player, Tied};

/// The squares that upright dominoes may cover.
#[inline]
fn upright<S: Squares>(free: &S, size: Size) -> S {
    let places = free.with_next(size, Step::Down);
    places.clone() | places.step(size, Step::Down)
}

/// Moves, as the player who lays flat counts them.
struct Sure {
    /// A lower bound of the value for that player.
    second: i32,
    /// The same if that player moves first; `None` where nothing is known.
    first: Option<i32>,
}

/// The number of flat dominoes that fit.
#[inline]
fn flat<S: Squares>(free: &S, size: Size) -> i32 {
    free.pairs(size).count() as i32
}

/// The moves that the player who lays flat is sure of.
///
/// The other one can here lay at most `real` dominoes.
///
/// The *safe* places are those that no upright domino touches. Of a set of further places the other one spoils at most one with a move, or
/// two where a square of one stands above a square of another. So if they move in turn, half of the former remain, and a third of
/// the latter. Each of them takes squares from the other one, who is left with half of what remains.
#[inline]
fn sure<S: Squares>(free: &S, size: Size, real: i32) -> Sure {
    let flat_squares = |places: &S| places.clone() | places.step(size, Step::Right);
    let reach = upright(free, size);
    let safe = (free.clone() - reach.clone()).pairs(size);
    let rest = free.clone() - flat_squares(&safe);
    // places both of whose squares can be the other's, then those with one such square or two
    let open = (rest.clone() & reach.clone()).pairs(size);
    let open_squares = flat_squares(&open);
    let half = (rest - open_squares.clone()).pairs(size);
    let all = open_squares | flat_squares(&half);
    let beside = all.clone() & (all.step(size, Step::Down) | all.step(size, Step::Up));
    let doubles = beside.clone() | beside.step(size, Step::Left);
    let count = |places: &S| places.count() as i32;
    let double = |places: &S| (places.clone() & doubles.clone()).count() as i32;
    let (open_double, half_double) = (double(&open), double(&half));
    let (open_single, half_single) = (count(&open) - open_double, count(&half) - half_double);
    let (usable, safe) = (count(&reach), count(&safe));
    let bound = |double: i32, half_double: i32, single: i32, half_single: i32, used: i32| {
        let (of_double, of_single) = (double / 3, single / 2);
        let extra = i32::from(double % 3 != 0 && single % 2 != 0);
        // of those taken so many, at most, use but one square of the other's
        let of_half = (of_double - (double - half_double) / 3).max(0) + (of_single - (single - half_single) / 2).max(0) + extra;
        let moves = of_double + of_single + extra;
        let others = ((usable - used - 2 * moves + of_half) / 2).max(0).min(real);
        safe + moves - others
    };
    let (double, single) = (open_double + half_double, open_single + half_single);
    let second = bound(double, half_double, single, half_single, 0);
    // moving first, one of those that the remainders waste is taken
    let first = if double % 3 != 0 || double > 0 && single % 2 == 0 {
        let half = i32::from(open_double == 0);
        Some(bound(double - 1, half_double - half, single, half_single, 2 - half))
    } else if single > 0 {
        let half = i32::from(open_single == 0);
        Some(bound(double, half_double, single - 1, half_single - half, 2 - half))
    } else {
        None
    };
    Sure { second, first }
}

/// Bounds of the value of a board.
pub(super) fn bounds(board: &Board) -> Bounds {
    on_planes!(board, |size, planes| {
        let [free] = planes;
        let (turned, turned_size) = (free.transposed(size), size.transposed());
        let left = sure(&turned, turned_size, flat(&free, size));
        let right = sure(&free, size, flat(&turned, turned_size));
        let bounds = Bounds::between(left.second, -right.second);
        let bounds = left.first.map_or(bounds, |first| bounds.with_left_first(first));
        right.first.map_or(bounds, |first| bounds.with_right_first(-first))
    })
}

/// The places that fit, and those of them that are safe.
#[inline]
fn score<S: Squares>(free: &S, size: Size) -> i32 {
    flat(free, size) + flat(&(free.clone() - upright(free, size)), size)
}

/// The lead of Left, by half a move for each place.
///
/// It counts places that fit, and those that are safe.
pub(super) fn estimate(board: &Board) -> Estimate {
    on_planes!(board, |size, planes| {
        let [free] = planes;
        let ahead = score(&free.transposed(size), size.transposed()) - score(&free, size);
        Estimate { ahead: i64::from(ahead) * (Bounds::ONE / 2), effort: 0 }
    })
}

/// The most squares of a board of two rows that is not cut.
const WHOLE: u32 = 18;

/// The squares on both sides of a line, unless the board stays whole.
///
/// No domino is laid across it.
///
/// That line is crossed by few places, and lies near the middle.
#[inline]
fn cut<S: Squares>(free: &S, size: Size, along: Step) -> Option<[S; 2]> {
    let lines = if along == Step::Down { size.rows() } else { size.columns() };
    let count = free.count();
    if lines <= 1 || lines == 2 && count <= WHOLE {
        return None;
    }
    let before = |squares: &S, line| {
        if along == Step::Down { squares.in_first_rows(size, line) } else { squares.in_first_columns(size, line) }
    };
    let places = free.with_next(size, along);
    let (mut crossed_before, mut best) = (0, (i32::MAX, 0));
    for line in 1..lines {
        let crossed = before(&places, line).count() as i32;
        let at_the_edge = lines > 3 && (line == 1 || line == lines - 1);
        let unequal = (2 * before(free, line).count() as i32 - count as i32).abs();
        let score = 4 * (crossed - crossed_before) + unequal + if at_the_edge { 8 } else { 0 };
        crossed_before = crossed;
        best = best.min((score, line));
    }
    let half = before(free, best.1);
    Some([half.clone(), free.clone() - half])
}

/// The pieces of a board with a hand tied.
///
/// Left (or Right) does without the places across a line.
pub(super) fn tied(board: &Board, player: Player, pieces: &mut Vec<Board>) -> Tied {
    on_planes!(board, |size, planes| {
        let [free] = planes;
        let Some(halves) = cut(&free, size, dominoes_of(player).step()) else { return Tied::Whole };
        for half in halves {
            pieces.extend(regions([half], size));
        }
        Tied::Pieces
    })
}
