//! Thermographs: what a game is worth to whoever starts, when every move costs a tax t.
//!
//! LW(t) = max RW of the left options − t and RW(t) = min LW of the right options + t, up to where they meet; a mast above. With t from
//! −1 on, one rule serves numbers and hot games: where the scaffolds have met at −1 already, the game is an integer.
//! *Winning Ways*, ch. 6; Siegel, *Combinatorial Game Theory*, ch. II.5.

use crate::arena::Spilled;
use crate::calculator::Calculator;
use crate::dyadic::{Dyadic, ONE};
use crate::form::{Form, Kind};
use crate::nus::Nus;
use core::cmp::Ordering;
use core::mem;
use num_bigint::BigInt;
use smallvec::SmallVec;
use sprague_core::{Player, Stopped};
use std::sync::Arc;

/// Corners (t, x) of a wall, t rising.
type Corners = SmallVec<[(Dyadic, Dyadic); 3]>;

/// Both walls of a game. A wall goes straight from corner to corner, from t = −1 to (temperature, mean), and up from there.
///
/// ```
/// use sprague_values::{Dyadic, Value};
/// use sprague_core::Player;
///
/// let value: Value = "{2|-1}".parse()?;
/// let thermograph = value.thermograph();
/// assert_eq!(thermograph.mean(), &Dyadic::new(1, 1));
/// assert_eq!(thermograph.temperature(), &Dyadic::new(3, 1));
/// assert_eq!(thermograph.at(Player::Left, &Dyadic::from(1)), Dyadic::from(1));
/// assert_eq!(thermograph.wall(Player::Right).len(), 2);
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Corners,
    right: Corners,
}

impl Thermograph {
    fn integer(n: Dyadic) -> Self {
        let wall: Corners = SmallVec::from_iter([(Dyadic::from(-1), n)]);
        Self { left: wall.clone(), right: wall }
    }

    /// That of the same game plus x. Right for integers, where it is right below a tax of 0, too.
    fn moved(own: &Arc<Self>, x: &Dyadic) -> Arc<Self> {
        if *x == Dyadic::ZERO {
            return own.clone();
        }
        let moved = |wall: &Corners| wall.iter().map(|(t, at)| (t.clone(), at + x)).collect();
        Arc::new(Self { left: moved(&own.left), right: moved(&own.right) })
    }

    /// Where the walls meet.
    ///
    /// ```
    /// # use sprague_values::{Dyadic, Value};
    /// assert_eq!(Value::from(4).thermograph().mean(), &Dyadic::from(4));
    /// ```
    pub fn mean(&self) -> &Dyadic {
        &self.top().1
    }

    /// The tax at which the walls meet.
    ///
    /// ```
    /// # use sprague_values::{Dyadic, Value};
    /// assert_eq!(Value::star(1).thermograph().temperature(), &Dyadic::ZERO);
    /// ```
    pub fn temperature(&self) -> &Dyadic {
        &self.top().0
    }

    fn top(&self) -> &(Dyadic, Dyadic) {
        self.left.last().expect("a wall has a corner")
    }

    /// The corners (t, x) of the wall of whoever starts, the last one at (temperature, mean).
    ///
    /// ```
    /// # use sprague_values::{Dyadic, Value};
    /// use sprague_core::Player;
    /// let star = Value::star(1).thermograph();
    /// assert_eq!(star.wall(Player::Left), [(Dyadic::from(-1), Dyadic::from(1)), (Dyadic::ZERO, Dyadic::ZERO)]);
    /// ```
    pub fn wall(&self, player: Player) -> &[(Dyadic, Dyadic)] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Where the wall stands at tax `t` ≥ −1: the stop of the game cooled by t.
    ///
    /// ```
    /// # use sprague_values::{Dyadic, Value};
    /// use sprague_core::Player;
    /// assert_eq!(Value::star(1).thermograph().at(Player::Right, &Dyadic::from(5)), Dyadic::ZERO);
    /// ```
    pub fn at(&self, player: Player, t: &Dyadic) -> Dyadic {
        at(self.wall(player), t)
    }
}

fn at(wall: &[(Dyadic, Dyadic)], t: &Dyadic) -> Dyadic {
    let above = wall.iter().position(|(corner, _)| corner > t).unwrap_or(wall.len());
    let (from, x) = &wall[above.saturating_sub(1)];
    // slopes are −1, 0 and 1
    match wall.get(above).map_or(Ordering::Equal, |(_, next)| next.cmp(x)) {
        Ordering::Equal => x.clone(),
        Ordering::Greater => x + &(t - from),
        Ordering::Less => x - &(t - from),
    }
}

