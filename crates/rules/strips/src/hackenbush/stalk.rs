//! Stalks: edges one on top of the other.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 2: the values of stalks of Left's and Right's edges are exactly the dyadic
//! numbers.

use crate::Strip;
use crate::letters::EITHER;
use crate::strip::bits;
use core::fmt;
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// One stalk, from the ground up. If an edge is cut, the edges above it fall.
///
/// Left cuts an edge `L` or `E`, Right an edge `R` or `E`.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::HackenbushStalk;
///
/// let stalk = HackenbushStalk.read("LRE")?;
/// let moves: Vec<String> = HackenbushStalk.moves(&stalk, Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["cut 2", "cut 3"]);
/// let options: Vec<String> = HackenbushStalk.options(&stalk, Player::Right).map(|to| HackenbushStalk.show(&to)).collect();
/// assert_eq!(options, ["L", "LR"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HackenbushStalk;

/// A move: the number of the edge that is cut, counted from 1.
///
/// ```
/// assert_eq!(sprague_rules_strips::Cut(2).to_string(), "cut 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut(pub u8);

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cut {}", self.0)
    }
}

impl Partizan for HackenbushStalk {
    type Position = Strip;
    type Move = Cut;
    fn moves(&self, stalk: &Strip, player: Player) -> impl Iterator<Item = Cut> {
        bits(stalk.squares() & !stalk.of(-player)).map(|edge| Cut(edge as u8 + 1))
    }
    fn play(&self, stalk: &Strip, _: Player, &Cut(edge): &Cut) -> Strip {
        stalk.part(0..u32::from(edge) - 1)
    }
    fn negative(&self, stalk: &Strip) -> Option<Strip> {
        Some(stalk.exchanged())
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl Notation<Strip> for HackenbushStalk {
    /// Parses up to 64 letters `L`, `R` and `E` from the ground up, or an empty text.
    fn read(&self, text: &str) -> Result<Strip, BadNotation> {
        EITHER.read(text)
    }
    fn show(&self, stalk: &Strip) -> String {
        EITHER.show(stalk)
    }
    /// Draws the stalk: the ground is vertex 0, and edge n ends at vertex n.
    fn picture(&self, stalk: &Strip) -> Option<Picture> {
        let edges: Vec<EdgePicture> =
            (1..).zip(stalk.owners()).map(|(to, player)| EdgePicture { from: to - 1, to, player }).collect();
        let ends = (1..=edges.len()).map(|edge| VertexPicture::new(edge.to_string()));
        let vertices = std::iter::once(VertexPicture::ground("0")).chain(ends).collect();
        Some(Picture::Graph(GraphPicture { vertices, edges, is_directed: false }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, words};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    fn naive(stalk: &str, player: Player) -> Vec<String> {
        let other = if player == Player::Left { 'R' } else { 'L' };
        stalk.char_indices().filter(|(_, edge)| *edge != other).map(|(at, _)| stalk[..at].to_owned()).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in words("LRE", 0..=7) {
            assert!(options_are_those_of(&HackenbushStalk, naive, &text), "{}", &text);
        }
        assert!(options_are_those_of(&HackenbushStalk, naive, &"LRRE".repeat(16)), "{}", &"LRRE".repeat(16));
    }

    #[test]
    fn negatives_are_the_game_they_stand_for() {
        let mut judge = Judge::new(naive);
        for text in words("LRE", 0..=6) {
            assert!(judge.stands_for_itself(&HackenbushStalk, &text), "{}", &text);
        }
    }

    /// The values of LR, LRR and LRL are 1/2, 1/4 and 3/4. EL and ER are not 0.
    #[test]
    fn small_stalks_are_worth_what_is_known() {
        let mut judge = Judge::new(naive);
        let mut are_equal = |some: &[&str], others: &[&str]| {
            let [some, others] = [some, others].map(|sum| sum.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
            judge.are_equal(&some, &others)
        };
        assert!(are_equal(&["LR", "LR"], &["L"]) && are_equal(&["LRR", "LRR"], &["LR"]));
        assert!(are_equal(&["LRL", "LRR"], &["L"]) && are_equal(&["E", "E"], &[]) && are_equal(&["EE", "E", "EEE"], &[]));
        assert!(!are_equal(&["EL"], &["E"]) && !are_equal(&["EL"], &[]));
    }

    #[test]
    fn stalks_are_themselves_again() {
        assert!(words("LRE", 0..=5).iter().all(|text| is_itself_again(&HackenbushStalk, text)));
        assert_eq!(HackenbushStalk.read("L.").unwrap_err().to_string(), "byte 1: expected `L`, `E` or `R`");
        let picture = HackenbushStalk.picture(&HackenbushStalk.read("LE").unwrap());
        let edges = [("0", "1", Some(Player::Left)), ("1", "2", None)];
        assert_eq!(picture, Some(Picture::Graph(GraphPicture::of_edges(vec![VertexPicture::ground("0")], edges, false))));
    }

    #[test]
    fn what_falls_is_marked() {
        let picture = |text: &str| HackenbushStalk.picture(&HackenbushStalk.read(text).unwrap()).unwrap();
        // vertices 0 to 3, then edges
        assert_eq!(picture("LRE").marks(&picture("L")), [2, 3, 5, 6]);
    }
}
