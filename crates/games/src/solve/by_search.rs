//! Search: everything reachable, or depth first where that is too much. For misère, partizan and loopy sums, and on request.

use super::legal::{each_move, step};
use super::{Answer, Moves, SolveOptions, Step};
use crate::{Component, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::any::SumPosition;
use sprague::{
    AnyImpartial, AnyPosition, AnyRuleset, AnySum, DepthFirst, Limits, Misere, Outcome, OutcomeClass, Play, Player,
    PositionGraph, Ruleset, Solution, Stopped, Undecided, nimbers, outcomes,
};
use std::sync::Arc;

/// A position ready to be searched: its rules as one ruleset, and which of them each component follows.
struct Searchable<'a> {
    sum: &'a SumText,
    rules: AnySum,
    which: Vec<u32>,
}

impl<'a> Searchable<'a> {
    /// A heap beyond 64 bits cannot be counted down through: that is the limit on positions.
    fn of(sum: &'a SumText, play: Play, limits: &Limits) -> Result<Self, Stopped> {
        let mut rules: Vec<Arc<dyn AnyRuleset>> = vec![];
        let mut which = vec![];
        for place in sum.places() {
            if matches!(place.component, Component::Far { .. }) {
                return Err(Stopped::Positions(limits.positions));
            }
            let known = rules.iter().position(|known| Arc::ptr_eq(known, place.game.rules()));
            which.push(known.unwrap_or(rules.len()) as u32);
            if known.is_none() {
                rules.push(place.game.rules().clone());
            }
        }
        Ok(Self { sum, rules: AnySum::new(rules, play), which })
    }

    /// The whole position with `player` to move, and one component replaced.
    fn position(&self, player: Player, replaced: Option<(usize, &AnyPosition)>) -> SumPosition {
        let component = |(index, place): (usize, &crate::Place)| {
            let position = match (&place.component, replaced) {
                (_, Some((at, new))) if at == index => new.clone(),
                (Component::Near(position), _) => position.clone(),
                (Component::Far { .. }, _) => unreachable!("far components are refused"),
            };
            (self.which[index], position)
        };
        self.rules.position(player, self.sum.places().iter().enumerate().map(component))
    }

