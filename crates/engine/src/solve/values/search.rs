//! Who wins a sum of values and positions, without the canonical form of the whole.
//!
//! What explodes is not the number of positions but the canonical forms of their sums. So small positions are valued, values are added
//! while that is cheap, and the outcome of a sum of two is one comparison: G + H ≥ 0 iff G ≥ −H (Conway, *On Numbers and Games*,
//! ch. 7). Anything else is searched, the most even split first.

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

/// How much is valued, and how much is searched. Who wins does not depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Positions with more moves than this, Left's and Right's together, are not valued but searched, so that they fall apart.
    pub(super) most_moves: usize,
    /// How far a position is tried to be valued, in positions of a [`Calculator`](sprague_values::Calculator).
    pub(super) trial: u64,
    /// Two values are added while their birthdays are no more than this together.
    pub(super) merged: u64,
    /// How far the canonical form of a whole sum is tried to be computed.
    pub(super) whole: u64,
    /// So many values are looked at two by two before their sum is searched.
    pub(super) paired: u32,
}

/// What was fastest for rows of alternating Clobber stones.
impl Default for Effort {
    fn default() -> Self {
        Self { most_moves: 44, trial: 400_000, merged: 12, whole: 100_000, paired: 4 }
    }
}

/// Moves of a player are counted as far as this.
const MOST_COUNTED: usize = 1 << 12;

/// Values and outcomes of the sums that one sum can become.
pub(super) struct Search<'a> {
    rules: &'a AnyPartizanOf,
    effort: Effort,
    values: ValueSearch<'a, AnyPartizanOf>,
    /// Positions that are not valued, with how many moves they have.
    too_large: HashMap<Summand, u64>,
    /// Whether the player to move wins, by two hashes of the sum; `None` while that is searched.
    known: HashMap<u128, Option<bool>>,
    /// Of two kinds, each with a seed of its own, so that nothing is alike for both that is not the same.
    hashers: (DefaultHashBuilder, RandomState),
    birthdays: HashMap<Form, u64>,
    temperatures: HashMap<Form, Dyadic>,
    /// Atomic weights.
    weights: HashMap<Form, Form>,
    limits: &'a Limits,
    meter: Meter<'a>,
    /// Sums that were searched.
    searched: u64,
    /// Bytes of sums that wait.
    waiting: usize,
}

/// A value, and 1 or −1.
type Signed = (Form, i32);

