//! Checks the nimbers that `equals` promises, at positions of any size and without a search.

use super::{Broken, Law};
use crate::Plugin;
use crate::random::Random;
use sprague_core::any::AnyPosition;
use sprague_core::{AnyRuleset, Player, any};
use std::collections::{BTreeSet, HashSet};

/// The maximum number of random plays from each starting position.
const PLAYS: usize = 100;

/// The maximum number of positions at which the promises are checked.
const MOST: usize = 2_000;

/// Checks the nimbers that `equals` of a plugin promises, on random plays from these positions. Returns the number of positions
/// at which they held, and the first one at which they did not.
///
/// No option may have the nimber of its position, and each smaller number must be the nimber of an option. If this holds
/// everywhere and play ends, the promises are the nimbers, because no other function does so. `nimber` returns the promised
/// nimber of a position, or `None` if there is none.
///
/// ```
/// use sprague_core::any::AnyPosition;
/// use sprague_plugin::{Plugin, laws::try_promises};
/// let plugin = Plugin::from_script("game.rhai", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }", None).unwrap();
/// let number = |n: &AnyPosition| plugin.rules().show(n).parse::<u128>().ok();
/// assert_eq!(try_promises(&plugin, &["5"], &|n| Some(number(n)? % 2)).1, None);
/// let broken = try_promises(&plugin, &["5"], &|n| Some(number(n)? % 3)).1.unwrap();
/// assert_eq!((broken.position.as_str(), broken.how.as_str()), ("5", "2 is promised, but no option is promised 0"));
/// ```
pub fn try_promises(plugin: &Plugin, starts: &[&str], nimber: &dyn Fn(&AnyPosition) -> Option<u128>) -> (u64, Option<Broken>) {
    let rules: &dyn AnyRuleset = &**plugin.rules();
    let (mut random, mut seen, mut held) = (Random::default(), HashSet::new(), 0);
    for start in starts.iter().flat_map(|start| std::iter::repeat_n(start, PLAYS)) {
        let Ok(mut position) = rules.read(start) else { continue };
        while seen.len() < MOST {
            let options: Vec<AnyPosition> =
                any::portions(|from, all| rules.options(&position, Player::Left, from, all)).collect();
            if seen.insert(position.clone()) {
                let shown = |position: &AnyPosition| rules.show(position);
                match broken(nimber(&position), &options, nimber, shown) {
                    Some(Some(how)) => {
                        return (held, Some(Broken { law: Law::EqualsAreTheNimbers, position: shown(&position), how }));
                    }
                    Some(None) => held += 1,
                    None => {}
                }
            }
            let next = random.below(options.len());
            let Some(option) = options.into_iter().nth(next) else { break };
            position = option;
        }
    }
    (held, None)
}

/// Describes how the promise for a position is broken. The outer option is `None` if something is not promised.
fn broken(
    claim: Option<u128>,
    options: &[AnyPosition],
    nimber: impl Fn(&AnyPosition) -> Option<u128>,
    shown: impl Fn(&AnyPosition) -> String,
) -> Option<Option<String>> {
    let claim = claim?;
    let mut smaller = BTreeSet::new();
    for option in options {
        let promised = nimber(option)?;
        if promised == claim {
            return Some(Some(format!("{claim} is promised, and for its option `{}`, too", shown(option))));
        }
        smaller.extend(Some(promised).filter(|promised| *promised < claim));
    }
    let missing =
        (0..).zip(&smaller).find(|(number, found)| number != *found).map_or(smaller.len() as u128, |(number, _)| number);
    Some((missing < claim).then(|| format!("{claim} is promised, but no option is promised {missing}")))
}
