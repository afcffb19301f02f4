//! Sums moved in by another rule than one component at a time: by the theorem of the rule, or by search.

mod asked;
mod sentence;

pub(super) use asked::Asked;

use super::legal::LONGEST_LINE;
use super::tally::{Listed, Tally};
use super::{Answer, Factor, Moves, SolveOptions};
use crate::{Family, SumText, Unanswered};
use asked::{KINDS, Options};
use sentence::sentence;
use sprague::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use sprague::{AnyImpartial, AnyPosition, AnyRuleset, Compound, NoNimber, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// How many winning moves are few enough to be listed one by one.
const LISTED: u64 = 20;

/// The most moves of a factor that are named.
const MOST_LABELS: usize = 100;

/// The answer under a rule that is not disjunctive.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    sum.allows_rule(options.rule)?;
    if options.search {
        return Ok(Asked::of(sum, options)?.by_search()?);
    }
    let kinds_are_enough = Measure::of(options.rule, options.play).is_some_and(Measure::is_same_for_large_heaps);
    let asked = if kinds_are_enough { Asked::with_heaps(sum, options)? } else { Asked::of(sum, options)? };
    let Some(mut answer) = asked.by_theorem()? else { return Ok(Asked::of(sum, options)?.by_search()?) };
    if !asked.is_listed() {
        return Ok(answer);
    }
    let looked = options.looking();
    if let Ok(searched) = (Asked { options: &looked, ..asked }).by_search() {
        debug_assert_eq!(searched.outcome, answer.outcome, "{sum}: theorem and search agree");
        answer.best = searched.best;
        answer.remoteness = searched.remoteness;
        answer.line = searched.line;
    }
    Ok(answer)
}

