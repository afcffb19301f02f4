//! Arithmetic of nimbers below 2^128, which form a field.
//!
//! Conway, *On Numbers and Games*, ch. 6. Ugly products and odious numbers are in *Winning Ways*, ch. 14.

mod expression;

use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::read::json::Number;
use crate::report::{Report, formula};
use expression::Expression;
use serde::{Deserialize, Serialize, Serializer};
use sprague::{Limits, WideNimber};

/// Calculates with nimbers.
///
/// ```
/// use sprague::{Limits, WideNimber};
/// use sprague_questions::{Nim, Session};
/// let found = Session::new().ask(&Nim::of("4 * 4 + sqrt(6)"), &Limits::default())?;
/// assert_eq!(found.nimber, WideNimber(2));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Nim {
    /// Expression of nimbers with + * / ^, brackets, sqrt(a), mex{a, b, …}, ugly(a, b) and odious(a)
    #[cfg_attr(feature = "flags", arg(allow_hyphen_values = true))]
    pub expression: String,
}

impl Nim {
    /// Returns the question about this expression.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Nim::of("7 * 9").expression, "7 * 9");
    /// ```
    pub fn of(expression: impl Into<String>) -> Self {
        Self { expression: expression.into() }
    }
}

impl Question for Nim {
    type Answer = Calculated;
    const NAME: &'static str = "nim";

    fn report(answer: &Calculated) -> Option<Report> {
        Some(Report::of("", formula(answer.nimber)))
    }

    fn answer(&self, _: &Session, limits: &Limits) -> Result<Calculated, NoAnswer> {
        let nimber =
            Expression::new(&self.expression, limits).whole().map_err(|error| error.about("expression", &self.expression))?;
        Ok(Calculated { expression: self.expression.clone(), nimber })
    }
}

/// An expression, and the nimber that it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Calculated {
    /// The expression.
    pub expression: String,
    /// The result.
    #[serde(serialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub nimber: WideNimber,
}

fn number<S: Serializer>(nimber: &WideNimber, serializer: S) -> Result<S::Ok, S::Error> {
    Number(nimber.0).serialize(serializer)
}
