//! Decides impartial sums under normal play by the nim-sum of nimbers (Sprague 1935, Grundy 1939).

use super::look_up::{look_up, small_nimber};
use super::observed::{Observed, is_code};
use super::selection::FoundMoves;
use super::valuation::{Found, NAMED, decide, keeping, named};
use super::{
    Answer, Component, ComponentPosition, Known, MixedSum, NoValue, RulesetCache, SolveOptions, SumMove, SumValue, Valuation,
    unlisted,
};
use crate::evaluate::table::Table;
use crate::evaluate::{NimberError, NimberSearch, in_parallel, nimbers_where_play_ends};
use crate::graph::PositionGraph;
use num_bigint::BigUint;
use sprague_core::AnyRuleset;
use sprague_core::any::{AnyImpartial, AnyPosition, Factor, Labelled};
use sprague_core::heap::{BigHeaps, HeapMemory, HeapRules};
use sprague_core::limits::Meter;
use sprague_core::{Impartial, Limits, MOST_COUNTED, Nimber, Outcome, Player, Ruleset, Stopped, WideNimber};
use sprague_rows::Sequence;
use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of cells in a row that is computed for one position. For wider rows a search is cheaper, because it
/// visits fewer positions than there are cells.
const MAX_WIDTH: usize = 256;

/// The largest number of factors whose nimbers are kept.
const MAX_FACTORS: usize = 100_000;

/// Larger heaps of rules that are code are searched before rows are computed, because few heaps may be reached.
const SPARSE_FROM: u64 = 20_000;

/// This search stops when it has visited this many positions or one in this many of the rows.
const SPARSE: u64 = 50_000;
const SPARSE_SHARE: u64 = 16;

/// From this heap on, a law that was only observed answers for rules that are code, if that is allowed.
const MANY_ROWS: u64 = 1 << 16;

/// From this heap on, no rows of rules that are code are computed, because each row takes a call.
const TOO_MANY_ROWS: u64 = 1 << 24;

/// A position with at least this many moves is not searched for its nimber if a theorem gives the winner.
const TOO_MANY_MOVES: usize = 50_000;

/// So many moves are not tried if a theorem gives the nimber by factors.
const TOO_MANY_PRODUCTS: usize = 1_000_000;

/// To find the nimber of a won sum, at least this many positions are visited, or half as many as were visited for its winning
/// moves if that is more.
const FEW: u64 = 20_000;

/// The number of positions that takes the place of [`FEW`] for loaded rules, which are slower.
const FEW_LOADED: u64 = 1_000;

pub(super) struct Nimbers<'a> {
    sum: &'a MixedSum,
    limits: &'a Limits,
    /// The key is the address of the ruleset.
    by_ruleset: HashMap<usize, OfRuleset<'a>>,
}

/// Nimbers of the positions of one ruleset, from rows or by search.
struct OfRuleset<'a> {
    rules: &'a Arc<RulesetCache>,
    has_rows: bool,
    /// `true` if the rows are narrow enough to be computed before any search.
    is_narrow: bool,
    rows: RefCell<Option<Arc<Sequence<Nimber>>>>,
    typed: &'a AnyImpartial,
    /// The search for positions that rows do not cover.
    search: OnceCell<RefCell<NimberSearch<'a, AnyImpartial>>>,
    limits: &'a Limits,
    /// The nimbers of the reachable positions, for rulesets that list all positions, such as graphs. Loopy positions are then
    /// found in advance, while a search may not meet all of them.
    listed: Option<RefCell<Listed>>,
    /// `true` if a search from a large heap has met too many other heaps.
    is_dense: Cell<bool>,
    /// The law that is seen in the first rows of rules that are code, if it was sought.
    observed: OnceCell<Option<Observed>>,
    /// `true` if such a law may answer for large heaps.
    may_observe: Cell<bool>,
    /// The nimbers of factors, if a theorem derives nimbers of positions from them.
    factors: Option<RefCell<FactorNimbers>>,
}

