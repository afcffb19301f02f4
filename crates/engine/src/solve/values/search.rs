//! Winner of a sum of values and positions, without the canonical form of the whole.
//!
//! Positions stay few while the canonical forms of their sums can grow exponentially. So only small positions are valued here, as answers
//! show values, and whole sums only where that is cheap. Who wins is asked of [`winner`](crate::evaluate::winner), which searches the
//! *formal sum*: the NUS (number + n·↑ + ∗k, added up), other values, and positions without a value.
//!
//! G and −G cancel: values always, positions if the rules say that play from them ends (a loopy G − G may be a draw). So of a game and its
//! negative only one is kept, with a signed count; of values up to a number, which goes into the NUS. Of what equals its own negative,
//! pairs cancel (`tidy`).

use super::formal_sum::{FormalSum, Summand};
use crate::evaluate::winner::{self, Sum};
use crate::evaluate::{ValueError, ValueSearch, WinnerSearch};
use crate::solve::cache::Learnt;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use sprague_core::any::AnyPartizanOf;
use sprague_core::limits::Meter;
use sprague_core::{Bounds, Limits, Partizan, Player, Stopped};
use sprague_values::Form;

/// Limits on what is valued.
///
/// The winner does not depend on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The most moves of a position to be valued, Left's and Right's together.
    ///
    /// Positions with more are searched, in the hope that moves split them.
    pub(super) most_moves: usize,
    /// The work to value one position before it counts as too large.
    ///
    /// It is counted in further positions visited, and in steps of the [`Calculator`](sprague_values::Calculator). Where many fail, the
    /// next may take less (`next_trial`).
    pub(super) trial: u64,
    /// The work to add up a whole sum before that is given up.
    pub(super) whole: u64,
    /// The effort of the search for the winner.
    pub(super) searched: winner::Effort,
    /// Tells whether only the winner is wanted.
    pub(super) is_of_winner: bool,
}

/// The effort where an answer shows values.
impl Default for Effort {
    fn default() -> Self {
        Self { most_moves: 44, trial: 100_000, whole: 100_000, searched: winner::Effort::default(), is_of_winner: false }
    }
}

impl Effort {
    /// The effort where only the winner is wanted.
    ///
    /// Values are found as far as they help in finding it.
    pub(super) fn of_winner() -> Self {
        Self { trial: 5_000, is_of_winner: true, ..Self::default() }
    }

    /// The effort where very many positions are asked about.
    ///
    /// Only small ones are valued.
    pub(super) fn of_many() -> Self {
        Self { most_moves: 16, trial: 500, ..Self::of_winner() }
    }
}

/// The trials that may fail before they are rationed.
const FAILED_TRIALS: u64 = 4;

/// The work of trials that each sum under search is worth.
const STEPS_OF_A_SUM: u64 = 100;

