//! Misère canonical forms of impartial sums, and games that distinguish two of them.
//!
//! Source: Conway, *On Numbers and Games*, ch. 12.

use super::{MixedSum, Refused, SolveError};
use crate::evaluate::NimberError;
use crate::theory::{FormGraph, FormSearch, Genus, MisereForm, MisereForms, MisereGame, MisereGameSearch, MisereKind, Universe};
use sprague_core::any::{AnyOf, AnyPartizanOf, Kind};
use sprague_core::{CompoundRule, Limits, Nimber, Outcome, Stopped};
use std::cmp::Ordering;

/// The misère canonical form of a sum, with facts about it.
///
/// ```
/// use sprague::solve::{Component, MisereAsked, MixedSum, RulesetCache, misere_value};
/// use sprague::{Limits, Outcome, Play, any, examples::Nim};
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum { play: Play::Misere, ..MixedSum::of([Component::new(&nim, &2_u64), Component::new(&nim, &2_u64)]) };
/// let value = misere_value(&sum, MisereAsked { parts: true, ..MisereAsked::default() }, &Limits::default())?;
/// assert_eq!((value.form.to_string().as_str(), value.outcome), ("*[32]", Outcome::Loss));
/// assert_eq!(value.partitions.unwrap()[0].iter().map(ToString::to_string).collect::<Vec<_>>(), ["*[2]", "*[2]"]);
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MisereValue {
    /// The form as a graph of shared nodes. Its text is the form's name.
    pub form: FormGraph,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The largest number of moves that play can take.
    pub birthday: u32,
    /// The genus: the nimber, and the misère nimbers of the sums with heaps of two.
    pub genus: Genus,
    /// The size of the only Nim heap whose sum with the form is lost.
    pub misere_nimber: Nimber,
    /// The size of the Nim heap that equals the form, if there is one.
    pub heap: Option<u32>,
    /// The kind of the form, which determines whether it behaves like a heap of Nim in sums.
    pub kind: MisereKind,
    /// All ways to write the form as a sum of games that are not sums themselves, if requested.
    pub partitions: Option<Vec<Vec<FormGraph>>>,
    /// More facts, if requested.
    pub facts: Option<MisereFacts>,
}

/// The results that [`misere_value`] computes in addition to the form. Each can cost far more than the form.
///
/// ```
/// assert!(!sprague::solve::MisereAsked::default().parts);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MisereAsked {
    /// All ways to write the form as a sum of games that are not sums themselves.
    pub parts: bool,
    /// The facts in [`MisereFacts`].
    pub facts: bool,
}

/// More facts about a misère form, with the names that CGSuite uses.
///
/// ```
/// use sprague::solve::{Component, MisereAsked, MixedSum, RulesetCache, misere_value};
/// use sprague::{Limits, Play, any, examples::Nim};
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum { play: Play::Misere, ..MixedSum::of([Component::new(&nim, &2_u64)]) };
/// let asked = MisereAsked { facts: true, ..MisereAsked::default() };
/// let facts = misere_value(&sum, asked, &Limits::default())?.facts.unwrap();
/// assert!(facts.is_even && facts.is_extraverted && !facts.is_introverted && facts.is_prime);
/// assert_eq!(facts.mate.to_string(), "*[2]");
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MisereFacts {
    /// `true` if adding a heap of one gives a game with a later birthday.
    pub is_even: bool,
    /// `true` if every option is a part of the form.
    pub is_extraverted: bool,
    /// `true` if the form is a part of every option.
    pub is_introverted: bool,
    /// `true` if the form is a sum only of itself and heaps of one. The empty game and a heap of one are not prime.
    pub is_prime: bool,
    /// `true` if the form is not generally tame, but the sum of two copies of it is and has the genus 0⁰.
    pub is_half_tame: bool,
    /// The mate: the form with a heap of one in place of each end of play.
    pub mate: FormGraph,
}

