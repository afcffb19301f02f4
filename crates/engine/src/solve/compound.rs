//! Solves sums with a rule for moving other than the disjunctive one: by numbers of components, or by search.

mod large;
mod position;
mod sentence;

pub(crate) use position::CompoundPosition;

use super::judged::JudgedMove;
use super::search::{Outcomes, outcome_first};
use super::selection::{AllFound, AllMoves, FoundMoves, ListedMoves, MoveSelection};
use super::{Answer, MAX_LINE, MixedSum, RulesetCache, SolveError, SolveOptions};
use crate::evaluate::{NimberError, OutcomeError};
use crate::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use position::{KINDS, Options};
use sentence::sentence;
use sprague_core::any::{AnyImpartial, AnyPosition};
use sprague_core::limits::Meter;
use sprague_core::{Compound, Outcome, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// If more winning moves than this form a product, the product is given as well.
const LISTED: u64 = 20;

/// The largest number of labels that are listed for one component of a product.
const MAX_LABELS: usize = 100;

/// The choices in one component, if every combination of the components' choices is a winning move.
///
/// ```
/// use sprague::solve::Factor;
/// let stay = Factor { may_stay: true, moves: vec![], total: Some(0) };
/// assert!(stay.moves.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// `true` if the component may be left unchanged.
    pub may_stay: bool,
    /// The labels of the moves that may be made in it, or the first of them.
    pub moves: Vec<String>,
    /// The number of these moves, or `None` for 2⁶⁴ or more.
    pub total: Option<u64>,
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    if options.search {
        return Ok(CompoundPosition::of(sum, options)?.by_search()?);
    }
    if let Some(answer) = large::solve(sum, options)? {
        return Ok(answer);
    }
    let kinds_are_enough = Measure::of(sum.rule, sum.play).is_some_and(Measure::is_same_for_large_heaps);
    let asked = if kinds_are_enough { CompoundPosition::with_heaps(sum, options)? } else { CompoundPosition::of(sum, options)? };
    let Some(mut answer) = asked.by_theorem()? else { return Ok(CompoundPosition::of(sum, options)?.by_search()?) };
    let Some(quick) = options.quick(sum, &answer).filter(|_| asked.is_listed()) else { return Ok(answer) };
    if let Ok(searched) = (CompoundPosition { options: &quick, ..asked }).by_graph() {
        debug_assert_eq!(searched.outcome, answer.outcome, "theorem and search agree");
        answer.take_best_play(searched);
    }
    Ok(answer)
}

