//! A ruleset with the rows and quotients computed for it, shared by all questions about it.

use super::kept_values::KeptValues;
use super::known_quotient::KnownQuotient;
use crate::evaluate::table::Table;
use crate::evaluate::winner;
use crate::quotient::{Incomplete, MisereQuotient};
use crate::value_rows::{RowClasses, ValueRows};
use core::fmt;
use num_bigint::BigUint;
use sprague_core::any::Fault;
use sprague_core::any::{AnyNimbers, AnyOutcomes, AnyPosition, AnyScores, HeapView, Kind};
use sprague_core::clock::Instant;
use sprague_core::heap::{Amounts, Cell, HeapRules, HeapSequence, Period};
use sprague_core::{AnyRuleset, Limits, Nimber, Outcome, Play, Stopped};
use sprague_rows::{GrundyNimbers, Sequence, TakeAndBreakNimbers, TakeAndBreakOutcomes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Codes in whose rows no period was found, although hundreds of millions were computed: Treblecross and Officers (Guy and
/// Nowakowski, *Unsolved Problems in Combinatorial Games*).
const OPEN: [&str; 2] = ["0.007", "0.6"];

/// One part in this many of the time shows whether a row can be reached.
const TRIAL: u32 = 40;

/// The results of a search stay for the next question if they take at most one part in this many of the memory.
const LEFT: u64 = 4;

/// The results about winners that searches with one ruleset have found.
pub(super) type Learnt = winner::Learnt<AnyPosition>;
pub(super) type Shared = winner::Shared<AnyPosition>;

/// A ruleset with everything that was computed for it.
///
/// It is cheap to share (`Arc`), also between threads, because no lock is held while anything is computed. Results do not
/// depend on the questions asked before.
///
/// ```
/// use sprague::solve::RulesetCache;
/// use sprague::{Impartial, Ruleset, any, heap_notation};
///
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
/// heap_notation!(Nim);
///
/// let nim = RulesetCache::new("nim", any::impartial(Nim));
/// assert_eq!(nim.name(), "nim");
/// ```
pub struct RulesetCache {
    name: String,
    rules: Arc<dyn AnyRuleset>,
    data: Option<HeapRules>,
    has_failed: AtomicBool,
    nimbers: Snapshot<Sequence<Nimber>>,
    outcomes: [Snapshot<Sequence<Outcome>>; 2],
    scores: Snapshot<Sequence<i64>>,
    quotient: Snapshot<MisereQuotient>,
    beside_others: Snapshot<KnownQuotient>,
    row_classes: Snapshot<RowClasses>,
    value_rows: Snapshot<ValueRows>,
    searched: Mutex<Option<(u64, Arc<Table>)>>,
    learnt: Mutex<Option<(u64, Learnt)>>,
    loopy: Mutex<Option<(u64, KeptValues)>>,
    has_searched: AtomicBool,
}

impl RulesetCache {
    /// Returns a cache in which nothing is computed yet. Explanations use `name` for the ruleset.
    pub fn new(name: impl Into<String>, rules: Arc<dyn AnyRuleset>) -> Self {
        let data = rules.heaps().and_then(|heaps| heaps.rules());
        Self {
            name: name.into(),
            rules,
            data,
            has_failed: AtomicBool::new(false),
            nimbers: Snapshot::default(),
            outcomes: [Snapshot::default(), Snapshot::default()],
            scores: Snapshot::default(),
            quotient: Snapshot::default(),
            beside_others: Snapshot::default(),
            row_classes: Snapshot::default(),
            value_rows: Snapshot::default(),
            searched: Mutex::default(),
            learnt: Mutex::default(),
            loopy: Mutex::default(),
            has_searched: AtomicBool::new(false),
        }
    }

    /// Returns the name that explanations use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// Returns the class of games that the ruleset belongs to.
    pub(crate) fn kind(&self) -> Kind {
        self.rules.kind()
    }

    pub(crate) fn heaps(&self) -> Option<&dyn HeapView> {
        self.rules.heaps()
    }

    /// Returns the rules as data, if [`HeapView::rules`] provides them. The result of that call is remembered.
    pub fn heap_rules(&self) -> Option<&HeapRules> {
        self.data.as_ref()
    }

    /// Checks whether the rules have failed so far. Call this before you rely on an answer.
    ///
    /// # Errors
    /// Returns [`Stopped::Fault`] with the failure.
    pub fn check(&self) -> Result<(), Stopped> {
        self.rules.recheck().map_or(Ok(()), |fault: Fault| {
            self.has_failed.store(true, Ordering::Relaxed);
            Err(fault.into())
        })
    }

    /// Returns `true` if an earlier [`check`](Self::check) found that the rules have failed. The rules must not be used any
    /// more then.
    ///
    /// ```
    /// # use sprague::{any, solve::RulesetCache};
    /// # use sprague::examples::Nim;
    /// assert!(!RulesetCache::new("nim", any::impartial(Nim)).has_failed());
    /// ```
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Returns a way to compute rows of nimbers, one row for every heap, or `None` if the ruleset has none.
    ///
    /// The rows are computed from the rules as data if that is faster, and otherwise by [`HeapView::nimbers`].
    pub fn nimber_rows(&self) -> Option<AnyNimbers<'_>> {
        match &self.data {
            _ if self.kind() != Kind::Impartial => None,
            Some(HeapRules::TakeAndBreak(code)) => Some(Box::new(TakeAndBreakNimbers(code))),
            Some(HeapRules::Grundy) => Some(Box::new(GrundyNimbers)),
            _ => self.heaps()?.nimbers(),
        }
    }

    /// Returns a way to compute rows of outcomes, one row for every heap, or `None` if the ruleset has none.
    ///
    /// See [`HeapView::outcomes`].
    pub fn outcome_rows(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        match &self.data {
            Some(HeapRules::TakeAndBreak(code)) => {
                TakeAndBreakOutcomes::new(code, play).map(|rows| Box::new(rows) as AnyOutcomes<'_>)
            }
            _ => self.heaps()?.outcomes(play),
        }
    }

    /// Returns a way to compute rows of scores, one row for every heap, or `None` if the ruleset has none.
    pub fn score_rows(&self) -> Option<AnyScores<'_>> {
        self.heaps()?.scores()
    }

    /// Returns rows of nimbers that reach to row n, or `None` for rulesets without rows.
    pub(crate) fn nimbers_to(&self, n: &BigUint, limits: &Limits) -> Option<Result<Arc<Sequence<Nimber>>, Stopped>> {
        Some(reach(&self.nimbers, &*self.nimber_rows()?, n, self.is_open(), limits))
    }

    /// Returns rows of outcomes that reach to row n, or `None` for rulesets without rows.
    pub(crate) fn outcomes_to(
        &self,
        play: Play,
        n: &BigUint,
        limits: &Limits,
    ) -> Option<Result<Arc<Sequence<Outcome>>, Stopped>> {
        Some(reach(&self.outcomes[play as usize], &*self.outcome_rows(play)?, n, self.is_open(), limits))
    }

    /// Returns `true` if a period is not to be expected late: for codes in [`OPEN`], and sets such as the squares.
    fn is_open(&self) -> bool {
        match &self.data {
            Some(HeapRules::TakeAndBreak(code)) => OPEN.contains(&&*code.to_string()),
            rules => matches!(rules, Some(HeapRules::Subtraction(Amounts::Infinite(_)))),
        }
    }

    /// Returns rows of scores that reach to row n, or `None` for rulesets without rows.
    pub(crate) fn scores_to(&self, n: &BigUint, limits: &Limits) -> Option<Result<Arc<Sequence<i64>>, Stopped>> {
        Some(reach(&self.scores, &*self.score_rows()?, n, false, limits))
    }

    /// Returns the table of nimbers found by earlier searches. It takes at most `bytes` bytes, and a table of another size is
    /// dropped.
    pub(crate) fn nimber_table(&self, bytes: u64) -> Arc<Table> {
        let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        self.has_searched.store(true, Ordering::Relaxed);
        match &*searched {
            Some((known, table)) if *known == bytes => table.clone(),
            _ => searched.insert((bytes, Table::new(bytes))).1.clone(),
        }
    }

    /// Takes the results about winners that earlier questions with the same memory limit have found.
    ///
    /// Questions in other threads start without them until they are given back.
    pub(super) fn take_learnt(&self, bytes: u64) -> Option<Learnt> {
        let mut learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        learnt.take_if(|(limit, _)| *limit == bytes).map(|(_, learnt)| learnt)
    }

    /// Gives results back for the next question, unless they take too much of the memory.
    pub(super) fn leave_learnt(&self, bytes: u64, learnt: Learnt) {
        if learnt.bytes() as u64 <= bytes / LEFT {
            self.has_searched.store(true, Ordering::Relaxed);
            *self.learnt.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, learnt));
        }
    }

    /// Takes the loopy values that earlier questions with the same memory limit have found.
    pub(super) fn take_loopy(&self, bytes: u64) -> Option<KeptValues> {
        let mut loopy = self.loopy.lock().unwrap_or_else(PoisonError::into_inner);
        loopy.take_if(|(limit, _)| *limit == bytes).map(|(_, kept)| kept)
    }

    /// Gives back the loopy values for the next question, unless they take too much of the memory.
    pub(super) fn leave_loopy(&self, bytes: u64, kept: KeptValues) {
        if kept.bytes() as u64 <= bytes / LEFT {
            self.has_searched.store(true, Ordering::Relaxed);
            *self.loopy.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, kept));
        }
    }

    /// Returns the bytes of the tables that searches have left for the next question.
    ///
    /// ```
    /// # use sprague::{any, solve::RulesetCache};
    /// # use sprague::examples::Nim;
    /// assert_eq!(RulesetCache::new("nim", any::impartial(Nim)).table_bytes(), 0);
    /// ```
    pub fn table_bytes(&self) -> usize {
        if !self.has_searched.load(Ordering::Relaxed) {
            return 0;
        }
        let searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        let learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        let loopy = self.loopy.lock().unwrap_or_else(PoisonError::into_inner);
        searched.as_ref().map_or(0, |(_, table)| table.bytes())
            + learnt.as_ref().map_or(0, |(_, learnt)| learnt.bytes())
            + loopy.as_ref().map_or(0, |(_, kept)| kept.bytes())
    }

    /// Drops the tables counted by [`table_bytes`](Self::table_bytes). Answers do not depend on them.
    pub fn forget_tables(&self) {
        *self.searched.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.learnt.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.loopy.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns roughly the bytes that are kept for later questions: tables, rows, quotients, and the rules themselves as far as
    /// they are data.
    ///
    /// ```
    /// # use sprague::{any, solve::RulesetCache};
    /// # use sprague::examples::Nim;
    /// let nim = RulesetCache::new("nim", any::impartial(Nim));
    /// nim.forget();
    /// assert!(nim.held_bytes() < 2_000);
    /// ```
    pub fn held_bytes(&self) -> usize {
        let nimbers = self.nimbers.get().map_or(0, |rows| size_of_val(rows.rows().cells()));
        let outcomes = self.outcomes.iter().filter_map(Snapshot::get).map(|rows| size_of_val(rows.rows().cells()));
        let quotient = self.quotient.get().map_or(0, |quotient| quotient.bytes());
        let finite = self.beside_others.get().map_or(0, |known| known.bytes());
        let values = self.value_rows.get().map_or(0, |rows| rows.bytes());
        let sets = self.rule_bytes() + values;
        self.table_bytes() + nimbers + outcomes.sum::<usize>() + quotient + finite + sets + size_of::<Self>() + self.name.len()
    }

    /// Returns roughly the bytes that the rules take, as far as they are data. Sets may have ten million members.
    ///
    /// [`held_bytes`](Self::held_bytes) includes them.
    pub fn rule_bytes(&self) -> usize {
        self.data.as_ref().map_or(0, set_bytes)
    }

    /// Drops everything that was computed and that [`held_bytes`](Self::held_bytes) counts, except the rules. Answers do not
    /// depend on it.
    pub fn forget(&self) {
        self.forget_tables();
        *self.nimbers.lock() = None;
        self.outcomes.iter().for_each(|rows| *rows.lock() = None);
        *self.quotient.lock() = None;
        *self.beside_others.lock() = None;
        *self.row_classes.lock() = None;
        *self.value_rows.lock() = None;
    }

    /// Returns the misère quotient of heaps up to n, or of as many heaps as could be computed.
    ///
    /// Returns `None` for rulesets without a misère quotient.
    pub(crate) fn quotient_to(&self, n: &BigUint, limits: &Limits) -> Option<Arc<MisereQuotient>> {
        let to = u64::try_from(n).ok();
        let known = match self.quotient.get() {
            None => Arc::new(misere_quotient(self.heap_rules()?, to, limits)?),
            // what was too much once is not tried again for every position
            Some(known) if known.phi(to.unwrap_or(u64::MAX)).is_none() && may_go_on(&known, limits) => {
                let mut larger = MisereQuotient::clone(&known);
                larger.go_on(to, limits);
                Arc::new(larger)
            }
            Some(known) => return Some(known),
        };
        self.quotient.publish(known.clone(), |old| old.heaps_covered() >= known.heaps_covered());
        Some(known)
    }

    /// Returns the laws of the rows of a partizan subtraction game.
    ///
    /// Returns `None` for other rules, and if the laws could not be proved.
    pub(crate) fn row_classes(&self, limits: &Limits) -> Result<Option<Arc<RowClasses>>, Stopped> {
        let Some(rules @ HeapRules::PartizanSubtraction { .. }) = &self.data else { return Ok(None) };
        if let Some(known) = self.row_classes.get() {
            return Ok(Some(known));
        }
        let Some(found) = RowClasses::seek(rules, None, limits)?.map(Arc::new) else { return Ok(None) };
        self.row_classes.publish(found.clone(), |_| true);
        Ok(Some(found))
    }

    /// Returns the values of heaps of a partizan take-and-break game, as far as they were computed to find a period.
    ///
    /// Returns `None` for other rules.
    pub(crate) fn value_rows(&self, limits: &Limits) -> Result<Option<Arc<ValueRows>>, Stopped> {
        let Some(rules @ HeapRules::PartizanTakeAndBreak { .. }) = &self.data else { return Ok(None) };
        if let Some(known) = self.value_rows.get() {
            return Ok(Some(known));
        }
        let Some(mut rows) = ValueRows::of(rules) else { return Ok(None) };
        match rows.extend_until_proved(VALUE_ROWS, &Limits { positions: limits.positions.min(ROW_POSITIONS), ..limits.clone() }) {
            // an error, so that a question with higher limits computes more rows
            Some(Stopped::Positions(reached)) if reached < ROW_POSITIONS => return Err(Stopped::Positions(reached)),
            None | Some(Stopped::Positions(_)) => {}
            Some(stopped) => return Err(stopped),
        }
        let rows = Arc::new(rows);
        self.value_rows.publish(rows.clone(), |_| true);
        Ok(Some(rows))
    }

    /// Returns the stored quotient for sums of this ruleset with others.
    pub(super) fn beside_others(&self) -> &Snapshot<KnownQuotient> {
        &self.beside_others
    }

    /// Returns facts about the family from its computed rows, one sentence each.
    pub(crate) fn about_rows(&self) -> Vec<String> {
        let law = self.heap_rules().and_then(HeapRules::law).map(|law| format!("{}: {law}; proved for all n", self.name));
        let nimbers = self.nimbers.get().map(|rows| about(&self.name, "nimbers", &rows));
        let outcomes = self.outcomes.iter().map(|rows| rows.get().map(|rows| about(&self.name, "outcomes", &rows)));
        law.into_iter().chain(nimbers).chain(outcomes.flatten()).collect()
    }
}

