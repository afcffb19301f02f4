//! Reduced canonical forms: games up to infinitesimals.
//!
//! Grossman & Siegel 2009, through the \*-projection: p(G) is the number whose stops G has, else {p(G^L)+\* | p(G^R)+\*}, and
//! p(G) = p(H) iff G − H is infinitesimal. Undone, \* is added to the options before their own are undone.

use crate::calculator::{Calculator, Memo};
use crate::form::Form;
use crate::order::exact_stops;
use sprague_core::{Player, Stopped};

impl Calculator<'_> {
    /// The simplest game that differs from g by an infinitesimal.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).reduced(Form::UP)?, Form::ZERO);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn reduced(&mut self, g: Form) -> Result<Form, Stopped> {
        let projected = self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            let stops = exact_stops(&calculator.arena, g);
            if stops.left == stops.right {
                return Ok(Some(calculator.number(&stops.left)));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            let (left, right) = (calculator.all_plus(&left, Form::STAR)?, calculator.all_plus(&right, Form::STAR)?);
            calculator.made(left, right).map(Some)
        })?;
        self.resolve(&mut Memo::default(), projected, |calculator, g, asked| {
            if calculator.arena.as_nus(g).is_some_and(|nus| nus.is_number()) {
                return Ok(Some(g));
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (left, right) = (calculator.all_plus(&left, Form::STAR)?, calculator.all_plus(&right, Form::STAR)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            calculator.made(left.iter().copied().collect(), right.iter().copied().collect()).map(Some)
        })
    }
}
