//! Canonical forms as nested lists: `[[left options], [right options]]`, so that `[[], []]` is 0.

use serde_json::Value;
use sprague::limits::Meter;
use sprague::values::{Arena, Form};
use sprague::{Limits, Player, Stopped};
use std::collections::HashMap;

/// The maximum number of lists of a form. Nobody reads more than 5,000 brackets.
const MAX_LISTS: usize = 2_500;

/// Returns a form as nested lists, or `None` if there would be too many of them.
///
/// Lists are counted before any is built. A form needs at least as many lists as each of its followers, so counting
/// stops at the first follower that has too many.
pub(super) fn nested(arena: &Arena, form: Form, limits: &Limits) -> Result<Option<Value>, Stopped> {
    let mut known: HashMap<Form, usize> = HashMap::new();
    let (mut waiting, mut meter) = (vec![form], Meter::new(limits));
    // count the lists of each follower after those of its options, with an explicit stack
    while let Some(&form) = waiting.last() {
        meter.allow(known.len() as u64, || 0, || None)?;
        if known.contains_key(&form) {
            waiting.pop();
            continue;
        }
        let sides = Player::BOTH.map(|player| arena.options(form, player).take(MAX_LISTS).collect::<Vec<Form>>());
        let followers = sides.iter().flatten().copied();
        let unknown = followers.clone().filter(|option| !known.contains_key(option));
        let before = waiting.len();
        waiting.extend(unknown);
        if waiting.len() > MAX_LISTS {
            return Ok(None);
        }
        if waiting.len() > before {
            continue;
        }
        let lists = 3 + followers.map(|option| known[&option]).sum::<usize>();
        if lists > MAX_LISTS {
            return Ok(None);
        }
        known.insert(form, lists);
        waiting.pop();
    }
    Ok(Some(built(arena, form)))
}

/// Builds the lists of a form that has at most [`MAX_LISTS`], which bounds the recursion.
fn built(arena: &Arena, form: Form) -> Value {
    let side = |player| Value::Array(arena.options(form, player).map(|option| built(arena, option)).collect());
    Value::Array(Player::BOTH.map(side).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lists(text: &str) -> Option<Value> {
        let (arena, limits) = (Arena::new(), Limits::default());
        nested(&arena, arena.read(text).unwrap().form(), &limits).unwrap()
    }

    #[test]
    fn options_are_nested_as_far_as_there_are_few_lists() {
        let (zero, star) = (json!([[], []]), json!([[[[], []]], [[[], []]]]));
        assert_eq!(lists("0"), Some(zero.clone()));
        assert_eq!(lists("^"), Some(json!([[zero], [star]])));
        // an integer n takes 3(n + 1) lists
        assert!(lists("832").is_some() && lists("833").is_none() && lists("-10000000000000000000").is_none());
        // *n takes twice as many lists as all smaller nimbers together, and three more
        assert!(lists("*6").is_some() && lists("*7").is_none() && lists("*1000000").is_none());
    }
}
