//! Bounds of sums, each proved again from the bounds of the sums after a move.
//!
//! G ≥ v means that Left wins G − v when she moves second. This holds if G^R ⧐ v for every option of Right, and G ⧐ v^L for
//! every v^L. G ⧐ v holds if some G^L ≥ v, or if G ≥ v^R for some v^R. Bounds add up: G ≥ v and H ≥ w give G + H ≥ v + w, and G
//! ⧐ v and H ≥ w give G + H ⧐ v + w. For a strategy of Right, everything is mirrored. Source: Conway, *On Numbers and Games*,
//! 1976, ch. 7.
//!
//! Sums are written with their components in normal form, and a component has the bounds of the pieces into which it falls if the
//! player gives up moves. Like [`StrategyRules::summands`](super::StrategyRules::summands), these are laws of the rules.
//!
//! No bound rests on itself: the bounds of a sum rest on simpler bounds of the same sum and on bounds of sums that can be
//! reached from it, and a cycle of sums is reported.

use super::asked::{Asked, BESIDE, Kept};
use super::{Replayed, Seen, unanswered};
use crate::not_accepted::{BadStrategy, NotAccepted};
use crate::values::plain::Plain;
use core::cell::Cell;
use core::ops::ControlFlow;
use sprague_core::certificate::{Strategy, SumBounds, Winner};
use sprague_core::{CompoundRule, Play, Player};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The largest number of bounds of a sum for either player moving.
const MOST_BOUNDS: usize = 64;

const MOST_WAYS: usize = 16;

/// The largest number of times that a component is cut into pieces.
const MOST_CUTS: u32 = 64;

/// The number of comparisons of bounds that count as one position.
const COMPARED: u64 = 64;

/// About how many bytes a bound takes.
const BOUND: usize = size_of::<Plain>() + 16;

/// The bytes of an entry that remains to be checked.
const ONE: usize = size_of::<usize>();

/// Whether the strategy's player moves first or second.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moving {
    First,
    Second,
}

type Summand = u32;

struct Entry<'a> {
    sum: &'a str,
    /// The bounds as they are written.
    stated: &'a SumBounds,
    apart: Option<Plain>,
    second: Vec<Plain>,
    first: Vec<Plain>,
    /// The strongest bounds, for moving second and for moving first.
    best: [Vec<Plain>; 2],
    seen: Option<Seen>,
    noted_by: Option<usize>,
}

/// The stated bounds, and the state of the check of each sum.
struct Table<'a> {
    own: Player,
    names: HashMap<String, Summand>,
    by_sum: HashMap<Vec<Summand>, usize>,
    entries: Vec<Entry<'a>>,
    /// The bounds of components and pieces, with those of the pieces into which they can be cut.
    parts: HashMap<String, Rc<Reached>>,
    /// The number of comparisons that are not yet counted.
    compared: Cell<u64>,
}

/// The bounds of a sum that follow by addition.
#[derive(Default)]
struct Reached {
    second: Vec<Plain>,
    first: Vec<Plain>,
    /// The entries on which these bounds rest.
    by: Vec<usize>,
}

/// A sum on the current path, with the entries that remain to be checked.
struct Level {
    entry: usize,
    left: Vec<usize>,
}

pub(super) fn check(
    strategy: &Strategy,
    bounds: &BTreeMap<String, SumBounds>,
    mut asked: Asked<'_>,
) -> Result<Replayed, NotAccepted> {
    let is_by_sum = strategy.rule.parse() == Ok(CompoundRule::Disjunctive) && strategy.play == Play::Normal;
    if !is_by_sum || strategy.draw {
        return Err(BadStrategy::NotByBounds.into());
    }
    // if both players have the same moves, either can be called Left
    let own = strategy.first.map_or(Player::Left, |first| if strategy.winner == Winner::Mover { first } else { -first });
    let mut table = Table::read(bounds, own, &mut asked)?;
    let position = asked.rules.sorted(&strategy.position).map_err(|why| unanswered(&strategy.position, why))?;
    let moving = if strategy.winner == Winner::Mover { Moving::First } else { Moving::Second };
    let mut is_won = false;
    for is_cut in [false, true] {
        let reached = table.reached(&position, is_cut, &mut asked)?;
        is_won |= table.says(&reached, moving, &Plain::zero());
    }
    if !is_won {
        return Err(BadStrategy::NotWonByBounds.into());
    }
    let is_partizan = strategy.first.is_some();
    for entry in 0..table.entries.len() {
        table.verify(entry, is_partizan, &mut asked)?;
    }
    Ok(Replayed { positions: table.entries.len() })
}

