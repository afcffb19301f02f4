//! The components of a sum, each alone, with value, outcome and picture.

use super::LISTED;
use super::look::LookView;
use crate::ask::component_picture::picture;
use crate::ask::value::Named;
#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::parsed::text_of_any;
use serde::{Serialize, Serializer};
use sprague::any::{Kind, Picture};
use sprague::num_bigint::BigUint;
use sprague::solve::{Component, ComponentPosition, ManySums, MixedSum, SharedSearch, SumValue};
use sprague::values::Value;
use sprague::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player};
use std::collections::HashMap;

/// The number of positions that may be visited to evaluate all components together.
const POSITIONS: u64 = 100_000;

/// The maximum length of the text of a value, in bytes.
const MAX_TEXT: usize = 200;

/// A component of a sum.
///
/// ```
/// use sprague_questions::{Session, Solve, view};
/// let view = view(&Session::new().position("nim@3+-game@{3|0}")?, &Solve::default(), &sprague::Limits::default())?;
/// assert_eq!((view.components[0].nimber.as_ref(), view.components[0].value.as_deref()), (Some(&3_u8.into()), Some("*3")));
/// let game = &view.components[1];
/// assert_eq!(game.outcome_class.map(|class| class.symbol()), Some("N"));
/// assert_eq!((game.text.as_str(), game.value.as_deref(), game.named.as_ref().unwrap().mean.as_str()), ("-game@{3|0}", Some("{0|-3}"), "-3/2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComponentView {
    /// The component as a position.
    pub text: String,
    /// The family of the component.
    pub family: String,
    /// The text after the `@`.
    pub component: String,
    /// True if Left and Right are exchanged.
    pub is_negative: bool,
    /// The nimber, if it decides and is found quickly.
    #[serde(serialize_with = "as_number")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    pub nimber: Option<BigUint>,
    /// The canonical form in a partizan sum under normal play, if it is short and found quickly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The outcome of the component alone for the player to move, if found quickly.
    pub outcome: Option<Outcome>,
    /// The outcome class, if it follows from the value, or if both players have the same moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome_class: Option<OutcomeClass>,
    /// The name of the value, its mean and its temperature.
    #[serde(flatten)]
    pub named: Option<Named>,
    /// The position as data to draw.
    pub picture: Option<Picture>,
    /// How the component is drawn.
    pub look: LookView,
}

fn as_number<S: Serializer>(nimber: &Option<BigUint>, serializer: S) -> Result<S::Ok, S::Error> {
    nimber.clone().map(SumValue::Nimber).serialize(serializer)
}

#[derive(Clone, Default)]
struct Judged {
    nimber: Option<BigUint>,
    value: Option<Value>,
    /// The text of the value, if it is loopy.
    loopy: Option<Box<str>>,
    outcome: Option<Outcome>,
}

/// Returns the first components of a sum, at most as many as are listed.
pub(super) fn components(sum: &MixedSum, limits: &Limits, first: Player) -> Vec<ComponentView> {
    let alone = alone(sum);
    let limits = Limits { positions: POSITIONS.min(limits.positions), ..limits.clone() };
    let limits = &limits.starting_now();
    let judged = judged(sum, &alone, limits, first);
    views(&alone, judged, limits)
}

/// Returns the first components of a sum with pictures, but not evaluated.
pub(crate) fn drawn(sum: &MixedSum, limits: &Limits) -> Vec<ComponentView> {
    let alone: Vec<MixedSum> = alone(sum);
    let nothing = vec![Judged::default(); alone.len()];
    views(&alone, nothing, limits)
}

/// Returns the first components of a sum, each as a separate sum.
fn alone(sum: &MixedSum) -> Vec<MixedSum> {
    let alone =
        |component: &Component| MixedSum { components: vec![component.clone()], rule: CompoundRule::Disjunctive, play: sum.play };
    sum.components.iter().take(LISTED).map(alone).collect()
}

