//! A value for the web page, with its options and the values of the components.

use super::headline::headline;
use super::{ValueAnswer, ValueOf, misere_value, short_or_loopy};
use crate::question::{NoAnswer, Question, written_as};
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Session};
use crate::report::Report;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use sprague::solve::{self, Component, ManySums, MisereAsked, MixedSum, SumValue};
use sprague::values::Value;
use sprague::{Limits, Play, Player};

/// The maximum number of options of a player, and of components, that are listed.
pub(super) const LISTED: usize = 400;

/// The maximum length of the text of an option. [`MAX_ALL`] is the maximum for all texts together.
pub(super) const MAX_TEXT: usize = 2_000;
const MAX_ALL: usize = 200_000;

/// The work limit for options and components, in positions, in addition to the report.
const POSITIONS: u64 = 200_000;

/// Computes the canonical form of a sum, its options, and the values of its components, for a page.
///
/// It has all options of [`ValueOf`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct ValueViewOf(pub ValueOf);

written_as!(ValueViewOf, ValueOf);

impl Question for ValueViewOf {
    type Answer = ValueView;
    const NAME: &'static str = "value-view";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        self.0.has_meaning()
    }

    fn report(view: &ValueView) -> Option<Report> {
        Some(view.report.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<ValueView, NoAnswer> {
        let found = session.sum("sum", &self.0.sum, limits).and_then(|sum| value_view(&sum, &self.0, limits));
        found.map_err(|error| error.knowing(|| json!({ "position": self.0.sum })))
    }
}

/// The value of a sum for a page: [`ValueReport`](super::ValueReport) with more keys.
///
/// [`ValueViewOf`] asks for it.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf, ValueViewOf};
/// let view = Session::new().ask(&ValueViewOf(ValueOf::of("game@{3|0}+nim@1")), &Limits::default())?;
/// assert_eq!(view.options, [vec![Some("3*".to_owned())], vec![Some("*".to_owned())]]);
/// let values: Vec<_> = view.components.iter().map(|component| component.value.as_deref().unwrap()).collect();
/// assert_eq!((values, view.components[0].temperature.as_deref()), (vec!["{3|0}", "*"], Some("3/2")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ValueView {
    /// The value of the sum, and facts about it.
    #[serde(flatten)]
    pub report: ValueAnswer,
    /// A short name: a number, `⇑*`, `±(0, …)`, `tiny-2`, or its temperature.
    pub headline: String,
    /// The options of the canonical form, as `game@` reads them, or null if they are long.
    #[serde(serialize_with = "by_player")]
    #[cfg_attr(feature = "schema", schemars(with = "ByPlayer"))]
    pub options: [Vec<Option<String>>; 2],
    /// True if not all options are listed.
    pub options_cut: bool,
    /// The components of the sum, at most 400 of them.
    pub components: Vec<ComponentValue>,
}

/// Options of both players.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
struct ByPlayer {
    left: Vec<Option<String>>,
    right: Vec<Option<String>>,
}

fn by_player<S: Serializer>(options: &[Vec<Option<String>>; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(["left", "right"].iter().zip(options))
}

/// The value of a component. Parts that are long or not found quickly are null.
///
/// [`ValueViewOf`] asks for it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComponentValue {
    /// The component as a position.
    pub text: String,
    /// The canonical form, or the misère form under misère play.
    pub value: Option<String>,
    /// The mean of its value.
    pub mean: Option<String>,
    /// The temperature of its value.
    pub temperature: Option<String>,
}

