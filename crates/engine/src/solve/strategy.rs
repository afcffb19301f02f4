//! Strategies: a good move for every position that can be reached while one player follows them.

mod bounds;
mod table;

use super::compound::CompoundPosition;
use super::found_strategy::{FoundStrategy, Noting, WrittenStrategy, ranked, written};
use super::search::in_long_heap;
use super::searchable::{Searchable, unsteady};
use super::values::{Rules, Values};
use super::{Component, ComponentPosition, MixedSum, NoValue, Refused, SolveError, SolveOptions, Valuation, score, terminal};
use sprague_core::any::AnyPosition;
use sprague_core::certificate::{Answers, StrategyForm};
use sprague_core::limits::Meter;
use sprague_core::{Compound, CompoundRule, Limits, Outcome, Play, Player, Stopped};
use std::ops::ControlFlow;

/// A strategy by positions is tried first, with at most this many positions visited and this many moves. Larger strategies are
/// written in another form, unless this form is requested.
const FEW: (u64, usize) = (100_000, 10_000);

/// Up to this many components are listed as they are. If more can be reached, their summands are listed instead.
const SHOWN: usize = 1 << 16;

/// Returns a strategy of the player who wins a sum, or who does not lose it.
///
/// `write` must return the text of sums that have the components of this sum. `write_any` must return the text of sums of any
/// other components with these rulesets: a single component, or a [`multiset`].
///
/// If `form` is `None`, the form is chosen in this order:
///
/// 1. by positions, if a search of 100,000 positions finds the strategy and it has at most 10,000 moves;
/// 2. by the values of the components if these decide, as they do for impartial sums under normal play without loops;
/// 3. by bounds, for partizan sums under the same conditions;
/// 4. by multisets.
///
/// Games with a terminal rule have strategies by positions, and by scores if the rules count points.
///
/// ```
/// use sprague::certificate::{Answers, StrategyForm};
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, strategy};
/// use sprague::any;
/// # use sprague::examples::Nim;
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum::of([Component::new(&nim, &2_u64), Component::new(&nim, &1_u64)]);
/// let write = |sum: &MixedSum| format!("{:?}", sum.components.iter().map(|heap| heap.typed::<u64>().unwrap()).collect::<Vec<_>>());
/// let by_positions = strategy(&sum, &SolveOptions::default(), None, write, write)?;
/// assert_eq!(by_positions.answers.moves().unwrap()["[2, 1]"], "[1, 1]");
/// let by_components = strategy(&sum, &SolveOptions::default(), Some(StrategyForm::Components), write, write)?;
/// let values = [("[0]", 0), ("[1]", 1), ("[2]", 2)].map(|(heap, nimber)| (heap.to_owned(), nimber));
/// assert_eq!(by_components.answers, Answers::Components(values.into()));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns a [`SolveError`]. A form that relies on values is refused if they do not decide the sum.
pub fn strategy(
    sum: &MixedSum,
    options: &SolveOptions,
    form: Option<StrategyForm>,
    write: impl Fn(&MixedSum) -> String,
    write_any: impl Fn(&MixedSum) -> String,
) -> Result<WrittenStrategy, SolveError> {
    sum.has_meaning()?;
    let options = &options.starting_now();
    if sum.has_terminal_rule() {
        let usual = if sum.is_scored() { StrategyForm::Scores } else { StrategyForm::Positions };
        if let Some(form) = form.filter(|form| *form != usual) {
            let why = match (sum.components[0].kind().why_no_value(), form) {
                (_, StrategyForm::Scores) => "rules that count points".to_owned(),
                (Some(why), _) if !sum.is_of_stones() => format!("a game that the last move decides: {why}"),
                _ => "a game that the last move decides: here the stones that the players hold decide".to_owned(),
            };
            return Err(Refused { component: 0, why: why.into() }.into());
        }
        let noting = Noting { write: &write, form_of: &MixedSum::clone, most: usize::MAX };
        let found = match usual {
            StrategyForm::Scores => score::strategy(sum, options, &write),
            _ => Ok(terminal::strategy(sum, options, &noting)?.written(Answers::Positions)),
        };
        sum.check()?;
        return found;
    }
    let in_form = |form, options: &SolveOptions, most| match form {
        StrategyForm::Positions => {
            let noting = Noting { write: &write, form_of: &|sum: &MixedSum| sum.clone(), most };
            Ok(found(sum, options, &noting)?.written(Answers::Positions))
        }
        StrategyForm::Multisets => {
            let noting = Noting { write: &write_any, form_of: &|sum: &MixedSum| multiset(sum, &write_any), most };
            Ok(found(sum, options, &noting)?.written(Answers::Multisets))
        }
        StrategyForm::Components => table::by_components(sum, options, &write_any),
        StrategyForm::Bounds => bounds::by_bounds(sum, options, &write_any),
        StrategyForm::Scores => Err(Refused { component: 0, why: "rules that count points".into() }.into()),
    };
    let in_some_form = || {
        let limits = Limits { positions: options.limits.positions.min(FEW.0), ..options.limits.clone() };
        let few = in_form(StrategyForm::Positions, &SolveOptions { limits, ..options.clone() }, FEW.1);
        if !matches!(few, Err(SolveError::Stopped(Stopped::Positions(_)))) {
            return few;
        }
        match in_form(StrategyForm::Components, options, usize::MAX) {
            Err(SolveError::Refused(_) | SolveError::Stopped(Stopped::Positions(_))) => {}
            answered => return answered,
        }
        if sum.is_partizan() {
            match in_form(StrategyForm::Bounds, options, usize::MAX) {
                Err(SolveError::Refused(_) | SolveError::Stopped(Stopped::Positions(_))) => {}
                answered => return answered,
            }
        }
        in_form(StrategyForm::Multisets, options, usize::MAX)
    };
    let found = form.map_or_else(in_some_form, |form| in_form(form, options, usize::MAX));
    sum.check()?;
    found
}

