//! A form taken apart: the number in it, and the rest.

use crate::arena::{Arena, Spilled};
use crate::dyadic::Dyadic;
use crate::form::{Form, Kind};
use crate::nus::Nus;

impl Arena {
    /// Whether a form is a sum of number, ups and star.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// assert!(Arena::new().is_nus(Form::UP));
    /// ```
    pub fn is_nus(&self, form: Form) -> bool {
        match form.kind() {
            Kind::Nus(_) => true,
            Kind::Translate(..) => false,
            _ => matches!(self.spilled_kind(form), Spilled::Nus(_)),
        }
    }

    /// A form without the number in it, and that number: of number, ups and star the infinitesimal part, of any other game the one of
    /// those that differ by a number whose right stop is 0.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// let arena = Arena::new();
    /// let (rest, number) = arena.without_number(arena.read("{2|-1}")?.form());
    /// assert_eq!((arena.value(rest), number), (arena.read("{3|0}")?, Form::integer(-1)));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn without_number(&self, form: Form) -> (Form, Form) {
        if let Some((rest, units)) = form.without_units() {
            let number = Form::inline(units, 0, 0).unwrap_or_else(|| self.number(&Dyadic::from_units(units)));
            return (rest, number);
        }
        match self.spilled_kind(form) {
            Spilled::Nus(nus) => (self.nus(Nus { number: Dyadic::ZERO, ..nus.clone() }), self.number(&nus.number)),
            Spilled::Translate(base, x) => (self.translate(base, &Dyadic::ZERO), self.number(&x)),
        }
    }
}
