//! The facts about a value, one method each: `value` calls all of them, and `find` calls those in the property.

use super::spoken;
use sprague::num_bigint::BigUint;
use sprague::values::{Calculator, Dyadic, Failed, Form, Nus, Parity, Thermograph, Value};
use sprague::{OutcomeClass, Player, Stopped};
use std::sync::Arc;

/// A value, and the calculator that computes facts about it.
pub(in crate::ask) struct Valued<'c, 'a> {
    calculator: &'c mut Calculator<'a>,
    form: Form,
    value: Value,
}

impl<'c, 'a> Valued<'c, 'a> {
    pub(in crate::ask) fn new(calculator: &'c mut Calculator<'a>, form: Form) -> Self {
        let value = calculator.arena().value(form);
        Self { calculator, form, value }
    }

    pub(in crate::ask) fn form(&self) -> Form {
        self.form
    }

    pub(in crate::ask) fn outcome_class(&self) -> OutcomeClass {
        self.value.outcome_class()
    }

    pub(in crate::ask) fn nimber(&self) -> Option<u64> {
        let nus = self.value.nus()?;
        (nus == Nus { star: nus.star, ..Nus::from_number(0.into()) }).then_some(nus.star)
    }

    pub(in crate::ask) fn number(&self) -> Option<Dyadic> {
        self.value.number()
    }

    pub(in crate::ask) fn stop(&self, player: Player) -> Dyadic {
        self.value.stop(player)
    }

    pub(in crate::ask) fn name(&mut self) -> Result<Option<String>, Stopped> {
        spoken::name(self.calculator, self.form)
    }

    pub(in crate::ask) fn thermograph(&mut self) -> Result<Arc<Thermograph>, Stopped> {
        self.calculator.thermograph(self.form)
    }

    pub(in crate::ask) fn mean(&mut self) -> Result<Dyadic, Stopped> {
        Ok(self.thermograph()?.mean().clone())
    }

    pub(in crate::ask) fn temperature(&mut self) -> Result<Dyadic, Stopped> {
        Ok(self.thermograph()?.temperature().clone())
    }

    pub(in crate::ask) fn birthday(&mut self) -> Result<BigUint, Stopped> {
        self.calculator.birthday(self.form)
    }

    pub(in crate::ask) fn reduced(&mut self) -> Result<Form, Stopped> {
        self.calculator.reduced(self.form)
    }

    /// Returns `None` if the value is not all-small.
    pub(in crate::ask) fn atomic_weight(&mut self) -> Result<Option<Form>, Stopped> {
        match self.calculator.atomic_weight(self.form) {
            Ok(weight) => Ok(Some(weight)),
            Err(Failed::Stopped(stopped)) => Err(stopped),
            Err(Failed::Undefined(_)) => Ok(None),
        }
    }

    /// Returns the kinds that apply, such as `infinitesimal` and `odd-tempered`.
    pub(in crate::ask) fn kinds(&mut self) -> Result<Vec<&'static str>, Stopped> {
        let (calculator, form, value) = (&mut *self.calculator, self.form, &self.value);
        let [left, right] = Player::BOTH.map(|player| value.stop(player));
        let (is_zero, is_even) = (form == Form::ZERO, calculator.parity(form)?);
        let (temper, number) = (calculator.temper(form)?, value.number());
        let kinds = [
            ("zero", is_zero),
            ("integer", number.as_ref().is_some_and(Dyadic::is_integer)),
            ("number", number.is_some()),
            ("nimber", self.nimber().is_some()),
            ("infinitesimal", left == 0.into() && right == 0.into()),
            ("numberish", left == right && left != 0.into() && number.is_none()),
            ("number-tiny", number.is_none() && self.calculator.is_number_tiny(form)?),
            ("all-small", self.calculator.is_all_small(form)),
            ("switch", !is_zero && value.nus().is_none() && self.calculator.negative(form)? == form),
            ("even", is_even == Some(Parity::Even)),
            ("odd", is_even == Some(Parity::Odd)),
            ("even-tempered", temper == Some(Parity::Even)),
            ("odd-tempered", temper == Some(Parity::Odd)),
        ];
        Ok(kinds.into_iter().filter_map(|(name, is_so)| is_so.then_some(name)).collect())
    }

    /// Returns `true` if the value is of this kind: one of [`kinds`](Self::kinds), cold (a number), tepid or hot (of positive
    /// temperature).
    pub(in crate::ask) fn is(&mut self, kind: &str) -> Result<bool, Stopped> {
        Ok(match (kind, self.value.is_number()) {
            ("cold", is_number) => is_number,
            ("hot" | "tepid", true) => false,
            ("hot" | "tepid", _) => (self.temperature()? > 0.into()) == (kind == "hot"),
            _ => self.kinds()?.contains(&kind),
        })
    }
}
