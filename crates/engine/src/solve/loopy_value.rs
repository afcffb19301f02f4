//! Values of partizan sums in which a position can come again.
//!
//! Siegel, *Combinatorial Game Theory*, ch. VI; *Winning Ways*, ch. 11.

use super::values::has_value;
use super::{MixedSum, SolveError, SolveOptions, solve, value};
use crate::growth;
use hashbrown::HashMap;
use sprague_core::any::{AnyPartizanOf, AnyPosition};
use sprague_core::limits::Meter;
use sprague_core::{Limits, OutcomeClass, Partizan, Player, Stopped};
use sprague_values::loopy::{Graph, NotFound, Sided, Stopper, Stoppers};
use sprague_values::{Arena, Value};
use std::cmp::Ordering;

/// The value of a sum in which a position can come again.
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
    /// The value as text.
    ///
    /// `None` where a side was not found, or beyond [`Value::MAX_TEXT`] characters.
    pub text: Option<String>,
    /// The onside and the offside as text, each a stopper, or why none was found.
    ///
    /// Inside `None` beyond [`Value::MAX_TEXT`] characters.
    pub sides: [Result<Option<String>, NotFound>; 2],
    /// A side without a stopper as the rules simplify it.
    pub simplified: [Option<String>; 2],
    /// Tells whether it is a stopper: both sides are one.
    pub is_stopper: bool,
    /// The outcome class, draws among them.
    pub outcome_class: OutcomeClass,
    /// The pseudonumbers where play of a stopper stops if Left starts, and if Right starts.
    pub stops: Option<[String; 2]>,
    /// The degree of loopiness: the onside of a stopper minus itself.
    pub degree: Option<String>,
    /// The variety of a stopper, where it is defined.
    pub variety: Option<String>,
}

/// The value of a sum that has loopy components, as stoppers for both sides.
///
/// Each loopy component is explored as a whole. Where no stopper is found for a side, the outcome class is that by play.
///
/// # Errors
/// [`SolveError::Refused`] for what has no value by its rules, [`SolveError::Stopped`] at a limit.
pub fn loopy_value(sum: &MixedSum, limits: &Limits) -> Result<LoopyValue, SolveError> {
    let limits = &limits.starting_now();
    let (arena, explored) = (Arena::new(), Explored::of(sum, limits)?);
    let mut stoppers = Stoppers::new(&arena, limits);
    let each = explored.values(&mut stoppers)?;
    let total = total(&mut stoppers, &each)?;
    let text = |stoppers: &mut Stoppers<'_>, value: Sided| stoppers.text(value, Value::MAX_TEXT);
    let mut sides = [Ok(None), Ok(None)];
    let mut simplified = [None, None];
    for (at, (side, favoured)) in [(total.onside, Player::Left), (total.offside, Player::Right)].into_iter().enumerate() {
        sides[at] = match side {
            Ok(stopper) => Ok(text(&mut stoppers, stopper.into())?),
            Err(reason) => {
                if let [Component::Node(root)] = explored.components[..] {
                    simplified[at] = stoppers.simplified_text(&explored.graph, &[], favoured, root, Value::MAX_TEXT)?;
                }
                Err(reason)
            }
        };
    }
    let stopper = total.stopper();
    let outcome_class = match stoppers.outcome_class(total)? {
        Ok(class) => class,
        Err(_) => class_by_play(sum, limits)?,
    };
    let found = match stopper {
        Some(stopper) => Some(about(&mut stoppers, stopper)?),
        None => None,
    };
    let (stops, degree, variety) = found.unwrap_or_default();
    Ok(LoopyValue {
        text: if sides.iter().all(Result::is_ok) { text(&mut stoppers, total)? } else { None },
        sides,
        simplified,
        is_stopper: stopper.is_some(),
        outcome_class,
        stops,
        degree,
        variety,
    })
}

/// Stops, degree and variety as text.
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

/// The outcome class by who is found to win.
fn class_by_play(sum: &MixedSum, limits: &Limits) -> Result<OutcomeClass, SolveError> {
    let [left, right] = Player::BOTH.map(|first| {
        let options =
            SolveOptions { outcome_only: true, first_only: true, first, limits: limits.clone(), ..SolveOptions::default() };
        solve(sum, &options).map(|answer| answer.outcome)
    });
    Ok(OutcomeClass::of(left?, right?))
}

