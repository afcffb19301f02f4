//! What does not fit a handle: numbers, ups and stars of any size, and bases with such numbers, each stored once.

use super::Arena;
use crate::dyadic::Dyadic;
use crate::form::{Form, Kind};
use crate::nus::Nus;
use hashbrown::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

#[derive(Default)]
pub(super) struct SpilledTable {
    list: Vec<Arc<Spilled>>,
    index: HashMap<Arc<Spilled>, u64>,
}

/// What does not fit a handle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Spilled {
    Nus(Nus),
    Translate(u32, Dyadic),
}

impl Arena {
    /// The handle of a sum of number, ups and star.
    ///
    /// ```
    /// use sprague_values::{Arena, Dyadic, Form, Nus};
    /// assert_eq!(Arena::new().nus(Nus { number: Dyadic::ZERO, ups: 1.into(), star: 0 }), Form::UP);
    /// ```
    pub fn nus(&self, nus: Nus) -> Form {
        let small = nus.number.units().zip(i64::try_from(&nus.ups).ok());
        match small.and_then(|(x, ups)| Form::inline(x, ups, nus.star)) {
            Some(form) => form,
            None => self.spill(Spilled::Nus(nus)),
        }
    }

    /// The handle of a number.
    ///
    /// ```
    /// use sprague_values::{Arena, Dyadic, Form};
    /// assert_eq!(Arena::new().number(&Dyadic::from(2)), Form::integer(2));
    /// ```
    pub fn number(&self, number: &Dyadic) -> Form {
        match number.units().and_then(|units| Form::inline(units, 0, 0)) {
            Some(form) => form,
            None => self.nus(Nus::from_number(number.clone())),
        }
    }

    fn spill(&self, what: Spilled) -> Form {
        let mut table = self.0.spilled.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&index) = table.index.get(&what) {
            return Form::spilled(index);
        }
        let (index, what) = (table.list.len() as u64, Arc::new(what));
        let bits = match &*what {
            Spilled::Nus(nus) => nus.ups.bits() + nus.number.parts().0.bits(),
            Spilled::Translate(_, x) => x.parts().0.bits(),
        };
        self.0.spilled_bytes.fetch_add(160 + bits as usize / 8, Ordering::Relaxed);
        table.list.push(what.clone());
        table.index.insert(what, index);
        Form::spilled(index)
    }

    pub(crate) fn spilled(&self, index: u64) -> Arc<Spilled> {
        self.0.spilled.read().unwrap_or_else(PoisonError::into_inner).list[index as usize].clone()
    }

    /// A base plus a number.
    pub(crate) fn translate(&self, base: u32, x: &Dyadic) -> Form {
        match x.units().and_then(|units| Form::translate(base, units)) {
            Some(form) => form,
            None => self.spill(Spilled::Translate(base, x.clone())),
        }
    }

    /// A form plus a number: no canonical form is computed, by number translation.
    pub(crate) fn shift(&self, form: Form, x: &Dyadic) -> Form {
        if let Some(form) = x.units().and_then(|units| form.shifted(units)) {
            return form;
        }
        match self.spilled_kind(form) {
            Spilled::Nus(nus) => self.nus(Nus { number: &nus.number + x, ..nus }),
            Spilled::Translate(base, y) => self.translate(base, &(&y + x)),
        }
    }

    /// What a form is, as if it did not fit its handle.
    pub(crate) fn spilled_kind(&self, form: Form) -> Spilled {
        match form.kind() {
            Kind::Nus(inline) => Spilled::Nus(inline.into()),
            Kind::Translate(base, x) => Spilled::Translate(base, Dyadic::from_units(x)),
            Kind::Spilled(index) => (*self.spilled(index)).clone(),
            Kind::Pending => unreachable!("a form under construction is never taken apart"),
        }
    }

    /// The number, ups and star of a form that is a sum of them.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// assert_eq!(Arena::new().as_nus(Form::STAR).unwrap().star, 1);
    /// ```
    pub fn as_nus(&self, form: Form) -> Option<Nus> {
        match self.spilled_kind(form) {
            Spilled::Nus(nus) => Some(nus),
            Spilled::Translate(..) => None,
        }
    }
}
