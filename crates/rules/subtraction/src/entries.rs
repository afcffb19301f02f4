//! Subtraction games by name.

use crate::{AllBut, Subtraction};
use sprague_core::any;
use sprague_core::registry::Entry;

/// The entries of the games with allowed and with forbidden amounts.
///
/// ```
/// let names = sprague_rules_subtraction::entries().map(|entry| entry.name().to_owned());
/// assert_eq!(names, ["subtraction", "all-but"]);
/// ```
pub fn entries() -> [Entry; 2] {
    let subtraction = Entry::new("subtraction:SET", |parameters| {
        let amounts = parameters.needed("the allowed amounts", |text| parameters.amounts(text))?;
        Ok(any::one_heap(Subtraction(amounts)))
    });
    let all_but = Entry::new("all-but:SET", |parameters| {
        let amounts = parameters.needed("the forbidden amounts", |text| parameters.amounts(text))?;
        Ok(any::one_heap(AllBut(amounts)))
    });
    [
        subtraction
            .component("heap")
            .play("take an amount that is in SET")
            .example("subtraction:1,3,4@11")
            .theorem("bounded look-back")
            .source("TopCoder tutorial; Winning Ways ch. 4"),
        all_but
            .component("heap")
            .play("take any amount that is not in SET")
            .example("all-but:2,5@20")
            .theorem("all-but")
            .source("Siegel 2013, ch. IV"),
    ]
}
