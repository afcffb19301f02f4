//! Decides sums by loopy values of their components.
//!
//! Stoppers and sides can be added, and their order against 0 determines who wins and what is drawn. Source: Siegel,
//! *Combinatorial Game Theory*, ch. VI.

use super::kept_values::KeptValues;
use super::valuation::named;
use super::values::{MAX_WRITTEN, Rules, Summand, Values};
use super::{
    Answer, Component, MixedSum, NoValue, SolveError, SolveOptions, SumValue, Valuation, for_both, quick, search, starters,
};
use crate::growth;
use hashbrown::HashMap;
use sprague_core::any::{AnyPartizanOf, AnyPosition, Kind};
use sprague_core::limits::Meter;
use sprague_core::{Hints, Limits, Outcome, Partizan, Player, Stopped};
use sprague_values::loopy::{Graph, Sided, Stopper, Stoppers};
use sprague_values::{Form, ReadError, Value};
use std::cell::RefCell;
use std::sync::LazyLock;

/// The budget of the search for the fastest win in addition to values: positions and bytes.
const BESIDE: quick::Reach = (25_000, 1 << 26);

/// Solves a sum of several components by their values, if some of them are loopy.
///
/// Returns `None` if a side is not found or half of the limits are not enough.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    // a single component is searched as a whole, which takes less work
    if sum.components.len() < 2 && !rules.know_a_value(sum) {
        return Ok(None);
    }
    let half = (options.limits.positions / 2, options.limits.bytes / 2);
    let few = SolveOptions { limits: quick::leaving_half(half, sum, &options.limits), ..options.clone() };
    let values = LoopyValues::new(&rules, &few.limits);
    let mut answer = match for_both(&values, sum, &few) {
        Ok(Some(answer)) => answer,
        Err(SolveError::Stopped(Stopped::Positions(_) | Stopped::Memory(_) | Stopped::Time(_))) | Ok(None) => return Ok(None),
        Err(error) => return Err(error),
    };
    if !options.outcome_only && answer.outcome != Outcome::Draw {
        // a move that keeps a win may lead round in a circle, but the fastest win does not
        let beside = SolveOptions { limits: quick::within(BESIDE, sum, &options.limits), ..options.clone() };
        if let Ok(searched) = search::solve_graph(sum, &beside) {
            debug_assert!(searched.outcome == answer.outcome || sum.check().is_err(), "values and search agree");
            answer.take_best_play(searched);
        }
    }
    Ok(Some(answer))
}

/// Computes with loopy values. If the sum has only one ruleset, the values found by earlier questions are used.
pub(super) fn asked<T>(
    sum: &MixedSum,
    limits: &Limits,
    ask: impl Fn(&LoopyValues<'_>) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let rules = Rules::of(sum).expect("no component has a terminal rule");
    let cache = starters::only_ruleset(sum);
    let answered = |kept| {
        let values = LoopyValues::going_on(&rules, limits, kept);
        let answer = ask(&values);
        if let Some(cache) = cache.filter(|_| answer.is_ok() && sum.check().is_ok()) {
            cache.leave_loopy(limits.bytes, values.kept());
        }
        answer
    };
    if let Some(kept) = cache.and_then(|cache| cache.take_loopy(limits.bytes)) {
        match answered(Some(kept)) {
            // what earlier questions have left takes memory, so try without it
            Err(SolveError::Stopped(Stopped::Memory(_) | Stopped::Positions(_))) => {}
            answer => return answer,
        }
    }
    answered(None)
}

/// Limits for stored values on which nothing is computed.
static UNASKED: LazyLock<Limits> = LazyLock::new(Limits::default);

/// The loopy values of the components of some sums, computed on demand.
pub(super) struct LoopyValues<'a> {
    rules: &'a Rules,
    limits: &'a Limits,
    short: Values<'a>,
    stoppers: RefCell<Stoppers<'a>>,
    /// The values of positions in normal form, which include the numbers of their rulesets.
    known: RefCell<HashMap<Summand, Sided>>,
    /// The limit that was reached while values were added.
    stopped: RefCell<Option<Stopped>>,
}

