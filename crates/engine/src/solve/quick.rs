//! How far a search goes that only adds to what a theorem has answered, or looks whether a theorem applies.

use super::SolveOptions;
use sprague_core::Limits;
use std::time::Duration;

/// Positions, bytes and time.
pub(super) type Reach = (u64, u64, Duration);

/// How far a search goes only to choose the fastest of several winning moves: bounded by what it holds, so that the same question
/// gets the same answer on every machine.
const FASTEST: Reach = (2_000, 1 << 19, Duration::from_secs(1));

/// The same where the question asks for the number of moves or the fastest win.
const ASKED: Reach = (80_000, 1 << 28, Duration::from_secs(5));

/// The same where it asks for best play to the end.
const LINE: Reach = (1_000_000, 1 << 30, Duration::from_secs(5));

/// How far a misère quotient is computed before a sum is searched instead.
pub(super) const QUOTIENT: Reach = (1_000_000, 1 << 30, Duration::from_secs(5));

impl SolveOptions {
    /// Whether more is asked for than who wins by which move.
    pub(super) fn asks_for_more(&self) -> bool {
        self.explain || self.line || self.fastest
    }

    /// These options with the limits of the search that follows a theorem's answer.
    pub(super) fn quick(&self) -> Self {
        let reach = match self {
            Self { line: true, .. } => LINE,
            _ if self.asks_for_more() => ASKED,
            _ => FASTEST,
        };
        Self { limits: within(reach, &self.limits), all_moves: false, ..self.clone() }
    }
}

/// The limits, but no more than this.
pub(super) fn within((positions, bytes, time): Reach, limits: &Limits) -> Limits {
    Limits {
        positions: positions.min(limits.positions),
        bytes: bytes.min(limits.bytes),
        time: Some(limits.time.map_or(time, |limit| limit.min(time))),
        ..limits.clone()
    }
}

/// The same, and at most half of the time, so that a search still has the other half.
pub(super) fn leaving_half(most: Reach, limits: &Limits) -> Limits {
    within(most, &Limits { time: limits.time.map(|limit| limit / 2), ..limits.clone() })
}
