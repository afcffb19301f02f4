//! Winner of a sum of values and positions, without the canonical form of the whole.
//!
//! Positions stay few while the canonical forms of their sums can grow exponentially. So only small positions are valued, and only small
//! values are added. The rest is searched as a *formal sum*: the NUS (number + n·↑ + ∗k, added up), other values, and positions
//! without a value.
//!
//! 1. *Value* (`add_position`, `add_form`). Each summand that is small enough is replaced by its canonical form. That keeps the winner
//!    of every sum it stands in, since both are equal as games (Conway, *On Numbers and Games*, 1976). G and −G cancel: values always, positions
//!    if the rules say that play from them ends (a loopy G − G may be a draw). So of a game and its negative only one is kept, with a
//!    signed count; of values up to a number, which goes into the NUS.
//! 2. *Tidy* (`tidy`). Of what equals its own negative, pairs cancel. The two values with the least birthdays are added while that is
//!    cheap; what the NUS has beside its number counts as a value there. Each addition leaves fewer values, so this ends.
//! 3. *Decide* (`known_winner`). Once there are values alone, tests try to tell the winner without a move:
//!    - of more than two values beside the NUS the atomic weight, if all are all-small (`won_by_atomic_weight`). Then their stops
//!      (`won_by_stops`). Then, of up to four, the values taken two by two, the NUS among them (`won_by_pairs`).
//!    - of at most two values and the NUS one comparison, G + H ≥ 0 iff G ≥ −H (*On Numbers and Games*, ch. 7), which always tells.
//! 4. *Search* (`search`, `options`). Else the player to move wins iff one option is lost for the opponent, who moves first there. The
//!    options that leave least to search come first.
//! 5. *Remember*. The answer is kept for the sum and the player to move. A sum that is met while it is searched itself is loopy, and
//!    play need not end. Where play ends no sum comes again. For a move takes some summand to a position that comes after it, or to a
//!    value of a lesser birthday, and steps 1 and 2 never lead back.
//!
//! Steps 1 and 2 exchange sums for equal ones, and each test of step 3 is a theorem, proved or cited where it is used. So limits of
//! effort and the order of options change the time, and never the winner, unless two sums have the same 128 bits of hash.

use super::formal_sum::{FormalSum, Summand};
use crate::evaluate::{ValueError, ValueSearch};
use core::cmp::Reverse;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashMap};
use smallvec::SmallVec;
use sprague_core::any::AnyPartizanOf;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Partizan, Player, Stopped};
use sprague_values::{Dyadic, Failed, Form};
use std::hash::RandomState;

/// Limits on what is valued and what is searched.
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
    /// The most birthdays, added up, of two values that are added.
    pub(super) merged: u64,
    /// The work to add up a whole sum before that is given up.
    pub(super) whole: u64,
    /// The most values that are compared two by two before their sum is searched.
    pub(super) paired: u32,
}

/// The effort that was fastest for rows of alternating Clobber stones.
impl Default for Effort {
    fn default() -> Self {
        Self { most_moves: 44, trial: 400_000, merged: 12, whole: 100_000, paired: 4 }
    }
}

/// The trials that may fail before they are rationed.
const FAILED_TRIALS: u64 = 4;

/// The work of trials that each sum under search is worth.
const STEPS_OF_A_SUM: u64 = 100;

/// The most moves of a player that are counted: more are as many.
const MOST_COUNTED: usize = 1 << 12;

/// Values and outcomes of the sums that one sum can become.
pub(super) struct Search<'a> {
    rules: &'a AnyPartizanOf,
    effort: Effort,
    values: ValueSearch<'a, AnyPartizanOf>,
    /// Positions that are not valued, with the number of their moves.
    too_large: HashMap<Summand, u64>,
    /// Winner of each sum for a player to move; `None` while it is searched.
    ///
    /// True if the player to move wins.
    known: HashMap<u128, Option<bool>>,
    /// Two kinds of hashes, each with its own random seed.
    ///
    /// Sums that differ are not expected to be alike for both.
    hashers: (DefaultHashBuilder, RandomState),
    birthdays: HashMap<Form, u64>,
    temperatures: HashMap<Form, Dyadic>,
    /// Atomic weights.
    weights: HashMap<Form, Form>,
    limits: &'a Limits,
    meter: Meter<'a>,
    /// Sums that were searched.
    searched: u64,
    /// The work of all trials that failed.
    failed: u64,
    /// Bytes of sums that are not tried yet.
    waiting: usize,
}

/// A value, and 1 or −1.
type Signed = (Form, i32);

