//! Values of partizan sums in which a position can be repeated.
//!
//! Sources: Siegel, *Combinatorial Game Theory*, ch. VI; *Winning Ways*, ch. 11.

use super::loopy_values::{self, Explored, LoopyValues};
use super::values::has_value;
use super::{Component, MixedSum, NoValue, Refused, SolveError, SolveOptions, solve};
use sprague_core::any::{AnyPartizanOf, AnyPosition};
use sprague_core::{Limits, OutcomeClass, Partizan, Player, Stopped};
use sprague_values::Value;
use sprague_values::loopy::{NotFound, Sided, Stopper, Stoppers};
use std::cmp::Ordering;

/// The value of a sum in which a position can be repeated.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, loopy_value};
/// use sprague::{Limits, OutcomeClass, Partizan, Player, any, heap_notation};
///
/// /// Left takes the token, Right passes.
/// struct Over;
/// impl Partizan for Over {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         (*heap > 0).then_some(if player == Player::Left { 1 } else { 0 }).into_iter()
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// }
/// heap_notation!(Over);
///
/// let rules = std::sync::Arc::new(RulesetCache::new("over", any::partizan(Over)));
/// let found = loopy_value(&MixedSum::of([Component::new(&rules, &1_u64)]), &Limits::default())?;
/// assert_eq!((found.text.as_deref(), found.outcome_class), (Some("over"), OutcomeClass::Left));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoopyValue {
    /// The value as text, or `None` if a side was not found or the text is longer than [`Value::MAX_TEXT`] characters.
    pub text: Option<String>,
    /// The onside and the offside, each as the text of a stopper or as the reason why none was found.
    ///
    /// The inner `None` stands for a text longer than [`Value::MAX_TEXT`] characters.
    pub sides: [Result<Option<String>, NotFound>; 2],
    /// For a side without a stopper, the side after the simplification rules.
    pub simplified: [Option<String>; 2],
    /// `true` if the value is a stopper, that is, if both sides are the same stopper.
    pub is_stopper: bool,
    /// The outcome class, in which draws are possible.
    pub outcome_class: OutcomeClass,
    /// The pseudonumbers at which play of a stopper stops, if Left starts and if Right starts.
    pub stops: Option<[String; 2]>,
    /// The degree of loopiness: the onside of the stopper minus the stopper itself.
    pub degree: Option<String>,
    /// The variety of a stopper, if it is defined.
    pub variety: Option<String>,
}

/// Returns the value of a sum that has loopy components: a stopper for each side.
///
/// Each loopy summand is explored completely. If no stopper is found for a side, the outcome class is found by search.
///
/// # Errors
/// Returns [`SolveError::Refused`] if the rules allow no value, and [`SolveError::Stopped`] if a limit is reached.
pub fn loopy_value(sum: &MixedSum, limits: &Limits) -> Result<LoopyValue, SolveError> {
    has_value(sum)?;
    let limits = &limits.starting_now();
    loopy_values::asked(sum, limits, |values| described(values, sum, limits))
}

impl LoopyValue {
    /// Returns everything known about a value, which may be loop-free, or `None` if one of its sides was not found.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::solve::LoopyValue;
    /// use sprague::values::{Arena, loopy::Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let value = stoppers.read("upon")?;
    /// let known = LoopyValue::of(&mut stoppers, value)?.unwrap();
    /// assert_eq!((known.degree.as_deref(), known.variety.as_deref()), (Some("^<on>"), Some("v<on>")));
    /// # Ok::<(), sprague::values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn of(stoppers: &mut Stoppers<'_>, value: Sided) -> Result<Option<Self>, Stopped> {
        let (Ok(on), Ok(off), Ok(outcome_class)) = (value.onside, value.offside, stoppers.outcome_class(value)?) else {
            return Ok(None);
        };
        let stopper = value.stopper();
        let (stops, degree, variety) = stopper.map(|stopper| about(stoppers, stopper)).transpose()?.unwrap_or_default();
        let mut text = |value: Sided| stoppers.text(value, Value::MAX_TEXT);
        Ok(Some(Self {
            text: text(value)?,
            sides: [Ok(text(on.into())?), Ok(text(off.into())?)],
            simplified: [None, None],
            is_stopper: stopper.is_some(),
            outcome_class,
            stops,
            degree,
            variety,
        }))
    }
}

