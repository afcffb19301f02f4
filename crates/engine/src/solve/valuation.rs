//! A way to decide sums by a theorem: components have values in a commutative monoid, and the total decides.
//!
//! Nimbers, Smith's values, misère quotients and Bouton's theorem for misère Nim are all of this form, and one routine lists the winning
//! moves for each of them.

use super::selection::{AllFound, AllMoves, FoundMoves, JudgedMove, ListedMoves};
use super::{Component, ComponentPosition, MixedSum, SumMove};
use core::fmt;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use sprague_core::{Limits, Outcome, Player, Stopped};
use sprague_values::Value;

/// Why a component has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The theorem does not speak about it.
    #[error("the theorem does not speak about this component")]
    NotCovered,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a sum is worth, where a theorem says it.
///
/// ```
/// use sprague::solve::SumValue;
/// assert_eq!(SumValue::Smith { number: None, left_for: vec![0_u8.into(), 2_u8.into()] }.to_string(), "∞{0, 2}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SumValue {
    /// The nimber, under normal play.
    Nimber(BigUint),
    /// Smith's generalised Grundy number: a number, or ∞ with the numbers that it can be left for.
    Smith {
        /// The number, where it is one.
        number: Option<BigUint>,
        /// Of ∞, the numbers that it can be left for, least first.
        left_for: Vec<BigUint>,
    },
    /// An element of a misère quotient of this order.
    Quotient {
        /// The number of the element.
        element: u32,
        /// How many elements there are.
        order: usize,
    },
    /// The nim-sum of heaps of Nim under misère play, which decides where some heap is 2 or more.
    LastStone(BigUint),
    /// The canonical form of a sum under normal play that is not impartial.
    Game(Value),
}

impl SumValue {
    /// The nimber, where it is one.
    ///
    /// ```
    /// use sprague::solve::SumValue;
    /// assert_eq!(SumValue::LastStone(3_u8.into()).nimber(), None);
    /// ```
    pub fn nimber(&self) -> Option<&BigUint> {
        match self {
            Self::Nimber(nimber) => Some(nimber),
            _ => None,
        }
    }

    /// The canonical form, where it is one.
    ///
    /// ```
    /// use sprague::solve::SumValue;
    /// use sprague::values::Value;
    /// assert_eq!(SumValue::Game(Value::up(2)).game(), Some(&Value::up(2)));
    /// ```
    pub fn game(&self) -> Option<&Value> {
        match self {
            Self::Game(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for SumValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(number) | Self::LastStone(number) | Self::Smith { number: Some(number), .. } => number.fmt(f),
            Self::Smith { number: None, left_for } => {
                let set: Vec<String> = left_for.iter().map(BigUint::to_string).collect();
                write!(f, "∞{{{}}}", set.join(", "))
            }
            Self::Quotient { element, .. } => element.fmt(f),
            Self::Game(value) => value.fmt(f),
        }
    }
}

impl Serialize for SumValue {
    /// A number, above 2⁵³ as text; of ∞ the list of numbers that it can be left for; a canonical form as text, or nothing where that
    /// would be too long.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nimber(number) | Self::LastStone(number) | Self::Smith { number: Some(number), .. } => {
                JsonNumber(number).serialize(serializer)
            }
            Self::Smith { number: None, left_for } => serializer.collect_seq(left_for.iter().map(JsonNumber)),
            Self::Quotient { element, .. } => serializer.serialize_u32(*element),
            Self::Game(value) => value.text().serialize(serializer),
        }
    }
}

/// A number as JSON takes it: above 2⁵³ as text, since readers use floating point.
struct JsonNumber<'a>(&'a BigUint);

impl Serialize for JsonNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(self.0),
        }
    }
}

/// What a method is told of each move that leaves what is wanted: the label, where it leads, and the total then.
pub type Found<'a, V> = dyn FnMut(&str, ComponentPosition, &V) + 'a;

