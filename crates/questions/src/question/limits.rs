//! Limits that are named in one question.

use serde::{Deserialize, Deserializer};
use sprague::Limits;
use std::time::Duration;

/// The limits that are set. A limit that equals the default still counts as set.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::LimitsAsked;
///
/// let asked = LimitsAsked { limit_positions: Some(10), ..LimitsAsked::default() };
/// assert_eq!(asked.over(Limits::default()).positions, 10);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct LimitsAsked {
    /// Maximum number of positions (or rows) to visit [default: 100000000]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u64>, help_heading = "Limits"))]
    pub limit_positions: Option<u64>,
    /// Maximum memory to use, in bytes, or such as 512M or 2G [default: 4G]
    #[cfg_attr(feature = "flags", arg(long, value_name = "BYTES", value_parser = crate::flags::bytes, help_heading = "Limits"))]
    pub limit_memory: Option<u64>,
    /// Maximum time to take, in seconds [default: 60]
    #[cfg_attr(
        feature = "flags",
        arg(long, value_name = "SECONDS", value_parser = crate::flags::seconds, allow_negative_numbers = true, help_heading = "Limits")
    )]
    #[serde(deserialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub limit_time: Option<Duration>,
    /// Maximum number of moves in a play of a loaded ruleset, after which the play counts as endless [default: 100000]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u64>, help_heading = "Limits"))]
    pub longest_play: Option<u64>,
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    seconds.map(Duration::try_from_secs_f64).transpose().map_err(serde::de::Error::custom)
}

impl LimitsAsked {
    /// Returns all limits of an interface as if a question had named them, so that no question can raise them.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::LimitsAsked;
    /// let asked = LimitsAsked::all_of(&Limits { positions: 7, ..Limits::default() });
    /// assert_eq!(asked.limit_positions, Some(7));
    /// ```
    pub fn all_of(limits: &Limits) -> Self {
        Self {
            limit_positions: Some(limits.positions),
            limit_memory: Some(limits.bytes),
            limit_time: limits.time,
            longest_play: Some(limits.longest_play),
        }
    }

    /// Returns the limits that were named, and those of `usual` for all others.
    pub fn over(&self, usual: Limits) -> Limits {
        Limits {
            positions: self.limit_positions.unwrap_or(usual.positions),
            bytes: self.limit_memory.unwrap_or(usual.bytes),
            time: self.limit_time.or(usual.time),
            longest_play: self.longest_play.unwrap_or(usual.longest_play),
            ..usual
        }
    }
}
