//! Rules that are tried, of any origin.
//!
//! Loaded ones come with the facts that the plugin knows about itself.

use super::Law;
use crate::Plugin;
use crate::image::Image;
use sprague_core::any::{Fault, Picture};
use sprague_core::{AnyRuleset, Stopped};
use std::sync::Arc;

/// Rules that are tried.
pub(super) struct Subject {
    rules: Arc<dyn AnyRuleset>,
    plugin: Option<Plugin>,
}

impl From<Arc<dyn AnyRuleset>> for Subject {
    fn from(rules: Arc<dyn AnyRuleset>) -> Self {
        Self { rules, plugin: None }
    }
}

impl From<Plugin> for Subject {
    fn from(plugin: Plugin) -> Self {
        Self { rules: plugin.rules().clone(), plugin: Some(plugin) }
    }
}

impl Subject {
    pub(super) fn rules(&self) -> &dyn AnyRuleset {
        &*self.rules
    }

    /// The failure, and the law that it breaks.
    pub(super) fn fault(&self) -> Option<(Fault, Law)> {
        let fault = self.rules.recheck()?;
        let latched = self.plugin.as_ref().and_then(Plugin::broken_law);
        Some((fault, latched.unwrap_or(Law::CallsAnswer)))
    }

    /// The limit that ended the rules, which breaks no law.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.rules.fault()?.limit.map(|limit| *limit)
    }

    /// The functions that are tried.
    ///
    /// Of a plugin they are those it has itself, and not what it gets for being loaded.
    pub(super) fn images(&self) -> &[Image] {
        self.plugin.as_ref().map_or(&Image::ALL, Plugin::images)
    }

    /// Tells whether it may bound values.
    pub(super) fn has_bounds(&self) -> bool {
        self.plugin.as_ref().is_none_or(Plugin::has_bounds)
    }

    /// Tells whether it may draw its positions itself.
    pub(super) fn draws(&self) -> bool {
        self.plugin.as_ref().is_none_or(Plugin::draws)
    }

    /// The fault of a picture that was drawn.
    pub(super) fn picture_fault(&self, picture: Option<&Picture>) -> Option<String> {
        if let Some(fault) = self.plugin.as_ref().and_then(Plugin::picture_fault) {
            return Some(fault.reason.to_string());
        }
        let is_too_large = picture.is_some_and(|picture| picture.clone().bounded().is_none());
        is_too_large.then(|| format!("its picture has more than {} parts", Picture::MAX_PARTS))
    }
}
