//! Nim by name.

use crate::Nim;
use sprague_core::any;
use sprague_core::registry::Entry;

/// The entry of Nim.
///
/// ```
/// assert_eq!(sprague_rules_nim::entries()[0].name(), "nim");
/// ```
pub fn entries() -> [Entry; 1] {
    let nim = Entry::new("nim", |parameters| parameters.none().map(|()| any::one_heap(Nim)));
    [nim.component("heap").play("take any number from a heap").example("nim@3,4,5").theorem("all-but").source("Bouton 1901")]
}
