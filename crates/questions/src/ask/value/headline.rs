//! Short names of values, such as `⇑*`, `±(0, …)` or `tiny-2`.

use super::spoken;
use sprague::num_bigint::{BigInt, Sign};
use sprague::values::{Calculator, Dyadic, Form, Nus};
use sprague::{Player, Stopped};

/// The maximum length of a text that is used unchanged.
const MAX_LINE: usize = 16;

/// The maximum number of options in `±(…)`.
const MAX_OPTIONS: usize = 3;

/// Returns a short name of a value.
///
/// Braces are used only if the text is short. A longer value is described by its temperature and its mean.
pub(super) fn headline(calculator: &mut Calculator<'_>, form: Form) -> Result<String, Stopped> {
    if let Some(nus) = calculator.arena().value(form).nus() {
        return Ok(signs(&nus));
    }
    if let Some(name) = spoken::name(calculator, form)?.filter(|name| name.chars().count() <= MAX_LINE) {
        return Ok(arrows(&name));
    }
    if let Some(name) = switch(calculator, form)? {
        return Ok(name);
    }
    if let Some(text) = calculator.text(form, MAX_LINE)? {
        return Ok(arrows(&text));
    }
    let thermograph = calculator.thermograph(form)?;
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let zero = Dyadic::from(0);
    Ok(match (*temperature > zero, *mean == zero) {
        (true, true) => format!("hot, temperature {temperature}"),
        (true, false) => format!("hot, {mean} ± {temperature}"),
        (false, true) => "infinitesimal".into(),
        (false, false) => format!("{mean} and an infinitesimal"),
    })
}

/// Returns the signs of a sum of a number, ups and a star.
fn signs(nus: &Nus) -> String {
    let number = if nus.number == Dyadic::from(0) { String::new() } else { nus.number.to_string() };
    let signs = if nus.ups.sign() == Sign::Minus { ["↓", "⇓"] } else { ["↑", "⇑"] };
    let ups = match usize::try_from(nus.ups.magnitude()) {
        Ok(0) => String::new(),
        Ok(ups @ 1..=2) => signs[ups - 1].into(),
        _ => format!("{}{}", signs[0], BigInt::from(nus.ups.magnitude().clone())),
    };
    let star = match nus.star {
        0 => String::new(),
        1 => "*".into(),
        star => format!("*{star}"),
    };
    let all = format!("{number}{ups}{star}");
    if all.is_empty() { "0".into() } else { all }
}

/// Replaces the signs for up and down by arrows.
fn arrows(text: &str) -> String {
    text.replace('^', "↑").replace('v', "↓")
}

/// Returns `±(a, b, …)` with short options for a value that is its own negative.
fn switch(calculator: &mut Calculator<'_>, form: Form) -> Result<Option<String>, Stopped> {
    if calculator.negative(form)? != form {
        return Ok(None);
    }
    let options: Vec<Form> = calculator.arena().options(form, Player::Left).collect();
    let mut listed = vec![];
    for &option in &options {
        if let Some(nus) = calculator.arena().value(option).nus().filter(|_| listed.len() < MAX_OPTIONS) {
            listed.push(signs(&nus));
        }
    }
    listed.sort_unstable();
    if listed.len() < options.len() {
        listed.push("…".into());
    }
    Ok(Some(format!("±({})", listed.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::Limits;
    use sprague::values::Value;

    #[test]
    fn a_value_is_called_by_its_shortest_name() {
        for (text, expected) in [
            ("0", "0"),
            ("-3/2", "-3/2"),
            ("^", "↑"),
            ("^2*", "⇑*"),
            ("v3*2", "↓3*2"),
            ("1^*", "1↑*"),
            ("{1|-1}", "±1"),
            ("{2|-1}", "1/2 ± 3/2"),
            ("{0||0|-2}", "tiny-2"),
            ("±(0,{{2|0},{2|{2|0}}|{2|0},{{2|0}|0}})", "±(0, …)"),
            ("{2*|1}", "{2*|1}"),
            ("{0||0|-1v}", "tiny-1↑"),
            ("{{5|4*}|{-3*|{-4|-7*}}}", "hot, 1/4 ± 17/4"),
        ] {
            let (value, limits): (Value, _) = (text.parse().unwrap(), Limits::default());
            let found = headline(&mut value.arena().calculator(&limits), value.form()).unwrap();
            assert_eq!(found, expected, "{text}");
        }
    }
}
