//! Breaks of huge heaps, found by their nimbers with the help of a proved period.
//!
//! Where a break into a wanted nimber exists, one exists whose smaller parts lie before the end of the first period: a part beyond
//! it can give whole periods to the largest part. Only those are looked at, so a win is never missed but the list is not complete.

use super::{Found, component, sizes};
use crate::SumText;
use crate::game::look_up;
use num_bigint::BigUint;
use sprague::sequence::Sequence;
use sprague::{Limits, Nimber, Stopped};

/// The most smaller parts to try where heaps are left in threes.
const MOST_PARTS: u64 = 2_000;

/// One way to break a heap: tokens taken, and the parts that are left, least first.
type Break = (u64, Vec<BigUint>);

/// Moves that leave the component with this nimber.
pub(super) fn moves_to(sum: &SumText, index: usize, target: &BigUint, limits: &Limits) -> Result<Found, Stopped> {
    let place = &sum.places()[index];
    let heaps = sizes(&place.component);
    let largest = heaps.last().expect("a wide component has a heap");
    let moves = place.game.with_nimbers(largest, limits, |rows| {
        let value = |heap: &BigUint| {
            let found = look_up(rows, heap, 0);
            found.raise + found.cell.0
        };
        let total = nim_sum(&heaps, value);
        let mut moves = vec![];
        for (at, heap) in heaps.iter().enumerate().filter(|(at, heap)| *at == 0 || heaps[at - 1] != **heap) {
            let wanted = &total ^ value(heap) ^ target;
            let found = breaks(sum, index, heap, last_small_part(rows)).filter(|(_, parts)| nim_sum(parts, value) == wanted);
            let others = heaps[..at].iter().chain(&heaps[at + 1..]);
            moves.extend(found.map(|found| (label(heap, &found), others.clone().cloned().chain(found.1).collect())));
        }
        moves
    });
    let moves: Vec<(String, Vec<BigUint>)> = moves.expect("take-and-break families have nimbers")?;
    let moves = moves.into_iter().map(|(label, heaps)| (label, component(sum, index, heaps)));
    Ok(Found { moves: moves.collect(), all: false })
}

/// Moves with smaller parts of at most `most` tokens, where all the heaps that they leave are wanted together.
pub(super) fn breaks_where(
    sum: &SumText,
    index: usize,
    most: u64,
    is_wanted: impl Fn(&[BigUint]) -> bool,
) -> Vec<(String, Vec<BigUint>)> {
    let heaps = sizes(&sum.places()[index].component);
    let mut moves = vec![];
    for (at, heap) in heaps.iter().enumerate().filter(|(at, heap)| *at == 0 || heaps[at - 1] != **heap) {
        for found in breaks(sum, index, heap, most) {
            let others = heaps[..at].iter().chain(&heaps[at + 1..]).cloned();
            let left: Vec<BigUint> = others.chain(found.1.iter().cloned()).collect();
            if is_wanted(&left) {
                moves.push((label(heap, &found), left));
            }
        }
    }
    moves
}

fn nim_sum(heaps: &[BigUint], value: impl Fn(&BigUint) -> BigUint) -> BigUint {
    heaps.iter().fold(BigUint::ZERO, |sum, heap| sum ^ value(heap))
}

/// The last size that a smaller part needs to have; without a proved period, any that was computed.
fn last_small_part(rows: &Sequence<Nimber>) -> u64 {
    let period = rows.period().filter(|period| period.is_proved());
    period.map_or(rows.rows().len() as u64, |period| period.preperiod + period.period)
}

/// The breaks of a heap whose smaller parts are at most `most`.
fn breaks(sum: &SumText, index: usize, heap: &BigUint, most: u64) -> impl Iterator<Item = Break> {
    let code = sum.places()[index].game.code();
    let digits = code.map_or_else(|| vec![4], |code| code.digits().to_vec()); // Grundy's game splits like 4., but unequally
    let is_grundy = code.is_none();
    let taking = (0_u64..).zip(digits).map(|(taken, digit)| (taken, digit, heap.checked_sub(taken)));
    let taking = taking.map_while(|(taken, digit, left)| Some((taken, digit, left?)));
    taking.flat_map(move |(taken, digit, left)| {
        let none = (digit & 1 != 0 && left.bits() == 0).then(Vec::new);
        let one = (digit & 2 != 0 && taken > 0 && left.bits() > 0).then(|| vec![left.clone()]);
        let most_of_two = if digit & 4 != 0 { most } else { 0 };
        let two = pairs(left.clone(), 1, most_of_two).filter(move |pair| !is_grundy || pair[0] != pair[1]);
        let most_of_three = if digit & 8 != 0 { most.min(MOST_PARTS) } else { 0 };
        let three = (1..=most_of_three).map_while(move |least| Some((least, left.checked_sub(least)?)));
        let three = three.flat_map(move |(least, rest)| {
            pairs(rest, least, most_of_three).map(move |pair| [vec![BigUint::from(least)], pair.to_vec()].concat())
        });
        let parts = none.into_iter().chain(one).chain(two.map(|pair| pair.to_vec())).chain(three);
        parts.map(move |parts| (taken, parts))
    })
}

/// The ways to part `tokens` into two heaps, the smaller one from `least` to `most`.
fn pairs(tokens: BigUint, least: u64, most: u64) -> impl Iterator<Item = [BigUint; 2]> {
    let pair = move |small: u64| {
        let large = tokens.checked_sub(small)?;
        (large >= BigUint::from(small)).then(|| [small.into(), large])
    };
    (least..=most).map_while(pair)
}

/// The label the ruleset itself gives to such a move.
fn label(heap: &BigUint, (taken, parts): &Break) -> String {
    let listed: Vec<String> = parts.iter().map(BigUint::to_string).collect();
    match (taken, parts.len()) {
        (0, _) => format!("{heap}: split into {}", listed.join(".")),
        (_, 0 | 1) => format!("{heap}: take {taken}"),
        _ => format!("{heap}: take {taken}, leave {}", listed.join(".")),
    }
}

/// The first break there is, with the heaps it leaves.
pub(super) fn least_move(sum: &SumText, index: usize) -> Option<(String, Vec<BigUint>)> {
    let heaps = sizes(&sum.places()[index].component);
    heaps.iter().enumerate().find_map(|(at, heap)| {
        let found = breaks(sum, index, heap, 1).next()?;
        let others = heaps[..at].iter().chain(&heaps[at + 1..]).cloned();
        Some((label(heap, &found), others.chain(found.1).collect()))
    })
}

/// Subtraction that ends an iterator when it would go below nothing.
trait CheckedSub {
    fn checked_sub(&self, amount: u64) -> Option<BigUint>;
}

impl CheckedSub for BigUint {
    fn checked_sub(&self, amount: u64) -> Option<BigUint> {
        (*self >= BigUint::from(amount)).then(|| self - amount)
    }
}
