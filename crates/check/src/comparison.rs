//! The order of two sums, checked on the positions that a certificate lists.
//!
//! Moves that the winner must not repeat for ever lower a measure, as in Klarlund & Kozen 1991: a natural number cannot fall
//! for ever. Source: Siegel, *Combinatorial Game Theory*, ch. VI.

use crate::claim::Claim;
use crate::not_accepted::{BadComparison, NotAccepted};
use crate::strategy::{Asked, Kept, NoOptions, StrategyRules};
use core::ops::ControlFlow;
use sprague_core::certificate::{ComparisonCertificate, OrderProof, ProvedOrder};
use sprague_core::{Limits, Player};
use std::collections::{HashMap, HashSet};

/// The result of an accepted comparison.
///
/// ```
/// assert_eq!(sprague_check::CheckedComparison { states: 3 }.states, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedComparison {
    /// The number of states in all proofs.
    pub states: usize,
}

/// Follows every move from the listed states, by the rules alone.
///
/// Time and memory are proportional to the options of the listed positions and to the moves of the states. If the certificate
/// claims that both sums are stoppers, everything that alternating play can reach in each of them is examined too.
impl Claim for ComparisonCertificate {
    type Rules<'r> = dyn StrategyRules + 'r;
    type Accepted = CheckedComparison;

    /// Comparisons are bounded by limits only.
    fn most_steps(&self) -> u64 {
        u64::MAX
    }

    fn check_within(
        &self,
        rules: &(dyn StrategyRules + '_),
        most_steps: u64,
        limits: &Limits,
    ) -> Result<CheckedComparison, NotAccepted> {
        has_proofs(self)?;
        let mut asked = Asked::new(rules, most_steps, limits);
        let mut sides = [Side::new(&self.left, &self.left_positions)?, Side::new(&self.right, &self.right_positions)?];
        if self.proofs.iter().any(|proof| proof.endless.is_none()) {
            for side in &sides {
                is_stopper(side.positions[0], &mut asked)?;
            }
        }
        for proof in &self.proofs {
            follow(proof, &mut sides, &mut asked)?;
        }
        Ok(CheckedComparison { states: self.proofs.iter().map(|proof| proof.states.len()).sum() })
    }
}

/// Checks that the relation follows from the proofs, if they hold.
fn has_proofs(claim: &ComparisonCertificate) -> Result<(), BadComparison> {
    let (at_most, at_least) = match claim.relation.as_str() {
        "<" => (true, false),
        ">" => (false, true),
        "=" => (true, true),
        "||" => (false, false),
        _ => return Err(BadComparison::NoRelation),
    };
    for (order, holds) in [(ProvedOrder::AtMost, at_most), (ProvedOrder::AtLeast, at_least)] {
        let says = |proof: &OrderProof, endless| (proof.order, proof.holds, proof.endless) == (order, holds, endless);
        let has = |endless: Option<Player>| claim.proofs.iter().any(|proof| says(proof, endless));
        let [left, right] = Player::BOTH.map(|player| has(Some(player)));
        // an order holds if it holds on both sides, and fails if it fails on one side
        let is_enough = has(None) || if holds { left && right } else { left || right };
        if !is_enough {
            let endless = Some(if left { Player::Right } else { Player::Left });
            return Err(BadComparison::Missing { order, holds, endless });
        }
    }
    Ok(())
}

/// The listed positions of one sum, with their options as far as they were computed.
struct Side<'a> {
    positions: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
    options: HashMap<(u32, Player), Box<[Option<u32>]>>,
}

impl<'a> Side<'a> {
    fn new(sum: &'a str, positions: &'a [String]) -> Result<Self, BadComparison> {
        let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
        if positions.first() != Some(&sum) {
            return Err(BadComparison::Positions(sum.to_owned()));
        }
        let mut numbers = HashMap::new();
        for (number, &position) in (0..).zip(&positions) {
            if numbers.insert(position, number).is_some() {
                return Err(BadComparison::Positions(position.to_owned()));
            }
        }
        Ok(Self { positions, numbers, options: HashMap::new() })
    }

    /// Returns the options of a listed position. An option is the index of a listed position, or `None`.
    fn options(&mut self, position: u32, player: Player, asked: &mut Asked<'_>) -> Result<&[Option<u32>], NotAccepted> {
        if !self.options.contains_key(&(position, player)) {
            let mut found = vec![];
            let kept = Kept { bytes: size_of::<Option<u32>>(), positions: 0 };
            ask(asked, self.positions[position as usize], player, &mut |option| {
                found.push(self.numbers.get(option.as_str()).copied());
                kept
            })?;
            self.options.insert((position, player), found.into());
        }
        Ok(&self.options[&(position, player)])
    }
}

