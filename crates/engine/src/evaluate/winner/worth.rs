//! Canonical forms as summands: their number apart, their stops, their walls.

use super::names::{Names, Term};
use super::walls::{FAR, Side, TEMPERATURES, rounded};
use crate::growth;
use hashbrown::HashMap;
use sprague_core::{Bounds, Player, Stopped};
use sprague_values::{Calculator, Dyadic, Form, Value};

/// A form that was looked at, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

/// The search's knowledge of a canonical form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) form: Form,
    pub(super) negative: Form,
    /// Bounds by its stops.
    ///
    /// Where one is open, the value is above (or below) every number on that side of it.
    pub(super) bounds: Bounds,
    /// Tells whether each of them, in order, is closed.
    pub(super) closed: [bool; 4],
    /// The number of options, about; 0 of a number.
    pub(super) weight: u32,
    /// The number of the form without its number; `None` if nothing is left.
    pub(super) term: Option<Term>,
    /// The number in it, and that in its negative.
    pub(super) number: i64,
    pub(super) negative_number: i64,
    pub(super) is_nus: bool,
    /// The birthday of an all-small form; of others it counts as never.
    pub(super) birthday: u32,
    /// The form without its number, and the same of its negative.
    bases: (Form, Form),
}

impl Worth {
    /// About its mean.
    pub(super) fn mean(&self) -> i64 {
        (self.bounds.low + self.bounds.high) / 2
    }
}

/// The most options that are counted.
const MOST_COUNTED: usize = 256;

/// The birthday of forms that are not all-small.
const NEVER: u32 = u32::MAX;

/// Numbers up to here are taken out of names.
const MOST: i64 = 1 << 36;

/// All forms that were looked at.
#[derive(Debug, Default)]
pub(super) struct Worths {
    ids: HashMap<Form, Id>,
    all: Vec<Worth>,
    sides: Vec<Option<Box<[Side; 2]>>>,
    /// The numbers of forms without number, one for a form and its negative.
    ///
    /// The key is the lesser of both, and the other one.
    terms: HashMap<(Form, Form), Term>,
}

/// The number in units, if it can be told exactly.
///
/// `None` unless it is a whole number of them and not too large.
fn exact(number: &Dyadic) -> Option<i64> {
    let (mantissa, places) = number.parts();
    let mantissa = i64::try_from(&mantissa).ok().filter(|mantissa| mantissa.abs() < MOST)?;
    let units = mantissa.checked_shl(16_u64.checked_sub(places)? as u32)?;
    (units.abs() < MOST && units >> (16 - places) == mantissa).then_some(units)
}

/// The number in units, rounded down.
///
/// What is too large comes as the largest that is not.
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

/// Bounds by the stops of a form that is no number.
///
/// With them, whether each is closed.
fn by_stops(form: Form, value: &Value, calculator: &mut Calculator<'_>) -> Result<(Bounds, [bool; 4]), Stopped> {
    let (left, right) = (value.stop(Player::Left), value.stop(Player::Right));
    let (to_left, to_right) = (calculator.number(&left), calculator.number(&right));
    let is_at_most = calculator.is_at_most(form, to_left)?;
    let is_at_least = calculator.is_at_most(to_right, form)?;
    let bounds = Bounds { low: floor(&right), high: -floor(&-&left), left_first: floor(&left), right_first: -floor(&-&right) };
    // a bound that was rounded is no longer reached
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

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        let sides = self.all.len() * size_of::<[Side; 2]>();
        growth::of_map(&self.ids)
            + growth::of_map(&self.terms)
            + growth::of_list(&self.all)
            + growth::of_list(&self.sides)
            + sides
    }

    /// Looks at a form.
    pub(super) fn id(&mut self, form: Form, calculator: &mut Calculator<'_>, names: &mut Names) -> Result<Id, Stopped> {
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

    fn look(&mut self, form: Form, calculator: &mut Calculator<'_>, names: &mut Names) -> Result<Worth, Stopped> {
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
            Some(self.term(base, negative_base, names).ok_or(Stopped::Memory(calculator.bytes() as u64))?)
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

    /// The term of a form without number, up to a number.
    ///
    /// A form and its negative have the same, with a sign.
    fn term(&mut self, base: Form, negative: Form, names: &mut Names) -> Option<Term> {
        let both = (base.min(negative), base.max(negative));
        let term = match self.terms.get(&both) {
            Some(term) => *term,
            None => {
                let term = names.term(base == negative)?;
                self.terms.insert(both, term);
                term
            }
        };
        Some(term.signed(base != both.0))
    }

    /// Gives new numbers to all forms; `None` if there are too many.
    pub(super) fn rename(&mut self, names: &mut Names) -> Option<()> {
        self.terms.clear();
        for place in 0..self.all.len() {
            if self.all[place].term.is_some() {
                let (base, negative) = self.all[place].bases;
                self.all[place].term = Some(self.term(base, negative, names)?);
            }
        }
        Some(())
    }

    /// The walls of both players, each as the player sees them.
    pub(super) fn sides(&mut self, id: Id, calculator: &mut Calculator<'_>) -> Result<&[Side; 2], Stopped> {
        let place = id.0 as usize;
        if self.sides[place].is_none() {
            self.sides[place] = Some(Box::new(sides(&self.all[place], calculator)?));
        }
        Ok(self.sides[place].as_ref().expect("it was made"))
    }
}

/// Walls of a form at the temperatures that are kept.
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
