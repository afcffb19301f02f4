//! Loading: from a file to rules, which may be code or data.

use crate::About;
use crate::failure::{Failure, Latch};
use crate::guest::{Guest, Image};
use crate::laws::Law;
use crate::loaded::{Artist, Broken, Loaded};
use crate::script::Script;
use crate::wasm::Module;
use sprague_core::any::Fault;
use sprague_core::heap::AmountSet;
use sprague_core::registry::{Files, LocalFiles, Unreadable};
use sprague_core::{AnyRuleset, BadNotation, any};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_octal::Octal;
use sprague_rules_subtraction::{AllBut, Subtraction};
use std::sync::Arc;
use thiserror::Error;

/// The most bytes of a file.
const MAX_BYTES: u64 = 4 << 20;

/// A ruleset that was loaded.
///
/// See the [crate](crate) for an example.
#[derive(Clone, Debug)]
pub struct Plugin {
    about: About,
    rules: Arc<dyn AnyRuleset>,
    images: Vec<Image>,
    latch: Latch,
    /// That of its pictures, if it draws any.
    drawing: Option<Latch>,
}

/// Why nothing was loaded. A file that was read and then failed is loaded, with its [fault](AnyRuleset::fault).
///
/// ```
/// use sprague_plugin::{NotLoaded, Plugin};
/// assert!(matches!(Plugin::load("./nothing.rhai", None), Err(NotLoaded::Unreadable { .. })));
/// assert!(matches!(Plugin::load("game.txt", None), Err(NotLoaded::UnknownFormat { .. })));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotLoaded {
    /// The path says nothing about the format.
    #[error("{path}: plugins end in .rhai, .wasm or .wat")]
    UnknownFormat {
        /// The path.
        path: String,
    },
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The path.
        path: String,
        /// Why.
        reason: Unreadable,
    },
    /// The plugin does not take these parameters; the byte is one of the parameters.
    #[error("parameters: {0}")]
    Parameters(BadNotation),
}

/// How a plugin is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PluginFormat {
    Script,
    Text,
    Binary,
}

impl PluginFormat {
    fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "rhai" => Some(Self::Script),
            "wat" => Some(Self::Text),
            "wasm" => Some(Self::Binary),
            _ => None,
        }
    }
}

impl Plugin {
    /// Loads a file of at most 4 MiB, with what stands behind the `:` in the notation.
    ///
    /// A file that fails while it is loaded gives a plugin too, whose rules have a [fault](AnyRuleset::fault) and no moves.
    ///
    /// # Errors
    /// [`NotLoaded`] if it cannot be read, or refuses its parameters.
    pub fn load(path: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        Self::load_with(&LocalFiles, path, parameters)
    }

    /// The same, where `files` are opened by a policy of the program.
    ///
    /// See [`entries`](crate::entries) for an example.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_with(files: &dyn Files, path: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let Some(format) = PluginFormat::of(path) else {
            return Err(NotLoaded::UnknownFormat { path: path.to_owned() });
        };
        let unreadable = |reason| NotLoaded::Unreadable { path: path.to_owned(), reason };
        let bytes = files.read(path, MAX_BYTES).map_err(unreadable)?;
        match format {
            PluginFormat::Binary => Self::from_module(path, &bytes, parameters),
            PluginFormat::Text => Self::from_text(path, &bytes, parameters),
            PluginFormat::Script => match std::str::from_utf8(&bytes) {
                Ok(text) => Self::from_script(path, text, parameters),
                Err(error) => Ok(Self::broken(path, &Failure::new("loading", format!("it is not UTF-8: {error}")))),
            },
        }
    }

    /// A plugin from the text of a script; `name` is for messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("mine.rhai", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }", None).unwrap();
    /// assert!(plugin.rules().read("7").is_ok());
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`].
    pub fn from_script(name: &str, text: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let (owned, text, parameters) = (name.to_owned(), text.to_owned(), parameters.map(str::to_owned));
        Self::of(name, move || Script::load(&owned, &text, parameters.as_deref()))
    }

    /// A plugin from the text format of a WebAssembly module, at most 2 MiB; `name` is for messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_text("typo.wat", b"(module", None).unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("typo.wat: `loading`"));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`].
    pub fn from_text(name: &str, text: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        match text_module(text) {
            Ok(module) => Self::from_module(name, &module, parameters),
            Err(failure) => Ok(Self::broken(name, &failure)),
        }
    }

    /// A plugin from the bytes of a WebAssembly module; `name` is for messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_module("random.wasm", b"no module", None).unwrap();
    /// assert!(plugin.rules().fault().unwrap().to_string().contains("random.wasm"));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`].
    pub fn from_module(name: &str, bytes: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let (bytes, parameters) = (bytes.to_vec(), parameters.map(str::to_owned));
        Self::of(name, move || Module::load(&bytes, parameters.as_deref()))
    }

    fn of<G: Guest + 'static>(
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
        let drawing = guest.draws().then(Latch::default);
        let rules = match about.data() {
            Err(failure) => return Ok(Self::broken(name, &failure)),
            Ok(Some(data)) => data,
            Ok(None) => {
                let again = move || load().ok().map(|(_, guest)| guest);
                let artist = drawing.clone().map(|latch| Artist::new(name, Box::new(again), latch));
                Arc::new(Loaded::new(name, guest, latch.clone(), artist))
            }
        };
        Ok(Self { about, rules, images, latch, drawing })
    }

    fn broken(name: &str, failure: &Failure) -> Self {
        let latch = Latch::default();
        latch.close(name, failure);
        Self { about: About::default(), rules: Arc::new(Broken(latch.clone())), images: vec![], latch, drawing: None }
    }

    /// What it says about itself.
    ///
    /// See [`About`] for an example.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its rules.
    ///
    /// See the [crate](crate) for an example.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// Which functions it has beside its rules.
    pub(crate) fn images(&self) -> &[Image] {
        &self.images
    }

    /// Whether its rules are data (`amounts`, `forbidden`, `code`, …) and not code: they are those of a built-in ruleset, they cannot
    /// fail, and their periods are proved.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("mine.rhai", "let amounts = [1, 3, 4];", None).unwrap();
    /// assert!(plugin.is_data() && plugin.rules().heaps().unwrap().rules().is_some());
    /// ```
    pub fn is_data(&self) -> bool {
        !self.rules.is_loaded()
    }

    /// What went wrong so far, loading included.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("typo.rhai", "fn moves(n) { [n - }", None).unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("typo.rhai: `loading`"));
    /// ```
    pub fn fault(&self) -> Option<Fault> {
        self.rules.recheck()
    }

    /// What went wrong with its pictures so far. Positions are shown as text from then on; no answer depends on it.
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

    /// Whether it draws its positions itself.
    pub(crate) fn draws(&self) -> bool {
        self.drawing.is_some()
    }

    /// The law that this fault breaks: [`Law::CallsAnswer`] where a call failed.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_plugin::{Plugin, laws::Law};
    /// let plugin = Plugin::from_script("twice.rhai", "fn moves(n) { [0, 0] }", None).unwrap();
    /// let rules = plugin.rules();
    /// rules.moves(&rules.read("3").unwrap(), Player::Left, 0, &mut vec![]);
    /// assert_eq!(plugin.broken_law(), Some(Law::EachMoveIsListedOnce));
    /// ```
    pub fn broken_law(&self) -> Option<Law> {
        self.latch.law()
    }
}