/// Nimbers of positions that a theorem derives from the nimbers of factors. The nimbers of factors are kept.
///
/// ```
/// use sprague::solve::FactorNimbers;
/// use sprague::{Limits, any};
/// # use sprague::examples::Nim;
/// // no theorem is needed for a heap of Nim
/// let nim = any::impartial(Nim);
/// assert_eq!(FactorNimbers::default().nimber(&*nim, &nim.read("3")?, &Limits::default()), None);
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Debug, Default)]
pub struct FactorNimbers {
    rulesets: Vec<Arc<RulesetCache>>,
    nimbers: HashMap<(usize, AnyPosition), u128>,
}

impl FactorNimbers {
    /// Returns the nimber of a position of these rules, or `None` if no theorem applies or a factor is loopy.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn nimber(
        &mut self,
        rules: &dyn AnyRuleset,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Option<Result<BigUint, Stopped>> {
        self.total(rules.factors(position)?, limits).transpose()
    }

    /// Returns the nimber of a factor, or `None` if it is loopy.
    fn of_factor(&mut self, factor: Factor, limits: &Limits) -> Result<Option<u128>, Stopped> {
        let known = self.rulesets.iter().position(|rules| Arc::ptr_eq(rules.rules(), &factor.rules));
        let place = known.unwrap_or_else(|| {
            self.rulesets.push(Arc::new(RulesetCache::new("a factor", factor.rules)));
            self.rulesets.len() - 1
        });
        let key = (place, factor.position);
        if let Some(nimber) = self.nimbers.get(&key) {
            return Ok(Some(*nimber));
        }
        let sum = MixedSum::of([Component::at(&self.rulesets[place], ComponentPosition::Small(key.1.clone()))]);
        let Some(nimber) = Nimbers::new(&sum, &typed(&sum), limits).nimber(&sum.components[0])? else { return Ok(None) };
        let nimber = u128::try_from(nimber).expect("a nimber is at most the heap");
        if self.nimbers.len() < MAX_FACTORS {
            self.nimbers.insert(key, nimber);
        }
        Ok(Some(nimber))
    }

    /// Returns the nim-sum of the products of factors, or `None` if a factor is loopy.
    fn total(&mut self, products: Vec<[Factor; 2]>, limits: &Limits) -> Result<Option<BigUint>, Stopped> {
        let mut total = 0;
        let mut meter = Meter::new(limits);
        // in sorted products the last factors are the largest, and rows long enough for them are long enough for all others
        for [first, second] in products.into_iter().rev() {
            meter.allow(0, || 0, || first.rules.fault())?;
            let (Some(first), Some(second)) = (self.of_factor(first, limits)?, self.of_factor(second, limits)?) else {
                return Ok(None);
            };
            total ^= WideNimber(first).product(WideNimber(second)).0;
        }
        Ok(Some(total.into()))
    }
}

/// Positions that are explored the first time a nimber is needed.
struct Listed {
    roots: Vec<AnyPosition>,
    explored: Option<(PositionGraph<AnyPosition>, Vec<Option<Nimber>>)>,
}

impl Listed {
    /// Returns the nimber of a reachable position and `None` for other positions. `Some(None)` means that a loopy position can
    /// be reached.
    fn nimber(&mut self, position: &AnyPosition, rules: &AnyImpartial, limits: &Limits) -> Result<Option<Option<u64>>, Stopped> {
        if self.explored.is_none() {
            let graph = PositionGraph::explore_all(rules, self.roots.clone(), limits)?;
            let values = nimbers_where_play_ends(&graph, &limits.until_asked())?;
            self.explored = Some((graph, values));
        }
        Ok(self.explored.as_ref().and_then(|(graph, values)| {
            let number = graph.number(position)?;
            Some(values[number as usize].map(|nimber| nimber.0.into()))
        }))
    }
}

/// Returns the rulesets of a sum's components as typed rulesets.
pub(super) fn typed(sum: &MixedSum) -> Vec<AnyImpartial> {
    let rules = sum.components.iter().map(|component| component.rules.rules().clone());
    rules.map(|rules| AnyImpartial::try_from(rules).expect("the sum is impartial")).collect()
}

