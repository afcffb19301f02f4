//! Scores of positions that can be repeated: play without end gains nothing more.
//!
//! Deterministic graphical games (Washburn 1990, *Deterministic graphical games*), if no move on a cycle gains. Strongly
//! connected components are solved from the last to the first, each by one retrograde pass from the greatest payment down.

use super::ScoreError;
use crate::Limits;
use crate::growth;
use crate::limits::Meter;
use core::cmp::Reverse;
use hashbrown::HashMap;
use sprague_core::{Scored, ScoredOption};
use std::collections::VecDeque;

/// The positions that can be reached, with their options.
struct Explored<P> {
    numbers: HashMap<P, u32>,
    options: Vec<ScoredOption<u32>>,
    /// The index at which the options of each position begin, and the end of the last ones.
    begins: Vec<usize>,
    /// The points of positions without moves.
    terminal: HashMap<u32, i64>,
}

impl<P> Explored<P> {
    fn options(&self, number: u32) -> &[ScoredOption<u32>] {
        &self.options[self.begins[number as usize]..self.begins[number as usize + 1]]
    }
}

/// Returns the scores of all positions that can be reached, by their normal forms. Positions may be repeated.
///
/// ```
/// use sprague::{Limits, Ruleset, Scored};
/// use sprague::evaluate::scores;
///
/// /// From 1 and 2 one may go to the other; from 2 also to 0, which costs the mover 5.
/// struct Loop;
/// impl Ruleset for Loop {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, at: &u8) -> impl Iterator<Item = u8> { [vec![], vec![2], vec![1, 0]][*at as usize].clone().into_iter() }
///     fn play(&self, _: &u8, to: &u8) -> u8 { *to }
/// }
/// impl Scored for Loop {
///     fn gain(&self, _: &u8, to: &u8) -> i64 { if *to == 0 { -5 } else { 0 } }
/// }
/// assert_eq!(scores(&Loop, &2, &Limits::default()).unwrap()[&2], 0); // play goes on without end
/// ```
///
/// # Errors
/// Returns [`ScoreError::EndlessGain`] if points are gained on a cycle, and [`ScoreError::Stopped`] at a limit.
pub fn scores<R: Scored>(
    rules: &R,
    root: &R::Position,
    limits: &Limits,
) -> Result<std::collections::HashMap<R::Position, i64>, ScoreError> {
    let ranked = ranked_scores(rules, root, limits)?;
    Ok(ranked.into_iter().map(|(position, (score, _))| (position, score)).collect())
}

/// Returns the scores with ranks: whoever has a score above 0 gets it by a move to a position of a lesser rank, which the other
/// player cannot keep from getting less.
pub(crate) fn ranked_scores<R: Scored>(
    rules: &R,
    root: &R::Position,
    limits: &Limits,
) -> Result<std::collections::HashMap<R::Position, (i64, u32)>, ScoreError> {
    let explored = explore(rules, root, limits)?;
    let mut meter = Meter::new(limits);
    let (mut score, mut rank) = (vec![(0, 0); explored.begins.len() - 1], 0);
    for component in components(&explored) {
        meter.allow(0, || 0, || rules.fault())?;
        match component[..] {
            [alone] if explored.options(alone).iter().all(|option| option.to != alone) => {
                let worth = explored.options(alone).iter().map(|option| option.worth(score[option.to as usize].0));
                score[alone as usize] = (worth.max().unwrap_or_else(|| explored.terminal[&alone]), rank);
                rank += 1;
            }
            _ => solve(&explored, &component, &mut score, &mut rank)?,
        }
    }
    Ok(explored.numbers.into_iter().map(|(position, number)| (position, score[number as usize])).collect())
}

fn explore<R: Scored>(rules: &R, root: &R::Position, limits: &Limits) -> Result<Explored<R::Position>, ScoreError> {
    let mut meter = Meter::new(limits);
    let root = rules.normal_form(root.clone());
    let (mut outside, mut terminal) = (rules.allocated_bytes(&root), HashMap::new());
    let (mut numbers, mut options, mut begins) = (HashMap::from([(root.clone(), 0)]), vec![], vec![0]);
    let mut waiting = VecDeque::from([root]);
    while let Some(position) = waiting.pop_front() {
        for ScoredOption { to, gain, again } in rules.scored_options(&position) {
            let to = rules.normal_form(to);
            let next = numbers.len() as u32;
            let to = *numbers.entry(to).or_insert_with_key(|to| {
                outside += 2 * rules.allocated_bytes(to);
                waiting.push_back(to.clone());
                next
            });
            options.push(ScoredOption { to, gain, again });
            let bytes = || growth::of_list(&options) + numbers.allocation_size() * 2 + growth::of_list(&begins) + outside;
            meter.allow(numbers.len() as u64, bytes, || rules.fault())?;
        }
        if begins.last() == Some(&options.len()) {
            terminal.insert(begins.len() as u32 - 1, rules.terminal_score(&position));
        }
        begins.push(options.len());
    }
    Ok(Explored { numbers, options, begins, terminal })
}

