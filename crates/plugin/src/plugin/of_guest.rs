//! Builds a plugin from a guest, whose rules are code or data.

use super::{NotLoaded, Plugin};
use crate::About;
use crate::guest::failure::Failure;
use crate::guest::loaded::{Artist, Broken, Loaded};
use crate::guest::{Guest, Unloaded};
use crate::image::Image;
use crate::latch::Latch;
use crate::rulesets::Rulesets;
use std::sync::Arc;

impl Plugin {
    /// Loads the guest twice: once for its rules, and once for its pictures.
    pub(super) fn of<G: Guest + 'static>(
        name: &str,
        load: impl Fn() -> Result<(About, G), Unloaded> + Send + Sync + 'static,
    ) -> Result<Self, NotLoaded> {
        let (about, guest) = match load() {
            Ok(loaded) => loaded,
            Err(Unloaded::Parameters(error)) => return Err(NotLoaded::Parameters(error)),
            Err(Unloaded::Failed(failure)) => return Ok(Self::broken(name, &failure)),
        };
        let latch = Latch::default();
        let images = Image::ALL.into_iter().filter(|image| guest.has(*image)).collect();
        let [has_bounds, _] = guest.knows();
        let drawing = guest.draws().then(Latch::default);
        if about.is_endless && (about.data_key().is_some() || guest.is_of_heaps() || guest.kind().is_scored()) {
            let how = "`endless` is for `moves`, or `left_moves` with `right_moves`, where the last move or `terminal_outcome` \
                       decides: heaps shrink, and play without end gains no points";
            return Ok(Self::broken(name, &Failure::new("loading", how)));
        }
        let (has_equals, mut rulesets) = (guest.has_equals(), Rulesets::default());
        let rules = match about.data() {
            Err(failure) => return Ok(Self::broken(name, &failure)),
            Ok(Some(data)) => data,
            Ok(None) => {
                let again = move || load().ok().map(|(_, guest)| guest);
                let artist = drawing.clone().map(|latch| Artist::new(name, Box::new(again), latch));
                let loaded = Loaded::new(name, &about, guest, latch.clone(), artist);
                rulesets = loaded.rulesets();
                Arc::new(loaded)
            }
        };
        Ok(Self { about, rules, images, has_bounds, latch, rulesets, has_equals, drawing })
    }

    /// Returns a plugin for a file that failed while it was loaded. It has a fault and no moves.
    pub(super) fn broken(name: &str, failure: &Failure) -> Self {
        let latch = Latch::default();
        latch.close(name, failure);
        let rules = Arc::new(Broken(latch.clone()));
        Self {
            about: About::default(),
            rules,
            images: vec![],
            has_bounds: false,
            latch,
            rulesets: Rulesets::default(),
            has_equals: false,
            drawing: None,
        }
    }
}
