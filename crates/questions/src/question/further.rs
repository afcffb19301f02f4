//! Ways to go on where a limit was reached.

use sprague::Stopped;
use std::time::Duration;

/// The factor by which more time and more positions are proposed.
const MORE: u64 = 10;

/// Flags by which a stopped question asks for less, then one that allows more.
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

/// A number of bytes as flags have it.
fn bytes(most: u64) -> String {
    match [(30, "G"), (20, "M")].into_iter().find(|(shift, _)| most.trailing_zeros() >= *shift) {
        Some((shift, unit)) => format!("{}{unit}", most >> shift),
        None => most.to_string(),
    }
}

/// More seconds than these.
fn seconds(most: Duration) -> u64 {
    (most.as_secs_f64() * MORE as f64).ceil() as u64
}
