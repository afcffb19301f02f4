//! A value in a few words: its name, its mean and its temperature.

use super::headline::headline;
use serde::Serialize;
use sprague::values::Value;
use sprague::{Limits, Stopped};

/// The name, the mean and the temperature of a value.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::Named;
/// let named = Named::of(&"{2|-1}".parse()?, &Limits::default()).unwrap();
/// assert_eq!((named.name.as_str(), named.mean.as_str(), named.temperature.as_str()), ("1/2 ± 3/2", "1/2", "3/2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Named {
    /// A short name: a number, `⇑*`, `±(0, …)`, `tiny-2`, or its temperature.
    pub name: String,
    /// The mean value.
    pub mean: String,
    /// The temperature, which is negative for a number.
    pub temperature: String,
}

impl Named {
    /// Returns name, mean and temperature of a value.
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn of(value: &Value, limits: &Limits) -> Result<Self, Stopped> {
        let mut calculator = value.arena().calculator(limits);
        let name = headline(&mut calculator, value.form())?;
        let thermograph = calculator.thermograph(value.form())?;
        Ok(Self { name, mean: thermograph.mean().to_string(), temperature: thermograph.temperature().to_string() })
    }
}