/// Returns the misère canonical form of an impartial sum, with the other results that are requested.
///
/// Sums with equal forms behave alike in every sum under misère play.
///
/// # Errors
/// Returns [`SolveError::Refused`] if a component is partizan or loopy or has a terminal rule, and [`SolveError::Stopped`] if a
/// limit is reached.
pub fn misere_value(sum: &MixedSum, asked: MisereAsked, limits: &Limits) -> Result<MisereValue, SolveError> {
    with_forms(sum, limits, |forms, each| {
        let form = total(forms, each)?;
        let partitions = if asked.parts { Some(partitions(forms, form)?) } else { None };
        Ok(MisereValue {
            outcome: if forms.is_lost(form) { Outcome::Loss } else { Outcome::Win },
            birthday: forms.birthday(form),
            misere_nimber: forms.misere_nimber(form),
            heap: forms.is_heap(form).then(|| forms.birthday(form)),
            genus: forms.genus(form)?.clone(),
            kind: forms.kind(form)?,
            form: forms.graph(form)?,
            facts: if asked.facts { Some(facts(forms, form)?) } else { None },
            partitions,
        })
    })
}

fn facts(forms: &mut MisereForms<'_>, form: MisereForm) -> Result<MisereFacts, Stopped> {
    let mate = forms.mate(form)?;
    Ok(MisereFacts {
        is_even: forms.is_even(form)?,
        is_extraverted: forms.is_extraverted(form)?,
        is_introverted: forms.is_introverted(form)?,
        is_prime: forms.is_prime(form)?,
        is_half_tame: forms.is_half_tame(form)?,
        mate: forms.graph(mate)?,
    })
}

