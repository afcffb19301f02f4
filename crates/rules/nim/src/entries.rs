//! The registry entry of Nim.

use crate::Nim;
use sprague_core::any;
use sprague_core::registry::{Entry, Fact};

const KNOWN: &[Fact] = &[
    Fact::of("A position is lost exactly if the heaps add up to 0 in binary without carry.", "Bouton 1901")
        .shown_by("solve nim@3,5,6", "lost for the player to move"),
    Fact::of("Where the last mover loses, the same positions are lost, as long as some heap has two tokens; of heaps of one an odd number is lost.", "Bouton 1901")
        .shown_by("solve nim@1,1,1 --play misere", "lost for the player to move"),
];

/// Returns the registry entries of all games in this crate.
///
/// ```
/// assert_eq!(sprague_rules_nim::entries()[0].name(), "nim");
/// ```
pub fn entries() -> [Entry; 1] {
    let nim = Entry::new("nim", |parameters| parameters.none().map(|()| any::one_heap(Nim)));
    let nim = nim
        .component("heap")
        .play("take any number from a heap")
        .example("nim@3,4,5")
        .title("Nim")
        .aim("Take tokens from one heap, and take the very last one.")
        .brief("Take as many tokens as you like from one heap, at least one. Whoever takes the last token wins.")
        .sizes(&["nim@1,2,3", "nim@3,4,5", "nim@5,7,9", "nim@1,3,5,7"])
        .theorem("all-but");
    let nim = nim.rules("A move takes as many tokens as one likes from one heap, at least one. Whoever cannot move loses.");
    [nim.source("Bouton 1901").known(KNOWN)]
}