impl<'a> LoopyValues<'a> {
    pub(super) fn new(rules: &'a Rules, limits: &'a Limits) -> Self {
        Self::going_on(rules, limits, None)
    }

    /// Returns values that start with stored values of the only ruleset.
    fn going_on(rules: &'a Rules, limits: &'a Limits, kept: Option<KeptValues>) -> Self {
        let short = Values::new(rules, limits);
        let (stoppers, known) = match kept {
            Some(KeptValues { stoppers, known }) => (stoppers.within(limits), known),
            None => (Stoppers::new(&short.arena(), limits), HashMap::new()),
        };
        Self { rules, limits, short, stoppers: stoppers.into(), known: known.into(), stopped: RefCell::default() }
    }

    fn kept(self) -> KeptValues {
        KeptValues { stoppers: self.stoppers.into_inner().within(&UNASKED), known: self.known.into_inner() }
    }

    /// Converts a form of the arena of loop-free values into a loopy value.
    fn of_form(&self, form: Form) -> Result<Sided, NoValue> {
        let value = self.short.arena().value(form);
        Ok(value.form_in(self.stoppers().calculator())?.into())
    }

    pub(super) fn stoppers(&self) -> std::cell::RefMut<'_, Stoppers<'a>> {
        self.stoppers.borrow_mut()
    }

    /// Returns the value of a component, possibly with sides that were not found.
    pub(super) fn worth(&self, component: &Component) -> Result<Sided, NoValue> {
        let nimber =
            if component.kind() == Kind::Impartial { self.short.nimber_form(component) } else { Err(NoValue::NotCovered) };
        match nimber {
            Ok(form) => return self.of_form(form),
            Err(NoValue::NotCovered) => {}
            Err(stopped) => return Err(stopped),
        }
        let position = self.short.position(component).ok_or(NoValue::NotCovered)?;
        let rules = self.rules.partizan();
        let mut total = Sided::from(Stopper::ZERO);
        for summand in rules.summands(&position) {
            let value = self.of_summand(rules.normal_form(summand))?;
            total = self.stoppers().add(total, value)?;
        }
        Ok(if component.is_negative { self.stoppers().negative(total)? } else { total })
    }

    pub(super) fn total(&self, sum: &MixedSum) -> Result<Sided, NoValue> {
        let mut total = Sided::from(Stopper::ZERO);
        for component in &sum.components {
            let value = self.worth(component)?;
            total = self.stoppers().add(total, value)?;
        }
        Ok(total)
    }

    fn of_summand(&self, summand: Summand) -> Result<Sided, NoValue> {
        if let Some(&known) = self.known.borrow().get(&summand) {
            return Ok(known);
        }
        if let Some(text) = self.rules.partizan().hints().value_text(&summand) {
            match self.stoppers().read(&text) {
                Ok(value) => {
                    self.known.borrow_mut().insert(summand, value);
                    return Ok(value);
                }
                Err(ReadError::Stopped(stopped)) => return Err(stopped.into()),
                // the rules' text cannot be read as a value, so search
                Err(ReadError::Notation(_)) => {}
            }
        }
        if let Some(form) = self.short.form_of(&summand)? {
            return self.of_form(form);
        }
        let mut explored = Explored::new(self.rules.partizan(), self.limits);
        let root = explored.root(summand);
        let found = |position: &Summand| self.known.borrow().get(position).copied().filter(Sided::is_found);
        let leaves = explored.explore(found)?;
        let values = self.stoppers().evaluate(&explored.graph, &leaves)?;
        self.known.borrow_mut().extend(explored.positions.into_iter().zip(values.iter().copied()));
        Ok(values[root as usize])
    }
}