    /// Calls `each` with every move of `player`: its step and the position searched for it.
    fn each_move<E: From<Stopped>>(
        &self,
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(SumPosition, &dyn Fn() -> Step) -> Result<(), E>,
    ) -> Result<(), E> {
        for index in 0..self.which.len() {
            each_move::<E>(self.sum, index, player, limits, |mv, component| {
                let Component::Near(position) = &component else { unreachable!("far components are refused") };
                let make_step = || step(self.sum, index, mv, component.clone(), player);
                each(self.position(-player, Some((index, position))), &make_step)?;
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// A searched position in the notation: the components that can still move.
    fn show(&self, at: &SumPosition) -> String {
        let shown = at.components().iter().map(|(which, position)| {
            let index = self.which.iter().position(|known| known == which).expect("components come from this sum");
            let game = &self.sum.places()[index].game;
            let family =
                if self.which.iter().any(|other| *other != self.which[0]) { format!("{}@", game.text()) } else { String::new() };
            format!("{family}{}", game.rules().show(position))
        });
        let listed: Vec<String> = shown.collect();
        if listed.is_empty() { "over".to_owned() } else { listed.join(" + ") }
    }
}

/// How many positions are explored before a search that needs no graph is tried.
const EXPLORED: u64 = 200_000;

/// The answer by exploring everything; depth first where that is much and nothing but the outcome is asked.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    let has_nimber = options.play == Play::Normal && !sum.is_partizan();
    if !has_nimber && !options.line && !options.explain && options.limits.positions > EXPLORED {
        let limits = Limits { positions: EXPLORED, ..options.limits.clone() };
        let explored = solve_graph(sum, &SolveOptions { limits, ..options.clone() });
        if !matches!(explored, Err(Stopped::Positions(_))) {
            return explored.map_err(Unanswered::from);
        }
        match solve_depth_first(sum, options) {
            Err(Undecided::Loopy) => {}
            Ok(answer) => return Ok(answer),
            Err(Undecided::Stopped(stopped)) => return Err(stopped.into()),
        }
    }
    match solve_graph(sum, options) {
        Err(stopped @ (Stopped::Positions(_) | Stopped::Memory(_))) => {
            solve_depth_first(sum, options).map_err(|_| stopped.into())
        }
        answer => answer.map_err(Unanswered::from),
    }
}

/// The answer by exploring everything that is reachable.
pub(super) fn solve_graph(sum: &SumText, options: &SolveOptions) -> Result<Answer, Stopped> {
    let searchable = Searchable::of(sum, options.play, &options.limits)?;
    let player = if sum.is_partizan() { options.first } else { Player::Left };
    let root = searchable.position(player, None);
    let solution = sprague::solve(&searchable.rules, &root, &options.limits)?;
    let outcome = solution.outcome();
    let mut moves = Moves { winning: vec![], total: None, best: None };
    let mut best: Option<(Worth, Step)> = None;
    let mut count = 0;
    searchable.each_move::<Stopped>(player, &options.limits, |option, make_step| {
        let (answered, remoteness) = solution.of(&option).expect("options were explored");
        let worth = Worth::of(-answered, remoteness);
        if -answered == outcome && outcome != Outcome::Loss {
            count += 1;
            if moves.winning.len() < options.max_moves {
                moves.winning.push(make_step());
            }
        }
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, make_step()));
        }
        Ok(())
    })?;
    moves.total = Some(count);
    moves.best = best.map(|(_, step)| step);
    let positions = solution.graph().len();
    let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
    let mut answer = Answer::new(sum, options, outcome, moves, why);
    answer.remoteness = Some(solution.remoteness());
    if sum.is_partizan() {
        let other = sprague::solve(&searchable.rules, &searchable.position(-player, None), &options.limits)?.outcome();
        let (left, right) = if player == Player::Left { (outcome, other) } else { (other, outcome) };
        answer.outcome_class = OutcomeClass::of(left, right);
        answer.first = Some(player);
    } else if options.play == Play::Normal {
        answer.nimber = nimbers(solution.graph()).map(|values| BigUint::from(values[0].0));
    }
    if options.line {
        answer.line = Some(line(&searchable, &solution, player));
    }
    Ok(answer)
}

/// How good a move is: the outcome, then the faster win or the slower loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(Outcome, i64);

impl Worth {
    fn of(outcome: Outcome, remoteness: Option<u32>) -> Self {
        let moves = i64::from(remoteness.unwrap_or(0));
        Self(outcome, if outcome == Outcome::Win { -moves } else { moves })
    }
}

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 1_000;

/// Best play to the end: each step in the order and the notation of the question.
fn line(searchable: &Searchable<'_>, solution: &Solution<'_, AnySum>, first: Player) -> Vec<Step> {
    let mut sum = searchable.sum.clone();
    let mut steps = vec![];
    let (mut player, mut seen) = (first, std::collections::HashSet::new());
    while steps.len() < LONGEST_LINE && seen.insert((sum.to_string(), player)) {
        let here = Searchable { sum: &sum, rules: searchable.rules.clone(), which: searchable.which.clone() };
        let mut best: Option<(Worth, Step, SumText)> = None;
        for index in 0..here.which.len() {
            let judged = each_move::<Stopped>(&sum, index, player, &Limits::default(), |mv, component| {
                let Component::Near(position) = &component else { unreachable!("far components are refused") };
                let (answered, remoteness) =
                    solution.of(&here.position(-player, Some((index, position)))).expect("options were explored");
                let worth = Worth::of(-answered, remoteness);
                if best.as_ref().is_none_or(|(known, ..)| worth > *known) {
                    best = Some((worth, step(&sum, index, mv, component.clone(), player), sum.with(index, component)));
                }
                Ok(true)
            });
            judged.expect("moves of explored positions can be listed");
        }
        let Some((_, step, next)) = best else { break };
        steps.push(step);
        sum = next;
        player = -player;
    }
    steps
}