impl<'a> Table<'a> {
    fn read(bounds: &'a BTreeMap<String, SumBounds>, own: Player, asked: &mut Asked<'_>) -> Result<Self, NotAccepted> {
        let (names, by_sum, parts) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut table = Self { own, names, by_sum, entries: vec![], parts, compared: Cell::new(0) };
        for (sum, bounds) in bounds {
            if bounds.first.len().max(bounds.second.len()) > MOST_BOUNDS {
                return Err(BadStrategy::ManyBounds { sum: sum.clone(), most: MOST_BOUNDS }.into());
            }
            let read = |text: &String| {
                Plain::read(text).map_err(|reason| NotAccepted::from(BadStrategy::BadBound { sum: sum.clone(), reason }))
            };
            let all = |texts: &[String]| texts.iter().map(read).collect::<Result<Vec<_>, _>>();
            let (second, first) = (all(&bounds.second)?, all(&bounds.first)?);
            let apart = bounds.apart.as_ref().map(read).transpose()?;
            let names = asked.rules.components(sum).map_err(|why| unanswered(sum, why))?;
            if apart.as_ref().is_some_and(|apart| names.len() != 1 || !second.contains(apart)) {
                return Err(BadStrategy::NotApart(sum.clone()).into());
            }
            asked.bytes += sum.len() + BESIDE + (1 + first.len() + second.len()) * BOUND + names.len() * size_of::<Summand>();
            let mut summands = vec![];
            for name in names {
                let (next, bytes) = (table.names.len() as Summand, name.len() + BESIDE);
                summands.push(*table.names.entry(name).or_insert_with(|| {
                    asked.bytes += bytes;
                    next
                }));
            }
            summands.sort_unstable();
            table.by_sum.insert(summands, table.entries.len());
            let best = [&second, &first].map(|bounds| {
                let mut best = vec![];
                bounds.iter().for_each(|bound| push_best(&mut best, bound.clone(), own));
                best
            });
            table.entries.push(Entry { sum, stated: bounds, apart, second, first, best, seen: None, noted_by: None });
            asked.allow()?;
        }
        Ok(table)
    }

    /// Returns the bounds of a sum: its own bounds in the table, the sums of the bounds of its summands, and those with some
    /// summands split off. If `is_cut`, it returns the sums of the bounds of the pieces of its summands instead.
    fn reached(&mut self, sum: &str, is_cut: bool, asked: &mut Asked<'_>) -> Result<Reached, NotAccepted> {
        let names = asked.rules.components(sum).map_err(|why| unanswered(sum, why))?;
        if is_cut {
            return self.reached_in_pieces(&names, MOST_CUTS, asked);
        }
        let summands: Option<Vec<Summand>> = names.iter().map(|name| self.names.get(name).copied()).collect();
        let Some(mut summands) = summands else { return Ok(Reached::default()) };
        summands.sort_unstable();
        let mut reached = Reached::default();
        // 1. the bounds of the whole sum
        if let Some(&whole) = self.by_sum.get(&summands) {
            self.add(&mut reached, &Plain::zero(), &[whole]);
        }
        // 2. the sums of the bounds of single summands
        if summands.len() > 1 {
            let one_by_one: Option<Vec<usize>> = summands.iter().map(|one| self.entry_of_one(*one)).collect();
            if let Some(entries) = one_by_one {
                self.add(&mut reached, &Plain::zero(), &entries);
            }
            // 3. the bounds of the rest after the summands with a bound `apart` are split off
            let (mut rest, mut apart, mut by) = (vec![], Some(Plain::zero()), vec![]);
            for &summand in &summands {
                let entry = self.entry_of_one(summand);
                match entry.and_then(|entry| self.entries[entry].apart.as_ref()) {
                    Some(bound) => {
                        apart = apart.and_then(|total| total.sum(bound));
                        by.extend(entry);
                    }
                    None => rest.push(summand),
                }
            }
            if let Some(apart) = apart.filter(|_| !by.is_empty())
                && let Some(&entry) = self.by_sum.get(&rest)
            {
                self.add(&mut reached, &apart, &[entry]);
                reached.by.extend(by);
            }
        }
        let compared = self.compared.take();
        asked.positions += compared / COMPARED;
        self.compared.set(compared % COMPARED);
        asked.allow()?;
        Ok(reached)
    }

