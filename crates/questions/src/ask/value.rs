//! The value of a sum: its canonical form, mean, temperature and more.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II; *Winning Ways*, ch. 6.

mod facts;
mod headline;
mod loopy;
mod misere;
mod named;
mod nested;
mod sensible;
mod shown;
mod spoken;
mod transform;
mod valued;

pub use facts::Facts;
pub use loopy::{LoopyFacts, LoopyReport, Sides};
pub(super) use misere::LONGEST;
pub use misere::MisereReport;
pub use named::Named;
pub use sensible::{Sensible, SensibleMove};
pub use shown::{ComponentValue, ValueView, ValueViewOf};
pub use transform::Transform;
pub(super) use valued::Valued;

use crate::ask::solve::is_false;
use crate::question::{NoAnswer, Question};
use crate::read::json::Number;
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Session};
use crate::report::{Report, Shown, class, formula, game, or_long, position, word};
use crate::words::words;
use core::num::NonZeroUsize;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::num_bigint::BigUint;
use sprague::solve::{self, MisereAsked, MixedSum, PartOfValue, SolveError};
use sprague::values::{DagOption, Dyadic, Thermograph, Value};
use sprague::{CompoundRule, Limits, OutcomeClass, Play, Player, Stopped};
use std::sync::Arc;
use transform::CHANGES;
#[cfg(feature = "schema")]
use transform::WrittenChange;

/// Computes the value of a sum: its canonical form and facts about it.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let question = ValueOf { cool: Some("1".into()), ..ValueOf::of("game@{2|0}") };
/// let report = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!(report.short().unwrap().value.to_string(), "1*");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct ValueOf {
    /// Sum, such as game@{2|-1} or asymmetric:1/2@7+nim@2; `-` reads sums from standard input
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    #[serde(alias = "position")]
    pub sum: String,
    /// First cool the value by T: every move costs T, until only the mean is left
    #[cfg_attr(feature = "flags", arg(long, value_name = "T", allow_hyphen_values = true, hide_short_help = true))]
    pub cool: Option<String>,
    /// First heat the value by T: numbers stay, and every other move gains T
    #[cfg_attr(feature = "flags", arg(long, value_name = "T", allow_hyphen_values = true, hide_short_help = true))]
    pub heat: Option<String>,
    /// First overheat the value: an integer n becomes n times S, and every other move gains T
    #[cfg_attr(feature = "flags", arg(long, value_name = "S,T", allow_hyphen_values = true, hide_short_help = true))]
    pub overheat: Option<String>,
    /// First take the Norton product of the value and U, which is positive, such as ^
    #[cfg_attr(feature = "flags", arg(long, value_name = "U", allow_hyphen_values = true, hide_short_help = true))]
    pub norton: Option<String>,
    /// First take the ordinal sum of the value (base) and H (top)
    #[cfg_attr(feature = "flags", arg(long, value_name = "H", allow_hyphen_values = true, hide_short_help = true))]
    pub ordinal: Option<String>,
    /// First apply methods, named as in CGSuite: Freeze, Companion.Cool(1), ConwayProduct(*2)
    #[cfg_attr(feature = "flags", arg(long, value_name = "METHODS"))]
    pub then: Option<String>,
    /// Also print more facts, such as kinds and incentives of values, varieties of loopy values, and mates of misere forms
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub facts: bool,
    /// Also print the value in the notation of another program
    #[serde(rename = "as")]
    #[cfg_attr(feature = "flags", arg(long = "as", value_parser = crate::flags::words::<WrittenAs>(["cgsuite"])))]
    pub written_as: Option<WrittenAs>,
    /// Also print the canonical form as a graph with shared nodes, for values whose text is too long
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub dag: bool,
    /// List the ways to write a misere form as a sum of simpler games
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub parts: bool,
    /// Number of threads that compute the value together, for large positions [default: 1]
    #[serde(default, deserialize_with = "crate::flags::some_jobs")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024)))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::jobs, allow_negative_numbers = true, help_heading = "Further options"))]
    pub jobs: Option<NonZeroUsize>,
    /// Who wins: the player who makes the last move (normal) or the other one (misere, for forms of impartial sums)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Compound rule, which must be disjunctive, because other sums have no values
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
}

words! {
    /// A program whose notation is used.
    WrittenAs {
        /// CGSuite 2: `^^*`, `+-1`, `Tiny({2|1})`.
        #[default]
        Cgsuite = "cgsuite",
    }
}

