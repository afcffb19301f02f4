//! Values of sums in which a position can come again.
//!
//! Siegel, *Combinatorial Game Theory*, ch. VI.

use super::shown::{LISTED, MAX_TEXT};
use crate::question::written_as;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use sprague::solve::LoopyValue;
use sprague::values::Arena;
use sprague::values::loopy::{GameText, NotFound, Stoppers};
use sprague::{Limits, OutcomeClass, Player};

/// The value of a loopy sum, and facts about it.
///
/// Serialized, it is the JSON object that the command line promises.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let found = Session::new().ask(&ValueOf::of("game@upon"), &Limits::default())?;
/// assert_eq!(found.loopy().unwrap().value.text.as_deref(), Some("^[on]"));
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

/// The longest text that stands as a headline.
const MAX_LINE: usize = 24;

/// The options of Left and of Right as texts, and whether some are left out.
pub(super) type Options = ([Vec<Option<String>>; 2], bool);

impl LoopyReport {
    /// The value where it is short, else its class.
    pub(super) fn headline(&self) -> String {
        let text = self.value.text.as_ref().filter(|text| text.len() <= MAX_LINE).cloned();
        text.unwrap_or_else(|| format!("loopy, class {}", self.value.outcome_class))
    }

    /// The options of the game that the value names.
    pub(super) fn options(&self, limits: &Limits) -> Options {
        let Some(text) = &self.value.text else { return (Default::default(), true) };
        let arena = Arena::new();
        let mut stoppers = Stoppers::new(&arena, limits);
        let found = Player::BOTH.map(|player| stoppers.game_options(text, player, MAX_TEXT).ok().flatten());
        let is_cut = found.iter().any(|options| options.as_ref().is_none_or(|options| options.len() > LISTED));
        let texts = |options: Option<Vec<GameText>>| {
            options.into_iter().flatten().take(LISTED).map(|option| Some(option.text)).collect::<Vec<_>>()
        };
        (found.map(texts), is_cut)
    }

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
