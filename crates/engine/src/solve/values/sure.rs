//! Bounds of sums that a player can guarantee, for strategies.

use super::formal_sum::FormalSum;
use super::{NoValue, Values};
use sprague_core::{Bounds, Player, Stopped};
use sprague_values::{Calculator, Dyadic, Form};

/// The largest number of ups that are subtracted from a stop.
const MOST_UPS: usize = 4;

impl Values<'_> {
    pub(in crate::solve) fn calculate<T>(&self, with: impl FnOnce(&mut Calculator<'_>) -> T) -> T {
        with(self.search.borrow_mut().values().calculator())
    }

    /// Returns the value of a sum if it consists only of numbers, ups and stars.
    pub(in crate::solve) fn atom(&self, sum: &FormalSum) -> Option<Form> {
        (sum.forms.is_empty() && sum.positions.is_empty()).then_some(sum.nus)
    }

    /// Returns the sum minus a number with ups and a star.
    pub(in crate::solve) fn less(&self, sum: &FormalSum, atom: Form) -> Result<FormalSum, Stopped> {
        let nus = self.calculate(|calculator| calculator.subtract(sum.nus, atom))?;
        Ok(FormalSum { nus, ..sum.clone() })
    }

    pub(in crate::solve) fn has_positions(&self, sum: &FormalSum) -> bool {
        !sum.positions.is_empty()
    }

    /// Returns cheap bounds of one summand, from the point of view of `player`.
    ///
    /// The first bound holds if the player moves second, the other if the player moves first.
    pub(in crate::solve) fn sure_of(&self, summand: &FormalSum, player: Player) -> Result<[Option<Form>; 2], NoValue> {
        let mut search = self.search.borrow_mut();
        let is_left = player == Player::Left;
        if let [(position, count)] = summand.positions.iter().collect::<Vec<_>>()[..] {
            let bounds = search.bounds_of(position, *count < 0)?;
            if bounds == Bounds::INFINITESIMAL || !summand.forms.is_empty() || summand.nus != Form::ZERO {
                return Ok([None, None]);
            }
            let [second, first] = if is_left { [bounds.low, bounds.left_first] } else { [bounds.high, bounds.right_first] };
            let calculator = search.values().calculator();
            let number = |units: i64| {
                (units.abs() < Bounds::FAR).then(|| calculator.number(&Dyadic::new(units, Bounds::ONE.trailing_zeros().into())))
            };
            return Ok([number(second), number(first)]);
        }
        let Some(form) = search.whole(summand)? else { return Ok([None, None]) };
        let calculator = search.values().calculator();
        let value = calculator.arena().value(form);
        let stops = [Player::Left, Player::Right].map(|player| calculator.number(&value.stop(player)));
        let [first, mut second] = if is_left { stops } else { [stops[1], stops[0]] };
        let is_first = if is_left { !calculator.is_at_most(form, first)? } else { !calculator.is_at_most(first, form)? };
        // the value itself, or the stop, or the stop minus some ups
        if calculator.arena().is_nus(form) {
            return Ok([Some(form), is_first.then_some(first)]);
        }
        let towards = if is_left { calculator.negative(Form::UP)? } else { Form::UP };
        for _ in 0..MOST_UPS {
            let is_bound = if is_left { calculator.is_at_most(second, form)? } else { calculator.is_at_most(form, second)? };
            if is_bound {
                return Ok([Some(second), is_first.then_some(first)]);
            }
            second = calculator.add(second, towards)?;
        }
        Ok([None, is_first.then_some(first)])
    }
}
