//! The registry entries of Nim and Scoring Nim.

use crate::{Nim, ScoringNim};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("A position is lost exactly if the heaps add up to 0 in binary without carry.", "Bouton 1901")
        .shown_by("solve nim@3,5,6", "lost for the player to move"),
    Fact::of("Where the last mover loses, the same positions are lost, as long as some heap has two tokens; of heaps of one an odd number is lost.", "Bouton 1901")
        .shown_by("solve nim@1,1,1 --play misere", "lost for the player to move"),
];

const KNOWN_OF_POINTS: &[Fact] = &[Fact::of(
    "Heaps of 3, 5 and 7 are won by 2 if the last token is worth 3 points more.",
    "arXiv 2502.10971; plain minimax in this project",
)
.shown_by("solve scoring-nim:bonus=3@3.5.7", "wins by 2")];

/// Returns the registry entries of all games in this crate.
///
/// ```
/// assert_eq!(sprague_rules_nim::entries()[0].name(), "nim");
/// ```
pub fn entries() -> [Entry; 2] {
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
    let scoring = Entry::new("scoring-nim[:bonus=B]", |parameters| {
        let bonus = parameters.optional(|text| {
            let number = text.strip_prefix("bonus=").and_then(|number| number.parse().ok());
            number.ok_or_else(|| BadNotation::new(0, "bonus=B, with the points for the last token"))
        })?;
        Ok(any::scored(ScoringNim { bonus: bonus.unwrap_or_default() }))
    });
    let scoring = scoring
        .component("heaps with points between, as in 3.5.7")
        .play("take any number from a heap, and gain a point for each; the last token of all is worth B more")
        .rules("A move takes as many tokens as one likes from one heap, at least one, and gains a point for each. Whoever takes the last token of all gains B points more. The answer is by how many points the player to move wins. The heaps are one position, because scores do not add up.")
        .options("B: the points for the last token, 0 unless said.")
        .example("scoring-nim:bonus=3@3.5.7")
        .title("Scoring Nim")
        .aim("Take more tokens, and take the last one.")
        .brief("Take as many tokens as you like from one heap, and gain a point for each; the last one is worth more. Whoever has more points wins.")
        .sizes(&["scoring-nim:bonus=3@1.2.3", "scoring-nim:bonus=3@3.5.7", "scoring-nim:bonus=5@4.6.8"])
        .source("arXiv 2502.10971")
        .known(KNOWN_OF_POINTS);
    [nim.source("Bouton 1901").known(KNOWN), scoring]
}