/// The answer depth first: less is remembered, but cycles cannot be decided and nobody knows how many moves it takes.
fn solve_depth_first(sum: &SumText, options: &SolveOptions) -> Result<Answer, Undecided> {
    let searchable = Searchable::of(sum, options.play, &options.limits)?;
    let player = if sum.is_partizan() { options.first } else { Player::Left };
    let mut search = DepthFirst::new(&searchable.rules, &options.limits);
    let mut outcome_of = |position: &SumPosition| search.outcome(position);
    let outcome = outcome_of(&searchable.position(player, None))?;
    let mut moves = Moves { winning: vec![], total: Some(0), best: None };
    let (mut best, mut count) = (None, 0);
    searchable.each_move::<Undecided>(player, &options.limits, |option, make_step| {
        let worth = -outcome_of(&option)?;
        if worth == outcome && outcome != Outcome::Loss {
            count += 1;
            if moves.winning.len() < options.max_moves {
                moves.winning.push(make_step());
            }
        }
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, make_step()));
        }
        Ok(())
    })?;
    moves.total = Some(count);
    moves.best = best.map(|(_, step)| step);
    let why = "search: depth first, since the whole graph would not fit the limits".to_owned();
    let mut answer = Answer::new(sum, options, outcome, moves, why);
    if sum.is_partizan() {
        let other = outcome_of(&searchable.position(-player, None))?;
        let (left, right) = if player == Player::Left { (outcome, other) } else { (other, outcome) };
        answer.outcome_class = OutcomeClass::of(left, right);
        answer.first = Some(player);
    }
    Ok(answer)
}

/// The position graph of a sum, for pictures.
pub struct SearchGraph {
    dot: String,
    positions: usize,
}

impl SearchGraph {
    /// Explores a position and draws it; with a depth, only that far and without outcomes.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve::SearchGraph};
    /// let sum = Session::new().position("nim@1,2").unwrap();
    /// let graph = SearchGraph::explore(&sum, None, &SolveOptions::default()).unwrap();
    /// assert!(graph.dot().contains("1 + 2"));
    /// assert_eq!(graph.positions(), 5);
    /// ```
    ///
    /// # Errors
    /// [`Unanswered`] for a sum without meaning, or at a limit.
    pub fn explore(sum: &SumText, depth: Option<u32>, options: &SolveOptions) -> Result<Self, Unanswered> {
        sum.allows(options.play)?;
        if sum.has_own_ending() {
            return super::piles::graph(sum, depth, options);
        }
        if let [crate::Place { game, component: Component::Near(position), .. }] = sum.places()
            && let Ok(rules) = AnyImpartial::try_from(game.rules().clone())
        {
            // one component keeps its name when it is finished
            let show = |at: &AnyPosition| game.rules().show(at);
            let drawn = match options.play {
                Play::Normal => Self::draw(&rules, position.clone(), depth, &options.limits, show),
                Play::Misere => Self::draw(&Misere(rules), position.clone(), depth, &options.limits, show),
            };
            return drawn.map_err(Unanswered::from);
        }
        let searchable = Searchable::of(sum, options.play, &options.limits)?;
        let root = searchable.position(if sum.is_partizan() { options.first } else { Player::Left }, None);
        let show = |at: &SumPosition| {
            let next = if sum.is_partizan() { format!("{}: ", at.next()) } else { String::new() };
            format!("{next}{}", searchable.show(at))
        };
        Self::draw(&searchable.rules, root, depth, &options.limits, show).map_err(Unanswered::from)
    }

    /// Explores by any rules and draws.
    pub(super) fn draw<R: Ruleset>(
        rules: &R,
        root: R::Position,
        depth: Option<u32>,
        limits: &Limits,
        show: impl Fn(&R::Position) -> String,
    ) -> Result<Self, Stopped> {
        let graph = PositionGraph::explore_to_depth(rules, root, depth.unwrap_or(u32::MAX), limits)?;
        let labels = depth.is_none().then(|| outcomes(&graph));
        let dot = sprague::Dot::new(
            &graph,
            |_, position| show(position),
            |number| labels.as_ref().map(|labels| labels.outcome(number)),
        );
        Ok(Self { dot: dot.to_string(), positions: graph.len() })
    }

    /// The picture in the DOT language.
    pub fn dot(&self) -> &str {
        &self.dot
    }

    /// How many positions are in it.
    pub fn positions(&self) -> usize {
        self.positions
    }
}