/// 1/`LETTING_GO` of the time is reserved for freeing values.
///
/// Freeing many values takes about a twelfth of the time of finding them.
pub(super) const LETTING_GO: u32 = 10;

impl Question for ValueOf {
    type Answer = ValueAnswer;
    const NAME: &'static str = "value";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let mut wanted = self.wanted().map(|(field, _)| field);
        let (first, second) = (wanted.next(), wanted.next());
        if self.parts && self.play == Play::Normal {
            return Err(NoAnswer::unfit("parts", "applies to misère forms, with `play` misere: leave it out"));
        }
        let more = self.written_as.map(|_| "as");
        if let (Play::Misere, Some(field)) = (self.play, first.or(more)) {
            return Err(NoAnswer::unfit(field, "applies to values under normal play: leave it out"));
        }
        let (Some(other), Some(field)) = (first, second) else { return Ok(()) };
        let all = "cool, heat, overheat, norton, ordinal and then";
        Err(NoAnswer::unfit(field, format!("does not go with `{other}`: use only one of {all}")))
    }

    fn less(&self) -> Vec<&'static str> {
        vec!["solve --outcome-only"]
    }

    fn report(answer: &ValueAnswer) -> Option<Report> {
        Some(answer.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<ValueAnswer, NoAnswer> {
        let limits = &limits.leaving(LETTING_GO);
        let found = session.sum("sum", &self.sum, limits).and_then(|sum| match self.play {
            Play::Normal => short_or_loopy(&sum, self, limits),
            Play::Misere => misere_value(&sum, self, limits).map(Box::new).map(ValueAnswer::Misere),
        });
        found.map_err(|error| error.knowing(|| json!({ "position": self.sum })))
    }
}

impl ValueOf {
    /// Returns the question about this sum, without options.
    ///
    /// ```
    /// assert!(!sprague_questions::ValueOf::of("game@^").dag);
    /// ```
    pub fn of(sum: impl Into<String>) -> Self {
        Self { sum: sum.into(), ..Self::default() }
    }

    /// Returns the changes that the question asks for. More than one is an error.
    fn wanted(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let texts = [&self.cool, &self.heat, &self.overheat, &self.norton, &self.ordinal, &self.then];
        CHANGES.into_iter().zip(texts).filter_map(|((field, _), text)| Some((field, text.as_deref()?)))
    }

    /// Returns the change that the question asks for, if any.
    fn transform(&self, limits: &Limits) -> Result<Option<Transform>, NoAnswer> {
        let Some((field, text)) = self.wanted().next() else { return Ok(None) };
        Transform::of(field, text, limits).map(Some).map_err(|error| error.about(field, text))
    }
}

/// The value of a sum.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let answer = Session::new().ask(&ValueOf::of("game@^"), &Limits::default())?;
/// assert!(answer.short().is_some() && answer.misere().is_none());
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ValueAnswer"))]
#[serde(untagged)]
#[non_exhaustive]
pub enum ValueAnswer {
    /// The value of a short game, one without cycles, under normal play.
    Short(Box<ValueReport>),
    /// The value of a game in which a position can repeat, under normal play.
    Loopy(Box<LoopyReport>),
    /// The misère canonical form of an impartial sum.
    Misere(Box<MisereReport>),
}

impl ValueAnswer {
    /// Describes the value in words.
    pub fn report(&self) -> Report {
        match self {
            Self::Short(report) => report.report(),
            Self::Loopy(report) => report.report(),
            Self::Misere(report) => report.report(),
        }
    }

    /// Returns the value of a short game, that is, one without cycles, under normal play.
    pub fn short(&self) -> Option<&ValueReport> {
        if let Self::Short(report) = self { Some(report) } else { None }
    }

    /// Returns the value of a game in which a position can repeat, under normal play.
    pub fn loopy(&self) -> Option<&LoopyReport> {
        if let Self::Loopy(report) = self { Some(report) } else { None }
    }

    /// Returns the misère canonical form of an impartial sum.
    pub fn misere(&self) -> Option<&MisereReport> {
        if let Self::Misere(report) = self { Some(report) } else { None }
    }
}

/// The value of a sum, and facts about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[non_exhaustive]
pub struct ValueReport {
    /// The sum.
    pub position: String,
    /// The change that was made to its value, if any.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenChange"))]
    pub transform: Option<Transform>,
    /// The value of the sum after the change.
    #[serde(skip)]
    pub value: Value,
    /// The canonical form as text, or `null` if it is longer than 10,000 bytes.
    #[serde(rename = "value")]
    pub text: Option<String>,
    /// The canonical form as nested lists `[[left options], [right options]]`, or `null` if there would be too many lists.
    pub canonical: Option<serde_json::Value>,
    /// The winner if Left starts and if Right starts: `L`, `R`, `N` or `P`.
    pub outcome_class: OutcomeClass,
    /// The number at which play ends if Left starts.
    pub left_stop: String,
    /// The number at which play ends if Right starts.
    pub right_stop: String,
    /// The mean.
    pub mean: String,
    /// The temperature. That of a number with the denominator 2ᵏ is −1/2ᵏ.
    pub temperature: String,
    /// The day on which the value is born.
    pub birthday: Number<BigUint>,
    /// The value if it is a number.
    pub number: Option<String>,
    /// The atomic weight, if the value is all-small.
    pub atomic_weight: Option<String>,
    /// The simplest value at an infinitesimal distance.
    pub reduced: Option<String>,
    /// The walls.
    #[serde(rename = "thermograph")]
    pub walls: Walls,
    /// True if the text is too long.
    #[serde(skip_serializing_if = "is_false")]
    pub value_skipped: bool,
    /// The name of the value, if it has one, such as `±1`, `tiny-2` or `up + star`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Shared nodes: options are indices of earlier nodes, or text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dag: Option<Vec<[Vec<SharedOption>; 2]>>,
    /// More facts, if the question asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// The value as CGSuite writes it, or `null` if it is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cgsuite: Option<Option<String>>,
    /// The walls, the mean and the temperature.
    #[serde(skip)]
    pub thermograph: Arc<Thermograph>,
}

/// The corners `[tax, x]` of both walls, from a tax of -1 to the mast.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walls {
    /// The corners of Left's wall.
    pub left: Vec<[String; 2]>,
    /// The corners of Right's wall.
    pub right: Vec<[String; 2]>,
}

