//! Theorems that decide sums by values of their components in a commutative monoid.
//!
//! Nimbers, Smith's values, misère quotients and Bouton's theorem for misère Nim are all of this form: the total of the values
//! decides. One routine lists the winning moves for all of them.

use super::judged::JudgedMove;
use super::known::Part;
use super::selection::{AllFound, AllMoves, FoundMoves, ListedMoves};
use super::{Component, ComponentPosition, MixedSum, SumMove, SumValue};
use num_bigint::BigUint;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Outcome, Player, Stopped};

/// The reason why a component has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The theorem does not apply to the component.
    #[error("the theorem does not apply to this component")]
    NotCovered,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A callback for moves that leave the wanted outcome. It receives the label, the component's position after the move, and the
/// total after the move.
pub type Found<'a, V> = dyn FnMut(&str, ComponentPosition, &V) + 'a;

/// Values of components in a commutative monoid. The total of the values decides the sum.
///
/// The type that implements this trait *is* the monoid. It is built for one sum and must be able to value every position that
/// can be reached from the sum's components.
///
/// Implement it if you have a theorem of this form for your own games.
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
    /// The value of a component or of a sum.
    type Value: Clone;

    /// Returns the value of the empty sum.
    fn zero(&self) -> Self::Value;

    /// Returns the value of a component.
    ///
    /// # Errors
    /// Returns [`NoValue`] if the theorem does not apply to the component or a limit is reached.
    fn value(&self, component: &Component) -> Result<Self::Value, NoValue>;

    /// Returns the value of the sum of two sums.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// Returns the outcome of a sum with this value for the player to move.
    ///
    /// # Errors
    /// Returns [`NoValue`] if deciding it takes a search that reaches a limit or finds a position that is not covered.
    fn outcome(&self, total: &Self::Value, to_move: Player) -> Result<Outcome, NoValue>;

    /// Returns the height of a total. Among winning moves, the one that leaves the least height is best; play in which the
    /// winner chooses this way ends.
    fn height(&self, total: &Self::Value) -> (BigUint, u64) {
        let _ = total;
        (BigUint::ZERO, 0)
    }

    /// Sets whether moves are decided at any cost (`true`) or only within a budget of work.
    ///
    /// Only valuations that search need to implement it.
    fn insist(&self, on_all: bool) {
        let _ = on_all;
    }

    /// Returns how many moves were left undecided since the budget was set.
    fn undecided(&self) -> u64 {
        0
    }

    /// Calls `found` with the moves of `to_move` in one component after which the outcome for the other player is `wanted`.
    /// `rest` is the total of the other components.
    ///
    /// Returns how many more such moves there are, or `None` if some may have been missed. Override this method if the moves are
    /// too many to be tried one by one.
    ///
    /// # Errors
    /// Returns [`NoValue`] as [`value`](Self::value) does, or [`NoValue::Stopped`] if trying the moves reaches a limit.
    fn moves_leaving(
        &self,
        component: &Component,
        rest: &Self::Value,
        wanted: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, Self::Value>,
    ) -> Result<Option<u64>, NoValue> {
        walked(self, component, rest, wanted, to_move, limits, found)
    }

    /// Returns the value in the form that answers contain.
    fn shown(&self, total: &Self::Value) -> Option<SumValue>;

    /// Returns a sentence that explains why the components' values and their total lead to this outcome.
    fn reason(&self, values: &[Self::Value], total: &Self::Value, outcome: Outcome) -> String;
}

/// Does the work of [`Valuation::moves_leaving`] by trying every move.
pub(super) fn walked<V: Valuation + ?Sized>(
    by: &V,
    component: &Component,
    rest: &V::Value,
    wanted: Outcome,
    to_move: Player,
    limits: &Limits,
    found: &mut Found<'_, V::Value>,
) -> Result<Option<u64>, NoValue> {
    component.each_move::<NoValue>(to_move, limits, &mut |label, position| {
        let total = by.add(rest, &by.value(&component.with(position.clone()))?);
        if by.outcome(&total, -to_move)? == wanted {
            found(label, position, &total);
        }
        Ok(true)
    })?;
    Ok(Some(0))
}

/// A decided sum: who wins, by which moves, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The value of the sum.
    pub value: Option<SumValue>,
    /// The moves that keep the outcome, up to the requested number. A lost sum has none.
    pub winning_moves: Vec<SumMove>,
    /// The number of all moves that keep the outcome, or `None` if not all moves were checked.
    pub winning_moves_total: Option<u64>,
    /// The move to make, or `None` if there is no move.
    pub best: Option<SumMove>,
    /// Every legal move with its result, if requested. `None` also if there are too many moves to list.
    pub moves: Option<Vec<JudgedMove>>,
    /// `true` if there are more moves than are listed.
    pub moves_cut: bool,
    /// The number of moves that were left undecided because deciding them would cost too much. From
    /// [`MOST_UNDECIDED`](super::MOST_UNDECIDED) on, there may be more.
    pub undecided_moves: u64,
    /// The reason, as a sentence.
    pub why: String,
}

