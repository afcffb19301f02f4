//! Bounds of sums, each proved again from those of the sums after a move.
//!
//! G ≥ v for a game G if Left wins G − v moving second. That is so if G^R ⧐ v for every option of Right, and G ⧐ v^L for every v^L.
//! G ⧐ v if a G^L ≥ v, or if G ≥ v^R for a v^R. Bounds add: G ≥ v and H ≥ w give G + H ≥ v + w. Likewise G ⧐ v and H ≥ w give
//! G + H ⧐ v + w. See Conway, *On Numbers and Games*, 1976, ch. 7. For a strategy of Right all of this is turned round.
//!
//! No bound rests on itself: those of one sum rest on simpler ones of it, and on sums that come after it, which is seen.

use super::asked::{Asked, BESIDE, Kept};
use super::{Replayed, Seen, unanswered};
use crate::not_accepted::{BadStrategy, NotAccepted};
use crate::values::plain::Plain;
use core::cell::Cell;
use core::ops::ControlFlow;
use sprague_core::certificate::{Strategy, SumBounds, Winner};
use sprague_core::{CompoundRule, Play, Player};
use std::collections::{BTreeMap, HashMap};

/// The most bounds of a sum, moving first or second.
const MOST_BOUNDS: usize = 64;

/// The most ways of adding bounds of summands that are tried.
const MOST_WAYS: usize = 16;

/// The comparisons of bounds that count as one position.
const COMPARED: u64 = 64;

/// The bytes of a bound, about.
const BOUND: usize = size_of::<Plain>() + 16;

/// The bytes of an entry that is to be looked at.
const ONE: usize = size_of::<usize>();

/// The player who starts: that of the strategy, or the other one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moving {
    First,
    Second,
}

/// A summand, numbered.
type Summand = u32;

/// A sum with its bounds.
struct Entry<'a> {
    sum: &'a str,
    /// The bounds as they are written.
    stated: &'a SumBounds,
    apart: Option<Plain>,
    second: Vec<Plain>,
    first: Vec<Plain>,
    /// Those of them that say most, moving second and first.
    best: [Vec<Plain>; 2],
    seen: Option<Seen>,
    noted_by: Option<usize>,
}

/// The stated bounds, and how far each sum was looked at.
struct Table<'a> {
    own: Player,
    names: HashMap<String, Summand>,
    by_sum: HashMap<Vec<Summand>, usize>,
    entries: Vec<Entry<'a>>,
    /// Comparisons that were not counted yet.
    compared: Cell<u64>,
}

/// Bounds that follow for a sum by adding.
#[derive(Default)]
struct Reached {
    second: Vec<Plain>,
    first: Vec<Plain>,
    /// The entries that say so.
    by: Vec<usize>,
}

/// A sum whose options are being looked at: the entries that are left.
struct Level {
    entry: usize,
    left: Vec<usize>,
}

