//! The rules under test: loaded or built in.

use super::Law;
use crate::Plugin;
use crate::image::Image;
use sprague_core::any::{Fault, Picture};
use sprague_core::{AnyRuleset, Stopped};
use std::sync::Arc;

/// Rules under test. If they come from a plugin, its description limits what is checked.
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

    /// Returns the failure and the law that it breaks.
    pub(super) fn fault(&self) -> Option<(Fault, Law)> {
        let fault = self.rules.recheck()?;
        let latched = self.plugin.as_ref().and_then(Plugin::broken_law);
        Some((fault, latched.unwrap_or(Law::CallsAnswer)))
    }

    /// Returns the limit that ended the rules. It breaks no law.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.rules.fault()?.limit.map(|limit| *limit)
    }

    /// Returns the functions to check: those that the plugin defines, or all for other rules.
    pub(super) fn images(&self) -> &[Image] {
        self.plugin.as_ref().map_or(&Image::ALL, Plugin::images)
    }

    /// Returns `true` if the rules may bound values. Only plugins can be known not to.
    pub(super) fn has_bounds(&self) -> bool {
        self.plugin.as_ref().is_none_or(Plugin::has_bounds)
    }

    /// Returns `true` if the rules may draw positions. Only plugins can be known not to.
    pub(super) fn draws(&self) -> bool {
        self.plugin.as_ref().is_none_or(Plugin::draws)
    }

    /// Returns the fault of a picture: a failure of the plugin, or too many parts.
    pub(super) fn picture_fault(&self, picture: Option<&Picture>) -> Option<String> {
        if let Some(fault) = self.plugin.as_ref().and_then(Plugin::picture_fault) {
            return Some(fault.reason.to_string());
        }
        let is_too_large = picture.is_some_and(|picture| picture.clone().bounded().is_none());
        is_too_large.then(|| format!("its picture has more than {} parts", Picture::MAX_PARTS))
    }
}
