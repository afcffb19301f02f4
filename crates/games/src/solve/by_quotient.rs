//! Misère sums of one take-and-break game: the misère quotient decides (Plambeck 2005, Plambeck & Siegel 2008).

use super::legal::{each_move, first_move, sizes, step};
use super::look::glance;
use super::tally::Listed;
use super::{Answer, Moves, SolveOptions, wide};
use crate::{Component, Family, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::quotient::{Element, MisereQuotient, QuotientPeriod};
use sprague::{Limits, Outcome, Player, Stopped};
use std::rc::Rc;
use std::time::Duration;

/// How much is done for a quotient before the sum is searched instead; in steps, so that the same question gets the same answer
/// on every machine.
pub(super) const MOST: (u64, u64, Duration) = (1_000_000, 1 << 30, Duration::from_secs(5));

/// The answer if all components are of one take-and-break game and its quotient covers them.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    let Some(place) = sum.places().first().filter(|_| is_of_one_code(sum)) else { return Ok(None) };
    let largest = sum.places().iter().filter_map(|place| sizes(&place.component).pop()).max().unwrap_or_default();
    let limits = leaving_half(MOST, &options.limits);
    let answer = place.game.with_quotient(&largest, &limits, |quotient| by_quotient(sum, quotient, &largest, options));
    Ok(answer.transpose()?.flatten())
}

/// Whether all components are of one game played with heaps that split.
pub(super) fn is_of_one_code(sum: &SumText) -> bool {
    let first = &sum.places()[0].game;
    matches!(first.family(), Family::Octal(_) | Family::Grundy) && sum.places().iter().all(|other| Rc::ptr_eq(&other.game, first))
}

/// These limits where they are narrower, and half of the time at most: what is found too late is to be searched.
pub(super) fn leaving_half(most: (u64, u64, Duration), limits: &Limits) -> Limits {
    glance(most, &Limits { time: limits.time.map(|limit| limit / 2), ..limits.clone() })
}

/// The image of a sum, and for each component that of all others.
pub(super) fn products(images: &[Element], product: impl Fn(Element, Element) -> Element) -> (Element, Vec<Element>) {
    let nothing = Element::default();
    let mut behind = vec![nothing; images.len() + 1];
    for (index, &image) in images.iter().enumerate().rev() {
        behind[index] = product(behind[index + 1], image);
    }
    let mut before = nothing;
    let beside = images.iter().zip(&behind[1..]).map(|(&image, &behind)| {
        let beside = product(before, behind);
        before = product(before, image);
        beside
    });
    (behind[0], beside.collect())
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
    let (image, beside) = products(&images, |x, y| quotient.product(x, y));
    let outcome = if quotient.is_lost(image) { Outcome::Loss } else { Outcome::Win };
    let moves = match outcome {
        Outcome::Loss => Moves { winning: vec![], total: Some(0), best: first_move(sum, Player::Left, &options.limits)? },
        _ => winning(sum, quotient, options, &beside)?,
    };
    Ok(Some(Answer::new(sum, options, outcome, moves, why(sum, quotient, outcome))))
}

/// The moves to lost positions; `beside` holds the images of all components but one.
fn winning(sum: &SumText, quotient: &MisereQuotient, options: &SolveOptions, beside: &[Element]) -> Result<Moves, Stopped> {
    let (mut listed, mut count, mut all) = (Listed::new(options.max_moves.max(1)), 0, true);
    for (index, &others) in beside.iter().enumerate() {
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
