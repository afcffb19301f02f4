//! Large sums of two rules for moving, by theorems that need no list of all moves: selective sums of components whose winners are
//! known, and Moore's Nim.

use super::sentence::sentence;
use crate::solve::nimbers::{Nimbers, typed};
use crate::solve::selection::FoundMoves;
use crate::solve::{Answer, Component, ComponentPosition, MixedSum, NoValue, SolveOptions, SumMove, Valuation};
use num_bigint::BigUint;
use sprague_core::{CompoundRule, Outcome, Play, Player, Stopped};
use std::collections::HashMap;

/// Sums with fewer moves in their components are solved by listing all of them, which also finds the fastest win.
const FEW_MOVES: u32 = 50;

/// Moore's Nim with smaller heaps, all together, is solved by listing all moves.
const SMALL: u32 = 1_000;

/// The largest number of heaps in Moore's Nim for which moves are built digit by digit.
///
/// The work grows by a factor of up to four with each heap, and no limit ends it.
const MOST_HEAPS: usize = 12;

/// The largest number of binary digits of such heaps, because the search is as deep.
const MOST_DIGITS: u64 = 4096;

/// Moves in several components: for each of them the index, the label, and the position after the move.
type Changed = Vec<(usize, String, ComponentPosition)>;

/// Whether a sum is won, winning moves, and the number of all.
type Found = (bool, Vec<Changed>, Option<u64>);

/// Solves a large sum, or returns `None` if it is small or no such theorem decides it.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    let found = match (sum.rule, sum.play) {
        _ if options.all_moves => None,
        (CompoundRule::Selective, Play::Normal) if has_many_moves(sum) => selective(sum, options)?,
        (CompoundRule::Moore(most), Play::Normal) => moore(sum, most.get(), options),
        _ => None,
    };
    let Some((is_won, winning, total)) = found else { return Ok(None) };
    if is_won && winning.is_empty() && !options.outcome_only {
        return Err(Stopped::TooLarge(0));
    }
    let winning: Vec<SumMove> = winning.into_iter().map(|changed| SumMove { changed, next: None, points: None }).collect();
    let found = match (options.outcome_only, is_won) {
        (true, _) => FoundMoves::none(),
        (false, true) => FoundMoves { all: None, best: winning.first().cloned(), winning, total },
        (false, false) => FoundMoves { all: None, winning, total: Some(0), best: sum.first_move(Player::Left, &options.limits)? },
    };
    let outcome = if is_won { Outcome::Win } else { Outcome::Loss };
    Ok(Some(Answer::new(outcome, found, sentence(sum.rule, sum.play).to_owned())))
}

fn has_many_moves(sum: &MixedSum) -> bool {
    let mobility = |component: &Component| {
        component.small().map_or(FEW_MOVES, |position| component.rules.rules().mobility(position, Player::Left))
    };
    sum.components.iter().map(mobility).fold(0, u32::saturating_add) >= FEW_MOVES
}

