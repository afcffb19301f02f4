//! Fjords: colour a free vertex next to one of your own.
//!
//! This is the second half of Delonge's board game *Fjords*. CGSuite's `Fjords` is another game, in which nobody may colour a
//! vertex next to both colours.

#[cfg(test)]
mod tests;

use crate::canonical::bits;
use crate::coloured::{self, Coloured, Kind};
use core::fmt;
use sprague_core::connected::components;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player, any};

/// Fjords: Left colours free vertices next to blue ones blue, Right colours free vertices next to red ones red.
///
/// A vertex next to both colours belongs to the player who colours it first. A player who cannot move loses. Summands are the
/// connected components of free vertices, each with its coloured neighbours. The graph has at most 64 vertices.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_graphs::Fjords;
///
/// let path = Fjords.read("path:5:blue=1:red=5")?;
/// let options: Vec<String> = Fjords.options(&path, Player::Left).map(|to| Fjords.show(&to)).collect();
/// assert_eq!(options, ["path:5:blue=1.2:red=5"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fjords;

/// A move: the vertex that is coloured.
///
/// ```
/// # use sprague_core::{Notation, Partizan, Player};
/// # use sprague_rules_graphs::Fjords;
/// let path = Fjords.read("path:3:red=2").unwrap();
/// let last = Fjords.moves(&path, Player::Right).last().unwrap();
/// assert_eq!((last.vertex(), last.to_string().as_str()), (2, "colour 3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColourBeside {
    vertex: u8,
    name: String,
}

impl ColourBeside {
    /// Returns the index of the vertex in the order of names, from 0.
    pub fn vertex(&self) -> u8 {
        self.vertex
    }
}

impl fmt::Display for ColourBeside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colour {}", self.name)
    }
}

/// Returns the vertices without a colour.
fn free(graph: &Coloured) -> u64 {
    graph.place.all() & !graph.left()
}

/// Returns the vertices that are gone. Only summands have such vertices.
fn gone(graph: &Coloured) -> u64 {
    graph.of(Player::Left) & graph.of(Player::Right)
}

/// Returns the neighbours of these vertices.
fn beside(graph: &Coloured, vertices: u64) -> u64 {
    bits(vertices).fold(0, |beside, vertex| beside | graph.place.near[vertex])
}

fn usable(graph: &Coloured, player: Player) -> u64 {
    free(graph) & beside(graph, graph.of(player) & !gone(graph))
}

impl Partizan for Fjords {
    type Position = Coloured;
    type Move = ColourBeside;
    fn moves(&self, graph: &Coloured, player: Player) -> impl Iterator<Item = ColourBeside> {
        bits(usable(graph, player)).map(|vertex| ColourBeside { vertex: vertex as u8, name: graph.place.name(vertex) })
    }
    fn play(&self, graph: &Coloured, player: Player, mv: &ColourBeside) -> Coloured {
        graph.with(player, mv.vertex.into())
    }
    fn options(&self, graph: &Coloured, player: Player) -> impl Iterator<Item = Coloured> {
        bits(usable(graph, player)).map(move |vertex| graph.with(player, vertex as u32))
    }
    fn summands(&self, graph: &Coloured) -> impl Iterator<Item = Coloured> {
        let coloured = graph.left() & !gone(graph);
        components(free(graph), &graph.place.near).filter_map(move |part| {
            let shore = beside(graph, part) & coloured;
            let gone = graph.place.all() & !part & !shore;
            (shore != 0).then(|| Coloured { place: graph.place.clone(), marks: graph.marks.map(|marks| marks | gone) })
        })
    }
    fn is_loopfree(&self, _: &Coloured) -> bool {
        true
    }
    fn negative(&self, graph: &Coloured) -> Option<Coloured> {
        Some(graph.exchanged())
    }
    fn mobility(&self, graph: &Coloured, player: Player) -> u32 {
        usable(graph, player).count_ones()
    }
}

impl Notation<Coloured> for Fjords {
    fn read(&self, text: &str) -> Result<Coloured, BadNotation> {
        coloured::read(Kind::Vertices, text)
    }
    fn show(&self, graph: &Coloured) -> String {
        coloured::show(graph)
    }
    fn picture(&self, graph: &Coloured) -> Option<any::Picture> {
        Some(graph.picture_of_vertices(graph.place.all() & !gone(graph)))
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("A path of free vertices with a blue end is worth its length.", "By the rules")
        .shown_by("value fjords@path:5:blue=1", ": 4"),
    Fact::of("One free vertex between a blue and a red one is star.", "By the rules")
        .shown_by("value fjords@path:3:blue=1:red=3", "which is star"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("fjords", |parameters| parameters.none().map(|()| any::partizan(Fjords)));
    let entry = entry
        .component("graph in one line, such as 1-2.2-3 or grid:3x4, with :gone=…, :blue=…, :red=… of vertices after it")
        .play("colour a free vertex next to one of your own");
    let entry = entry.rules("Left may colour a vertex blue if it has no colour and is next to a blue vertex. Right may colour a vertex red if it has no colour and is next to a red one. A vertex that is next to both goes to whoever colours it first; in CGSuite's Fjords nobody may colour it. Whoever cannot move loses. The graph has at most 64 vertices.");
    entry
        .example("fjords@grid:3x4:blue=1:red=12")
        .title("Fjords")
        .aim("Spread over the free fields next to yours.")
        .brief("Colour a free point that is joined to one of your own. Whoever cannot spread any further loses.")
        .sizes(&[
            "fjords@grid:2x3:blue=1:red=6",
            "fjords@grid:3x3:blue=1:red=9",
            "fjords@grid:3x4:blue=1:red=12",
            "fjords@grid:4x5:blue=1:red=20",
        ])
        .source("after Delonge's board game; CGSuite has a variant")
        .known(KNOWN)
}
