//! Values of sums in which a position can repeat.
//!
//! Siegel, *Combinatorial Game Theory*, ch. VI.

use super::shown::{LISTED, MAX_TEXT};
use super::transform::unread;
use super::{Transform, ValueAnswer, ValueOf, WrittenAs, short_again};
use crate::question::NoAnswer;
use crate::report::{Report, Shown, Word, class, formula, game, list, or_long, position, word, words};
use serde::Serialize;
use sprague::solve::LoopyValue;
use sprague::values::loopy::{GameText, NotFound, Sided, Stopper, Stoppers};
use sprague::values::{Arena, Dyadic, Value};
use sprague::{Limits, OutcomeClass, Player, Stopped};

/// The value of a loopy sum, and facts about it.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let found = Session::new().ask(&ValueOf::of("game@upon"), &Limits::default())?;
/// assert_eq!(found.loopy().unwrap().value.as_deref(), Some("^[on]"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LoopyValue"))]
#[non_exhaustive]
pub struct LoopyReport {
    /// The sum.
    pub position: String,
    /// The stopper, or both sides with `&`, or `null` if one was not found or is too long.
    pub value: Option<String>,
    /// Always true.
    pub loopy: bool,
    /// The stopper if endless play counts for Left.
    pub onside: Option<String>,
    /// The stopper if endless play counts for Right.
    pub offside: Option<String>,
    /// True if both sides are the same stopper.
    #[serde(rename = "stopper")]
    pub is_stopper: bool,
    /// The outcome class, in which draws are possible.
    pub outcome_class: OutcomeClass,
    /// The stop (a pseudonumber) if Left starts, for a stopper.
    pub left_stop: Option<String>,
    /// The stop if Right starts.
    pub right_stop: Option<String>,
    /// The degree of loopiness of a stopper.
    pub degree: Option<String>,
    /// The variety of a stopper, if it is defined.
    pub variety: Option<String>,
    /// Why no stopper was found for a side.
    #[serde(skip_serializing_if = "Sides::is_empty")]
    pub not_found: Sides,
    /// The simplified form of a side for which no stopper was found.
    #[serde(skip_serializing_if = "Sides::is_empty")]
    pub simplified: Sides,
    /// The applied methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// More facts, if the question asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<LoopyFacts>,
    /// The value as CGSuite writes it, or `null` if it is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cgsuite: Option<Option<String>>,
}

/// Texts about the sides of a loopy value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides {
    /// About the onside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onside: Option<String>,
    /// About the offside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offside: Option<String>,
}

impl Sides {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// More facts about a loopy value, if [`ValueOf::facts`] is set.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let question = ValueOf { facts: true, ..ValueOf::of("game@over") };
/// let answer = Session::new().ask(&question, &Limits::default())?;
/// let facts = answer.loopy().unwrap().facts.as_ref().unwrap();
/// assert_eq!(facts.is, ["infinitesimal", "all-small", "pseudonumber", "plumtree", "idempotent"]);
/// assert_eq!((facts.left_strong_stop.as_deref(), facts.followers), (Some("0"), Some(2)));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LoopyFacts {
    /// Its kinds, such as `infinitesimal`, `plumtree` and `idempotent`.
    pub is: Vec<&'static str>,
    /// The kinds that were not decided. This can only be `idempotent`, if no stopper was found for a side of the double.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_known: Vec<&'static str>,
    /// The strong stop of a stopper if Left starts: x instead of x over or x under.
    pub left_strong_stop: Option<String>,
    /// The strong stop of a stopper if Right starts.
    pub right_strong_stop: Option<String>,
    /// The variety of a stopper by upsum, or `null` if it is not defined.
    pub upsum_variety: Option<String>,
    /// The variety of a stopper by downsum, or `null` if it is not defined.
    pub downsum_variety: Option<String>,
    /// The number of positions of the canonical form of a stopper.
    pub followers: Option<u64>,
}

