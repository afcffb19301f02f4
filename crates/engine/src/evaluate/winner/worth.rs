//! Canonical forms as summands: each with its number separated, its stops and its walls.

use super::names::{Names, Term};
use super::walls::{FAR, Side, TEMPERATURES, rounded};
use crate::growth;
use core::hash::Hash;
use hashbrown::HashMap;
use sprague_core::{Bounds, Player, Stopped};
use sprague_values::{Calculator, Dyadic, Form, Value};

/// The index of a form in [`Worths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

/// Everything the search needs about a canonical form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) form: Form,
    pub(super) negative: Form,
    /// Bounds from the stops of the form.
    ///
    /// If a bound is open, the value is greater (or less) than every number on the other side of it.
    pub(super) bounds: Bounds,
    /// `true` for each of the four bounds, in order, that is closed.
    pub(super) closed: [bool; 4],
    /// Roughly the number of options; 0 for a number.
    pub(super) weight: u32,
    /// The term of the form without its number, or `None` if only the number is left.
    pub(super) term: Option<Term>,
    /// The number in the form, and the number in its negative.
    pub(super) number: i64,
    pub(super) negative_number: i64,
    pub(super) is_nus: bool,
    /// The birthday of an all-small form; `NEVER` for other forms.
    pub(super) birthday: u32,
    /// The form without its number, and its negative without its number.
    bases: (Form, Form),
}

impl Worth {
    /// Returns an approximation of the mean value.
    pub(super) fn mean(&self) -> i64 {
        (self.bounds.low + self.bounds.high) / 2
    }
}

const MOST_COUNTED: usize = 256;

const NEVER: u32 = u32::MAX;

/// Only numbers up to this one, in units, are separated from names.
const MOST: i64 = 1 << 36;

/// The forms that have an index.
#[derive(Debug, Default)]
pub(super) struct Worths {
    ids: HashMap<Form, Id>,
    all: Vec<Worth>,
    sides: Vec<Option<Box<[Side; 2]>>>,
}

/// Returns the number in units of 2⁻¹⁶, or `None` if it is not a multiple of the unit or is too large.
fn exact(number: &Dyadic) -> Option<i64> {
    let (mantissa, places) = number.parts();
    let mantissa = i64::try_from(&mantissa).ok().filter(|mantissa| mantissa.abs() < MOST)?;
    let units = mantissa.checked_shl(16_u64.checked_sub(places)? as u32)?;
    (units.abs() < MOST && units >> (16 - places) == mantissa).then_some(units)
}

/// Returns the number in units of 2⁻¹⁶, rounded down.
///
/// A number that is too large becomes the largest one allowed; one that is too far below counts as unknown.
fn floor(number: &Dyadic) -> i64 {
    if let Some(units) = exact(number) {
        return units;
    }
    let (mantissa, places) = number.parts();
    let units = if places >= 16 { mantissa >> (places - 16) } else { mantissa << (16 - places) };
    i64::try_from(&units).map_or_else(
        |_| if units.sign() == num_bigint::Sign::Minus { -Bounds::FAR } else { MOST },
        |units| {
            if units < -MOST { -Bounds::FAR } else { units.min(MOST) }
        },
    )
}

/// Returns the bounds that follow from the stops of a form that is not a number, and whether each of them is closed.
fn by_stops(form: Form, value: &Value, calculator: &mut Calculator<'_>) -> Result<(Bounds, [bool; 4]), Stopped> {
    let (left, right) = (value.stop(Player::Left), value.stop(Player::Right));
    let (to_left, to_right) = (calculator.number(&left), calculator.number(&right));
    let is_at_most = calculator.is_at_most(form, to_left)?;
    let is_at_least = calculator.is_at_most(to_right, form)?;
    let bounds = Bounds { low: floor(&right), high: -floor(&-&left), left_first: floor(&left), right_first: -floor(&-&right) };
    // the value does not reach a bound that was rounded
    let (left_is_exact, right_is_exact) = (exact(&left).is_some(), exact(&right).is_some());
    let closed = [
        is_at_least || !right_is_exact,
        is_at_most || !left_is_exact,
        !is_at_most || !left_is_exact,
        !is_at_least || !right_is_exact,
    ];
    Ok((bounds, closed))
}