/// Returns all ways to write a form as a sum of games that are not sums themselves, simple games first.
fn partitions(forms: &mut MisereForms<'_>, form: MisereForm) -> Result<Vec<Vec<FormGraph>>, Stopped> {
    let simple_first = |graph: &FormGraph| (graph.nodes().len(), graph.to_string());
    let mut partitions = vec![];
    for parts in forms.partitions(form)? {
        let mut parts = parts.into_iter().map(|part| forms.graph(part)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_cached_key(simple_first);
        partitions.push(parts);
    }
    partitions.sort_by_cached_key(|parts| parts.iter().map(simple_first).collect::<Vec<_>>());
    Ok(partitions)
}

/// The difference of two impartial sums under misère play.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, misere_comparison};
/// use sprague::{Limits, Play, any, examples::Nim};
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let both = MixedSum { play: Play::Misere, ..MixedSum::of([2_u64, 2, 0].map(|heap| Component::new(&nim, &heap))) };
/// // two heaps of two are lost beside nothing, and nothing is won
/// let compared = misere_comparison(&both, 2, &Limits::default())?;
/// assert_eq!(compared.distinguisher.unwrap().to_string(), "*[0]");
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MisereComparison {
    /// The forms of both sums, which are identical if the sums are equal.
    pub forms: [FormGraph; 2],
    /// A game whose sum with either of the two is lost. `None` if one of them is an option of the other.
    pub link: Option<FormGraph>,
    /// A game whose sum with exactly one of the two is lost. `None` if they are equal.
    pub distinguisher: Option<FormGraph>,
}

/// Compares two sums under misère play: the first `firsts` components of `both`, and the other components.
///
/// # Errors
/// See [`misere_value`].
pub fn misere_comparison(both: &MixedSum, firsts: usize, limits: &Limits) -> Result<MisereComparison, SolveError> {
    with_forms(both, limits, |forms, each| {
        let (left, right) = each.split_at(firsts.min(each.len()));
        let [left, right] = [total(forms, left)?, total(forms, right)?];
        let link = forms.link(left, right)?;
        let distinguisher = forms.distinguisher(left, right)?;
        let mut graph = |form: Option<MisereForm>| form.map(|form| forms.graph(form)).transpose();
        let [link, distinguisher] = [graph(link)?, graph(distinguisher)?];
        Ok(MisereComparison { forms: [forms.graph(left)?, forms.graph(right)?], link, distinguisher })
    })
}

/// Compares two sums under misère play within a universe: the first `firsts` components of `both`, and the other components.
///
/// Greater means better for Left, and `None` means that the sums are confused. In a dicot, either both players can move or
/// neither can, in every position. In a dead-ending game, a player who cannot move will never be able to move again. Source:
/// Larsson, Milley, Nowakowski, Renault and Santos, arXiv 1807.11297.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, misere_order};
/// use sprague::theory::Universe;
/// use sprague::{Limits, Play, any, examples::Nim};
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let both = MixedSum { play: Play::Misere, ..MixedSum::of([1_u64, 1, 0].map(|heap| Component::new(&nim, &heap))) };
/// assert_eq!(misere_order(&both, 2, Universe::Dicot, &Limits::default()), Ok(Some(std::cmp::Ordering::Equal)));
/// ```
///
/// # Errors
/// Returns [`SolveError::Refused`] if a component is loopy or does not belong to the universe, and [`SolveError::Stopped`] if a
/// limit is reached.
pub fn misere_order(both: &MixedSum, firsts: usize, universe: Universe, limits: &Limits) -> Result<Option<Ordering>, SolveError> {
    let limits = &limits.starting_now();
    both.has_meaning()?;
    only_disjunctive(both)?;
    let refused = |component: usize, why: &'static str| Err(Refused { component, why: why.into() }.into());
    let (rules, which) = both.rulesets();
    let rules = AnyPartizanOf::new(rules).map_err(|_| Refused {
        component: both.components.iter().position(|component| component.kind().has_own_ending()).unwrap_or(0),
        why: "a game that the last move decides: these rules have their own ending".into(),
    })?;
    let mut search = MisereGameSearch::within(universe, &rules, limits);
    let mut totals = [MisereGame::ZERO; 2];
    for (index, (component, number)) in both.components.iter().zip(which).enumerate() {
        let Some(position) = component.small() else { return Err(Stopped::Positions(limits.positions).into()) };
        let game = search.game(&position.clone().numbered(number));
        both.check()?;
        let game = match game {
            Ok(Some(game)) => game,
            Ok(None) => {
                let why = match universe {
                    Universe::Dicot => "a dicot: in it, or later, one player can move and the other cannot",
                    Universe::DeadEnding => "a dead-ending game: in it, or later, a player who cannot move can do so again",
                };
                return refused(index, why);
            }
            Err(NimberError::Stopped(stopped)) => return Err(stopped.into()),
            Err(NimberError::Loopy) => return refused(index, "a game that ends: this one is loopy, a position can repeat"),
        };
        let side = &mut totals[usize::from(index >= firsts)];
        *side = search.games().sum(*side, game)?;
    }
    let [left, right] = totals;
    Ok(search.games().compare(left, right)?)
}

fn total(forms: &mut MisereForms<'_>, each: &[MisereForm]) -> Result<MisereForm, Stopped> {
    each.iter().try_fold(MisereForm::ZERO, |total, form| forms.sum(total, *form))
}

fn only_disjunctive(sum: &MixedSum) -> Result<(), Refused> {
    match sum.rule {
        CompoundRule::Disjunctive => Ok(()),
        _ => Err(Refused { component: 0, why: "a disjunctive sum: under other rules, games do not add up".into() }),
    }
}

/// Computes the forms of a sum's components and calls `ask` with them.
fn with_forms<T>(
    sum: &MixedSum,
    limits: &Limits,
    ask: impl FnOnce(&mut MisereForms<'_>, &[MisereForm]) -> Result<T, Stopped>,
) -> Result<T, SolveError> {
    let limits = &limits.starting_now();
    sum.has_meaning()?;
    let refused = |component: usize, why: &'static str| Err(Refused { component, why: why.into() }.into());
    only_disjunctive(sum)?;
    let other = sum.components.iter().position(|component| component.kind() != Kind::Impartial);
    if let Some(index) = other {
        return refused(
            index,
            "an impartial game: misère canonical forms exist only for games in which both players have the same moves",
        );
    }
    let (rules, which) = sum.rulesets();
    let rules = AnyOf::new(rules).expect("all components are impartial");
    let mut search = FormSearch::new(&rules, limits);
    let mut forms = Vec::with_capacity(which.len());
    for (index, (component, number)) in sum.components.iter().zip(which).enumerate() {
        let Some(position) = component.small() else { return Err(Stopped::Positions(limits.positions).into()) };
        let form = search.form(&(number, position.clone()));
        sum.check()?;
        match form {
            Ok(form) => forms.push(form),
            Err(NimberError::Stopped(stopped)) => return Err(stopped.into()),
            Err(NimberError::Loopy) => {
                return refused(index, "a game that ends: this one is loopy, a position can repeat, so it has no misère form");
            }
        }
    }
    Ok(ask(search.forms(), &forms)?)
}
