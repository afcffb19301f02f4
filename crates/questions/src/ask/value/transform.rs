//! A change of a value before it is described: cooling, heating, a product, or other methods.

use crate::question::NoAnswer;
use serde::Serialize;
use sprague::notation::components;
use sprague::values::loopy::check_method_names;
use sprague::values::{Failed, Method, ReadError, Value};
use sprague::{BadNotation, Limits};
use std::fmt;

/// A change of a value before it is described.
///
/// ```
/// use sprague_questions::Transform;
/// let limits = Default::default();
/// assert_eq!(Transform::of("cool", "1", &limits)?.to_string(), "cooled by 1");
/// assert!(Transform::of("heat", "{1|*}", &limits).is_ok());
/// assert!(Transform::of("overheat", "1", &limits).is_err());
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(into = "WrittenChange")]
pub struct Transform {
    /// The option of the question that contains the change.
    field: &'static str,
    kind: Kind,
}

/// A change as JSON has it: the key is its name.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    cooled: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heated: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overheated: Option<[Option<String>; 2]>,
    /// The factor of the Norton product.
    #[serde(skip_serializing_if = "Option::is_none")]
    norton: Option<Option<String>>,
    /// The top of the ordinal sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinal: Option<Option<String>>,
    /// The applied methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<String>,
}

impl From<Transform> for WrittenChange {
    fn from(change: Transform) -> Self {
        let (mut written, mut with) = (Self::default(), change.with().iter().map(Value::text));
        let mut next = || with.next().flatten();
        match &change.kind {
            Kind::Then(text) => written.then = Some(text.clone()),
            Kind::Call(Method::Cool, _) => written.cooled = next(),
            Kind::Call(Method::Heat, _) => written.heated = Some(next()),
            Kind::Call(Method::Overheat, _) => written.overheated = Some([next(), next()]),
            Kind::Call(Method::NortonProduct, _) => written.norton = Some(next()),
            Kind::Call(..) => written.ordinal = Some(next()),
        }
        written
    }
}

#[derive(Clone, Debug)]
enum Kind {
    Call(Method, Vec<Value>),
    /// Methods as text.
    Then(String),
}

/// The options for changes, each with its method. The last option contains methods as text.
pub(super) const CHANGES: [(&str, Option<Method>); 6] = [
    ("cool", Some(Method::Cool)),
    ("heat", Some(Method::Heat)),
    ("overheat", Some(Method::Overheat)),
    ("norton", Some(Method::NortonProduct)),
    ("ordinal", Some(Method::OrdinalSum)),
    ("then", None),
];

impl Transform {
    /// Returns the change that an option asks for.
    ///
    /// The option is `cool`, `heat`, `overheat`, `norton`, `ordinal`, or `then`. Two values, as for `overheat`, are separated
    /// by a comma. `then` takes methods, such as `Cool(1).Companion`.
    ///
    /// ```
    /// use sprague_questions::Transform;
    /// assert_eq!(Transform::of("then", "Freeze", &Default::default())?.to_string(), "then Freeze");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] with the byte offset in `text`, or for another option; [`NoAnswer::Stopped`] at a limit.
    pub fn of(option: &str, text: &str, limits: &Limits) -> Result<Self, NoAnswer> {
        let Some((field, method)) = CHANGES.into_iter().find(|(name, _)| *name == option) else {
            return Err(NoAnswer::unfit("option", "is cool, heat, overheat, norton, ordinal or then"));
        };
        let Some(method) = method else {
            // finding a value may take long, so check for misspelt methods before
            check_method_names(text)?;
            return Ok(Self { field, kind: Kind::Then(text.to_owned()) });
        };
        let with = match method.arguments() {
            [_, _] => pair(text, limits)?,
            _ => vec![read(text, limits)?],
        };
        if method == Method::Cool && with[0].number().is_none_or(|number| number < (-1).into()) {
            return Err(BadNotation::new(0, "a number to cool by, -1 or more, such as 3/2").into());
        }
        Ok(Self { field, kind: Kind::Call(method, with) })
    }

    /// Returns the arguments of the change, or none for methods as text.
    fn with(&self) -> &[Value] {
        match &self.kind {
            Kind::Call(_, with) => with,
            Kind::Then(_) => &[],
        }
    }

    pub(super) fn changed(&self, value: &Value, limits: &Limits) -> Result<Value, NoAnswer> {
        match &self.kind {
            Kind::Call(method, with) => Value::call(*method, value, with, limits).map_err(|error| match error {
                Failed::Stopped(stopped) => stopped.into(),
                Failed::Undefined(why) => {
                    let error = BadNotation::new(0, format!("another value, for {why}"));
                    NoAnswer::from(error).about(self.field, &with[0].text().unwrap_or_default())
                }
            }),
            Kind::Then(text) => value.then(text, limits).map_err(|error| unread(error).about("then", text)),
        }
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.kind, self.with()) {
            (Kind::Call(Method::Cool, _), [by]) => write!(f, "cooled by {by}"),
            (Kind::Call(Method::Heat, _), [by]) => write!(f, "heated by {by}"),
            (Kind::Call(Method::Overheat, _), [from, to]) => write!(f, "overheated from {from} to {to}"),
            (Kind::Call(Method::NortonProduct, _), [by]) => write!(f, "as a Norton product with {by}"),
            (Kind::Call(Method::OrdinalSum, _), [above]) => write!(f, "below {above} in an ordinal sum"),
            (Kind::Call(method, _), _) => write!(f, "then {method}"),
            (Kind::Then(text), _) => write!(f, "then {}", sprague::printable::Printable(text)),
        }
    }
}

fn pair(text: &str, limits: &Limits) -> Result<Vec<Value>, NoAnswer> {
    let parts: Vec<(usize, &str)> = components(text).take(3).collect();
    match parts[..] {
        [(_, from), (at, to)] => {
            let to = read(to, limits).map_err(|error| match error {
                NoAnswer::Malformed { error, .. } => NoAnswer::from(error.shifted(at)),
                other => other,
            });
            Ok(vec![read(from, limits)?, to?])
        }
        [_] => Err(BadNotation::new(text.len(), "`,` and the value to overheat to").into()),
        _ => Err(BadNotation::new(parts[2].0 - 1, "two values, such as 1,3/2").into()),
    }
}

fn read(text: &str, limits: &Limits) -> Result<Value, NoAnswer> {
    Value::read(text, limits).map_err(unread)
}

pub(super) fn unread(error: ReadError) -> NoAnswer {
    match error {
        ReadError::Notation(error) => error.into(),
        ReadError::Stopped(stopped) => stopped.into(),
    }
}