/// Returns the sum as a multiset of components in a fixed order.
///
/// Components with the same rules stand next to each other, ordered by the length of their texts from `write` and then by the
/// texts. In a disjunctive sum, components are split into summands and finished ones are left out. If all are finished, the
/// first one in this order remains. Summands are in normal form.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, multiset};
/// use sprague::any;
/// # use sprague::examples::Nim;
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = |heaps: &[u64]| MixedSum::of(heaps.iter().map(|heap| Component::new(&nim, heap)));
/// let heaps = |sum: &MixedSum| sum.components.iter().map(|heap| heap.typed::<u64>().unwrap()).collect::<Vec<_>>();
/// let sorted = |of: &[u64]| heaps(&multiset(&sum(of), |heap| heaps(heap)[0].to_string()));
/// assert_eq!(sorted(&[12, 0, 3, 7]), [3, 7, 12]);
/// assert_eq!(sorted(&[0, 0]), [0]);
/// ```
pub fn multiset(sum: &MixedSum, write: impl Fn(&MixedSum) -> String) -> MixedSum {
    let key = |component: &Component| {
        let text = write(&MixedSum::of([component.clone()]));
        (text.len(), text)
    };
    let which = sum.rulesets().1;
    let falls_apart = sum.rule == CompoundRule::Disjunctive;
    let mut parts: Vec<(u32, (usize, String), Component)> = vec![];
    for (component, which) in sum.components.iter().zip(which) {
        let left = if falls_apart { unfinished(component) } else { vec![component.clone()] };
        parts.extend(left.into_iter().map(|part| (which, key(&part), part)));
    }
    parts.sort_by(|(a, a_key, _), (b, b_key, _)| (a, a_key).cmp(&(b, b_key)));
    let mut components: Vec<Component> = parts.into_iter().map(|(.., part)| part).collect();
    if components.is_empty() {
        components.extend(sum.components.iter().min_by_key(|component| key(component)).cloned());
    }
    MixedSum { components, rule: sum.rule, play: sum.play }
}

/// Returns the summands of a component in which some player can move, each in normal form.
fn unfinished(component: &Component) -> Vec<Component> {
    let Some(position) = component.small() else { return vec![component.clone()] };
    let rules = component.rules.rules();
    let mut summands = vec![];
    rules.summands(position, &mut summands);
    let can_move = |summand: &AnyPosition| Player::BOTH.iter().any(|player| !rules.is_stuck(summand, *player));
    summands.retain(|summand| rules.is_entailed(summand) || can_move(summand));
    summands.into_iter().map(|summand| component.with(ComponentPosition::Small(rules.normal_form(summand)))).collect()
}

