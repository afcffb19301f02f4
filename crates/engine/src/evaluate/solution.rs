//! A solved position: its outcome, the result of every move, and best play to the end.

use super::{Labels, labelled, nimber};
use crate::graph::PositionGraph;
use crate::{Limits, Stopped};
use core::cmp::Reverse;
use sprague_core::any::Fault;
use sprague_core::{Outcome, Ruleset};
use std::collections::HashSet;

/// A position together with everything reachable from it, solved.
///
/// [`solution`] computes it.
#[derive(Debug)]
pub struct Solution<'a, R: Ruleset> {
    rules: &'a R,
    root: R::Position,
    graph: PositionGraph<R::Position>,
    labels: Labels,
}

/// A move with the position after it and its result for the player who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove<M, P> {
    /// The move's label.
    pub mv: M,
    /// The position after the move.
    pub option: P,
    /// The outcome for the player who makes the move.
    pub outcome: Outcome,
    /// The number of moves from the option to the end of play, or `None` for a draw.
    pub remoteness: Option<u32>,
}

/// Explores everything reachable from a position and labels it. Cycles are allowed, so draws are found.
///
/// It takes O(positions + options) time and space; positions with the same [normal form](Ruleset::normal_form) count once.
///
/// ```
/// use sprague::evaluate::solution;
/// use sprague::{Limits, Outcome, Ruleset};
///
/// /// Take one, three or four tokens from a heap.
/// struct OneThreeFour;
/// impl Ruleset for OneThreeFour {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         [1, 3, 4].into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
///
/// let solution = solution(&OneThreeFour, &11, &Limits::default())?;
/// assert_eq!((solution.outcome(), solution.remoteness()), (Outcome::Win, Some(5)));
/// assert_eq!(solution.winning_moves().next().unwrap().mv, 4);
/// assert_eq!(solution.line(100), [(4, 7), (1, 6), (4, 2), (1, 1), (1, 0)]);
/// # Ok::<(), sprague::Stopped>(())
/// ```
///
/// # Errors
/// Returns [`Stopped`] at the first limit that is reached.
pub fn solution<'a, R: Ruleset>(rules: &'a R, position: &R::Position, limits: &Limits) -> Result<Solution<'a, R>, Stopped> {
    let graph = PositionGraph::explore(&NormalForms(rules), rules.normal_form(position.clone()), limits)?;
    let labels = labelled(&graph, &limits.until_asked())?;
    Ok(Solution { rules, root: position.clone(), graph, labels })
}

/// A ruleset whose options are brought into normal form.
pub(crate) struct NormalForms<'a, R>(pub(crate) &'a R);

impl<R: Ruleset> Ruleset for NormalForms<'_, R> {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &R::Position, mv: &R::Move) -> R::Position {
        self.0.normal_form(self.0.play(position, mv))
    }
    fn options(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        self.0.options(position).map(|option| self.0.normal_form(option))
    }
    fn terminal_outcome(&self, position: &R::Position) -> Outcome {
        self.0.terminal_outcome(position)
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.0.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}

impl<R: Ruleset> Solution<'_, R> {
    /// Returns the outcome for the player to move.
    pub fn outcome(&self) -> Outcome {
        self.labels.outcome(0)
    }

    /// Returns the number of moves to the end if the winner hurries and the loser delays, or `None` for a draw.
    pub fn remoteness(&self) -> Option<u32> {
        self.labels.remoteness(0)
    }

    /// Returns the outcome and the remoteness of a reachable position, or `None` if the position is not reachable.
    pub fn of(&self, position: &R::Position) -> Option<(Outcome, Option<u32>)> {
        let number = match self.rules.has_normal_forms() {
            true => self.graph.number(&self.rules.normal_form(position.clone()))?,
            false => self.graph.number(position)?,
        };
        Some((self.labels.outcome(number), self.labels.remoteness(number)))
    }

    /// Returns the graph that was explored. Its positions are in normal form, and number 0 is that of the solved position.
    pub fn graph(&self) -> &PositionGraph<R::Position> {
        &self.graph
    }

    /// Returns the outcomes of all positions of the graph.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Returns every move with its result, in the order of the rules.
    pub fn moves(&self) -> impl Iterator<Item = RatedMove<R::Move, R::Position>> {
        self.moves_from(&self.root)
    }

    /// Returns the moves from a position with their results.
    ///
    /// A move is left out if it leads to a position that the rules do not list among the options, which is a fault of the
    /// rules.
    fn moves_from(&self, from: &R::Position) -> impl Iterator<Item = RatedMove<R::Move, R::Position>> {
        self.rules.moves(from).filter_map(move |mv| {
            let option = self.rules.play(from, &mv);
            let (outcome, remoteness) = self.of(&option)?;
            Some(RatedMove { mv, option, outcome: -outcome, remoteness })
        })
    }

    /// Returns the moves that keep the outcome: the winning moves in a won position, the drawing moves in a drawn one, and none
    /// in a lost one.
    pub fn winning_moves(&self) -> impl Iterator<Item = RatedMove<R::Move, R::Position>> {
        let outcome = self.outcome();
        self.moves().filter(move |judged| judged.outcome == outcome && outcome != Outcome::Loss)
    }

    /// Returns the fastest win, otherwise a draw, otherwise the slowest loss; among equally good moves, the first one.
    ///
    /// Returns `None` only if there is no move.
    pub fn best_move(&self) -> Option<RatedMove<R::Move, R::Position>> {
        best(self.moves())
    }

    /// Returns best play from the position: up to `most` moves, each with the position after it.
    ///
    /// The line ends early if play ends or a position is repeated.
    pub fn line(&self, most: usize) -> Vec<(R::Move, R::Position)> {
        let mut line: Vec<(R::Move, R::Position)> = vec![];
        let (mut seen, mut here) = (HashSet::new(), self.root.clone());
        while line.len() < most && seen.insert(here.clone()) {
            let Some(step) = best(self.moves_from(&here)) else { break };
            here = step.option.clone();
            line.push((step.mv, step.option));
        }
        line
    }
}

