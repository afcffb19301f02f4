//! The names of values in books, such as ±1, tiny-2, miny-1, up and star, and of their sums with a number.
//!
//! *Winning Ways*, ch. 2, 5 and 8: ±G = {G|−G}, tiny-G = {0||0|−G} and its negative miny-G = {G|0||0}, for G > 0.

use sprague::num_bigint::{BigInt, Sign};
use sprague::values::{Calculator, Dyadic, Form, Nus};
use sprague::{OutcomeClass, Player, Stopped};

/// The maximum length of the text of a value inside a name.
const MAX_PART: usize = 40;

/// The maximum number of options in a name.
const MAX_OPTIONS: usize = 4;

/// Returns the name of a value, if it has one that differs from its text.
pub(in crate::ask) fn name(calculator: &mut Calculator<'_>, form: Form) -> Result<Option<String>, Stopped> {
    if let Some(nus) = calculator.arena().value(form).nus() {
        return Ok(if nus.is_number() { None } else { Some(sum(&nus)) });
    }
    if let Some(name) = alone(calculator, form)? {
        return Ok(Some(name));
    }
    let mean = calculator.thermograph(form)?.mean().clone();
    if mean == Dyadic::from(0) {
        return Ok(None);
    }
    let number = calculator.arena().number(&mean);
    let negative = calculator.negative(number)?;
    let rest = calculator.add(form, negative)?;
    Ok(alone(calculator, rest)?.map(|name| format!("{mean} + {name}")))
}

/// Returns the name of a value by its options, if it is not a sum.
fn alone(calculator: &mut Calculator<'_>, form: Form) -> Result<Option<String>, Stopped> {
    let [left, right] =
        Player::BOTH.map(|player| calculator.arena().options(form, player).take(MAX_OPTIONS + 1).collect::<Vec<_>>());
    if left.len().max(right.len()) > MAX_OPTIONS {
        return Ok(None);
    }
    if let ([left], [right]) = (&left[..], &right[..]) {
        let number = |form| calculator.arena().value(form).number();
        if let (Some(left), Some(right)) = (number(*left), number(*right)) {
            let (mean, temperature) = ((&left + &right).half(), (&left - &right).half());
            let mean = if mean == Dyadic::from(0) { String::new() } else { format!("{mean} ") };
            let sign = if mean.is_empty() { "±" } else { "± " };
            return Ok(Some(format!("{mean}{sign}{temperature}")));
        }
        if let Some(of) = tiny_of(calculator, *left, *right)? {
            return Ok(Some(format!("tiny-{of}")));
        }
        let (negated_left, negated_right) = (calculator.negative(*left)?, calculator.negative(*right)?);
        if let Some(of) = tiny_of(calculator, negated_right, negated_left)? {
            return Ok(Some(format!("miny-{of}")));
        }
    }
    if calculator.negative(form)? != form {
        return Ok(None);
    }
    let mut parts = vec![];
    for option in left {
        match calculator.text(option, MAX_PART)? {
            Some(part) => parts.push(part),
            None => return Ok(None),
        }
    }
    parts.sort_unstable();
    Ok(Some(if let [part] = &parts[..] { format!("±{part}") } else { format!("±({})", parts.join(",")) }))
}

/// Returns the text of G if {left|right} is tiny-G.
///
/// In tiny-G, left is 0, right is {0|−G}, and G > 0.
fn tiny_of(calculator: &mut Calculator<'_>, left: Form, right: Form) -> Result<Option<String>, Stopped> {
    let one = |calculator: &Calculator<'_>, player| {
        let mut options = calculator.arena().options(right, player);
        options.next().filter(|_| options.next().is_none())
    };
    let (Some(Form::ZERO), Some(of)) = (one(calculator, Player::Left), one(calculator, Player::Right)) else { return Ok(None) };
    if left != Form::ZERO || calculator.outcome_class(of) != OutcomeClass::Right {
        return Ok(None);
    }
    let of = calculator.negative(of)?;
    calculator.text(of, MAX_PART)
}

/// Returns the name of a sum of a number, ups and a star.
fn sum(nus: &Nus) -> String {
    let mut parts = vec![];
    if nus.number != Dyadic::from(0) {
        parts.push(nus.number.to_string());
    }
    let direction = if nus.ups.sign() == Sign::Minus { "down" } else { "up" };
    let multiple = ["", "", "double ", "triple ", "quadruple "];
    match usize::try_from(nus.ups.magnitude()) {
        Ok(0) => {}
        Ok(ups) if ups < multiple.len() => parts.push(format!("{}{direction}", multiple[ups])),
        _ => parts.push(format!("{} times {direction}", BigInt::from(nus.ups.magnitude().clone()))),
    }
    match nus.star {
        0 => {}
        1 => parts.push("star".into()),
        star => parts.push(format!("star-{star}")),
    }
    parts.join(" + ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::Limits;
    use sprague::values::Value;

    #[test]
    fn what_has_a_name_is_called_by_it() {
        for (text, expected) in [
            ("0", None),
            ("-3/2", None),
            ("^", Some("up")),
            ("v2*", Some("double down + star")),
            ("1^9*3", Some("1 + 9 times up + star-3")),
            ("{1|-1}", Some("±1")),
            ("{2|-1}", Some("1/2 ± 3/2")),
            ("{-1|-2}", Some("-3/2 ± 1/2")),
            ("{0||0|-2}", Some("tiny-2")),
            ("{1/4|0||0}", Some("miny-1/4")),
            ("{0||0|-1v}", Some("tiny-1^")),
            ("{1^|-1v}", Some("±1^")),
            ("{2|1||-1|-2}", Some("±{2|1}")),
            ("±(2,{3|*})", Some("±(2,{3|*})")),
            ("{0||0|*}", Some("double up + star")),
            ("{1||0|-1}", None),
            ("{2||2|0}", Some("2 + tiny-2")),
            ("{1|-1||-1}", Some("-1 + miny-2")),
            ("{2*|1}", None),
        ] {
            let (value, limits): (Value, _) = (text.parse().unwrap(), Limits::default());
            let found = name(&mut value.arena().calculator(&limits), value.form()).unwrap();
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