impl LoopyFacts {
    fn of(stoppers: &mut Stoppers<'_>, value: Sided) -> Result<Self, Stopped> {
        let nearest = stoppers.nearest_number(value)?;
        let is_zero = nearest == Some(Dyadic::ZERO);
        let mut is = vec![("infinitesimal", is_zero), ("numberish", nearest.is_some() && !is_zero)];
        let mut facts = Self {
            is: vec![],
            not_known: vec![],
            left_strong_stop: None,
            right_strong_stop: None,
            upsum_variety: None,
            downsum_variety: None,
            followers: None,
        };
        if let Some(stopper) = value.stopper() {
            is.extend([
                ("number-tiny", stoppers.is_number_tiny(stopper)?),
                ("all-small", stoppers.is_all_small(stopper)?),
                ("pseudonumber", stoppers.is_pseudonumber(stopper)?),
                ("plumtree", stoppers.is_plumtree(stopper)?),
            ]);
            let stops = [stoppers.strong_stop(stopper, Player::Left)?, stoppers.strong_stop(stopper, Player::Right)?];
            let varieties = [stoppers.upsum_variety(stopper)?, stoppers.downsum_variety(stopper)?];
            let mut text = |stopper: Stopper| stoppers.text(stopper.into(), MAX_TEXT);
            [facts.left_strong_stop, facts.right_strong_stop] = [text(stops[0])?, text(stops[1])?];
            let [up, down] = varieties.map(|variety| variety.ok().map(&mut text).transpose());
            [facts.upsum_variety, facts.downsum_variety] = [up?.flatten(), down?.flatten()];
            facts.followers = Some(stoppers.graph(stopper)?.len() as u64);
        }
        match stoppers.is_idempotent(value)? {
            Some(is_so) => is.push(("idempotent", is_so)),
            None => facts.not_known.push("idempotent"),
        }
        facts.is = is.into_iter().filter_map(|(name, is_so)| is_so.then_some(name)).collect();
        Ok(facts)
    }
}

/// Applies the methods in the question, and adds facts and the text of CGSuite if the question asks for them.
pub(super) fn asked_more(report: LoopyReport, question: &ValueOf, limits: &Limits) -> Result<ValueAnswer, NoAnswer> {
    let Some(text) = &report.value else {
        let field = if question.then.is_some() {
            "then"
        } else if question.facts {
            "facts"
        } else {
            "as"
        };
        let why =
            "applies to loopy values if both sides are found and short enough to write, but this value is not: leave it out";
        return Err(NoAnswer::unfit(field, why));
    };
    let arena = Arena::new();
    let mut stoppers = Stoppers::new(&arena, limits);
    let value = stoppers.read(text).map_err(unread)?;
    match &question.then {
        Some(methods) => after_methods(report.position, &mut stoppers, &arena, value, methods, question, limits),
        None => described(report, &mut stoppers, value, question),
    }
}

/// Applies methods that may turn a short game into a loopy one.
pub(super) fn methods_of(position: String, value: &Value, question: &ValueOf, limits: &Limits) -> Result<ValueAnswer, NoAnswer> {
    let arena = value.arena();
    let mut stoppers = Stoppers::new(&arena, limits);
    let methods = question.then.as_deref().unwrap_or_default();
    after_methods(position, &mut stoppers, &arena, value.form().into(), methods, question, limits)
}

fn after_methods(
    position: String,
    stoppers: &mut Stoppers<'_>,
    arena: &Arena,
    value: Sided,
    methods: &str,
    question: &ValueOf,
    limits: &Limits,
) -> Result<ValueAnswer, NoAnswer> {
    let value = stoppers.read_methods(value, methods).map_err(|error| unread(error).about("then", methods))?;
    if let Some(form) = value.form() {
        let transform = Transform::of("then", methods, limits)?;
        return short_again(position, arena.value(form), transform, question, limits);
    }
    if question.dag {
        let why = "applies to loop-free values, but these methods lead to a loopy one: leave it out";
        return Err(NoAnswer::unfit("dag", why));
    }
    let known = LoopyValue::of(stoppers, value)?;
    let value_known =
        known.ok_or_else(|| NoAnswer::unfit("then", "leads to a value that has no stopper for one side: leave it out"))?;
    described(LoopyReport::new(position, value_known, Some(methods.to_owned())), stoppers, value, question)
}

/// Adds facts and the text of CGSuite, if the question asks for them.
fn described(
    mut report: LoopyReport,
    stoppers: &mut Stoppers<'_>,
    value: Sided,
    question: &ValueOf,
) -> Result<ValueAnswer, NoAnswer> {
    if question.facts {
        report.facts = Some(LoopyFacts::of(stoppers, value)?);
    }
    if let Some(WrittenAs::Cgsuite) = question.written_as {
        report.cgsuite = Some(stoppers.cgsuite_text(value, Value::MAX_TEXT)?);
    }
    Ok(ValueAnswer::Loopy(Box::new(report)))
}