fn ask(asked: &mut Asked<'_>, position: &str, player: Player, tell: &mut dyn FnMut(String) -> Kept) -> Result<(), NotAccepted> {
    asked.positions += 1;
    asked.allow()?;
    asked.told(position, Some(player), &mut |option| ControlFlow::Continue(tell(option.to)), |position, why| match why {
        NoOptions::Stopped(stopped) => stopped.into(),
        NoOptions::Unreadable(reason) => BadComparison::Unreadable { position: position.to_owned(), reason }.into(),
    })
}

/// Checks that no alternating play is endless, from any position that can be reached.
fn is_stopper(sum: &str, asked: &mut Asked<'_>) -> Result<(), NotAccepted> {
    let mut done: HashSet<(String, Player)> = HashSet::new();
    let mut open: HashSet<(String, Player)> = HashSet::new();
    let mut path: Vec<((String, Player), Vec<String>)> = vec![];
    let mut starts = vec![(sum.to_owned(), Player::Left), (sum.to_owned(), Player::Right)];
    // depth first from every position that play can reach, with either player to move; a state on the path is met again only if
    // play can be endless
    let mut met: HashSet<String> = [sum.to_owned()].into();
    while let Some(start) = starts.pop() {
        let mut next = Some(start);
        loop {
            if let Some(here) = next.take() {
                if open.contains(&here) {
                    return Err(BadComparison::Endless(sum.to_owned()).into());
                }
                if !done.contains(&here) {
                    let mut options = vec![];
                    ask(asked, &here.0, here.1, &mut |option| {
                        let bytes = 3 * (option.len() + 96);
                        if met.insert(option.clone()) {
                            starts.extend(Player::BOTH.map(|player| (option.clone(), player)));
                        }
                        options.push(option);
                        Kept { bytes, positions: 0 }
                    })?;
                    open.insert(here.clone());
                    path.push((here, options));
                }
            }
            let Some((here, options)) = path.last_mut() else { break };
            match options.pop() {
                Some(option) => next = Some((option, -here.1)),
                None => {
                    let (here, _) = path.pop().expect("it was there");
                    open.remove(&here);
                    done.insert(here);
                }
            }
        }
    }
    Ok(())
}

/// Checks the moves from each state of a proof.
fn follow(proof: &OrderProof, sides: &mut [Side<'_>; 2], asked: &mut Asked<'_>) -> Result<(), NotAccepted> {
    // 1. the states must be listed positions, each once, and include the start
    let mut measures = HashMap::with_capacity(proof.states.len());
    for (number, &(left, right, player, measure)) in proof.states.iter().enumerate() {
        let are_listed = (left as usize) < sides[0].positions.len() && (right as usize) < sides[1].positions.len();
        if !are_listed || measures.insert((left, right, player), measure).is_some() {
            return Err(BadComparison::State(number).into());
        }
    }
    if !measures.contains_key(&(0, 0, Player::Right)) {
        return Err(BadComparison::NotAsked.into());
    }
    // 2. check every move from every state; Left plays in h − g, and for `AtMost`, h is the second sum
    let h = if proof.order == ProvedOrder::AtMost { 1 } else { 0 };
    let winner = if proof.holds { Player::Left } else { Player::Right };
    for (number, &(left, right, player, measure)) in proof.states.iter().enumerate() {
        asked.allow()?;
        let here = [left, right];
        let (mut has_move, mut is_left_out) = (false, false);
        for side in [0, 1] {
            let mover = if side == h { player } else { -player };
            for option in sides[side].options(here[side], mover, asked)? {
                let after = option.and_then(|option| {
                    let mut after = here;
                    after[side] = option;
                    measures.get(&(after[0], after[1], -player)).copied()
                });
                let is_kept = after.is_some_and(|after| {
                    // Left survives endless play in which such moves occur again and again
                    let is_survived = match proof.endless {
                        None => true,
                        Some(Player::Left) => side == h,
                        Some(Player::Right) => side != h,
                    };
                    match (proof.holds, is_survived) {
                        (true, true) => true,
                        (true, false) | (false, true) => after < measure,
                        (false, false) => after <= measure,
                    }
                });
                has_move |= is_kept;
                is_left_out |= !is_kept;
            }
        }
        // 3. the winner needs one such move; the loser may have no others
        if player == winner && !has_move {
            return Err(BadComparison::NoMove { state: number, player }.into());
        }
        if player != winner && is_left_out {
            return Err(BadComparison::Unanswered { state: number, player }.into());
        }
    }
    Ok(())
}
