//! Methods of values by name, as in `{2|0}.Cool(1)`: the names are those of CGSuite 2.

use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use crate::seen::exact_stops;
use core::fmt;
use core::str::FromStr;
use num_bigint::{BigInt, BigUint};
use sprague_core::{BadNotation, Player, Stopped};

/// A value made from a value and perhaps others, by name.
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
    /// [`Calculator::birthday`] as a number.
    Birthday,
    /// [`Calculator::companion`].
    Companion,
    /// [`Calculator::conjunctive_sum`] with h.
    ConjunctiveSum,
    /// [`Calculator::conway_product`] with h.
    ConwayProduct,
    /// [`Calculator::cool`] by t.
    Cool,
    /// [`Calculator::follower_count`] as a number.
    FollowerCount,
    /// [`Calculator::freeze`].
    Freeze,
    /// [`Calculator::heat`] by t.
    Heat,
    /// The number where play ends if Left starts.
    LeftStop,
    /// The number at which the walls of the thermograph meet.
    Mean,
    /// {g|0||0}.
    Miny,
    /// [`Calculator::norton`] with u.
    NortonProduct,
    /// [`Calculator::ordinal_sum`] with h.
    OrdinalSum,
    /// [`Calculator::overheat`] from s to t.
    Overheat,
    /// [`Calculator::power`] of a number x.
    Pow,
    /// [`Calculator::power_to`] a number x.
    PowTo,
    /// [`Calculator::reduced`].
    ReducedCanonicalForm,
    /// The number where play ends if Right starts.
    RightStop,
    /// [`Calculator::selective_sum`] with h.
    SelectiveSum,
    /// [`Calculator::stop_count`] as a number.
    StopCount,
    /// [`Calculator::subordinate`] to a base.
    Subordinate,
    /// The tax at which they meet, as a number.
    Temperature,
    /// {0||0|−g}.
    Tiny,
}

/// Every method, with the names of the values that it takes.
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
    /// Every method, by name.
    ///
    /// ```
    /// use sprague_values::Method;
    /// assert!(Method::all().any(|method| method == Method::Companion));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        METHODS.into_iter().map(|(method, _)| method)
    }

    /// The names of the values that it takes besides its own.
    ///
    /// ```
    /// use sprague_values::Method;
    /// assert_eq!(Method::Overheat.arguments(), ["s", "t"]);
    /// ```
    pub fn arguments(self) -> &'static [&'static str] {
        METHODS.iter().find(|(method, _)| *method == self).map_or(&[], |(_, arguments)| arguments)
    }
}

/// The name, as CGSuite has it.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Method {
    type Err = BadNotation;

    /// Reads a name, in which capitals are free.
    fn from_str(name: &str) -> Result<Self, BadNotation> {
        let found = Self::all().find(|method| method.to_string().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<String> = Self::all().map(|method| method.to_string()).collect();
            BadNotation::new(0, format!("a method of values: {}", names.join(", ")))
        })
    }
}

impl Calculator<'_> {
    /// The value of a method for g and the values that it takes.
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
    /// The limit that was reached, or [`Undefined`], which is [`Undefined::Arguments`] if other values are needed.
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

    /// {0||0|−g}.
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