fn views(alone: &[MixedSum], judged: Vec<Judged>, limits: &Limits) -> Vec<ComponentView> {
    let view = |(sum, judged): (&MixedSum, Judged)| {
        let component = &sum.components[0];
        let text = text_of_any(sum);
        let family = component.rules.name().to_owned();
        let shown = &text[usize::from(component.is_negative) + family.len() + 1..];
        let has_players = component.rules.rules().kind().has_sides();
        let outcome_class = match &judged.value {
            Some(value) => Some(value.outcome_class()),
            None => judged.outcome.filter(|_| !has_players).map(|outcome| OutcomeClass::of(outcome, outcome)),
        };
        let picture = picture(component, &component.position);
        ComponentView {
            component: shown.to_owned(),
            family,
            is_negative: component.is_negative,
            nimber: judged.nimber,
            named: judged.value.as_ref().and_then(|value| Named::of(value, limits).ok()),
            value: match judged.value {
                Some(value) => value.arena().calculator(limits).text(value.form(), MAX_TEXT).ok().flatten(),
                None => judged.loopy.map(String::from).filter(|text| text.len() <= MAX_TEXT),
            },
            outcome: judged.outcome,
            outcome_class,
            look: LookView::of(component, picture.as_ref()),
            picture,
            text,
        }
    };
    alone.iter().zip(judged).map(view).collect()
}

/// Evaluates single components with a small work limit, the easiest first.
fn judged(whole: &MixedSum, alone: &[MixedSum], limits: &Limits, first: Player) -> Vec<Judged> {
    let is_impartial = |index: &usize| alone[*index].components[0].rules.rules().kind() == Kind::Impartial;
    let mobility = |index: &usize| match &alone[*index].components[0].position {
        ComponentPosition::Small(position) => {
            let rules = alone[*index].components[0].rules.rules();
            Player::BOTH.map(|player| rules.mobility(position, player)).into_iter().max().unwrap_or(0)
        }
        ComponentPosition::Big(_) => u32::MAX,
    };
    let (impartial, others): (Vec<usize>, Vec<usize>) = (0..alone.len()).partition(is_impartial);
    let mut all = vec![Judged::default(); alone.len()];
    for mut group in [impartial, others] {
        group.sort_by_cached_key(mobility);
        let many = ManySums::of(group.iter().map(|index| &alone[*index]));
        let search = many.search(limits);
        let mut known: HashMap<_, usize> = HashMap::new();
        for index in group {
            let component = &alone[index].components[0];
            let key = (component.rules.name(), component.is_negative, &component.position);
            all[index] = match known.get(&key) {
                Some(same) => all[*same].clone(),
                None => one(whole, &alone[index], &search, first),
            };
            known.entry(key).or_insert(index);
        }
        if search.recheck().is_err() {
            // answers of rules that have failed are discarded
            return vec![Judged::default(); alone.len()];
        }
    }
    all
}

fn one(whole: &MixedSum, alone: &MixedSum, search: &SharedSearch<'_>, first: Player) -> Judged {
    let outcome = search.outcome(alone, first).ok();
    if whole.play == Play::Misere || whole.rule != CompoundRule::Disjunctive || whole.has_terminal_rule() {
        return Judged { outcome, ..Judged::default() };
    }
    match search.worth(alone).ok().flatten() {
        Some(SumValue::Nimber(nimber)) => {
            let star = u64::try_from(&nimber).ok().filter(|_| whole.is_partizan()).map(Value::star);
            Judged { nimber: Some(nimber), value: star, outcome, loopy: None }
        }
        Some(SumValue::Game(value)) => Judged { value: Some(value), outcome, ..Judged::default() },
        Some(SumValue::Loopy(loopy)) => Judged { loopy, outcome, ..Judged::default() },
        Some(value @ SumValue::Entailing(_)) => Judged { loopy: Some(value.to_string().into()), outcome, ..Judged::default() },
        _ => Judged { outcome, ..Judged::default() },
    }
}