impl fmt::Debug for RulesetCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesetCache({})", self.name)
    }
}

/// Returns `true` if these limits may lead further than the limits under which the quotient was computed.
fn may_go_on(quotient: &MisereQuotient, limits: &Limits) -> bool {
    match quotient.incomplete() {
        Some(Incomplete::AsAsked) => true,
        Some(Incomplete::Stopped(Stopped::Positions(positions))) => *positions < limits.positions,
        _ => false,
    }
}

/// The largest number of rows of values that are computed for a position, and the limit on positions for that.
const VALUE_ROWS: usize = 400;
const ROW_POSITIONS: u64 = 1_000_000;

/// Returns the bytes of sets of amounts, both in the rules and in the rules as data.
fn set_bytes(rules: &HeapRules) -> usize {
    let members = match rules {
        HeapRules::Subtraction(Amounts::Infinite(_)) | HeapRules::OfHeap(_) => 0,
        HeapRules::Subtraction(Amounts::Only(set) | Amounts::AllBut(set)) => set.as_slice().len(),
        HeapRules::Cumulative(amounts) | HeapRules::Stones { amounts, .. } | HeapRules::NoRepeat { amounts, .. } => {
            amounts.as_slice().len()
        }
        HeapRules::PartizanSubtraction { left, right } => left.as_slice().len() + right.as_slice().len(),
        HeapRules::TakeAndBreak(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => 0,
    };
    2 * members * size_of::<u64>()
}

/// Returns the misère quotient of a take-and-break code or of Grundy's game, and `None` for other rules.
///
/// The quotient covers heaps up to `to`, or as many as are needed until it is proved for all heaps.
///
/// ```
/// use sprague::Limits;
/// use sprague::heap::HeapRules;
/// use sprague::solve::misere_quotient;
/// let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
/// assert_eq!(misere_quotient(&kayles, None, &Limits::default()).unwrap().order(), 40);
/// ```
pub fn misere_quotient(rules: &HeapRules, to: Option<u64>, limits: &Limits) -> Option<MisereQuotient> {
    match rules {
        HeapRules::TakeAndBreak(code) => Some(MisereQuotient::of(code, to, limits)),
        HeapRules::Grundy => Some(MisereQuotient::of_grundy(to, limits)),
        _ => None,
    }
}

fn about<C: Cell>(family: &str, what: &str, sequence: &Sequence<C>) -> String {
    match sequence.period() {
        Some(Period { preperiod, period, saltus, theorem: Some(theorem) }) => {
            let rising = if saltus > 0 { format!(" and rise by {saltus}") } else { String::new() };
            format!("{family}: the {what} repeat every {period}{rising} from n = {preperiod} on, proved by {theorem}")
        }
        _ => format!("{family}: the {what} of heaps 0 to {} were computed one by one", sequence.rows().len() - 1),
    }
}

/// The latest result, which all threads can read while one computes more.
pub(super) struct Snapshot<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Snapshot<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Snapshot<T> {
    fn lock(&self) -> MutexGuard<'_, Option<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self) -> Option<Arc<T>> {
        self.lock().clone()
    }

    /// Makes `new` the latest result, unless another thread has published one that is as good.
    pub(super) fn publish(&self, new: Arc<T>, is_as_good: impl FnOnce(&T) -> bool) {
        let mut known = self.lock();
        if !known.as_ref().is_some_and(|known| is_as_good(known)) {
            *known = Some(new);
        }
    }
}