    /// Returns the bounds of a sum of components, each with those that follow if the player gives up moves in it.
    fn reached_in_pieces(&mut self, names: &[String], cuts: u32, asked: &mut Asked<'_>) -> Result<Reached, NotAccepted> {
        let mut total = Reached { second: vec![Plain::zero()], ..Reached::default() };
        for name in names {
            let part = self.part(name, cuts, asked)?;
            self.plus(&mut total, [&part.second, &part.first]);
            total.by.extend(&part.by);
        }
        Ok(total)
    }

    /// Returns the bounds of a component: its own, and those of the pieces into which it can be cut.
    fn part(&mut self, name: &str, cuts: u32, asked: &mut Asked<'_>) -> Result<Rc<Reached>, NotAccepted> {
        if let Some(known) = self.parts.get(name) {
            return Ok(known.clone());
        }
        asked.positions += 1;
        asked.allow()?;
        let mut part = Reached::default();
        if let Some(entry) = self.names.get(name).and_then(|name| self.entry_of_one(*name)) {
            self.add(&mut part, &Plain::zero(), &[entry]);
        }
        let rules = asked.rules;
        let pieces = rules.tied(name, self.own).and_then(|pieces| rules.components(&pieces));
        let pieces = pieces.map_err(|why| unanswered(name, why))?;
        if cuts > 0 && pieces != [name] {
            let cut = self.reached_in_pieces(&pieces, cuts - 1, asked)?;
            cut.second.into_iter().for_each(|bound| push_best(&mut part.second, bound, self.own));
            cut.first.into_iter().for_each(|bound| push_best(&mut part.first, bound, self.own));
            part.by.extend(cut.by);
        }
        let part = Rc::new(part);
        // pieces come again and again, and whole components rarely do
        if cuts < MOST_CUTS {
            asked.bytes += name.len() + BESIDE + part.by.len() * ONE + (part.second.len() + part.first.len()) * BOUND;
            self.parts.insert(name.to_owned(), part.clone());
        }
        Ok(part)
    }

    fn entry_of_one(&self, summand: Summand) -> Option<usize> {
        self.by_sum.get([summand].as_slice()).copied()
    }

    /// Adds the sums of the bounds of these entries and `offset`.
    fn add(&self, reached: &mut Reached, offset: &Plain, entries: &[usize]) {
        let mut total = Reached { second: vec![offset.clone()], ..Reached::default() };
        for &entry in entries {
            let [second, first] = &self.entries[entry].best;
            self.plus(&mut total, [second, first]);
        }
        reached.by.extend(entries);
        total.second.into_iter().for_each(|bound| push_best(&mut reached.second, bound, self.own));
        total.first.into_iter().for_each(|bound| push_best(&mut reached.first, bound, self.own));
    }

    /// Adds bounds of another summand to the bounds of a sum.
    fn plus(&self, total: &mut Reached, [second, first]: [&[Plain]; 2]) {
        let (before, of_others) = (core::mem::take(&mut total.second), core::mem::take(&mut total.first));
        self.push_sums(&mut total.first, &of_others, second);
        self.push_sums(&mut total.first, &before, first);
        self.push_sums(&mut total.second, &before, second);
    }

    fn push_sums(&self, best: &mut Vec<Plain>, a: &[Plain], b: &[Plain]) {
        self.compared.set(self.compared.get() + (a.len() * b.len() * MOST_WAYS) as u64);
        a.iter().flat_map(|a| b.iter().filter_map(|b| a.sum(b))).for_each(|sum| push_best(best, sum, self.own));
    }

    /// Returns `true` if the bounds imply that the strategy's player wins the sum minus `bound`.
    fn says(&self, reached: &Reached, moving: Moving, bound: &Plain) -> bool {
        let at_least = |known: &Plain| if self.own == Player::Left { bound.is_at_most(known) } else { known.is_at_most(bound) };
        // greater than the bound or confused with it
        let beyond = |known: &Plain| if self.own == Player::Left { !known.is_at_most(bound) } else { !bound.is_at_most(known) };
        match moving {
            Moving::Second => reached.second.iter().any(at_least),
            Moving::First => reached.second.iter().any(beyond) || reached.first.iter().any(at_least),
        }
    }

