//! Games on graphs that a position contains in one line: Node Kayles, Arc Kayles (also partizan), Digraph Placement, Fjords,
//! Nimstring, Dots and Boxes.
//!
//! A graph is a list of edges, as in `1-2.2-3.3-1`, and of single vertices such as `4`. Or it has a name: `path:5`, `cycle:6`,
//! `complete:5`, `grid:3x7`, `queens:8`, `petersen`, or `star:4`, which is a centre with 4 leaves. Or it is graph6 in double
//! quotes, as nauty, SageMath and NetworkX write it, or it comes from a file.
//!
//! ```
//! use sprague_core::{Notation, Ruleset};
//! use sprague_rules_graphs::NodeKayles;
//!
//! let rules = NodeKayles::default();
//! let triangle = rules.read("1-2.2-3.3-1")?;
//! assert_eq!(rules.options(&triangle).map(|to| rules.show(&to)).next().unwrap(), "1-2.2-3.3-1:gone=1.2.3");
//! assert_eq!(rules.normal_form(triangle), rules.normal_form(rules.read("\"Bw\"")?));
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod board;
mod canonical;
mod coloured;
mod connected;
mod digraph_placement;
mod dots_and_boxes;
mod fjords;
mod line;
#[cfg(test)]
mod naive;
mod nimstring;
mod partizan_arc_kayles;
mod remains;
mod taking;
mod text;

pub use coloured::Coloured;
pub use connected::{Connected, MOST_CONNECTED};
pub use digraph_placement::DigraphPlacement;
pub use dots_and_boxes::DotsAndBoxes;
pub use fjords::{ColourBeside, Fjords};
pub use nimstring::{Nimstring, Strings, TakeString};
pub use partizan_arc_kayles::PartizanArcKayles;
pub use remains::Remains;
pub use taking::{ArcKayles, NodeKayles, TakeItem};

use sprague_core::registry::Entry;

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let entries = sprague_rules_graphs::entries();
/// let names = entries.each_ref().map(|entry| entry.name());
/// assert_eq!(names, ["node-kayles", "arc-kayles", "partizan-arc-kayles", "digraph-placement", "fjords", "nimstring", "dots-and-boxes"]);
/// ```
pub fn entries() -> [Entry; 7] {
    let [nodes, edges] = taking::entries();
    [
        nodes,
        edges,
        partizan_arc_kayles::entry(),
        digraph_placement::entry(),
        fjords::entry(),
        nimstring::entry(),
        dots_and_boxes::entry(),
    ]
}
