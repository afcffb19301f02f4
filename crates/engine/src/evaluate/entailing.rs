//! Values of positions whose moves may entail the next move: nimbers, and loony values.
//!
//! In a sum with heaps of Nim, a position is characterised by the nim-sums of the other components with which its moves win.
//! The proof is in `theorems.md` of the book.

use super::NimberError;
use super::memo::{Evaluation, Found, FoundBy, MemoOf, Recursion};
use crate::{Limits, Stopped};
use core::fmt;
use hashbrown::HashMap;
use num_bigint::BigUint;
use sprague_core::any::Fault;
use sprague_core::{Entailing, Nimber, Outcome, ToldOf, mex};

/// A set of nimbers that is finite or contains all but finitely many.
///
/// ```
/// use sprague::Nimber;
/// use sprague::evaluate::entailing::NimberSet;
/// let set = NimberSet::all_but([3, 0].map(Nimber));
/// assert!(set.contains(Nimber(7)) && !set.contains(Nimber(3)));
/// assert_eq!(set.to_string(), "all but {0, 3}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NimberSet {
    /// The nimbers in the set, or those missing from it, in increasing order.
    listed: Box<[Nimber]>,
    is_all_but: bool,
}

impl NimberSet {
    /// Returns the finite set of these nimbers.
    ///
    /// ```
    /// use sprague::{Nimber, evaluate::entailing::NimberSet};
    /// assert!(!NimberSet::of([Nimber(2)]).contains(Nimber(1)));
    /// ```
    pub fn of(nimbers: impl IntoIterator<Item = Nimber>) -> Self {
        let mut listed: Vec<Nimber> = nimbers.into_iter().collect();
        listed.sort_unstable();
        listed.dedup();
        Self { listed: listed.into(), is_all_but: false }
    }

    /// Returns the set of all nimbers except these.
    pub fn all_but(nimbers: impl IntoIterator<Item = Nimber>) -> Self {
        Self { is_all_but: true, ..Self::of(nimbers) }
    }

    /// Returns `true` if the set contains the nimber.
    pub fn contains(&self, nimber: Nimber) -> bool {
        self.listed.binary_search(&nimber).is_ok() != self.is_all_but
    }

    /// Returns `true` if the set contains all but finitely many nimbers.
    ///
    /// ```
    /// assert!(!sprague::evaluate::entailing::NimberSet::default().is_cofinite());
    /// ```
    pub fn is_cofinite(&self) -> bool {
        self.is_all_but
    }

    fn least_missing(&self) -> Option<Nimber> {
        if self.is_all_but { self.listed.first().copied() } else { Some(mex(self.listed.iter().copied())) }
    }
}

impl fmt::Display for NimberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed: Vec<String> = self.listed.iter().map(Nimber::to_string).collect();
        match (self.is_all_but, listed.as_slice()) {
            (true, []) => f.write_str("all"),
            (true, _) => write!(f, "all but {{{}}}", listed.join(", ")),
            (false, _) => write!(f, "{{{}}}", listed.join(", ")),
        }
    }
}

/// The value of a position under rules that [entail](Entailing) moves.
///
/// ```
/// use sprague::evaluate::entailing::EntailingValue;
/// assert_eq!(EntailingValue::Loony.to_string(), "loony");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntailingValue {
    /// The position equals this heap of Nim in every sum in which no move is entailed.
    Nimber(Nimber),
    /// The player to move wins every sum that contains the position and in which no move is entailed.
    Loony,
    /// A move in this position is entailed. The player to move wins if the rest of the sum equals one of these nimbers.
    ///
    /// If the rest is loony, the player to move wins if the set is cofinite.
    Entailed(NimberSet),
}

impl EntailingValue {
    /// Returns the outcome, for the player to move, of the sum of the position and a rest that equals this heap of Nim.
    ///
    /// ```
    /// use sprague::{Nimber, Outcome, evaluate::entailing::EntailingValue};
    /// assert_eq!(EntailingValue::Nimber(Nimber(2)).outcome_beside(Nimber(2)), Outcome::Loss);
    /// ```
    pub fn outcome_beside(&self, heap: Nimber) -> Outcome {
        let is_won = match self {
            Self::Nimber(nimber) => *nimber != heap,
            Self::Loony => true,
            Self::Entailed(set) => set.contains(heap),
        };
        if is_won { Outcome::Win } else { Outcome::Loss }
    }
}

