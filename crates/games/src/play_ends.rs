//! A loaded ruleset may go on for ever: one play is tried before everything reachable is searched.

use sprague::any::{AnyPosition, Fault};
use sprague::{AnyRuleset, Limits, Stopped};
use sprague_plugin::laws::endless_play_within;

/// How many moves one play may take before it is taken to be endless.
pub(crate) const LONGEST_PLAY: u64 = 100_000;

/// Fails if a play from this position was found that does not end.
pub(crate) fn check_that_play_ends(
    name: &str,
    rules: &dyn AnyRuleset,
    from: &AnyPosition,
    longest: u64,
    limits: &Limits,
) -> Result<(), Stopped> {
    let Some(moves) = endless_play_within(rules, from, longest, limits)? else { return Ok(()) };
    Err(Stopped::Fault(Fault::new(format!(
        "{name}: `moves`: a play of {moves} moves did not end and never came back to a position, which breaks the law `play ends` (if \
         it is only long, --longest-play allows more)"
    ))))
}