fn push(wall: &mut Corners, t: Dyadic, x: Dyadic) {
    if wall.last().is_some_and(|(last, _)| *last == t) {
        return;
    }
    if let [.., (_, before), (_, last)] = wall.as_slice()
        && last.cmp(before) == x.cmp(last)
    {
        wall.pop();
    }
    wall.push((t, x));
}

/// The outermost of two walls at every tax.
fn outermost(f: Corners, g: &[(Dyadic, Dyadic)], best: Ordering) -> Corners {
    let mut wall = Corners::new();
    let (mut i, mut j) = (0, 0);
    let mut before: Option<(Dyadic, Dyadic)> = None;
    while i < f.len() || j < g.len() {
        let t = match (f.get(i), g.get(j)) {
            (Some(a), Some(b)) => (&a.0).min(&b.0).clone(),
            (Some(a), None) | (None, Some(a)) => a.0.clone(),
            (None, None) => break,
        };
        i += usize::from(f.get(i).is_some_and(|corner| corner.0 == t));
        j += usize::from(g.get(j).is_some_and(|corner| corner.0 == t));
        let (a, b) = (at(&f, &t), at(g, &t));
        let difference = &a - &b;
        let side = difference.cmp(&Dyadic::ZERO);
        if let Some((from, gap)) = before
            && gap.cmp(&Dyadic::ZERO) == side.reverse()
            && side != Ordering::Equal
        {
            // walls of one side have slopes 0 and one sign: where they cross, their difference has slope ±1
            let crossing = &from + &(if gap > Dyadic::ZERO { gap } else { -gap });
            let x = at(&f, &crossing);
            push(&mut wall, crossing, x);
        }
        push(&mut wall, t.clone(), if side == best { a } else { b });
        before = Some((t, difference));
    }
    wall
}

/// The thermograph of {left | right} from those of the options; the form need not be canonical.
fn combined(left: &[Arc<Thermograph>], right: &[Arc<Thermograph>]) -> Thermograph {
    let scaffold = |options: &[Arc<Thermograph>], player: Player, best| {
        let (first, rest) = options.split_first()?;
        let start: Corners = first.wall(-player).into();
        Some(rest.iter().fold(start, |wall, option| outermost(wall, option.wall(-player), best)))
    };
    let ends = (scaffold(left, Player::Left, Ordering::Greater), scaffold(right, Player::Right, Ordering::Less));
    let (one, bottom) = (Dyadic::from(1), Dyadic::from(-1));
    let low = ends.0.as_deref().map(|wall| &at(wall, &bottom) + &one);
    let high = ends.1.as_deref().map(|wall| &at(wall, &bottom) - &one);
    let (Some(left), Some(right)) = ends else { return Thermograph::integer(integer_between(low.as_ref(), high.as_ref())) };
    if low <= high {
        return Thermograph::integer(integer_between(low.as_ref(), high.as_ref()));
    }
    let temperature = meeting(&left, &right);
    let mean = &at(&left, &temperature) - &temperature;
    let taxed = |wall: &Corners, player: Player| {
        let mut taxed = Corners::new();
        for (t, x) in wall.iter().filter(|(t, _)| *t < temperature) {
            push(&mut taxed, t.clone(), if player == Player::Left { x - t } else { x + t });
        }
        push(&mut taxed, temperature.clone(), mean.clone());
        taxed
    };
    Thermograph { left: taxed(&left, Player::Left), right: taxed(&right, Player::Right) }
}

/// The integer nearest to 0 between two numbers.
fn integer_between(low: Option<&Dyadic>, high: Option<&Dyadic>) -> Dyadic {
    let (low, high) = (low.map(Dyadic::ceil), high.map(Dyadic::floor));
    match (low, high) {
        (Some(low), _) if low > Dyadic::ZERO => low,
        (_, Some(high)) if high < Dyadic::ZERO => high,
        _ => Dyadic::ZERO,
    }
}

