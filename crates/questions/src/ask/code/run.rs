//! Runs translated rules, written as a script again: to compare them with the engine, and to test observations far out.

use sprague::clock::Instant;
use sprague::{Limits, Stopped};
use sprague_plugin::syntax::Rules;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The reason why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// A limit of the question.
    Stopped(Stopped),
    /// The rules fail here or take too long.
    Failed(String),
}

/// A nimber is computed by recursion if the rules need at most this work, about a tenth of a second.
const MOST: u64 = 100_000_000;

/// If at least one number in this many is an amount, the amounts are many.
const FEW: u64 = 16;

/// Rules that are run.
pub(super) struct Run<'a> {
    rules: Result<Rules, String>,
    limits: &'a Limits,
    began: Instant,
}

impl<'a> Run<'a> {
    pub(super) fn new(script: &str, limits: &'a Limits) -> Self {
        Self { rules: Rules::read(script), limits, began: Instant::now() }
    }

    fn options(&mut self, heap: u64) -> Result<Vec<Vec<u64>>, Ended> {
        self.limits.look(self.began).map_err(Ended::Stopped)?;
        let rules = self.rules.as_mut().map_err(|why| Ended::Failed(why.clone()))?;
        rules.options(heap).map_err(Ended::Failed)
    }

    /// Returns the work of listing the options of a heap, in nanoseconds, if they can be listed.
    pub(super) fn work(&mut self, heap: u64) -> Option<u64> {
        self.options(heap).ok()?;
        Some(self.rules.as_ref().ok()?.work())
    }

    /// Returns the nimbers of the heaps 0 to `last`.
    pub(super) fn rows(&mut self, last: u64) -> Result<Vec<u64>, Ended> {
        let mut rows: Vec<u64> = vec![];
        for heap in 0..=last {
            rows.push(mex(&self.options(heap)?, |heap| rows[heap as usize]));
        }
        Ok(rows)
    }

    /// Returns a sum over all options of the heaps 0 to `last`, which other options change.
    pub(super) fn sum_of_moves(&mut self, last: u64) -> Result<u64, Ended> {
        (0..=last).try_fold(0, |sum, heap| {
            let squares = |to: &Vec<u64>| 1 + to.iter().map(|left| left * left).sum::<u64>();
            Ok(sum + (heap + 1) * self.options(heap)?.iter().map(squares).sum::<u64>())
        })
    }

    /// Returns the remoteness of the heaps 0 to `last`, if `won` is the parity of those that the player to move wins.
    pub(super) fn remoteness(&mut self, last: u64, won: u64) -> Result<Vec<u64>, Ended> {
        let mut rows: Vec<u64> = vec![];
        for heap in 0..=last {
            let of_option = |to: Vec<u64>| if let [left] = to[..] { Some(rows[left as usize]) } else { None };
            let seen: Option<Vec<u64>> = self.options(heap)?.into_iter().map(of_option).collect();
            let seen = seen.ok_or_else(|| Ended::Failed("a move in every heap needs moves that leave one heap".to_owned()))?;
            let best = seen.iter().filter(|moves| **moves % 2 == won).min().or(seen.iter().max());
            rows.push(best.map_or(0, |moves| moves + 1));
        }
        Ok(rows)
    }

    /// Returns `true` if the moves of every heap up to `last` take the same amounts, as those of a set do, and these are many.
    pub(super) fn takes_many_amounts(&mut self, last: u64, is_set: bool) -> bool {
        let mut taken = |heap: u64| -> Option<BTreeSet<u64>> {
            let amount = |to: &Vec<u64>| if let [left] = to[..] { Some(heap - left) } else { None };
            self.options(heap).ok()?.iter().map(amount).collect()
        };
        let all = taken(last).filter(|all| all.len() as u64 > last / FEW);
        all.is_some_and(|all| is_set || (0..last).all(|heap| taken(heap).is_some_and(|some| some.iter().eq(all.range(..=heap)))))
    }

    /// Returns the nimber of one heap from those that it reaches, unless `known` has them.
    pub(super) fn nimber(&mut self, heap: u64, known: &dyn Fn(u64) -> Option<u64>) -> Result<u64, Ended> {
        let mut nimbers: HashMap<u64, u64> = HashMap::new();
        let mut open = vec![(heap, self.options(heap)?)];
        while let Some((heap, options)) = open.pop() {
            let mut missing = None;
            for next in options.iter().flatten() {
                if !nimbers.contains_key(next) {
                    match known(*next) {
                        Some(nimber) => drop(nimbers.insert(*next, nimber)),
                        None => missing = Some(*next),
                    }
                }
            }
            if self.rules.as_ref().is_ok_and(|rules| rules.work() > MOST) {
                return Err(Ended::Failed("too much work".to_owned()));
            }
            match missing {
                Some(next) => {
                    let its = self.options(next)?;
                    open.extend([(heap, options), (next, its)]);
                }
                None => drop(nimbers.insert(heap, mex(&options, |heap| nimbers[&heap]))),
            }
        }
        Ok(nimbers[&heap])
    }
}

/// Returns the least number that is the nimber of no option.
fn mex(options: &[Vec<u64>], nimber: impl Fn(u64) -> u64) -> u64 {
    let seen: HashSet<u64> = options.iter().map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ nimber(*heap))).collect();
    (0..).find(|number| !seen.contains(number)).expect("some number is left")
}