impl<'a> Nimbers<'a> {
    pub(super) fn new(sum: &'a MixedSum, rules: &'a [AnyImpartial], limits: &'a Limits) -> Self {
        let mut by_ruleset = HashMap::new();
        for (component, rules) in sum.components.iter().zip(rules) {
            let of = by_ruleset.entry(Arc::as_ptr(&component.rules).addr()).or_insert_with(|| {
                let rows = component.rules.nimber_rows();
                let is_listed = rows.is_none() && component.rules.rules().all_positions().is_some();
                OfRuleset {
                    rules: &component.rules,
                    has_rows: rows.is_some(),
                    is_narrow: rows.is_some_and(|rows| rows.width() <= MAX_WIDTH),
                    rows: RefCell::default(),
                    typed: rules,
                    search: OnceCell::new(),
                    limits,
                    is_dense: Cell::new(false),
                    observed: OnceCell::new(),
                    may_observe: Cell::new(false),
                    listed: is_listed.then(|| RefCell::new(Listed { roots: vec![], explored: None })),
                    factors: component
                        .small()
                        .and_then(|position| component.rules.rules().factors(position))
                        .map(|_| RefCell::default()),
                }
            });
            if let (Some(listed), Some(position)) = (&of.listed, component.small()) {
                listed.borrow_mut().roots.push(position.clone());
            }
        }
        Self { sum, limits, by_ruleset }
    }

    /// Allows laws that are only observed to answer for large heaps of rules that are code.
    pub(super) fn observing(self) -> Self {
        self.by_ruleset.values().for_each(|of| of.may_observe.set(true));
        self
    }

