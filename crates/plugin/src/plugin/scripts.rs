//! Plugins from scripts.

use super::{NotLoaded, Plugin};
use crate::guest::failure::Failure;
use crate::script::Script;

impl Plugin {
    /// Loads a plugin from the text of a script. `name` appears in messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_script("mine.rhai", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }", None).unwrap();
    /// assert!(plugin.rules().read("7").is_ok());
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`] if the script rejects the parameters.
    pub fn from_script(name: &str, text: &str, parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let (owned, text, parameters) = (name.to_owned(), text.to_owned(), parameters.map(str::to_owned));
        Self::of(name, move || Script::load(&owned, &text, parameters.as_deref()))
    }

    /// Loads a plugin from the bytes of a script, which must be UTF-8.
    pub(super) fn from_script_file(name: &str, bytes: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::from_script(name, text, parameters),
            Err(error) => Ok(Self::broken(name, &Failure::new("loading", format!("it is not UTF-8: {error}")))),
        }
    }
}
