//! Sums moved in by another rule than one component at a time: by the theorem of the rule, or by search.

use super::legal::{LONGEST_LINE, each_move, label};
use super::tally::{Listed, Tally, Worth};
use super::{Answer, GLANCE, LOOK, Moves, SolveOptions, Step, glance};
use crate::{Component, Family, SumText, Unanswered};
use sprague::any::Kind;
use sprague::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use sprague::{
    AnyImpartial, AnyOf, AnyPosition, AnyRuleset, BadNotation, Compound, Limits, Meter, NoNimber, Outcome, Play, Player, Rule,
    Solution, Stopped, Strategy, Winner,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most moves of all components together that are looked at.
const MOST_OPTIONS: usize = 1 << 22;

/// The moves of one component: what they are called and where they lead.
type Options = Vec<(String, AnyPosition)>;

/// A position with the moves of each component.
struct Asked<'a> {
    sum: &'a SumText,
    options: &'a SolveOptions,
    components: Vec<(&'a AnyPosition, Options)>,
}

/// The answer under a rule that is not disjunctive.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    allowed(sum, options.rule)?;
    let asked = Asked::of(sum, options)?;
    if options.search {
        return Ok(asked.by_search()?);
    }
    let Some(mut answer) = asked.by_theorem()? else { return Ok(asked.by_search()?) };
    let asks_for_more = options.explain || options.line;
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

/// Whether the rule has a meaning for these components.
fn allowed(sum: &SumText, rule: Rule) -> Result<(), BadNotation> {
    for place in sum.places() {
        let why = match place.game.rules().kind() {
            Kind::Impartial => continue,
            Kind::Partizan => "Left and Right have moves of their own here",
            Kind::OwnEnding => "this game says itself who has won, and not the last move",
        };
        return Err(BadNotation::new(place.at, format!("an impartial game, since `--rule {rule}` is about those: {why}")));
    }
    Ok(())
}

impl<'a> Asked<'a> {
    fn of(sum: &'a SumText, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut components = vec![];
        let mut count = 0;
        for (index, place) in sum.places().iter().enumerate() {
            // a heap beyond 64 bits has more moves than can be looked at
            let Component::Near(position) = &place.component else { return Err(Stopped::Positions(options.limits.positions)) };
            let mut moves: Options = vec![];
            each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
                count += 1;
                if count > MOST_OPTIONS {
                    return Err(Stopped::Positions(MOST_OPTIONS as u64));
                }
                let Component::Near(to) = component else { unreachable!("heaps only shrink") };
                moves.push((mv.to_owned(), to));
                Ok(true)
            })?;
            components.push((position, moves));
        }
        Ok(Self { sum, options, components })
    }

    /// The moves of a choice: in which component, what it is called and where it leads.
    fn chosen<'b>(&'b self, choice: &'b [Option<usize>]) -> impl Iterator<Item = (usize, &'b str, &'b AnyPosition)> {
        let option = |(index, option): (usize, &Option<usize>)| {
            let (mv, to) = &self.components[index].1[(*option)?];
            Some((index, mv.as_str(), to))
        };
        choice.iter().enumerate().filter_map(option)
    }

    /// The whole position after a choice.
    fn after(&self, choice: &[Option<usize>]) -> SumText {
        self.sum.with_all(self.chosen(choice).map(|(index, _, to)| (index, Component::Near(to.clone()))))
    }

    /// The whole move.
    fn step(&self, choice: &[Option<usize>]) -> Step {
        let labels: Vec<String> = self.chosen(choice).map(|(index, mv, _)| label(self.sum, index, mv)).collect();
        Step { label: labels.join(", "), to: self.after(choice).to_string(), next: None }
    }

    fn counts(&self) -> Vec<usize> {
        self.components.iter().map(|(_, options)| options.len()).collect()
    }

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
        let mut answer = Answer::new(self.sum, self.options, outcome, moves, theorem(rule, play).to_owned());
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

    /// The rulesets of the components as one, and which of them each component follows.
    fn rules(&self) -> (AnyOf, Vec<u32>) {
        let (rules, which) = self.sum.rulesets();
        (AnyOf::new(rules).expect("the sum is impartial"), which)
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
                let mut best: Option<(Worth, Vec<Option<usize>>)> = None;
                asked.judge(&compound, &which, &solution, |worth, choice| {
                    if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                        best = Some((worth, choice.to_vec()));
                    }
                })?;
                let Some((_, choice)) = best else { break };
                line.push(asked.step(&choice));
                here = asked.after(&choice);
            }
            answer.line = Some(line);
        }
        Ok(answer)
    }

    /// The components after a choice, each with the number of its ruleset.
    fn place(&self, which: &[u32], choice: &[Option<usize>]) -> Vec<(u32, AnyPosition)> {
        let component = |(index, which): (usize, &u32)| {
            let (position, options) = &self.components[index];
            let after = choice.get(index).copied().flatten().map(|option| options[option].1.clone());
            (*which, after.unwrap_or_else(|| (*position).clone()))
        };
        which.iter().enumerate().map(component).collect()
    }

    /// Calls `each` with every legal move and its worth.
    fn judge(
        &self,
        compound: &Compound<AnyOf>,
        which: &[u32],
        solution: &Solution<'_, Compound<AnyOf>>,
        mut each: impl FnMut(Worth, &[Option<usize>]),
    ) -> Result<(), Stopped> {
        let mut meter = Meter::new(&self.options.limits);
        for choice in self.options.rule.choices(self.counts()) {
            meter.allow(0, || 0, || None)?;
            let after = compound.position(self.place(which, &choice));
            let (answered, remoteness) = solution.of(&after).ok_or_else(|| super::unsteady(self.sum))?;
            each(Worth::of(-answered, remoteness), &choice);
        }
        Ok(())
    }
}

