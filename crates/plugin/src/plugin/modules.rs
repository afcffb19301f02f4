//! Plugins from WebAssembly modules in binary or text format.

use super::{NotLoaded, Plugin};
use crate::wasm::{Module, text};

impl Plugin {
    /// Loads a plugin from a WebAssembly module in the text format, of at most 2 MiB. `name` appears in messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_text("typo.wat", b"(module", None).unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("typo.wat: `loading`"));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`] if the module rejects the parameters.
    pub fn from_text(name: &str, text: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        match text::module(text) {
            Ok(module) => Self::from_module(name, &module, parameters),
            Err(failure) => Ok(Self::broken(name, &failure)),
        }
    }

    /// Loads a plugin from the bytes of a WebAssembly module. `name` appears in messages.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::from_module("random.wasm", b"no module", None).unwrap();
    /// assert!(plugin.rules().fault().unwrap().to_string().contains("random.wasm"));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`] if the module rejects the parameters.
    pub fn from_module(name: &str, bytes: &[u8], parameters: Option<&str>) -> Result<Self, NotLoaded> {
        let (bytes, parameters) = (bytes.to_vec(), parameters.map(str::to_owned));
        Self::of(name, move || Module::load(&bytes, parameters.as_deref()))
    }
}
