//! Large sums of two rules for moving, by theorems that need no list of all moves: selective sums of components whose winners are
//! known, and Moore's Nim.

use super::sentence::sentence;
use crate::solve::nimbers::{Nimbers, typed};
use crate::solve::selection::FoundMoves;
use crate::solve::{Answer, Component, ComponentPosition, MixedSum, NoValue, SolveOptions, SumMove, Valuation};
use num_bigint::BigUint;
use sprague_core::{CompoundRule, Outcome, Play, Player, Ruleset, Stopped};
use std::collections::HashMap;

/// Sums with fewer moves in their components are solved by listing all of them, which also finds the fastest win.
const FEW_MOVES: u32 = 50;

/// Moore's Nim with smaller heaps, all together, is solved by listing all moves.
const SMALL: u32 = 1_000;

/// The largest number of heaps in Moore's Nim for which moves are built digit by digit.
const MOST_HEAPS: usize = 24;

/// Moves in several components: for each of them the index, the label, and the position after the move.
type Changed = Vec<(usize, String, ComponentPosition)>;

/// Solves a large sum, or returns `None` if it is small or no such theorem decides it.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    let found = match (sum.rule, sum.play) {
        _ if options.all_moves => None,
        (CompoundRule::Selective, Play::Normal) => selective(sum, options)?,
        (CompoundRule::Moore(most), Play::Normal) => Moore::of(sum, most.get()).map(|mut moore| moore.winning(options)),
        _ => None,
    };
    let Some((is_won, winning, total)) = found else { return Ok(None) };
    let winning: Vec<SumMove> = winning.into_iter().map(|changed| SumMove { changed, next: None, points: None }).collect();
    let found = match (options.outcome_only, is_won) {
        (true, _) => FoundMoves::none(),
        (false, true) => FoundMoves { all: None, best: winning.first().cloned(), winning, total },
        (false, false) => FoundMoves { all: None, winning, total: Some(0), best: sum.first_move(Player::Left, &options.limits)? },
    };
    let outcome = if is_won { Outcome::Win } else { Outcome::Loss };
    Ok(Some(Answer::new(outcome, found, sentence(sum.rule, sum.play).to_owned())))
}

/// Returns whether a selective sum is won, some winning moves, and their number.
///
/// A sum is lost if all components are. So a winning move leaves every won component lost, and no other component is changed.
fn selective(sum: &MixedSum, options: &SolveOptions) -> Result<Option<(bool, Vec<Changed>, Option<u64>)>, Stopped> {
    let rules = typed(sum);
    let count = |(component, rules): (&Component, &sprague_core::any::AnyImpartial)| {
        component.small().map_or(FEW_MOVES, |position| rules.mobility(position))
    };
    if sum.components.iter().zip(&rules).map(count).sum::<u32>() < FEW_MOVES {
        return Ok(None);
    }
    let nimbers = Nimbers::new(sum, &rules, &options.limits);
    let stopped = |error: NoValue| match error {
        NoValue::Stopped(stopped) => Some(stopped),
        NoValue::NotCovered => None,
    };
    let mut won = vec![];
    for (index, component) in sum.components.iter().enumerate() {
        let theorem = component.rules.rules().closed_form().zip(component.small());
        let is_won = match theorem.and_then(|(theorem, position)| theorem.outcome(position)) {
            Some(outcome) => outcome == Outcome::Win,
            None if component.rules.nimber_rows().is_none() => return Ok(None),
            None => match nimbers.value(component) {
                Ok(nimber) => nimber != BigUint::ZERO,
                Err(error) => return stopped(error).map_or(Ok(None), Err),
            },
        };
        won.extend(is_won.then_some(index));
    }
    if options.outcome_only {
        return Ok(Some((!won.is_empty(), vec![], None)));
    }
    let (mut lists, mut total) = (vec![], Some(1_u64));
    for index in &won {
        let mut list: Changed = vec![];
        let mut found = |label: &str, to: ComponentPosition, _: &BigUint| list.push((*index, label.to_owned(), to));
        let component = &sum.components[*index];
        let leaving = nimbers.moves_leaving(component, &BigUint::ZERO, Outcome::Loss, Player::Left, &options.limits, &mut found);
        match leaving {
            Ok(more) => total = total.zip(more).and_then(|(total, more)| total.checked_mul(more + list.len() as u64)),
            Err(error) => return stopped(error).map_or(Ok(None), Err),
        }
        lists.push(list);
    }
    let listed = lists.iter().fold(1, |all: usize, list| all.saturating_mul(list.len()));
    let most = if won.is_empty() { 0 } else { listed.min(options.max_moves.max(1)) };
    let nth = |number: usize| {
        let mut rest = number;
        let pick = |list: &Changed| {
            let mv = list[rest % list.len()].clone();
            rest /= list.len();
            mv
        };
        lists.iter().map(pick).collect()
    };
    Ok(Some((!won.is_empty(), (0..most).map(nth).collect(), total)))
}