impl fmt::Display for EntailingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => nimber.fmt(f),
            Self::Loony => f.write_str("loony"),
            Self::Entailed(set) => write!(f, "entailed, won beside {set}"),
        }
    }
}

/// The total of a sum in which a move may entail the next one.
///
/// Impartial components may be part of the sum, and their nimbers may be large.
///
/// ```
/// use sprague::evaluate::entailing::{EntailingTotal, EntailingValue};
/// use sprague::{Nimber, Outcome};
/// let total = EntailingTotal::from(EntailingValue::Loony).plus(&EntailingValue::Nimber(Nimber(3)).into());
/// assert_eq!(total.outcome(), Outcome::Win);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntailingTotal {
    /// The nim-sum of the components that have a nimber.
    pub nimber: BigUint,
    /// `true` if a component is loony.
    pub is_loony: bool,
    /// The set of the entailed component, if there is one; there is at most one.
    pub entailed: Option<NimberSet>,
}

impl From<EntailingValue> for EntailingTotal {
    fn from(value: EntailingValue) -> Self {
        match value {
            EntailingValue::Nimber(Nimber(nimber)) => Self { nimber: nimber.into(), ..Self::default() },
            EntailingValue::Loony => Self { is_loony: true, ..Self::default() },
            EntailingValue::Entailed(set) => Self { entailed: Some(set), ..Self::default() },
        }
    }
}

impl EntailingTotal {
    /// Returns the total of both sums together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            nimber: &self.nimber ^ &other.nimber,
            is_loony: self.is_loony || other.is_loony,
            entailed: self.entailed.as_ref().or(other.entailed.as_ref()).cloned(),
        }
    }

    /// Returns the nimber if no component is loony or entailed.
    ///
    /// ```
    /// use sprague::evaluate::entailing::{EntailingTotal, EntailingValue};
    /// assert_eq!(EntailingTotal::from(EntailingValue::Loony).alone(), None);
    /// ```
    pub fn alone(&self) -> Option<&BigUint> {
        (!self.is_loony && self.entailed.is_none()).then_some(&self.nimber)
    }

    /// Returns the outcome of the sum for the player to move.
    pub fn outcome(&self) -> Outcome {
        let is_won = match &self.entailed {
            None => self.is_loony || self.nimber != BigUint::ZERO,
            Some(set) if self.is_loony => set.is_cofinite(),
            // a set lists only nimbers of at most 32 bits
            Some(set) => u32::try_from(&self.nimber).map_or(set.is_cofinite(), |nimber| set.contains(Nimber(nimber))),
        };
        if is_won { Outcome::Win } else { Outcome::Loss }
    }
}

impl fmt::Display for EntailingTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = if self.is_loony { "loony".to_owned() } else { self.nimber.to_string() };
        match &self.entailed {
            None => f.write_str(&rest),
            Some(set) if !self.is_loony && self.nimber == BigUint::ZERO => write!(f, "entailed, won beside {set}"),
            Some(set) => write!(f, "entailed, won beside {set}, beside {rest}"),
        }
    }
}

