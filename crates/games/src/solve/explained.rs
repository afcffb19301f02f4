//! What is added to an answer that is to be explained: the genus of an impartial sum.

use super::SolveOptions;
use crate::{Component, SumText};
use serde_json::{Value, json};
use sprague::any::{Kind, Labelled};
use sprague::{AnyImpartial, AnyPosition, Fault, Genus, GenusSearch, Impartial, Limits, Ruleset};
use std::time::Duration;

/// How far a search for the genus goes: bounded by what it holds, so that the same question gets the same answer on every machine.
const SEARCHED: (u64, u64, Duration) = (200_000, 1 << 26, Duration::from_secs(1));

/// How many misère nimbers of a genus are written at least.
const SHOWN: usize = 5;

/// The genus of a disjunctive sum, `None` if it has none or a small search does not find it.
pub(super) fn genus(sum: &SumText, options: &SolveOptions) -> Option<Genus> {
    if sum.places().iter().any(|place| place.game.rules().kind() != Kind::Impartial) {
        return None;
    }
    let (positions, bytes, time) = SEARCHED;
    let limits = Limits {
        positions: positions.min(options.limits.positions),
        bytes: bytes.min(options.limits.bytes),
        time: Some(time),
        ..options.limits.clone()
    };
    let mut mixed = Mixed(vec![]);
    let mut components = vec![];
    for place in sum.places() {
        let Component::Near(position) = &place.component else { return None };
        let known = mixed.0.iter().position(|(game, _)| *game == place.game.text());
        if known.is_none() {
            let rules = AnyImpartial::try_from(place.game.rules().clone()).ok()?;
            mixed.0.push((place.game.text(), rules));
        }
        components.push((known.unwrap_or(mixed.0.len() - 1) as u32, position.clone()));
    }
    GenusSearch::new(&mixed, &limits).genus_of_sum(components).ok()
}

/// The genus as JSON: the nimber, then the misère nimbers beside 0, 1, 2, … heaps of two.
pub(super) fn genus_to_json(genus: &Genus) -> Value {
    let shown = genus.superscript().len().max(SHOWN);
    let superscript: Vec<u32> = (0..shown).map(|copies| genus.beside_twos(copies)).collect();
    json!([genus.nimber().0, superscript])
}

/// Several games by name as one ruleset: a position is one component of one of them.
struct Mixed<'a>(Vec<(&'a str, AnyImpartial)>);

impl Mixed<'_> {
    fn rules(&self, which: u32) -> &AnyImpartial {
        &self.0[which as usize].1
    }
}

impl Ruleset for Mixed<'_> {
    type Position = (u32, AnyPosition);
    type Move = Labelled;
    fn moves(&self, (which, position): &(u32, AnyPosition)) -> impl Iterator<Item = Labelled> {
        self.rules(*which).moves(position)
    }
    fn play(&self, (which, _): &(u32, AnyPosition), mv: &Labelled) -> (u32, AnyPosition) {
        (*which, mv.to.clone())
    }
    fn options(&self, (which, position): &(u32, AnyPosition)) -> impl Iterator<Item = (u32, AnyPosition)> {
        self.rules(*which).options(position).map(|option| (*which, option))
    }
    fn bytes_outside(&self, (which, position): &(u32, AnyPosition)) -> usize {
        self.rules(*which).bytes_outside(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.iter().find_map(|(_, rules)| rules.fault())
    }
}

impl Impartial for Mixed<'_> {
    fn summands(&self, (which, position): &(u32, AnyPosition)) -> impl Iterator<Item = (u32, AnyPosition)> {
        self.rules(*which).summands(position).map(|part| (*which, part))
    }
}
