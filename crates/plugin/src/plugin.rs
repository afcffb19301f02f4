//! Loading: from a file to rules, or to data where the file gives data.

use crate::About;
use crate::failure::Failure;
use crate::guest::Guest;
use crate::loaded::{Broken, Loaded};
use crate::script::Script;
use crate::wasm::Module;
use sprague_core::any::AnyHeaps;
use sprague_core::{AmountSet, Amounts, AnyRuleset, BadNotation, Fault, TakeAndBreak};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;
use thiserror::Error;

/// The most bytes of a file.
const MOST_BYTES: u64 = 4 << 20;

/// A ruleset that was loaded.
///
/// See the [crate](crate) for an example.
#[derive(Clone)]
pub struct Plugin {
    about: About,
    content: Content,
}

/// What a plugin consists of.
#[derive(Clone)]
pub enum Content {
    /// Allowed amounts as data: periods are proved as for a built-in ruleset.
    Amounts(Amounts),
    /// A take-and-break code as data.
    Code(TakeAndBreak),
    /// Rules of positions of its own.
    Rules(Arc<dyn AnyRuleset>),
    /// Rules of heaps: a row for every n.
    Heaps(Arc<dyn AnyHeaps>),
}

/// Why nothing was loaded. A file that was read and then failed is loaded, with its [fault](AnyRuleset::fault).
///
/// ```
/// use sprague_plugin::{NotLoaded, Plugin};
/// assert!(matches!(Plugin::load("./nothing.rhai", None), Err(NotLoaded::Unreadable(_))));
/// assert!(matches!(Plugin::load("game.txt", None), Err(NotLoaded::Unreadable(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotLoaded {
    /// The file cannot be read: why.
    #[error("{0}")]
    Unreadable(String),
    /// The plugin does not take these parameters; the byte is one of the parameters.
    #[error("parameters: {0}")]
    Parameters(BadNotation),
}

/// The doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Script,
    Text,
    Binary,
}

impl Door {
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
    /// Whether a path names a plugin: it ends in `.rhai`, `.wasm` or `.wat`.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// assert!(Plugin::is_named_by("./chomp.rhai") && !Plugin::is_named_by("nim"));
    /// ```
    pub fn is_named_by(path: &str) -> bool {
        Door::of(path).is_some()
    }

    /// Loads a file of at most 4 MiB, with what stands behind the `:` in the notation.
    ///
    /// A file that fails while it is loaded gives a plugin too, whose rules have a [fault](AnyRuleset::fault) and no moves.
    ///
    /// # Errors
    /// [`NotLoaded`] if it cannot be read, or refuses its parameters.
    pub fn load(path: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let Some(door) = Door::of(path) else {
            return Err(NotLoaded::Unreadable(format!("{path}: plugins end in .rhai, .wasm or .wat")));
        };
        let bytes = bytes(path).map_err(|why| NotLoaded::Unreadable(format!("{path}: {why}")))?;
        match door {
            Door::Binary => Self::from_module(path, &bytes, parameters),
            Door::Text => Self::from_text(path, &bytes, parameters),
            Door::Script => match std::str::from_utf8(&bytes) {
                Ok(text) => Self::from_script(path, text, parameters),
                Err(error) => Ok(Self::broken(path, &Failure::new("loading", format!("it is not UTF-8: {error}")))),
            },
        }
    }

    /// A plugin from the text of a script; `name` is for messages.
    ///
    /// ```
    /// use sprague_plugin::{Content, Plugin};
    /// let plugin = Plugin::from_script("mine.rhai", "let amounts = [1, 3, 4];", None).unwrap();
    /// assert!(matches!(plugin.content(), Content::Amounts(_)));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`].
    pub fn from_script(name: &str, text: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        Self::of(name, Script::load(text, parameters))
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
    /// use sprague_plugin::{Content, Plugin};
    /// let plugin = Plugin::from_module("random.wasm", b"no module", None).unwrap();
    /// let Content::Rules(rules) = plugin.content() else { panic!() };
    /// assert!(rules.fault().unwrap().to_string().contains("random.wasm"));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`].
    pub fn from_module(name: &str, bytes: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        Self::of(name, Module::load(bytes, parameters))
    }

    fn of<G: Guest + 'static>(name: &str, loaded: Result<(About, G), Unloaded>) -> Result<Self, NotLoaded> {
        let (about, guest) = match loaded {
            Ok(loaded) => loaded,
            Err(Unloaded::Parameters(error)) => return Err(NotLoaded::Parameters(error)),
            Err(Unloaded::Failed(failure)) => return Ok(Self::broken(name, &failure)),
        };
        match about.data() {
            Err(failure) => return Ok(Self::broken(name, &failure)),
            Ok(Some(content)) => return Ok(Self { about, content }),
            Ok(None) => {}
        }
        let loaded = Arc::new(Loaded::new(name, guest));
        let content = if loaded.is_of_heaps() { Content::Heaps(loaded) } else { Content::Rules(loaded) };
        Ok(Self { about, content })
    }

    fn broken(name: &str, failure: &Failure) -> Self {
        Self { about: About::default(), content: Content::Rules(Arc::new(Broken(failure.of(name)))) }
    }

    /// What it says about itself.
    ///
    /// See [`About`] for an example.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What it consists of.
    ///
    /// See the [crate](crate) for an example.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What went wrong so far, loading included.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("typo.rhai", "fn moves(n) { [n - }", None).unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("typo.rhai: `loading`"));
    /// ```
    pub fn fault(&self) -> Option<Fault> {
        match &self.content {
            Content::Rules(rules) => rules.fault(),
            Content::Heaps(rules) => rules.fault(),
            Content::Amounts(_) | Content::Code(_) => None,
        }
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
    fn data(&self) -> Result<Option<Content>, Failure> {
        let failed =
            |key: &str, text: &str, error: &dyn std::fmt::Display| Failure::new("loading", format!("`{key}` = {text}: {error}"));
        let set = |key: &str, text: &str| text.parse::<AmountSet>().map_err(|error| failed(key, text, &error));
        match (&self.amounts, &self.forbidden, &self.code) {
            (None, None, None) => Ok(None),
            (Some(amounts), None, None) => Ok(Some(Content::Amounts(Amounts::Only(set("amounts", amounts)?)))),
            (None, Some(forbidden), None) => Ok(Some(Content::Amounts(Amounts::AllBut(set("forbidden", forbidden)?)))),
            (None, None, Some(code)) => {
                code.parse().map(|code| Some(Content::Code(code))).map_err(|error| failed("code", code, &error))
            }
            _ => Err(Failure::new("loading", "give one of `amounts`, `forbidden` and `code`, not several")),
        }
    }

    /// Whether the rules are given as data, so that no function is needed.
    pub(crate) fn is_data(&self) -> bool {
        self.amounts.is_some() || self.forbidden.is_some() || self.code.is_some()
    }
}

/// The bytes of a plain file of bounded size.
fn bytes(path: &str) -> Result<Vec<u8>, String> {
    // opening a pipe would wait for its writer
    if !std::fs::metadata(path).map_err(|error| error.to_string())?.is_file() {
        return Err("it is not a plain file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let about = file.metadata().map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is not a plain file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("it has more than {MOST_BYTES} bytes"));
    }
    // no more than the file says it has: some of the system's never end
    let mut bytes = vec![];
    file.take(about.len()).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The module that a text stands for; what is read takes some fifty times its memory.
fn text_module(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    if bytes.len() as u64 > MOST_BYTES / 2 {
        return Err(Failure::new("loading", format!("a text of more than {} bytes; load the module itself", MOST_BYTES / 2)));
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
