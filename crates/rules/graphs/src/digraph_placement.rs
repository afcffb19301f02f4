//! Digraph Placement: take a vertex of your colour with all its out-neighbours.
//!
//! Clow & McKay 2024, *Digraph Placement Games* (arXiv 2407.12219); its values of days 2 and 3: arXiv 2505.06206.

#[cfg(test)]
mod tests;

use crate::coloured::{Kind, game_of_taking};
use sprague_core::any;
use sprague_core::registry::{Entry, Fact};

/// Digraph Placement: Left takes a blue vertex, Right a red one, with all its out-neighbours of either colour.
///
/// A player who cannot move loses. In the text of a position, `1>2` is an arc, and an edge `1-2` is an arc in each direction.
/// Every vertex has a colour, and there are at most 64. Summands are the connected components.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_graphs::DigraphPlacement;
///
/// let graph = DigraphPlacement.read("1>2.2-3:blue=1.2:red=3")?;
/// let options: Vec<String> = DigraphPlacement.options(&graph, Player::Left).map(|to| DigraphPlacement.show(&to)).collect();
/// assert_eq!(options, ["1>2.2-3:gone=1.2:red=3", "1>2.2-3:gone=2.3:blue=1"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DigraphPlacement;

game_of_taking!(DigraphPlacement, Kind::Arcs, |graph| graph.picture_of_vertices(graph.left()));

const KNOWN: &[Fact] = &[
    Fact::of("A blue and a red vertex that remove each other are star.", "By the rules")
        .shown_by("value digraph-placement@1-2:blue=1:red=2", "which is star"),
    Fact::of("If only the blue one removes the red one, they are worth 1/2.", "By the rules")
        .shown_by("value digraph-placement@1>2:blue=1:red=2", ": 1/2"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("digraph-placement", |parameters| parameters.none().map(|()| any::partizan(DigraphPlacement)));
    let entry = entry
        .component("directed graph in one line, such as 1>2.2-3 or path:4, with :gone=…, :blue=…, :red=… of vertices after it")
        .play("take an own vertex with all vertices to which arcs lead from it");
    let entry = entry.rules("Left takes a blue vertex, Right a red one; all vertices to which arcs lead from it go, too, whatever their colour. `1>2` is an arc from 1 to 2, `1-2` is one in either direction. Every vertex is blue, red or gone, and there are at most 64. Whoever cannot move loses.");
    entry
        .example("digraph-placement@1>2.2>3.3-4.4>1:blue=1.3:red=2.4")
        .title("Digraph Placement")
        .aim("Take a point of yours and all it points at.")
        .brief("Take a point of your own colour, and all points that its arrows lead to go with it. Whoever cannot move loses.")
        .sizes(&["digraph-placement@1>2.2>1:blue=1:red=2", "digraph-placement@1>2.2>3.3-4.4>1:blue=1.3:red=2.4"])
        .source("arXiv 2407.12219, 2505.06206")
        .known(KNOWN)
}