/// The order of the first components of `both` and the others, where some are loopy.
///
/// Stoppers are ordered by survival, all else by both sides, each by itself. `None` inside if they are confused.
///
/// # Errors
/// As [`loopy_value`]. Inside, the reason why a side was not found on which the order depends.
pub fn loopy_comparison(
    both: &MixedSum,
    firsts: usize,
    limits: &Limits,
) -> Result<Result<Option<Ordering>, NotFound>, SolveError> {
    let limits = &limits.starting_now();
    let (arena, explored) = (Arena::new(), Explored::of(both, limits)?);
    let mut stoppers = Stoppers::new(&arena, limits);
    let each = explored.values(&mut stoppers)?;
    let (left, right) = each.split_at(firsts.min(each.len()));
    let [left, right] = [total(&mut stoppers, left)?, total(&mut stoppers, right)?];
    Ok(match (stoppers.compare(left, right)?, &explored.components[..]) {
        // the definition decides where stoppers are missing
        (Err(_), &[Component::Node(g), Component::Node(h)]) if firsts == 1 => {
            Ok(stoppers.compare_positions(&explored.graph, &[], g, h)?)
        }
        (compared, _) => compared,
    })
}

fn total(stoppers: &mut Stoppers<'_>, each: &[Sided]) -> Result<Sided, Stopped> {
    each.iter().try_fold(Stopper::ZERO.into(), |total, value| stoppers.add(total, *value))
}

/// A component of a sum.
enum Component {
    /// One that ends, with its value.
    Ends(Value),
    /// A loopy one, by its position in the graph.
    Node(u32),
}

/// Everything that loopy components lead to.
struct Explored {
    components: Vec<Component>,
    graph: Graph,
}

impl Explored {
    fn of(sum: &MixedSum, limits: &Limits) -> Result<Self, SolveError> {
        has_value(sum)?;
        let (rules, which) = sum.rulesets();
        let rules = AnyPartizanOf::new(rules).expect("no component has a terminal rule");
        let (mut components, mut roots) = (vec![], vec![]);
        for (component, number) in sum.components.iter().zip(which) {
            match (value(&MixedSum::of([component.clone()]), limits), component.small()) {
                (Ok(value), _) => components.push(Component::Ends(value)),
                (Err(SolveError::Refused(_)), Some(position)) => {
                    let root = rules.normal_form(position.clone().numbered(number));
                    let known = roots.iter().position(|other| *other == root).unwrap_or(roots.len());
                    if known == roots.len() {
                        roots.push(root);
                    }
                    components.push(Component::Node(known as u32));
                }
                (Err(error), _) => return Err(error),
            }
        }
        let graph = explored(&rules, roots, limits);
        sum.check()?;
        Ok(Self { components, graph: graph? })
    }

    /// The value of each component.
    fn values(&self, stoppers: &mut Stoppers<'_>) -> Result<Vec<Sided>, Stopped> {
        let nodes = stoppers.evaluate(&self.graph, &[])?;
        let value = |component: &Component| match component {
            Component::Ends(value) => value.form_in(stoppers.calculator()).map(Sided::from),
            Component::Node(root) => Ok(nodes[*root as usize]),
        };
        self.components.iter().map(value).collect()
    }
}

/// The graph of what these positions lead to, whose first nodes they are.
fn explored(rules: &AnyPartizanOf, roots: Vec<AnyPosition>, limits: &Limits) -> Result<Graph, Stopped> {
    let mut meter = Meter::new(limits);
    let (mut positions, mut graph, mut edges, mut outside) = (roots, Graph::new(), 0, 0);
    let mut numbers: HashMap<AnyPosition, u32> = positions.iter().cloned().zip(0..).collect();
    let mut next = 0;
    while let Some(here) = positions.get(next).cloned() {
        let mut options = [vec![], vec![]];
        for (player, found) in Player::BOTH.into_iter().zip(&mut options) {
            for option in rules.options(&here, player) {
                let option = rules.normal_form(option);
                let known = positions.len() as u32;
                let number = *numbers.entry_ref(&option).or_insert(known);
                if number == known {
                    outside += 2 * rules.allocated_bytes(&option);
                    positions.push(option);
                }
                found.push(number);
                edges += 1;
                let held = || growth::of_list(&positions) + growth::of_map(&numbers) + outside + 8 * edges;
                meter.allow(positions.len() as u64, held, || rules.fault())?;
            }
            found.sort_unstable();
            found.dedup();
        }
        graph.add(&options[0], &options[1]);
        next += 1;
    }
    Ok(graph)
}
