//! Tests Partizan Arc Kayles against its definition, on every small graph.

use super::*;
use crate::ArcKayles;
use crate::naive::{Edges, colour, graphs, letters, line, text, with, words};
use sprague_core::{BadNotation, Notation, Partizan, Player};
use sprague_testkit::judge::{Judge, NaiveNimbers, options_are_those_of};

fn names(edges: &Edges) -> Vec<String> {
    let mut edges = edges.clone();
    edges.sort_unstable();
    edges.iter().map(|[one, other]| format!("{one}-{other}")).collect()
}

fn naive(graph: &str, edges: &[String], position: &str, player: Player) -> Vec<String> {
    let now = letters(&position[graph.len()..], edges);
    let ends = |edge: &String| edge.split('-').map(str::to_owned).collect::<Vec<_>>();
    let meet = |one: usize, other: usize| ends(&edges[one]).iter().any(|end| ends(&edges[other]).contains(end));
    let may = |edge: &usize| now[*edge] == '.' || now[*edge] == colour(player);
    (0..edges.len()).filter(may).map(|edge| text(graph, edges, &with(&now, 'x', |other| meet(edge, other)))).collect()
}

#[test]
fn options_are_those_of_the_definition() {
    for edges in graphs(4).filter(|edges| edges.len() <= 5) {
        let (graph, names) = (line(4, &edges, '-'), names(&edges));
        for now in words(&['.', 'b', 'r', 'x'], names.len()) {
            let position = text(&graph, &names, &now);
            let definition = |position: &str, player| naive(&graph, &names, position, player);
            assert!(options_are_those_of(&PartizanArcKayles, definition, &position), "{position}");
        }
    }
}

#[test]
fn summands_and_negatives_are_the_game_they_stand_for() {
    for edges in graphs(4).chain(graphs(5).step_by(41)) {
        let (graph, names) = (line(5, &edges, '-'), names(&edges));
        let mut judge = Judge::new(|position: &str, player| naive(&graph, &names, position, player));
        for now in words(&['.', 'b', 'r'], names.len()).into_iter().step_by(if names.len() > 4 { 37 } else { 1 }) {
            let position = text(&graph, &names, &now);
            assert!(judge.stands_for_itself(&PartizanArcKayles, &position), "{position}");
        }
    }
}

/// Left and Right have equal moves, so it is the impartial game.
#[test]
fn without_colours_it_is_arc_kayles() {
    let shown = |text: &str| {
        let position = PartizanArcKayles.read(text).unwrap();
        Player::BOTH.map(|player| PartizanArcKayles.options(&position, player).map(|to| PartizanArcKayles.show(&to)).collect())
    };
    let arcs = ArcKayles::default();
    for text in ["path:9", "petersen", "grid:3x4:gone=1-2.6-7", "\"DQc\""] {
        let all: [Vec<String>; 2] = shown(text);
        let options: Vec<String> =
            sprague_core::Ruleset::options(&arcs, &arcs.read(text).unwrap()).map(|to| arcs.show(&to)).collect();
        assert_eq!(all, [options.clone(), options], "{text}");
    }
    // Dawson's Kayles on edges, from its definition: OEIS A002187
    let mut judge = NaiveNimbers::new(arcs);
    let mut nimber = |vertices| judge.nimber(&ArcKayles::default().read(&format!("path:{vertices}")).unwrap());
    let nimbers: Vec<u32> = (1..=10).map(&mut nimber).collect();
    assert_eq!(nimbers, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
}

#[test]
fn malformed_text_says_where_and_why() {
    let edge = "an edge of path:3";
    for (text, at, expected) in [
        ("path:3:blue=1-3", 12, edge),
        ("path:3:blue=1-2.", 16, edge),
        ("path:3:blue=", 12, edge),
        ("path:3:blue=1", 12, edge),
        ("path:3:blue=1-2:red=2-1", 20, "an edge that is not listed already"),
        ("path:3:gone=1-2:blue=2-3.1-2", 25, "an edge that is not listed already"),
        ("path:3:gone=1-2:green=2-3", 16, "`gone=`, `blue=` or `red=`"),
        ("complete:12:blue=1-2", 0, "a graph with at most 64 edges (this one has 66)"),
        ("path:x:blue=1-2", 5, "vertices 1-4096"),
        ("1-2.2-2", 6, "another vertex: none is its own neighbour"),
    ] {
        assert_eq!(PartizanArcKayles.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn lists_come_in_any_order_and_sixty_four_edges_are_the_most() {
    let shown = |text: &str| PartizanArcKayles.show(&PartizanArcKayles.read(text).unwrap());
    assert_eq!(shown("path:4:red=4-3:gone=2-1:red=2-3"), "path:4:gone=1-2:red=2-3.3-4");
    let long = PartizanArcKayles.read("path:65:blue=64-65").unwrap();
    assert_eq!([long.of(Player::Left), long.of(Player::Right)], [u64::MAX, u64::MAX >> 1]);
    assert_eq!(PartizanArcKayles.summands(&PartizanArcKayles.read("7").unwrap()).count(), 0);
}

#[test]
fn the_picture_has_the_edges_that_are_left_with_their_players() {
    use sprague_core::any::{GraphPicture, Picture};
    let picture = PartizanArcKayles.picture(&PartizanArcKayles.read("path:5:gone=1-2:blue=2-3:red=4-5").unwrap());
    let edges = [("2", "3", Some(Player::Left)), ("3", "4", None), ("4", "5", Some(Player::Right))];
    assert_eq!(picture, Some(Picture::Graph(GraphPicture::of_edges(vec![], edges, false))));
}
