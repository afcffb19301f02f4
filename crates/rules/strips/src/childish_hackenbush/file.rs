//! Childish Hackenbush on a picture from a file.

use super::usable;
use crate::{CutEdge, HackenbushGraph, Marks};
use sprague_core::any::Picture;
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// Childish Hackenbush on the graph of a [`HackenbushGraph`]. Positions are the same as there.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::{ChildishHackenbushGraph, HackenbushGraph};
///
/// let picture = ChildishHackenbushGraph(HackenbushGraph::parse("0 a L\na b R\nb 0 E\nb c L")?);
/// let moves: Vec<String> = picture.moves(&picture.read("LREL")?, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["cut 1 (0-a)", "cut 3 (b-0)", "cut 4 (b-c)"]);
/// assert_eq!(picture.moves(&picture.read("LR.L")?, Player::Left).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChildishHackenbushGraph(pub HackenbushGraph);

impl Partizan for ChildishHackenbushGraph {
    type Position = Marks;
    type Move = CutEdge;
    fn moves(&self, marks: &Marks, player: Player) -> impl Iterator<Item = CutEdge> {
        usable(&self.0, *marks, player).map(|edge| CutEdge::of(&self.0.edges, edge))
    }
    fn play(&self, marks: &Marks, _: Player, cut: &CutEdge) -> Marks {
        marks.on(!(1 << cut.edge()))
    }
    fn options(&self, marks: &Marks, player: Player) -> impl Iterator<Item = Marks> {
        usable(&self.0, *marks, player).map(|edge| marks.on(!(1 << edge)))
    }
    fn summands(&self, marks: &Marks) -> impl Iterator<Item = Marks> {
        self.0.summands(marks)
    }
    fn is_loopfree(&self, _: &Marks) -> bool {
        true
    }
    fn negative(&self, marks: &Marks) -> Option<Marks> {
        Some(marks.exchanged())
    }
}

impl Notation<Marks> for ChildishHackenbushGraph {
    fn read(&self, text: &str) -> Result<Marks, BadNotation> {
        self.0.read(text)
    }
    fn show(&self, marks: &Marks) -> String {
        self.0.show(marks)
    }
    fn picture(&self, marks: &Marks) -> Option<Picture> {
        self.0.picture(marks)
    }
}
