//! Caches the bounds and estimates of a guest.
//!
//! They are not checked here. A check of the laws compares the bounds with the values of small positions.

use super::{Loaded, State};
use crate::guest::Guest;
use crate::guest::failure::Failure;
use crate::guest::single::singles;
use crate::known::Known;
use sprague_core::any::AnyPosition;
use sprague_core::{Bounds, Estimate};

#[derive(Default)]
pub(super) struct Guesses {
    bounds: Known<Bounds>,
    estimates: Known<Estimate>,
}

/// The size of an answer in the cache without its question, in words.
const WORDS: usize = 8;

impl<G: Guest> Loaded<G> {
    /// Returns the sum of the bounds of the summands.
    pub(super) fn guessed_bounds(&self, position: &AnyPosition) -> Bounds {
        if !self.knows[0] {
            return Bounds::UNKNOWN;
        }
        let bounds = self.ask(|state| {
            let mut all = singles(position.words()).map(|single| bounds(state, single));
            // a bound after a first move in one of several summands is no bound for the whole sum
            match (all.next(), all.next()) {
                (None, _) => Ok(Some(Bounds::between(0, 0))),
                (Some(one), None) => one.map(Some),
                (Some(one), Some(two)) => [one, two].into_iter().chain(all).try_fold(Bounds::between(0, 0), plus).map(Some),
            }
        });
        bounds.unwrap_or(Bounds::UNKNOWN)
    }

    /// Returns the sum of the estimates of the summands, if the guest has `estimate`.
    pub(super) fn guessed(&self, position: &AnyPosition) -> Option<Estimate> {
        if !self.knows[1] {
            return None;
        }
        self.ask(|state| {
            let mut sum = Estimate::default();
            for single in singles(position.words()) {
                sum.ahead += estimate(state, single)?.ahead;
            }
            Ok(Some(sum))
        })
    }
}

fn plus(sum: Bounds, other: Result<Bounds, Failure>) -> Result<Bounds, Failure> {
    let other = other?;
    let add = |here: i64, there: i64| if here.abs().max(there.abs()) >= Bounds::FAR { None } else { Some(here + there) };
    Ok(Bounds {
        low: add(sum.low, other.low).unwrap_or(-Bounds::FAR),
        high: add(sum.high, other.high).unwrap_or(Bounds::FAR),
        ..Bounds::UNKNOWN
    })
}

fn bounds<G: Guest>(state: &mut State<G>, single: &[u64]) -> Result<Bounds, Failure> {
    let position = AnyPosition::from_words(single.iter().copied());
    if let Some(known) = state.guesses.bounds.get(&position) {
        return Ok(*known);
    }
    let found = state.guest.bounds(single)?;
    state.guesses.bounds.insert(position, found, WORDS + single.len());
    Ok(found)
}

fn estimate<G: Guest>(state: &mut State<G>, single: &[u64]) -> Result<Estimate, Failure> {
    let position = AnyPosition::from_words(single.iter().copied());
    if let Some(known) = state.guesses.estimates.get(&position) {
        return Ok(*known);
    }
    let found = state.guest.estimate(single)?;
    state.guesses.estimates.insert(position, found, WORDS + single.len());
    Ok(found)
}