/// Returns the value of a position under rules that may entail moves.
///
/// ```
/// use sprague::evaluate::entailing::{EntailingValue, entailing_value};
/// use sprague::{Entailing, Limits, Nimber, Ruleset};
///
/// /// Take one or two tokens; who leaves a multiple of 5 goes on, and the other player passes.
/// struct Fives;
/// impl Ruleset for Fives {
///     type Position = (u64, bool);
///     type Move = u64;
///     fn moves(&self, &(heap, passes): &(u64, bool)) -> impl Iterator<Item = u64> {
///         if passes { 0..=0 } else { 1..=heap.min(2) }
///     }
///     fn play(&self, (heap, _): &(u64, bool), taken: &u64) -> (u64, bool) {
///         (heap - taken, *taken > 0 && (heap - taken) % 5 == 0)
///     }
/// }
/// impl Entailing for Fives {
///     fn is_entailed(&self, (_, passes): &(u64, bool)) -> bool { *passes }
/// }
/// let value = |heap| entailing_value(&Fives, &(heap, false), &Limits::default()).unwrap();
/// // who takes the last token must go on, and cannot: a heap of one is lost
/// assert_eq!((0..5).map(value).collect::<Vec<_>>(), [
///     EntailingValue::Nimber(Nimber(0)), EntailingValue::Nimber(Nimber(0)), EntailingValue::Loony,
///     EntailingValue::Nimber(Nimber(1)), EntailingValue::Nimber(Nimber(0)),
/// ]);
/// ```
///
/// # Errors
/// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit.
pub fn entailing_value<R: Entailing>(rules: &R, position: &R::Position, limits: &Limits) -> Result<EntailingValue, NimberError> {
    EntailingSearch::new(rules, limits).value(position)
}

/// A search for values under rules that may entail moves. It keeps its results from one position to the next.
///
/// Use it if you need the values of many positions.
///
/// ```
/// # use sprague::{Entailing, Ruleset};
/// use sprague::evaluate::entailing::{EntailingSearch, EntailingValue};
/// use sprague::{Limits, Nimber};
/// # struct Nothing;
/// # impl Ruleset for Nothing {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, _: &u64) -> impl Iterator<Item = u64> { std::iter::empty() }
/// #     fn play(&self, heap: &u64, _: &u64) -> u64 { *heap }
/// # }
/// # impl Entailing for Nothing { fn is_entailed(&self, _: &u64) -> bool { false } }
/// let limits = Limits::default();
/// let mut search = EntailingSearch::new(&Nothing, &limits);
/// assert_eq!(search.value(&3), Ok(EntailingValue::Nimber(Nimber(0))));
/// ```
pub struct EntailingSearch<'a, R: Entailing>(Recursion<'a, EntailingOf<'a, R>, R::Position, u32, ()>);

impl<R: Entailing> fmt::Debug for EntailingSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EntailingSearch").field(&self.0).finish()
    }
}

impl<'a, R: Entailing> EntailingSearch<'a, R> {
    /// Returns a search without any results.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(EntailingOf { rules, sets: vec![], numbers: HashMap::new(), outside: 0 }, limits))
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// See [`entailing_value`]. Values found before the error are kept.
    pub fn value(&mut self, position: &R::Position) -> Result<EntailingValue, NimberError> {
        Ok(match self.0.value(position.clone())? {
            LOONY => EntailingValue::Loony,
            set if set >= SETS => EntailingValue::Entailed(self.0.evaluation.sets[(set - SETS) as usize].clone()),
            nimber => EntailingValue::Nimber(Nimber(nimber)),
        })
    }

    /// Returns the number of positions visited so far.
    ///
    /// ```
    /// # use sprague::{Entailing, Limits, Ruleset, evaluate::entailing::EntailingSearch};
    /// # struct Nothing;
    /// # impl Ruleset for Nothing {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, _: &u64) -> impl Iterator<Item = u64> { std::iter::empty() }
    /// #     fn play(&self, heap: &u64, _: &u64) -> u64 { *heap }
    /// # }
    /// # impl Entailing for Nothing { fn is_entailed(&self, _: &u64) -> bool { false } }
    /// assert_eq!(EntailingSearch::new(&Nothing, &Limits::default()).visited(), 0);
    /// ```
    pub fn visited(&self) -> u64 {
        self.0.memo().len() as u64
    }
}

/// The number that represents a loony value; no position has this many options.
const LOONY: u32 = 1 << 30;
/// The number that represents the first set; larger numbers are the next sets, and smaller ones are nimbers.
const SETS: u32 = 1 << 31;

