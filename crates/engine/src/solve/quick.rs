//! Budgets of searches that add to a theorem's answer or try out a theorem.

use super::{Answer, MixedSum, SolveOptions};
use sprague_core::Limits;

/// The positions and bytes that an optional search may take.
///
/// They count work and never time, so a question gets the same answer on every machine, under any load.
pub(super) type Reach = (u64, u64);

/// A position of loaded rules counts as this many positions of compiled ones, because it costs a call.
const COMPILED_FOR_LOADED: u64 = 16;

/// The budget for finding the fastest win in a sum of heaps even if nobody requested it. It takes no longer than parsing the
/// question.
const FEW: Reach = (64, 1 << 19);

/// The budget for the number of moves or the fastest win, if requested.
const ASKED: Reach = (80_000, 1 << 26);

/// The budget for the number of moves or the fastest win, for interactive use.
const BRIEF: Reach = (10_000, 1 << 23);

/// The budget if best play to the end is requested.
const LINE: Reach = (1_000_000, 1 << 28);

/// The budget for a misère quotient before the sum is searched instead.
pub(super) const QUOTIENT: Reach = (1_000_000, 1 << 28);

/// The budget for a misère quotient before canonical forms are tried.
pub(super) const SHORT_QUOTIENT: Reach = (4_000, 1 << 28);

/// Sums with more components than this get no quick search after a theorem's answer.
const MAX_QUICK: usize = 64;

impl SolveOptions {
    /// Returns `true` if more than the winner and the winning moves is requested.
    pub(super) fn asks_for_more(&self) -> bool {
        !self.outcome_only && (self.explain || self.line || self.fastest)
    }

    /// Returns these options with the limits of the quick search that follows a theorem's answer, or `None` if the answer is
    /// already complete.
    pub(super) fn quick(&self, sum: &MixedSum, answer: &Answer) -> Option<Self> {
        let reach = match self {
            _ if sum.components.len() > MAX_QUICK => return None,
            Self { line: true, outcome_only: false, .. } => LINE,
            Self { brief: true, .. } if self.asks_for_more() => BRIEF,
            _ if self.asks_for_more() => ASKED,
            // with a single winning move there is nothing to choose
            _ if self.outcome_only || answer.winning_moves_total == Some(1) || !has_few_positions(sum) => return None,
            _ => FEW,
        };
        Some(Self { limits: within(reach, sum, &self.limits), ..self.clone() })
    }
}

/// Returns `true` if only few positions can be reached, judged by the sizes of heaps that never split.
fn has_few_positions(sum: &MixedSum) -> bool {
    let mut positions = 1;
    sum.components.iter().all(|component| {
        let heap =
            component.small().filter(|_| !sum.has_terminal_rule() && component.data().is_some() && !component.breaks_heaps());
        let heaps = heap.and_then(|position| component.rules.heaps()?.indices(position));
        let bound =
            heaps.and_then(|heaps| heaps.iter().try_fold(positions, |all: u64, (heap, _)| all.checked_mul(heap.checked_add(1)?)));
        positions = bound.unwrap_or(u64::MAX);
        positions <= FEW.0
    })
}

pub(super) fn within((positions, bytes): Reach, sum: &MixedSum, limits: &Limits) -> Limits {
    let is_loaded = sum.components.iter().any(|component| component.rules.rules().is_loaded());
    // a few positions are allowed at any cost
    let positions = if is_loaded && positions > FEW.0 { positions / COMPILED_FOR_LOADED } else { positions };
    Limits { positions: positions.min(limits.positions), bytes: bytes.min(limits.bytes), ..limits.clone() }
}

/// Returns the limits, reduced to this budget and to half of the time, so that a search afterwards has the other half.
pub(super) fn leaving_half(most: Reach, sum: &MixedSum, limits: &Limits) -> Limits {
    within(most, sum, &Limits { time: limits.time.map(|limit| limit / 2), ..limits.clone() })
}