/// A way to decide sums: components have values in a commutative monoid, and the total decides.
///
/// The implementor *is* the monoid. It is made for one sum, and knows a value for every position that its components can become.
///
/// ```
/// use sprague::solve::{Component, MixedSum, NoValue, RulesetCache, SolveOptions, SumValue, Valuation, decide};
/// use sprague::{Impartial, Limits, Outcome, Player, Ruleset, Stopped, any, heap_notation};
/// use std::sync::Arc;
///
/// /// Take one: all that counts is how many tokens there are.
/// struct TakeOne;
/// impl Ruleset for TakeOne {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (*heap > 0).then_some(1).into_iter() }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for TakeOne {}
/// heap_notation!(TakeOne);
///
/// struct Parity;
/// impl Valuation for Parity {
///     type Value = bool;
///     fn zero(&self) -> bool { false }
///     fn value(&self, component: &Component) -> Result<bool, NoValue> {
///         component.typed::<u64>().map(|heap| heap % 2 == 1).ok_or(NoValue::NotCovered)
///     }
///     fn add(&self, a: &bool, b: &bool) -> bool { a ^ b }
///     fn outcome(&self, is_odd: &bool, _: Player) -> Result<Outcome, NoValue> {
///         Ok(if *is_odd { Outcome::Win } else { Outcome::Loss })
///     }
///     fn shown(&self, _: &bool) -> Option<SumValue> { None }
///     fn reason(&self, _: &[bool], _: &bool, _: Outcome) -> String { "the parity decides".into() }
/// }
///
/// let rules = Arc::new(RulesetCache::new("take one", any::impartial(TakeOne)));
/// let sum = MixedSum::of([Component::new(&rules, &4_u64), Component::new(&rules, &3_u64)]);
/// let answer = decide(&Parity, &sum, &SolveOptions::default())?;
/// assert_eq!((answer.outcome, answer.winning_moves.len()), (Outcome::Win, 2));
/// # Ok::<(), NoValue>(())
/// ```
pub trait Valuation {
    /// What components are worth.
    type Value: Clone;

    /// The value of a sum without components.
    fn zero(&self) -> Self::Value;

    /// The value of a component.
    ///
    /// # Errors
    /// [`NoValue`] where the theorem does not speak about it, or a limit was reached.
    fn value(&self, component: &Component) -> Result<Self::Value, NoValue>;

    /// The value of a sum.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// Who wins a sum of this value, seen by the player to move.
    ///
    /// # Errors
    /// [`NoValue`], where that takes a search.
    fn outcome(&self, total: &Self::Value, to_move: Player) -> Result<Outcome, NoValue>;

    /// Of moves that keep a win the one to the least height is best, so that play ends.
    fn height(&self, total: &Self::Value) -> (BigUint, u64) {
        let _ = total;
        (BigUint::ZERO, 0)
    }

    /// Tells `found` the moves of `to_move` in one component that leave the other player with `wanted` beside the `rest`; answers whether
    /// these are all. Override it where moves are too many to be walked through.
    ///
    /// # Errors
    /// [`NoValue`] as for [`value`](Self::value), and [`Stopped`] for the walk.
    fn moves_leaving(
        &self,
        component: &Component,
        rest: &Self::Value,
        wanted: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, Self::Value>,
    ) -> Result<bool, NoValue> {
        component.each_move::<NoValue>(to_move, limits, |label, position| {
            let total = self.add(rest, &self.value(&component.with(position.clone()))?);
            if self.outcome(&total, -to_move)? == wanted {
                found(label, position, &total);
            }
            Ok(true)
        })?;
        Ok(true)
    }

    /// The value as answers carry it.
    fn shown(&self, total: &Self::Value) -> Option<SumValue>;

    /// A sentence that says why the values of the components, and their total, decide so.
    fn reason(&self, values: &[Self::Value], total: &Self::Value, outcome: Outcome) -> String;
}

/// How a sum is decided: who wins, by which moves, and why.
///
/// See [`Valuation`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// What the sum is worth.
    pub value: Option<SumValue>,
    /// The moves that keep the outcome, at most as many as were asked for; none in a lost sum.
    pub winning_moves: Vec<SumMove>,
    /// How many there are in all; `None` where they were not all looked at.
    pub winning_moves_total: Option<u64>,
    /// The move to make; `None` only where there is none.
    pub best: Option<SumMove>,
    /// Every legal move with what it leads to, where that was asked for, and they are not too many to be listed.
    pub moves: Option<Vec<JudgedMove>>,
    /// Whether there are more moves than are listed.
    pub moves_cut: bool,
    /// Why.
    pub why: String,
}