/// Values and outcomes of the sums that one sum can become.
pub(super) struct Search<'a> {
    rules: &'a AnyPartizanOf,
    effort: Effort,
    winner: WinnerSearch<'a, AnyPartizanOf>,
    /// Positions that are not valued.
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

    /// All that was found about who wins.
    pub(super) fn learnt(self) -> Learnt {
        self.winner.learnt()
    }

    /// Bounds of a position, or of its negative, as far as they are known.
    pub(super) fn bounds_of(&mut self, position: &Summand, is_negative: bool) -> Result<Bounds, Stopped> {
        self.winner.bounds_of(position, is_negative)
    }

    pub(super) fn values(&mut self) -> &mut ValueSearch<'a, AnyPartizanOf> {
        self.winner.values()
    }

    /// The number of sums that had to be searched so far.
    pub(super) fn searched(&self) -> u64 {
        self.winner.searched()
    }

    /// Checks the limits.
    fn allow(&mut self) -> Result<(), Stopped> {
        let (winner, rules) = (&self.winner, self.rules);
        let positions = winner.visited() + self.too_large.len() as u64;
        let beside = self.too_large.allocation_size();
        self.meter.allow(positions, || winner.bytes() + beside, || rules.fault())
    }

    /// Adds a position, each summand as its value if that is cheap.
    ///
    /// It is added as often as `count` says.
    pub(super) fn add_position(&mut self, sum: &mut FormalSum, position: &Summand, count: i32) -> Result<(), ValueError> {
        let rules = self.rules;
        for part in rules.summands(position) {
            let part = rules.normal_form(part);
            self.allow()?;
            match self.valued(&part)? {
                // a value takes the place of its position
                Some(form) => self.add_form(sum, form, count)?,
                // else the position stays, or the lesser of it and its negative, so that they cancel
                None => {
                    let negative = self.negative(&part);
                    match negative.filter(|negative| *negative <= part) {
                        // its own negative: a pair of them is 0
                        Some(negative) if negative == part => {
                            let is_there = sum.positions.iter().any(|(known, _)| *known == part);
                            if count % 2 != 0 {
                                sum.positions.add(&part, if is_there { -1 } else { 1 });
                            }
                        }
                        Some(negative) => sum.positions.add(&negative, -count),
                        // a pair that may go on for ever is a draw perhaps, and does not cancel
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

    /// The negative in normal form of a summand that cancels with it.
    ///
    /// `None` also if a position may come again: then they are a draw perhaps, and not 0.
    fn negative(&self, part: &Summand) -> Option<Summand> {
        self.winner.negative(part, self.rules.is_loopfree(part))
    }

    /// The value of a summand in normal form, unless it is too large.
    fn valued(&mut self, part: &Summand) -> Result<Option<Form>, ValueError> {
        if let Some(form) = self.values().known(part) {
            return Ok(Some(form));
        }
        // who wins by slow rules is searched, which asks them for less
        if self.too_large.contains(part) || self.effort.is_of_winner && self.rules.is_slow(part) {
            return Ok(None);
        }
        let moves = |player| self.rules.mobility(part, player) as usize;
        let moves: usize = Player::BOTH.map(moves).iter().sum();
        if moves <= self.effort.most_moves || self.rules.value_text(part).is_some() {
            let most = self.next_trial();
            match self.values().form_within(part, most) {
                Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => self.failed += most,
                form => return form.map(Some),
            }
        }
        self.too_large.insert(part.clone());
        Ok(None)
    }

    /// The work that the next position may take to be valued.
    ///
    /// Trials that fail may take no more, all together, than a few of them and what the search takes. So a position whose options are
    /// too large as well, as one long heap, costs about as much as a search that remembers outcomes alone.
    fn next_trial(&self) -> u64 {
        let Effort { trial, .. } = self.effort;
        let spare = (FAILED_TRIALS * trial + STEPS_OF_A_SUM * self.searched()).saturating_sub(self.failed);
        trial.min(spare.max(STEPS_OF_A_SUM))
    }

    /// Adds a value as often as `count` says, split into its number and the rest.
    pub(super) fn add_form(&mut self, sum: &mut FormalSum, form: Form, count: i32) -> Result<(), Stopped> {
        let calculator = self.values().calculator();
        let arena = calculator.arena().clone();
        if arena.is_nus(form) {
            return self.add_nus(sum, form, count);
        }
        // form = base + number; of a base and that of its negative the lesser stands for both, so that they cancel
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

    /// Cancels pairs of what is its own negative.
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

    /// Tells whether a sum is seen to be its own negative.
    ///
    /// Both starters fare alike then.
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

    /// The canonical form of a sum of values, if that is not too much work.
    ///
    /// `None` for a sum that holds a position without a value.
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

    /// The canonical form of a sum without positions.
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

    /// The number of sums and positions so far, as limits count them.
    pub(super) fn visited(&self) -> u64 {
        self.winner.visited()
    }

    /// The same as [`wins`](Self::wins), unless it takes more work than so much.
    pub(super) fn wins_within(&mut self, sum: &FormalSum, player: Player, most: u64) -> Result<Option<bool>, ValueError> {
        self.winner.allow_further(Some(most));
        let wins = self.wins(sum, player);
        self.winner.allow_further(None);
        match wins {
            Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => Ok(None),
            wins => wins.map(Some),
        }
    }

    /// Tells whether `player`, who moves first, wins.
    pub(super) fn wins(&mut self, sum: &FormalSum, player: Player) -> Result<bool, ValueError> {
        let mut tidy = sum.clone();
        self.tidy(&mut tidy)?;
        let mut forms: SmallVec<[Form; 8]> = SmallVec::new();
        forms.extend((tidy.nus != Form::ZERO).then_some(tidy.nus));
        for &(form, count) in tidy.forms.iter() {
            let form = self.signed(form, count)?;
            forms.extend((0..count.unsigned_abs()).map(|_| form));
        }
        // before any are added up
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
