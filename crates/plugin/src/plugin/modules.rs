//! Plugins from WebAssembly modules, and from their text.

use super::{NotLoaded, Plugin};
use crate::wasm::{Module, text};

impl Plugin {
    /// A plugin from the text format of a WebAssembly module, at most 2 MiB.
    ///
    /// `name` is for messages.
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
        match text::module(text) {
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
}
