//! Values of sums in which a position can come again.
//!
//! Siegel, *Combinatorial Game Theory*, ch. VI.

use crate::question::written_as;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use sprague::OutcomeClass;
use sprague::solve::LoopyValue;
use sprague::values::loopy::NotFound;

/// The value of a loopy sum, and facts about it.
///
/// Serialized, it is the JSON object that the command line promises.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let found = Session::new().ask(&ValueOf::of("knights:3@2.2"), &Limits::default())?;
/// assert!(found.loopy().is_none()); // it ends
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoopyReport {
    /// The sum.
    pub position: String,
    /// The value, and what is known of its sides.
    pub value: LoopyValue,
}

/// A report as JSON has it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LoopyValue")]
struct Written<'a> {
    position: &'a str,
    /// The stopper, or both sides with `&`.
    ///
    /// `null` where one was not found or is too long.
    value: Option<&'a str>,
    loopy: bool,
    /// The stopper where endless play counts for Left.
    onside: Option<&'a str>,
    /// The stopper where endless play counts for Right.
    offside: Option<&'a str>,
    /// True if both sides are the same stopper.
    stopper: bool,
    outcome_class: OutcomeClass,
    /// The pseudonumber where play of a stopper stops if Left starts.
    left_stop: Option<&'a str>,
    right_stop: Option<&'a str>,
    degree: Option<&'a str>,
    variety: Option<&'a str>,
    /// The reason why no stopper was found for a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_found: Option<Sides<String>>,
    /// A side without a stopper, as the rules simplify it.
    #[serde(skip_serializing_if = "Option::is_none")]
    simplified: Option<Sides<&'a str>>,
}

/// Something about each side that has it.
#[derive(Serialize, JsonSchema)]
struct Sides<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    onside: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offside: Option<T>,
}

impl<T> Sides<T> {
    fn some([onside, offside]: [Option<T>; 2]) -> Option<Self> {
        (onside.is_some() || offside.is_some()).then_some(Self { onside, offside })
    }
}

fn text(side: &Result<Option<String>, NotFound>) -> Option<&str> {
    side.as_ref().ok()?.as_deref()
}

impl LoopyReport {
    /// Each side in words; none where the sides are one stopper.
    pub fn sides_in_words(&self) -> Vec<String> {
        if self.value.is_stopper {
            return vec![];
        }
        let side = |at: usize| {
            let name = ["onside", "offside"][at];
            let simplified =
                self.value.simplified[at].as_deref().map_or_else(String::new, |text| format!("; simplified it is {text}"));
            match &self.value.sides[at] {
                Ok(Some(text)) => format!("{name} {text}"),
                Ok(None) => format!("{name}: a stopper that is too long to write"),
                Err(reason) => format!("no stopper found for the {name}: {reason}{simplified}"),
            }
        };
        vec![side(0), side(1)]
    }
}

impl Serialize for LoopyReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LoopyValue { sides, simplified, stops, .. } = &self.value;
        let [left_stop, right_stop] = [0, 1].map(|at| stops.as_ref().map(|stops| &*stops[at]));
        let written = Written {
            position: &self.position,
            value: self.value.text.as_deref(),
            loopy: true,
            onside: text(&sides[0]),
            offside: text(&sides[1]),
            stopper: self.value.is_stopper,
            outcome_class: self.value.outcome_class,
            left_stop,
            right_stop,
            degree: self.value.degree.as_deref(),
            variety: self.value.variety.as_deref(),
            not_found: Sides::some(sides.each_ref().map(|side| side.as_ref().err().map(ToString::to_string))),
            simplified: Sides::some(simplified.each_ref().map(Option::as_deref)),
        };
        written.serialize(serializer)
    }
}

written_as!(LoopyReport, Written);