impl Valuation for LoopyValues<'_> {
    type Value = Sided;

    fn zero(&self) -> Sided {
        Stopper::ZERO.into()
    }

    fn value(&self, component: &Component) -> Result<Sided, NoValue> {
        if !component.has_listed_moves() {
            return Err(NoValue::NotCovered);
        }
        Some(self.worth(component)?).filter(Sided::is_found).ok_or(NoValue::NotCovered)
    }

    fn add(&self, a: &Sided, b: &Sided) -> Sided {
        self.stoppers().add(*a, *b).unwrap_or_else(|stopped| {
            *self.stopped.borrow_mut() = Some(stopped);
            self.zero()
        })
    }

    fn outcome(&self, total: &Sided, to_move: Player) -> Result<Outcome, NoValue> {
        if let Some(stopped) = self.stopped.borrow().clone() {
            return Err(stopped.into());
        }
        let class = self.stoppers().outcome_class(*total)?;
        class.map(|class| class.outcome(to_move)).map_err(|_| NoValue::NotCovered)
    }

    fn shown(&self, total: &Sided) -> Option<SumValue> {
        if let Some(form) = total.form() {
            return Some(SumValue::Game(self.stoppers().calculator().arena().value(form)));
        }
        let text = Some(*total).filter(Sided::is_found).map(|total| self.stoppers().text(total, Value::MAX_TEXT))?;
        Some(SumValue::Loopy(text.ok()?.map(Into::into)))
    }

    fn reason(&self, values: &[Sided], total: &Sided, _: Outcome) -> String {
        let written = |value: &Sided| {
            let text = self.stoppers().text(*value, MAX_WRITTEN).ok().flatten();
            text.unwrap_or_else(|| "a long value".into())
        };
        let listed = named(values, " + ", written);
        let sum = if values.len() > 1 { format!("{listed} = {}", written(total)) } else { listed };
        format!("loopy values: the value is {sum}; the order of its sides against 0 says who wins, and what is drawn")
    }
}

/// All positions that can be reached from some positions.
pub(super) struct Explored<'a> {
    rules: &'a AnyPartizanOf,
    limits: &'a Limits,
    pub(super) positions: Vec<AnyPosition>,
    numbers: HashMap<AnyPosition, u32>,
    pub(super) graph: Graph,
    /// Bytes that positions allocate outside of the list.
    outside: usize,
}

impl<'a> Explored<'a> {
    pub(super) fn new(rules: &'a AnyPartizanOf, limits: &'a Limits) -> Self {
        Self { rules, limits, positions: vec![], numbers: HashMap::new(), graph: Graph::new(), outside: 0 }
    }

    /// Returns the number of a position in normal form, which will be explored if it is new.
    pub(super) fn root(&mut self, position: AnyPosition) -> u32 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry_ref(&position).or_insert(next);
        if number == next {
            self.outside += 2 * self.rules.allocated_bytes(&position);
            self.positions.push(position);
        }
        number
    }

    /// Explores all positions except those with a known value, and returns the known values.
    pub(super) fn explore(&mut self, known: impl Fn(&AnyPosition) -> Option<Sided>) -> Result<Vec<Option<Sided>>, Stopped> {
        let mut meter = Meter::new(self.limits);
        let (mut leaves, mut edges) = (vec![], 0);
        while let Some(here) = self.positions.get(leaves.len()).cloned() {
            let value = known(&here);
            let mut options = [vec![], vec![]];
            for (player, found) in Player::BOTH.into_iter().zip(&mut options).filter(|_| value.is_none()) {
                for option in self.rules.options(&here, player) {
                    found.push(self.root(self.rules.normal_form(option)));
                    edges += 1;
                    let held = || growth::of_list(&self.positions) + growth::of_map(&self.numbers) + self.outside + 8 * edges;
                    meter.allow(self.positions.len() as u64, held, || self.rules.fault())?;
                }
                found.sort_unstable();
                found.dedup();
            }
            self.graph.add(&options[0], &options[1]);
            leaves.push(value);
        }
        Ok(leaves)
    }
}