    /// Returns a sentence for each law that answered and is only observed, or promised by a script.
    pub(super) fn observed(&self) -> Vec<String> {
        let of = |of: &OfRuleset<'_>| of.observed.get()?.as_ref().map(|law| format!("{}: {law}", of.rules.name()));
        let is_promised = |of: &&OfRuleset<'_>| of.factors.is_some() && of.rules.rules().is_loaded();
        let promise = |of: &OfRuleset<'_>| {
            format!(
                "{}: the nimber is {}, not proved; `sprague test` tries it",
                of.rules.name(),
                of.rules.rules().factor_theorem()
            )
        };
        let promised = self.by_ruleset.values().filter(is_promised).map(promise);
        let mut laws: Vec<String> = self.by_ruleset.values().filter_map(of).chain(promised).collect();
        laws.sort_unstable();
        laws
    }

    /// Finds the winner and the winning moves.
    ///
    /// If nimbers have to be searched for, the search stops as soon as it has the results that the options request.
    pub(super) fn solve(&self, sum: &MixedSum, options: &SolveOptions) -> Result<Answer, NoValue> {
        let searched = sum.components.iter().enumerate().filter_map(|(index, component)| {
            let of = self.of(component);
            let position = component.small().filter(|position| of.is_searched() && of.by_closed_form(position).is_none())?;
            Some((self.of(component).typed.mobility(position), index, position))
        });
        let heaviest = searched.max_by_key(|(mobility, ..)| *mobility);
        let Some((_, heaviest, position)) = heaviest else { return decide(self, sum, options).map(Answer::from) };
        if let Some(answer) = self.without_pairs(sum, options)? {
            return Ok(answer);
        }
        let of = self.of(&sum.components[heaviest]);
        let mut rest = BigUint::ZERO;
        for (_, component) in sum.components.iter().enumerate().filter(|(index, _)| *index != heaviest) {
            rest ^= self.value(component)?;
        }
        let theorem = of.rules.rules().closed_form();
        let told = theorem.filter(|_| rest == BigUint::ZERO).and_then(|theorem| theorem.outcome(position));
        if let (Some(theorem), None, Ok(nimber)) = (theorem, told, u128::try_from(&rest))
            && of.check_size(position).is_err()
            && let Some(list) = theorem.moves_to(position, nimber).filter(|list| !list.moves.is_empty())
        {
            options.known.outcome(Outcome::Win);
            let to = |mv: Labelled| SumMove::one(heaviest, &mv.label, ComponentPosition::Small(mv.to), None);
            let winning: Vec<SumMove> = list.moves.into_iter().take(options.max_moves.max(1)).map(to).collect();
            let found = FoundMoves { all: None, best: winning.first().cloned(), winning, total: None };
            let why = format!("Sprague-Grundy: a move leaves the nimber {rest} of the others ({})", theorem.source());
            return Ok(Answer { nimber_skipped: true, ..Answer::new(Outcome::Win, found, why) });
        }
        let outcome = match u32::try_from(&rest) {
            _ if let Some(outcome) = told => outcome,
            Ok(rest) if of.search_together(position, Some(Nimber(rest)), options)? => Outcome::Loss,
            _ => Outcome::Win,
        };
        options.known.outcome(outcome);
        if options.nimber || options.all_moves {
            of.search_together(position, None, options)?;
            return decide(self, sum, options).map(Answer::from);
        }
        let why = |outcome| {
            let follows =
                if outcome == Outcome::Loss { "is 0, so this position is lost" } else { "is not 0, so this position is won" };
            match (theorem, told) {
                (Some(theorem), Some(_)) => format!("Sprague-Grundy: the nimber {follows} ({})", theorem.source()),
                _ => format!(
                    "Sprague-Grundy, with one search for each possible nimber: the nimber {follows} (Lemoine and Viennot)"
                ),
            }
        };
        if options.outcome_only {
            return Ok(Answer::new(outcome, FoundMoves::none(), why(outcome)));
        }
        // from here on, the nimbers of all components are known or needed
        if outcome == Outcome::Loss || sum.components.len() > 1 {
            return decide(self, sum, options).map(Answer::from);
        }
        let moves = keeping(self, sum, &[rest], Outcome::Loss, options)?;
        let mut answer = Answer::new(outcome, moves, why(outcome));
        // a theorem gave the winner of a position whose moves alone may take longer than a search is worth
        let is_large = told.is_some() && of.typed.mobility(position) >= MOST_COUNTED;
        match if is_large { None } else { of.nimber_within(position)? } {
            Some(nimber) => answer.value = self.shown(&nimber.into()),
            None => answer.nimber_skipped = true,
        }
        Ok(answer)
    }

    /// Solves a sum without its pairs of equal components, whose nimbers cancel.
    ///
    /// Returns `None` if there are no pairs, or if the sum is won and its components are small: a search of all of them gives all
    /// winning moves.
    fn without_pairs(&self, sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, NoValue> {
        let mut unpaired: HashMap<(usize, AnyPosition), usize> = HashMap::new();
        for (index, component) in sum.components.iter().enumerate() {
            let (of, Some(position)) = (self.of(component), component.small()) else { return Ok(None) };
            if options.all_moves || !of.typed.is_loopfree(position) {
                return Ok(None);
            }
            let form = (Arc::as_ptr(&component.rules).addr(), of.typed.normal_form(position.clone()));
            if unpaired.remove(&form).is_none() {
                unpaired.insert(form, index);
            }
        }
        if unpaired.len() == sum.components.len() {
            return Ok(None);
        }
        let mut left: Vec<usize> = unpaired.into_values().collect();
        left.sort_unstable();
        let rest = MixedSum::of(left.iter().map(|index| sum.components[*index].clone()));
        let solved = |outcome_only| self.solve(&rest, &SolveOptions { outcome_only, known: Known::default(), ..options.clone() });
        let is_large =
            |component: &Component| component.small().is_some_and(|position| self.of(component).check_size(position).is_err());
        let mut answer = solved(true)?;
        if answer.outcome == Outcome::Loss {
            answer.value = self.shown(&BigUint::ZERO);
            answer.winning_moves_total = Some(0);
            answer.best = if options.outcome_only { None } else { sum.first_move(Player::Left, &options.limits)? };
        } else if !options.outcome_only {
            if !sum.components.iter().any(is_large) {
                options.known.outcome(answer.outcome);
                return Ok(None);
            }
            answer = solved(false)?;
            answer.winning_moves.iter_mut().chain(&mut answer.best).for_each(|mv| mv.changed[0].0 = left[mv.changed[0].0]);
            answer.winning_moves_total = None;
        }
        options.known.outcome(answer.outcome);
        answer.why.insert(0, "equal components cancel".to_owned());
        Ok(Some(answer))
    }

    fn of(&self, component: &Component) -> &OfRuleset<'a> {
        &self.by_ruleset[&Arc::as_ptr(&component.rules).addr()]
    }

    /// Returns the nimber of a component, or `None` if a loopy position can be reached.
    pub(super) fn nimber(&self, component: &Component) -> Result<Option<BigUint>, Stopped> {
        self.of(component).nimber(component, self.limits)
    }
}

