//! What a sum is worth: its canonical form, and everything that is known beside it.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II; *Winning Ways*, ch. 6.

mod nested;
mod shown;
mod spoken;

pub use shown::{ComponentValue, ValueView, value_view};

use crate::{ParsedSum, QuestionError};
use core::num::NonZeroUsize;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;
use sprague::notation::components;
use sprague::num_bigint::BigUint;
use sprague::solve::{self, SolveError};
use sprague::values::{Calculator, Dag, DagOption, Dyadic, Failed, Form, ReadError, Thermograph, Value};
use sprague::{BadNotation, CompoundRule, Limits, OutcomeClass, Play, Player, Stopped};
use std::sync::Arc;

/// How a sum is to be valued.
///
/// ```
/// assert!(sprague_games::ValueOptions::default().transform.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct ValueOptions {
    /// Normal play; under misère play a sum is refused, since positions have no values there.
    pub play: Play,
    /// The disjunctive rule; under others a sum is refused.
    pub rule: CompoundRule,
    /// What is done to the value first.
    pub transform: Option<Transform>,
    /// Give the canonical form as shared nodes, too.
    pub dag: bool,
    /// How many threads value a component together.
    pub jobs: NonZeroUsize,
    /// As in [`SolveOptions`](crate::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to search.
    pub limits: Limits,
}

impl Default for ValueOptions {
    fn default() -> Self {
        let (play, rule, limits) = (Play::Normal, CompoundRule::Disjunctive, Limits::default());
        let (jobs, longest_play) = (NonZeroUsize::MIN, crate::play_ends::LONGEST_PLAY);
        Self { play, rule, transform: None, dag: false, jobs, longest_play, limits }
    }
}

/// What is done to a value before it is described.
///
/// ```
/// use sprague_games::{Session, Transform, ValueOptions, value};
/// let limits = Default::default();
/// let options = ValueOptions { transform: Some(Transform::cool("1", &limits)?), ..ValueOptions::default() };
/// let report = value(&Session::new().position("game@{2|0}")?, &options)?;
/// assert_eq!(report.value.to_string(), "1*");
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transform(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// By a number of 0 or more.
    Cool(Dyadic),
    Heat(Value),
    Overheat(Value, Value),
}

impl Transform {
    /// Cooled by a number: every move costs that much, until the mean is left.
    ///
    /// See [`Transform`] for an example.
    ///
    /// # Errors
    /// [`QuestionError::Malformed`] with the byte of `text`, also for what is no number of 0 or more.
    pub fn cool(text: &str, limits: &Limits) -> Result<Self, QuestionError> {
        match read(text, limits)?.number().filter(|number| *number >= Dyadic::from(0)) {
            Some(number) => Ok(Self(Kind::Cool(number))),
            None => Err(BadNotation::new(0, "a number to cool by, 0 or more, such as 3/2").into()),
        }
    }

    /// Heated by a value: numbers stay, and every other move gains that much.
    ///
    /// ```
    /// use sprague_games::Transform;
    /// assert!(Transform::heat("{1|*}", &Default::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`QuestionError::Malformed`] with the byte of `text`.
    pub fn heat(text: &str, limits: &Limits) -> Result<Self, QuestionError> {
        Ok(Self(Kind::Heat(read(text, limits)?)))
    }

    /// Overheated from one value to another, with a comma between them: an integer n becomes n times the first, every other move gains
    /// the second.
    ///
    /// ```
    /// use sprague_games::Transform;
    /// assert!(Transform::overheat("1,{1|0,*}", &Default::default()).is_ok());
    /// assert!(Transform::overheat("1", &Default::default()).is_err());
    /// ```
    ///
    /// # Errors
    /// [`QuestionError::Malformed`] with the byte of `text`.
    pub fn overheat(text: &str, limits: &Limits) -> Result<Self, QuestionError> {
        let parts: Vec<(usize, &str)> = components(text).take(3).collect();
        match parts[..] {
            [(_, from), (at, to)] => {
                let to = read(to, limits).map_err(|error| match error {
                    QuestionError::Malformed(error) => error.shifted(at).into(),
                    other => other,
                });
                Ok(Self(Kind::Overheat(read(from, limits)?, to?)))
            }
            [_] => Err(BadNotation::new(text.len(), "`,` and the value to overheat to").into()),
            _ => Err(BadNotation::new(parts[2].0 - 1, "two values, such as 1,3/2").into()),
        }
    }

