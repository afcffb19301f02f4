//! Snort and Col: players colour vertices in turn, with a rule about neighbours.
//!
//! Neighbours must not have different colours (Snort), or must not have the same colour (Col).
//!
//! Snort was invented by Norton, Col by Vout: Conway 1976, *On Numbers and Games*, ch. 8; Berlekamp, Conway & Guy, *Winning
//! Ways*, ch. 2 (Col) and 6 (Snort).

mod graph;

pub use graph::{ColourVertex, ColouringGraph};

use crate::Strip;
use crate::letters::Letters;
use crate::strip::{bits, runs};
use core::fmt;
use sprague_core::any::{self, Look, Picture};
use sprague_core::registry::{Entry, Fact, Parameters};
use sprague_core::{BadNotation, Bounds, Estimate, Hints, Limits, Notation, Partizan, Player};

const LETTERS: Letters = Letters { left: 'L', neither: '.', right: 'R' };

/// Left and Right colour free vertices of a path by one of two rules.
///
/// Each player has one colour.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::Colouring::{Col, Snort};
///
/// let path = Snort.read("L...")?;
/// assert_eq!(Snort.options(&path, Player::Right).map(|to| Snort.show(&to)).collect::<Vec<_>>(), ["L.R.", "L..R"]);
/// assert_eq!(Col.options(&path, Player::Left).map(|to| Col.show(&to)).collect::<Vec<_>>(), ["L.L.", "L..L"]);
/// assert_eq!(Snort.summands(&Snort.read("L.R..")?).map(|part| Snort.show(&part)).collect::<Vec<_>>(), ["R.."]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// A path that breaks the rule is refused, because play never leads to it. Summands are the stretches of vertices that a player
/// can still colour, with their coloured neighbours. A path and its mirror image have one normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colouring {
    /// Neighbours must not have different colours.
    Snort,
    /// Neighbours must not have the same colour.
    Col,
}

/// A move: the number of the vertex that is coloured, counted from 1.
///
/// ```
/// assert_eq!(sprague_rules_strips::Colour(2).to_string(), "colour 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colour {}", self.0)
    }
}

impl Colouring {
    /// Returns the player whose vertices the given player may not colour next to.
    ///
    /// The rule is symmetric: that player may not colour next to the vertices of the given player either.
    fn avoided(self, player: Player) -> Player {
        if self == Self::Snort { -player } else { player }
    }

    /// Describes the rule that a vertex of this player breaks.
    fn rule_for(self, player: Player) -> String {
        let [colour, avoided] = [player, self.avoided(player)].map(|player| if player == Player::Left { 'L' } else { 'R' });
        format!("in {self:?} no `{colour}` is beside `{avoided}`")
    }

    /// Returns the vertices of a path that a player may colour, as bits.
    fn usable(self, path: &Strip, player: Player) -> u64 {
        let avoided = path.of(self.avoided(player));
        path.of_neither() & !(avoided << 1 | avoided >> 1)
    }

    /// Returns bounds for the value, computed from the vertices that each player may colour.
    ///
    /// Bounds are known only for Snort. Call a vertex safe for Left if Right may colour neither it nor a neighbour of it. Left
    /// can colour her safe vertices at any time, because her own colour forbids vertices only to Right. If she colours only
    /// safe vertices, Right has at most as many moves as there are vertices that he may colour now. So the value is at least
    /// the number of her safe vertices minus the number of vertices that he may colour. The upper bound is the same with Left
    /// and Right exchanged. If a player moves first, the bound is the best one after any of his moves.
    fn bounds_of(self, usable: [u64; 2], next_to: impl Fn(u64) -> u64) -> Bounds {
        if self == Self::Col {
            return Bounds::UNKNOWN;
        }
        let least = |mine: u64, theirs: u64| {
            let safe = mine & !theirs & !next_to(theirs);
            safe.count_ones() as i32 - theirs.count_ones() as i32
        };
        let [(low, first), (high, other_first)] = [usable, [usable[1], usable[0]]].map(|[mine, theirs]| {
            let after = |vertex: u32| least(mine & !(1 << vertex), theirs & !(1 << vertex | next_to(1 << vertex)));
            (least(mine, theirs), bits(mine).map(after).max())
        });
        let bounds = Bounds::between(low, -high);
        let bounds = first.map_or(bounds, |first| bounds.with_left_first(first));
        other_first.map_or(bounds, |first| bounds.with_right_first(-first))
    }

