//! Finds the winner of a sum of values and positions without the canonical form of the whole sum.
//!
//! There are few positions, but the canonical forms of their sums can grow exponentially. So only small positions are valued
//! here, because answers show values, and whole sums are valued only if that is cheap. The winner is found by
//! [`winner`](crate::evaluate::winner), which searches the *formal sum*: the NUS (number + n·↑ + ∗k, added up), other values,
//! and positions without a value.
//!
//! G and −G cancel if they are values, and if they are positions whose rules promise that play ends (a loopy G − G may be a
//! draw). So only one of a game and its negative is stored, with a signed count. Values are stored up to a number, which
//! becomes part of the NUS. If an item equals its own negative, pairs of it cancel (`tidy`).

use super::formal_sum::{FormalSum, Summand};
use crate::evaluate::winner::{self, Sum};
use crate::evaluate::{ValueError, ValueSearch, WinnerSearch};
use crate::solve::cache::{Learnt, Shared};
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use sprague_core::any::AnyPartizanOf;
use sprague_core::limits::Meter;
use sprague_core::{Bounds, Hints, Limits, Partizan, Player, Stopped};
use sprague_values::Form;

/// Limits on valuing. The winner does not depend on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// A position is valued if it has at most this many moves, Left's and Right's together. Larger positions are searched, in
    /// the hope that moves split them.
    pub(super) most_moves: usize,
    /// The work for valuing one position before it counts as too large.
    ///
    /// It is counted in further positions visited and steps of the [`Calculator`](sprague_values::Calculator). If many trials
    /// fail, the next trial may take less (`next_trial`).
    pub(super) trial: u64,
    /// The work for adding up a whole sum.
    pub(super) whole: u64,
    pub(super) searched: winner::Effort,
    /// `true` if only the winner is requested.
    pub(super) is_of_winner: bool,
}

/// The effort for answers that show values.
impl Default for Effort {
    fn default() -> Self {
        Self { most_moves: 44, trial: 100_000, whole: 100_000, searched: winner::Effort::default(), is_of_winner: false }
    }
}

impl Effort {
    /// Returns the effort for finding the winner only. Values are found if they help.
    pub(super) fn of_winner() -> Self {
        Self { trial: 5_000, is_of_winner: true, ..Self::default() }
    }

    /// Returns the effort for questions about very many positions. Only small ones are valued, and hardly any if no position
    /// falls into pieces.
    pub(super) fn of_many(are_pieces: bool) -> Self {
        let (most_moves, trial) = if are_pieces { (16, 500) } else { (4, 100) };
        Self { most_moves, trial, ..Self::of_winner() }
    }
}

/// The number of trials that may fail before they are rationed.
const FAILED_TRIALS: u64 = 4;

/// The work for trials that each sum searched adds to the ration.
const STEPS_OF_A_SUM: u64 = 100;