/// The maximum length of a text that is used as a headline.
const MAX_LINE: usize = 24;

/// The options of Left and of Right as texts, and whether some were left out.
pub(super) type Options = ([Vec<Option<String>>; 2], bool);

impl LoopyReport {
    pub(super) fn new(position: String, value: LoopyValue, then: Option<String>) -> Self {
        let LoopyValue { text, sides: [on, off], simplified, is_stopper, outcome_class, stops, degree, variety, .. } = value;
        let [left_stop, right_stop] = stops.map_or([None, None], |stops| stops.map(Some));
        let why = |side: &Result<_, NotFound>| side.as_ref().err().map(ToString::to_string);
        let [onside, offside] = simplified;
        Self {
            position,
            value: text,
            loopy: true,
            not_found: Sides { onside: why(&on), offside: why(&off) },
            onside: on.ok().flatten(),
            offside: off.ok().flatten(),
            is_stopper,
            outcome_class,
            left_stop,
            right_stop,
            degree,
            variety,
            simplified: Sides { onside, offside },
            then,
            facts: None,
            cgsuite: None,
        }
    }

    /// Returns the value if its text is short, and otherwise its class.
    pub(super) fn headline(&self) -> String {
        let text = self.value.clone().filter(|text| text.len() <= MAX_LINE);
        text.unwrap_or_else(|| format!("loopy, class {}", self.outcome_class))
    }

    /// Returns the options of the game that the text of the value describes.
    pub(super) fn options(&self, limits: &Limits) -> Options {
        let Some(text) = &self.value else { return (Default::default(), true) };
        let arena = Arena::new();
        let mut stoppers = Stoppers::new(&arena, limits);
        let found = Player::BOTH.map(|player| stoppers.game_options(text, player, MAX_TEXT).ok().flatten());
        let is_cut = found.iter().any(|options| options.as_ref().is_none_or(|options| options.len() > LISTED));
        let texts = |options: Option<Vec<GameText>>| {
            options.into_iter().flatten().take(LISTED).map(|option| Some(option.text)).collect::<Vec<_>>()
        };
        (found.map(texts), is_cut)
    }

    /// Describes the value in words.
    pub fn report(&self) -> Report {
        let then = self.then.as_ref().map_or_else(String::new, |methods| format!(", then {methods}"));
        let value = match &self.value {
            Some(text) if self.is_stopper => Shown::List(vec![game(text), words("a stopper")]),
            Some(text) => game(text),
            None => words("a loopy value"),
        };
        let mut report = Report::of(format!("{}{then}", self.position), value);
        let fact = |text: &Option<String>| text.as_deref().map(game);
        report.fact(word!("outcome class"), class(self.outcome_class));
        if !self.is_stopper {
            let Self { onside, offside, not_found, simplified, .. } = self;
            report.side(word!("onside"), onside, &not_found.onside, &simplified.onside);
            report.side(word!("offside"), offside, &not_found.offside, &simplified.offside);
        }
        report.facts([(word!("left stop"), fact(&self.left_stop)), (word!("right stop"), fact(&self.right_stop))]);
        report.facts([(word!("degree"), fact(&self.degree)), (word!("variety"), fact(&self.variety))]);
        report.fact(word!("CGSuite").led_by("in "), self.cgsuite.as_ref().map(|text| or_long(text.as_ref(), position)));
        let Some(facts) = &self.facts else { return report };
        report.fact(word!("kinds"), (!facts.is.is_empty()).then(|| list(&facts.is, words)));
        if !facts.not_known.is_empty() {
            report.listing("not known", list(&facts.not_known, words));
        }
        report.facts([
            (word!("left strong stop"), fact(&facts.left_strong_stop)),
            (word!("right strong stop"), fact(&facts.right_strong_stop)),
        ]);
        report.facts([
            (word!("upsum variety"), fact(&facts.upsum_variety)),
            (word!("downsum variety"), fact(&facts.downsum_variety)),
        ]);
        report.fact(word!("followers"), facts.followers.map(formula));
        report
    }
}

impl Report {
    fn side(&mut self, name: Word, text: &Option<String>, why: &Option<String>, simplified: &Option<String>) {
        let Some(why) = why else { return self.fact(name, or_long(text.as_ref(), game)) };
        let simplified = simplified.as_ref().map_or_else(String::new, |text| format!("; simplified it is {text}"));
        self.say(format!("no stopper found for the {}: {why}{simplified}", name.name()));
    }
}
