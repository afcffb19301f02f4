//! Childish Hackenbush: a player cuts an own edge, but only if no other edge falls.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*. Left cuts blue edges, Right cuts red edges, and both cut green edges. Here they are
//! `L`, `R` and `E` (either). In CGSuite's `ChildishHackenbush`, green edges may be cut even if others fall. Pictures without
//! green edges have the same values there.

mod bush;
mod file;
#[cfg(test)]
mod tests;

pub use bush::Bush;
pub use file::ChildishHackenbushGraph;

use crate::Marks;
use crate::hackenbush::graph::{CutEdge, HackenbushGraph};
use crate::strip::bits;
use sprague_core::any::{self, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// Childish Hackenbush on a picture of up to 64 edges in one line.
///
/// The letters `L`, `R`, `E`, upper or lower case, are edges one on top of the other, from the ground up. Parentheses contain
/// branches, with `;` between them. `:a` or `:{name}` after an edge is a name of its upper end, and ends with the same name are
/// one vertex. At the start, it is a name of the ground. `:gone=2.3` lists the edges that are gone, numbered in the order of
/// the letters.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::ChildishHackenbush;
///
/// let tree = ChildishHackenbush.read("l(l;rl)")?;
/// let options: Vec<String> = ChildishHackenbush.options(&tree, Player::Left).map(|to| ChildishHackenbush.show(&to)).collect();
/// assert_eq!(options, ["l(l;rl):gone=2", "l(l;rl):gone=4"]);
/// // either edge of a ring may be cut, and the other stands
/// let ring = ChildishHackenbush.read("l:a;r:a")?;
/// assert_eq!(ChildishHackenbush.moves(&ring, Player::Right).map(|mv| mv.to_string()).collect::<Vec<_>>(), ["cut 2 (0-1)"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChildishHackenbush;

/// Returns the edges that a player can cut without making other edges fall.
fn usable(graph: &HackenbushGraph, marks: Marks, player: Player) -> impl Iterator<Item = u32> {
    let all = marks.left | marks.right;
    bits(marks.of(player)).filter(move |edge| {
        let rest = all & !(1 << edge);
        graph.standing(rest) == rest
    })
}

impl Partizan for ChildishHackenbush {
    type Position = Bush;
    type Move = CutEdge;
    fn moves(&self, bush: &Bush, player: Player) -> impl Iterator<Item = CutEdge> {
        let graph = bush.graph();
        usable(graph, bush.marks(), player).map(|edge| CutEdge::of(&graph.edges, edge))
    }
    fn play(&self, bush: &Bush, _: Player, cut: &CutEdge) -> Bush {
        bush.on(!(1 << cut.edge()))
    }
    fn options(&self, bush: &Bush, player: Player) -> impl Iterator<Item = Bush> {
        usable(bush.graph(), bush.marks(), player).map(|edge| bush.on(!(1 << edge)))
    }
    fn summands(&self, bush: &Bush) -> impl Iterator<Item = Bush> {
        bush.parts()
    }
    fn is_loopfree(&self, _: &Bush) -> bool {
        true
    }
}

impl Notation<Bush> for ChildishHackenbush {
    fn read(&self, text: &str) -> Result<Bush, BadNotation> {
        bush::read(text)
    }
    fn show(&self, bush: &Bush) -> String {
        bush::show(bush)
    }
    fn picture(&self, bush: &Bush) -> Option<Picture> {
        bush.graph().picture(&bush.marks())
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("A blue edge that forks into a blue one and a red one with a blue one on it is worth 2.", "CGSuite's tests")
        .shown_by("value childish-hackenbush@l(l;rl)", ": 2"),
    Fact::of("An arch of six blue and four red edges is hot.", "CGSuite's tests")
        .shown_by("value childish-hackenbush@:{ground}llllllrrrr:{ground}", "{4|-2}"),
    Fact::of("Five blue edges from one vertex to a red stalk of five are worth 15/16.", "CGSuite's tests")
        .shown_by("value childish-hackenbush@r(l:T;r(l:T;r(l:T;r(l:T;rl:T))))", ": 15/16"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("childish-hackenbush[:FILE]", |parameters| {
        let graph = parameters.optional(|path| crate::hackenbush::read(parameters, path).map(ChildishHackenbushGraph))?;
        Ok(graph.map_or_else(|| any::partizan(ChildishHackenbush), any::partizan))
    });
    let entry = entry.component("tree of L R E from the ground, such as l(l;rl), or a letter for each edge of FILE");
    let entry = entry.play("cut an own (or E) edge, if nothing falls");
    let entry = entry.rules("Edges are joined to the ground. A player cuts one of their own (`L` is Left's, blue; `R` is Right's, red) or one of either (`E`, green), but only if all others are still joined to the ground; CGSuite lets players cut green ones whatever falls. Whoever cannot move loses. Letters stand for edges one on the other, `(…;…)` for branches, `:a` or `:{name}` for a name of an edge's upper end, which edges with the same name share.");
    let entry =
        entry.options("FILE: a graph, a line `from to L` an edge, with 0 for the ground; without it a picture in one line.");
    entry
        .example("childish-hackenbush@l(lr;rl)")
        .title("Childish Hackenbush")
        .aim("Cut an edge of yours if nothing falls.")
        .brief("Cut one edge of your own colour, or a green one, but only if nothing else falls. Whoever cannot cut loses.")
        .sizes(&[
            "childish-hackenbush@l(lr)",
            "childish-hackenbush@l(lr;rl)",
            "childish-hackenbush@l(lr;rl),r(l;r)",
            "childish-hackenbush@e(lr;rl;l)",
        ])
        .source("Winning Ways; CGSuite")
        .known(KNOWN)
}