/// Explores all that can be reached, and writes down what the winner answers.
pub(crate) fn strategy_of(sum: &SumText, options: &SolveOptions) -> Result<Strategy, Unanswered> {
    allowed(sum, options.rule)?;
    let asked = Asked::of(sum, options)?;
    let (rules, which) = asked.rules();
    let compound = Compound::new(rules, options.rule, options.play);
    let solution = sprague::solve(&compound, &compound.position(asked.place(&which, &[])), &options.limits)?;
    let outcome = solution.outcome();
    let winner = if outcome == Outcome::Loss { Winner::Other } else { Winner::Mover };
    let mut moves = BTreeMap::new();
    let mut bytes = 0;
    // positions with the winner to move
    let mut waiting: Vec<SumText> = vec![];
    let answers = |here: &Asked<'_>, waiting: &mut Vec<SumText>| -> Result<(), Stopped> {
        here.judge(&compound, &which, &solution, |_, choice| waiting.push(here.after(choice)))
    };
    match winner {
        Winner::Mover => waiting.push(sum.clone()),
        Winner::Other => answers(&asked, &mut waiting)?,
    }
    while let Some(here) = waiting.pop() {
        let text = here.to_string();
        if moves.contains_key(&text) {
            continue;
        }
        let asked = Asked::of(&here, options)?;
        let mut best: Option<(Worth, Vec<Option<usize>>)> = None;
        asked.judge(&compound, &which, &solution, |worth, choice| {
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, choice.to_vec()));
            }
        })?;
        // the game may be over, and won
        let Some((_, choice)) = best else { continue };
        let after = asked.after(&choice);
        let to = after.to_string();
        bytes += text.len() + to.len() + 64;
        if bytes as u64 > options.limits.bytes {
            return Err(Stopped::Memory(options.limits.bytes).into());
        }
        moves.insert(text, to);
        answers(&Asked::of(&after, options)?, &mut waiting)?;
    }
    let (position, rule) = (sum.to_string(), options.rule.to_string());
    Ok(Strategy { position, play: options.play, rule, winner, draw: outcome == Outcome::Draw, moves })
}

/// The positions after each legal move.
pub(crate) fn options_of(sum: &SumText, rule: Rule, limits: &Limits) -> Result<Vec<String>, Unanswered> {
    allowed(sum, rule)?;
    let options = SolveOptions { rule, limits: limits.clone(), ..SolveOptions::default() };
    let asked = Asked::of(sum, &options)?;
    let mut meter = Meter::new(limits);
    let mut after = vec![];
    for choice in rule.choices(asked.counts()) {
        if after.len() >= MOST_OPTIONS {
            return Err(Stopped::Positions(MOST_OPTIONS as u64).into());
        }
        meter.allow(0, || 0, || None)?;
        after.push(asked.after(&choice).to_string());
    }
    Ok(after)
}

/// What decides, in a sentence.
fn theorem(rule: Rule, play: Play) -> &'static str {
    match (rule, play) {
        (Rule::Disjunctive, _) => "disjunctive: the nim-sum of the Grundy numbers decides",
        (Rule::Diminished, Play::Normal) => {
            "diminished: lost if a component is over; else won if one has an option that is over; else lost exactly if the nim-sum of \
             the foreclosed Grundy numbers is 0"
        }
        (Rule::Diminished, Play::Misere) => {
            "diminished, misère: won if a component is over; else lost exactly if the nim-sum of the Grundy numbers, taken without \
             the finished positions, is 0"
        }
        (Rule::Conjunctive, Play::Normal) => "conjunctive: lost exactly if the least remoteness is even (Smith 1966)",
        (Rule::Conjunctive, Play::Misere) => {
            "conjunctive, misère: lost exactly if the least misère remoteness is odd (Smith 1966)"
        }
        (Rule::Continued, Play::Normal) => "continued: lost exactly if the greatest suspense number is even (Conway, ONAG)",
        (Rule::Continued, Play::Misere) => {
            "continued, misère: lost exactly if the greatest misère suspense number is odd (Conway, ONAG)"
        }
        (Rule::Selective, Play::Normal) => "selective: lost exactly if every component is",
        (Rule::Selective, Play::Misere) => {
            "selective, misère: with several components that can be moved in, lost exactly if all of them are lost in normal play; \
             with one, it decides; with none, won"
        }
        (Rule::ShortenedSelective, Play::Normal) => {
            "shortened selective: lost exactly if a component is over or every component is lost"
        }
        (Rule::ShortenedSelective, Play::Misere) => {
            "shortened selective, misère: lost exactly if every component is lost in misère play"
        }
        (Rule::NotAll, Play::Normal) => "not all: lost exactly if all Grundy numbers are equal",
        (Rule::NotAll, Play::Misere) => {
            "not all, misère, heaps of Nim: one alone is won; if none is above 1, lost exactly if one of them is 1; else lost exactly \
             if all are equal"
        }
        (Rule::Moore(_), Play::Normal) => {
            "Moore's Nim (1910): lost exactly if the binary digits of the heaps, added without carry modulo K + 1, are all 0"
        }
        (Rule::Moore(_), Play::Misere) => {
            "Moore's Nim, misère: if no heap is above 1, lost exactly if their number is 1 modulo K + 1; else as in normal play"
        }
    }
}
