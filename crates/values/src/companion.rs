//! Companions: an automorphism of the lattice of games born by a given day.
//!
//! Source: Calistrate, Paulhus & Wolfe, *On the lattice structure of finite games*, 2002; Siegel, *Combinatorial Game Theory*,
//! ch. III.2.

use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::memo::Memo;
use crate::nus::Nus;
use sprague_core::{Player, Stopped};

impl Calculator<'_> {
    /// Returns the companion of g, which exchanges 0 and \*.
    ///
    /// It is {0, G^L° | G^R°} if g > 0, {G^L° | G^R°, 0} if g < 0, {0 | 0} if g = 0, and {G^L° | G^R°} if g is confused with 0.
    /// From day 1 on the map preserves the order of the games born by a day, and it is its own inverse.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).companion(Form::ZERO)?, Form::STAR);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn companion(&mut self, g: Form) -> Result<Form, Stopped> {
        self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            // a number other than 0 is its own companion, and so is each nimber from *2 on
            let is_kept = |nus: &Nus| {
                let is_zero = nus.number == Dyadic::ZERO;
                nus.ups == 0.into() && if is_zero { nus.star > 1 } else { nus.star == 0 }
            };
            if calculator.arena.as_nus(g).as_ref().is_some_and(is_kept) {
                return Ok(Some(g));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(mut left), Some(mut right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            if calculator.is_at_most(Form::ZERO, g)? {
                left.push(Form::ZERO);
            }
            if calculator.is_at_most(g, Form::ZERO)? {
                right.push(Form::ZERO);
            }
            calculator.make(&left, &right).map(Some)
        })
    }
}
