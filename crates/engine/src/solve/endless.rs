//! Solves sums in which play may go on for ever, by graphs that grow around the position.
//!
//! A win or a loss is proved by a finite tree, so a graph with options left out proves it too. A draw is proved only if nothing
//! is left out.

use super::searchable::{Searchable, unsteady};
use super::selection::{MoveRank, MoveSelection};
use super::{Answer, ComponentPosition, MixedSum, SolveOptions, terminal};
use crate::evaluate::{Labels, NormalForms, labelled};
use crate::graph::PositionGraph;
use sprague_core::any::AnyPosition;
use sprague_core::{Limits, Outcome, Player, Position, Ruleset, Stopped};

/// The number of positions in the first graph. Each further graph has twice as many.
const FIRST: usize = 64;

/// The number of positions after which the search ends, unless the question has a limit of its own.
const MOST: u64 = 1 << 17;

/// A graph around a position, with the outcomes that it proves.
struct Grown<P> {
    graph: PositionGraph<P>,
    labels: Labels,
}

impl<P: Position> Grown<P> {
    /// Explores more and more positions around `root` until `is_enough`, or until nothing is left out.
    fn around<R>(rules: &R, root: &P, limits: &Limits, is_enough: impl Fn(&Self) -> bool) -> Result<Self, Stopped>
    where
        R: Ruleset<Position = P>,
    {
        let mut most = FIRST;
        loop {
            let graph = PositionGraph::explore_around(&NormalForms(rules), root.clone(), u32::MAX, most, limits)?;
            let grown = Self { labels: labelled(&graph, limits)?, graph };
            if grown.graph.is_whole() || is_enough(&grown) {
                return Ok(grown);
            }
            most = most.saturating_mul(2);
        }
    }

    /// Returns the outcome of a position for the player to move, if it is proved. A draw needs the whole graph.
    fn proved(&self, number: u32) -> Option<Outcome> {
        Some(self.labels.outcome(number)).filter(|outcome| *outcome != Outcome::Draw || self.graph.is_whole())
    }

    /// Returns the rank of a move to this position, if its outcome is proved.
    fn rank(&self, option: &P) -> Option<MoveRank> {
        let number = self.graph.number(option)?;
        Some(MoveRank::of(-self.proved(number)?, self.labels.remoteness(number)))
    }
}

/// Returns `None` for sums of rules whose play ends, and if finitely many positions of impartial rules can be reached.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    if !sum.is_endless() {
        return Ok(None);
    }
    let usual = Limits::default().positions;
    let positions = if options.limits.positions == usual { MOST } else { options.limits.positions };
    let options = &SolveOptions { limits: Limits { positions, ..options.limits.clone() }, ..options.clone() };
    if sum.has_terminal_rule() {
        let (rules, position) = terminal::alone(sum, options)?;
        let player = |player| sum.components[0].player(player);
        return grown(sum, options, &rules, |mover, replaced| {
            rules.start(player(mover), replaced.map_or(position, |(_, position)| position).clone())
        });
    }
    let searchable = Searchable::of(sum, &options.limits)?;
    grown(sum, options, &searchable.rules, |mover, replaced| searchable.position(mover, replaced))
}

fn grown<R: Ruleset>(
    sum: &MixedSum,
    options: &SolveOptions,
    rules: &R,
    position: impl Fn(Player, Option<(usize, &AnyPosition)>) -> R::Position,
) -> Result<Option<Answer>, Stopped> {
    let (player, limits) = (options.player(sum), &options.limits);
    let judges_all = !options.outcome_only && (options.all_moves || options.decides_all);
    let form = |player, replaced: Option<(usize, &AnyPosition)>| rules.normal_form(position(player, replaced));
    let is_enough = |grown: &Grown<_>| {
        let are_judged = || grown.graph.options(0).iter().all(|option| grown.proved(*option).is_some());
        grown.proved(0).is_some() && (!judges_all || !grown.graph.is_cut(0) && are_judged())
    };
    let here = Grown::around(rules, &form(player, None), limits, is_enough)?;
    if here.graph.is_whole() && !sum.is_partizan() {
        return Ok(None);
    }
    let outcome = here.labels.outcome(0);
    let mut selection = MoveSelection::new(outcome, options);
    let mut undecided = 0;
    for (index, component) in sum.open().filter(|_| !options.outcome_only) {
        component.each_move::<Stopped>(player, limits, &mut |label, left| {
            let ComponentPosition::Small(option) = &left else { return Err(unsteady(sum)) };
            match here.rank(&form(-player, Some((index, option)))) {
                Some(rank) => selection.judge(rank, || sum.one_move(index, label, left.clone(), player)),
                None => undecided += 1,
            }
            Ok(true)
        })?;
    }
    let why = format!("search: a finite tree among {} positions proves it, though play may go on for ever", here.graph.len());
    let mut answer = Answer::new(outcome, selection.found(), why);
    answer.undecided_moves = undecided;
    if undecided > 0 {
        answer.winning_moves_total = None;
    }
    if sum.is_partizan() && options.first_only {
        answer.first = Some(player);
    } else if sum.is_partizan() {
        options.known.outcome(outcome);
        let there = Grown::around(rules, &form(-player, None), limits, |grown| grown.proved(0).is_some())?;
        let other = there.labels.outcome(0);
        answer.set_first(player, other);
    }
    Ok(Some(answer))
}