impl<'a> OfRuleset<'a> {
    fn search(&self) -> RefMut<'_, NimberSearch<'a, AnyImpartial>> {
        let search = || RefCell::new(NimberSearch::with_table(self.typed, self.limits, &self.table()));
        self.search.get_or_init(search).borrow_mut()
    }

    fn table(&self) -> Arc<Table> {
        self.rules.nimber_table(self.limits.bytes / 2)
    }

    /// Returns `true` if nimbers of positions within 64 bits are found by search.
    fn is_searched(&self) -> bool {
        !self.is_narrow && self.listed.is_none() && self.factors.is_none()
    }

    /// Refuses a position with too many moves whose winner a theorem gives, but not the nimber.
    fn check_size(&self, position: &AnyPosition) -> Result<(), Stopped> {
        let is_large = self.rules.rules().closed_form().is_some() && self.has_moves(position, TOO_MANY_MOVES);
        if is_large { Err(Stopped::TooLarge(0)) } else { Ok(()) }
    }

    fn has_moves(&self, position: &AnyPosition, count: usize) -> bool {
        self.typed.mobility(position) >= MOST_COUNTED && self.typed.options(position).nth(count - 1).is_some()
    }

    fn by_closed_form(&self, position: &AnyPosition) -> Option<u128> {
        self.rules.rules().closed_form()?.nimber(position)
    }

