//! Methods of values by name, as in `{2|0}.Cool(1)`. The names are from CGSuite 2.

use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use crate::seen::exact_stops;
use core::fmt;
use core::str::FromStr;
use num_bigint::{BigInt, BigUint};
use sprague_core::{BadNotation, Player, Stopped};

/// A method by name, which makes a value from a value g and its arguments.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::{Method, Value};
///
/// let cool: Method = "cool".parse()?;
/// assert_eq!((cool.to_string(), cool.arguments()), ("Cool".to_owned(), &["t"][..]));
/// let cooled = Value::call(cool, &"{2|0}".parse()?, &[1.into()], &Limits::default())?;
/// assert_eq!(cooled, "{2|0}.Cool(1)".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// [`Calculator::atomic_weight`].
    AtomicWeight,
    /// [`Calculator::birthday`], as a number.
    Birthday,
    /// [`Calculator::companion`].
    Companion,
    /// [`Calculator::conjunctive_sum`] of g and h.
    ConjunctiveSum,
    /// [`Calculator::conway_product`] of g and h.
    ConwayProduct,
    /// [`Calculator::cool`], g cooled by t.
    Cool,
    /// [`Calculator::follower_count`], as a number.
    FollowerCount,
    /// [`Calculator::freeze`].
    Freeze,
    /// [`Calculator::heat`], g heated by t.
    Heat,
    /// The number at which play ends if Left starts.
    LeftStop,
    /// The mean value: the number at which the walls of the thermograph meet.
    Mean,
    /// The game {g|0||0}.
    Miny,
    /// [`Calculator::norton`], the product of g and u.
    NortonProduct,
    /// [`Calculator::ordinal_sum`] of g and h.
    OrdinalSum,
    /// [`Calculator::overheat`], g overheated from s to t.
    Overheat,
    /// [`Calculator::power`] with a number x as the exponent.
    Pow,
    /// [`Calculator::power_to`] with a number x as the exponent.
    PowTo,
    /// [`Calculator::reduced`].
    ReducedCanonicalForm,
    /// The number at which play ends if Right starts.
    RightStop,
    /// [`Calculator::selective_sum`] of g and h.
    SelectiveSum,
    /// [`Calculator::stop_count`], as a number.
    StopCount,
    /// [`Calculator::subordinate`] of g to a base.
    Subordinate,
    /// The temperature as a number: the tax at which the walls of the thermograph meet.
    Temperature,
    /// The game {0||0|−g}.
    Tiny,
}

/// All methods, with the names of their arguments.
const METHODS: [(Method, &[&str]); 24] = [
    (Method::AtomicWeight, &[]),
    (Method::Birthday, &[]),
    (Method::Companion, &[]),
    (Method::ConjunctiveSum, &["h"]),
    (Method::ConwayProduct, &["h"]),
    (Method::Cool, &["t"]),
    (Method::FollowerCount, &[]),
    (Method::Freeze, &[]),
    (Method::Heat, &["t"]),
    (Method::LeftStop, &[]),
    (Method::Mean, &[]),
    (Method::Miny, &[]),
    (Method::NortonProduct, &["u"]),
    (Method::OrdinalSum, &["h"]),
    (Method::Overheat, &["s", "t"]),
    (Method::Pow, &["x"]),
    (Method::PowTo, &["x"]),
    (Method::ReducedCanonicalForm, &[]),
    (Method::RightStop, &[]),
    (Method::SelectiveSum, &["h"]),
    (Method::StopCount, &[]),
    (Method::Subordinate, &["base"]),
    (Method::Temperature, &[]),
    (Method::Tiny, &[]),
];

impl Method {
    /// Returns all methods, sorted by name.
    ///
    /// ```
    /// use sprague_values::Method;
    /// assert!(Method::all().any(|method| method == Method::Companion));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        METHODS.into_iter().map(|(method, _)| method)
    }

    /// Returns the names of the arguments, without g.
    ///
    /// ```
    /// use sprague_values::Method;
    /// assert_eq!(Method::Overheat.arguments(), ["s", "t"]);
    /// ```
    pub fn arguments(self) -> &'static [&'static str] {
        METHODS.iter().find(|(method, _)| *method == self).map_or(&[], |(_, arguments)| arguments)
    }
}

