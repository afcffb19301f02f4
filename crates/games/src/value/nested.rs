//! Canonical forms as nested lists: `[[left options], [right options]]`, so that `[[], []]` is 0.

use serde_json::Value;
use sprague::limits::Meter;
use sprague::values::{Arena, Form};
use sprague::{Limits, Player, Stopped};
use std::collections::HashMap;

/// How many lists a form may take.
const MAX_LISTS: usize = 5_000;

/// A form as nested lists, `None` if there are too many of them. Every follower is a part of the whole, so none takes more.
pub(super) fn nested(arena: &Arena, form: Form, limits: &Limits) -> Result<Option<Value>, Stopped> {
    let mut known: HashMap<Form, (usize, Value)> = HashMap::new();
    let (mut waiting, mut meter) = (vec![form], Meter::new(limits));
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
        let lists = 3 + followers.map(|option| known[&option].0).sum::<usize>();
        if lists > MAX_LISTS {
            return Ok(None);
        }
        let [left, right] = sides.map(|side| Value::Array(side.iter().map(|option| known[option].1.clone()).collect()));
        known.insert(form, (lists, Value::Array(vec![left, right])));
        waiting.pop();
    }
    Ok(known.remove(&form).map(|(_, lists)| lists))
}
