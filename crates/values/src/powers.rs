//! Powers of games such as ↑, and the exponent of an ordinal sum.
//!
//! ↑^⟨n⟩ = Pow(n) is {0 | \* − ↑^\[n−1\]}, and ↑^\[n\] = PowTo(n) is the sum of the powers 1 to n. Source: Siegel,
//! *Combinatorial Game Theory*, ch. II.

use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use crate::memo::Memo;
use sprague_core::Player;

impl Calculator<'_> {
    /// Returns the power x of a game g = {0|h}, which is {0 | h : (1 − x)}, for a number x ≥ 1.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.power(Form::UP, &Dyadic::from(2))?, calculator.read("{0|v*}").unwrap());
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`Undefined::Exponent`] or [`Undefined::PowerOfOther`].
    pub fn power(&mut self, g: Form, x: &Dyadic) -> Result<Form, Failed> {
        let (left, right) = (self.options(g, Player::Left)?, self.options(g, Player::Right)?);
        let ([Form::ZERO], &[threat]) = (&left[..], &right[..]) else { return Err(Undefined::PowerOfOther.into()) };
        if *x < Dyadic::from(1) {
            return Err(Undefined::Exponent.into());
        }
        let above = self.number(&(&Dyadic::from(1) - x));
        let threat = self.ordinal_sum(threat, above)?;
        Ok(self.make(&[Form::ZERO], &[threat])?)
    }

    /// Returns the sum of the powers 1 to x of g: g : (x − 1) for a number x ≥ 1, and 0 for x = 0.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.power_to(Form::UP, &Dyadic::from(2))?, calculator.read("{^|*}").unwrap());
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`Undefined::Exponent`].
    pub fn power_to(&mut self, g: Form, x: &Dyadic) -> Result<Form, Failed> {
        if *x == Dyadic::ZERO {
            return Ok(Form::ZERO);
        }
        if *x < Dyadic::from(1) {
            return Err(Undefined::Exponent.into());
        }
        let above = self.number(&(x - &Dyadic::from(1)));
        Ok(self.ordinal_sum(g, above)?)
    }

    /// Returns the game h with base : h = g.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let eighth = calculator.number(&Dyadic::new(1, 3));
    /// assert_eq!(calculator.subordinate(eighth, Form::integer(1))?, Form::integer(-3));
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`Undefined::NotAbove`] if no h is found.
    pub fn subordinate(&mut self, g: Form, base: Form) -> Result<Form, Failed> {
        let of_base = [self.options(base, Player::Left)?, self.options(base, Player::Right)?];
        let above = self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            let mut sides = [None, None];
            for player in Player::BOTH {
                let mut options = calculator.options(g, player)?;
                options.retain(|option| !of_base[player as usize].contains(option));
                sides[player as usize] = asked.all(options);
            }
            let [Some(left), Some(right)] = sides else { return Ok(None) };
            calculator.make(&left, &right).map(Some)
        })?;
        if self.ordinal_sum(base, above)? == g { Ok(above) } else { Err(Undefined::NotAbove.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::value::UNLIMITED;

    #[test]
    fn the_powers_up_to_n_are_the_sum_of_powers() -> Result<(), Failed> {
        let arena = Arena::new();
        let mut calculator = arena.calculator(&UNLIMITED);
        let mut sum = Form::ZERO;
        for n in 1..8_i64 {
            let power = calculator.power(Form::UP, &n.into())?;
            sum = calculator.add(sum, power)?;
            assert_eq!(sum, calculator.power_to(Form::UP, &n.into())?, "{n}");
        }
        Ok::<(), Failed>(())
    }
}