/// The first t at which the taxed scaffolds are no longer apart.
fn meeting(left: &Corners, right: &Corners) -> Dyadic {
    let apart = |t: &Dyadic| {
        let x = &at(left, t) - &at(right, t);
        &(&x - t) - t
    };
    let mut taxes: SmallVec<[&Dyadic; 12]> = left.iter().chain(right).map(|(t, _)| t).collect();
    taxes.sort_unstable();
    taxes.dedup();
    let (mut from, mut gap) = (taxes[0].clone(), apart(taxes[0]));
    for t in &taxes[1..] {
        let next = apart(t);
        if next <= Dyadic::ZERO {
            // the gap closes by 0, 1 or 2 a unit of tax; here it closes
            let is_slow = &gap - &next == *t - &from;
            return &from + &(if is_slow { gap } else { gap.half() });
        }
        (from, gap) = ((*t).clone(), next);
    }
    &from + &gap.half()
}

/// Whether all sums of number, ups and star have one thermograph that differ only so: at most that of 4·↑ and of \*3 matters.
fn with_few_ups(nus: Nus) -> Nus {
    let (three, size) = (BigInt::from(3), BigInt::from(nus.ups.magnitude().clone()));
    let ups = if size > three { &three * if nus.ups < BigInt::ZERO { -1 } else { 1 } } else { nus.ups };
    Nus { number: nus.number, ups, star: if nus.star > 3 { 2 } else { nus.star } }
}

impl Calculator<'_> {
    /// Walls, mean and temperature of a form; they do not depend on the form but on the value alone.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let thermograph = arena.calculator(&limits).thermograph(Form::STAR)?;
    /// assert_eq!(thermograph.temperature(), &Dyadic::ZERO);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn thermograph(&mut self, form: Form) -> Result<Arc<Thermograph>, Stopped> {
        let mut known = mem::take(&mut self.caches.thermographs);
        let (form, moved) = self.with_same_thermograph(form);
        let thermograph = match known.get(&form) {
            Some(thermograph) => Ok(thermograph.clone()),
            None => self.resolve(&mut known, form, |calculator, form, asked| {
                if let Some(nus) = calculator.arena.as_nus(form).filter(|nus| nus.is_number() && nus.number.is_integer()) {
                    return Ok(Some(Arc::new(Thermograph::integer(nus.number))));
                }
                let mut sides = [const { None }; 2];
                for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
                    let options = calculator.options(form, player)?;
                    let (options, moved): (Vec<Form>, Vec<Dyadic>) =
                        options.into_iter().map(|option| calculator.with_same_thermograph(option)).unzip();
                    let found = asked.all(options);
                    *side = found
                        .map(|found| found.iter().zip(&moved).map(|(graph, x)| Thermograph::moved(graph, x)).collect::<Vec<_>>());
                }
                let [Some(left), Some(right)] = sides else { return Ok(None) };
                for _ in left.iter().chain(&right).flat_map(|option| option.left.iter().chain(&option.right)) {
                    calculator.count()?;
                }
                Ok(Some(Arc::new(combined(&left, &right))))
            }),
        };
        self.caches.thermographs = known;
        thermograph.map(|thermograph| Thermograph::moved(&thermograph, &moved))
    }

    /// A simpler form with the same thermograph, but for an integer that moves it.
    fn with_same_thermograph(&self, form: Form) -> (Form, Dyadic) {
        match form.kind() {
            Kind::Translate(_, x) if (0..ONE).contains(&x) => (form, Dyadic::ZERO),
            Kind::Nus(nus) if nus.ups.abs() <= 3 && nus.star <= 3 => (form, Dyadic::ZERO),
            _ => match self.arena.spilled_kind(form) {
                Spilled::Nus(nus) => (self.arena.nus(with_few_ups(nus)), Dyadic::ZERO),
                Spilled::Translate(base, x) => {
                    let integer = x.floor();
                    (self.arena.translate(base, &(&x - &integer)), integer)
                }
            },
        }
    }

    /// What the game is worth on average in many copies.
    pub(crate) fn mean_and_temperature(&mut self, form: Form) -> Result<(Dyadic, Dyadic), Stopped> {
        match self.arena.as_nus(form) {
            Some(nus) if nus.is_number() => {
                let temperature = -nus.number.step();
                Ok((nus.number, temperature))
            }
            Some(nus) => Ok((nus.number, Dyadic::ZERO)),
            None => self.thermograph(form).map(|thermograph| (thermograph.mean().clone(), thermograph.temperature().clone())),
        }
    }
}