    /// Estimates which player is ahead, from the vertices that only one player may colour.
    fn estimate_of(self, usable: [u64; 2]) -> Option<Estimate> {
        let [left, right] = usable.map(|vertices| i64::from(vertices.count_ones()));
        let both = i64::from((usable[0] & usable[1]).count_ones());
        (self == Self::Snort).then_some(Estimate { ahead: (left - right) * Bounds::ONE, effort: both * Bounds::ONE / 2 })
    }
}

impl Partizan for Colouring {
    type Position = Strip;
    type Move = Colour;
    fn moves(&self, path: &Strip, player: Player) -> impl Iterator<Item = Colour> {
        bits(self.usable(path, player)).map(|vertex| Colour(vertex as u8 + 1))
    }
    fn play(&self, path: &Strip, player: Player, &Colour(vertex): &Colour) -> Strip {
        path.with(u32::from(vertex) - 1, player)
    }
    fn summands(&self, path: &Strip) -> impl Iterator<Item = Strip> {
        let usable = self.usable(path, Player::Left) | self.usable(path, Player::Right);
        // the vertices next to a run are coloured: a free vertex that nobody can colour is between two vertices of different
        // colours
        runs(usable).map(|run| path.part(run.start.saturating_sub(1)..(run.end + 1).min(path.len())))
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, path: Strip) -> Strip {
        path.min(path.reversed())
    }
    fn negative(&self, path: &Strip) -> Option<Strip> {
        Some(path.exchanged())
    }
    fn hints(&self) -> &(impl Hints<Strip> + ?Sized) {
        self
    }
}

impl Hints<Strip> for Colouring {
    fn bounds(&self, path: &Strip) -> Bounds {
        self.bounds_of(Player::BOTH.map(|player| self.usable(path, player)), |vertices| vertices << 1 | vertices >> 1)
    }
    fn estimate(&self, path: &Strip) -> Option<Estimate> {
        self.estimate_of(Player::BOTH.map(|player| self.usable(path, player)))
    }
}

impl Notation<Strip> for Colouring {
    /// Parses `.` for a free vertex, and `L` and `R` for coloured vertices.
    ///
    /// There are 1 to 64 vertices, and neighbours must keep the rule.
    fn read(&self, text: &str) -> Result<Strip, BadNotation> {
        let path = LETTERS.read_some(text)?;
        let behind_avoided = |player| path.of(player) & path.of(self.avoided(player)) << 1;
        let broken = Player::BOTH.into_iter().flat_map(|player| bits(behind_avoided(player)).next().zip(Some(player))).min();
        match broken {
            Some((vertex, player)) => {
                Err(BadNotation::new(vertex as usize, format!("another letter: {}", self.rule_for(player))))
            }
            None => Ok(path),
        }
    }
    fn show(&self, path: &Strip) -> String {
        LETTERS.show(path)
    }
    fn picture(&self, path: &Strip) -> Option<Picture> {
        Some(LETTERS.picture(path))
    }
    fn look(&self) -> Look {
        Look { is_strip: true, ..Look::default() }
    }
}

const KNOWN_OF_SNORT: &[Fact] =
    &[Fact::of("Snort is hot: a path of three free vertices is the switch ±2.", "Conway 1976, ch. 8")
        .shown_by("value snort@...", "which is ±2")];

const KNOWN_OF_COL: &[Fact] =
    &[Fact::of("Col is cold: every position is worth a number, or a number and star.", "Conway 1976, ch. 8")
        .shown_by("value col@.", "which is star")];

pub(crate) fn entries() -> [Entry; 2] {
    [
        entry(Colouring::Snort, "snort[:FILE]", "colour a free vertex; coloured neighbours must not differ")
            .example("snort@...L..").title("Snort").aim("Claim fields away from the other player's.").brief("Colour a free field, but none beside a field of the other player's. Whoever cannot move loses.").sizes(&["snort@.....", "snort@...L..", "snort@........", "snort@............"])
            .rules("A player colours a free vertex, Left `L` and Right `R`, but none next to a vertex of the other's colour. Whoever cannot move loses.")
            .known(KNOWN_OF_SNORT)
            .source("Norton; Winning Ways ch. 6"),
        entry(Colouring::Col, "col[:FILE]", "colour a free vertex; coloured neighbours must not be equal")
            .example("col@...L..").title("Col").aim("Claim fields away from your own.").brief("Colour a free field, but none beside a field of your own. Whoever cannot move loses.").sizes(&["col@.....", "col@...L..", "col@........", "col@............"])
            .rules("A player colours a free vertex, Left `L` and Right `R`, but none next to a vertex of their own colour. Whoever cannot move loses.")
            .known(KNOWN_OF_COL)
            .source("Vout; Winning Ways ch. 2"),
    ]
}