/// Computes the value of a position from those of its options.
struct EntailingOf<'a, R: Entailing> {
    rules: &'a R,
    /// The sets of entailed positions without duplicates, and the index of each set.
    sets: Vec<NimberSet>,
    numbers: HashMap<NimberSet, u32>,
    /// Bytes that the sets allocate.
    outside: usize,
}

impl<R: Entailing> EntailingOf<'_, R> {
    fn number(&mut self, set: NimberSet) -> u32 {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = SETS + self.sets.len() as u32;
        self.outside += 2 * size_of_val(&*set.listed);
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// Returns the set of an entailed position in a sum with a rest of this value.
    fn beside(&mut self, set: u32, rest: u32) -> u32 {
        let alone = &self.sets[(set - SETS) as usize];
        let set = match rest {
            0 => return set,
            LOONY => NimberSet { is_all_but: alone.is_all_but, ..NimberSet::default() },
            rest => {
                let listed = NimberSet::of(alone.listed.iter().map(|nimber| *nimber + Nimber(rest)));
                NimberSet { is_all_but: alone.is_all_but, ..listed }
            }
        };
        self.number(set)
    }

    /// Returns the nimbers of the rests with which some option among these wins.
    fn won_beside(&self, options: &[u32]) -> NimberSet {
        let mut listed: Vec<Nimber> = options.iter().filter(|&&value| value < LOONY).map(|&value| Nimber(value)).collect();
        // an entailed option wins if the other player, who must move in it, does not
        let mut missing: Option<Vec<Nimber>> = None;
        for set in options.iter().filter(|&&value| value >= SETS).map(|value| &self.sets[(value - SETS) as usize]) {
            match (set.is_all_but, &mut missing) {
                (true, _) => listed.extend_from_slice(&set.listed),
                (false, None) => missing = Some(set.listed.to_vec()),
                (false, Some(missing)) => missing.retain(|nimber| set.contains(*nimber)),
            }
        }
        let listed = NimberSet::of(listed);
        match missing {
            None => listed,
            Some(missing) => NimberSet::all_but(missing.into_iter().filter(|nimber| !listed.contains(*nimber))),
        }
    }
}

impl<R: Entailing> Evaluation for EntailingOf<'_, R> {
    type Key = R::Position;
    type Value = u32;
    type Fold = ();
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    fn options(&mut self, position: &R::Position, (): &mut (), memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        for option in self.rules.options(position) {
            memo.note(self, &mut (), None, || option)?;
        }
        Ok(())
    }

    fn find(&mut self, option: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        let rules = self.rules;
        let (mut total, mut is_loony, mut entailed) = (0, false, None);
        let mut parts: Vec<R::Position> = rules.summands(&option).collect();
        while let Some(part) = parts.pop() {
            let told = if rules.is_entailed(&part) { ToldOf::Nothing } else { rules.told(&part) };
            match told {
                ToldOf::Loony => is_loony = true,
                ToldOf::Equals(other) => parts.extend(rules.summands(&other)),
                ToldOf::Nothing => match memo.find(rules.normal_form(part)) {
                    Found::Value(LOONY) => is_loony = true,
                    Found::Value(set) if set >= SETS => entailed = Some(set),
                    Found::Value(nimber) => total ^= nimber,
                    Found::New { key, .. } => return Ok(Found::New { key, waiting: Some(option) }),
                    Found::Open => return Ok(Found::Open),
                },
            }
        }
        Ok(Found::Value(match (entailed, is_loony) {
            (None, true) => LOONY,
            (None, false) => total,
            (Some(set), _) => self.beside(set, if is_loony { LOONY } else { total }),
        }))
    }

    fn value(&mut self, position: &R::Position, (): &mut (), seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        let set = self.won_beside(seen);
        Ok(Some(match set.least_missing() {
            _ if self.rules.is_entailed(position) => self.number(set),
            Some(Nimber(nimber)) => nimber,
            None => LOONY,
        }))
    }

    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }

    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }

    fn bytes(&self) -> usize {
        self.numbers.allocation_size() + self.sets.capacity() * size_of::<NimberSet>() + self.outside
    }
}

#[cfg(test)]
mod tests;
