//! A value: a canonical form together with the arena in which it lives.

mod known;
mod operators;
mod transformed;

use crate::arena::Arena;
use crate::calculator::{Calculator, Memo, Options};
use crate::dyadic::Dyadic;
use crate::failed::ReadError;
use crate::form::Form;
use crate::nus::Nus;
use crate::order::exact_stops;
use core::str::FromStr;
use num_bigint::BigInt;
use sprague_core::{Limits, Player, Stopped};
use std::sync::LazyLock;

/// What operators keep to: nothing but the size of an arena.
pub(crate) static UNLIMITED: LazyLock<Limits> =
    LazyLock::new(|| Limits { positions: u64::MAX, bytes: u64::MAX, ..Limits::default() });

/// What a game is worth: its canonical form.
///
/// Cheap to clone and to send to another thread. Values of different arenas mix; the second one is then copied into the arena of the
/// first. Operators take as long as they take; [`Value::plus`], [`Value::compare`] and everything that may take long has a form that
/// keeps to [`Limits`].
///
/// ```
/// use sprague_values::Value;
///
/// let (a, b): (Value, Value) = ("{1|*}".parse()?, "1/2".parse()?);
/// assert_eq!((&a + &b).to_string(), "{3/2|1/2*}");
/// assert!(a > Value::from(0));
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone)]
pub struct Value {
    /// `None` where the handle says everything.
    arena: Option<Arena>,
    form: Form,
}

impl Value {
    pub(crate) fn new(arena: Arena, form: Form) -> Self {
        Self { arena: Some(arena), form }
    }

    /// The nimber \*k.
    ///
    /// ```
    /// use sprague_values::Value;
    /// assert_eq!(Value::star(1), "{0|0}".parse()?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn star(k: u64) -> Self {
        Nus { number: Dyadic::ZERO, ups: BigInt::ZERO, star: k }.into()
    }

    /// n·↑; ↓ for negative n.
    ///
    /// ```
    /// use sprague_values::Value;
    /// assert_eq!(Value::up(-2).to_string(), "v2");
    /// ```
    pub fn up(n: impl Into<BigInt>) -> Self {
        Nus { number: Dyadic::ZERO, ups: n.into(), star: 0 }.into()
    }

    /// {left | right}.
    ///
    /// ```
    /// use sprague_values::Value;
    /// assert_eq!(Value::of([Value::from(0)], [Value::from(1)]).to_string(), "1/2");
    /// ```
    ///
    /// # Panics
    /// If an arena would hold more than 2²⁸ forms.
    pub fn of(left: impl IntoIterator<Item = Self>, right: impl IntoIterator<Item = Self>) -> Self {
        Self::of_within(left, right, &UNLIMITED).expect("an arena holds 2^28 forms")
    }

    /// {left | right}, within limits.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::of_within([Value::star(1)], [], &Limits::default())?, Value::from(0));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of_within(
        left: impl IntoIterator<Item = Self>,
        right: impl IntoIterator<Item = Self>,
        limits: &Limits,
    ) -> Result<Self, Stopped> {
        let (left, right): (Vec<Self>, Vec<Self>) = (left.into_iter().collect(), right.into_iter().collect());
        let arena = left.iter().chain(&right).find_map(|value| value.arena.clone()).unwrap_or_default();
        let mut calculator = arena.calculator(limits);
        let mut forms =
            |values: &[Self]| values.iter().map(|value| value.form_in(&mut calculator)).collect::<Result<Options, _>>();
        let (left, right) = (forms(&left)?, forms(&right)?);
        let form = calculator.made(left, right)?;
        drop(calculator);
        Ok(arena.value(form))
    }

    /// The value that a text names, within limits.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::read("±(1,2)", &Limits::default())?.to_string(), "{2|-2}");
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`]: the byte of the text and what was expected there, or the limit that was reached.
    pub fn read(text: &str, limits: &Limits) -> Result<Self, ReadError> {
        let arena = Arena::new();
        let form = arena.calculator(limits).read(text)?;
        Ok(arena.value(form))
    }

    /// The handle, for a [`Calculator`] in [`Value::arena`].
    ///
    /// ```
    /// use sprague_values::{Form, Value};
    /// assert_eq!(Value::up(1).form(), Form::UP);
    /// ```
    pub fn form(&self) -> Form {
        self.form
    }

    /// The arena in which it lives; a new one for a small sum of number, ups and star that has none.
    ///
    /// ```
    /// use sprague_values::Arena;
    /// let arena = Arena::new();
    /// assert!(arena.read("{1|-1}")?.arena().is(&arena));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn arena(&self) -> Arena {
        self.arena.clone().unwrap_or_default()
    }

    /// Its handle in the arena of a calculator, copied there if it lives in another one.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Value};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let hot: Value = "{1|-1}".parse()?;
    /// let mut calculator = arena.calculator(&limits);
    /// let form = hot.form_in(&mut calculator)?;
    /// assert_eq!(arena.value(form), hot);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn form_in(&self, calculator: &mut Calculator<'_>) -> Result<Form, Stopped> {
        match &self.arena {
            Some(own) if !own.is(&calculator.arena) => calculator.copied(own, self.form),
            _ => Ok(self.form),
        }
    }

    /// A calculator without limits where it lives.
    fn calculator(&self) -> Calculator<'static> {
        self.arena().calculator(&UNLIMITED)
    }

    /// What `compute` makes of both, in one arena.
    fn with<T, E: From<Stopped>>(
        &self,
        other: &Self,
        limits: &Limits,
        compute: impl FnOnce(&mut Calculator<'_>, Form, Form) -> Result<T, E>,
    ) -> Result<(T, Arena), E> {
        let arena = self.arena.clone().or_else(|| other.arena.clone()).unwrap_or_default();
        let mut calculator = arena.calculator(limits);
        let form = other.form_in(&mut calculator)?;
        let result = compute(&mut calculator, self.form, form)?;
        drop(calculator);
        Ok((result, arena))
    }
}

impl Calculator<'_> {
    /// The form of another arena, copied.
    fn copied(&mut self, from: &Arena, form: Form) -> Result<Form, Stopped> {
        self.resolve(&mut Memo::default(), form, |calculator, form, asked| {
            if let Some(nus) = from.as_nus(form) {
                return Ok(Some(calculator.arena.nus(nus)));
            }
            let sides = Player::BOTH.map(|player| asked.all(from.options(form, player)));
            let [Some(left), Some(right)] = sides else { return Ok(None) };
            let stops = exact_stops(from, form);
            calculator.stored(left.into_iter().collect(), right.into_iter().collect(), &stops).map(Some)
        })
    }
}

impl Arena {
    /// The value that a text names, in this arena.
    ///
    /// ```
    /// use sprague_values::Arena;
    /// assert_eq!(Arena::new().read("{0|^8*}")?.to_string(), "^9");
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`], with the default limits.
    pub fn read(&self, text: &str) -> Result<Value, ReadError> {
        let limits = Limits::default();
        let form = self.calculator(&limits).read(text)?;
        Ok(self.value(form))
    }
}

impl FromStr for Value {
    type Err = ReadError;

    /// Reads a value with the default limits.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::read(text, &Limits::default())
    }
}

impl From<Nus> for Value {
    fn from(nus: Nus) -> Self {
        let arena = Arena::new();
        let form = arena.nus(nus);
        let is_inline = matches!(form.kind(), crate::form::Kind::Nus(_));
        Self { arena: (!is_inline).then_some(arena), form }
    }
}

impl From<Dyadic> for Value {
    fn from(number: Dyadic) -> Self {
        Nus::from_number(number).into()
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Dyadic::from(n).into()
    }
}
