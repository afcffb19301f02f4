//! Cooling, heating and overheating.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II.5; *Winning Ways*, ch. 6. They work on the canonical form. Heating by a number is neither
//! additive nor does it keep order: 1\* > 0, but heated by 1 it is {2|0}, which is confused with 0.

use crate::calculator::{Calculator, Memo, Options};
use crate::dyadic::Dyadic;
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use num_bigint::BigInt;
use sprague_core::{Player, Stopped};

impl Calculator<'_> {
    /// g cooled by `t` ≥ 0: every move costs t, until the mean is left.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let hot = calculator.make(&[Form::integer(1)], &[Form::integer(-1)])?;
    /// assert_eq!(calculator.cool(hot, &Dyadic::from(1))?, Form::STAR);
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, and [`Undefined::NegativeCooling`] for t < 0.
    pub fn cool(&mut self, g: Form, t: &Dyadic) -> Result<Form, Failed> {
        if *t < Dyadic::ZERO {
            return Err(Undefined::NegativeCooling.into());
        }
        let (tax, gift) = (-t, t.clone());
        let cooled = self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            let (mean, temperature) = calculator.mean_and_temperature(g)?;
            if *t > temperature {
                return Ok(Some(calculator.number(&mean)));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            let left = left.iter().map(|&form| calculator.arena.shift(form, &tax)).collect();
            let right = right.iter().map(|&form| calculator.arena.shift(form, &gift)).collect();
            calculator.made(left, right).map(Some)
        })?;
        Ok(cooled)
    }

    /// g heated by `t`, any game: numbers stay, and every other move gains t.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let hot = calculator.make(&[Form::integer(1)], &[Form::integer(-1)])?;
    /// assert_eq!(calculator.heat(Form::STAR, Form::integer(1))?, hot);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn heat(&mut self, g: Form, t: Form) -> Result<Form, Stopped> {
        self.heated(g, t, |calculator, form| Ok(calculator.arena.as_nus(form).is_some_and(|nus| nus.is_number()).then_some(form)))
    }

    /// g overheated from `s` to `t`: an integer n becomes n·s, and every other move gains t.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let (half, one) = (calculator.number(&Dyadic::new(1, 1)), Form::integer(1));
    /// let switch = calculator.make(&[one], &[Form::ZERO])?;
    /// assert_eq!(calculator.overheat(half, one, one)?, switch);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn overheat(&mut self, g: Form, s: Form, t: Form) -> Result<Form, Stopped> {
        self.heated(g, t, |calculator, form| match calculator.integer(form) {
            Some(n) => calculator.times(&n, s).map(Some),
            None => Ok(None),
        })
    }

    fn heated(
        &mut self,
        g: Form,
        t: Form,
        mut base: impl FnMut(&mut Self, Form) -> Result<Option<Form>, Stopped>,
    ) -> Result<Form, Stopped> {
        let tax = self.negative(t)?;
        self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            if let Some(form) = base(calculator, g)? {
                return Ok(Some(form));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            let (left, right) = (calculator.all_plus(&left, t)?, calculator.all_plus(&right, tax)?);
            calculator.made(left, right).map(Some)
        })
    }

    /// Each of the forms plus h.
    pub(crate) fn all_plus(&mut self, forms: &[Form], h: Form) -> Result<Options, Stopped> {
        forms.iter().map(|&form| self.add(form, h)).collect()
    }

    /// The integer that a form is.
    pub(crate) fn integer(&self, form: Form) -> Option<BigInt> {
        let nus = self.arena.as_nus(form).filter(|nus| nus.is_number() && nus.number.is_integer())?;
        Some(nus.number.parts().0)
    }
}
