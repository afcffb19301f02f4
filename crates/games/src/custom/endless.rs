//! A loaded ruleset may go on for ever, by mistake or to do harm: one play is tried before everything reachable is searched.

use sprague::{AnyPosition, AnyRuleset, Fault, Player, any::Kind};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// How many moves one play may take before it is taken to be endless.
pub(crate) const LONGEST_PLAY: u64 = 100_000;

/// How long such a play is tried.
const LONGEST_TRY: Duration = Duration::from_millis(1_000);

/// How many options are looked at for one that goes on.
const TRIED: usize = 8;

/// Plays from a position, by moves that go on where there are some and come to new positions; fails if that does not end.
///
/// A play that only comes back to positions seen before is a loop, which is allowed.
pub(crate) fn check_that_play_ends(name: &str, rules: &dyn AnyRuleset, from: &AnyPosition, longest: u64) -> Result<(), Fault> {
    let started = Instant::now();
    let mut seen: HashSet<(AnyPosition, Player)> = HashSet::new();
    let (mut position, mut player, mut chance) = (from.clone(), Player::Left, 0x9e37_79b9_u64);
    for moves in 0.. {
        seen.insert((position.clone(), player));
        let mut options = vec![];
        rules.options(&position, player, 0, &mut options);
        if options.is_empty() {
            return Ok(());
        }
        let next = if rules.kind() == Kind::Partizan { -player } else { player };
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let start = (chance >> 33) as usize % options.len();
        // the last ones too: what grows often comes last
        let order = (0..options.len()).map(|step| (start + step) % options.len()).take(TRIED).chain([options.len() - 1]);
        let news: Vec<usize> = order.filter(|index| !seen.contains(&(options[*index].clone(), next))).collect();
        let goes_on = news.iter().find(|index| !rules.is_stuck(&options[**index], next));
        let Some(index) = goes_on.or(news.first()) else { return Ok(()) };
        position = options.swap_remove(*index);
        player = next;
        if moves >= longest || started.elapsed() > LONGEST_TRY {
            return Err(Fault::new(format!(
                "{name}: `moves`: a play of {moves} moves did not end and never came back to a position, which breaks the law `play \
                 ends` (if it is only long, --longest-play allows more)"
            )));
        }
    }
    Ok(())
}