/// Decides a sum by a valuation: finds the winner and the winning moves.
///
/// # Errors
/// Returns the [`NoValue`] that the valuation returns.
pub fn decide<V: Valuation>(by: &V, sum: &MixedSum, options: &super::SolveOptions) -> Result<Decided, NoValue> {
    let mut meter = Meter::new(&options.limits);
    let value = |component| meter.allow(0, || 0, || None).map_err(NoValue::from).and_then(|()| by.value(component));
    let values = sum.components.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let (total, rests) = totals(by, &values);
    by.insist(true);
    let player = options.player(sum);
    let outcome = by.outcome(&total, player)?;
    options.known.outcome(outcome);
    if options.known.is_heard()
        && let Some(value) = by.shown(&total)
    {
        options.known.tell(Part::Value(&value));
    }
    let found = match outcome {
        _ if options.outcome_only => FoundMoves::none(),
        Outcome::Loss => {
            FoundMoves { all: None, winning: vec![], total: Some(0), best: sum.first_move(player, &options.limits)? }
        }
        _ => {
            by.insist(options.all_moves || options.decides_all);
            keeping(by, sum, &rests, -outcome, options)?
        }
    };
    let undecided_moves = if found.total.is_none() { by.undecided() } else { 0 };
    by.insist(true);
    let all = if options.outcome_only { None } else { all_moves(by, sum, &rests, options)? };
    let until_asked = options.limits.until_asked();
    let look = || Meter::new(&until_asked).look(0, 0, None);
    // check before and after, because the sentence may name a hundred thousand numbers
    look()?;
    let why = by.reason(&values, &total, outcome);
    look()?;
    Ok(Decided {
        outcome,
        value: by.shown(&total),
        winning_moves: found.winning,
        winning_moves_total: found.total,
        best: found.best,
        moves_cut: all.as_ref().is_some_and(|all| all.is_cut),
        moves: all.map(|all| all.moves),
        undecided_moves,
        why,
    })
}

/// The largest number of values that a sentence names.
pub(super) const NAMED: usize = 20;

/// Lists the first values for a sentence, with the number of the others.
pub(super) fn named<T>(values: &[T], between: &str, name: impl FnMut(&T) -> String) -> String {
    let text = values.iter().take(NAMED).map(name).collect::<Vec<_>>().join(between);
    match values.len().saturating_sub(NAMED) {
        0 => text,
        more => format!("{text}{between}… ({more} more)"),
    }
}

/// Returns the total of all values and, for each value, the total of the others.
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

pub(super) fn total<V: Valuation + ?Sized>(by: &V, sum: &MixedSum) -> Result<V::Value, NoValue> {
    sum.components.iter().try_fold(by.zero(), |total, component| Ok(by.add(&total, &by.value(component)?)))
}

/// Returns every move with its result, if requested and few enough to be listed.
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
    let next = sum.next(player);
    for (index, component) in sum.open() {
        let rest = &rests[index];
        let listed = component.each_move::<NoValue>(player, &options.limits, &mut |label, position| {
            let total = by.add(rest, &by.value(&component.with(position.clone()))?);
            let (outcome, value) = (by.outcome(&total, -player)?, by.shown(&total));
            Ok(all.push(JudgedMove::new(SumMove::one(index, label, position, next), outcome, value)))
        });
        if let Err(error) = listed {
            options.known.moves(all.so_far());
            return Err(error);
        }
    }
    Ok(all.found())
}

/// Returns the moves after which the outcome for the other player is `wanted`.
pub(super) fn keeping<V: Valuation>(
    by: &V,
    sum: &MixedSum,
    rests: &[V::Value],
    wanted: Outcome,
    options: &super::SolveOptions,
) -> Result<FoundMoves, NoValue> {
    let player = options.player(sum);
    let mut listed = ListedMoves::new(options.max_moves.max(1));
    let (mut count, mut unlisted) = (0_u64, Some(0_u64));
    let mut best: Option<((BigUint, u64), SumMove)> = None;
    let (mut meter, next) = (Meter::new(&options.limits), sum.next(player));
    // 1. find the moves in each component, and the best of them
    for (index, component) in sum.open() {
        meter.allow(0, || 0, || None)?;
        let more = by.moves_leaving(component, &rests[index], wanted, player, &options.limits, &mut |label, position, total| {
            count += 1;
            let height = by.height(total);
            if best.as_ref().is_none_or(|(least, _)| height < *least) {
                best = Some((height, SumMove::one(index, label, position.clone(), next)));
            }
            if options.known.is_heard() && count <= options.max_moves as u64 {
                let mv = SumMove::one(index, label, position.clone(), next);
                options.known.tell(Part::Move(&JudgedMove::new(mv, wanted, None)));
            }
            listed.push(|| SumMove::one(index, label, position, next));
        });
        match more {
            Ok(more) => unlisted = unlisted.zip(more).map(|(all, more)| all.saturating_add(more)),
            Err(error) => {
                options.known.winning_moves(listed.so_far());
                return Err(error);
            }
        }
    }
    // 2. if no decided move keeps the outcome, one of the undecided moves must, so decide all of them
    if count == 0 && by.undecided() > 0 {
        // one of the undecided moves must win, so decide all of them
        by.insist(true);
        return keeping(by, sum, rests, wanted, options);
    }
    // 3. a theorem knows that there are such moves, and cannot name one
    let has_theorem = |component: &Component| {
        let rules = component.rules.rules();
        rules.closed_form().is_some() || component.small().is_some_and(|position| rules.factors(position).is_some())
    };
    if count == 0 && unlisted != Some(0) && sum.components.iter().any(has_theorem) {
        return Err(Stopped::TooLarge(0).into());
    }
    let mut found = listed
        .found(options.max_moves, unlisted.map(|more| more.saturating_add(count)), || sum.first_move(player, &options.limits))?;
    if let Some((_, mv)) = best {
        found.best = Some(mv);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_first_values_and_counts_the_others() {
        let named = |count: u32| named(&(1..=count).collect::<Vec<_>>(), " + ", u32::to_string);
        assert_eq!(named(0), "");
        assert_eq!(named(3), "1 + 2 + 3");
        assert!(named(20).ends_with("19 + 20"));
        assert!(named(99).ends_with("19 + 20 + … (79 more)"));
    }
}