/// Why a guest was not loaded.
pub(crate) enum Unloaded {
    /// It does not take these parameters.
    Parameters(BadNotation),
    /// It failed.
    Failed(Failure),
}

impl From<Failure> for Unloaded {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl About {
    /// The rules as data, if that is how they were given.
    fn data(&self) -> Result<Option<Arc<dyn AnyRuleset>>, Failure> {
        let failed =
            |key: &str, text: &str, error: &dyn std::fmt::Display| Failure::new("loading", format!("`{key}` = {text}: {error}"));
        let set = |key: &str, text: &str| text.parse::<AmountSet>().map_err(|error| failed(key, text, &error));
        let side = |key: &str, text: &str| if matches!(text, "" | "none") { Ok(AmountSet::default()) } else { set(key, text) };
        let [left_key, right_key] = ["left_amounts", "right_amounts"];
        match (&self.amounts, &self.amounts_of, &self.forbidden, &self.code) {
            (None, [None, None], None, None) => Ok(None),
            (Some(amounts), [None, None], None, None) => Ok(Some(any::one_heap(Subtraction(set("amounts", amounts)?)))),
            (None, [Some(left), Some(right)], None, None) => {
                let rules = PartizanSubtraction { left: side(left_key, left)?, right: side(right_key, right)? };
                Ok(Some(any::partizan_heap(rules)))
            }
            (None, [None, None], Some(forbidden), None) => Ok(Some(any::one_heap(AllBut(set("forbidden", forbidden)?)))),
            (None, [None, None], None, Some(code)) => {
                let rules: Octal = code.parse().map_err(|error| failed("code", code, &error))?;
                Ok(Some(any::heaps(rules)))
            }
            (None, [left, _], None, None) => {
                let (there, missing) = if left.is_some() { (left_key, right_key) } else { (right_key, left_key) };
                let how = format!("there is `{there}`, but not `{missing}`; it is `none` where that player never moves");
                Err(Failure::new("loading", how))
            }
            _ => Err(Failure::new(
                "loading",
                "give one of `amounts`, `left_amounts` with `right_amounts`, `forbidden` and `code`, not several",
            )),
        }
    }

    /// Whether the rules are given as data, so that no function is needed.
    pub(crate) fn is_data(&self) -> bool {
        [&self.amounts, &self.forbidden, &self.code].into_iter().chain(&self.amounts_of).any(Option::is_some)
    }
}

/// The module that a text stands for; what is read takes some fifty times its memory.
fn text_module(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    if bytes.len() as u64 > MAX_BYTES / 2 {
        return Err(Failure::new("loading", format!("a text of more than {} bytes; load the module itself", MAX_BYTES / 2)));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Failure::new("loading", format!("it is not UTF-8: {error}")))?;
    match wat::parse_str(text) {
        Ok(module) => Ok(module),
        // the first line says what, the second where; the rest is a picture
        Err(error) => {
            let error = error.to_string();
            let lines: Vec<&str> = error.lines().map(str::trim).take(2).collect();
            Err(Failure::new("loading", lines.join(" ")))
        }
    }
}