fn described(values: &LoopyValues<'_>, sum: &MixedSum, limits: &Limits) -> Result<LoopyValue, SolveError> {
    let total = total(values, sum)?;
    let stoppers = &mut *values.stoppers();
    if let Some(known) = LoopyValue::of(stoppers, total)? {
        return Ok(known);
    }
    let text = |stoppers: &mut Stoppers<'_>, value: Sided| stoppers.text(value, Value::MAX_TEXT);
    let mut sides = [Ok(None), Ok(None)];
    let mut simplified = [None, None];
    for (at, (side, favoured)) in [(total.onside, Player::Left), (total.offside, Player::Right)].into_iter().enumerate() {
        sides[at] = match side {
            Ok(stopper) => Ok(text(stoppers, stopper.into())?),
            Err(reason) => {
                let (rules, roots) = roots(sum);
                if let [root] = &roots[..] {
                    let mut explored = Explored::new(&rules, limits);
                    let root = explored.root(root.clone());
                    explored.explore(|_| None)?;
                    simplified[at] = stoppers.simplified_text(&explored.graph, &[], favoured, root, Value::MAX_TEXT)?;
                }
                Err(reason)
            }
        };
    }
    Ok(LoopyValue {
        text: None,
        sides,
        simplified,
        is_stopper: false,
        outcome_class: class_by_play(sum, limits)?,
        stops: None,
        degree: None,
        variety: None,
    })
}

/// Returns the total of all components, after checking that the rules have not failed.
fn total(values: &LoopyValues<'_>, sum: &MixedSum) -> Result<Sided, SolveError> {
    let total = values.total(sum);
    sum.check()?;
    total.map_err(|error| match error {
        NoValue::Stopped(stopped) => stopped.into(),
        NoValue::NotCovered => {
            let large = sum.components.iter().position(|component| component.small().is_none()).unwrap_or(0);
            Refused { component: large, why: "a heap below 2^64: of larger ones no value is computed".into() }.into()
        }
    })
}

/// Returns the rulesets, and the positions of the components without heaps of more than 64 bits.
fn roots(sum: &MixedSum) -> (AnyPartizanOf, Vec<AnyPosition>) {
    let (rules, which) = sum.rulesets();
    let rules = AnyPartizanOf::new(rules).expect("no component has a terminal rule");
    let numbered = |(component, number): (&Component, u32)| Some(component.small()?.clone().numbered(number));
    let positions = sum.components.iter().zip(which).filter_map(numbered).map(|position| rules.normal_form(position)).collect();
    (rules, positions)
}

type About = (Option<[String; 2]>, Option<String>, Option<String>);

fn about(stoppers: &mut Stoppers<'_>, stopper: Stopper) -> Result<About, Stopped> {
    let stops = [stoppers.stop(stopper, Player::Left)?, stoppers.stop(stopper, Player::Right)?];
    let mut text = |stopper: Stopper| stoppers.text(stopper.into(), Value::MAX_TEXT);
    let [left, right] = [text(stops[0])?, text(stops[1])?];
    let degree = match stoppers.degree(stopper)? {
        Ok(degree) => stoppers.text(degree.into(), Value::MAX_TEXT)?,
        Err(_) => None,
    };
    let variety = match stoppers.variety(stopper)? {
        Ok(variety) => stoppers.text(variety.into(), Value::MAX_TEXT)?,
        Err(_) => None,
    };
    Ok((left.zip(right).map(|(left, right)| [left, right]), degree, variety))
}

/// Finds the outcome class by solving for each starting player.
fn class_by_play(sum: &MixedSum, limits: &Limits) -> Result<OutcomeClass, SolveError> {
    let [left, right] = Player::BOTH.map(|first| {
        let options =
            SolveOptions { outcome_only: true, first_only: true, first, limits: limits.clone(), ..SolveOptions::default() };
        solve(sum, &options).map(|answer| answer.outcome)
    });
    Ok(OutcomeClass::of(left?, right?))
}

/// Compares two sums, some of whose components are loopy: the first `firsts` components of `both`, and the other components.
///
/// Stoppers are compared by survival, and other values by each of their sides. The inner `None` means that the sums are
/// confused.
///
/// # Errors
/// See [`loopy_value`]. The inner error is the reason why a side that the comparison depends on was not found.
pub fn loopy_comparison(
    both: &MixedSum,
    firsts: usize,
    limits: &Limits,
) -> Result<Result<Option<Ordering>, NotFound>, SolveError> {
    has_value(both)?;
    let limits = &limits.starting_now();
    let (left, right) = both.components.split_at(firsts.min(both.components.len()));
    let sides = [left, right].map(|components| MixedSum::of(components.iter().cloned()));
    loopy_values::asked(both, limits, |values| compared(values, both, &sides, limits))
}

fn compared(
    values: &LoopyValues<'_>,
    both: &MixedSum,
    sides: &[MixedSum; 2],
    limits: &Limits,
) -> Result<Result<Option<Ordering>, NotFound>, SolveError> {
    let [left, right] = [total(values, &sides[0])?, total(values, &sides[1])?];
    let compared = values.stoppers().compare(left, right)?;
    let (rules, roots) = roots(both);
    Ok(match (compared, &roots[..]) {
        // if stoppers are missing, compare by the definition
        (Err(_), [g, h]) if sides[0].components.len() == 1 => {
            let mut explored = Explored::new(&rules, limits);
            let [g, h] = [g, h].map(|position| explored.root(position.clone()));
            explored.explore(|_| None)?;
            Ok(values.stoppers().compare_positions(&explored.graph, &[], g, h)?)
        }
        (compared, _) => compared,
    })
}
