//! Loads a plugin from a file. The rules in it are code, or data for a built-in ruleset.

#[cfg(feature = "modules")]
mod modules;
#[cfg(any(feature = "scripts", feature = "modules"))]
mod of_guest;
mod programs;
#[cfg(feature = "scripts")]
mod scripts;

use crate::About;
use crate::image::Image;
use crate::latch::Latch;
use crate::law::Law;
use crate::rulesets::Rulesets;
use sprague_core::any::Fault;
use sprague_core::registry::{Files, LocalFiles, Registry, Unreadable};
use sprague_core::{AnyRuleset, BadNotation};
use std::sync::Arc;
use thiserror::Error;

/// The maximum size of a file.
const MAX_BYTES: u64 = 4 << 20;

/// A ruleset that was loaded from a file or a program.
#[derive(Clone, Debug)]
pub struct Plugin {
    about: About,
    rules: Arc<dyn AnyRuleset>,
    images: Vec<Image>,
    has_bounds: bool,
    latch: Latch,
    /// The rulesets that the plugin can name in `equals`, and whether it does.
    rulesets: Rulesets,
    has_equals: bool,
    /// The latch of the second copy of the guest, which draws pictures. `None` if the plugin draws none.
    drawing: Option<Latch>,
}

/// The reason why nothing was loaded.
///
/// If a file can be read but its code fails, the result is not this error but a plugin with a [fault](AnyRuleset::fault).
///
/// ```
/// use sprague_plugin::{NotLoaded, Plugin};
/// assert!(matches!(Plugin::load("./nothing.rhai", None), Err(NotLoaded::Unreadable { .. })));
/// assert!(matches!(Plugin::load("game.txt", None), Err(NotLoaded::UnknownFormat { .. })));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotLoaded {
    /// The path has an unknown ending.
    #[error("{path}: plugins end in .rhai, .wasm or .wat")]
    UnknownFormat {
        /// The path that was given.
        path: String,
    },
    /// The program was built without the feature that loads files of this kind.
    #[error(
        "{path}: this program was built without {feature}. In a checkout, `cargo run --features {feature}` has them; \
         `cargo install sprague-cli --locked --features full` installs everything"
    )]
    LeftOut {
        /// The path that was given.
        path: String,
        /// The feature of this crate that was left out: `scripts` or `modules`.
        feature: &'static str,
    },
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The path that was given.
        path: String,
        /// The reason given by the operating system or by the policy.
        reason: Unreadable,
    },
    /// The plugin rejects these parameters. The byte offset in the error counts from the start of the parameters.
    #[error("parameters: {0}")]
    Parameters(BadNotation),
}

/// Builds a plugin from the path of a file, its content, and the parameters.
type Load = fn(&str, &[u8], Option<&str>) -> Result<Plugin, NotLoaded>;

/// Returns the loader for the ending of this path, or the name of a missing feature. Returns `None` if the ending is unknown.
fn loader(path: &str) -> Option<Result<Load, &'static str>> {
    Some(match path.rsplit_once('.')?.1 {
        #[cfg(feature = "scripts")]
        "rhai" => Ok(Plugin::from_script_file),
        #[cfg(feature = "modules")]
        "wat" => Ok(Plugin::from_text),
        #[cfg(feature = "modules")]
        "wasm" => Ok(Plugin::from_module),
        #[cfg(not(feature = "scripts"))]
        "rhai" => Err("scripts"),
        #[cfg(not(feature = "modules"))]
        "wat" | "wasm" => Err("modules"),
        _ => return None,
    })
}

impl Plugin {
    /// Loads a file of at most 4 MiB with these parameters, which are the text after the `:` in the notation.
    ///
    /// If the code in the file fails while it is loaded, the result is still a plugin. Its rules have a
    /// [fault](AnyRuleset::fault) and no moves.
    ///
    /// # Errors
    /// [`NotLoaded`] if the file cannot be read, if it rejects its parameters, or if this build cannot load files of its
    /// kind.
    pub fn load(path: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        Self::load_with(&LocalFiles, path, parameters)
    }

    /// Loads a file like [`load`](Self::load), but reads it through `files`, which may not allow that.
    ///
    /// # Errors
    /// See [`load`](Self::load).
    pub fn load_with(files: &dyn Files, path: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let load = match loader(path) {
            Some(Ok(load)) => load,
            Some(Err(feature)) => return Err(NotLoaded::LeftOut { path: path.to_owned(), feature }),
            None => return Err(NotLoaded::UnknownFormat { path: path.to_owned() }),
        };
        let unreadable = |reason| NotLoaded::Unreadable { path: path.to_owned(), reason };
        load(path, &files.read(path, MAX_BYTES).map_err(unreadable)?, parameters)
    }