/// Returns the strongly connected components, each after those that can be reached from it (Tarjan 1972, on an explicit stack).
fn components<P>(explored: &Explored<P>) -> Vec<Vec<u32>> {
    let count = explored.begins.len() - 1;
    const NEW: u32 = u32::MAX;
    let (mut index, mut low, mut is_open) = (vec![NEW; count], vec![0; count], vec![false; count]);
    let (mut next, mut open, mut found) = (0, vec![], vec![]);
    let mut path = vec![(0_u32, 0_usize)];
    // Tarjan's algorithm: `low` is the least index on the stack that a position and those after it lead back to
    while let Some((at, tried)) = path.last_mut() {
        let here = *at as usize;
        // 1. a new position goes on the stack
        if *tried == 0 {
            (index[here], low[here], is_open[here]) = (next, next, true);
            next += 1;
            open.push(*at);
        }
        // 2. visit its next option
        if let Some(option) = explored.options(*at).get(*tried) {
            *tried += 1;
            let to = option.to as usize;
            if index[to] == NEW {
                path.push((option.to, 0));
            } else if is_open[to] {
                low[here] = low[here].min(index[to]);
            }
            continue;
        }
        // 3. all options are visited: pass `low` to the position before
        path.pop();
        if let Some((before, _)) = path.last() {
            low[*before as usize] = low[*before as usize].min(low[here]);
        }
        // 4. nothing leads back beyond this position, so a component ends here
        if low[here] == index[here] {
            let mut component = vec![];
            loop {
                let member = open.pop().expect("the component ends with its first position");
                is_open[member as usize] = false;
                component.push(member);
                if member as usize == here {
                    break;
                }
            }
            found.push(component);
        }
    }
    found
}

/// Finds the scores of one component: of several positions, or of one that is its own option.
fn solve<P>(explored: &Explored<P>, component: &[u32], score: &mut [(i64, u32)], rank: &mut u32) -> Result<(), ScoreError> {
    let place: HashMap<u32, usize> = component.iter().enumerate().map(|(place, &number)| (number, place)).collect();
    // 1. list the moves to each position from inside, and count the options of each that are not decided against the mover
    let mut before: Vec<Vec<(usize, bool)>> = vec![vec![]; component.len()];
    let mut left: Vec<usize> = vec![0; component.len()];
    let mut payments = vec![];
    for (from, &number) in component.iter().enumerate() {
        for option in explored.options(number) {
            left[from] += 1;
            match place.get(&option.to) {
                Some(_) if option.gain != 0 => return Err(ScoreError::EndlessGain),
                Some(&to) => before[to].push((from, option.again)),
                None => payments.push((option.worth(score[option.to as usize].0), from)),
            }
        }
    }
    // 2. take the greatest payment first: nobody can be kept from taking it, and whoever has to pay it pays as late as possible
    payments.retain(|(paid, _)| *paid != 0);
    payments.sort_by_key(|(paid, _)| Reverse(paid.unsigned_abs()));
    let mut decided: Vec<Option<(i64, u32)>> = vec![None; component.len()];
    for (paid, from) in payments {
        let mut pending = vec![(paid, from)];
        while let Some((paid, from)) = pending.pop() {
            left[from] -= usize::from(paid < 0);
            if decided[from].is_none() && (paid > 0 || left[from] == 0) {
                decided[from] = Some((paid, *rank));
                *rank += 1;
                pending.extend(before[from].iter().map(|&(earlier, again)| (if again { paid } else { -paid }, earlier)));
            }
        }
    }
    // 3. whoever is not decided by then plays on for ever and gains nothing
    for (&number, decided) in component.iter().zip(decided) {
        score[number as usize] = decided.unwrap_or((0, *rank));
    }
    *rank += 1;
    Ok(())
}
