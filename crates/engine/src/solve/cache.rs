//! A ruleset with its computed rows and quotients, shared by all questions about it.

use super::kept_values::KeptValues;
use super::known_quotient::KnownQuotient;
use crate::evaluate::table::Table;
use crate::evaluate::winner;
use crate::quotient::{Incomplete, MisereQuotient};
use crate::value_rows::{RowClasses, ValueRows};
use core::fmt;
use num_bigint::BigUint;
use sprague_core::any::Fault;
use sprague_core::any::{AnyNimbers, AnyOutcomes, AnyPosition, HeapView, Kind};
use sprague_core::heap::{Amounts, Cell, HeapRules, HeapSequence, Period};
use sprague_core::{AnyRuleset, Limits, Nimber, Outcome, Play, Stopped};
use sprague_rows::{GrundyNimbers, Sequence, TakeAndBreakNimbers, TakeAndBreakOutcomes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The share of the memory that may stay full for the next question.
///
/// It is one part in so many.
const LEFT: u64 = 4;

/// All that searches by one ruleset have found about who wins.
pub(super) type Learnt = winner::Learnt<AnyPosition>;

/// A ruleset with all that was computed for it.
///
/// Cheap to share (`Arc`), and safe to share between threads: no lock is held while anything is computed. What is computed does
/// not depend on what was asked before.
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
    /// Nothing is computed yet. The name is what reasons call the ruleset.
    pub fn new(name: impl Into<String>, rules: Arc<dyn AnyRuleset>) -> Self {
        let data = rules.heaps().and_then(|heaps| heaps.rules());
        Self {
            name: name.into(),
            rules,
            data,
            has_failed: AtomicBool::new(false),
            nimbers: Snapshot::default(),
            outcomes: [Snapshot::default(), Snapshot::default()],
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

    /// The name by which it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The ruleset.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// The promise that it makes.
    pub(crate) fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// The view of its heaps.
    pub(crate) fn heaps(&self) -> Option<&dyn HeapView> {
        self.rules.heaps()
    }

    /// Its rules as data.
    ///
    /// See [`HeapView::rules`], which this remembers.
    pub fn heap_rules(&self) -> Option<&HeapRules> {
        self.data.as_ref()
    }

    /// Returns the failure of the rules so far, before an answer is believed.
    ///
    /// # Errors
    /// [`Stopped::Fault`].
    pub fn check(&self) -> Result<(), Stopped> {
        self.rules.recheck().map_or(Ok(()), |fault: Fault| {
            self.has_failed.store(true, Ordering::Relaxed);
            Err(fault.into())
        })
    }

    /// Tells whether [`check`](Self::check) has found that the rules failed.
    ///
    /// Nothing more can be asked of them then.
    ///
    /// ```
    /// # use sprague::{any, solve::RulesetCache};
    /// # use sprague::examples::Nim;
    /// assert!(!RulesetCache::new("nim", any::impartial(Nim)).has_failed());
    /// ```
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// A row of nimbers for every heap; `None` where there are none.
    ///
    /// They come from data where that is faster.
    ///
    /// See [`HeapView::nimbers`].
    pub fn nimber_rows(&self) -> Option<AnyNimbers<'_>> {
        match &self.data {
            _ if self.kind() != Kind::Impartial => None,
            Some(HeapRules::TakeAndBreak(code)) => Some(Box::new(TakeAndBreakNimbers(code))),
            Some(HeapRules::Grundy) => Some(Box::new(GrundyNimbers)),
            _ => self.heaps()?.nimbers(),
        }
    }

    /// A row of outcomes for every heap; `None` where there are none.
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

    /// The rows of nimbers, computed until row n is known; `None` for rulesets without.
    pub(crate) fn nimbers_to(&self, n: &BigUint, limits: &Limits) -> Option<Result<Arc<Sequence<Nimber>>, Stopped>> {
        Some(reach(&self.nimbers, &*self.nimber_rows()?, n, limits))
    }

    /// The rows of outcomes, likewise.
    pub(crate) fn outcomes_to(
        &self,
        play: Play,
        n: &BigUint,
        limits: &Limits,
    ) -> Option<Result<Arc<Sequence<Outcome>>, Stopped>> {
        Some(reach(&self.outcomes[play as usize], &*self.outcome_rows(play)?, n, limits))
    }

    /// The results of searches for nimbers, kept between questions.
    ///
    /// The table has at most so many bytes.
    pub(crate) fn nimber_table(&self, bytes: u64) -> Arc<Table> {
        let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        self.has_searched.store(true, Ordering::Relaxed);
        match &*searched {
            Some((known, table)) if *known == bytes => table.clone(),
            _ => searched.insert((bytes, Table::new(bytes))).1.clone(),
        }
    }

    /// All that earlier questions about who wins have left.
    ///
    /// They had a limit of so many bytes.
    ///
    /// It is taken away: whoever asks meanwhile begins anew.
    pub(super) fn take_learnt(&self, bytes: u64) -> Option<Learnt> {
        let mut learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        learnt.take_if(|(limit, _)| *limit == bytes).map(|(_, learnt)| learnt)
    }

    /// Leaves that for the next question, unless it takes much of the memory.
    pub(super) fn leave_learnt(&self, bytes: u64, learnt: Learnt) {
        if learnt.bytes() as u64 <= bytes / LEFT {
            self.has_searched.store(true, Ordering::Relaxed);
            *self.learnt.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, learnt));
        }
    }

    /// The loopy values that earlier questions have found, under a limit of so many bytes.
    ///
    /// They are taken away, as what was [learnt](Self::take_learnt).
    pub(super) fn take_loopy(&self, bytes: u64) -> Option<KeptValues> {
        let mut loopy = self.loopy.lock().unwrap_or_else(PoisonError::into_inner);
        loopy.take_if(|(limit, _)| *limit == bytes).map(|(_, kept)| kept)
    }

    /// Leaves those for the next question, unless they take much of the memory.
    pub(super) fn leave_loopy(&self, bytes: u64, kept: KeptValues) {
        if kept.bytes() as u64 <= bytes / LEFT {
            self.has_searched.store(true, Ordering::Relaxed);
            *self.loopy.lock().unwrap_or_else(PoisonError::into_inner) = Some((bytes, kept));
        }
    }

    /// Bytes of tables that searches have left for the next question.
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

    /// Lets go of these tables.
    ///
    /// Answers do not depend on them.
    ///
    /// See [`table_bytes`](Self::table_bytes).
    pub fn forget_tables(&self) {
        *self.searched.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.learnt.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.loopy.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// About how many bytes are kept for later questions.
    ///
    /// Tables, rows, quotients, and what the rules themselves hold, as far as data tell.
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

    /// About how many bytes the rules take, as far as they are data.
    ///
    /// Sets may have ten million members.
    ///
    /// See [`held_bytes`](Self::held_bytes), of which they are a part.
    pub fn rule_bytes(&self) -> usize {
        self.data.as_ref().map_or(0, set_bytes)
    }

    /// Lets go of all that was computed.
    ///
    /// Answers do not depend on it.
    ///
    /// See [`held_bytes`](Self::held_bytes).
    pub fn forget(&self) {
        self.forget_tables();
        *self.nimbers.lock() = None;
        self.outcomes.iter().for_each(|rows| *rows.lock() = None);
        *self.quotient.lock() = None;
        *self.beside_others.lock() = None;
        *self.row_classes.lock() = None;
        *self.value_rows.lock() = None;
    }

    /// The misère quotient of heaps up to n at least; `None` for rulesets without.
    ///
    /// It goes as far as it could be computed.
    pub(crate) fn quotient_to(&self, n: &BigUint, limits: &Limits) -> Option<Arc<MisereQuotient>> {
        let to = u64::try_from(n).ok();
        let known = match self.quotient.get() {
            None => Arc::new(misere_quotient(self.heap_rules()?, to, limits)?),
            // what was too much once is not tried for every position again
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

    /// The laws of the rows of Left's and Right's heaps.
    ///
    /// `None` where there are no such rows, or no table proves them.
    pub(crate) fn row_classes(&self, limits: &Limits) -> Result<Option<Arc<RowClasses>>, Stopped> {
        let Some(rules @ HeapRules::PartizanSubtraction { .. }) = &self.data else { return Ok(None) };
        if let Some(known) = self.row_classes.get() {
            return Ok(Some(known));
        }
        let Some(found) = RowClasses::seek(rules, None, limits)?.map(Arc::new) else { return Ok(None) };
        self.row_classes.publish(found.clone(), |_| true);
        Ok(Some(found))
    }

    /// The values of heaps of two codes, as far as a period was sought.
    ///
    /// `None` for other rules.
    pub(crate) fn value_rows(&self, limits: &Limits) -> Result<Option<Arc<ValueRows>>, Stopped> {
        let Some(rules @ HeapRules::PartizanTakeAndBreak { .. }) = &self.data else { return Ok(None) };
        if let Some(known) = self.value_rows.get() {
            return Ok(Some(known));
        }
        let Some(mut rows) = ValueRows::of(rules) else { return Ok(None) };
        match rows.extend_until_proved(VALUE_ROWS, &Limits { positions: limits.positions.min(ROW_POSITIONS), ..limits.clone() }) {
            // whoever allows more is to find more
            Some(Stopped::Positions(reached)) if reached < ROW_POSITIONS => return Err(Stopped::Positions(reached)),
            None | Some(Stopped::Positions(_)) => {}
            Some(stopped) => return Err(stopped),
        }
        let rows = Arc::new(rows);
        self.value_rows.publish(rows.clone(), |_| true);
        Ok(Some(rows))
    }

    /// The last quotient of finitely many positions of this ruleset and others.
    pub(super) fn beside_others(&self) -> &Snapshot<KnownQuotient> {
        &self.beside_others
    }

    /// Facts about the family from its computed rows, a sentence each.
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

/// Tells whether these limits may lead further than those that a quotient was computed under.
fn may_go_on(quotient: &MisereQuotient, limits: &Limits) -> bool {
    match quotient.incomplete() {
        Some(Incomplete::AsAsked) => true,
        Some(Incomplete::Stopped(Stopped::Positions(positions))) => *positions < limits.positions,
        _ => false,
    }
}

/// The most rows of values that a position costs, and the work on them.
const VALUE_ROWS: usize = 400;
const ROW_POSITIONS: u64 = 1_000_000;

/// The bytes of sets of amounts, in the rules and in the data about them.
fn set_bytes(rules: &HeapRules) -> usize {
    let members = match rules {
        HeapRules::Subtraction(Amounts::Infinite(_)) | HeapRules::OfHeap(_) => 0,
        HeapRules::Subtraction(Amounts::Only(set) | Amounts::AllBut(set)) => set.as_slice().len(),
        HeapRules::Stones { amounts, .. } | HeapRules::NoRepeat { amounts, .. } => amounts.as_slice().len(),
        HeapRules::PartizanSubtraction { left, right } => left.as_slice().len() + right.as_slice().len(),
        HeapRules::TakeAndBreak(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => 0,
    };
    2 * members * size_of::<u64>()
}

/// The misère quotient of a code or of Grundy's game; `None` for other rules.
///
/// It is that of heaps up to `to`, or until it is proved for all.
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

/// The last result, for everybody to read while someone computes more.
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

    /// Makes `new` the last result, unless that of another thread is as good.
    pub(super) fn publish(&self, new: Arc<T>, is_as_good: impl FnOnce(&T) -> bool) {
        let mut known = self.lock();
        if !known.as_ref().is_some_and(|known| is_as_good(known)) {
            *known = Some(new);
        }
    }
}

impl<T: Clone> Snapshot<T> {
    /// The last result, to be changed and published again.
    ///
    /// It is not copied where nobody else reads it.
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

/// The rows of a family, computed until row n is known.
///
/// The row is known by a period, or is computed itself.
fn reach<C: Cell>(
    known: &Snapshot<Sequence<C>>,
    family: &(dyn HeapSequence<Cell = C> + Send + Sync + '_),
    n: &BigUint,
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
    let stopped = sequence.extend_until_proved(family, usize::try_from(most).unwrap_or(usize::MAX), limits);
    let sequence = Arc::new(sequence);
    let is_proved = |sequence: &Sequence<C>| sequence.period().is_some_and(|period| period.is_proved());
    known.publish(sequence.clone(), |other| is_proved(other) || other.rows().len() >= sequence.rows().len());
    if is_known(&sequence) { Ok(sequence) } else { Err(stopped.unwrap_or(Stopped::Positions(limits.positions))) }
}