    /// Checks the bounds of an entry, and of all entries on which it rests.
    fn verify(&mut self, entry: usize, is_partizan: bool, asked: &mut Asked<'_>) -> Result<(), NotAccepted> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some(entry);
        loop {
            if let Some(entry) = next.take() {
                match self.entries[entry].seen {
                    Some(Seen::Open) => return Err(BadStrategy::Endless(self.entries[entry].sum.to_owned()).into()),
                    Some(Seen::Done) => {}
                    None => {
                        let level = self.entered(entry, is_partizan, asked)?;
                        asked.bytes += level.left.len() * ONE;
                        path.push(level);
                        asked.allow()?;
                    }
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

    /// Checks an entry that was not met before, given the bounds of its options. Returns the entries on which it rests.
    fn entered(&mut self, entry: usize, is_partizan: bool, asked: &mut Asked<'_>) -> Result<Level, NotAccepted> {
        self.entries[entry].seen = Some(Seen::Open);
        let (second, first) = (self.entries[entry].second.clone(), self.entries[entry].first.clone());
        let (sum, stated, own) = (self.entries[entry].sum, self.entries[entry].stated, self.own);
        let text_in = |all: &[Plain], texts: &[String], bound: &Plain| {
            all.iter().zip(texts).find(|(known, _)| *known == bound).map_or_else(String::new, |(_, text)| text.clone())
        };
        let mut used = vec![];
        // 1. bounds when moving second: every move of the other player must keep them
        if !second.is_empty() {
            let others = options(sum, is_partizan.then_some(-own), asked)?;
            for after in &others {
                let broken = |bound: &Plain| BadStrategy::Broken {
                    sum: sum.to_owned(),
                    bound: text_in(&second, &stated.second, bound),
                    after: after.clone(),
                };
                for is_cut in [false, true] {
                    let reached = self.reached(after, is_cut, asked)?;
                    match second.iter().find(|bound| !self.says(&reached, Moving::First, bound)) {
                        Some(bound) if is_cut => return Err(broken(bound).into()),
                        Some(_) => {}
                        None => {
                            used.extend(reached.by);
                            break;
                        }
                    }
                }
            }
            // a move of the other player in the bound: from −v to −v^L if the strategy's player is Left
            for bound in &second {
                let simpler = bound.options()[usize::from(own == Player::Right)];
                if (0..simpler.count()).any(|i| !first.contains(&simpler.get(i))) {
                    let (sum, bound) = (sum.to_owned(), text_in(&second, &stated.second, bound));
                    return Err(BadStrategy::Broken { after: sum.clone(), sum, bound }.into());
                }
            }
        }
        // 2. bounds when moving first: a move in the bound or in the sum must keep each
        let mut open: Vec<&Plain> = first.iter().collect();
        open.retain(|bound| {
            let simpler = bound.options()[usize::from(own == Player::Left)];
            !second.iter().any(|second| (0..simpler.count().min(MOST_BOUNDS as u64)).any(|i| simpler.get(i) == *second))
        });
        if !open.is_empty() {
            let all = options(sum, is_partizan.then_some(own), asked)?;
            for (is_cut, after) in [false, true].into_iter().flat_map(|is_cut| all.iter().map(move |after| (is_cut, after))) {
                let reached = self.reached(after, is_cut, asked)?;
                let before = open.len();
                open.retain(|bound| !self.says(&reached, Moving::Second, bound));
                if open.len() < before {
                    used.extend(reached.by);
                }
                if open.is_empty() {
                    break;
                }
            }
        }
        if let Some(bound) = open.first() {
            return Err(BadStrategy::NotKept { sum: sum.to_owned(), bound: text_in(&first, &stated.first, bound) }.into());
        }
        used.retain(|used| {
            let noted = &mut self.entries[*used];
            noted.noted_by.replace(entry) != Some(entry) && noted.seen != Some(Seen::Done)
        });
        Ok(Level { entry, left: used })
    }
}

/// Adds a bound to the strongest ones, unless one of them is at least as strong. If there are already `MOST_WAYS`, the bound is
/// dropped.
fn push_best(best: &mut Vec<Plain>, bound: Plain, own: Player) {
    let is_at_least = |a: &Plain, b: &Plain| if own == Player::Left { b.is_at_most(a) } else { a.is_at_most(b) };
    if !best.iter().any(|known| is_at_least(known, &bound)) {
        best.retain(|known| !is_at_least(&bound, known));
        if best.len() < MOST_WAYS {
            best.push(bound);
        }
    }
}

fn options(sum: &str, player: Option<Player>, asked: &mut Asked<'_>) -> Result<Vec<String>, NotAccepted> {
    let mut all = vec![];
    let before = asked.bytes;
    asked.options(sum, player, &mut |after| {
        let bytes = after.len() + BESIDE;
        all.push(after);
        ControlFlow::Continue(Kept { positions: 1, bytes })
    })?;
    asked.bytes = before;
    Ok(all)
}
