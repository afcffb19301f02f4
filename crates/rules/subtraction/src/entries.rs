//! Subtraction games by name.

use crate::{AllBut, Subtraction};
use sprague_core::any;
use sprague_core::registry::{Entry, Fact};

/// Facts about subtraction games.
const KNOWN: &[Fact] = &[
    Fact::of("The nimbers of every finite set repeat, and so do the outcomes.", "Winning Ways ch. 4")
        .shown_by("analyse subtraction:1,3,4", "period 7 from n = 0 on, proved"),
    Fact::of("With the amounts 1 to k, a heap is lost exactly if it is a multiple of k + 1.", "Winning Ways ch. 4")
        .shown_by("analyse subtraction:1-3", "period 4 from n = 0 on, proved"),
];

/// Facts about games with forbidden amounts.
const KNOWN_OF_ALL_BUT: &[Fact] = &[Fact::of(
    "The nimbers are arithmetically periodic: from some heap on they repeat but for a constant gain.",
    "Siegel 2013, ch. IV",
)
.shown_by("analyse all-but:2,5", "proved (all-but)")];

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
            .rules("A move takes an amount that is in SET from one heap. Who cannot move loses.")
            .options("SET: amounts and ranges apart by commas, `1-3,7`; or a file of numbers, `./FILE`.")
            .known(KNOWN)
            .source("TopCoder tutorial; Winning Ways ch. 4"),
        all_but
            .component("heap")
            .play("take any amount that is not in SET")
            .example("all-but:2,5@20")
            .theorem("all-but")
            .rules("A move takes any amount that is not in SET from one heap. Who cannot move loses.")
            .options("SET: amounts and ranges apart by commas, `2,5`; or a file of numbers, `./FILE`.")
            .known(KNOWN_OF_ALL_BUT)
            .source("Siegel 2013, ch. IV"),
    ]
}