    /// Returns the plugin's description of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the rules of the plugin.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// Returns those of `summands`, `canonical` and `negative` that the plugin has.
    pub(crate) fn images(&self) -> &[Image] {
        &self.images
    }

    /// Returns `true` if the rules are data and not code.
    ///
    /// Data are `amounts`, `forbidden`, `code` and similar keys. A built-in ruleset runs rules given as data, so they cannot
    /// fail, and their periods can be proved.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("mine.rhai", "let amounts = [1, 3, 4];", None).unwrap();
    /// assert!(plugin.is_data() && plugin.rules().heaps().unwrap().rules().is_some());
    /// ```
    pub fn is_data(&self) -> bool {
        !self.rules.is_loaded()
    }

    /// Returns the first failure so far, including failures of loading.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("typo.rhai", "fn moves(n) { [n - }", None).unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("typo.rhai: `loading`"));
    /// ```
    pub fn fault(&self) -> Option<Fault> {
        self.rules.recheck()
    }

    /// Returns the first failure of drawing pictures so far.
    ///
    /// After such a failure positions are shown as text. No answer depends on pictures.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let text = "fn moves(n) { [] } fn picture(n) { [`${1 / 0}`] }";
    /// let plugin = Plugin::from_script("torn.rhai", text, None).unwrap();
    /// let rules = plugin.rules();
    /// assert_eq!(rules.picture(&rules.read("3").unwrap()), None);
    /// assert!(plugin.picture_fault().unwrap().to_string().contains("torn.rhai: `picture`"));
    /// assert_eq!(plugin.fault(), None);
    /// ```
    pub fn picture_fault(&self) -> Option<Fault> {
        self.drawing.as_ref()?.fault()
    }

    /// Returns the plugin with the rulesets whose positions its function `equals` may name. Without them it is not asked.
    ///
    /// ```
    /// use sprague_core::registry::Registry;
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("mine.rhai", "fn moves(n) { [] } fn equals(n) { `0` }", None).unwrap();
    /// let plugin = plugin.with_rulesets(&Registry::default());
    /// assert!(plugin.has_equals());
    /// ```
    #[must_use]
    pub fn with_rulesets(self, registry: &Registry) -> Self {
        if self.has_equals {
            self.rulesets.get_or_init(|| registry.clone());
        }
        self
    }

    /// Returns whether the plugin has a function `equals`, which promises nimbers.
    pub fn has_equals(&self) -> bool {
        self.has_equals
    }

    pub(crate) fn has_bounds(&self) -> bool {
        self.has_bounds
    }

    /// Returns `true` if the plugin has a function that draws positions.
    pub(crate) fn draws(&self) -> bool {
        self.drawing.is_some()
    }

    /// Returns the law that the fault breaks, or [`Law::CallsAnswer`] if a call failed.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_plugin::{Plugin, laws::Law};
    /// let twice = "fn moves(n) { [#{ label: `a`, to: 0 }, #{ label: `a`, to: 1 }] }";
    /// let plugin = Plugin::from_script("twice.rhai", twice, None).unwrap();
    /// let rules = plugin.rules();
    /// rules.moves(&rules.read("3").unwrap(), Player::Left, 0, &mut vec![]);
    /// assert_eq!(plugin.broken_law(), Some(Law::EachMoveIsListedOnce));
    /// ```
    pub fn broken_law(&self) -> Option<Law> {
        self.latch.law()
    }
}

#[cfg(test)]
#[cfg(not(all(feature = "scripts", feature = "modules")))]
mod tests {
    use super::*;

    #[test]
    fn files_that_this_program_cannot_load_are_refused_before_they_are_read() {
        let refused = |path: &str| Plugin::load(path, None).unwrap_err().to_string();
        if !cfg!(feature = "scripts") {
            assert!(refused("./nothing.rhai").starts_with("./nothing.rhai: this program was built without scripts. "));
        }
        if !cfg!(feature = "modules") {
            for path in ["./nothing.wat", "./nothing.wasm"] {
                assert!(refused(path).starts_with(&format!("{path}: this program was built without modules. ")));
            }
        }
        assert!(refused("./nothing.txt").contains("plugins end in"));
    }
}
