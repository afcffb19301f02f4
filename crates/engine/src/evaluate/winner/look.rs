//! Looks up positions: their terms, bounds, estimates and, if it pays off, values.

use super::names::Term;
use super::part::{Core, Looked, Part, Sum};
use super::worth::Id;
use super::{ASKED, LONG, WinnerSearch};
use crate::evaluate::ValueError;
use sprague_core::{Bounds, Estimate, Hints, Partizan, Player, Profile, Stopped, Tied};
use sprague_values::Form;
use std::hash::BuildHasher;
use std::rc::Rc;

/// The work for values that is allowed before any sum has been searched.
const VALUED_FIRST: u64 = 10_000;

/// No values are computed once they take more than one part in this many of the memory.
const VALUES: u64 = 4;

/// A new value is tried for addition to at most this many values.
const TO_MERGE: usize = 16;

impl<R: Partizan> WinnerSearch<'_, R> {
    /// Returns the place of a position in a cache.
    #[inline(always)]
    pub(super) fn place(&self, position: &R::Position) -> usize {
        self.hasher.hash_one(position) as usize & ((1 << self.effort.cached) - 1)
    }

    /// Looks up the summands of a position, or of its negative, and adds them to a sum.
    #[inline(always)]
    pub(super) fn add_parts(
        &mut self,
        sum: &mut Sum<R::Position>,
        position: &R::Position,
        is_negative: bool,
    ) -> Result<(), Stopped> {
        let (rules, mut added) = (self.rules, Ok(()));
        rules.each_form(position, |form| {
            if added.is_ok() {
                added = self.look_up(form, is_negative).and_then(|looked| self.add_looked(sum, looked));
            }
        });
        added
    }

    /// 1. Returns the entry of a position in normal form: its value or its term with bounds and estimates.
    #[inline(always)]
    pub(super) fn look_up(&mut self, form: R::Position, is_negative: bool) -> Result<Looked<R::Position>, Stopped> {
        if self.seen.is_empty() {
            self.seen.resize_with(1 << self.effort.cached, || None);
        }
        let at = self.place(&form);
        if let Some((known, looked)) = &self.seen[at]
            && *known == form
        {
            let looked = looked.clone();
            return self.signed(looked, is_negative);
        }
        let looked = self.look(form.clone())?;
        self.seen[at] = Some((form, looked.clone()));
        self.signed(looked, is_negative)
    }

    #[inline(always)]
    pub(super) fn signed(&mut self, looked: Looked<R::Position>, is_negative: bool) -> Result<Looked<R::Position>, Stopped> {
        Ok(match looked {
            looked if !is_negative => looked,
            Looked::Part(part) => Looked::Part(Part { is_negative: !part.is_negative, ..part }),
            Looked::Worth(id) => Looked::Worth(self.id(self.worths.get(id).negative)?),
        })
    }

    pub(super) fn look(&mut self, normal: R::Position) -> Result<Looked<R::Position>, Stopped> {
        let rules = self.rules;
        let size = rules.hints().size(&normal);
        // only the winner of a summand that is alone matters, and slow rules are not called for anything else
        let is_alone = !self.has_split && rules.is_slow(&normal);
        let count = || if is_alone { [0; 2] } else { Player::BOTH.map(|player| rules.mobility(&normal, player)) };
        let counts = if size.is_none() { Some(count()) } else { None };
        let size = size.unwrap_or_else(|| counts.map_or(0, |counts| counts[0] + counts[1]));
        // a. a value that is known or cheap takes the place of the position
        if (self.searched < LONG || size <= self.effort.tied + 4)
            && let Some(form) = self.values.known(&normal)
        {
            return Ok(Looked::Worth(self.id(form)?));
        }
        let Profile { bounds, estimate, ends, negative } = rules.profile(&normal);
        if !is_alone && let Some(form) = self.valued(&normal, size, bounds == Bounds::INFINITESIMAL)? {
            return Ok(Looked::Worth(self.id(form)?));
        }
        // the work left counts as much as who has more moves: 4×5 Clobber then takes a third of the sums, 4×4 Amazons a fifth
        let estimate = estimate.unwrap_or_else(|| {
            let [left, right] = counts.unwrap_or_else(count).map(|count| i64::from(count) * (Bounds::ONE / 2));
            Estimate { ahead: left - right, effort: left + right }
        });
        // b. otherwise it becomes a part, with its negative under one term
        if self.ties.1 < ASKED && !self.ties.0 {
            let cut = |player| rules.hints().tied(&normal, player, &mut vec![]) != Tied::Never;
            self.ties = (Player::BOTH.into_iter().any(cut), self.ties.1 + 1);
        }
        let term = self.number(&normal, negative)?;
        Ok(Looked::Part(Part {
            core: Rc::new(Core::new(normal, term, self.names.round(), bounds, estimate, ends)),
            is_negative: false,
        }))
    }

    /// Returns the normal form of the negative of a position in normal form.
    ///
    /// Returns `None` if it is not known that the two cancel.
    pub(crate) fn negative(&self, normal: &R::Position, ends: bool) -> Option<R::Position> {
        let negative = if ends { self.rules.negative(normal) } else { None };
        negative.map(|negative| self.rules.normal_form(negative))
    }

    /// Returns the term of a position in normal form.
    ///
    /// A position and its negative share a term, which is stored under the one with the lesser hash.
    pub(super) fn number(&mut self, normal: &R::Position, negative: Option<R::Position>) -> Result<Term, Stopped> {
        match negative {
            Some(negative) if negative == *normal => self.term_of(normal, true),
            Some(negative) if self.hasher.hash_one(&negative) < self.hasher.hash_one(normal) => {
                self.term_of(&negative, false).map(Term::negative)
            }
            _ => self.term_of(normal, false),
        }
    }

    /// Returns the core with a term of the current round of names.
    pub(super) fn renamed(&mut self, old: &Core<R::Position>) -> Result<Rc<Core<R::Position>>, Stopped> {
        let negative = self.negative(&old.position, old.ends);
        let term = self.number(&old.position, negative)?;
        Ok(Rc::new(old.renamed(term, self.names.round())))
    }

    /// Returns the term of a position: its bits, the number stored for it, or a new number.
    pub(super) fn term_of(&mut self, normal: &R::Position, is_own_negative: bool) -> Result<Term, Stopped> {
        if let Some(bits) = self.rules.bits(normal) {
            return Ok(Term::of_bits(bits, is_own_negative));
        }
        let outside = self.rules.allocated_bytes(normal);
        self.names.of_position(normal, is_own_negative, outside).ok_or(Stopped::Memory(self.limits.bytes))
    }

    /// Returns the value of a small summand if it is expected to stay within the share of the work, and does.
    ///
    /// Values found on the way are kept in any case.
    pub(super) fn valued(&mut self, normal: &R::Position, size: u32, is_infinitesimal: bool) -> Result<Option<Form>, Stopped> {
        let most = if is_infinitesimal { self.effort.cheap } else { 0 };
        let are_many = self.values.bytes() as u64 > self.limits.bytes / VALUES;
        if !self.is_valuing || are_many || size > self.effort.small && most == 0 {
            return Ok(None);
        }
        let is_small = size <= self.effort.small;
        let size = size.min(63) as usize;
        let known = (0..=size).rev().find(|size| self.cost[*size] > 0);
        let expected = known.map_or(1, |known| self.cost[known].saturating_mul(3_u64.saturating_pow((size - known) as u32)));
        let before = self.values.visited();
        let budget = VALUED_FIRST + self.searched * self.effort.valued / 100;
        if self.spent.saturating_add(expected) > budget || !is_small && expected > most {
            return Ok(None);
        }
        let form = self.form_within(normal, 4 * expected + 200)?;
        let new = self.values.visited() - before;
        self.spent += new;
        let cost = &mut self.cost[size];
        *cost = match form {
            Some(_) if *cost == 0 => new.max(1),
            Some(_) => (9 * *cost + new).div_ceil(10),
            None => 2 * new,
        };
        Ok(form)
    }

    /// Returns the value of a position in normal form, or `None` if it takes more than `most` positions or is loopy.
    pub(super) fn form_within(&mut self, normal: &R::Position, most: u64) -> Result<Option<Form>, Stopped> {
        let beside = self.bytes() - self.values.bytes();
        self.values.set_beside(beside);
        let form = self.values.form_within(normal, most);
        self.values.set_beside(0);
        match form {
            Ok(form) => Ok(Some(form)),
            Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => Ok(None),
            Err(ValueError::Stopped(stopped)) => Err(stopped),
            Err(ValueError::Loopy) => {
                self.is_valuing = false;
                Ok(None)
            }
        }
    }

    #[inline(always)]
    pub(super) fn add_looked(&mut self, sum: &mut Sum<R::Position>, looked: Looked<R::Position>) -> Result<(), Stopped> {
        match looked {
            Looked::Part(part) => sum.add_part(part),
            Looked::Worth(id) => self.add_value(sum, id)?,
        }
        Ok(())
    }

    /// Adds a value to a sum and combines it with other values as long as that is cheap.
    pub(super) fn add_value(&mut self, sum: &mut Sum<R::Position>, mut id: Id) -> Result<(), Stopped> {
        'added: loop {
            let worth = *self.worths.get(id);
            if worth.form == Form::ZERO {
                return Ok(());
            }
            for place in 0..sum.values.len().min(TO_MERGE) {
                let other = *self.worths.get(sum.values[place]);
                let are_young = worth.birthday.saturating_add(other.birthday) <= self.effort.young;
                let is_cheap = worth.weight == 0 || other.weight == 0 || worth.is_nus && other.is_nus;
                if is_cheap || are_young || worth.weight * other.weight <= self.effort.merged || other.negative == worth.form {
                    let both = self.calculator().add(other.form, worth.form)?;
                    sum.values.remove(place);
                    id = self.id(both)?;
                    continue 'added;
                }
            }
            sum.values.push(id);
            return Ok(());
        }
    }
}