/// Writes the name of the method in CGSuite.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Method {
    type Err = BadNotation;

    /// Parses a name. Upper and lower case do not matter.
    fn from_str(name: &str) -> Result<Self, BadNotation> {
        let found = Self::all().find(|method| method.to_string().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<String> = Self::all().map(|method| method.to_string()).collect();
            BadNotation::new(0, format!("a method of values: {}", names.join(", ")))
        })
    }
}

impl Calculator<'_> {
    /// Calls a method on g with the arguments `with`.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form, Method};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.call(Method::OrdinalSum, Form::STAR, &[Form::STAR])?, calculator.read("*2").unwrap());
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`Undefined`]. The latter is [`Undefined::Arguments`] if the number of arguments
    /// is wrong.
    pub fn call(&mut self, method: Method, g: Form, with: &[Form]) -> Result<Form, Failed> {
        match (method, with) {
            (Method::AtomicWeight, []) => self.atomic_weight(g),
            (Method::Birthday, []) => self.birthday(g).map(|day| self.natural(day)).map_err(Failed::from),
            (Method::Companion, []) => Ok(self.companion(g)?),
            (Method::ConjunctiveSum, &[h]) => Ok(self.conjunctive_sum(g, h)?),
            (Method::ConwayProduct, &[h]) => Ok(self.conway_product(g, h)?),
            (Method::Cool, &[t]) => {
                let t = self.number_of(t).ok_or(Undefined::CooledBelow)?;
                self.cool(g, &t)
            }
            (Method::FollowerCount, []) => self.follower_count(g).map(|count| self.natural(count.into())).map_err(Failed::from),
            (Method::Freeze, []) => Ok(self.freeze(g)?),
            (Method::Heat, &[t]) => Ok(self.heat(g, t)?),
            (Method::LeftStop, []) => Ok(self.stop(g, Player::Left)),
            (Method::Mean, []) => self.mean_and_temperature(g).map(|(mean, _)| self.number(&mean)).map_err(Failed::from),
            (Method::Miny, []) => {
                let threat = self.make(&[g], &[Form::ZERO])?;
                Ok(self.make(&[threat], &[Form::ZERO])?)
            }
            (Method::NortonProduct, &[u]) => self.norton(g, u),
            (Method::OrdinalSum, &[h]) => Ok(self.ordinal_sum(g, h)?),
            (Method::Overheat, &[s, t]) => Ok(self.overheat(g, s, t)?),
            (Method::Pow, &[x]) => {
                let x = self.number_of(x).ok_or(Undefined::Exponent)?;
                self.power(g, &x)
            }
            (Method::PowTo, &[x]) => {
                let x = self.number_of(x).ok_or(Undefined::Exponent)?;
                self.power_to(g, &x)
            }
            (Method::ReducedCanonicalForm, []) => Ok(self.reduced(g)?),
            (Method::RightStop, []) => Ok(self.stop(g, Player::Right)),
            (Method::SelectiveSum, &[h]) => Ok(self.selective_sum(g, h)?),
            (Method::StopCount, []) => self.stop_count(g).map(|count| self.natural(count)).map_err(Failed::from),
            (Method::Subordinate, &[base]) => self.subordinate(g, base),
            (Method::Temperature, []) => self.mean_and_temperature(g).map(|(_, t)| self.number(&t)).map_err(Failed::from),
            (Method::Tiny, []) => Ok(self.tiny(g)?),
            _ => Err(Undefined::Arguments.into()),
        }
    }

    /// Returns {0||0|−g}.
    pub(crate) fn tiny(&mut self, g: Form) -> Result<Form, Stopped> {
        let negative = self.negative(g)?;
        let threat = self.make(&[Form::ZERO], &[negative])?;
        self.make(&[Form::ZERO], &[threat])
    }

    fn natural(&self, n: BigUint) -> Form {
        self.number(&Dyadic::from(BigInt::from(n)))
    }

    fn number_of(&self, form: Form) -> Option<Dyadic> {
        self.arena.as_nus(form).filter(|nus| nus.is_number()).map(|nus| nus.number)
    }

    fn stop(&self, g: Form, player: Player) -> Form {
        let stops = exact_stops(&self.arena, g);
        self.number(if player == Player::Left { &stops.left.0 } else { &stops.right.0 })
    }
}
