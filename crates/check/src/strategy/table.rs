//! Values of components, each computed again from the values of its options.
//!
//! By the theorem of Sprague 1935 and Grundy 1939, the value of a component is the mex of the values of its options, and a sum
//! is lost for the player to move if and only if the nim sum of its values is 0. A component that splits may be represented in
//! the table by its summands.

use super::asked::{Asked, BESIDE, Kept};
use super::{Replayed, Seen, StrategyRules, unanswered};
use crate::not_accepted::{BadStrategy, NotAccepted};
use crate::textbook::Textbook;
use core::ops::ControlFlow;
use sprague_core::certificate::{Strategy, Winner};
use sprague_core::{CompoundRule, Play};
use std::collections::{BTreeMap, HashMap};

/// The bytes of a value, or of an entry that remains to be checked.
const ONE: usize = size_of::<u64>();

/// The stated values, and the state of the check of each.
struct Table<'a> {
    rules: &'a (dyn StrategyRules + 'a),
    names: HashMap<&'a str, usize>,
    entries: Vec<Entry<'a>>,
    /// Whether a theorem gave the value of a component.
    has_theorem: bool,
}

struct Entry<'a> {
    component: &'a str,
    value: u64,
    seen: Option<Seen>,
    /// The last entry of which this one was an option, so that it is listed only once.
    noted_by: Option<usize>,
}

/// An entry on the current path, with the entries that remain to be checked.
struct Level {
    entry: usize,
    left: Vec<usize>,
}

pub(super) fn check(strategy: &Strategy, values: &BTreeMap<String, u64>, mut asked: Asked<'_>) -> Result<Replayed, NotAccepted> {
    let is_by_sum = strategy.rule.parse() == Ok(CompoundRule::Disjunctive) && strategy.play == Play::Normal;
    if !is_by_sum || strategy.draw || strategy.first.is_some() {
        return Err(BadStrategy::NotBySum.into());
    }
    let mut table = Table::new(values, asked.rules);
    asked.bytes = table.entries.len() * BESIDE;
    let position = &strategy.position;
    let components = asked.rules.components(position).map_err(|why| unanswered(position, why))?;
    let (mut total, mut met) = (0, vec![]);
    for component in &components {
        total ^= table.value(component, &mut met)?;
        while let Some(entry) = met.pop() {
            table.verify(entry, &mut asked)?;
        }
    }
    if (total == 0) != (strategy.winner == Winner::Other) {
        return Err(BadStrategy::WrongTotal(total).into());
    }
    for Entry { component, value, .. } in table.entries.iter().filter(|entry| entry.seen.is_none()) {
        // what follows a component that a theorem decides may be listed, too
        asked.positions += 1;
        asked.allow()?;
        let known = asked.rules.textbook(component).map_err(|why| unanswered(component, why))?;
        if !table.has_theorem || known.and_then(|known| known.nimber()) != Some(*value) {
            return Err(BadStrategy::Superfluous((*component).to_owned()).into());
        }
    }
    Ok(Replayed { positions: table.entries.len() })
}

impl<'a> Table<'a> {
    fn new(values: &'a BTreeMap<String, u64>, rules: &'a (dyn StrategyRules + 'a)) -> Self {
        let names = values.keys().enumerate().map(|(entry, component)| (component.as_str(), entry)).collect();
        let entry = |(component, value): (&'a String, &u64)| Entry { component, value: *value, seen: None, noted_by: None };
        Self { rules, names, entries: values.iter().map(entry).collect(), has_theorem: false }
    }

    /// Returns the stated value of a component, and adds the entries it comes from to `entries`.
    fn value(&self, component: &str, entries: &mut Vec<usize>) -> Result<u64, NotAccepted> {
        if let Some(entry) = self.names.get(component) {
            entries.push(*entry);
            return Ok(self.entries[*entry].value);
        }
        let summands = self.rules.summands(component).map_err(|why| unanswered(component, why))?;
        summands.iter().try_fold(0, |total, summand| {
            let entry = self.names.get(summand.as_str()).ok_or_else(|| {
                BadStrategy::NoValue(if summand == component {
                    component.to_owned()
                } else {
                    format!("{summand}, of {component},")
                })
            })?;
            entries.push(*entry);
            Ok(total ^ self.entries[*entry].value)
        })
    }

    /// Checks the value of an entry, and of all entries on which it rests.
    fn verify(&mut self, entry: usize, asked: &mut Asked<'_>) -> Result<(), NotAccepted> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some(entry);
        loop {
            if let Some(entry) = next.take() {
                match self.entries[entry].seen {
                    Some(Seen::Open) => return Err(BadStrategy::Endless(self.entries[entry].component.to_owned()).into()),
                    Some(Seen::Done) => {}
                    None => path.push(self.entered(entry, asked)?),
                }
            }
            let Some(level) = path.last_mut() else { return Ok(()) };
            next = level.left.pop();
            if next.is_some() {
                asked.bytes -= ONE;
            } else {
                self.entries[level.entry].seen = Some(Seen::Done);
                path.pop();
            }
        }
    }

    /// Checks an entry that was not met before against the values of its options.
    fn entered(&mut self, entry: usize, asked: &mut Asked<'_>) -> Result<Level, NotAccepted> {
        let Entry { component, value: stated, .. } = self.entries[entry];
        self.entries[entry].seen = Some(Seen::Open);
        let known = self.rules.textbook(component).map_err(|why| unanswered(component, why))?;
        if let Some(found) = known.filter(Textbook::is_large).and_then(|known| known.nimber()) {
            self.has_theorem = true;
            asked.positions += 1;
            asked.allow()?;
            return Self::level(entry, component, stated, found, vec![]);
        }
        let (mut values, mut left, mut met) = (vec![], vec![], vec![]);
        let mut bad = None;
        let told = asked.options(component, None, &mut |option: String| {
            match self.value(&option, &mut met) {
                Ok(value) => values.push(value),
                Err(error) => {
                    bad = Some(error);
                    return ControlFlow::Break(());
                }
            }
            let known = left.len();
            for met in met.drain(..) {
                let noted = &mut self.entries[met];
                // an entry already checked need not be checked again; an entry on the current path will be found to be a cycle
                if noted.noted_by.replace(entry) != Some(entry) && noted.seen != Some(Seen::Done) {
                    left.push(met);
                }
            }
            ControlFlow::Continue(Kept { positions: 1, bytes: (1 + left.len() - known) * ONE })
        });
        asked.bytes -= values.len() * ONE;
        bad.map_or(told, Err)?;
        Self::level(entry, component, stated, least_excluded(values), left)
    }

    fn level(entry: usize, component: &str, stated: u64, found: u64, left: Vec<usize>) -> Result<Level, NotAccepted> {
        match found == stated {
            true => Ok(Level { entry, left }),
            false => Err(BadStrategy::WrongValue { component: component.to_owned(), stated, found }.into()),
        }
    }
}

fn least_excluded(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(number, value)| number != *value).map_or(values.len() as u64, |(number, _)| number)
}
