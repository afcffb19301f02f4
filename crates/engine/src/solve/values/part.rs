//! The known facts about a value when a limit is reached.
//!
//! No search is made for them. Values that were found and bounds that the rules provide add up to bounds of the whole sum.

use super::formal_sum::FormalSum;
use super::{Values, sign};
use crate::solve::{Component, MixedSum};
use sprague_core::any::Kind;
use sprague_core::{Bounds, Hints, Limits, OutcomeClass, Partizan, Player};
use sprague_values::{Dyadic, Value};

/// Facts about the value of a sum without its canonical form.
///
/// [`value_or_part`](super::value_or_part) returns it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PartOfValue {
    /// Lower and upper bound of the value, up to infinitesimals.
    pub bounds: [Option<Dyadic>; 2],
    /// The values of the components that were found.
    pub components: Vec<Option<Value>>,
}

impl PartOfValue {
    /// Returns the winner for each starting player, if the bounds decide it.
    ///
    /// ```
    /// assert_eq!(sprague::solve::PartOfValue::default().outcome_class(), None);
    /// ```
    pub fn outcome_class(&self) -> Option<OutcomeClass> {
        let zero = Dyadic::from(0);
        match &self.bounds {
            [Some(low), _] if *low > zero => Some(OutcomeClass::Left),
            [_, Some(high)] if *high < zero => Some(OutcomeClass::Right),
            _ => None,
        }
    }
}

/// The work for parsing a value that the rules provide as text.
const READ: u64 = 1_000;

/// Returns the stops of a value, which bound it up to infinitesimals.
fn of_value(value: &Value) -> [Option<Dyadic>; 2] {
    [Player::Right, Player::Left].map(|player| Some(value.stop(player)))
}

/// Returns the bounds that the rules provide.
fn of_rules(bounds: Bounds) -> [Option<Dyadic>; 2] {
    if bounds == Bounds::INFINITESIMAL {
        return nothing();
    }
    let number = |units: i64| Dyadic::new(units, Bounds::ONE.trailing_zeros().into());
    let low = (bounds.low > -Bounds::FAR).then(|| number(bounds.low));
    [low, (bounds.high < Bounds::FAR).then(|| number(bounds.high))]
}

/// Returns the bounds of an infinitesimal, such as a nimber.
fn nothing() -> [Option<Dyadic>; 2] {
    [Some(Dyadic::from(0)), Some(Dyadic::from(0))]
}

fn added(a: [Option<Dyadic>; 2], b: [Option<Dyadic>; 2]) -> [Option<Dyadic>; 2] {
    let [[low, high], [other_low, other_high]] = [a, b];
    [low.zip(other_low).map(|(a, b)| &a + &b), high.zip(other_high).map(|(a, b)| &a + &b)]
}

impl Values<'_> {
    /// Returns all known facts about the value of a sum. `found` contains the values of its first components.
    pub(super) fn part(&self, sum: &MixedSum, found: &[FormalSum]) -> PartOfValue {
        let mut part = PartOfValue { bounds: nothing(), components: vec![] };
        for (at, component) in sum.components.iter().enumerate() {
            let (bounds, value) = match component.kind() {
                Kind::Impartial => self.part_of_impartial(found.get(at)),
                _ => self.part_of_partizan(component),
            };
            let bounds = value.as_ref().map_or(bounds, of_value);
            part.bounds = added(part.bounds, bounds);
            part.components.push(value);
        }
        part
    }

    /// Returns the bounds of a nimber, and its value if it was found.
    fn part_of_impartial(&self, found: Option<&FormalSum>) -> ([Option<Dyadic>; 2], Option<Value>) {
        let value = |found: &FormalSum| self.search.borrow_mut().values().calculator().arena().value(found.nus);
        (nothing(), found.map(value))
    }

    /// Returns the bounds of a component, and its value if it consists of one summand whose value was found.
    fn part_of_partizan(&self, component: &Component) -> ([Option<Dyadic>; 2], Option<Value>) {
        let Some(position) = self.position(component) else { return ([None, None], None) };
        let mut search = self.search.borrow_mut();
        let (mut bounds, mut values) = (nothing(), vec![]);
        for summand in self.rules.summands(&position) {
            let summand = self.rules.normal_form(summand);
            let known = search.values().known(&summand);
            let known = known.map(|form| search.values().calculator().arena().value(form));
            let read = |text: String| Value::read(&text, &Limits { positions: READ, ..Limits::default() }).ok();
            let value = known.or_else(|| self.rules.hints().value_text(&summand).and_then(read));
            bounds = added(bounds, value.as_ref().map_or_else(|| of_rules(self.rules.hints().bounds(&summand)), of_value));
            values.push(value);
        }
        if sign(component) < 0 {
            let [low, high] = bounds;
            bounds = [high.map(|high| -&high), low.map(|low| -&low)];
        }
        let value = if let [Some(value)] = &values[..] { Some(value.clone()) } else { None };
        (bounds, value.map(|value| if sign(component) < 0 { -value } else { value }))
    }
}
