//! How one sum stands to another: greater, less, equal or confused.
//!
//! Conway, *On Numbers and Games*, ch. 7: G ≥ H exactly if Left wins G − H when Right starts.

use crate::{ParsedSum, QuestionError, ValueOptions};
use serde::Serialize;
use sprague::OutcomeClass;
use sprague::solve::{self, Component, MixedSum, Refused, SolveError};

/// How two sums compare. Serialized, it is the JSON object that the command line promises.
///
/// See [`compare`] for an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The first sum.
    pub left: String,
    /// The second sum.
    pub right: String,
    /// `<`, `>`, `=`, or `||` where they are confused.
    pub relation: &'static str,
    /// Who wins the first sum minus the second.
    #[serde(skip)]
    pub difference: OutcomeClass,
}

/// Why two sums were not compared, and which of them it is about.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct NotCompared {
    /// Whether it is the second sum.
    pub is_second: bool,
    /// Why.
    pub error: QuestionError,
}

/// Compares two sums by who wins the first minus the second; neither has to be valued as a whole for that.
///
/// Of the options all but `transform` and `dag` count.
///
/// ```
/// use sprague_games::{Session, ValueOptions, compare};
/// let session = Session::new();
/// let compared = |left, right| {
///     let [left, right] = [left, right].map(|text| session.position(text).unwrap());
///     compare(&left, &right, &ValueOptions::default()).unwrap().relation
/// };
/// assert_eq!(compared("game@^", "nim@1"), "||");
/// assert_eq!(compared("game@^,^", "nim@1"), ">");
/// assert_eq!(compared("kayles@5", "nim@4"), "=");
/// ```
///
/// # Errors
/// [`NotCompared`] with the sum that has no value, or at a limit.
pub fn compare(left: &ParsedSum, right: &ParsedSum, options: &ValueOptions) -> Result<Comparison, NotCompared> {
    let limits = &options.limits.starting_now();
    let sums = [left, right];
    for (is_second, sum) in [false, true].into_iter().zip(sums) {
        sum.check_first_within(options.longest_play, limits)
            .map_err(|stopped| NotCompared { is_second, error: stopped.into() })?;
    }
    let negated = |component: &Component| Component { is_negative: !component.is_negative, ..component.clone() };
    let components = left.components().iter().cloned().chain(right.components().iter().map(negated));
    let difference = MixedSum { rule: options.rule, play: options.play, ..MixedSum::of(components) };
    let difference = solve::outcome_class(&difference, limits).map_err(|error| {
        let firsts = left.components().len();
        let (is_second, error) = match error {
            SolveError::Refused(Refused { component, why }) if component >= firsts => {
                (true, Refused { component: component - firsts, why }.into())
            }
            other => (false, other),
        };
        NotCompared { is_second, error: sums[usize::from(is_second)].not_solved(error) }
    })?;
    let relation = match difference {
        OutcomeClass::Left => ">",
        OutcomeClass::Right => "<",
        OutcomeClass::Previous => "=",
        OutcomeClass::Next => "||",
    };
    Ok(Comparison { left: left.to_string(), right: right.to_string(), relation, difference })
}
