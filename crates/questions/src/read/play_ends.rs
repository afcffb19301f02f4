//! Plays loaded rules before a search, because such a play may never end.

use sprague::any::{AnyPosition, Fault};
use sprague::{AnyRuleset, Limits, Stopped};
use sprague_plugin::laws::endless_play_within;

/// Tries plays from this position, and returns an error for a play with more moves than [`Limits::longest_play`].
///
/// Rules that are [endless](AnyRuleset::is_endless) are not tried.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, check_that_play_ends};
/// let sum = Session::new().position("kayles@7").unwrap();
/// let kayles = sum.components()[0].rules.rules();
/// assert!(check_that_play_ends("kayles", &**kayles, &kayles.read("7").unwrap(), &Limits::default()).is_ok());
/// ```
///
/// # Errors
/// [`Stopped::Fault`], which names the broken law; [`Stopped::Time`] or [`Stopped::Asked`].
pub fn check_that_play_ends(name: &str, rules: &dyn AnyRuleset, from: &AnyPosition, limits: &Limits) -> Result<(), Stopped> {
    if rules.is_endless() {
        return Ok(());
    }
    let Some(moves) = endless_play_within(rules, from, limits.longest_play, limits)? else { return Ok(()) };
    Err(Stopped::Fault(Fault::new(format!(
        "{name}: `moves`: a play of {moves} moves did not end and never repeated a position, which breaks the law `play ends` \
         (--longest-play allows longer plays; in a script, `let endless = true;` says that play may go on for ever)"
    ))))
}
