//! Suggestions for the next question after a limit was reached.

use serde::Serialize;
use sprague::Stopped;
use std::time::Duration;

/// The factor between an old limit and the suggested one.
const MORE: u64 = 10;

/// Returns the flags that ask for less, followed by a flag that allows more.
///
/// ```
/// use sprague::Stopped;
/// use sprague_questions::further;
///
/// assert_eq!(further(&Stopped::Positions(100), &["--outcome-only"]), ["--outcome-only", "--limit-positions 1000"]);
/// assert_eq!(further(&Stopped::Memory(4 << 30), &[]), ["--limit-memory 8G"]);
/// assert!(further(&Stopped::Asked, &[]).is_empty());
/// ```
pub fn further(stopped: &Stopped, less: &[&str]) -> Vec<String> {
    let more = match stopped {
        Stopped::Positions(most) => format!("--limit-positions {}", most.saturating_mul(MORE)),
        Stopped::Memory(most) => format!("--limit-memory {}", bytes(most.saturating_mul(2))),
        Stopped::Time(most) => format!("--limit-time {}", seconds(*most)),
        _ => return less.iter().map(ToString::to_string).collect(),
    };
    less.iter().map(ToString::to_string).chain([more]).collect()
}

/// Formats a number of bytes as in a flag.
fn bytes(most: u64) -> String {
    match [(30, "G"), (20, "M")].into_iter().find(|(shift, _)| most.trailing_zeros() >= *shift) {
        Some((shift, unit)) => format!("{}{unit}", most >> shift),
        None => most.to_string(),
    }
}

/// Returns a longer time in seconds. The old time is first rounded to tenths of a second.
fn seconds(most: Duration) -> u64 {
    let tenths = (most.as_secs_f64() * 10.0).round().max(1.0);
    (tenths * MORE as f64 / 10.0).ceil() as u64
}

/// The limit that ended an answer early, as its JSON has it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Fate {
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<&'static str>,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    /// Flags and commands that continue, or that need less work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) r#try: Option<Vec<String>>,
}

impl Fate {
    /// Describes the limit that ended an answer, with flags that ask for less.
    pub(crate) fn of(stopped: Option<&Stopped>, less: &[&str]) -> Self {
        stopped.map_or_else(Self::default, |stopped| Self {
            stopped: Some(stopped.name()),
            why: Some(stopped.to_string()),
            r#try: Some(further(stopped, less)),
        })
    }
}
