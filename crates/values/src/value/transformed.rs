//! What may take long: values made from values, within limits.

use super::Value;
use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::failed::Failed;
use crate::form::Form;
use sprague_core::{Limits, Player, Stopped};

impl Value {
    fn transformed<E>(
        &self,
        limits: &Limits,
        compute: impl FnOnce(&mut Calculator<'_>, Form) -> Result<Form, E>,
    ) -> Result<Self, E> {
        let arena = self.arena();
        let form = compute(&mut arena.calculator(limits), self.form)?;
        Ok(arena.value(form))
    }

    /// Cooled by t ≥ 0: every move costs t, until the mean is left. Additive; its stops are the walls at t.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Dyadic, Value};
    /// let hot: Value = "{2|-1}".parse()?;
    /// assert_eq!(hot.cool(&Dyadic::from(1), &Limits::default()).unwrap().to_string(), "{1|0}");
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, or t < 0.
    pub fn cool(&self, t: &Dyadic, limits: &Limits) -> Result<Self, Failed> {
        self.transformed(limits, |calculator, g| calculator.cool(g, t))
    }

    /// Heated by t, any value: numbers stay, and every other move gains t.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::star(1).heat(&Value::from(1), &Limits::default())?.to_string(), "{1|-1}");
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn heat(&self, t: &Self, limits: &Limits) -> Result<Self, Stopped> {
        let (form, arena) = self.with(t, limits, |calculator, g, t| calculator.heat(g, t))?;
        Ok(Self::new(arena, form))
    }

    /// Overheated from s to t: an integer n becomes n·s, and every other move gains t.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Dyadic, Value};
    /// let (half, one) = (Value::from(Dyadic::new(1, 1)), Value::from(1));
    /// assert_eq!(half.overheat(&one, &one, &Limits::default())?.to_string(), "{1|0}");
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn overheat(&self, s: &Self, t: &Self, limits: &Limits) -> Result<Self, Stopped> {
        let compute = |calculator: &mut Calculator<'_>, g: Form, s: Form| {
            let t = t.form_in(calculator)?;
            calculator.overheat(g, s, t)
        };
        // an arena for all three, even if the first two have none
        let arena = [self, s, t].iter().find_map(|value| value.arena.clone()).unwrap_or_default();
        let own = Self { arena: Some(arena), form: Form::ZERO };
        let (own, _) = own.with(self, limits, |calculator, _, g| Ok::<_, Stopped>(calculator.arena().value(g)))?;
        let (form, arena) = own.with(s, limits, compute)?;
        Ok(Self::new(arena, form))
    }

    /// The Norton product with u > 0.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::from(3).norton(&Value::up(1), &Limits::default()).unwrap(), Value::up(3));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, or a u that is not positive.
    pub fn norton(&self, u: &Self, limits: &Limits) -> Result<Self, Failed> {
        let (form, arena) = self.with(u, limits, |calculator, g, u| calculator.norton(g, u))?;
        Ok(Self::new(arena, form))
    }

    /// The ordinal sum with h, in which a move in this value's canonical form ends h.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// let value = Value::star(2).ordinal_sum(&Value::star(2), &Limits::default())?;
    /// assert_eq!(value, Value::star(4));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn ordinal_sum(&self, h: &Self, limits: &Limits) -> Result<Self, Stopped> {
        let (form, arena) = self.with(h, limits, |calculator, g, h| calculator.ordinal_sum(g, h))?;
        Ok(Self::new(arena, form))
    }

    /// The simplest value that differs by an infinitesimal.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!("{1*|-1}".parse::<Value>()?.reduced(&Limits::default())?.to_string(), "{1|-1}");
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn reduced(&self, limits: &Limits) -> Result<Self, Stopped> {
        self.transformed(limits, |calculator, g| calculator.reduced(g))
    }

    /// The atomic weight of an all-small value: about how many ↑ it is worth.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::up(-3).atomic_weight(&Limits::default()).unwrap(), Value::from(-3));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, or a value that is not all-small.
    pub fn atomic_weight(&self, limits: &Limits) -> Result<Self, Failed> {
        self.transformed(limits, |calculator, g| calculator.atomic_weight(g))
    }

    /// What a player's moves gain, without those that gain less than another.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Value;
    /// let incentives = "{2|-1}".parse::<Value>()?.incentives(Player::Left, &Limits::default())?;
    /// assert_eq!(incentives, ["{3|0}".parse()?]);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn incentives(&self, player: Player, limits: &Limits) -> Result<Vec<Self>, Stopped> {
        let arena = self.arena();
        let forms = arena.calculator(limits).incentives(self.form, player)?;
        Ok(forms.into_iter().map(|form| arena.value(form)).collect())
    }
}