    /// Searches with all allowed threads for the nimber of a position, or for whether it is `nimber`, and leaves the result in
    /// the table.
    fn search_together(&self, position: &AnyPosition, nimber: Option<Nimber>, options: &SolveOptions) -> Result<bool, NoValue> {
        self.check_size(position)?;
        let ask = |search: &mut NimberSearch<'_, AnyImpartial>| match nimber {
            Some(nimber) => search.has_nimber(position, nimber),
            None => search.nimber(position).map(|_| true),
        };
        let answer = match options.jobs.get() {
            1 => ask(&mut self.search()),
            _ => in_parallel(self.typed, &options.limits, &self.table(), options.jobs, ask),
        };
        answer.map_err(no_value)
    }

    /// Returns the nimber of a position, unless that takes far more work than finding the winner.
    fn nimber_within(&self, position: &AnyPosition) -> Result<Option<u32>, NoValue> {
        let mut search = self.search();
        let further = if self.rules.rules().is_loaded() { FEW_LOADED } else { FEW.max(search.visited() / 2) };
        search.allow_further(Some(further));
        let nimber = search.nimber(position);
        search.allow_further(None);
        match nimber {
            Ok(nimber) => Ok(Some(nimber.0)),
            Err(NimberError::Stopped(Stopped::Positions(_) | Stopped::Memory(_) | Stopped::Time(_))) => Ok(None),
            Err(error) => Err(no_value(error)),
        }
    }

    fn has_nimber(&self, component: &Component, nimber: &BigUint, limits: &Limits) -> Result<bool, NoValue> {
        if let Some(known) = component.small().and_then(|position| self.by_closed_form(position)) {
            return Ok(BigUint::from(known) == *nimber);
        }
        match component.small().filter(|_| self.is_searched()).zip(u32::try_from(nimber).ok()) {
            Some((position, nimber)) => self.search().has_nimber(position, Nimber(nimber)).map_err(no_value),
            None => Ok(self.nimber(component, limits)?.ok_or(NoValue::NotCovered)? == *nimber),
        }
    }

    /// Returns the nimber of one heap, by a law or by the rows.
    fn heap(&self, heap: &BigUint, column: usize, limits: &Limits) -> Result<BigUint, Stopped> {
        if let Some(law) = self.rules.heap_rules().and_then(HeapRules::law) {
            let mut meter = Meter::new(limits);
            if let Some(nimber) = law.nimber(heap, &mut || meter.allow(0, || 0, || None))? {
                return Ok(nimber);
            }
        }
        let known = self.rows.borrow().as_ref().and_then(|rows| {
            let is_known = rows.period().is_some_and(|period| period.is_proved()) || *heap < BigUint::from(rows.rows().len());
            is_known.then(|| look_up(rows, heap, column).nimber())
        });
        if let Some(nimber) = known {
            return Ok(nimber);
        }
        if *heap >= BigUint::from(MANY_ROWS) && is_code(self.rules) {
            let seek = || if self.may_observe.get() { Observed::of(self.rules, limits) } else { Ok(None) };
            let law = match self.observed.get() {
                Some(law) => law,
                None => {
                    let law = seek()?;
                    self.observed.get_or_init(|| law)
                }
            };
            match law.as_ref().and_then(|law| law.nimber(heap)) {
                Some(nimber) => return Ok(nimber),
                // each row takes a call
                None if *heap >= BigUint::from(TOO_MANY_ROWS) => return Err(Stopped::Positions(limits.positions)),
                None => {}
            }
        }
        // drop this reference first, so that the rows can be extended without a copy
        self.rows.replace(None);
        let rows = self.rules.nimbers_to(heap, limits).expect("the ruleset has rows")?;
        let nimber = look_up(&rows, heap, column).nimber();
        self.rows.replace(Some(rows));
        Ok(nimber)
    }

    /// Returns the nimber of a position within 64 bits, if the rows computed so far contain it.
    fn known(&self, position: &AnyPosition) -> Option<u64> {
        let known = self.rows.borrow();
        let rows = known.as_ref()?;
        let heaps = self.rules.heaps()?.indices(position)?;
        heaps.iter().try_fold(0, |total, (heap, column)| Some(total ^ small_nimber(rows, *heap, *column)?))
    }

    fn by_rows(&self, position: &AnyPosition, limits: &Limits) -> Option<Result<BigUint, Stopped>> {
        let heaps = self.rules.heaps()?.indices(position)?;
        let mut heaps = heaps.iter();
        Some(heaps.try_fold(BigUint::ZERO, |total, (heap, column)| Ok(total ^ self.heap(&(*heap).into(), *column, limits)?)))
    }

    /// Returns the nimber of a large heap of rules that are code, if few heaps can be reached from it.
    fn sparsely(&self, position: &AnyPosition) -> Result<Option<BigUint>, Stopped> {
        if !self.is_narrow || self.is_dense.get() || self.rules.heap_rules().is_some() {
            return Ok(None);
        }
        let heaps = self.rules.heaps().and_then(|heaps| heaps.indices(position)).unwrap_or_default();
        let largest = heaps.iter().map(|(heap, _)| *heap).max().unwrap_or(0);
        if largest < SPARSE_FROM || self.known(position).is_some() {
            return Ok(None);
        }
        let mut search = self.search();
        search.allow_further(Some(SPARSE.min(largest / SPARSE_SHARE)));
        let nimber = search.nimber(position);
        search.allow_further(None);
        match nimber {
            Ok(nimber) => Ok(Some(nimber.0.into())),
            Err(NimberError::Stopped(Stopped::Fault(fault))) => Err(Stopped::Fault(fault)),
            Err(_) => {
                self.is_dense.set(true);
                Ok(None)
            }
        }
    }

    fn nimber(&self, component: &Component, limits: &Limits) -> Result<Option<BigUint>, Stopped> {
        let position = match &component.position {
            ComponentPosition::Small(position) => position,
            ComponentPosition::Big(_) if let Some((position, _)) = reduced(component) => {
                return Ok(self.by_closed_form(&position).map(BigUint::from));
            }
            ComponentPosition::Big(heaps) if self.has_rows => {
                let column = component.data().and_then(|data| data.column(heaps.memory())).unwrap_or(0);
                let mut sizes = heaps.sizes().iter();
                return sizes.try_fold(BigUint::ZERO, |total, heap| Ok(total ^ self.heap(heap, column, limits)?)).map(Some);
            }
            ComponentPosition::Big(_) => return Err(Stopped::Positions(limits.positions)),
        };
        if let Some(nimber) = self.by_closed_form(position) {
            return Ok(Some(nimber.into()));
        }
        self.check_size(position)?;
        if let Some(nimber) = self.sparsely(position)? {
            return Ok(Some(nimber));
        }
        if self.is_narrow
            && let Some(nimber) = self.by_rows(position, limits)
        {
            return nimber.map(Some);
        }
        if let Some(factors) = &self.factors
            && let Some(products) = self.rules.rules().factors(position)
        {
            return factors.borrow_mut().total(products, limits);
        }
        if let Some(listed) = &self.listed
            && let Some(nimber) = listed.borrow_mut().nimber(position, self.typed, limits)?
        {
            return Ok(nimber.map(BigUint::from));
        }
        match self.search().nimber(position) {
            Ok(nimber) => Ok(Some(nimber.0.into())),
            Err(NimberError::Loopy) => Ok(None),
            // too far to search, but rows may reach that far
            Err(NimberError::Stopped(stopped)) => match self.has_rows.then(|| self.by_rows(position, limits)).flatten() {
                Some(nimber) => nimber.map(Some),
                None => Err(stopped),
            },
        }
    }

    /// Returns the indices of the options with this nimber. Labels are made only for these options.
    fn options_of(
        &self,
        component: &Component,
        position: &AnyPosition,
        target: &BigUint,
        limits: &Limits,
    ) -> Result<Vec<usize>, NoValue> {
        let rules = self.rules.rules();
        let small = u64::try_from(target).ok();
        let mut meter = Meter::new(limits);
        if let (Some(rows), Some(view), Some(small)) = (&*self.rows.borrow(), self.rules.heaps(), small)
            && let Some(leaving) = super::look_up::options_of(rows, view, position, small, &mut meter)?
        {
            return Ok(leaving);
        }
        let (mut from, mut more) = (0, true);
        let (mut options, mut leaving) = (vec![], vec![]);
        while more {
            options.clear();
            more = rules.options(position, Player::Left, from, &mut options);
            for (number, option) in (from..).zip(&options) {
                meter.allow(0, || 0, || rules.fault())?;
                let is_target = match self.known(option) {
                    Some(nimber) => Some(nimber) == small,
                    None => self.has_nimber(&component.with(ComponentPosition::Small(option.clone())), target, limits)?,
                };
                if is_target {
                    leaving.push(number);
                }
            }
            from += options.len();
        }
        Ok(leaving)
    }
}