impl Worths {
    pub(super) fn get(&self, id: Id) -> &Worth {
        &self.all[id.0 as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        let sides = self.all.len() * size_of::<[Side; 2]>();
        growth::of_map(&self.ids) + growth::of_list(&self.all) + growth::of_list(&self.sides) + sides
    }

    /// Returns the index of a form; a new form is examined first.
    pub(super) fn id<P: Clone + Eq + Hash>(
        &mut self,
        form: Form,
        calculator: &mut Calculator<'_>,
        names: &mut Names<P>,
    ) -> Result<Id, Stopped> {
        if let Some(id) = self.ids.get(&form) {
            return Ok(*id);
        }
        let worth = self.look(form, calculator, names)?;
        let id = Id(self.all.len() as u32);
        self.all.push(worth);
        self.sides.push(None);
        self.ids.insert(form, id);
        Ok(id)
    }

    fn look<P: Clone + Eq + Hash>(
        &mut self,
        form: Form,
        calculator: &mut Calculator<'_>,
        names: &mut Names<P>,
    ) -> Result<Worth, Stopped> {
        let arena = calculator.arena().clone();
        let negative = calculator.negative(form)?;
        let apart = |form| {
            let (base, number) = arena.without_number(form);
            match arena.value(number).number().as_ref().and_then(exact) {
                Some(units) => (base, units),
                None => (form, 0),
            }
        };
        let ((base, units), (negative_base, negative_number)) = (apart(form), apart(negative));
        let term = if base == Form::ZERO {
            None
        } else {
            Some(term(base, negative_base, names).ok_or(Stopped::Memory(calculator.bytes() as u64))?)
        };
        let (value, bases) = (arena.value(form), (base, negative_base));
        let is_nus = arena.is_nus(form);
        let birthday = match calculator.is_all_small(form) {
            true => u32::try_from(calculator.birthday(form)?).unwrap_or(NEVER),
            false => NEVER,
        };
        let (bounds, closed, weight) = match value.number() {
            Some(number) => (Bounds { low: floor(&number), high: -floor(&-&number), ..Bounds::UNKNOWN }, [true; 4], 0),
            None => {
                let (bounds, closed) = by_stops(form, &value, calculator)?;
                let options = Player::BOTH.map(|player| arena.options(form, player).take(MOST_COUNTED).count() as u32);
                (bounds, closed, options.iter().sum())
            }
        };
        Ok(Worth { form, negative, bounds, closed, weight, term, number: units, negative_number, is_nus, birthday, bases })
    }

    /// Gives new terms to all forms. Returns `None` if there are too many.
    pub(super) fn rename<P: Clone + Eq + Hash>(&mut self, names: &mut Names<P>) -> Option<()> {
        for worth in self.all.iter_mut().filter(|worth| worth.term.is_some()) {
            worth.term = Some(term(worth.bases.0, worth.bases.1, names)?);
        }
        Some(())
    }

    /// Returns the walls for both players, each from that player's point of view.
    pub(super) fn sides(&mut self, id: Id, calculator: &mut Calculator<'_>) -> Result<&[Side; 2], Stopped> {
        let place = id.0 as usize;
        if self.sides[place].is_none() {
            self.sides[place] = Some(Box::new(sides(&self.all[place], calculator)?));
        }
        Ok(self.sides[place].as_ref().expect("it was made"))
    }
}

/// Returns the term of a form without its number. A form and its negative have the same term, with different signs.
fn term<P: Clone + Eq + Hash>(base: Form, negative: Form, names: &mut Names<P>) -> Option<Term> {
    let both = (base.min(negative), base.max(negative));
    Some(names.of_form(both)?.signed(base != both.0))
}

/// Computes the walls of a form at the temperatures in [`TEMPERATURES`].
#[cold]
fn sides(worth: &Worth, calculator: &mut Calculator<'_>) -> Result<[Side; 2], Stopped> {
    let graph = calculator.thermograph(worth.form)?;
    let wall = |player, is_negative: bool| {
        TEMPERATURES.map(|quarters| {
            let at = graph.at(player, &Dyadic::new(quarters, 2));
            rounded(floor(&if is_negative { -at } else { at }))
        })
    };
    let mut left = Side { base: wall(Player::Right, false), first: wall(Player::Left, false) };
    let mut right = Side { base: wall(Player::Left, true), first: wall(Player::Right, true) };
    if worth.weight == 0 {
        // a first move in a number gains nothing
        (left.first, right.first) = ([-FAR; 8], [-FAR; 8]);
    } else {
        let open = worth.closed.map(|is_closed| i32::from(!is_closed));
        let bounds = worth.bounds;
        let less = |number: i64, open: i32| if rounded(number) <= -FAR { -FAR } else { rounded(number) - open };
        left.base[0] = less(bounds.low, open[0]);
        right.base[0] = less(-bounds.high, open[1]);
        left.first[0] = less(bounds.left_first, open[2]);
        right.first[0] = less(-bounds.right_first, open[3]);
    }
    Ok([left, right])
}
