//! Thermographs: what a game is worth to whoever starts, when every move costs a tax t.
//!
//! Of games that differ by an integer one is computed, in units where these are small enough, as they nearly always are.

mod walls;

use crate::arena::Spilled;
use crate::calculator::{Asked, Calculator, Memo};
use crate::dyadic::{Dyadic, ONE};
use crate::form::{Form, Kind};
use crate::nus::Nus;
use core::mem;
use num_bigint::BigInt;
use sprague_core::{Player, Stopped};
use std::sync::Arc;
use walls::{Corners, Walls, at};

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
pub struct Thermograph(Walls<Dyadic>);

impl Thermograph {
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
        self.0.left.last().expect("a wall has a corner")
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
        self.0.wall(player)
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

/// The walls of a game, in units if those are small enough that a few sums of them fit.
#[derive(Debug)]
enum Graph {
    Small(Walls<i64>),
    Large(Box<Walls<Dyadic>>),
}

/// No unit of a small graph, and no number that is added to one, is so large.
const TOO_LARGE: i64 = 1 << 58;

/// The graphs of a calculator.
#[derive(Default)]
pub(crate) struct Graphs {
    places: Memo<Form, u32>,
    graphs: Vec<Graph>,
}

impl Graphs {
    pub(crate) fn bytes(&self) -> usize {
        self.places.capacity() * 17 + self.graphs.capacity() * size_of::<Graph>()
    }

    pub(crate) fn len(&self) -> usize {
        self.graphs.len()
    }
}

impl Graph {
    /// From those of the options, each with the integer that is added to it.
    fn of_options(graphs: &[Self], [left, right]: [&[(u32, Dyadic)]; 2]) -> Self {
        let small = |(i, added): &(u32, Dyadic)| match &graphs[*i as usize] {
            Self::Small(walls) => Some((walls, added.units().filter(|units| units.abs() < TOO_LARGE)?)),
            Self::Large(_) => None,
        };
        if left.iter().chain(right).all(|option| small(option).is_some())
            && let Some(walls) = Walls::of_options(left.iter().filter_map(small), right.iter().filter_map(small))
            && walls.left.iter().chain(&walls.right).all(|(t, x)| t.abs() < TOO_LARGE && x.abs() < TOO_LARGE)
        {
            return Self::Small(walls);
        }
        let exact = [left, right]
            .map(|options| -> Vec<Walls<Dyadic>> { options.iter().map(|(i, added)| graphs[*i as usize].moved(added)).collect() });
        let [left, right] = exact.each_ref().map(|options| options.iter().map(|walls| (walls, Dyadic::ZERO)));
        Self::Large(Box::new(Walls::of_options(left, right).expect("these are numbers of any size")))
    }

    /// The walls of the same game plus an integer.
    fn moved(&self, added: &Dyadic) -> Walls<Dyadic> {
        match self {
            Self::Small(walls) => {
                let small = added.units().filter(|units| units.abs() < TOO_LARGE);
                let moved = |wall: &Corners<i64>| -> Corners<Dyadic> {
                    let exact = |x: i64| match small {
                        Some(units) => Dyadic::from_units(x + units),
                        None => &Dyadic::from_units(x) + added,
                    };
                    wall.iter().map(|&(t, x)| (Dyadic::from_units(t), exact(x))).collect()
                };
                Walls { left: moved(&walls.left), right: moved(&walls.right) }
            }
            Self::Large(walls) => {
                let moved = |wall: &Corners<Dyadic>| wall.iter().map(|(t, x)| (t.clone(), x + added)).collect();
                Walls { left: moved(&walls.left), right: moved(&walls.right) }
            }
        }
    }

    fn corners(&self) -> usize {
        match self {
            Self::Small(walls) => walls.left.len() + walls.right.len(),
            Self::Large(walls) => walls.left.len() + walls.right.len(),
        }
    }
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
        let (form, added) = self.with_same_thermograph(form);
        let place = match known.places.get(&form) {
            Some(&place) => Ok(place),
            None => {
                let Graphs { places, graphs } = &mut known;
                let mut options = <[Vec<(u32, Dyadic)>; 2]>::default();
                self.resolve(places, form, |calculator, form, asked| {
                    let is_known = calculator.are_known(form, asked, &mut options)?;
                    if !is_known {
                        return Ok(None);
                    }
                    let corners = options.iter().flatten().map(|&(place, _)| graphs[place as usize].corners()).sum();
                    calculator.count_all(corners)?;
                    if (graphs.len() * size_of::<Graph>()) as u64 > calculator.limits.bytes {
                        return Err(Stopped::Memory(calculator.limits.bytes));
                    }
                    graphs.push(Graph::of_options(graphs, [&options[0], &options[1]]));
                    Ok(Some(graphs.len() as u32 - 1))
                })
            }
        };
        let thermograph = place.map(|place| Arc::new(Thermograph(known.graphs[place as usize].moved(&added))));
        self.caches.thermographs = known;
        thermograph
    }

    /// Whether the graphs of the options of a form are all known, and then where they are; else asks for them.
    fn are_known(
        &mut self,
        form: Form,
        asked: &mut Asked<'_, Form, u32>,
        places: &mut [Vec<(u32, Dyadic)>; 2],
    ) -> Result<bool, Stopped> {
        let mut are_known = true;
        for (player, side) in Player::BOTH.into_iter().zip(places) {
            side.clear();
            for i in 0.. {
                let Some(option) = self.arena.option(form, player, i) else { break };
                self.count()?;
                let (option, added) = self.with_same_thermograph(option);
                match asked.get(option) {
                    Some(place) => side.push((place, added)),
                    None => are_known = false,
                }
            }
        }
        Ok(are_known)
    }

    /// A simpler form with the same thermograph, but for an integer that moves it. Right for integers, where it is right below a tax of
    /// 0, too.
    fn with_same_thermograph(&self, form: Form) -> (Form, Dyadic) {
        let inline = match form.kind() {
            Kind::Translate(_, x) => Some(x),
            Kind::Nus(nus) if nus.ups.abs() <= 3 && nus.star <= 3 => Some(nus.x),
            _ => None,
        };
        if let Some(x) = inline {
            let integer = x & -ONE;
            if let Some(form) = form.shifted(-integer) {
                return (form, Dyadic::from_units(integer));
            }
        }
        match self.arena.spilled_kind(form) {
            Spilled::Nus(nus) => {
                let integer = nus.number.floor();
                let nus = with_few_ups(nus);
                (self.arena.nus(Nus { number: &nus.number - &integer, ..nus }), integer)
            }
            Spilled::Translate(base, x) => {
                let integer = x.floor();
                (self.arena.translate(base, &(&x - &integer)), integer)
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::days::born_by;

    #[test]
    fn graphs_in_units_are_those_in_numbers_of_any_size() {
        for value in born_by(3).filter(|value| !value.is_number()) {
            let walls = Player::BOTH
                .map(|player| value.options(player).map(|option| option.thermograph().0.clone()).collect::<Vec<Walls<Dyadic>>>());
            let [left, right] = walls.each_ref().map(|side| side.iter().map(|walls| (walls, Dyadic::ZERO)));
            assert_eq!(Some(&value.thermograph().0), Walls::of_options(left, right).as_ref(), "{value}");
        }
    }
}
