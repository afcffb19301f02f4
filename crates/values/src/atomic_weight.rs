//! Atomic weights: how many ↑ an all-small game is worth.
//!
//! *Winning Ways*, ch. 8; Siegel, *Combinatorial Game Theory*, ch. II.7: {aw(G^L) − 2 | aw(G^R) + 2}, except where that is an integer.
//! Then several integers may fit, and how G stands to a star beyond its birthday decides.

use crate::calculator::{Calculator, Memo, Options};
use crate::dyadic::Dyadic;
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use crate::nus::Nus;
use num_bigint::BigInt;
use sprague_core::{Player, Stopped};

impl Calculator<'_> {
    /// The atomic weight of an all-small game; it is additive, and 2 or more means that Left wins.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).atomic_weight(Form::UP)?, Form::integer(1));
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, and [`Undefined::NotAllSmall`].
    pub fn atomic_weight(&mut self, g: Form) -> Result<Form, Failed> {
        if !self.is_all_small(g) {
            return Err(Undefined::NotAllSmall.into());
        }
        let (two, minus_two) = (Dyadic::from(2), Dyadic::from(-2));
        let weight = self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            if let Some(nus) = calculator.arena.as_nus(g) {
                return Ok(Some(calculator.number(&Dyadic::from(nus.ups))));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            let left: Options = left.iter().map(|&form| calculator.arena.shift(form, &minus_two)).collect();
            let right: Options = right.iter().map(|&form| calculator.arena.shift(form, &two)).collect();
            let weight = calculator.made(left.clone(), right.clone())?;
            match calculator.integer(weight) {
                Some(n) => calculator.fitting_integer(g, n, &left, &right).map(Some),
                None => Ok(Some(weight)),
            }
        })?;
        Ok(weight)
    }

    fn fitting_integer(&mut self, g: Form, n: BigInt, left: &[Form], right: &[Form]) -> Result<Form, Stopped> {
        let far = u64::try_from(self.birthday(g)? + 1_u32).ok().and_then(u64::checked_next_power_of_two);
        // a star that is not there: its options could not be listed either
        let Some(star) = far else { return Err(Stopped::Positions(self.limits.positions)) };
        let far = self.arena.nus(Nus { number: Dyadic::ZERO, ups: BigInt::ZERO, star });
        let step = match (self.is_at_most(far, g)?, self.is_at_most(g, far)?) {
            (true, false) => 1,
            (false, true) => -1,
            _ => return Ok(Form::ZERO),
        };
        let mut fitting = n;
        loop {
            let next = self.number(&Dyadic::from(&fitting + step));
            for &form in left {
                if self.is_at_most(next, form)? {
                    return Ok(self.number(&Dyadic::from(fitting)));
                }
            }
            for &form in right {
                if self.is_at_most(form, next)? {
                    return Ok(self.number(&Dyadic::from(fitting)));
                }
            }
            fitting += step;
        }
    }
}