impl Asked<'_> {
    /// The answer by the numbers of the components, `None` where no theorem is known or a component is loopy.
    fn by_theorem(&self) -> Result<Option<Answer>, Stopped> {
        let (rule, play) = (self.options.rule, self.options.play);
        let measure = Measure::of(rule, play);
        let are_heaps = self.sum.places().iter().all(|place| matches!(place.game.family(), Family::Nim));
        if measure.is_none() && !are_heaps {
            return Ok(None);
        }
        let Some(components) = (match measure {
            Some(measure) => self.measured(measure)?,
            None => self.heaps(),
        }) else {
            return Ok(None);
        };
        let here = components.iter().map(|component| component.here);
        let Some(outcome) = compound_outcome(rule, play, here.clone()) else { return Ok(None) };
        let copies = |index, option| self.copies(index, option);
        let winning = CompoundMoves::with_copies(rule, play, &components, copies, &self.options.limits)?;
        let mut listed = Listed::new(self.options.max_moves.max(1));
        for chosen in winning.winning().flat_map(|chosen| self.like(&chosen)).take(self.options.max_moves.max(1)) {
            listed.push(|| self.step(&chosen));
        }
        let mut steps = listed.steps();
        let some = || rule.choices(self.counts()).next().map(|chosen| self.step(&chosen));
        let best = steps.first().cloned().or_else(some);
        steps.truncate(self.options.max_moves);
        let moves = Moves { winning: steps, total: winning.total(), best };
        let mut answer = Answer::new(self.sum, self.options, outcome, moves, sentence(rule, play).to_owned());
        if winning.total().is_none_or(|total| total > LISTED) {
            answer.product = winning.product().map(|product| self.factors(&product));
        }
        let shown: Vec<String> =
            here.map(|value| measure.map_or_else(|| value.to_string(), |measure| measure.show(value))).collect();
        let name = measure.map_or("heap", Measure::name);
        answer.why.push(format!("{name} of each component: {}", shown.join("; ")));
        Ok(Some(answer))
    }

    /// A product of moves in words.
    fn factors(&self, product: &[Vec<Option<usize>>]) -> Vec<Factor> {
        let factor = |(index, choices): (usize, &Vec<Option<usize>>)| {
            let moves = choices.iter().flatten().map(|option| (*option, self.copies(index, *option)));
            let total = moves.clone().map(|(_, copies)| copies).try_fold(0_u64, |all, copies| all.checked_add(copies?));
            let like = moves.flat_map(|(option, _)| {
                let mut alone = vec![None; index + 1];
                alone[index] = Some(option);
                self.like(&alone).map(move |choice| choice[index].expect("it was chosen"))
            });
            let labels = like.take(self.options.max_moves.min(MOST_LABELS)).map(|option| self.label(index, option)).collect();
            Factor { may_stay: choices.contains(&None), moves: labels, total }
        };
        product.iter().enumerate().map(factor).collect()
    }

    /// The measure of every component and of every option; `None` if one is loopy.
    fn measured(&self, measure: Measure) -> Result<Option<Vec<ComponentMoves>>, Stopped> {
        let mut known: HashMap<*const dyn AnyRuleset, Measures<'_, AnyImpartial>> = HashMap::new();
        let mut components = vec![];
        for (place, options) in self.sum.places().iter().zip(&self.components) {
            let (position, options) = match options {
                Options::Heap(_) => {
                    let of_size = |size: u64| measure.of_nim_heap(size).expect("large heaps have the same number");
                    components.push(ComponentMoves { here: of_size(2), options: (0..KINDS as u64).map(of_size).collect() });
                    continue;
                }
                Options::Listed(position, options) => (*position, options),
            };
            let is_nim = matches!(place.game.family(), Family::Nim);
            let measures = known.entry(Arc::as_ptr(place.game.rules())).or_insert_with(|| {
                let rules = AnyImpartial::try_from(place.game.rules().clone()).expect("the sum is impartial");
                Measures::new(rules, measure, &self.options.limits)
            });
            let mut value = |position: &AnyPosition| {
                if let Some(value) = is_nim.then(|| measure.of_nim_heap(position.unpack())).flatten() {
                    return Ok(Some(value));
                }
                match measures.value(position) {
                    Ok(value) => Ok(Some(value)),
                    Err(NoNimber::Loopy) => Ok(None),
                    Err(NoNimber::Stopped(stopped)) => Err(stopped),
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

    /// The sizes of heaps of Nim; `None` if one has more than 32 bits.
    fn heaps(&self) -> Option<Vec<ComponentMoves>> {
        let size = |position: &AnyPosition| u32::try_from(position.unpack::<u64>()).ok();
        let component = |options: &Options<'_>| {
            let Options::Listed(position, options) = options else { return None };
            let options = options.iter().map(|(_, to)| size(to)).collect::<Option<_>>()?;
            Some(ComponentMoves { here: size(position)?, options })
        };
        self.components.iter().map(component).collect()
    }

    /// The answer by exploring everything that is reachable.
    fn by_search(&self) -> Result<Answer, Stopped> {
        let (rules, which) = self.rules();
        let compound = Compound::new(rules, self.options.rule, self.options.play);
        let here = compound.position(self.place(&which, &[]));
        let solution = sprague::solve(&compound, &here, &self.options.limits)?;
        let mut tally = Tally::new(solution.outcome(), self.options);
        self.judge(&compound, &which, &solution, |worth, choice| tally.judge(worth, || self.step(choice)))?;
        let positions = solution.graph().len();
        let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
        let mut answer = Answer::new(self.sum, self.options, solution.outcome(), tally.moves(), why);
        answer.remoteness = Some(solution.remoteness());
        if self.options.line {
            let mut line = vec![];
            let mut here = self.sum.clone();
            while line.len() < LONGEST_LINE {
                let asked = Asked::of(&here, self.options)?;
                let Some(choice) = asked.best(&compound, &which, &solution)? else { break };
                line.push(asked.step(&choice));
                here = asked.after(&choice);
            }
            answer.line = Some(line);
        }
        Ok(answer)
    }
}