/// Accepts or rejects the bounds, and who wins by them.
pub(super) fn check(
    strategy: &Strategy,
    bounds: &BTreeMap<String, SumBounds>,
    mut asked: Asked<'_>,
) -> Result<Replayed, NotAccepted> {
    let is_by_sum = strategy.rule.parse() == Ok(CompoundRule::Disjunctive) && strategy.play == Play::Normal;
    if !is_by_sum || strategy.draw {
        return Err(BadStrategy::NotByBounds.into());
    }
    // where both have the same moves, either of them may be called Left
    let own = strategy.first.map_or(Player::Left, |first| if strategy.winner == Winner::Mover { first } else { -first });
    let mut table = Table::read(bounds, own, &mut asked)?;
    let position = asked.rules.sorted(&strategy.position).map_err(|why| unanswered(&strategy.position, why))?;
    let reached = table.reached(&position, &mut asked)?.unwrap_or_default();
    let moving = if strategy.winner == Winner::Mover { Moving::First } else { Moving::Second };
    if !table.says(&reached, moving, &Plain::zero()) {
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
        let mut table = Self { own, names: HashMap::new(), by_sum: HashMap::new(), entries: vec![], compared: Cell::new(0) };
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

    /// The bounds of a sum.
    ///
    /// They are those in the table, those of its summands added up, and both.
    ///
    /// `None` if a summand of it is in no entry.
    fn reached(&self, sum: &str, asked: &mut Asked<'_>) -> Result<Option<Reached>, NotAccepted> {
        let names = asked.rules.components(sum).map_err(|why| unanswered(sum, why))?;
        let summands: Option<Vec<Summand>> = names.iter().map(|name| self.names.get(name).copied()).collect();
        let Some(mut summands) = summands else { return Ok(None) };
        summands.sort_unstable();
        let mut reached = Reached::default();
        if let Some(&whole) = self.by_sum.get(&summands) {
            self.add(&mut reached, &Plain::zero(), &[whole]);
        }
        if summands.len() > 1 {
            let one_by_one: Option<Vec<usize>> = summands.iter().map(|one| self.entry_of_one(*one)).collect();
            if let Some(entries) = one_by_one {
                self.add(&mut reached, &Plain::zero(), &entries);
            }
            // those apart taken out
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
        Ok(Some(reached))
    }

    fn entry_of_one(&self, summand: Summand) -> Option<usize> {
        self.by_sum.get([summand].as_slice()).copied()
    }

    /// Adds the bounds that follow where those of these entries are added.
    fn add(&self, reached: &mut Reached, offset: &Plain, entries: &[usize]) {
        let (mut second, mut first) = (vec![offset.clone()], vec![]);
        for &entry in entries {
            let [best_second, best_first] = &self.entries[entry].best;
            let (before, of_others) = (core::mem::take(&mut second), core::mem::take(&mut first));
            self.push_sums(&mut first, &of_others, best_second);
            self.push_sums(&mut first, &before, best_first);
            self.push_sums(&mut second, &before, best_second);
        }
        reached.by.extend(entries);
        second.into_iter().for_each(|bound| push_best(&mut reached.second, bound, self.own));
        first.into_iter().for_each(|bound| push_best(&mut reached.first, bound, self.own));
    }

    fn push_sums(&self, best: &mut Vec<Plain>, a: &[Plain], b: &[Plain]) {
        self.compared.set(self.compared.get() + (a.len() * b.len() * MOST_WAYS) as u64);
        a.iter().flat_map(|a| b.iter().filter_map(|b| a.sum(b))).for_each(|sum| push_best(best, sum, self.own));
    }

    /// Tells whether bounds say that the player wins the sum less `bound`.
    fn says(&self, reached: &Reached, moving: Moving, bound: &Plain) -> bool {
        let at_least = |known: &Plain| if self.own == Player::Left { bound.is_at_most(known) } else { known.is_at_most(bound) };
        // more than the bound, or confused with it
        let beyond = |known: &Plain| if self.own == Player::Left { !known.is_at_most(bound) } else { !bound.is_at_most(known) };
        match moving {
            Moving::Second => reached.second.iter().any(at_least),
            Moving::First => reached.second.iter().any(beyond) || reached.first.iter().any(at_least),
        }
    }

    /// Proves the bounds of an entry again, and of all that it rests on.
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

    /// An entry that was not seen before, proved from the bounds of its options.
    fn entered(&mut self, entry: usize, is_partizan: bool, asked: &mut Asked<'_>) -> Result<Level, NotAccepted> {
        self.entries[entry].seen = Some(Seen::Open);
        let (second, first) = (self.entries[entry].second.clone(), self.entries[entry].first.clone());
        let (sum, stated, own) = (self.entries[entry].sum, self.entries[entry].stated, self.own);
        let text_in = |all: &[Plain], texts: &[String], bound: &Plain| {
            all.iter().zip(texts).find(|(known, _)| *known == bound).map_or_else(String::new, |(_, text)| text.clone())
        };
        let mut used = vec![];
        if !second.is_empty() {
            let others = options(sum, is_partizan.then_some(-own), asked)?;
            for after in &others {
                let broken = |bound: &Plain| BadStrategy::Broken {
                    sum: sum.to_owned(),
                    bound: text_in(&second, &stated.second, bound),
                    after: after.clone(),
                };
                let reached = self.reached(after, asked)?;
                let reached = reached.ok_or_else(|| broken(&second[0]))?;
                if let Some(bound) = second.iter().find(|bound| !self.says(&reached, Moving::First, bound)) {
                    return Err(broken(bound).into());
                }
                used.extend(reached.by);
            }
            // the other player moves in the bound: to v^L in −v, if Left is the strategy's
            for bound in &second {
                let simpler = bound.options()[usize::from(own == Player::Right)];
                if (0..simpler.count()).any(|i| !first.contains(&simpler.get(i))) {
                    let (sum, bound) = (sum.to_owned(), text_in(&second, &stated.second, bound));
                    return Err(BadStrategy::Broken { after: sum.clone(), sum, bound }.into());
                }
            }
        }
        // what a move in the bound keeps
        let mut open: Vec<&Plain> = first
            .iter()
            .filter(|bound| {
                let simpler = bound.options()[usize::from(own == Player::Left)];
                !second.iter().any(|second| (0..simpler.count().min(MOST_BOUNDS as u64)).any(|i| simpler.get(i) == *second))
            })
            .collect();
        if !open.is_empty() {
            for after in options(sum, is_partizan.then_some(own), asked)? {
                let Some(reached) = self.reached(&after, asked)? else { continue };
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

/// Adds a bound to the best ones, unless one of them says as much.
///
/// Where there are many, it is left out.
fn push_best(best: &mut Vec<Plain>, bound: Plain, own: Player) {
    let is_at_least = |a: &Plain, b: &Plain| if own == Player::Left { b.is_at_most(a) } else { a.is_at_most(b) };
    if !best.iter().any(|known| is_at_least(known, &bound)) {
        best.retain(|known| !is_at_least(&bound, known));
        if best.len() < MOST_WAYS {
            best.push(bound);
        }
    }
}

/// The positions after every move of a player.
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
