//! Looks for endless play before a search visits all positions that can be reached.
//!
//! A plugin may have endless play by mistake or on purpose.

use super::{bytes_of, hash};
use crate::random::Random;
use crate::work::Budget;
use sprague_core::any::AnyPosition;
use sprague_core::limits::Meter;
use sprague_core::{AnyRuleset, Limits, Player, Stopped};
use std::collections::HashSet;
use std::time::Duration;

/// The maximum CPU time of one such search.
pub(super) const LONGEST_TRIAL: Duration = Duration::from_millis(3_000);

/// The maximum number of times that moves of a finished play are taken back.
const TAKEN_BACK: usize = 1_000;

/// The maximum number of options of a position that are tried.
const TRIED: usize = 32;

/// The growth of a position that counts as one more move, in bytes.
const GROWTH: usize = 512;

/// The maximum memory of all options that wait to be tried, in bytes.
const MOST_BYTES: u64 = 32 << 20;

/// Looks for a play of more than `longest` moves that does not end, and returns its number of moves.
///
/// A position counts as one more move for each 512 bytes that it takes more than the first position. So a play in which
/// positions grow for ever is found before they fill the memory, and the returned number may be at most `longest`.
///
/// `None` does not prove that every play ends, because the search stops after three seconds of CPU time, or with 32 MiB of
/// options that were not tried.
///
/// A play only moves to positions that were not visited before, because a return to a visited position may be a loop, which
/// is allowed. At the end of a play, and if all options were visited, the last moves are taken back and others are tried, up
/// to a thousand times.
///
/// ```
/// use sprague_plugin::{Plugin, laws::endless_play};
///
/// let plugin = Plugin::from_script("grow.rhai", "fn moves(n) { [0, n + 1] }", None).unwrap();
/// let position = plugin.rules().read("3").unwrap();
/// assert_eq!(endless_play(&**plugin.rules(), &position, 500), Some(501));
/// ```
pub fn endless_play(rules: &dyn AnyRuleset, from: &AnyPosition, longest: u64) -> Option<u64> {
    endless_play_within(rules, from, longest, &Limits::default()).unwrap_or(None)
}

/// Looks for an endless play like [`endless_play`], within the time and the stop flag of `limits`.
///
/// ```
/// use sprague_core::{Limits, Stopped};
/// use sprague_plugin::{Plugin, laws::endless_play_within};
///
/// let plugin = Plugin::from_script("grow.rhai", "fn moves(n) { [0, n + 1] }", None).unwrap();
/// let position = plugin.rules().read("3").unwrap();
/// let limits = Limits { stop: Some(std::sync::Arc::new(true.into())), ..Limits::default() };
/// assert_eq!(endless_play_within(&**plugin.rules(), &position, 500, &limits), Err(Stopped::Asked));
/// ```
///
/// # Errors
/// [`Stopped::Time`] or [`Stopped::Asked`].
pub fn endless_play_within(
    rules: &dyn AnyRuleset,
    from: &AnyPosition,
    longest: u64,
    limits: &Limits,
) -> Result<Option<u64>, Stopped> {
    endless_play_on_budget(rules, from, longest, limits, &Budget::of(LONGEST_TRIAL))
}

/// Looks for an endless play, also within `budget`.
pub(super) fn endless_play_on_budget(
    rules: &dyn AnyRuleset,
    from: &AnyPosition,
    longest: u64,
    limits: &Limits,
    budget: &Budget,
) -> Result<Option<u64>, Stopped> {
    let meter = Meter::new(limits);
    let is_partizan = rules.kind().has_sides();
    let mut random = Random::default();
    // the options of a position in a random rotation; the last is tried first
    let mut options_of = |position: &AnyPosition, player| {
        let mut options = vec![];
        rules.options(position, player, 0, &mut options);
        let by = random.below(options.len());
        options.rotate_left(by);
        options.truncate(TRIED);
        options.shrink_to_fit();
        options
    };
    let mut seen = HashSet::from([hash(from, Player::Left)]);
    let mut play = vec![(options_of(from, Player::Left), 0)];
    let (mut taken_back, mut growth) = (0, 0);
    let mut waiting = play[0].0.iter().map(bytes_of).sum::<usize>() as u64;
    while let Some((options, grown)) = play.last_mut() {
        let Some(position) = options.pop() else {
            growth -= *grown;
            play.pop();
            taken_back += 1;
            if taken_back > TAKEN_BACK {
                return Ok(None);
            }
            continue;
        };
        let bytes = bytes_of(&position);
        waiting -= bytes as u64;
        let player = if is_partizan && play.len() % 2 == 1 { Player::Right } else { Player::Left };
        if !seen.insert(hash(&position, player)) {
            continue;
        }
        let options = options_of(&position, player);
        let grown = (bytes.saturating_sub(bytes_of(from)) / GROWTH) as u64;
        waiting += options.iter().map(bytes_of).sum::<usize>() as u64;
        growth += grown;
        play.push((options, grown));
        let moves = play.len() as u64 - 1;
        if moves + growth > longest {
            return Ok(Some(moves));
        }
        if budget.is_spent() || waiting > MOST_BYTES.min(limits.bytes) {
            return Ok(None);
        }
        meter.look(0, 0, None)?;
    }
    Ok(None)
}
