//! Compares two sums by play itself, and lists the positions that prove the result.
//!
//! G ≤ H if Left, moving second, survives H − G both when endless play counts as a win for Left and when it counts as a win for
//! Right. Both are Büchi games on the product of the positions, and the steps of their fixed points are the measures of a proof
//! (Klarlund & Kozen 1991).

use super::{MixedSum, SolveError, each_option};
use core::ops::ControlFlow;
use hashbrown::HashMap;
use sprague_core::certificate::{ComparisonCertificate, OrderProof, ProvedOrder};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Player, Stopped};

/// Returns the text of a position for a certificate.
pub type TextOf<'a> = &'a dyn Fn(&MixedSum) -> String;

/// Compares two disjunctive sums under normal play and returns the result with a proof.
///
/// It needs no values, so it also decides comparisons that values leave open. Each function in `texts` formats the positions of
/// its sum.
///
/// Time and memory grow with the pairs of positions that play in the difference can reach and the moves between them, times the
/// number of steps of the fixed points.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, comparison_proof};
/// use sprague::values::{Game, GamePosition};
/// use sprague::{Limits, Notation, any};
///
/// let game = std::sync::Arc::new(RulesetCache::new("game", any::partizan(Game)));
/// let [over, zero] = ["over", "0"].map(|text| MixedSum::of([Component::new(&game, &Game.read(text).unwrap())]));
/// let text = |sum: &MixedSum| Game.show(&sum.components[0].typed::<GamePosition>().unwrap());
/// let proof = comparison_proof(&over, &zero, [&text, &text], &Limits::default())?;
/// assert_eq!((proof.relation.as_str(), proof.proofs.len()), (">", 2));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns a [`SolveError`].
pub fn comparison_proof(
    left: &MixedSum,
    right: &MixedSum,
    texts: [TextOf<'_>; 2],
    limits: &Limits,
) -> Result<ComparisonCertificate, SolveError> {
    let limits = &limits.starting_now();
    let [text_left, text_right] = texts;
    let mut sides = [Positions::new(left, text_left, limits), Positions::new(right, text_right, limits)];
    let are_stoppers = sides[0].is_stopper()? && sides[1].is_stopper()?;
    let endless: &[Option<Player>] = if are_stoppers { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    let (mut proofs, mut holds) = (vec![], [true; 2]);
    for (order, holds) in [ProvedOrder::AtMost, ProvedOrder::AtLeast].into_iter().zip(&mut holds) {
        let product = Product::explore(order, &mut sides, limits)?;
        let mut found = vec![];
        for &endless in endless {
            let proof = product.proof(order, endless, limits)?;
            *holds = proof.holds;
            found.push(proof);
            if !*holds {
                // one way of counting endless play that refutes the relation is enough
                found.drain(..found.len() - 1);
                break;
            }
        }
        proofs.extend(found);
    }
    let relation = match holds {
        [true, true] => "=",
        [true, false] => "<",
        [false, true] => ">",
        [false, false] => "||",
    };
    let [left, right] = sides;
    let [left_positions, right_positions] = [left.listed(&mut proofs, 0), right.listed(&mut proofs, 1)];
    let [left, right] = [&left_positions, &right_positions].map(|positions| positions[0].clone());
    Ok(ComparisonCertificate { left, right, relation: relation.into(), left_positions, right_positions, proofs })
}

/// The positions of one sum met so far, with their options.
struct Positions<'a> {
    sums: Vec<MixedSum>,
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
    options: HashMap<(u32, Player), Box<[u32]>>,
    text: TextOf<'a>,
    limits: &'a Limits,
    bytes: usize,
}

impl<'a> Positions<'a> {
    fn new(sum: &MixedSum, text: TextOf<'a>, limits: &'a Limits) -> Self {
        let shown = text(sum);
        let numbers = [(shown.clone(), 0)].into_iter().collect();
        Self { sums: vec![sum.clone()], texts: vec![shown], numbers, options: HashMap::new(), text, limits, bytes: 0 }
    }

    fn options(&mut self, position: u32, player: Player) -> Result<&[u32], SolveError> {
        if !self.options.contains_key(&(position, player)) {
            let here = self.sums[position as usize].clone();
            let (mut found, mut meter, mut stopped) = (vec![], Meter::new(self.limits), Ok(()));
            each_option(&here, player, self.limits, |after| {
                let text = (self.text)(after);
                let next = self.sums.len() as u32;
                let number = *self.numbers.entry_ref(&text).or_insert(next);
                if number == next {
                    self.bytes += 3 * text.len() + 200 + size_of_val(after.components.as_slice());
                    self.texts.push(text);
                    self.sums.push(after.clone());
                }
                found.push(number);
                self.bytes += 8;
                stopped = meter.allow(self.sums.len() as u64, || self.bytes, || None);
                if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            stopped?;
            found.sort_unstable();
            found.dedup();
            self.options.insert((position, player), found.into());
        }
        Ok(&self.options[&(position, player)])
    }

    /// Returns `true` if no alternating play goes on without end, from any position.
    fn is_stopper(&mut self) -> Result<bool, SolveError> {
        let mut seen: HashMap<(u32, Player), bool> = HashMap::new();
        let mut path: Vec<((u32, Player), usize)> = vec![];
        // every position is met as an option of another one
        let mut start = 0;
        while start < 2 * self.sums.len() {
            let mut next = Some(((start / 2) as u32, Player::BOTH[start % 2]));
            start += 1;
            loop {
                match next.take().map(|here| (here, seen.get(&here))) {
                    // it is on the path, so play can come back to it
                    Some((_, Some(false))) => return Ok(false),
                    Some((here, None)) => {
                        seen.insert(here, false);
                        path.push((here, 0));
                    }
                    _ => {}
                }
                let Some(((position, player), looked_at)) = path.last_mut() else { break };
                let option = self.options(*position, *player)?.get(*looked_at).copied();
                *looked_at += 1;
                next = option.map(|option| (option, -*player));
                if option.is_none() {
                    let (here, _) = path.pop().expect("it was there");
                    seen.insert(here, true);
                }
            }
        }
        Ok(true)
    }

    /// Returns the texts of the positions that the proofs use, and renumbers these positions. The sum itself comes first.
    fn listed(self, proofs: &mut [OrderProof], side: usize) -> Vec<String> {
        let mut numbers: HashMap<u32, u32> = [(0, 0)].into_iter().collect();
        let mut listed = vec![self.texts[0].clone()];
        for state in proofs.iter_mut().flat_map(|proof| &mut proof.states) {
            let position = if side == 0 { &mut state.0 } else { &mut state.1 };
            let text = &self.texts[*position as usize];
            *position = *numbers.entry(*position).or_insert_with(|| {
                listed.push(text.clone());
                listed.len() as u32 - 1
            });
        }
        listed
    }
}

/// A move: the state it leads to, and whether it is made in the first sum (0) or the second (1).
type Move = (u32, usize);

/// The difference of two sums: its states, which are pairs of positions with the player to move, and its moves.
struct Product {
    states: Vec<(u32, u32, Player)>,
    moves: Vec<Box<[Move]>>,
    /// For each state, the moves that lead to it, given by the states they come from.
    before: Vec<Vec<Move>>,
    /// The index of the sum that is not negated.
    upper: usize,
}

impl Product {
    fn explore(order: ProvedOrder, sides: &mut [Positions<'_>; 2], limits: &Limits) -> Result<Self, SolveError> {
        let upper = if order == ProvedOrder::AtMost { 1 } else { 0 };
        let root = (0, 0, Player::Right);
        let mut numbers: HashMap<(u32, u32, Player), u32> = [(root, 0)].into_iter().collect();
        let (mut states, mut all, mut edges, mut meter) = (vec![root], vec![], 0, Meter::new(limits));
        while let Some(&(left, right, player)) = states.get(all.len()) {
            let mut moves: Vec<Move> = vec![];
            for side in [0, 1] {
                let mover = if side == upper { player } else { -player };
                for &option in sides[side].options([left, right][side], mover)? {
                    let after = if side == 0 { (option, right, -player) } else { (left, option, -player) };
                    let number = *numbers.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() as u32 - 1
                    });
                    moves.push((number, side));
                }
            }
            edges += moves.len();
            all.push(moves.into());
            let held = || states.len() * 160 + 3 * edges * size_of::<Move>() + sides[0].bytes + sides[1].bytes;
            meter.allow(states.len() as u64, held, || None)?;
        }
        let mut before = vec![vec![]; states.len()];
        for (state, moves) in (0..).zip(&all as &Vec<Box<[Move]>>) {
            moves.iter().for_each(|&(after, side)| before[after as usize].push((state, side)));
        }
        Ok(Self { states, moves: all, before, upper })
    }

    /// Returns `true` if Left survives endless play in which moves in this sum are made infinitely often.
    fn is_survived(&self, endless: Option<Player>, side: usize) -> bool {
        match endless {
            None => true,
            Some(Player::Left) => side == self.upper,
            Some(Player::Right) => side != self.upper,
        }
    }

    fn proof(&self, order: ProvedOrder, endless: Option<Player>, limits: &Limits) -> Result<OrderProof, Stopped> {
        let survived = self.survived(endless, limits)?;
        let holds = survived[0].is_some();
        let measures = if holds { survived } else { self.lost(endless, limits)? };
        let winner = if holds { Player::Left } else { Player::Right };
        let is_kept = |here: u32, &(after, side): &Move| {
            let [Some(here), Some(after)] = [here, after].map(|state| measures[state as usize]) else { return false };
            match (holds, self.is_survived(endless, side)) {
                (true, true) => true,
                (true, false) | (false, true) => after < here,
                (false, false) => after <= here,
            }
        };
        // follow one move of the winner and every move of the other player
        let (mut is_in, mut pending, mut states) = (vec![false; self.states.len()], vec![0], vec![]);
        is_in[0] = true;
        while let Some(here) = pending.pop() {
            let (left, right, player) = self.states[here as usize];
            states.push((left, right, player, measures[here as usize].unwrap_or_default()));
            let kept = self.moves[here as usize].iter().filter(|mv| is_kept(here, mv));
            let best = kept.clone().min_by_key(|(after, _)| (!is_in[*after as usize], measures[*after as usize]));
            let followed: Vec<u32> =
                if player == winner { best.into_iter().map(|mv| mv.0).collect() } else { kept.map(|mv| mv.0).collect() };
            for after in followed {
                if !core::mem::replace(&mut is_in[after as usize], true) {
                    pending.push(after);
                }
            }
        }
        Ok(OrderProof { order, endless, holds, states })
    }

    /// Returns the states that Left survives, with their measures. A measure is the number of steps to the next move that may
    /// be repeated without end.
    ///
    /// The states form the greatest set X from which Left can force such a move into X, through a least set Y of other moves.
    /// Each set X that was too large costs time proportional to the number of moves.
    fn survived(&self, endless: Option<Player>, limits: &Limits) -> Result<Vec<Option<u32>>, Stopped> {
        let mut pace = Pace::new(self, limits);
        let mut within = vec![true; self.states.len()];
        loop {
            // 1. the states from which Left forces a repeatable move into the set at once have the measure 0
            let mut measures: Vec<Option<u32>> = vec![None; self.states.len()];
            // the number of Right's moves that are not good yet; for Left, 1 until one move is good
            let mut missing = vec![0_u32; self.states.len()];
            let mut reached: Vec<u32> = vec![];
            for (state, moves) in self.moves.iter().enumerate() {
                pace.step()?;
                let good = |&&(after, side): &&Move| self.is_survived(endless, side) && within[after as usize];
                let good = moves.iter().filter(good).count();
                missing[state] =
                    if self.states[state].2 == Player::Left { u32::from(good == 0) } else { (moves.len() - good) as u32 };
                if within[state] && missing[state] == 0 {
                    measures[state] = Some(0);
                    reached.push(state as u32);
                }
            }
            // 2. the states from which she forces such a state by other moves have the next measure, and so on
            let mut next = 0;
            while let Some(&state) = reached.get(next) {
                next += 1;
                pace.step()?;
                let round = measures[state as usize].map(|round| round + 1);
                for &(before, side) in &*self.before[state as usize] {
                    let before_is_open = within[before as usize] && measures[before as usize].is_none();
                    if before_is_open && !self.is_survived(endless, side) {
                        let missing = &mut missing[before as usize];
                        *missing -= 1;
                        if *missing == 0 {
                            measures[before as usize] = round;
                            reached.push(before);
                        }
                    }
                }
            }
            // 3. states without a measure leave the set; repeat until none does
            if measures.iter().zip(&within).all(|(measure, within)| measure.is_some() == *within) {
                return Ok(measures);
            }
            within = measures.iter().map(Option::is_some).collect();
        }
    }

    /// Returns the states that Right wins, with their measures. A measure is the largest number of moves that may be repeated
    /// without end for Left.
    ///
    /// Each measure costs time proportional to the number of moves.
    fn lost(&self, endless: Option<Player>, limits: &Limits) -> Result<Vec<Option<u32>>, Stopped> {
        let mut pace = Pace::new(self, limits);
        let mut measures: Vec<Option<u32>> = vec![None; self.states.len()];
        for round in 0.. {
            // 1. the states from which Right can move within the set or to a state that he wins; the set shrinks
            let mut within: Vec<bool> = measures.iter().map(Option::is_none).collect();
            // the number of Right's good moves that are left; for Left, 0 once a move is not good for Right
            let mut left = vec![0_u32; self.states.len()];
            let mut out: Vec<u32> = vec![];
            for (state, moves) in self.moves.iter().enumerate() {
                pace.step()?;
                let good = |&&(after, side): &&Move| measures[after as usize].is_some() || !self.is_survived(endless, side);
                let good = moves.iter().filter(good).count();
                left[state] = if self.states[state].2 == Player::Right { good as u32 } else { u32::from(good == moves.len()) };
                if within[state] && left[state] == 0 {
                    within[state] = false;
                    out.push(state as u32);
                }
            }
            // 2. a state that leaves the set makes the moves to it useless
            while let Some(state) = out.pop() {
                pace.step()?;
                for &(before, side) in &*self.before[state as usize] {
                    if within[before as usize] && !self.is_survived(endless, side) {
                        let left = &mut left[before as usize];
                        *left = if self.states[before as usize].2 == Player::Right { *left - 1 } else { 0 };
                        if *left == 0 {
                            within[before as usize] = false;
                            out.push(before);
                        }
                    }
                }
            }
            // 3. the states that remain have this measure; repeat until none remains
            if !within.contains(&true) {
                break;
            }
            for (measure, within) in measures.iter_mut().zip(within) {
                if within {
                    *measure = Some(round);
                }
            }
        }
        Ok(measures)
    }
}

/// Checks the limits every 1,024 steps.
struct Pace<'a> {
    limits: &'a Limits,
    states: usize,
    steps: u32,
}

impl<'a> Pace<'a> {
    fn new(product: &Product, limits: &'a Limits) -> Self {
        Self { limits, states: product.states.len(), steps: 0 }
    }

    fn step(&mut self) -> Result<(), Stopped> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps % 1024 != 1 {
            return Ok(());
        }
        Meter::new(self.limits).look(self.states as u64, self.states * 96, None)
    }
}
