//! Bounds for Domineering: moves that a player can guarantee.
//!
//! After Bullock 2002, *Domineering: solving large combinatorial search spaces*: all places that the opponent cannot touch
//! remain, and a fraction of the other places.

use super::dominoes_of;
use crate::Board;
use crate::domino::regions;
use crate::grid::{Size, Squares, Step, on_planes};
use sprague_core::{Bounds, Estimate, Player, Tied};

/// Returns the squares that upright dominoes may cover.
#[inline]
fn upright<S: Squares>(free: &S, size: Size) -> S {
    let places = free.with_next(size, Step::Down);
    places.clone() | places.step(size, Step::Down)
}

/// Bounds in moves, from the point of view of the player with flat dominoes.
struct Sure {
    /// A lower bound of the value for that player.
    second: i32,
    /// A lower bound of the value after a first move by that player; `None` if nothing is known.
    first: Option<i32>,
}

/// Returns the largest number of flat dominoes that fit.
#[inline]
fn flat<S: Squares>(free: &S, size: Size) -> i32 {
    free.pairs(size).count() as i32
}

/// Returns the moves that the player with flat dominoes can guarantee. The opponent can place at most `real` dominoes.
///
/// A place is *safe* if no upright domino touches it. Further disjoint places are *single* or *double*: with one move the
/// opponent spoils at most one single place, but two double places if a square of one lies above a square of the other. So if
/// the players take turns, at least half of the single places and a third of the double places remain. Each place that is taken
/// also takes squares from the opponent, who is left with at most half of the remaining squares as moves.
#[inline]
fn sure<S: Squares>(free: &S, size: Size, real: i32) -> Sure {
    let flat_squares = |places: &S| places.clone() | places.step(size, Step::Right);
    // 1. find the safe places
    let reach = upright(free, size);
    let safe = (free.clone() - reach.clone()).pairs(size);
    let rest = free.clone() - flat_squares(&safe);
    // 2. find disjoint further places: first those with both squares reachable by the opponent (open), then the others (half)
    let open = (rest.clone() & reach.clone()).pairs(size);
    let open_squares = flat_squares(&open);
    let half = (rest - open_squares.clone()).pairs(size);
    let all = open_squares | flat_squares(&half);
    // 3. find double places: places of which a square lies above or below a square of another place
    let beside = all.clone() & (all.step(size, Step::Down) | all.step(size, Step::Up));
    let doubles = beside.clone() | beside.step(size, Step::Left);
    let count = |places: &S| places.count() as i32;
    let double = |places: &S| (places.clone() & doubles.clone()).count() as i32;
    let (open_double, half_double) = (double(&open), double(&half));
    let (open_single, half_single) = (count(&open) - open_double, count(&half) - half_double);
    let (usable, safe) = (count(&reach), count(&safe));
    // 4. bound the moves that remain, minus the moves that remain for the opponent
    let bound = |double: i32, half_double: i32, single: i32, half_single: i32, used: i32| {
        let (of_double, of_single) = (double / 3, single / 2);
        let extra = i32::from(double % 3 != 0 && single % 2 != 0);
        // at most this many of the places taken use only one square of the opponent's
        let of_half = (of_double - (double - half_double) / 3).max(0) + (of_single - (single - half_single) / 2).max(0) + extra;
        let moves = of_double + of_single + extra;
        let others = ((usable - used - 2 * moves + of_half) / 2).max(0).min(real);
        safe + moves - others
    };
    let (double, single) = (open_double + half_double, open_single + half_single);
    let second = bound(double, half_double, single, half_single, 0);
    // 5. with the first move, the player takes a place that the divisions would otherwise waste
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

/// Returns the number of flat dominoes that fit, plus the number of those that are safe.
#[inline]
fn score<S: Squares>(free: &S, size: Size) -> i32 {
    flat(free, size) + flat(&(free.clone() - upright(free, size)), size)
}

/// Estimates the lead of Left as half a move for each domino that fits and for each one that is safe.
pub(super) fn estimate(board: &Board) -> Estimate {
    on_planes!(board, |size, planes| {
        let [free] = planes;
        let ahead = score(&free.transposed(size), size.transposed()) - score(&free, size);
        Estimate { ahead: i64::from(ahead) * (Bounds::ONE / 2), effort: 0 }
    })
}

/// Boards of two rows with at most this many squares are not cut.
const WHOLE: u32 = 18;

/// Returns the squares on both sides of a line across which no domino may be placed, or `None` if the board is not to be cut.
///
/// The line is chosen so that few places cross it and that it is near the middle.
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

/// Appends the pieces of a board if a player gives up all places across a line.
pub(super) fn tied(board: &Board, player: Player, pieces: &mut Vec<Board>) -> Tied {
    on_planes!(board, |size, planes| {
        let [free] = planes;
        let Some(halves) = cut(&free, size, dominoes_of(player).step()) else { return Tied::Whole };
        for half in halves {
            // in normal form, because mirror images have the same bounds, and are then found among those that are known
            pieces.extend(regions([half], size).map(|piece: Board| piece.least_mirror_image()));
        }
        Tied::Pieces
    })
}
