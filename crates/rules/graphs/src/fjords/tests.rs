//! Tests Fjords against its definition, on every small graph.

use super::*;
use crate::naive::{Edges, colour, graphs, letters, line, names, text, with, words};
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_testkit::judge::{Judge, options_are_those_of};

fn naive(graph: &str, edges: &Edges, names: &[String], position: &str, player: Player) -> Vec<String> {
    let now = letters(&position[graph.len()..], names);
    let is_edge = |one: usize, other: usize| edges.contains(&[one + 1, other + 1]) || edges.contains(&[other + 1, one + 1]);
    let own = colour(player);
    let may = |vertex: &usize| now[*vertex] == '.' && (0..names.len()).any(|other| now[other] == own && is_edge(*vertex, other));
    (0..names.len()).filter(may).map(|vertex| text(graph, names, &with(&now, own, |other| other == vertex))).collect()
}

#[test]
fn options_are_those_of_the_definition() {
    for vertices in 1..=4 {
        let names = names(vertices);
        for edges in graphs(vertices) {
            let graph = line(vertices, &edges, '-');
            for now in words(&['.', 'b', 'r', 'x'], vertices) {
                let position = text(&graph, &names, &now);
                let definition = |position: &str, player| naive(&graph, &edges, &names, position, player);
                assert!(options_are_those_of(&Fjords, definition, &position), "{position}");
            }
        }
    }
}

#[test]
fn summands_and_negatives_are_the_game_they_stand_for() {
    for (vertices, step) in [(3, 1), (4, 1), (5, 31)] {
        let names = names(vertices);
        for edges in graphs(vertices).step_by(step) {
            let graph = line(vertices, &edges, '-');
            let mut judge = Judge::new(|position: &str, player| naive(&graph, &edges, &names, position, player));
            for now in words(&['.', 'b', 'r'], vertices) {
                let position = text(&graph, &names, &now);
                assert!(judge.stands_for_itself(&Fjords, &position), "{position}");
            }
        }
    }
}

#[test]
fn summands_are_waters_with_their_shores() {
    let summands = |text: &str| Fjords.summands(&Fjords.read(text).unwrap()).map(|part| Fjords.show(&part)).collect::<Vec<_>>();
    assert_eq!(
        summands("path:7:blue=2:red=5"),
        ["path:7:gone=3.4.5.6.7:blue=2", "path:7:gone=1.6.7:blue=2:red=5", "path:7:gone=1.2.3.4:red=5"]
    );
    assert_eq!(summands("1-2.3-4:red=4"), ["1-2.3-4:gone=1.2:red=4"], "nobody comes to 1 and 2");
    assert_eq!(summands("path:2:blue=1:red=2"), [""; 0]);
}

#[test]
fn malformed_text_says_where_and_why() {
    for (text, at, expected) in [
        ("path:3:blue=4", 12, "a vertex of path:3"),
        ("path:3:blue=1:red=3.1", 20, "a vertex that is not listed already"),
        ("path:3:blue=1-2", 12, "a vertex of path:3"),
        ("path:3:red=1:x", 13, "`gone=`, `blue=` or `red=`"),
        ("grid:9x9:red=1", 0, "a graph with at most 64 vertices (this one has 81)"),
    ] {
        assert_eq!(Fjords.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    assert!(Fjords.read("grid:8x8:blue=1:red=64").is_ok());
    assert!(Fjords.read("1>2").is_err());
}

#[test]
fn the_picture_has_all_vertices_but_those_that_are_gone() {
    let picture = Fjords.picture(&Fjords.read("path:4:gone=1:blue=2:red=4").unwrap());
    let vertices = vec![VertexPicture::new("2").marked('L'), VertexPicture::new("3"), VertexPicture::new("4").marked('R')];
    let edges = [(0, 1), (1, 2)].map(|(from, to)| EdgePicture { from, to, player: None }).to_vec();
    assert_eq!(picture, Some(Picture::Graph(GraphPicture { vertices, edges, is_directed: false })));
}