fn value_view(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<ValueView, NoAnswer> {
    let few = Limits { positions: POSITIONS.min(limits.positions), ..limits.clone() };
    let few = &few.starting_now();
    let mixed = sum.mixed(question.rule, question.play);
    let report = match question.play {
        Play::Normal => short_or_loopy(sum, question, limits)?,
        Play::Misere => ValueAnswer::Misere(Box::new(misere_value(sum, question, limits)?)),
    };
    let (headline, (options, options_cut)) = match &report {
        ValueAnswer::Short(report) => {
            let headline = headline(&mut report.value.arena().calculator(limits), report.value.form())?;
            (headline, listed(&report.value, few))
        }
        ValueAnswer::Loopy(report) => (report.headline(), report.options(few)),
        // the text of a misère form contains its options, and they are not values that `game@` reads
        ValueAnswer::Misere(report) => (report.headline(), Default::default()),
    };
    let components = if question.play == Play::Misere { forms(&mixed, few) } else { components(&mixed, few) };
    Ok(ValueView { report, headline, options, options_cut, components })
}

/// Returns the misère forms of the components, without mean and temperature.
fn forms(sum: &MixedSum, limits: &Limits) -> Vec<ComponentValue> {
    let component = |component: &Component| {
        let alone = MixedSum { play: Play::Misere, ..MixedSum::of([component.clone()]) };
        let form = solve::misere_value(&alone, MisereAsked::default(), limits).ok().map(|found| found.form.to_string());
        let value = form.filter(|text| text.len() <= MAX_TEXT);
        ComponentValue { text: text_of_any(&alone), value, mean: None, temperature: None }
    };
    sum.components.iter().take(LISTED).map(component).collect()
}

/// Returns the options of a value as texts, and whether there are more.
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
        let (mut loopy, mut value) = (None, None);
        match search.worth(sum) {
            Ok(Some(SumValue::Game(short))) => value = Some(short),
            Ok(Some(SumValue::Nimber(nimber))) => value = u64::try_from(&nimber).ok().map(Value::star),
            Ok(Some(SumValue::Loopy(text))) => loopy = text.map(String::from).filter(|text| text.len() <= MAX_TEXT),
            _ => {}
        }
        let thermograph = value.as_ref().and_then(|value| value.arena().calculator(limits).thermograph(value.form()).ok());
        ComponentValue {
            text: text_of_any(sum),
            value: value.and_then(|value| value.arena().calculator(limits).text(value.form(), MAX_TEXT).ok().flatten()).or(loopy),
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
    use crate::ask::value::value;

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
            let view = value_view(&session.position(text).unwrap(), &ValueOf::default(), &Limits::default()).unwrap();
            assert!(!view.options_cut, "{text}");
            let [left, right] = view.options.map(|side| side.into_iter().map(Option::unwrap).collect::<Vec<_>>().join(","));
            let again: Value = format!("{{{left}|{right}}}").parse().unwrap();
            assert_eq!(again, view.report.short().unwrap().value, "{text}");
        }
    }

    #[test]
    fn loopy_values_have_options_and_components() {
        let session = Session::new();
        let view = |text: &str| value_view(&session.position(text).unwrap(), &ValueOf::default(), &Limits::default()).unwrap();
        let over = view("game@over+nim@1");
        assert_eq!((&*over.headline, over.options_cut), ("over", false));
        let values: Vec<_> = over.components.iter().map(|component| component.value.as_deref()).collect();
        assert_eq!(values, [Some("over"), Some("*")]);
        assert_eq!(over.report.loopy().unwrap().outcome_class, sprague::OutcomeClass::Left);
        let options = |text: &str| view(text).options.map(|side| side.into_iter().map(Option::unwrap).collect::<Vec<_>>());
        assert_eq!(options("game@upon"), [vec!["^[on]".to_owned()], vec!["*".to_owned()]]);
        assert_eq!(options("game@dud"), [["dud".to_owned()], ["dud".to_owned()]]);
        let carousel = view("game@a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}");
        assert!(carousel.headline.starts_with("loopy, class") && carousel.options.iter().all(Vec::is_empty));
    }

    #[test]
    fn misere_forms_are_shown_with_those_of_the_components() {
        let question = ValueViewOf(ValueOf { play: Play::Misere, facts: true, ..ValueOf::of("kayles@5+nim@2") });
        let view = Session::new().ask(&question, &Limits::default()).unwrap();
        assert_eq!((&*view.headline, view.options.each_ref().map(Vec::len)), ("wild, genus 6^{46}", [0, 0]));
        let forms: Vec<_> = view.components.iter().map(|component| component.value.as_deref()).collect();
        assert_eq!(forms, [Some("*[(32)321]"), Some("*[2]")]);
        let shown = serde_json::to_value(&view).unwrap();
        assert_eq!((&shown["kind"], &shown["is"]), (&json!("wild"), &json!(["even"])));
        let loopy = ValueViewOf(ValueOf { then: Some("Onside".into()), ..ValueOf::of("game@tis") });
        assert_eq!(Session::new().ask(&loopy, &Limits::default()).unwrap().headline, "1");
    }

    #[test]
    fn components_have_the_values_they_have_alone() {
        let session = Session::new();
        let sum = session.position("domineering@2x2,3x3+-game@{2|^}+kayles@5+asymmetric:1/2@4").unwrap();
        let view = value_view(&sum, &ValueOf::default(), &Limits::default()).unwrap();
        assert_eq!(view.components.len(), 5);
        for component in &view.components {
            let alone = value(&session.position(&component.text).unwrap(), &ValueOf::default(), &Limits::default()).unwrap();
            assert_eq!(component.value, alone.text, "{}", component.text);
            assert_eq!(component.mean, Some(alone.mean.to_string()));
            assert_eq!(component.temperature, Some(alone.temperature.to_string()));
        }
    }
}