/// Heaps of Nim of which up to a number may be reduced in one move (Moore 1910).
///
/// The heaps of a move lose a one at some digit and are free below it. From the highest digit down, the ones of the free heaps
/// must make up for those of the other heaps, modulo the number and one.
struct Moore<'a> {
    sum: &'a MixedSum,
    heaps: Vec<BigUint>,
    most: u32,
    /// The number of ways to choose the digits below one, if the heaps of a set are free.
    ways: HashMap<(u64, u32), u128>,
}

impl<'a> Moore<'a> {
    fn of(sum: &'a MixedSum, most: u32) -> Option<Self> {
        let heap = |component: &Component| component.one_heap().filter(|_| component.is_nim()).map(|(heap, _)| heap);
        let heaps = sum.components.iter().map(heap).collect::<Option<Vec<BigUint>>>()?;
        let is_large = heaps.iter().sum::<BigUint>() > BigUint::from(SMALL) && heaps.len() <= MOST_HEAPS;
        // with more, all heaps can be reduced
        let most = most.min(heaps.len() as u32);
        is_large.then(|| Self { sum, heaps, most, ways: HashMap::new() })
    }

    fn winning(&mut self, options: &SolveOptions) -> (bool, Vec<Changed>, Option<u64>) {
        let digits = self.heaps.iter().map(BigUint::bits).max().unwrap_or(0);
        let is_balanced = |digit| self.heaps.iter().filter(|heap| heap.bit(digit)).count() as u32 % (self.most + 1) == 0;
        if (0..digits).all(is_balanced) || options.outcome_only {
            return (!(0..digits).all(is_balanced), vec![], None);
        }
        let total = u64::try_from(self.ways(digits, 0)).ok();
        let (mut found, mut left) = (vec![], self.heaps.clone());
        self.list(digits, 0, &mut left, options.max_moves.max(1), &mut found);
        (true, found, total)
    }

    /// Returns the choices at a digit: the set of heaps that lose their one and become free, and the number of ones among the
    /// free heaps.
    fn choices(&self, digit: u64, free: u32) -> Vec<(u32, u32)> {
        let ones = (0..self.heaps.len()).filter(|heap| free >> heap & 1 == 0 && self.heaps[*heap].bit(digit));
        let ones: u32 = ones.fold(0, |set, heap| set | 1 << heap);
        let room = self.most - free.count_ones();
        let fitting = subsets(ones).filter(|lost| lost.count_ones() <= room);
        let modulus = self.most + 1;
        let needed = |lost: u32| (modulus - (ones.count_ones() - lost.count_ones()) % modulus) % modulus;
        fitting.map(|lost| (lost, needed(lost))).filter(|(_, needed)| *needed <= free.count_ones()).collect()
    }

    fn ways(&mut self, digits: u64, free: u32) -> u128 {
        let Some(digit) = digits.checked_sub(1) else { return u128::from(free != 0) };
        if let Some(known) = self.ways.get(&(digits, free)) {
            return *known;
        }
        let mut ways = 0_u128;
        for (lost, needed) in self.choices(digit, free) {
            let placed = subsets(free).filter(|ones| ones.count_ones() == needed).count() as u128;
            ways = ways.saturating_add(placed.saturating_mul(self.ways(digit, free | lost)));
        }
        self.ways.insert((digits, free), ways);
        ways
    }

    /// Lists the moves that agree with `left` from a digit up. Below it the heaps in `free` are chosen.
    fn list(&mut self, digits: u64, free: u32, left: &mut [BigUint], most: usize, found: &mut Vec<Changed>) {
        if found.len() >= most || self.ways(digits, free) == 0 {
            return;
        }
        let chosen = |set: u32| (0..MOST_HEAPS).filter(move |heap| set >> heap & 1 == 1);
        let Some(digit) = digits.checked_sub(1) else {
            let change = |heap: usize| {
                let to = self.sum.components[heap].on([left[heap].clone()].into_iter().collect());
                (heap, (&self.heaps[heap] - &left[heap]).to_string(), to)
            };
            found.push(chosen(free).map(change).collect());
            return;
        };
        for (lost, needed) in self.choices(digit, free) {
            for ones in subsets(free).filter(|ones| ones.count_ones() == needed) {
                chosen(free).for_each(|heap| left[heap].set_bit(digit, ones >> heap & 1 == 1));
                chosen(lost).for_each(|heap| left[heap].set_bit(digit, false));
                self.list(digit, free | lost, left, most, found);
                chosen(lost).for_each(|heap| left[heap].clone_from(&self.heaps[heap]));
            }
        }
    }
}

/// Returns all subsets of a set of bits, the empty one first.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    core::iter::successors(Some(0_u32), move |subset| Some(subset.wrapping_sub(set) & set).filter(|next| *next != 0))
}