/// A sum under search, whose first move the player makes.
struct Frame {
    key: u128,
    player: Player,
    /// Sums after their moves, the one to look at first last.
    options: Vec<FormalSum>,
    /// What those take.
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
            waiting: 0,
        }
    }

    pub(super) fn values(&mut self) -> &mut ValueSearch<'a, AnyPartizanOf> {
        &mut self.values
    }

    /// How many sums had to be searched so far.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Whether there is work left to do and room to do it in.
    fn allow(&mut self) -> Result<(), Stopped> {
        let (values, rules) = (&mut self.values, self.rules);
        let positions = self.searched + self.too_large.len() as u64 + values.visited();
        values.set_beside(self.known.allocation_size() + self.too_large.allocation_size() + self.waiting);
        self.meter.allow(positions, || values.bytes(), || rules.fault())
    }

    /// Adds a position as often as `count` says, summand by summand, each as its value if that is not too much work.
    pub(super) fn add_position(&mut self, sum: &mut FormalSum, position: &Summand, count: i32) -> Result<(), ValueError> {
        let rules = self.rules;
        for part in rules.summands(position) {
            let part = rules.normal_form(part);
            self.allow()?;
            match self.valued(&part)? {
                Some(form) => self.add_form(sum, form, count)?,
                None => {
                    let negative = rules.negative(&part).map(|negative| rules.normal_form(negative));
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
            match self.values.form_within(part, self.effort.trial) {
                Err(ValueError::Stopped(Stopped::Positions(most))) if most < self.limits.positions => {}
                form => return form.map(Some),
            }
        }
        self.too_large.insert(part.clone(), moves as u64);
        Ok(None)
    }

    /// Adds a value as often as `count` says.
    pub(super) fn add_form(&mut self, sum: &mut FormalSum, form: Form, count: i32) -> Result<(), Stopped> {
        let calculator = self.values.calculator();
        let arena = calculator.arena().clone();
        if arena.is_nus(form) {
            return self.add_nus(sum, form, count);
        }
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
            let negative = self.rules.negative(&position).map(|negative| self.rules.normal_form(negative));
            if negative.is_some_and(|negative| negative == position) {
                sum.positions.add(&position, -2 * count.div_euclid(2));
            }
        }
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

    /// The two values with the least birthdays, each with its sign, if they are to be added.
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

    /// The canonical form of a sum, if it holds no position without a value and that is not too much work.
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

    /// Whether `player`, who moves first, wins.
    pub(super) fn wins(&mut self, sum: &FormalSum, player: Player) -> Result<bool, ValueError> {
        let mut stack = vec![];
        let won = self.search(&mut stack, sum.clone(), player);
        self.waiting = 0;
        for frame in stack {
            self.known.remove(&frame.key);
        }
        won
    }

    fn search(&mut self, stack: &mut Vec<Frame>, mut sum: FormalSum, mut player: Player) -> Result<bool, ValueError> {
        loop {
            self.allow()?;
            // whether the player to move wins the sum that was looked at last; a frame just opened knows nothing yet
            let mut won = self.known_winner(&mut sum, player)?;
            if won.is_none() {
                let key = self.key(&sum, player);
                won = match self.known.insert(key, None) {
                    Some(None) => return Err(ValueError::Loopy),
                    Some(known) => known,
                    None => None,
                };
                if won.is_some() {
                    self.known.insert(key, won);
                } else {
                    let before = self.waiting;
                    let options = self.options(&sum, player)?;
                    self.searched += 1;
                    stack.push(Frame { key, player, options, bytes: self.waiting - before });
                }
            }
            loop {
                let Some(frame) = stack.last_mut() else { return Ok(won.expect("no frame was opened")) };
                match (won, frame.options.pop()) {
                    (None | Some(true), Some(option)) => {
                        (sum, player) = (option, -frame.player);
                        break;
                    }
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

    /// Whether the player to move wins, where that takes no search.
    fn known_winner(&mut self, sum: &mut FormalSum, player: Player) -> Result<Option<bool>, Stopped> {
        self.tidy(sum)?;
        if !sum.positions.is_empty() {
            return Ok(None);
        }
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

    /// Whether the atomic weight of a sum of all-small values decides: of 2 it is positive, and of 1 it is not negative or 0, since twice
    /// the sum would have 2. Weights add. (Siegel, *Combinatorial Game Theory*, II.7.)
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
        let ahead = if player == Player::Left { total } else { calculator.negative(total)? };
        if calculator.is_at_most(Form::integer(1), ahead)? {
            return Ok(Some(true));
        }
        Ok(calculator.is_at_most(ahead, Form::integer(-2))?.then_some(false))
    }

    /// Whether the stops of the values decide: L(G + H) ≤ L(G) + L(H), R(G + H) ≥ R(G) + R(H), and L(G + H) ≥ L(G) + R(H).
    fn won_by_stops(&mut self, sum: &FormalSum, player: Player) -> Option<bool> {
        let arena = self.values.calculator().arena().clone();
        let number = arena.value(sum.nus).stop(Player::Left);
        // each value stands with right stop 0, so its left stop is all there is between the two
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
        let (own_worst, own_best, other) = match player {
            Player::Left => (low.clone(), &low + &widest, high),
            Player::Right => (-&high, &-&high + &widest, -low),
        };
        if own_worst > Dyadic::ZERO || own_best > Dyadic::ZERO {
            Some(true)
        } else if other < Dyadic::ZERO {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the values, taken two by two, decide: what is at least 0 in all parts but one helps whoever wins that one moving first.
    fn won_by_pairs(&mut self, values: &mut SmallVec<[Form; 6]>, player: Player) -> Result<Option<bool>, Stopped> {
        if values.len() % 2 == 1 {
            values.push(Form::ZERO);
        }
        let calculator = self.values.calculator();
        let others = values.len() - 1;
        // a round of a tournament: one stays, the others go round
        for round in 0..others {
            let partner = |step: usize| ((round + step) % others, (round + others - step) % others);
            let pairs = (1..=others / 2).map(partner).chain([(round, others)]);
            let (mut is_won, mut are_theirs, mut are_mine) = (false, true, true);
            for (one, other) in pairs {
                let negative = calculator.negative(values[other])?;
                let at_most = calculator.is_at_most(values[one], negative)?;
                let at_least = calculator.is_at_most(negative, values[one])?;
                let (is_mine, is_theirs) = if player == Player::Left { (at_least, at_most) } else { (at_most, at_least) };
                is_won = if is_mine { is_won || are_mine && !is_theirs } else { are_mine && !is_theirs };
                (are_mine, are_theirs) = (are_mine && is_mine, are_theirs && is_theirs);
            }
            if are_theirs || is_won {
                return Ok(Some(is_won));
            }
        }
        Ok(None)
    }

    /// The sums after one move of `player`, the one to look at first last.
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
        // nobody moves in a number who has another move
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

/// What is looked at first has less: how many moves there are in positions without a value, then how cold it is where the move was made.
type Weight = (u64, Reverse<Dyadic>);