/// Values and outcomes of the sums that can be reached from one sum.
pub(super) struct Search<'a> {
    rules: &'a AnyPartizanOf,
    effort: Effort,
    pub(super) winner: WinnerSearch<'a, AnyPartizanOf>,
    /// Positions that turned out to be too large to be valued.
    too_large: HashSet<Summand>,
    birthdays: HashMap<Form, u64>,
    limits: &'a Limits,
    meter: Meter<'a>,
    /// The work of all trials that failed.
    failed: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(rules: &'a AnyPartizanOf, effort: Effort, learnt: Option<Learnt>, limits: &'a Limits) -> Self {
        Self {
            rules,
            effort,
            winner: match learnt {
                Some(learnt) => WinnerSearch::going_on(rules, effort.searched, limits, learnt),
                None => WinnerSearch::with_effort(rules, effort.searched, limits),
            },
            too_large: HashSet::new(),
            birthdays: HashMap::new(),
            limits,
            meter: Meter::new(limits),
            failed: 0,
        }
    }

    pub(super) fn learnt(self) -> Learnt {
        self.winner.learnt()
    }

    /// Begins anew with what another search shares.
    pub(super) fn join(&mut self, shared: Shared) {
        self.winner = WinnerSearch::joining(self.rules, self.effort.searched, self.limits, shared);
    }

    /// Returns the known bounds of a position, or of its negative.
    pub(super) fn bounds_of(&mut self, position: &Summand, is_negative: bool) -> Result<Bounds, Stopped> {
        self.winner.bounds_of(position, is_negative)
    }

    pub(super) fn values(&mut self) -> &mut ValueSearch<'a, AnyPartizanOf> {
        self.winner.values()
    }

    pub(super) fn searched(&self) -> u64 {
        self.winner.searched()
    }

    fn allow(&mut self) -> Result<(), Stopped> {
        let (winner, rules) = (&self.winner, self.rules);
        let positions = winner.visited() + self.too_large.len() as u64;
        let beside = self.too_large.allocation_size();
        self.meter.allow(positions, || winner.bytes() + beside, || rules.fault())
    }

    /// Adds `count` copies of a position. Each summand is added as its value if that is cheap to find.
    pub(super) fn add_position(&mut self, sum: &mut FormalSum, position: &Summand, count: i32) -> Result<(), ValueError> {
        let rules = self.rules;
        for part in rules.summands(position) {
            let part = rules.normal_form(part);
            self.allow()?;
            match self.valued(&part)? {
                // the value replaces the position
                Some(form) => self.add_form(sum, form, count)?,
                // otherwise the lesser of the position and its negative is stored, so that they cancel
                None => {
                    let negative = self.negative(&part);
                    match negative.filter(|negative| *negative <= part) {
                        // the position equals its negative, so two of them are 0
                        Some(negative) if negative == part => {
                            let is_there = sum.positions.iter().any(|(known, _)| *known == part);
                            if count % 2 != 0 {
                                sum.positions.add(&part, if is_there { -1 } else { 1 });
                            }
                        }
                        Some(negative) => sum.positions.add(&negative, -count),
                        // a loopy position and its negative may be a draw together, so they do not cancel
                        None if count < 0 && !rules.is_loopfree(&part) => {
                            sum.positions.add(&rules.exchanged(&part), -count);
                        }
                        None => sum.positions.add(&part, count),
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the negative of a summand in normal form, if a position and its negative cancel.
    ///
    /// Returns `None` if play may repeat a position, because G − G may then be a draw and not 0.
    fn negative(&self, part: &Summand) -> Option<Summand> {
        self.winner.negative(part, self.rules.is_loopfree(part))
    }

    /// Returns the value of a summand in normal form, unless it is too large.
    fn valued(&mut self, part: &Summand) -> Result<Option<Form>, ValueError> {
        if let Some(form) = self.values().known(part) {
            return Ok(Some(form));
        }
        // for slow rules the winner is searched, because the search calls the rules less often
        if self.too_large.contains(part) || self.effort.is_of_winner && self.rules.is_slow(part) {
            return Ok(None);
        }
        let moves = |player| self.rules.mobility(part, player) as usize;
        let moves: usize = Player::BOTH.map(moves).iter().sum();
        if moves <= self.effort.most_moves || self.rules.hints().value_text(part).is_some() {
            let most = self.next_trial();
            match self.values().form_within(part, most) {
                Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => self.failed += most,
                form => return form.map(Some),
            }
        }
        self.too_large.insert(part.clone());
        Ok(None)
    }

    /// Returns the work that the next trial to value a position may take.
    ///
    /// All trials that fail may together take as much work as a few full trials plus a share of the search. So if a position
    /// has options that are too large as well (one long heap, for example), it costs about as much as a search that stores
    /// outcomes only.
    fn next_trial(&self) -> u64 {
        let Effort { trial, .. } = self.effort;
        let spare = (FAILED_TRIALS * trial + STEPS_OF_A_SUM * self.searched()).saturating_sub(self.failed);
        trial.min(spare.max(STEPS_OF_A_SUM))
    }

    /// Adds `count` copies of a value, split into its number and the rest.
    pub(super) fn add_form(&mut self, sum: &mut FormalSum, form: Form, count: i32) -> Result<(), Stopped> {
        let calculator = self.values().calculator();
        let arena = calculator.arena().clone();
        if arena.is_nus(form) {
            return self.add_nus(sum, form, count);
        }
        // form = base + number; the lesser of a base and the base of its negative represents both, so that they cancel
        let (base, number) = arena.without_number(form);
        let (other, negated) = arena.without_number(calculator.negative(base)?);
        self.add_nus(sum, number, count)?;
        if other < base {
            // base = −other − negated
            self.add_nus(sum, negated, -count)?;
            sum.forms.add(&other, -count);
        } else {
            sum.forms.add(&base, count);
        }
        Ok(())
    }

    fn add_nus(&mut self, sum: &mut FormalSum, nus: Form, count: i32) -> Result<(), Stopped> {
        if nus == Form::ZERO {
            return Ok(());
        }
        let calculator = self.values().calculator();
        let nus = if count < 0 { calculator.negative(nus)? } else { nus };
        for _ in 0..count.unsigned_abs() {
            sum.nus = calculator.add(sum.nus, nus)?;
        }
        Ok(())
    }

    /// Cancels pairs of items that are their own negatives.
    fn tidy(&mut self, sum: &mut FormalSum) -> Result<(), Stopped> {
        for (form, count) in sum.forms.repeated() {
            let calculator = self.values().calculator();
            let negative = calculator.negative(form)?;
            let (other, number) = calculator.arena().without_number(negative);
            if other == form {
                // form + form = −number, and −form = form + number
                let pairs = count.div_euclid(2);
                sum.forms.add(&form, -2 * pairs);
                self.add_nus(sum, number, -pairs)?;
            }
        }
        for (position, count) in sum.positions.repeated() {
            if self.negative(&position).is_some_and(|negative| negative == position) {
                sum.positions.add(&position, -2 * count.div_euclid(2));
            }
        }
        Ok(())
    }

    /// Returns `true` if a sum is easily seen to be its own negative, in which case both starting players have the same
    /// outcome.
    pub(super) fn is_own_negative(&mut self, sum: &FormalSum) -> Result<bool, Stopped> {
        let mut twice = sum.plus(sum, self.values().calculator().arena());
        self.tidy(&mut twice)?;
        Ok(twice == FormalSum::default())
    }

    fn signed(&mut self, form: Form, count: i32) -> Result<Form, Stopped> {
        if count < 0 { self.values().calculator().negative(form) } else { Ok(form) }
    }

    fn birthday(&mut self, form: Form) -> Result<u64, Stopped> {
        if let Some(birthday) = self.birthdays.get(&form) {
            return Ok(*birthday);
        }
        let birthday = u64::try_from(&self.values().calculator().birthday(form)?).unwrap_or(u64::MAX);
        self.birthdays.insert(form, birthday);
        Ok(birthday)
    }

    /// Returns the canonical form of a sum of values, or `None` if that is too much work or the sum contains a position without
    /// a value.
    pub(super) fn whole(&mut self, sum: &FormalSum) -> Result<Option<Form>, Stopped> {
        if !sum.positions.is_empty() {
            return Ok(None);
        }
        let most = self.effort.whole;
        self.values().calculator().allow_further(Some(most));
        let total = self.total(sum);
        self.values().calculator().allow_further(None);
        match total {
            Err(Stopped::Positions(most)) if most < self.limits.positions => Ok(None),
            total => total.map(Some),
        }
    }

    /// Returns the canonical form of a sum without positions.
    pub(super) fn total(&mut self, sum: &FormalSum) -> Result<Form, Stopped> {
        let mut forms = vec![];
        for &(form, count) in sum.forms.iter() {
            let birthday = self.birthday(form)?;
            let form = self.signed(form, count)?;
            forms.extend((0..count.unsigned_abs()).map(|_| (birthday, form)));
        }
        forms.sort_unstable();
        forms.iter().try_fold(sum.nus, |total, (_, form)| self.values().calculator().add(total, *form))
    }

    /// Returns the number of sums and positions visited so far, as the limits count them.
    pub(super) fn visited(&self) -> u64 {
        self.winner.visited()
    }

    /// Does the work of [`wins`](Self::wins), but returns `None` if it takes more work than `most`.
    pub(super) fn wins_within(&mut self, sum: &FormalSum, player: Player, most: u64) -> Result<Option<bool>, ValueError> {
        self.winner.allow_further(Some(most));
        let wins = self.wins(sum, player);
        self.winner.allow_further(None);
        match wins {
            Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => Ok(None),
            wins => wins.map(Some),
        }
    }

    /// Returns `true` if `player` wins when moving first.
    pub(super) fn wins(&mut self, sum: &FormalSum, player: Player) -> Result<bool, ValueError> {
        let mut tidy = sum.clone();
        self.tidy(&mut tidy)?;
        let mut forms: SmallVec<[Form; 8]> = SmallVec::new();
        forms.extend((tidy.nus != Form::ZERO).then_some(tidy.nus));
        for &(form, count) in tidy.forms.iter() {
            let form = self.signed(form, count)?;
            forms.extend((0..count.unsigned_abs()).map(|_| form));
        }
        // try this before any values are added up
        if tidy.positions.is_empty()
            && forms.len() > 2
            && let Some(wins) = self.winner.won_by_values(forms.clone(), player)?
        {
            return Ok(wins);
        }
        let mut sum = Sum::default();
        forms.into_iter().try_for_each(|form| self.winner.add_form(&mut sum, form))?;
        for (position, count) in tidy.positions.iter() {
            for _ in 0..count.unsigned_abs() {
                self.winner.add(&mut sum, position, *count < 0)?;
            }
        }
        self.winner.wins_sum(&sum, player)
    }
}