/// Returns whether a selective sum is won, some winning moves, and their number.
///
/// A sum is lost if all components are. So a winning move leaves every won component lost, and no other component is changed.
fn selective(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Found>, Stopped> {
    let rules = typed(sum);
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

fn moore(sum: &MixedSum, most: u32, options: &SolveOptions) -> Option<Found> {
    let heap = |component: &Component| component.one_heap().filter(|_| component.is_nim()).map(|(heap, _)| heap);
    let heaps = sum.components.iter().map(heap).collect::<Option<Vec<BigUint>>>()?;
    if heaps.iter().sum::<BigUint>() <= BigUint::from(SMALL) || heaps.len() > MOST_HEAPS {
        return None;
    }
    let mut moore = Moore::new(heaps.clone(), most);
    if moore.digits() > MOST_DIGITS {
        return None;
    }
    let is_won = !moore.is_lost();
    if !is_won || options.outcome_only {
        return Some((is_won, vec![], None));
    }
    let (left, total) = moore.winning(options.max_moves.max(1));
    let change = |left: Vec<BigUint>| {
        let changed = left.into_iter().zip(&heaps).enumerate().filter(|(_, (left, heap))| left != *heap);
        let to = |index: usize, left| sum.components[index].on([left].into_iter().collect());
        changed.map(|(index, (left, heap))| (index, (heap - &left).to_string(), to(index, left))).collect()
    };
    Some((true, left.into_iter().map(change).collect(), total))
}

/// Heaps of Nim of which up to a number may be reduced in one move (Moore 1910).
///
/// The heaps of a move lose a one at some digit and are free below it. From the highest digit down, the ones of the free heaps
/// must make up for those of the other heaps, modulo the number and one.
struct Moore {
    heaps: Vec<BigUint>,
    most: u32,
    /// The number of ways to choose the digits below one, if the heaps of a set are free.
    ways: HashMap<(u64, u32), u128>,
}

impl Moore {
    fn new(heaps: Vec<BigUint>, most: u32) -> Self {
        // with more, all heaps can be reduced
        let most = most.min(heaps.len() as u32);
        Self { heaps, most, ways: HashMap::new() }
    }

    fn digits(&self) -> u64 {
        self.heaps.iter().map(BigUint::bits).max().unwrap_or(0)
    }

    fn is_lost(&self) -> bool {
        let ones = |digit| self.heaps.iter().filter(|heap| heap.bit(digit)).count() as u32;
        (0..self.digits()).all(|digit| ones(digit).is_multiple_of(self.most + 1))
    }

    /// Returns the heaps after at most `most` winning moves, and the number of all if it is below 2⁶⁴.
    fn winning(&mut self, most: usize) -> (Vec<Vec<BigUint>>, Option<u64>) {
        let (mut found, mut left) = (vec![], self.heaps.clone());
        self.list(self.digits(), 0, &mut left, most, &mut found);
        (found, u64::try_from(self.ways(self.digits(), 0)).ok())
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

    /// Lists the winning moves that agree with `left` from a digit up. Below it the heaps in `free` are chosen.
    fn list(&mut self, digits: u64, free: u32, left: &mut [BigUint], most: usize, found: &mut Vec<Vec<BigUint>>) {
        if found.len() >= most || self.ways(digits, free) == 0 {
            return;
        }
        let Some(digit) = digits.checked_sub(1) else { return found.push(left.to_vec()) };
        let chosen = |set: u32| (0..MOST_HEAPS).filter(move |heap| set >> heap & 1 == 1);
        for (lost, needed) in self.choices(digit, free) {
            for ones in subsets(free).filter(|ones| ones.count_ones() == needed) {
                chosen(free | lost).for_each(|heap| left[heap].set_bit(digit, ones >> heap & 1 == 1));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all heaps after a move in at most `most` heaps, by the definition.
    fn options(heaps: [u32; 3], most: usize) -> impl Iterator<Item = [u32; 3]> {
        let all = (0..=heaps[0]).flat_map(move |a| (0..=heaps[1]).flat_map(move |b| (0..=heaps[2]).map(move |c| [a, b, c])));
        let changed = move |left: &[u32; 3]| (0..3).filter(|at| left[*at] != heaps[*at]).count();
        all.filter(move |left| (1..=most).contains(&changed(left)))
    }

    #[test]
    fn winning_moves_of_moores_nim_are_those_of_the_definition() {
        for most in 1..=4 {
            let mut lost: Vec<[u32; 3]> = vec![];
            let all = (0..7).flat_map(|a| (0..7).flat_map(move |b| (0..7).map(move |c| [a, b, c])));
            for heaps in all {
                let mut expected: Vec<[u32; 3]> = options(heaps, most).filter(|left| lost.contains(left)).collect();
                if expected.is_empty() {
                    lost.push(heaps);
                }
                let mut moore = Moore::new(heaps.map(BigUint::from).to_vec(), most as u32);
                assert_eq!(moore.is_lost(), expected.is_empty(), "{heaps:?} {most}");
                let (found, total) = moore.winning(1_000);
                assert_eq!(total, Some(expected.len() as u64), "{heaps:?} {most}");
                let mut found: Vec<[u32; 3]> =
                    found.iter().map(|left| [0, 1, 2].map(|at| u32::try_from(&left[at]).unwrap())).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{heaps:?} {most}");
            }
        }
    }
}