/// Returns the first of the best moves, compared by outcome and then by the faster win or the slower loss.
fn best<M, P>(moves: impl Iterator<Item = RatedMove<M, P>>) -> Option<RatedMove<M, P>> {
    let worth = |judged: &RatedMove<M, P>| {
        let moves = judged.remoteness.unwrap_or(0);
        let (hurry, delay) = if judged.outcome == Outcome::Win { (moves, 0) } else { (0, moves) };
        (judged.outcome, Reverse(hurry), delay)
    };
    moves.reduce(|best, next| if worth(&next) > worth(&best) { next } else { best })
}

/// Returns the outcome of a position for the player to move, with [`Limits::of_a_minute`]. Cycles are allowed.
///
/// The outcome of a typed sum, a [`Sum`](crate::Sum) or [`SumOf`](crate::SumOf), follows from the nimbers of its sides, unless
/// play need not end.
///
/// ```
/// use sprague::{Misere, Outcome};
/// use sprague::evaluate::outcome;
/// # use sprague::examples::Nim;
/// assert_eq!(outcome(&Nim, &1), Ok(Outcome::Win));
/// assert_eq!(outcome(&Misere(Nim), &1), Ok(Outcome::Loss));
/// ```
///
/// # Errors
/// Returns [`Stopped`] at the first limit that is reached.
pub fn outcome<R: Ruleset>(rules: &R, position: &R::Position) -> Result<Outcome, Stopped> {
    let limits = Limits::of_a_minute();
    match nimber::outcome_of_sum(rules, position, &limits)? {
        Some(outcome) => Ok(outcome),
        None => solution(rules, position, &limits).map(|solution| solution.outcome()),
    }
}

/// Returns the label of the fastest win, otherwise of a draw, otherwise of the slowest loss, with [`Limits::of_a_minute`].
///
/// Returns `None` if there is no move.
///
/// ```
/// use sprague::evaluate::best_move;
/// # use sprague::examples::Nim;
/// assert_eq!(best_move(&Nim, &5), Ok(Some(5)));
/// assert_eq!(best_move(&Nim, &0), Ok(None));
/// ```
///
/// # Errors
/// Returns [`Stopped`] at the first limit that is reached.
pub fn best_move<R: Ruleset>(rules: &R, position: &R::Position) -> Result<Option<R::Move>, Stopped> {
    let solution = solution(rules, position, &Limits::of_a_minute())?;
    Ok(solution.best_move().map(|judged| judged.mv))
}

/// Returns every winning move, or every drawing move if the position is drawn, with [`Limits::of_a_minute`].
///
/// The moves of a typed sum follow from the nimbers of its sides, as in [`outcome`].
///
/// ```
/// use sprague::Ruleset;
/// use sprague::evaluate::winning_moves;
/// # struct OneThreeFour;
/// # impl Ruleset for OneThreeFour {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { [1, 3, 4].into_iter().filter(move |amount| amount <= heap) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// assert_eq!(winning_moves(&OneThreeFour, &6), Ok(vec![4]));
/// ```
///
/// A sum of three different rulesets: a heap from which one may take any number, a heap from which one may take one or two, and
/// a pair of heaps, from one of which one may take any number.
///
/// ```
/// use sprague::prelude::*;
/// # use sprague::examples::Nim;
///
/// /// Take one or two.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap.min(&2) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for OneOrTwo {}
///
/// let rules = Sum(Nim, Sum(OneOrTwo, SumOf(Nim)));
/// // 3 ⊕ 2 ⊕ 7 ⊕ 4 is 2, so a winning move changes a nimber g to g ⊕ 2
/// let moves = winning_moves(&rules, &(3, (1_001, vec![7, 4])))?;
/// let shown: Vec<String> = moves.iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["1: 2", "2: 1: 2", "2: 2: 1: 2"]);
/// # Ok::<(), sprague::Stopped>(())
/// ```
///
/// # Errors
/// Returns [`Stopped`] at the first limit that is reached.
pub fn winning_moves<R: Ruleset>(rules: &R, position: &R::Position) -> Result<Vec<R::Move>, Stopped> {
    let limits = Limits::of_a_minute();
    if let Some(moves) = nimber::winning_moves_of_sum(rules, position, &limits)? {
        return Ok(moves);
    }
    let solution = solution(rules, position, &limits)?;
    let moves = solution.winning_moves().map(|judged| judged.mv).collect();
    Ok(moves)
}
