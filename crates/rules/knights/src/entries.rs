//! The registry entry of knights.

use crate::Knights;
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of(
        "Every move lowers x + y, so play ends, and each square has a nimber: 0 on the four squares at the corner.",
        "TopCoder tutorial *Algorithm Games*",
    )
    .shown_by("solve knights@1.1", "nimber 0"),
    Fact::of("The greatest nimber on the 8×8 board is 4.", "TopCoder tutorial *Algorithm Games*")
        .shown_by("solve knights@3.4", "nimber 4"),
];

/// Returns the entry of knights on a board.
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
        .example("knights:8@3.4,7.7").title("White Knights").aim("Lead the knights into the corner.").brief("Move a knight by one of the four jumps that lead towards the corner. Whoever cannot move loses.").sizes(&["knights:4@3.2", "knights:6@4.5", "knights:8@3.4,7.7", "knights:8@5.6,7.3,4.7"])
        .rules("A knight moves by (−2, −1), (−1, −2), (+1, −2) or (−2, +1), and stays on the board. Several knights are a sum: they never meet. Whoever cannot move loses.")
        .options("N: the side of the board, 1 to 1000; 8 unless said.")
        .known(KNOWN)
        .source("TopCoder tutorial")]
}
