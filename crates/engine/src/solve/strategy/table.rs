//! A strategy as a table of the nimbers of all components that can be reached. Sums of components are not listed.
//!
//! Its size is the sum of the sizes of the components, while the number of positions of the sum is their product.

use super::super::nimbers::{Nimbers, typed};
use super::super::{Component, ComponentPosition, MixedSum, Refused, SolveError, SolveOptions};
use super::{SHOWN, WrittenStrategy};
use crate::growth;
use hashbrown::HashSet;
use num_bigint::BigUint;
use sprague_core::any::{AnyPosition, Kind};
use sprague_core::certificate::{Answers, Winner};
use sprague_core::limits::Meter;
use sprague_core::{CompoundRule, Outcome, Play, Player, Stopped};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The bytes of an entry in addition to its text and its position.
const BESIDE: usize = 96;

pub(super) fn by_components(
    sum: &MixedSum,
    options: &SolveOptions,
    write: &impl Fn(&MixedSum) -> String,
) -> Result<WrittenStrategy, SolveError> {
    let refused = |component, why: &str| Err(Refused { component, why: Cow::Owned(why.to_owned()) }.into());
    if sum.rule != CompoundRule::Disjunctive {
        return refused(0, "a disjunctive sum: under other rules, the values of components do not add up");
    }
    if sum.play != Play::Normal {
        return refused(0, "normal play: in misère play components have no nimbers");
    }
    if let Some(component) = sum.components.iter().position(|component| component.kind() != Kind::Impartial) {
        return refused(component, "an impartial game: if Left and Right have different moves, there are no nimbers");
    }
    let rules = typed(sum);
    let nimbers = Nimbers::new(sum, &rules, &options.limits);
    let mut total = BigUint::ZERO;
    for (index, component) in sum.components.iter().enumerate() {
        match nimbers.nimber(component)? {
            Some(nimber) => total ^= nimber,
            None => return refused(index, "play that ends: this one is loopy, a position can repeat, so it has no nimber"),
        }
    }
    let all = Listing { sum, options, nimbers: &nimbers, write };
    let values = match all.listed(false, SHOWN) {
        Ok(Some(values)) => values,
        // a few long ones can fill the memory, too
        Ok(None) | Err(Stopped::Memory(_)) => all.listed(true, usize::MAX)?.unwrap_or_default(),
        Err(stopped) => return Err(stopped.into()),
    };
    let (winner, outcome) = if total == BigUint::ZERO { (Winner::Other, Outcome::Loss) } else { (Winner::Mover, Outcome::Win) };
    Ok(WrittenStrategy { winner, outcome, answers: Answers::Components(values) })
}

struct Listing<'a, W> {
    sum: &'a MixedSum,
    options: &'a SolveOptions,
    nimbers: &'a Nimbers<'a>,
    write: &'a W,
}

impl<W: Fn(&MixedSum) -> String> Listing<'_, W> {
    /// Returns the nimbers of all components, either as they are or split into summands.
    ///
    /// Returns `None` if there are more than `most`.
    fn listed(&self, fall_apart: bool, most: usize) -> Result<Option<BTreeMap<String, u64>>, Stopped> {
        let (rules, which) = self.sum.rulesets();
        let limits = &self.options.limits;
        let mut met = Met { fall_apart, known: vec![HashSet::new(); rules.len()], waiting: vec![], parts: vec![], words: 0 };
        let (mut values, mut bytes, mut count) = (BTreeMap::new(), 0, 0);
        let mut meter = Meter::new(limits);
        for (component, which) in self.sum.components.iter().zip(&which) {
            // heaps of more than 64 bits have too many positions to be listed
            let position = component.small().ok_or(Stopped::Positions(limits.positions))?;
            met.meet(component, *which, position);
        }
        let mut portion = vec![];
        while let Some((component, which, position)) = met.waiting.pop() {
            let here = component.with(ComponentPosition::Small(position.clone()));
            // every position reachable from a position with a nimber has a nimber, too
            let nimber = self.nimbers.nimber(&here)?.and_then(|nimber| u64::try_from(nimber).ok()).unwrap_or_default();
            let text = (self.write)(&MixedSum::of([here]));
            bytes += text.len() + BESIDE;
            values.insert(text, nimber);
            let (mut from, mut more) = (0, true);
            while more {
                portion.clear();
                more = rules[which as usize].options(&position, Player::Left, from, &mut portion);
                from += portion.len();
                for option in &portion {
                    count += 1;
                    meter.allow(count, || bytes + met.bytes(), || rules[which as usize].fault())?;
                    met.meet(component, which, option);
                }
                if values.len() + met.waiting.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(values))
    }
}

/// The components that have been reached from the sum, and those that are not listed yet.
struct Met<'a> {
    fall_apart: bool,
    /// The positions reached, one set for each ruleset.
    known: Vec<HashSet<AnyPosition>>,
    waiting: Vec<(&'a Component, u32, AnyPosition)>,
    /// A scratch buffer for summands.
    parts: Vec<AnyPosition>,
    /// The bytes that long positions take outside the set and the list.
    words: usize,
}

impl<'a> Met<'a> {
    /// Adds a position, split into its summands if the listing splits positions, and queues the new ones.
    fn meet(&mut self, component: &'a Component, which: u32, position: &AnyPosition) {
        match self.fall_apart {
            true => component.rules.rules().summands(position, &mut self.parts),
            false => self.parts.push(position.clone()),
        }
        for part in self.parts.drain(..) {
            let known = &mut self.known[which as usize];
            if !known.contains(&part) {
                self.words += 2 * size_of_val(part.words());
                known.insert(part.clone());
                self.waiting.push((component, which, part));
            }
        }
    }

    fn bytes(&self) -> usize {
        self.known.iter().map(growth::of_set).sum::<usize>() + growth::of_list(&self.waiting) + self.words
    }
}
