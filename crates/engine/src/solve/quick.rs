//! Limits of searches that add to a theorem's answer, or try a theorem.

use super::{Answer, MixedSum, SolveOptions};
use sprague_core::Limits;

/// Positions and bytes of a search that nobody asked for by itself.
///
/// They count work, never time: so the same question gets the same answer on every machine, however busy it is.
pub(super) type Reach = (u64, u64);

/// The positions of rules that are compiled in, for one of rules that are loaded.
///
/// Each of those costs a call.
const COMPILED_FOR_LOADED: u64 = 16;

/// The positions of a sum of heaps that is searched for the fastest win unasked.
///
/// They take no longer than reading the question.
const FEW: Reach = (64, 1 << 19);

/// The search for the number of moves or the fastest win, if asked for.
const ASKED: Reach = (80_000, 1 << 26);

/// The same for interactive use.
const BRIEF: Reach = (10_000, 1 << 23);

/// The same where it asks for best play to the end.
const LINE: Reach = (1_000_000, 1 << 28);

/// The computation of a misère quotient before a sum is searched instead.
pub(super) const QUOTIENT: Reach = (1_000_000, 1 << 28);

/// The same, before canonical forms are tried.
pub(super) const SHORT_QUOTIENT: Reach = (4_000, 1 << 28);

/// The most components that are searched quickly beside a theorem.
const MAX_QUICK: usize = 64;

impl SolveOptions {
    /// Tells whether more is asked for than the winner and the winning moves.
    pub(super) fn asks_for_more(&self) -> bool {
        !self.outcome_only && (self.explain || self.line || self.fastest)
    }

    /// These options with the limits of the search that follows a theorem's answer.
    ///
    /// `None` where its answer is all that is wanted: no search for taste.
    pub(super) fn quick(&self, sum: &MixedSum, answer: &Answer) -> Option<Self> {
        let reach = match self {
            _ if sum.components.len() > MAX_QUICK => return None,
            Self { line: true, outcome_only: false, .. } => LINE,
            Self { brief: true, .. } if self.asks_for_more() => BRIEF,
            _ if self.asks_for_more() => ASKED,
            // with one winning move there is nothing to choose
            _ if self.outcome_only || answer.winning_moves_total == Some(1) || !has_few_positions(sum) => return None,
            _ => FEW,
        };
        Some(Self { limits: within(reach, sum, &self.limits), ..self.clone() })
    }
}

/// Tells whether few positions can be reached, by the sizes of heaps.
///
/// The heaps stay one heap each.
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

/// The limits, but no more than this for a sum.
pub(super) fn within((positions, bytes): Reach, sum: &MixedSum, limits: &Limits) -> Limits {
    let is_loaded = sum.components.iter().any(|component| component.rules.rules().is_loaded());
    // a few positions are looked at whatever they cost
    let positions = if is_loaded && positions > FEW.0 { positions / COMPILED_FOR_LOADED } else { positions };
    Limits { positions: positions.min(limits.positions), bytes: bytes.min(limits.bytes), ..limits.clone() }
}

/// The same, and at most half of the time.
///
/// So a search still has the other half.
pub(super) fn leaving_half(most: Reach, sum: &MixedSum, limits: &Limits) -> Limits {
    within(most, sum, &Limits { time: limits.time.map(|limit| limit / 2), ..limits.clone() })
}
