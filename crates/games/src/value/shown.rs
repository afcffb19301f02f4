//! A value as a page shows it: with the options of its canonical form, and what each component of the sum is worth.

use super::{ValueOptions, ValueReport, value};
use crate::parsed::text_of_any;
use crate::{ParsedSum, QuestionError};
use serde::{Serialize, Serializer};
use sprague::solve::{ManySums, MixedSum, SumValue};
use sprague::values::Value;
use sprague::{Limits, Player};
use std::time::Duration;

/// How many options of a player, and how many components, are listed.
const LISTED: usize = 400;

/// The longest text of an option, and of all of them.
const MAX_TEXT: usize = 2_000;
const MAX_ALL: usize = 200_000;

/// How far options are written and components valued beside the report.
const POSITIONS: u64 = 200_000;
const TIME: Duration = Duration::from_millis(500);

/// What a sum is worth, and more. Serialized, it is the object of [`ValueReport`] with more keys.
///
/// See [`value_view`] for an example.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ValueView {
    /// What is known of the value.
    #[serde(flatten)]
    pub report: ValueReport,
    /// Left's options of the canonical form, and Right's, as texts that `game@` reads; `None` for long ones.
    #[serde(serialize_with = "by_player")]
    pub options: [Vec<Option<String>>; 2],
    /// Whether there are more options than are listed.
    pub options_cut: bool,
    /// The components of the sum, at most 400 of them.
    pub components: Vec<ComponentValue>,
}

fn by_player<S: Serializer>(options: &[Vec<Option<String>>; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(["left", "right"].iter().zip(options))
}

/// What a component of a sum is worth by itself; `None` where that takes more than a little work, or is long.
///
/// See [`value_view`] for an example.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComponentValue {
    /// The component as a position of its own.
    pub text: String,
    /// Its canonical form.
    pub value: Option<String>,
    /// The mean of that.
    pub mean: Option<String>,
    /// Its temperature.
    pub temperature: Option<String>,
}

/// What a sum is worth, with the options of its canonical form, and the values of its components before anything is done to the sum.
///
/// ```
/// use sprague_games::{Session, ValueOptions, value_view};
/// let view = value_view(&Session::new().position("game@{3|0}+nim@1")?, &ValueOptions::default())?;
/// assert_eq!(view.options, [vec![Some("3*".to_owned())], vec![Some("*".to_owned())]]);
/// let values: Vec<_> = view.components.iter().map(|component| component.value.as_deref().unwrap()).collect();
/// assert_eq!((values, view.components[0].temperature.as_deref()), (vec!["{3|0}", "*"], Some("3/2")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`value`](crate::value()).
pub fn value_view(sum: &ParsedSum, options: &ValueOptions) -> Result<ValueView, QuestionError> {
    let limits = options.limits.starting_now();
    let options = ValueOptions { limits: limits.clone(), ..options.clone() };
    let report = value(sum, &options)?;
    let few = Limits {
        positions: POSITIONS.min(limits.positions),
        time: Some(limits.time.map_or(TIME, |time| time.min(TIME))),
        ..limits
    };
    let few = &few.starting_now();
    let (listed, options_cut) = listed(&report.value, few);
    Ok(ValueView { components: components(&sum.mixed(options.rule, options.play), few), report, options: listed, options_cut })
}

/// The options of a value as texts, and whether there are more.
fn listed(value: &Value, limits: &Limits) -> ([Vec<Option<String>>; 2], bool) {
    let arena = value.arena();
    let mut calculator = arena.calculator(limits);
    let (mut room, mut is_cut) = (MAX_ALL, false);
    let options = Player::BOTH.map(|player| {
        let mut texts = vec![];
        for option in arena.options(value.form(), player) {
            if texts.len() == LISTED {
                is_cut = true;
                break;
            }
            let text = calculator.text(option, MAX_TEXT.min(room)).ok().flatten();
            room -= text.as_ref().map_or(0, String::len);
            texts.push(text);
        }
        texts
    });
    (options, is_cut)
}

fn components(sum: &MixedSum, limits: &Limits) -> Vec<ComponentValue> {
    let alone = sum.components.iter().take(LISTED).map(|component| MixedSum::of([component.clone()]));
    let alone: Vec<MixedSum> = alone.collect();
    let many = ManySums::of(&alone);
    let search = many.search(limits);
    let component = |sum: &MixedSum| {
        let value = match search.worth(sum) {
            Ok(Some(SumValue::Game(value))) => Some(value),
            Ok(Some(SumValue::Nimber(nimber))) => u64::try_from(&nimber).ok().map(Value::star),
            _ => None,
        };
        let thermograph = value.as_ref().and_then(|value| value.arena().calculator(limits).thermograph(value.form()).ok());
        ComponentValue {
            text: text_of_any(sum),
            value: value.and_then(|value| value.arena().calculator(limits).text(value.form(), MAX_TEXT).ok().flatten()),
            mean: thermograph.as_ref().map(|thermograph| thermograph.mean().to_string()),
            temperature: thermograph.as_ref().map(|thermograph| thermograph.temperature().to_string()),
        }
    };
    alone.iter().map(component).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    #[test]
    fn options_make_the_value_again() {
        let session = Session::new();
        for text in [
            "domineering@2x3",
            "domineering@3x4",
            "game@7/8",
            "game@-5",
            "game@3^2*2",
            "game@{5|{2|-1}}",
            "clobber@xoxox",
            "nim@3",
        ] {
            let view = value_view(&session.position(text).unwrap(), &ValueOptions::default()).unwrap();
            assert!(!view.options_cut, "{text}");
            let [left, right] = view.options.map(|side| side.into_iter().map(Option::unwrap).collect::<Vec<_>>().join(","));
            let again: Value = format!("{{{left}|{right}}}").parse().unwrap();
            assert_eq!(again, view.report.value, "{text}");
        }
    }

    #[test]
    fn components_have_the_values_they_have_alone() {
        let session = Session::new();
        let sum = session.position("domineering@2x2,3x3+-game@{2|^}+kayles@5+asymmetric:1/2@4").unwrap();
        let view = value_view(&sum, &ValueOptions::default()).unwrap();
        assert_eq!(view.components.len(), 5);
        for component in &view.components {
            let alone = value(&session.position(&component.text).unwrap(), &ValueOptions::default()).unwrap();
            assert_eq!(component.value, alone.text, "{}", component.text);
            assert_eq!(component.mean, Some(alone.mean.to_string()));
            assert_eq!(component.temperature, Some(alone.temperature.to_string()));
        }
    }
}