/// A sum under search, with the player who makes the first move.
struct Frame {
    key: u128,
    player: Player,
    /// Sums after the moves that are left to try, the next one last.
    options: Vec<FormalSum>,
    /// Bytes that those take.
    bytes: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(rules: &'a AnyPartizanOf, effort: Effort, limits: &'a Limits) -> Self {
        Self {
            rules,
            effort,
            values: ValueSearch::new(rules, limits),
            too_large: HashMap::new(),
            known: HashMap::new(),
            hashers: Default::default(),
            birthdays: HashMap::new(),
            temperatures: HashMap::new(),
            weights: HashMap::new(),
            limits,
            meter: Meter::new(limits),
            searched: 0,
            failed: 0,
            waiting: 0,
        }
    }

    pub(super) fn values(&mut self) -> &mut ValueSearch<'a, AnyPartizanOf> {
        &mut self.values
    }

    /// The number of sums that had to be searched so far.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Checks the limits.
    fn allow(&mut self) -> Result<(), Stopped> {
        let (values, rules) = (&mut self.values, self.rules);
        let positions = self.searched + self.too_large.len() as u64 + values.visited();
        values.set_beside(self.known.allocation_size() + self.too_large.allocation_size() + self.waiting);
        self.meter.allow(positions, || values.bytes(), || rules.fault())
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
                // 1. a value takes the place of its position
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
        let rules = self.rules;
        let negative = if rules.is_loopfree(part) { rules.negative(part) } else { None };
        negative.map(|negative| rules.normal_form(negative))
    }

    /// The value of a summand in normal form, unless it is too large.
    fn valued(&mut self, part: &Summand) -> Result<Option<Form>, ValueError> {
        if let Some(form) = self.values.known(part) {
            return Ok(Some(form));
        }
        if self.too_large.contains_key(part) {
            return Ok(None);
        }
        let moves = |player| self.rules.options(part, player).take(MOST_COUNTED).count();
        let moves: usize = Player::BOTH.map(moves).iter().sum();
        if moves <= self.effort.most_moves || self.rules.value_text(part).is_some() {
            let most = self.next_trial();
            match self.values.form_within(part, most) {
                Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => self.failed += most,
                form => return form.map(Some),
            }
        }
        self.too_large.insert(part.clone(), moves as u64);
        Ok(None)
    }

    /// The work that the next position may take to be valued.
    ///
    /// Trials that fail may take no more, all together, than a few of them and what the search takes. So a position whose options are
    /// too large as well, as one long heap, costs about as much as a search that remembers outcomes alone.
    fn next_trial(&self) -> u64 {
        let Effort { trial, .. } = self.effort;
        let spare = (FAILED_TRIALS * trial + STEPS_OF_A_SUM * self.searched).saturating_sub(self.failed);
        trial.min(spare.max(STEPS_OF_A_SUM))
    }

    /// Adds a value as often as `count` says, split into its number and the rest.
    pub(super) fn add_form(&mut self, sum: &mut FormalSum, form: Form, count: i32) -> Result<(), Stopped> {
        let calculator = self.values.calculator();
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
        let calculator = self.values.calculator();
        let nus = if count < 0 { calculator.negative(nus)? } else { nus };
        for _ in 0..count.unsigned_abs() {
            sum.nus = calculator.add(sum.nus, nus)?;
        }
        Ok(())
    }

    /// Cancels pairs of what is its own negative, and adds values while that is cheap.
    fn tidy(&mut self, sum: &mut FormalSum) -> Result<(), Stopped> {
        // 2. pairs of what is its own negative, but for a number
        for (form, count) in sum.forms.repeated() {
            let calculator = self.values.calculator();
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
        // the simplest values, two by two
        while let Some(both) = self.two_to_add(sum)? {
            let mut total = Form::ZERO;
            for (form, count) in both {
                let signed = self.signed(form, count)?;
                if self.values.calculator().arena().is_nus(form) {
                    sum.nus = self.values.calculator().subtract(sum.nus, signed)?;
                } else {
                    sum.forms.add(&form, -count);
                }
                total = self.values.calculator().add(total, signed)?;
            }
            self.add_form(sum, total, 1)?;
        }
        Ok(())
    }

    fn signed(&mut self, form: Form, count: i32) -> Result<Form, Stopped> {
        if count < 0 { self.values.calculator().negative(form) } else { Ok(form) }
    }

    /// The two values with the least birthdays and their signs, if cheap to add.
    fn two_to_add(&mut self, sum: &FormalSum) -> Result<Option<[Signed; 2]>, Stopped> {
        let (infinitesimal, _) = self.values.calculator().arena().without_number(sum.nus);
        if sum.forms.copies() + u32::from(infinitesimal != Form::ZERO) < 2 {
            return Ok(None);
        }
        let mut least = [(u64::MAX, Form::ZERO, 0); 2];
        let infinitesimal = (infinitesimal != Form::ZERO).then_some((infinitesimal, 1));
        for &(form, count) in sum.forms.iter().chain(&infinitesimal) {
            let birthday = self.birthday(form)?;
            for _ in 0..count.unsigned_abs().min(2) {
                if birthday < least[1].0 {
                    least[1] = (birthday, form, count.signum());
                    least.sort_by_key(|(birthday, ..)| *birthday);
                }
            }
        }
        let [(first, small, sign), (second, large, other)] = least;
        let pays = first.saturating_add(second) <= self.effort.merged;
        Ok(pays.then_some([(small, sign), (large, other)]))
    }

    fn birthday(&mut self, form: Form) -> Result<u64, Stopped> {
        if let Some(birthday) = self.birthdays.get(&form) {
            return Ok(*birthday);
        }
        let birthday = u64::try_from(&self.values.calculator().birthday(form)?).unwrap_or(u64::MAX);
        self.birthdays.insert(form, birthday);
        Ok(birthday)
    }

    fn temperature(&mut self, form: Form) -> Result<Dyadic, Stopped> {
        if let Some(temperature) = self.temperatures.get(&form) {
            return Ok(temperature.clone());
        }
        let temperature = self.values.calculator().thermograph(form)?.temperature().clone();
        self.temperatures.insert(form, temperature.clone());
        Ok(temperature)
    }

    /// The canonical form of a sum of values, if that is not too much work.
    ///
    /// `None` for a sum that holds a position without a value.
    pub(super) fn whole(&mut self, sum: &FormalSum) -> Result<Option<Form>, Stopped> {
        if !sum.positions.is_empty() {
            return Ok(None);
        }
        self.values.calculator().allow_further(Some(self.effort.whole));
        let total = self.total(sum);
        self.values.calculator().allow_further(None);
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
        forms.iter().try_fold(sum.nus, |total, (_, form)| self.values.calculator().add(total, *form))
    }

    /// Tells whether `player`, who moves first, wins.
    pub(super) fn wins(&mut self, sum: &FormalSum, player: Player) -> Result<bool, ValueError> {
        let mut stack = vec![];
        let won = self.search(&mut stack, sum.clone(), player);
        self.waiting = 0;
        for frame in stack {
            self.known.remove(&frame.key);
        }
        won
    }

    /// The winner by alternating search, on an explicit stack.
    fn search(&mut self, stack: &mut Vec<Frame>, mut sum: FormalSum, mut player: Player) -> Result<bool, ValueError> {
        loop {
            self.allow()?;
            // 3. true if the player to move wins the sum that was looked at last, `None` if only its options can tell
            let mut won = self.known_winner(&mut sum, player)?;
            if won.is_none() {
                // 5. known from before, or on the stack: then it is loopy
                let key = self.key(&sum, player);
                won = match self.known.get(&key) {
                    Some(None) => return Err(ValueError::Loopy),
                    Some(known) => *known,
                    None => None,
                };
                if won.is_none() {
                    // 4. search its options
                    let before = self.waiting;
                    let options = self.options(&sum, player)?;
                    self.known.insert(key, None);
                    self.searched += 1;
                    stack.push(Frame { key, player, options, bytes: self.waiting - before });
                }
            }
            loop {
                let Some(frame) = stack.last_mut() else { return Ok(won.expect("no frame was opened")) };
                match (won, frame.options.pop()) {
                    // the opponent wins the last option, or none was tried: try the next one
                    (None | Some(true), Some(option)) => {
                        (sum, player) = (option, -frame.player);
                        break;
                    }
                    // the opponent loses one, or no option is left: the result goes to the frame below
                    (answered, _) => {
                        let is_won = answered == Some(false);
                        self.known.insert(frame.key, Some(is_won));
                        self.waiting -= frame.bytes;
                        stack.pop();
                        won = Some(is_won);
                    }
                }
            }
        }
    }

    fn key(&self, sum: &FormalSum, player: Player) -> u128 {
        let (high, low) = (self.hashers.0.hash_one((sum, player)), self.hashers.1.hash_one((sum, player)));
        u128::from(high) << 64 | u128::from(low)
    }

    /// Tells whether the player to move wins, where that takes no search.
    fn known_winner(&mut self, sum: &mut FormalSum, player: Player) -> Result<Option<bool>, Stopped> {
        self.tidy(sum)?;
        if !sum.positions.is_empty() {
            return Ok(None);
        }
        // of many values the tests that need no sums of them
        let copies = sum.forms.copies();
        if copies > 2
            && let Some(won) = self.won_by_atomic_weight(sum, player)?
        {
            return Ok(Some(won));
        }
        if copies > self.effort.paired {
            return Ok(self.won_by_stops(sum, player));
        }
        let mut signed: SmallVec<[Form; 6]> = SmallVec::new();
        for &(form, count) in sum.forms.iter() {
            let form = self.signed(form, count)?;
            signed.extend((0..count.unsigned_abs()).map(|_| form));
        }
        if copies > 2 {
            return match self.won_by_stops(sum, player) {
                None => {
                    signed.extend((sum.nus != Form::ZERO).then_some(sum.nus));
                    self.won_by_pairs(&mut signed, player)
                }
                won => Ok(won),
            };
        }
        // of at most two the order: Left, moving first, loses G + H iff G + H ≤ 0, that is G ≤ −H; Right iff G ≥ −H. Number and
        // infinitesimal are added to G and H, which is cheap
        let calculator = self.values.calculator();
        let (infinitesimal, number) = calculator.arena().without_number(sum.nus);
        let (one, other) = match *signed {
            [] => (number, infinitesimal),
            [one] => (calculator.add(one, number)?, infinitesimal),
            [one, other] => (calculator.add(one, number)?, calculator.add(other, infinitesimal)?),
            _ => unreachable!("there are at most two"),
        };
        let negative = calculator.negative(other)?;
        let is_lost = match player {
            Player::Left => calculator.is_at_most(one, negative)?,
            Player::Right => calculator.is_at_most(negative, one)?,
        };
        Ok(Some(!is_lost))
    }

    /// The winner of a sum of all-small values by its atomic weight.
    ///
    /// The weight of a sum is the sum of the weights, and a sum of weight 2 or more is positive (Siegel, *Combinatorial Game
    /// Theory*, II.7). So if the weight is at least 1, the sum S is neither negative nor 0, since S + S is positive, and Left wins
    /// moving first. If it is at most −2, the sum is negative, and she loses. Right by symmetry.
    fn won_by_atomic_weight(&mut self, sum: &FormalSum, player: Player) -> Result<Option<bool>, Stopped> {
        let calculator = self.values.calculator();
        let all = || sum.forms.iter().copied().chain([(sum.nus, 1)]);
        if !all().all(|(form, _)| calculator.is_all_small(form)) {
            return Ok(None);
        }
        let mut total = Form::ZERO;
        for (form, count) in all() {
            let weight = match self.weights.get(&form) {
                Some(weight) => *weight,
                None => match calculator.atomic_weight(form) {
                    Ok(weight) => *self.weights.entry(form).or_insert(weight),
                    Err(Failed::Stopped(stopped)) => return Err(stopped),
                    Err(Failed::Undefined(_)) => return Ok(None),
                },
            };
            let weight = if count < 0 { calculator.negative(weight)? } else { weight };
            for _ in 0..count.unsigned_abs() {
                total = calculator.add(total, weight)?;
            }
        }
        // the weight as the player to move sees it
        let ahead = if player == Player::Left { total } else { calculator.negative(total)? };
        if calculator.is_at_most(Form::integer(1), ahead)? {
            return Ok(Some(true));
        }
        Ok(calculator.is_at_most(ahead, Form::integer(-2))?.then_some(false))
    }

    /// The winner by the stops L and R of the values.
    ///
    /// If Left's stop of the sum is positive, she wins moving first. If it is negative, she loses. 0 tells nothing.
    ///
    /// The stop lies between bounds (Siegel, II.3). L(G + H) ≤ L(G) + L(H), since Right can answer in the summand where Left has moved.
    /// L(G + H) ≥ L(G) + R(H), since she can begin in G and then answer where he has moved. Right by symmetry.
    fn won_by_stops(&mut self, sum: &FormalSum, player: Player) -> Option<bool> {
        let arena = self.values.calculator().arena().clone();
        let number = arena.value(sum.nus).stop(Player::Left);
        // each value stands with right stop 0, so its left stop is its width; of a negative both stops are exchanged and negated
        let (mut low, mut high, mut widest) = (number.clone(), number, Dyadic::ZERO);
        for &(form, count) in sum.forms.iter() {
            let width = arena.value(form).stop(Player::Left);
            for _ in 0..count.unsigned_abs() {
                if count > 0 {
                    high = &high + &width;
                } else {
                    low = &low + &-&width;
                }
            }
            widest = widest.max(width);
        }
        // as the mover sees it: at least the opponent's stops, added up, with her own in place of that which gains most; at most her own
        let (least, most) = match player {
            Player::Left => (&low + &widest, high),
            Player::Right => (&widest - &high, -low),
        };
        if least > Dyadic::ZERO {
            Some(true)
        } else if most < Dyadic::ZERO {
            Some(false)
        } else {
            None
        }
    }

    /// The winner by the values taken two by two.
    ///
    /// Left wins moving first if one pair is not at most 0, and all others are at least 0. For she wins the one moving first: she makes
    /// it at least 0, and so the whole. She loses if all pairs are at most 0. Right by symmetry.
    fn won_by_pairs(&mut self, values: &mut SmallVec<[Form; 6]>, player: Player) -> Result<Option<bool>, Stopped> {
        if values.len() % 2 == 1 {
            values.push(Form::ZERO);
        }
        let calculator = self.values.calculator();
        let others = values.len() - 1;
        // in each round all values are paired, as in a tournament: one stays, the others go round, until each has met each
        for round in 0..others {
            let partner = |step: usize| ((round + step) % others, (round + others - step) % others);
            let pairs = (1..=others / 2).map(partner).chain([(round, others)]);
            let (mut is_won, mut are_theirs, mut are_mine) = (false, true, true);
            for (one, other) in pairs {
                let negative = calculator.negative(values[other])?;
                let at_most = calculator.is_at_most(values[one], negative)?;
                let at_least = calculator.is_at_most(negative, values[one])?;
                // the pair is at least 0 as the mover sees it, or at most 0, both, or neither
                let (is_mine, is_theirs) = if player == Player::Left { (at_least, at_most) } else { (at_most, at_least) };
                // invariants: `are_mine` if all pairs so far are at least 0, `are_theirs` if all are at most 0; `is_won` if one of them is
                // not at most 0, and all others are at least 0
                is_won = if is_mine { is_won || are_mine && !is_theirs } else { are_mine && !is_theirs };
                (are_mine, are_theirs) = (are_mine && is_mine, are_theirs && is_theirs);
            }
            if are_theirs || is_won {
                return Ok(Some(is_won));
            }
        }
        Ok(None)
    }

    /// The sums after one move of `player`, the next one to look at last.
    fn options(&mut self, sum: &FormalSum, player: Player) -> Result<Vec<FormalSum>, ValueError> {
        let mut options: Vec<(Weight, FormalSum)> = vec![];
        let arena = self.values.calculator().arena().clone();
        let mover = |count: i32| if count < 0 { -player } else { player };
        for (position, count) in sum.positions.iter() {
            for option in self.rules.options(position, mover(*count)) {
                let mut after = sum.clone();
                after.positions.add(position, -count.signum());
                self.add_position(&mut after, &option, count.signum())?;
                self.wait(&mut options, after, Dyadic::ZERO)?;
            }
        }
        for &(form, count) in sum.forms.iter() {
            let temperature = self.temperature(form)?;
            for option in arena.options(form, mover(count)) {
                let mut after = sum.clone();
                after.forms.add(&form, -count.signum());
                self.add_form(&mut after, option, count.signum())?;
                self.wait(&mut options, after, temperature.clone())?;
            }
        }
        // number avoidance (Conway 1976): in a sum of a number and a game that is no number, a player who can win can do so by a move in
        // the game. So moves in the number come last among sums with equally many moves in positions; moves in its ups and star with
        // them, which is a guess
        for option in arena.options(sum.nus, player) {
            self.wait(&mut options, FormalSum { nus: option, ..sum.clone() }, Dyadic::from(-1))?;
        }
        options.sort_by(|(a, _), (b, _)| b.cmp(a));
        Ok(options.into_iter().map(|(_, sum)| sum).collect())
    }

    fn wait(&mut self, options: &mut Vec<(Weight, FormalSum)>, sum: FormalSum, temperature: Dyadic) -> Result<(), Stopped> {
        self.waiting += size_of::<(Weight, FormalSum)>() + sum.forms.allocated_bytes() + sum.positions.allocated_bytes();
        self.allow()?;
        let unvalued = sum.positions.iter().map(|(position, count)| {
            let moves = self.too_large.get(position).copied().unwrap_or(self.effort.most_moves as u64);
            moves * u64::from(count.unsigned_abs())
        });
        options.push(((unvalued.sum(), Reverse(temperature)), sum));
        Ok(())
    }
}

/// The order of options: fewer moves in positions without a value first, then hotter values.
type Weight = (u64, Reverse<Dyadic>);
