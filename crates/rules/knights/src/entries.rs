//! Knights by name.

use crate::Knights;
use sprague_core::notation::Reader;
use sprague_core::registry::Entry;
use sprague_core::{BadNotation, any};

/// The entry of knights on a board.
///
/// ```
/// assert_eq!(sprague_rules_knights::entries()[0].name(), "knights");
/// ```
pub fn entries() -> [Entry; 1] {
    let knights = Entry::new("knights[:N]", |parameters| {
        let rules = parameters.optional(|side| {
            let number = Reader::new(side).whole(Reader::small)?;
            Knights::new(number).map_err(|_| BadNotation::new(0, "a side from 1 to 1000"))
        })?;
        Ok(any::impartial(rules.unwrap_or_default()))
    });
    [knights
        .component("square x.y")
        .play("move a knight towards the corner of an N by N board (8 unless said)")
        .example("knights:8@3.4,7.7")
        .source("TopCoder tutorial")]
}