/// Decides a sum by a valuation: who wins, and unless [only that](super::SolveOptions::outcome_only) is asked for, by which moves.
///
/// See [`Valuation`] for an example.
///
/// # Errors
/// [`NoValue`], as the valuation says.
pub fn decide<V: Valuation>(by: &V, sum: &MixedSum, options: &super::SolveOptions) -> Result<Decided, NoValue> {
    let values = sum.components.iter().map(|component| by.value(component)).collect::<Result<Vec<_>, _>>()?;
    let (total, rests) = totals(by, &values);
    let player = options.player(sum);
    let outcome = by.outcome(&total, player)?;
    let found = match outcome {
        _ if options.outcome_only => FoundMoves::none(),
        Outcome::Loss => {
            FoundMoves { all: None, winning: vec![], total: Some(0), best: sum.first_move(player, &options.limits)? }
        }
        _ => keeping(by, sum, &rests, -outcome, options)?,
    };
    let all = if options.outcome_only { None } else { all_moves(by, sum, &rests, options)? };
    Ok(Decided {
        outcome,
        value: by.shown(&total),
        winning_moves: found.winning,
        winning_moves_total: found.total,
        best: found.best,
        moves_cut: all.as_ref().is_some_and(|all| all.is_cut),
        moves: all.map(|all| all.moves),
        why: by.reason(&values, &total, outcome),
    })
}

/// The total of all values, and for each of them the total of the others.
fn totals<V: Valuation>(by: &V, values: &[V::Value]) -> (V::Value, Vec<V::Value>) {
    let mut behind = vec![by.zero(); values.len() + 1];
    for (index, value) in values.iter().enumerate().rev() {
        behind[index] = by.add(&behind[index + 1], value);
    }
    let mut before = by.zero();
    let rests = values.iter().zip(&behind[1..]).map(|(value, behind)| {
        let rest = by.add(&before, behind);
        before = by.add(&before, value);
        rest
    });
    let rests = rests.collect();
    (behind.swap_remove(0), rests)
}

/// Every move with what it leads to, if they are asked for and can all be listed.
fn all_moves<V: Valuation>(
    by: &V,
    sum: &MixedSum,
    rests: &[V::Value],
    options: &super::SolveOptions,
) -> Result<Option<AllFound>, NoValue> {
    let Some(mut all) = AllMoves::asked(options).filter(|_| sum.components.iter().all(Component::has_listed_moves)) else {
        return Ok(None);
    };
    let player = options.player(sum);
    for (index, (component, rest)) in sum.components.iter().zip(rests).enumerate() {
        component.each_move::<NoValue>(player, &options.limits, |label, position| {
            let total = by.add(rest, &by.value(&component.with(position.clone()))?);
            let (outcome, value) = (by.outcome(&total, -player)?, by.shown(&total));
            Ok(all.push(JudgedMove::new(sum.one_move(index, label, position, player), outcome, value)))
        })?;
    }
    Ok(all.found())
}

/// The moves that leave the other player with `wanted`.
pub(super) fn keeping<V: Valuation>(
    by: &V,
    sum: &MixedSum,
    rests: &[V::Value],
    wanted: Outcome,
    options: &super::SolveOptions,
) -> Result<FoundMoves, NoValue> {
    let player = options.player(sum);
    let mut listed = ListedMoves::new(options.max_moves.max(1));
    let (mut count, mut all) = (0, true);
    let mut best: Option<((BigUint, u64), SumMove)> = None;
    for (index, (component, rest)) in sum.components.iter().zip(rests).enumerate() {
        all &= by.moves_leaving(component, rest, wanted, player, &options.limits, &mut |label, position, total| {
            count += 1;
            let height = by.height(total);
            if best.as_ref().is_none_or(|(least, _)| height < *least) {
                best = Some((height, sum.one_move(index, label, position.clone(), player)));
            }
            listed.push(|| sum.one_move(index, label, position, player));
        })?;
    }
    let mut found = listed.found(options.max_moves, all.then_some(count), || sum.first_move(player, &options.limits))?;
    if let Some((_, mv)) = best {
        found.best = Some(mv);
    }
    Ok(found)
}
