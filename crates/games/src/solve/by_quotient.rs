//! Misère sums of one take-and-break game: the misère quotient decides (Plambeck 2005, Plambeck & Siegel 2008).

use super::legal::{each_move, first_move, sizes, step};
use super::tally::Listed;
use super::{Answer, Moves, SolveOptions, wide};
use crate::{Component, Family, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::quotient::{Element, MisereQuotient, QuotientPeriod};
use sprague::{Limits, Outcome, Player, Stopped};
use std::iter::once;
use std::rc::Rc;
use std::time::Duration;

/// How much is done for a quotient before the sum is searched instead; in steps, so that the same question gets the same answer
/// on every machine.
const MOST: (u64, u64, Duration) = (1_000_000, 1 << 30, Duration::from_secs(5));

/// The answer if all components are of one take-and-break game and its quotient covers them.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    let Some(place) = sum.places().first() else { return Ok(None) };
    let is_one_game = sum.places().iter().all(|other| Rc::ptr_eq(&other.game, &place.game));
    if !is_one_game || !matches!(place.game.family(), Family::Octal(_) | Family::Grundy) {
        return Ok(None);
    }
    let largest = sum.places().iter().filter_map(|place| sizes(&place.component).pop()).max().unwrap_or_default();
    let (positions, bytes, time) = MOST;
    let limits = Limits {
        positions: positions.min(options.limits.positions),
        bytes: bytes.min(options.limits.bytes),
        time: Some(options.limits.time.map_or(time, |limit| (limit / 2).min(time))),
        ..options.limits.clone()
    };
    let answer = place.game.with_quotient(&largest, &limits, |quotient| by_quotient(sum, quotient, &largest, options));
    Ok(answer.transpose()?.flatten())
}

fn by_quotient(
    sum: &SumText,
    quotient: &MisereQuotient,
    largest: &BigUint,
    options: &SolveOptions,
) -> Result<Option<Answer>, Stopped> {
    if phi(quotient, largest).is_none() {
        return Ok(None);
    }
    let images: Vec<Element> = sum.places().iter().map(|place| image(quotient, &sizes(&place.component))).collect();
    let product = |x: Element, y: &Element| quotient.product(x, *y);
    // what stands before and behind each component
    let before = once(Element::default()).chain(images.iter().scan(Element::default(), |all, image| {
        *all = product(*all, image);
        Some(*all)
    }));
    let before: Vec<Element> = before.collect();
    let mut behind: Vec<Element> = vec![Element::default()];
    images.iter().rev().for_each(|image| behind.push(product(behind[behind.len() - 1], image)));
    behind.reverse();
    let outcome = if quotient.is_lost(before[images.len()]) { Outcome::Loss } else { Outcome::Win };
    let moves = match outcome {
        Outcome::Loss => Moves { winning: vec![], total: Some(0), best: first_move(sum, Player::Left, &options.limits)? },
        _ => winning(sum, quotient, options, |index| quotient.product(before[index], behind[index + 1]))?,
    };
    Ok(Some(Answer::new(sum, options, outcome, moves, why(sum, quotient, outcome))))
}

/// The moves to lost positions; `others` is the image of all components but one.
fn winning(
    sum: &SumText,
    quotient: &MisereQuotient,
    options: &SolveOptions,
    others: impl Fn(usize) -> Element,
) -> Result<Moves, Stopped> {
    let (mut listed, mut count, mut all) = (Listed::new(options.max_moves.max(1)), 0, true);
    for index in 0..sum.places().len() {
        let others = others(index);
        let is_wanted = |heaps: &[BigUint]| quotient.is_lost(quotient.product(others, image(quotient, heaps)));
        let mut found = |mv: &str, component: Component| {
            count += 1;
            listed.push(|| step(sum, index, mv, component, Player::Left));
        };
        if wide::is_wide(sum, index) {
            // a part beyond the first period can give whole periods to the largest part
            let most = quotient.period().map_or(u64::MAX, |QuotientPeriod { preperiod, period }| preperiod + period);
            wide::breaks_where(sum, index, most, is_wanted).into_iter().for_each(|(mv, component)| found(&mv, component));
            all = false;
            continue;
        }
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            if is_wanted(&sizes(&component)) {
                found(mv, component);
            }
            Ok(true)
        })?;
    }
    let mut winning = listed.steps();
    let best = match winning.first() {
        Some(step) => Some(step.clone()),
        None => first_move(sum, Player::Left, &options.limits)?,
    };
    winning.truncate(options.max_moves);
    Ok(Moves { winning, total: all.then_some(count), best })
}

/// The image of a heap of any size; `None` if it is not covered.
fn phi(quotient: &MisereQuotient, heap: &BigUint) -> Option<Element> {
    if let Ok(heap) = u64::try_from(heap) {
        return quotient.phi(heap);
    }
    let QuotientPeriod { preperiod, period } = quotient.period()?;
    let past = u64::try_from((heap - preperiod) % period).expect("a remainder is below the period");
    quotient.phi(preperiod + past)
}

/// The image of covered heaps.
fn image(quotient: &MisereQuotient, heaps: &[BigUint]) -> Element {
    let images = heaps.iter().map(|heap| phi(quotient, heap).expect("heaps up to the largest are covered"));
    images.fold(Element::default(), |x, y| quotient.product(x, y))
}

fn why(sum: &SumText, quotient: &MisereQuotient, outcome: Outcome) -> String {
    let (order, game) = (quotient.order(), sum.places()[0].game.text());
    let lost = quotient.p_portion().count();
    let of = match quotient.period() {
        Some(QuotientPeriod { preperiod, period }) => {
            format!("the heaps repeat every {period} from n = {preperiod} on, proved as by Guy and Smith")
        }
        None => format!("it is that of heaps up to {}", quotient.heaps_covered()),
    };
    let is = if outcome == Outcome::Loss { "one of the lost ones" } else { "not one of the lost ones" };
    format!("misère quotient of {game}: {order} elements, {lost} of them lost; {of}; this sum is {is}")
}
