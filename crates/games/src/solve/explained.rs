//! What is added to an answer that is to be explained: the genus of an impartial sum.

use super::{SolveOptions, glance};
use crate::{Component, Place, SumText};
use serde_json::{Value, json};
use sprague::{AnyOf, Genus, GenusSearch};
use std::time::Duration;

/// How far a search for the genus goes: bounded by what it holds, so that the same question gets the same answer on every machine.
const SEARCHED: (u64, u64, Duration) = (100_000, 1 << 26, Duration::from_millis(400));

/// How many misère nimbers of a genus are written at least.
const SHOWN: usize = 5;

/// The genus of a disjunctive sum, `None` if it has none or a small search does not find it.
pub(super) fn genus(sum: &SumText, options: &SolveOptions) -> Option<Genus> {
    let limits = glance(SEARCHED, &options.limits);
    let position = |place: &Place| match &place.component {
        Component::Near(position) => Some(position.clone()),
        Component::Far { .. } => None,
    };
    let positions = sum.places().iter().map(position).collect::<Option<Vec<_>>>()?;
    let (rules, which) = sum.rulesets();
    GenusSearch::new(&AnyOf::new(rules).ok()?, &limits).genus_of_sum(which.into_iter().zip(positions)).ok()
}

/// The genus as JSON: the nimber, then the misère nimbers beside 0, 1, 2, … heaps of two.
pub(super) fn genus_to_json(genus: &Genus) -> Value {
    let shown = genus.superscript().len().max(SHOWN);
    let superscript: Vec<u32> = (0..shown).map(|copies| genus.beside_twos(copies)).collect();
    json!([genus.nimber().0, superscript])
}