impl CompoundPosition<'_> {
    /// Solves by the numbers of the components.
    ///
    /// Returns `None` if no theorem is known or a component has no number.
    fn by_theorem(&self) -> Result<Option<Answer>, Stopped> {
        let (rule, play) = (self.sum.rule, self.sum.play);
        let measure = Measure::of(rule, play);
        let are_heaps = self.sum.components.iter().all(|component| component.is_nim());
        if measure.is_none() && !are_heaps {
            return Ok(None);
        }
        let components = match measure {
            Some(measure) => self.measured(measure)?,
            None => self.heaps(),
        };
        let Some(components) = components else { return Ok(None) };
        let here = components.iter().map(|component| component.here);
        let Some(outcome) = compound_outcome(rule, play, here.clone()) else { return Ok(None) };
        let (found, product) = match self.options.outcome_only {
            true => (FoundMoves::none(), None),
            false => self.winning(&components)?,
        };
        let mut answer = Answer { product, ..Answer::new(outcome, found, sentence(rule, play).to_owned()) };
        let shown: Vec<String> =
            here.map(|value| measure.map_or_else(|| value.to_string(), |measure| measure.show(value))).collect();
        let name = measure.map_or("heap", Measure::name);
        answer.why.push(format!("{name} of each component: {}", shown.join("; ")));
        Ok(Some(answer))
    }

    /// Finds the winning moves by the numbers of the components. If there are many and they form a product, the product is
    /// returned as well.
    fn winning(&self, components: &[ComponentMoves]) -> Result<(FoundMoves, Option<Vec<Factor>>), Stopped> {
        let (rule, play) = (self.sum.rule, self.sum.play);
        let copies = |index, option| self.copies(index, option);
        let winning = CompoundMoves::with_copies(rule, play, components, copies, &self.options.limits)?;
        let most = self.options.max_moves;
        let mut listed = ListedMoves::new(most.max(1));
        for chosen in winning.winning().flat_map(|chosen| self.like(&chosen)).take(most.max(1)) {
            listed.push(|| self.sum_move(&chosen));
        }
        let some = || Ok(rule.choices(self.counts()).next().map(|chosen| self.sum_move(&chosen)));
        let mut found = listed.found(most, winning.total(), some)?;
        found.all = self.all_moves(components)?;
        let is_long = winning.total().is_none_or(|total| total > LISTED);
        let product = winning.product().filter(|_| is_long).map(|product| self.factors(&product));
        Ok((found, product))
    }

    /// Returns every move with its result, if all moves are requested and they are not too many.
    fn all_moves(&self, components: &[ComponentMoves]) -> Result<Option<AllFound>, Stopped> {
        let Some(mut all) = AllMoves::asked(self.options).filter(|_| self.is_listed()) else { return Ok(None) };
        let mut meter = Meter::new(&self.options.limits);
        let (rule, play) = (self.sum.rule, self.sum.play);
        for chosen in rule.choices(self.counts()) {
            meter.allow(0, || 0, || None)?;
            let number = |(component, option): (&ComponentMoves, &Option<usize>)| {
                option.map_or(component.here, |option| component.options[option])
            };
            let Some(outcome) = compound_outcome(rule, play, components.iter().zip(&chosen).map(number)) else { return Ok(None) };
            if !all.push(JudgedMove::new(self.sum_move(&chosen), outcome, None)) {
                break;
            }
        }
        Ok(all.found())
    }

    fn factors(&self, product: &[Vec<Option<usize>>]) -> Vec<Factor> {
        let factor = |(index, choices): (usize, &Vec<Option<usize>>)| {
            let moves = choices.iter().flatten().map(|option| (*option, self.copies(index, *option)));
            let total = moves.clone().map(|(_, copies)| copies).try_fold(0_u64, |all, copies| all.checked_add(copies?));
            let like = moves.flat_map(|(option, _)| {
                let mut alone = vec![None; index + 1];
                alone[index] = Some(option);
                self.like(&alone).map(move |choice| choice[index].expect("it was chosen"))
            });
            let labels = like.take(self.options.max_moves.min(MAX_LABELS)).map(|option| self.label(index, option)).collect();
            Factor { may_stay: choices.contains(&None), moves: labels, total }
        };
        product.iter().enumerate().map(factor).collect()
    }

    /// Returns the number of every component and of its options, or `None` if a component has none because it is loopy.
    fn measured(&self, measure: Measure) -> Result<Option<Vec<ComponentMoves>>, Stopped> {
        let mut known: HashMap<*const RulesetCache, Measures<'_, AnyImpartial>> = HashMap::new();
        let mut components = vec![];
        for (component, options) in self.sum.components.iter().zip(&self.components) {
            let (position, options) = match options {
                Options::Heap(_) => {
                    let of_size = |size: u64| measure.of_nim_heap(size).expect("large heaps have the same number");
                    components.push(ComponentMoves { here: of_size(2), options: (0..KINDS as u64).map(of_size).collect() });
                    continue;
                }
                Options::Listed(position, options) => (*position, options),
            };
            let measures = known.entry(Arc::as_ptr(&component.rules)).or_insert_with(|| {
                let rules = AnyImpartial::try_from(component.rules.rules().clone()).expect("the sum is impartial");
                Measures::new(rules, measure, &self.options.limits)
            });
            let heap = |position: &AnyPosition| match component.rules.heaps()?.indices(position)?.as_slice() {
                [(heap, _)] => Some(*heap),
                _ => Some(0),
            };
            let mut value = |position: &AnyPosition| {
                let of_heap = || measure.of_nim_heap(heap(position)?);
                if let Some(value) = component.is_nim().then(of_heap).flatten() {
                    return Ok(Some(value));
                }
                match measures.value(position) {
                    Ok(value) => Ok(Some(value)),
                    Err(NimberError::Loopy) => Ok(None),
                    Err(NimberError::Stopped(stopped)) => Err(stopped),
                }
            };
            let Some(here) = value(position)? else { return Ok(None) };
            let mut numbers = vec![];
            for (_, option) in options {
                let Some(number) = value(option)? else { return Ok(None) };
                numbers.push(number);
            }
            components.push(ComponentMoves { here, options: numbers });
        }
        Ok(Some(components))
    }

    /// Returns heaps of Nim by their sizes, for rules whose theorems are about sizes.
    fn heaps(&self) -> Option<Vec<ComponentMoves>> {
        let of = |(component, options): (&super::Component, &Options<'_>)| {
            let Options::Listed(position, options) = options else { return None };
            let size = |position: &AnyPosition| {
                let (heap, _) = *component.rules.heaps()?.indices(position)?.first()?;
                u32::try_from(heap).ok()
            };
            let options = options.iter().map(|(_, to)| size(to)).collect::<Option<_>>()?;
            Some(ComponentMoves { here: size(position)?, options })
        };
        self.sum.components.iter().zip(&self.components).map(of).collect()
    }

    fn by_search(&self) -> Result<Answer, Stopped> {
        outcome_first(self.options, || self.depth_first(), || self.by_graph())
    }

    fn depth_first(&self) -> Result<Answer, OutcomeError> {
        let (rules, which) = self.rules();
        let compound = Compound::new(rules, self.sum.rule, self.sum.play);
        let mut outcomes = Outcomes::new(&compound, self.options);
        let outcome = outcomes.of(&compound.position(self.positions(&which, &[])))?;
        self.options.known.outcome(outcome);
        let found = if self.options.outcome_only {
            FoundMoves::none()
        } else {
            let mut selection = MoveSelection::new(outcome, self.options);
            let mut meter = Meter::new(&self.options.limits);
            for choice in self.sum.rule.choices(self.counts()) {
                meter.allow(0, || 0, || None)?;
                let option = compound.position(self.positions(&which, &choice));
                selection.judge(outcomes.rank(outcome, &option)?, || self.sum_move(&choice));
                if outcome == Outcome::Loss && !self.options.all_moves {
                    break;
                }
            }
            selection.found()
        };
        Ok(Answer::new(outcome, found, outcomes.sentence()))
    }

    fn by_graph(&self) -> Result<Answer, Stopped> {
        let (rules, which) = self.rules();
        let compound = Compound::new(rules, self.sum.rule, self.sum.play);
        let here = compound.position(self.positions(&which, &[]));
        let solution = crate::evaluate::solution(&compound, &here, &self.options.limits)?;
        let mut selection = MoveSelection::new(solution.outcome(), self.options).knowing_remoteness();
        self.judge(&compound, &which, &solution, |rank, choice| selection.judge(rank, || self.sum_move(choice)))?;
        let positions = solution.graph().len();
        let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
        let mut answer = Answer::new(solution.outcome(), selection.found(), why);
        answer.remoteness = Some(solution.remoteness());
        if self.options.line {
            let mut line = vec![];
            let mut here = self.sum.clone();
            while line.len() < MAX_LINE {
                let asked = CompoundPosition::of(&here, self.options)?;
                let Some(choice) = asked.best(&compound, &which, &solution)? else { break };
                let mv = asked.sum_move(&choice);
                here = here.after(&mv);
                line.push(mv);
            }
            answer.line = Some(line);
        }
        Ok(answer)
    }
}