fn entry(game: Colouring, notation: &'static str, play: &'static str) -> Entry {
    let entry = Entry::new(notation, move |parameters| {
        let graph = parameters.optional(|path| read(game, parameters, path))?;
        Ok(graph.map_or_else(|| any::partizan(game), any::partizan))
    });
    let entry = entry.component("path of . L R, or a letter for each vertex of FILE").play(play);
    entry.options("FILE: a graph, a line `u v` an edge, `u` a vertex, `u=L` a coloured one; without it a path.")
}

fn read(game: Colouring, parameters: &Parameters<'_>, path: &str) -> Result<ColouringGraph, BadNotation> {
    let parse = |text: &str, limits: &Limits| ColouringGraph::parse_within(game, text, limits);
    let graph = parameters.graph(path, "lines `u v`, `u` or `u=L`", parse)?;
    if graph.vertices() == 0 {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, with, words};
    use Colouring::{Col, Snort};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    fn naive(game: Colouring, path: &str, player: Player) -> Vec<String> {
        let (own, other) = if player == Player::Left { ('L', 'R') } else { ('R', 'L') };
        let avoided = if game == Snort { other } else { own };
        let vertices: Vec<char> = path.chars().collect();
        let may_be_coloured = |at: &usize| {
            let neighbours = (0..vertices.len()).filter(|other| other.abs_diff(*at) == 1);
            vertices[*at] == '.' && neighbours.into_iter().all(|neighbour| vertices[neighbour] != avoided)
        };
        (0..vertices.len()).filter(may_be_coloured).map(|at| with(path, at, own)).collect()
    }

    fn legal(game: Colouring, paths: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
        let illegal = if game == Snort { ["LR", "RL"] } else { ["LL", "RR"] };
        paths.into_iter().filter(move |path| !illegal.iter().any(|pair| path.contains(pair)))
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for game in [Snort, Col] {
            for text in legal(game, words(".LR", 1..=7)) {
                assert!(options_are_those_of(&game, |path, player| naive(game, path, player), &text), "{}", &text);
            }
            for text in legal(game, words(".LR", 4..=4).iter().map(|text| text.repeat(16))) {
                assert!(options_are_those_of(&game, |path, player| naive(game, path, player), &text), "{text}");
            }
        }
    }

    #[test]
    fn summands_mirror_images_and_negatives_are_the_game_they_stand_for() {
        for game in [Snort, Col] {
            let mut judge = Judge::new(|path: &str, player| naive(game, path, player));
            for text in legal(game, words(".LR", 1..=6)) {
                assert!(judge.stands_for_itself(&game, &text), "{}", &text);
            }
        }
    }

    #[test]
    fn summands_are_what_can_still_be_coloured() {
        for (game, text, summands) in [
            (Snort, "..LL..", vec!["..L", "L.."]),
            (Snort, "L.R", vec![]),
            (Snort, ".L.R.", vec![".L", "R."]),
            (Col, "L.L.R..", vec!["L.L", "R.."]),
            (Col, "RL", vec![]),
            (Col, "...", vec!["..."]),
        ] {
            let path = game.read(text).unwrap();
            assert_eq!(game.summands(&path).map(|part| game.show(&part)).collect::<Vec<_>>(), summands, "{text}");
        }
        let long = Snort.read(&format!("{}L", ".".repeat(63))).unwrap();
        assert_eq!(Snort.summands(&long).collect::<Vec<_>>(), [long]);
    }

    #[test]
    fn paths_are_themselves_again() {
        assert!(legal(Col, words(".LR", 1..=5)).all(|text| is_itself_again(&Col, &text)));
        assert_eq!(Snort.read("").unwrap_err().to_string(), "byte 0: expected `L`, `.` or `R`");
        assert_eq!(Snort.read("..E").unwrap_err().to_string(), "byte 2: expected `L`, `.` or `R`");
    }

    #[test]
    fn a_path_that_no_play_leaves_is_refused_at_the_second_vertex() {
        for (game, text, at, expected) in [
            (Snort, "LR", 1, "another letter: in Snort no `R` is beside `L`"),
            (Snort, "..RL.LR", 3, "another letter: in Snort no `L` is beside `R`"),
            (Col, "LL", 1, "another letter: in Col no `L` is beside `L`"),
            (Col, "LRR", 2, "another letter: in Col no `R` is beside `R`"),
        ] {
            assert_eq!(game.read(text), Err(BadNotation::new(at, expected)), "{text}");
        }
        for game in [Snort, Col] {
            let read = words(".LR", 1..=6).into_iter().filter(|text| game.read(text).is_ok());
            assert!(read.eq(legal(game, words(".LR", 1..=6))), "{game:?}");
        }
    }
}