impl<T: Clone> Snapshot<T> {
    /// Takes the latest result in order to change and publish it again. It is copied only if another thread is reading it.
    fn take(&self) -> Option<T> {
        let mut known = self.lock();
        match Arc::try_unwrap(known.take()?) {
            Ok(alone) => Some(alone),
            Err(shared) => {
                let copy = T::clone(&shared);
                *known = Some(shared);
                Some(copy)
            }
        }
    }
}

/// Returns the rows of a family, computed until row n is known, either by a proved period or because the row itself is
/// computed.
///
/// If no period is expected, or its proof takes too many rows, stops early when the first part of the time shows that the row is
/// too far, even if all rows took no longer than the first ones.
fn reach<C: Cell>(
    known: &Snapshot<Sequence<C>>,
    family: &(dyn HeapSequence<Cell = C> + Send + Sync + '_),
    n: &BigUint,
    is_open: bool,
    limits: &Limits,
) -> Result<Arc<Sequence<C>>, Stopped> {
    let is_known = |sequence: &Sequence<C>| {
        sequence.period().is_some_and(|period| period.is_proved()) || *n < BigUint::from(sequence.rows().len())
    };
    if let Some(sequence) = known.get().filter(|sequence| is_known(sequence)) {
        return Ok(sequence);
    }
    let mut sequence = known.take().unwrap_or_else(|| Sequence::new(family.width()));
    let most = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(1).min(limits.positions);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let trial = limits.time.and_then(|time| Instant::now().checked_add(time / TRIAL));
    let short = Limits { deadline: limits.deadline.into_iter().chain(trial).min(), ..limits.clone() };
    let mut stopped = sequence.extend_until_proved(family, most, &short);
    if short.deadline != limits.deadline && matches!(stopped, Some(Stopped::Time(_))) {
        let rows = sequence.rows().len();
        let reached = rows as u64 * u64::from(TRIAL);
        let is_provable = family.theorem().and_then(|theorem| theorem.rows_needed(0, 1)).is_some_and(|least| least <= reached);
        let is_far = *n > BigUint::from(reached) && (is_open || !is_provable);
        stopped = match is_far {
            true => Some(Stopped::TooLarge(rows as u64)),
            false => sequence.extend_until_proved(family, most, limits),
        };
    }
    let sequence = Arc::new(sequence);
    let is_proved = |sequence: &Sequence<C>| sequence.period().is_some_and(|period| period.is_proved());
    known.publish(sequence.clone(), |other| is_proved(other) || other.rows().len() >= sequence.rows().len());
    if is_known(&sequence) { Ok(sequence) } else { Err(stopped.unwrap_or(Stopped::Positions(limits.positions))) }
}