    fn of(&self, value: &Value, limits: &Limits) -> Result<Value, QuestionError> {
        match &self.0 {
            Kind::Cool(by) => match value.cool(by, limits) {
                Ok(cooled) => Ok(cooled),
                Err(Failed::Stopped(stopped)) => Err(stopped.into()),
                Err(Failed::Undefined(_)) => unreachable!("it is cooled by 0 or more"),
            },
            Kind::Heat(by) => Ok(value.heat(by, limits)?),
            Kind::Overheat(from, to) => Ok(value.overheat(from, to, limits)?),
        }
    }

    /// What was done, as JSON has it: the key, and by what.
    fn named(&self) -> (&'static str, serde_json::Value) {
        match &self.0 {
            Kind::Cool(by) => ("cooled", json!(by.to_string())),
            Kind::Heat(by) => ("heated", json!(by.text())),
            Kind::Overheat(from, to) => ("overheated", json!([from.text(), to.text()])),
        }
    }
}

/// What was done, in words.
impl std::fmt::Display for Transform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Kind::Cool(by) => write!(f, "cooled by {by}"),
            Kind::Heat(by) => write!(f, "heated by {by}"),
            Kind::Overheat(from, to) => write!(f, "overheated from {from} to {to}"),
        }
    }
}

fn read(text: &str, limits: &Limits) -> Result<Value, QuestionError> {
    Value::read(text, limits).map_err(|error| match error {
        ReadError::Notation(error) => error.into(),
        ReadError::Stopped(stopped) => stopped.into(),
    })
}

/// What a sum is worth. Serialized, it is the JSON object that the command line promises.
///
/// See [`value`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ValueReport {
    /// The sum.
    pub position: String,
    /// What was done to its value.
    pub transform: Option<Transform>,
    /// The value.
    pub value: Value,
    /// Its text, `None` beyond [`Value::MAX_TEXT`] bytes.
    pub text: Option<String>,
    /// What it is called, where it has a name: `±1`, `tiny-2`, `up + star`.
    pub name: Option<String>,
    /// The canonical form as nested lists, `[[left options], [right options]]`, `None` where that takes very many brackets.
    pub canonical: Option<serde_json::Value>,
    /// Who wins.
    pub outcome_class: OutcomeClass,
    /// The number where play ends if Left starts, and if Right starts.
    pub stops: [Dyadic; 2],
    /// Both walls, with mean and temperature.
    pub thermograph: Arc<Thermograph>,
    /// The mean, and the temperature: of a number −1/2ᵏ with 2ᵏ its denominator.
    pub mean: Dyadic,
    /// See [`mean`](Self::mean).
    pub temperature: Dyadic,
    /// The day on which it is born.
    pub birthday: BigUint,
    /// The atomic weight of an all-small value.
    pub atomic_weight: Option<Value>,
    /// The simplest value that differs by an infinitesimal.
    pub reduced: Value,
    /// The canonical form as shared nodes, if that was asked for.
    pub dag: Option<Dag>,
}

/// What a sum is worth, and what is known beside it.
///
/// ```
/// use sprague_games::{Session, ValueOptions, value};
/// let report = value(&Session::new().position("game@{3|0}+nim@1")?, &ValueOptions::default())?;
/// assert_eq!(report.value.to_string(), "{3*|*}");
/// assert_eq!((report.mean.to_string(), report.temperature.to_string()), ("3/2".into(), "3/2".into()));
/// assert_eq!(report.to_json()["reduced"], "{3|0}");
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`] for what has no value: sums under another rule or misère play, rules with an ending of their own, and
/// positions that can come again. [`QuestionError::Stopped`] at a limit.
pub fn value(sum: &ParsedSum, options: &ValueOptions) -> Result<ValueReport, QuestionError> {
    let limits = &options.limits.starting_now();
    sum.check_first_within(options.longest_play, limits)?;
    let mixed = sum.mixed(options.rule, options.play);
    let value = solve::value_in_parallel(&mixed, limits, options.jobs).map_err(|error: SolveError| sum.not_solved(error))?;
    let value = match &options.transform {
        Some(transform) => transform.of(&value, limits)?,
        None => value,
    };
    Ok(described(sum.to_string(), value, options, limits)?)
}

/// All that is known of a value, which is called `position`.
///
/// ```
/// use sprague::{Limits, values::Value};
/// let report = sprague_games::describe("a switch".into(), "{2|0}".parse::<Value>()?, &Limits::default())?;
/// assert_eq!((report.temperature.to_string(), report.to_json()["position"].as_str()), ("1".into(), Some("a switch")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] at a limit.
pub fn describe(position: String, value: Value, limits: &Limits) -> Result<ValueReport, Stopped> {
    described(position, value, &ValueOptions::default(), limits)
}

