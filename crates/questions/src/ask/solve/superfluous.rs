//! Superfluous options: dominated ones and reversible ones.
//!
//! *Winning Ways*, ch. 3. An option of Left is dominated if another option is greater or equal. It is reversible if
//! Right can answer with a position that is no better for Left than the position before her move.

use serde::Serialize;
use sprague::values::{Arena, Calculator, Form, Value};
use sprague::{Limits, Player, Stopped};

/// The reason why an option is superfluous.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Moves, Session, Solve, Superfluous};
/// let question = Solve { moves: Moves::All, ..Solve::of("game@{1|-1}+asymmetric:1,2/none@2") };
/// let moves = Session::new().ask(&question, &Limits::default()).unwrap().moves.flatten();
/// let superfluous: Vec<_> = moves.unwrap().into_iter().map(|judged| judged.superfluous).collect();
/// assert!(matches!(superfluous[..], [None, Some(Superfluous::Dominated), Some(Superfluous::Dominated)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Written")]
#[non_exhaustive]
pub enum Superfluous {
    /// Another option is at least as good.
    Dominated,
    /// The other player can answer with this value, which is at least as good for them as the position before both moves.
    Reversible(Value),
}

/// A reason as JSON has it.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Superfluous"))]
pub(super) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    dominated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reversible_through: Option<Option<String>>,
}

impl From<Superfluous> for Written {
    fn from(why: Superfluous) -> Self {
        match why {
            Superfluous::Dominated => Self { dominated: Some(true), ..Self::default() },
            Superfluous::Reversible(through) => Self { reversible_through: Some(through.text()), ..Self::default() },
        }
    }
}

/// The maximum number of different options that are compared with each other.
const MAX_OPTIONS: usize = 200;

/// The work limit for comparisons, in positions.
const WORK: u64 = 1_000_000;

/// Returns, for each option of a player, the reason why it is superfluous, or `None`.
///
/// The result is also `None` for options without a known value. `whole` is the value of the position.
pub(crate) fn superfluous(
    whole: &Value,
    options: &[Option<&Value>],
    player: Player,
    limits: &Limits,
) -> Vec<Option<Superfluous>> {
    let limits = Limits { positions: limits.positions.min(WORK), ..limits.clone() };
    // this only adds remarks to an answer, so it is left out if it takes too long
    judged(whole, options, player, &limits).unwrap_or_else(|_| vec![None; options.len()])
}

fn judged(
    whole: &Value,
    options: &[Option<&Value>],
    player: Player,
    limits: &Limits,
) -> Result<Vec<Option<Superfluous>>, Stopped> {
    let arena = whole.arena();
    let mut calculator = arena.calculator(limits);
    let whole = whole.form_in(&mut calculator)?;
    let forms = options.iter().map(|option| option.map(|value| value.form_in(&mut calculator)).transpose());
    let forms: Vec<Option<Form>> = forms.collect::<Result<_, Stopped>>()?;
    let mut different: Vec<Form> = forms.iter().flatten().copied().collect();
    different.sort_unstable();
    different.dedup();
    if different.len() > MAX_OPTIONS {
        return Ok(vec![None; options.len()]);
    }
    let mut why: Vec<Option<Superfluous>> = vec![];
    for form in &different {
        why.push(why_superfluous(&mut calculator, &arena, whole, *form, &different, player)?);
    }
    let of = |form: &Form| why[different.binary_search(form).expect("it is one of them")].clone();
    Ok(forms.iter().map(|form| form.as_ref().and_then(of)).collect())
}

fn why_superfluous(
    calculator: &mut Calculator<'_>,
    arena: &Arena,
    whole: Form,
    option: Form,
    others: &[Form],
    player: Player,
) -> Result<Option<Superfluous>, Stopped> {
    for other in others.iter().filter(|other| **other != option) {
        if is_at_least(calculator, *other, option, player)? {
            return Ok(Some(Superfluous::Dominated));
        }
    }
    for answer in arena.options(option, -player).take(MAX_OPTIONS) {
        if is_at_least(calculator, whole, answer, player)? {
            return Ok(Some(Superfluous::Reversible(arena.value(answer))));
        }
    }
    Ok(None)
}

/// Returns `true` if g is at least as good for the player as h.
fn is_at_least(calculator: &mut Calculator<'_>, g: Form, h: Form, player: Player) -> Result<bool, Stopped> {
    match player {
        Player::Left => calculator.is_at_most(h, g),
        Player::Right => calculator.is_at_most(g, h),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_wants_the_greater_and_right_the_less() {
        let values: Vec<Value> = ["1", "^", "*", "{4|-9}", "1"].map(|text| text.parse().unwrap()).into();
        let options: Vec<Option<&Value>> = values.iter().map(Some).collect();
        let dominated = |player| {
            let whole = "{9|-9}".parse().unwrap();
            let why = superfluous(&whole, &options, player, &Limits::default());
            why.iter().map(|why| *why == Some(Superfluous::Dominated)).collect::<Vec<_>>()
        };
        assert_eq!(dominated(Player::Left), [false, true, true, false, false]);
        assert_eq!(dominated(Player::Right), [true, false, false, false, true]);
    }

    #[test]
    fn what_the_other_player_takes_back_is_reversible() {
        // ^ = {0|*}: Right can answer Left's move from ^+* to ^ with *, which is less than ^+*
        let (whole, up): (Value, Value) = ("^*".parse().unwrap(), "^".parse().unwrap());
        let zero = Value::from(0);
        let why = superfluous(&whole, &[Some(&up), Some(&zero), None], Player::Left, &Limits::default());
        assert_eq!(why, [Some(Superfluous::Reversible(Value::star(1))), Some(Superfluous::Dominated), None]);
        // the same with Left and Right exchanged
        let (whole, down) = ("v*".parse().unwrap(), "v".parse().unwrap());
        let why = superfluous(&whole, &[Some(&down)], Player::Right, &Limits::default());
        assert_eq!(why, [Some(Superfluous::Reversible(Value::star(1)))]);
        assert_eq!(superfluous(&whole, &[Some(&down)], Player::Left, &Limits::default()), [None]);
    }

    #[test]
    fn nothing_is_said_where_it_takes_too_long() {
        let values: Vec<Value> = (0..300).map(Value::from).collect();
        let options: Vec<Option<&Value>> = values.iter().map(Some).collect();
        let why = superfluous(&Value::from(301), &options, Player::Left, &Limits::default());
        assert!(why.iter().all(Option::is_none));
    }
}
