//! Misère sums of any games: the misère quotient of all that their components can become decides (Plambeck & Siegel 2008).
//!
//! A sum of one take-and-break game has the quotient of that game, and is not looked at here.

use super::by_quotient::{MOST, is_of_one_code, leaving_half, products};
use super::legal::{each_move, first_move, step};
use super::tally::Listed;
use super::{Answer, Moves, SolveOptions, wide};
use crate::{Component, Place, SumText};
use sprague::any::AnyRuleset;
use sprague::quotient::{Element, FiniteQuotient};
use sprague::{AnyOf, AnyPosition, Limits, Outcome, Play, Player, Stopped};
use std::sync::Arc;
use std::time::Duration;

/// How much is done for a quotient before anything else is tried; in steps, so that the same question gets the same answer on
/// every machine.
const LOOK: (u64, u64, Duration) = (10_000, 1 << 23, Duration::from_millis(250));

/// The quotient that was last computed for several games together; or that there was none, with so many steps.
pub(crate) struct Known {
    rules: Vec<Arc<dyn AnyRuleset>>,
    quotient: Option<FiniteQuotient<AnyOf>>,
    steps: u64,
}

impl Known {
    fn of(rules: Vec<Arc<dyn AnyRuleset>>, starts: &[Start], limits: &Limits) -> Self {
        let all = AnyOf::new(rules.clone()).ok();
        let quotient = all.and_then(|all| FiniteQuotient::of(all, starts.iter().cloned(), limits).ok());
        Self { rules, quotient, steps: limits.positions }
    }

    fn is_about(&self, rules: &[Arc<dyn AnyRuleset>]) -> bool {
        self.rules.len() == rules.len() && self.rules.iter().zip(rules).all(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
    }

    /// The quotient if it covers these components.
    fn covering(&self, starts: &[Start]) -> Option<&FiniteQuotient<AnyOf>> {
        self.quotient.as_ref().filter(|quotient| starts.iter().all(|start| quotient.phi(start).is_some()))
    }

    /// Whether a limit of as many steps has been reached before.
    fn was_too_much(&self, limits: &Limits) -> bool {
        self.steps >= limits.positions && !self.quotient.as_ref().is_some_and(FiniteQuotient::is_complete)
    }
}

/// A component, and which of the rulesets it follows.
type Start = (u32, AnyPosition);

/// The answer by a quotient that a look finds.
pub(super) fn at_a_look(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    solve(sum, options, LOOK)
}

/// The answer by a quotient that takes longer, for where a small search has not answered.
pub(super) fn at_length(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    let is_meant = options.play == Play::Misere && !options.search && !sum.is_partizan() && !sum.has_own_ending();
    if is_meant { solve(sum, options, MOST) } else { Ok(None) }
}

fn solve(sum: &SumText, options: &SolveOptions, most: (u64, u64, Duration)) -> Result<Option<Answer>, Stopped> {
    let Some(place) = sum.places().first().filter(|_| !is_of_one_code(sum)) else { return Ok(None) };
    let near = |(index, place): (usize, &Place)| match &place.component {
        Component::Near(position) if !wide::is_wide(sum, index) => Some(position.clone()),
        _ => None,
    };
    let Some(positions) = sum.places().iter().enumerate().map(near).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let (rules, which) = sum.rulesets();
    let starts: Vec<Start> = which.into_iter().zip(positions).collect();
    let limits = leaving_half(most, &options.limits);
    let mut known = place.game.quotient_with_others().borrow_mut();
    let is_answered =
        |known: &Known| known.is_about(&rules) && (known.covering(&starts).is_some() || known.was_too_much(&limits));
    if !known.as_ref().is_some_and(is_answered) {
        *known = Some(Known::of(rules, &starts, &limits));
    }
    let quotient = known.as_ref().and_then(|known| known.covering(&starts));
    quotient.map(|quotient| by_quotient(sum, &starts, quotient, options)).transpose()
}

fn by_quotient(
    sum: &SumText,
    starts: &[Start],
    quotient: &FiniteQuotient<AnyOf>,
    options: &SolveOptions,
) -> Result<Answer, Stopped> {
    let phi = |at: &Start| quotient.phi(at).expect("what follows from covered positions is covered");
    let images: Vec<Element> = starts.iter().map(phi).collect();
    let (image, beside) = products(&images, |x, y| quotient.product(x, y));
    let outcome = if quotient.is_lost(image) { Outcome::Loss } else { Outcome::Win };
    let (mut listed, mut count) = (Listed::new(options.max_moves.max(1)), 0);
    for (index, (which, _)) in starts.iter().enumerate().filter(|_| outcome == Outcome::Win) {
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            let Component::Near(position) = &component else { unreachable!("far components are refused") };
            if quotient.is_lost(quotient.product(beside[index], phi(&(*which, position.clone())))) {
                count += 1;
                listed.push(|| step(sum, index, mv, component, Player::Left));
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
    let (order, lost, summands) = (quotient.order(), quotient.p_portion().count(), quotient.summands());
    let is = if outcome == Outcome::Loss { "one of the lost ones" } else { "not one of the lost ones" };
    let why = format!(
        "misère quotient of the {summands} positions that components can become: {order} elements, {lost} of them lost; this sum is {is}"
    );
    Ok(Answer::new(sum, options, outcome, Moves { winning, total: Some(count), best }, why))
}