/// Returns a smaller heap with the nimber and the amounts of a large one, and the difference, if a theorem proves a period.
fn reduced(component: &Component) -> Option<(AnyPosition, BigUint)> {
    let ComponentPosition::Big(heaps) = &component.position else { return None };
    let [heap] = heaps.sizes() else { return None };
    let [from, period] = component.rules.rules().closed_form()?.repeats()?;
    let less = (heap - from) / period * period;
    match component.on(BigHeaps::one(heap - &less, HeapMemory::default())) {
        ComponentPosition::Small(position) => Some((position, less)),
        ComponentPosition::Big(_) => None,
    }
}

/// Returns the position of a heap that is `more` larger than this one.
fn raised(component: &Component, to: &AnyPosition, more: &BigUint) -> Option<ComponentPosition> {
    let heap: BigUint = component.rules.heaps()?.indices(to)?.iter().map(|(heap, _)| *heap).sum();
    Some(component.on(BigHeaps::one(heap + more, HeapMemory::default())))
}

pub(super) fn no_value(error: NimberError) -> NoValue {
    match error {
        NimberError::Loopy => NoValue::NotCovered,
        NimberError::Stopped(stopped) => NoValue::Stopped(stopped),
    }
}

impl Valuation for Nimbers<'_> {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn value(&self, component: &Component) -> Result<BigUint, NoValue> {
        self.nimber(component)?.ok_or(NoValue::NotCovered)
    }

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a ^ b
    }

    fn outcome(&self, total: &BigUint, _: Player) -> Result<Outcome, NoValue> {
        Ok(if *total == BigUint::ZERO { Outcome::Loss } else { Outcome::Win })
    }

    fn moves_leaving(
        &self,
        component: &Component,
        rest: &BigUint,
        _: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, BigUint>,
    ) -> Result<Option<u64>, NoValue> {
        if unlisted::is_arithmetic(component) || unlisted::is_unlisted(component) {
            let leaving = unlisted::moves_to(component, rest, limits)?;
            leaving.moves.into_iter().for_each(|(label, position)| found(&label, position, &BigUint::ZERO));
            return Ok(leaving.all.then_some(0));
        }
        let theorem = component.rules.rules().closed_form().zip(u128::try_from(rest).ok());
        if let Some((position, less)) = reduced(component)
            && let Some(list) = theorem.and_then(|(theorem, rest)| theorem.moves_to(&position, rest))
        {
            let more = list.unlisted();
            for mv in list.moves {
                let position = raised(component, &mv.to, &less).expect("a heap is left");
                found(&mv.label, position, &BigUint::ZERO);
            }
            return Ok(more);
        }
        let Some(position) = component.small() else {
            component.each_move::<NoValue>(to_move, limits, &mut |label, position| {
                if self.nimber(&component.with(position.clone()))?.as_ref() == Some(rest) {
                    found(label, position, &BigUint::ZERO);
                }
                Ok(true)
            })?;
            return Ok(Some(0));
        };
        if let Some(list) = theorem.and_then(|(theorem, rest)| theorem.moves_to(position, rest)) {
            let more = list.unlisted();
            list.moves.into_iter().for_each(|mv| found(&mv.label, ComponentPosition::Small(mv.to), &BigUint::ZERO));
            return Ok(more);
        }
        let of = self.of(component);
        if of.check_size(position).is_err() || of.factors.is_some() && of.has_moves(position, TOO_MANY_PRODUCTS) {
            return Ok(None);
        }
        let leaving = self.of(component).options_of(component, position, rest, limits)?;
        component.each_move_at(&leaving, to_move, limits, |label, position| found(label, position, &BigUint::ZERO))?;
        Ok(Some(0))
    }

    fn shown(&self, total: &BigUint) -> Option<SumValue> {
        Some(SumValue::Nimber(total.clone()))
    }

    fn reason(&self, values: &[BigUint], total: &BigUint, outcome: Outcome) -> String {
        let outcome = if outcome == Outcome::Loss { "lost" } else { "won" };
        let sum = match values {
            [_, _, ..] => format!("{} = {total} (added without carry)", named(values, " + ", BigUint::to_string)),
            _ => total.to_string(),
        };
        // the theorems that gave the nimbers of components
        let theorems = self.sum.components.iter().filter(|component| !component.is_nim()).take(NAMED).filter_map(|component| {
            let (of, position) = (self.of(component), component.small()?);
            let by_factors = of.factors.as_ref().map(|_| of.rules.rules().factor_theorem());
            by_factors.or_else(|| of.by_closed_form(position).and_then(|_| Some(of.rules.rules().closed_form()?.source())))
        });
        let mut theorems: Vec<&str> = theorems.collect();
        theorems.sort_unstable();
        theorems.dedup();
        let theorem = if theorems.is_empty() { String::new() } else { format!(" ({})", theorems.join("; ")) };
        format!("Sprague-Grundy: the nimber is {sum}{theorem}; a position is lost exactly if it is 0, so this one is {outcome}")
    }
}
