//! The summands that can be reached from some positions, represented as heaps with lists of moves.
//!
//! Summands with the same options are one heap, so heaps of different games are recognised as equal before anything is
//! computed. Heaps are numbered by the longest play in them, so that each move leaves heaps with smaller numbers.

use super::NoQuotient;
use super::splits::{Parts, Splits};
use crate::Limits;
use crate::growth;
use crate::limits::Meter;
use hashbrown::HashMap;
use sprague_core::Impartial;
use std::sync::Arc;

/// The summands that can be reached from some positions, and the heap of each.
#[derive(Clone, Debug)]
pub(super) struct Closure<P> {
    heaps: HashMap<P, u32>,
    /// One summand for each heap except heap 0, which represents all summands without moves.
    pub(super) summands: Vec<P>,
    listed: Arc<[Vec<Parts>]>,
}

impl<P> Closure<P> {
    pub(super) fn splits(&self) -> Splits {
        Splits::Listed(self.listed.clone())
    }

    /// Returns the number of heaps, including heap 0.
    pub(super) fn heaps(&self) -> usize {
        self.listed.len()
    }

    /// Returns the number of different summands.
    pub(super) fn len(&self) -> usize {
        self.heaps.len()
    }
}

impl<P: sprague_core::Position> Closure<P> {
    /// Explores everything that can be reached from these positions.
    ///
    /// It takes O(summands + parts that all moves leave) time.
    pub(super) fn of<R>(rules: &R, starts: impl IntoIterator<Item = P>, limits: &Limits) -> Result<Self, NoQuotient>
    where
        R: Impartial<Position = P>,
    {
        // 1. explore the summands
        let mut reached = Reached { rules, numbers: HashMap::new(), summands: vec![], moves: vec![], outside: 0 };
        for start in starts {
            rules.summands(&start).for_each(|part| {
                reached.number(rules.normal_form(part));
            });
        }
        reached.explore(limits)?;
        // 2. order them by the length of the longest play
        let order = reached.order().ok_or(NoQuotient::Loopy)?;
        let Reached { mut numbers, mut summands, moves, .. } = reached;
        // 3. replace the parts of each move by heaps, simplest summands first; summands with the same list of options are one
        //    heap
        let mut known: HashMap<Vec<Parts>, u32> = HashMap::from([(vec![], 0)]);
        let mut heap_of = vec![0; summands.len()];
        let mut first = vec![];
        let mut listed = vec![vec![]];
        for at in order {
            let heaps = |parts: &Parts| {
                let mut heaps: Vec<usize> = parts.iter().map(|&part| heap_of[part] as usize).filter(|&heap| heap > 0).collect();
                heaps.sort_unstable();
                heaps.into()
            };
            let mut options: Vec<Parts> = moves[at].iter().map(heaps).collect();
            options.sort_unstable();
            options.dedup();
            heap_of[at] = *known.entry(options).or_insert_with_key(|options| {
                listed.push(options.clone());
                first.push(at);
                first.len() as u32
            });
        }
        numbers.values_mut().for_each(|number| *number = heap_of[*number as usize]);
        let mut kept: Vec<Option<P>> = summands.drain(..).map(Some).collect();
        let summands = first.into_iter().map(|at| kept[at].take().expect("each heap is another summand")).collect();
        Ok(Self { heaps: numbers, summands, listed: listed.into() })
    }

    /// Returns the heap of a summand in normal form, or `None` if the summand cannot be reached from the starting positions.
    pub(super) fn heap(&self, summand: &P) -> Option<usize> {
        self.heaps.get(summand).map(|&heap| heap as usize)
    }
}

/// Roughly the bytes of a move: its parts are stored here, in lists of options, and in the order of the summands.
const MOVE_BYTES: usize = 4 * size_of::<Parts>() + 32;

/// The summands met so far, numbered in order of discovery.
struct Reached<'a, R: Impartial> {
    rules: &'a R,
    numbers: HashMap<R::Position, u32>,
    summands: Vec<R::Position>,
    /// For each summand, the parts that its moves leave.
    moves: Vec<Vec<Parts>>,
    outside: usize,
}

impl<R: Impartial> Reached<'_, R> {
    fn number(&mut self, part: R::Position) -> usize {
        if let Some(&known) = self.numbers.get(&part) {
            return known as usize;
        }
        let number = self.summands.len();
        self.outside += 2 * self.rules.allocated_bytes(&part);
        self.summands.push(part.clone());
        self.numbers.insert(part, number as u32);
        number
    }

    /// Lists the moves of all summands until no new summand is found.
    fn explore(&mut self, limits: &Limits) -> Result<(), NoQuotient> {
        let rules = self.rules;
        let mut meter = Meter::new(limits);
        while let Some(here) = self.summands.get(self.moves.len()).cloned() {
            let mut moves: Vec<Parts> = vec![];
            for option in rules.options(&here) {
                let mut parts: Vec<usize> = rules.summands(&option).map(|part| self.number(rules.normal_form(part))).collect();
                parts.sort_unstable();
                self.outside += MOVE_BYTES + size_of_val(&*parts);
                moves.push(parts.into());
                meter.allow(self.summands.len() as u64, || self.bytes(), || rules.fault())?;
            }
            moves.sort_unstable();
            moves.dedup();
            self.moves.push(moves);
        }
        Ok(meter.look(self.summands.len() as u64, self.bytes(), rules.fault())?)
    }

    fn bytes(&self) -> usize {
        growth::of_map(&self.numbers) + growth::of_list(&self.summands) + growth::of_list(&self.moves) + self.outside
    }

    /// Returns the summands ordered by the length of the longest play in them, or `None` if play need not end.
    fn order(&self) -> Option<Vec<usize>> {
        let mut leads_to: Vec<Vec<u32>> = vec![vec![]; self.moves.len()];
        let mut waits_for = vec![0_usize; self.moves.len()];
        for (at, moves) in self.moves.iter().enumerate() {
            for &part in moves.iter().flatten() {
                leads_to[part].push(at as u32);
                waits_for[at] += 1;
            }
        }
        let mut order: Vec<usize> = (0..self.moves.len()).filter(|&at| waits_for[at] == 0).collect();
        let mut next = 0;
        while let Some(&done) = order.get(next) {
            next += 1;
            for &before in &leads_to[done] {
                let waits = &mut waits_for[before as usize];
                *waits -= 1;
                if *waits == 0 {
                    order.push(before as usize);
                }
            }
        }
        (order.len() == self.moves.len()).then_some(order)
    }
}