fn found(sum: &MixedSum, options: &SolveOptions, noting: &Noting<'_>) -> Result<FoundStrategy, Stopped> {
    if sum.rule != CompoundRule::Disjunctive {
        let asked = CompoundPosition::of(sum, options)?;
        let (rules, which) = asked.rules();
        let compound = Compound::new(rules, sum.rule, sum.play);
        let start = compound.position(asked.positions(&which, &[]));
        let solution = crate::evaluate::solution(&compound, &start, &options.limits)?;
        return ranked(sum, options, solution.outcome(), noting, |here, _, each| {
            let asked = CompoundPosition::of(here, options)?;
            let which = here.rulesets().1;
            asked.judge(&compound, &which, &solution, |rank, choice| each(rank, &|| asked.after(choice)))
        });
    }
    // a long heap has few smaller heaps, but may have a long value
    if sum.is_partizan()
        && sum.play == Play::Normal
        && in_long_heap(sum, &options.limits).is_none()
        && let Some(found) = by_values(sum, options, noting)?
    {
        return Ok(found);
    }
    let searchable = Searchable::of(sum, &options.limits)?;
    let root = searchable.position(options.player(sum), None);
    let solution = crate::evaluate::solution(&searchable.rules, &root, &options.limits)?;
    ranked(sum, options, solution.outcome(), noting, |here, player, each| {
        searchable.on(here).judge(&solution, player, &options.limits, |rank, index, _, position| {
            each(rank, &|| here.with_all([(index, position.clone())]));
        })
    })
}

/// Returns the strategy that keeps the value of a sum on its owner's side of 0, or `None` for sums without values.
///
/// It does not explore the graph of the sum, which may be far larger than the strategy.
fn by_values(sum: &MixedSum, options: &SolveOptions, noting: &Noting<'_>) -> Result<Option<FoundStrategy>, Stopped> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    let values = Values::new(&rules, &options.limits);
    let covered = |answered: Result<Outcome, NoValue>| match answered {
        Ok(outcome) => Ok(Some(outcome)),
        Err(NoValue::NotCovered) => Ok(None),
        Err(NoValue::Stopped(stopped)) => Err(stopped),
    };
    let total = values.of_sum(sum);
    let Some(outcome) = covered(total.and_then(|total| values.outcome(&total, options.player(sum))))? else { return Ok(None) };
    let replies = |here: &MixedSum, player, each: &mut dyn FnMut(MixedSum, usize)| {
        here.components.iter().enumerate().try_for_each(|(index, component)| {
            component.each_move::<Stopped>(player, &options.limits, &mut |_, position| {
                each(here.with_all([(index, position)]), index);
                Ok(true)
            })
        })
    };
    // an answer in the component of the last move leaves the rest unchanged, so that fewer positions can be reached
    let answer = |here: &MixedSum, player, last| match values.winning_move(here, player, last) {
        Ok(mv) => Ok(mv.map(|change| here.with_all([change]))),
        Err(NoValue::Stopped(stopped)) => Err(stopped),
        Err(NoValue::NotCovered) => Err(unsteady(here)),
    };
    written(sum, options, outcome, noting, replies, answer).map(Some)
}

/// Calls `each` with every sum that one move of `player` may leave, until `each` returns `Break`.
///
/// You can replay a strategy with it by the rules alone.
///
/// ```
/// use sprague::solve::{MixedSum, each_option};
/// use sprague::{Limits, Player};
/// each_option(&MixedSum::of([]), Player::Left, &Limits::default(), |_| unreachable!("there is no move"))?;
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns a [`SolveError`], also if a heap has more moves than can be listed, because omitted moves would go unanswered.
pub fn each_option(
    sum: &MixedSum,
    player: Player,
    limits: &Limits,
    mut each: impl FnMut(&MixedSum) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    sum.has_meaning()?;
    if let Some(component) = sum.components.iter().position(|component| !component.has_listed_moves()) {
        return Err(Refused { component, why: "a heap whose moves can be listed: this one has too many".into() }.into());
    }
    let (mut meter, mut count) = (Meter::new(limits), 0);
    // returns `false` if no more sums are needed
    let mut tell = |after: &MixedSum| -> Result<bool, Stopped> {
        count += 1;
        meter.allow(count, || 0, || None)?;
        Ok(each(after).is_continue())
    };
    if sum.rule == CompoundRule::Disjunctive {
        let mut has_more = true;
        for (index, component) in sum.open() {
            if !has_more {
                break;
            }
            component.each_move::<Stopped>(player, limits, &mut |_, position| {
                has_more = tell(&sum.with_all([(index, position)]))?;
                Ok(has_more)
            })?;
        }
    } else {
        let options = SolveOptions { limits: limits.clone(), ..SolveOptions::default() };
        let asked = CompoundPosition::of(sum, &options)?;
        for choice in sum.rule.choices(asked.counts()) {
            if !tell(&asked.after(&choice))? {
                break;
            }
        }
    }
    Ok(sum.check()?)
}