/// An option: text, or the index of a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SharedOption {
    /// A short value.
    Text(String),
    /// The index of an earlier node.
    Node(usize),
}

/// Returns the value of a sum, and facts about it.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let answer = Session::new().ask(&ValueOf::of("game@{3|0}+nim@1"), &Limits::default())?;
/// let report = answer.short().unwrap();
/// assert_eq!(report.value.to_string(), "{3*|*}");
/// assert_eq!((report.mean.to_string(), report.temperature.to_string()), ("3/2".into(), "3/2".into()));
/// assert_eq!(report.to_json()["reduced"], "{3|0}");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
///
/// # Errors
/// [`NoAnswer::Malformed`] for sums without a value: those under misère play or a compound rule other than the
/// disjunctive one, those with a terminal rule, and loopy ones. [`NoAnswer::Stopped`] at a limit.
pub fn value(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<ValueReport, NoAnswer> {
    match short(sum, question, limits)? {
        Short::Report(report) => Ok(*report),
        Short::Loopy(refused) | Short::Before(_, refused) => Err(refused),
    }
}

/// The result of the search for the value of a sum without cycles.
enum Short {
    Report(Box<ValueReport>),
    /// The refusal, because the sum is loopy.
    Loopy(NoAnswer),
    /// The value before methods that make it loopy, and the refusal of these methods.
    Before(Value, NoAnswer),
}

fn short(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<Short, NoAnswer> {
    let transform = question.transform(limits)?;
    let mixed = sum.mixed(question.rule, question.play);
    let jobs = question.jobs.unwrap_or(NonZeroUsize::MIN);
    let mut known = json!({ "position": sum.to_string() });
    let found = match solve::value_or_part(&mixed, limits, jobs) {
        Ok(value) => Ok(value),
        Err((error @ SolveError::Loopy(_), _)) => {
            return Ok(Short::Loopy(sum.not_solved(error).about("sum", &question.sum).knowing(|| known)));
        }
        Err((error, part)) => {
            part_known(&mut known, &mixed, &part, transform.is_some());
            Err(sum.not_solved(error))
        }
    };
    let found = found.and_then(|value| {
        let value = match &transform {
            Some(transform) => match transform.changed(&value, limits) {
                Err(refused @ NoAnswer::Malformed { .. }) if question.then.is_some() => {
                    return Ok(Short::Before(value, refused));
                }
                changed => changed?,
            },
            None => value,
        };
        let mut report = described(sum.to_string(), value, transform, question.dag, limits)?;
        report.take_more(question, limits)?;
        if let Some(facts) = report.facts.as_mut().filter(|_| report.transform.is_none()) {
            facts.sensible = Sensible::of(sum, &mixed, &report.value, limits);
        }
        Ok(Short::Report(Box::new(report)))
    });
    found.map_err(|error| error.about("sum", &question.sum).knowing(|| known))
}

fn short_or_loopy(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<ValueAnswer, NoAnswer> {
    let refused = match short(sum, question, limits) {
        Ok(Short::Report(report)) => return Ok(ValueAnswer::Short(report)),
        Ok(Short::Loopy(refused)) => refused,
        // methods may lead from a short game to a loopy one
        Ok(Short::Before(value, refused)) => {
            return loopy::methods_of(sum.to_string(), &value, question, limits).map_err(|error| error.or_later(refused));
        }
        Err(error) => return Err(error),
    };
    // a loopy value has no shared nodes, and methods are the only change that it allows
    if (question.dag && question.then.is_none()) || question.wanted().any(|(field, _)| field != "then") {
        return Err(refused);
    }
    let report = loopy_value(sum, question, limits)?;
    let is_plain = question.then.is_none() && !question.facts && question.written_as.is_none();
    if is_plain { Ok(ValueAnswer::Loopy(Box::new(report))) } else { loopy::asked_more(report, question, limits) }
}

/// Describes a value without cycles that results from methods applied to a loopy one.
fn short_again(
    position: String,
    value: Value,
    transform: Transform,
    question: &ValueOf,
    limits: &Limits,
) -> Result<ValueAnswer, NoAnswer> {
    let mut report = described(position, value, Some(transform), question.dag, limits)?;
    report.take_more(question, limits)?;
    Ok(ValueAnswer::Short(Box::new(report)))
}

fn loopy_value(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<LoopyReport, NoAnswer> {
    let found = solve::loopy_value(&sum.mixed(question.rule, question.play), limits);
    let value = found.map_err(|error| sum.not_solved(error).about("sum", &question.sum))?;
    Ok(LoopyReport::new(sum.to_string(), value, None))
}

fn misere_value(sum: &ParsedSum, question: &ValueOf, limits: &Limits) -> Result<MisereReport, NoAnswer> {
    let asked = MisereAsked { parts: question.parts, facts: question.facts };
    let found = solve::misere_value(&sum.mixed(question.rule, Play::Misere), asked, limits);
    let found = found.map_err(|error| sum.not_solved(error).about("sum", &question.sum))?;
    Ok(MisereReport::new(sum.to_string(), found, question.dag))
}

/// The work limit for the text of a component's value, after a limit was reached.
const SHOWN: u64 = 10_000;

/// Adds facts about a value that was not found as a whole to `known`.
///
/// The bounds are those of the sum itself, so they are left out if its value was changed.
fn part_known(known: &mut serde_json::Value, sum: &MixedSum, part: &PartOfValue, is_changed: bool) {
    let limits = Limits { positions: SHOWN, ..Limits::default() };
    let text = |value: &Value| value.arena().calculator(&limits).text(value.form(), shown::MAX_TEXT).ok().flatten();
    let components = sum.components.iter().zip(&part.components).filter_map(|(component, value)| {
        let value = text(value.as_ref()?)?;
        Some(json!({ "position": text_of_any(&MixedSum::of([component.clone()])), "value": value }))
    });
    let components: Vec<serde_json::Value> = components.take(shown::LISTED).collect();
    if !components.is_empty() {
        known["components"] = json!(components);
    }
    if !is_changed {
        let [low, high] = &part.bounds;
        for (key, bound) in [("at_least", low), ("at_most", high)] {
            if let Some(bound) = bound {
                known[key] = json!(bound.to_string());
            }
        }
        if let Some(class) = part.outcome_class() {
            known["outcome_class"] = json!(class);
        }
    }
}

/// Describes a value under the name `position`.
///
/// ```
/// use sprague::{Limits, values::Value};
/// let report = sprague_questions::describe("a switch".into(), "{2|0}".parse::<Value>()?, &Limits::default())?;
/// assert_eq!((report.temperature.to_string(), report.to_json()["position"].as_str()), ("1".into(), Some("a switch")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] at a limit.
pub fn describe(position: String, value: Value, limits: &Limits) -> Result<ValueReport, Stopped> {
    described(position, value, None, false, limits)
}

fn described(
    position: String,
    value: Value,
    transform: Option<Transform>,
    has_dag: bool,
    limits: &Limits,
) -> Result<ValueReport, Stopped> {
    let (arena, form) = (value.arena(), value.form());
    let mut calculator = arena.calculator(limits);
    let text = calculator.text(form, Value::MAX_TEXT)?;
    let dag = if has_dag { Some(calculator.dag(form)?.nodes.into_iter().map(shared).collect()) } else { None };
    let mut facts = Valued::new(&mut calculator, form);
    let thermograph = facts.thermograph()?;
    let reduced = facts.reduced()?;
    let corner = |(tax, x): &(Dyadic, Dyadic)| [tax.to_string(), x.to_string()];
    let [left, right] = Player::BOTH.map(|player| thermograph.wall(player).iter().map(corner).collect());
    Ok(ValueReport {
        position,
        transform,
        name: facts.name()?,
        canonical: nested::nested(&arena, form, limits)?,
        outcome_class: facts.outcome_class(),
        left_stop: facts.stop(Player::Left).to_string(),
        right_stop: facts.stop(Player::Right).to_string(),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        birthday: Number(facts.birthday()?),
        number: facts.number().map(|number| number.to_string()),
        atomic_weight: facts.atomic_weight()?.and_then(|form| arena.value(form).text()),
        reduced: text.as_ref().and(arena.value(reduced).text()),
        walls: Walls { left, right },
        value_skipped: text.is_none(),
        text,
        dag,
        facts: None,
        cgsuite: None,
        thermograph,
        value,
    })
}

fn shared(node: [Vec<DagOption>; 2]) -> [Vec<SharedOption>; 2] {
    let option = |option| match option {
        DagOption::Text(text) => SharedOption::Text(text),
        DagOption::Node(index) => SharedOption::Node(index),
    };
    node.map(|side| side.into_iter().map(option).collect())
}

impl ValueReport {
    /// Adds facts and the text of CGSuite, if the question asks for them.
    fn take_more(&mut self, question: &ValueOf, limits: &Limits) -> Result<(), Stopped> {
        if question.facts {
            self.facts = Some(Facts::of(&self.value, limits)?);
        }
        if let Some(WrittenAs::Cgsuite) = question.written_as {
            self.cgsuite = Some(self.value.cgsuite_text(limits)?);
        }
        Ok(())
    }

    /// Describes the value in words.
    pub fn report(&self) -> Report {
        let change = self.transform.as_ref().map_or_else(String::new, |change| format!(", {change}"));
        let whole = || Shown::Words(format!("{} (the rest is too long to print: --format json --dag has it)", self.value));
        let value = self.text.as_ref().map_or_else(whole, |text| Shown::Game(text.clone(), self.name.clone()));
        let mut report = Report::of(format!("{}{change}", self.position), value);
        let fact = |text: &Option<String>| text.as_deref().map(game);
        report.fact(word!("outcome class"), class(self.outcome_class));
        let [of_mean, of_temperature] = if self.number.is_some() { ["a number: ", ""] } else { ["", "± "] };
        let (mean, temperature) = (word!("mean").led_by(of_mean), word!("temperature").led_by(of_temperature));
        report.facts([(mean, Some(game(&self.mean))), (temperature, Some(game(&self.temperature)))]);
        if self.number.is_none() {
            report
                .facts([(word!("left stop"), Some(game(&self.left_stop))), (word!("right stop"), Some(game(&self.right_stop)))]);
        }
        report.fact(word!("birthday"), formula(&self.birthday));
        report.fact(word!("atomic weight").led_by("all-small, of "), fact(&self.atomic_weight).filter(|_| self.number.is_none()));
        report.fact(word!("up to infinitesimals"), fact(&self.reduced).filter(|_| self.reduced != self.text));
        report.fact(word!("CGSuite").led_by("in "), self.cgsuite.as_ref().map(|text| or_long(text.as_ref(), position)));
        if let Some(facts) = &self.facts {
            facts.tell(&mut report);
        }
        report
    }

    /// Returns the report as the JSON object of the command line.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a report is plain data")
    }
}