fn described(position: String, value: Value, options: &ValueOptions, limits: &Limits) -> Result<ValueReport, Stopped> {
    let (arena, form) = (value.arena(), value.form());
    let mut calculator = arena.calculator(limits);
    let thermograph = calculator.thermograph(form)?;
    let (mean, temperature) = (thermograph.mean().clone(), thermograph.temperature().clone());
    let reduced = calculator.reduced(form)?;
    Ok(ValueReport {
        position,
        transform: options.transform.clone(),
        text: calculator.text(form, Value::MAX_TEXT)?,
        name: spoken::name(&mut calculator, form)?,
        canonical: nested::nested(&arena, form, limits)?,
        outcome_class: calculator.outcome_class(form),
        stops: Player::BOTH.map(|player| value.stop(player)),
        mean,
        temperature,
        birthday: calculator.birthday(form)?,
        atomic_weight: atomic_weight(&mut calculator, form)?.map(|form| arena.value(form)),
        reduced: arena.value(reduced),
        dag: if options.dag { Some(calculator.dag(form)?) } else { None },
        thermograph,
        value,
    })
}

fn atomic_weight(calculator: &mut Calculator<'_>, form: Form) -> Result<Option<Form>, Stopped> {
    match calculator.atomic_weight(form) {
        Ok(weight) => Ok(Some(weight)),
        Err(Failed::Stopped(stopped)) => Err(stopped),
        Err(Failed::Undefined(_)) => Ok(None),
    }
}

impl ValueReport {
    /// The corners of a wall as text, from a tax of −1 up to the mast.
    fn wall(&self, player: Player) -> Vec<[String; 2]> {
        self.thermograph.wall(player).iter().map(|(t, x)| [t.to_string(), x.to_string()]).collect()
    }

    /// The report as the JSON object that the command line promises.
    ///
    /// See [`value`] for an example.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a report is plain data")
    }
}

impl Serialize for ValueReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("position", &self.position)?;
        if let Some((key, by)) = self.transform.as_ref().map(Transform::named) {
            map.serialize_entry(key, &by)?;
        }
        let reduced = self.reduced.text();
        map.serialize_entry("value", &self.text)?;
        map.serialize_entry("canonical", &self.canonical)?;
        map.serialize_entry("outcome_class", &self.outcome_class.letter())?;
        map.serialize_entry("left_stop", &self.stops[0].to_string())?;
        map.serialize_entry("right_stop", &self.stops[1].to_string())?;
        map.serialize_entry("mean", &self.mean.to_string())?;
        map.serialize_entry("temperature", &self.temperature.to_string())?;
        match u64::try_from(&self.birthday) {
            Ok(day) => map.serialize_entry("birthday", &crate::json_number(day))?,
            Err(_) => map.serialize_entry("birthday", &self.birthday.to_string())?,
        }
        map.serialize_entry("number", &self.value.number().map(|number| number.to_string()))?;
        map.serialize_entry("atomic_weight", &self.atomic_weight.as_ref().and_then(Value::text))?;
        map.serialize_entry("reduced", &self.text.as_ref().and(reduced))?;
        let walls = json!({ "left": self.wall(Player::Left), "right": self.wall(Player::Right) });
        map.serialize_entry("thermograph", &walls)?;
        if self.text.is_none() {
            map.serialize_entry("value_skipped", &true)?;
        }
        if let Some(name) = &self.name {
            map.serialize_entry("name", name)?;
        }
        if let Some(dag) = &self.dag {
            let option = |option: &DagOption| match option {
                DagOption::Text(text) => json!(text),
                DagOption::Node(index) => json!(index),
            };
            let node = |sides: &[Vec<DagOption>; 2]| {
                sides.iter().map(|side| side.iter().map(option).collect()).collect::<Vec<serde_json::Value>>()
            };
            map.serialize_entry("dag", &dag.nodes.iter().map(node).collect::<Vec<_>>())?;
        }
        map.end()
    }
}
