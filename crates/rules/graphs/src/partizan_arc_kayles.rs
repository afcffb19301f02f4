//! Partizan Arc Kayles: Left may take blue edges, Right red edges, and both may take edges without a colour.
//!
//! CGSuite contains it among its games on graphs. Without colours it is Arc Kayles (Schaefer 1978).

#[cfg(test)]
mod tests;

use crate::coloured::{Kind, game_of_taking};
use sprague_core::any;
use sprague_core::registry::{Entry, Fact};

/// Partizan Arc Kayles: take an edge of your own colour or without a colour.
///
/// All edges that share an end with it are also removed. A player who cannot move loses. Summands are the connected components.
/// The graph has at most 64 edges.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_graphs::PartizanArcKayles;
///
/// let path = PartizanArcKayles.read("path:4:blue=1-2:red=3-4")?;
/// let moves: Vec<String> = PartizanArcKayles.moves(&path, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["take 1-2", "take 2-3"]);
/// let options: Vec<String> = PartizanArcKayles.options(&path, Player::Left).map(|to| PartizanArcKayles.show(&to)).collect();
/// assert_eq!(options, ["path:4:gone=1-2.2-3:red=3-4", "path:4:gone=1-2.2-3.3-4"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartizanArcKayles;

game_of_taking!(PartizanArcKayles, Kind::Edges, |graph| graph.picture_of_edges());

const KNOWN: &[Fact] = &[
    Fact::of("A path of two blue edges and a red one is worth 1/2.", "CGSuite's tests")
        .shown_by("value partizan-arc-kayles@path:4:blue=1-2.2-3:red=3-4", ": 1/2"),
    Fact::of("Paths without colours are Dawson's Kayles, 0.07, one heap of vertices each.", "Winning Ways, ch. 4")
        .shown_by("compare partizan-arc-kayles@path:8 octal:0.07@8", "equal"),
    Fact::of("A tree of twelve edges, two of them without a colour, has this value.", "CGSuite's tests").shown_by(
        "value partizan-arc-kayles@1-2.2-3.3-4.4-5.5-6.6-7.5-8.8-9.9-10.10-11.11-12.10-13:blue=1-2.3-4.5-6.6-7.11-12.10-13:red=2-3.4-5.5-8.10-11",
        "{{3*|2*}|{3/2,3/2*|1/2*}}",
    ),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("partizan-arc-kayles", |parameters| parameters.none().map(|()| any::partizan(PartizanArcKayles)));
    let entry = entry
        .component("graph in one line, such as 1-2.2-3 or grid:3x4, with :gone=…, :blue=…, :red=… of edges after it")
        .play("take an own (or uncoloured) edge with all edges at its ends");
    let entry = entry.rules("Left takes a blue edge, Right a red one, and either one that has no colour; all edges that share an end with it go, too. Whoever cannot move loses. The graph has at most 64 edges.");
    entry.example("partizan-arc-kayles@grid:2x3:blue=1-2.4-5:red=2-3.5-6").title("Partizan Arc Kayles").aim("Take a line of yours; those at its ends go with it.").brief("Take a line of your own colour, or one without colour, and all lines at its ends go with it. Whoever cannot move loses.").sizes(&["partizan-arc-kayles@grid:2x2:blue=1-2:red=3-4", "partizan-arc-kayles@grid:2x3:blue=1-2.4-5:red=2-3.5-6", "partizan-arc-kayles@grid:2x4:blue=1-2.5-6:red=3-4.7-8"]).source("CGSuite's PartizanArcKayles").known(KNOWN)
}
