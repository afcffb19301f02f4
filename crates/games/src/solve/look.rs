//! How far a search goes that only adds to what a theorem has answered.

use super::SolveOptions;
use sprague::Limits;
use std::time::Duration;

/// How far a search goes only to choose the fastest of several winning moves: bounded by what it holds, so that the same question
/// gets the same answer on every machine.
const GLANCE: (u64, u64, Duration) = (2_000, 1 << 19, Duration::from_secs(1));

/// The same where the question asks for the number of moves or the fastest win.
const LOOK: (u64, u64, Duration) = (250_000, 1 << 28, Duration::from_millis(600));

/// The same where it asks for best play to the end.
const LONG_LOOK: (u64, u64, Duration) = (1_000_000, 1 << 30, Duration::from_secs(5));

impl SolveOptions {
    /// These options with the limits of the search that follows a theorem's answer.
    pub(super) fn looking(&self) -> Self {
        let reach = if self.line {
            LONG_LOOK
        } else if self.asks_for_more() {
            LOOK
        } else {
            GLANCE
        };
        Self { limits: glance(reach, &self.limits), ..self.clone() }
    }
}

/// These limits where they are narrower.
pub(super) fn glance((positions, bytes, time): (u64, u64, Duration), limits: &Limits) -> Limits {
    Limits {
        positions: positions.min(limits.positions),
        bytes: bytes.min(limits.bytes),
        time: Some(limits.time.map_or(time, |limit| limit.min(time))),
        ..limits.clone()
    }
}
