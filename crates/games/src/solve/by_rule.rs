//! Sums moved in by another rule than one component at a time: by the theorem of the rule, or by search.

mod asked;
mod sentence;

pub(super) use asked::Asked;

use super::legal::LONGEST_LINE;
use super::tally::{Listed, Tally};
use super::{Answer, GLANCE, LOOK, Moves, SolveOptions, glance};
use crate::{Family, SumText, Unanswered};
use asked::Options;
use sentence::sentence;
use sprague::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use sprague::{AnyImpartial, AnyPosition, AnyRuleset, Compound, NoNimber, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// The answer under a rule that is not disjunctive.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    sum.allows_rule(options.rule)?;
    let asked = Asked::of(sum, options)?;
    if options.search {
        return Ok(asked.by_search()?);
    }
    let Some(mut answer) = asked.by_theorem()? else { return Ok(asked.by_search()?) };
    let asks_for_more = options.looks_far();
    let limits = glance(if asks_for_more { LOOK } else { GLANCE }, &options.limits);
    let looked = SolveOptions { limits, ..options.clone() };
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
        let winning = CompoundMoves::new(rule, play, &components, &self.options.limits)?;
        let mut listed = Listed::new(self.options.max_moves.max(1));
        for chosen in winning.winning().take(self.options.max_moves.max(1)) {
            listed.push(|| self.step(&chosen));
        }
        let mut steps = listed.steps();
        let some = || rule.choices(self.counts()).next().map(|chosen| self.step(&chosen));
        let best = steps.first().cloned().or_else(some);
        steps.truncate(self.options.max_moves);
        let moves = Moves { winning: steps, total: winning.total(), best };
        let mut answer = Answer::new(self.sum, self.options, outcome, moves, sentence(rule, play).to_owned());
        let shown: Vec<String> =
            here.map(|value| measure.map_or_else(|| value.to_string(), |measure| measure.show(value))).collect();
        let name = measure.map_or("heap", Measure::name);
        answer.why.push(format!("{name} of each component: {}", shown.join("; ")));
        Ok(Some(answer))
    }

    /// The measure of every component and of every option; `None` if one is loopy.
    fn measured(&self, measure: Measure) -> Result<Option<Vec<ComponentMoves>>, Stopped> {
        let mut known: HashMap<*const dyn AnyRuleset, Measures<'_, AnyImpartial>> = HashMap::new();
        let mut components = vec![];
        for (place, (position, options)) in self.sum.places().iter().zip(&self.components) {
            let measures = known.entry(Arc::as_ptr(place.game.rules())).or_insert_with(|| {
                let rules = AnyImpartial::try_from(place.game.rules().clone()).expect("the sum is impartial");
                Measures::new(rules, measure, &self.options.limits)
            });
            let mut value = |position: &AnyPosition| match measures.value(position) {
                Ok(value) => Ok(Some(value)),
                Err(NoNimber::Loopy) => Ok(None),
                Err(NoNimber::Stopped(stopped)) => Err(stopped),
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
        let component = |(position, options): &(&AnyPosition, Options)| {
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
