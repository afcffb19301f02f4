//! Tests Digraph Placement against its definition, on every small graph.

use super::*;
use crate::naive::{Edges, Values, colour, digraphs, letters, line, names, text, with, words};
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::{BadNotation, Notation, Partizan, Player};
use sprague_testkit::judge::{Judge, options_are_those_of};
use std::collections::BTreeSet;

fn naive(graph: &str, arcs: &Edges, names: &[String], position: &str, player: Player) -> Vec<String> {
    let now = letters(&position[graph.len()..], names);
    let goes = |taken: usize, other: usize| taken == other || arcs.contains(&[taken + 1, other + 1]);
    let own = (0..names.len()).filter(|vertex| now[*vertex] == colour(player));
    own.map(|vertex| text(graph, names, &with(&now, 'x', |other| goes(vertex, other)))).collect()
}

#[test]
fn options_are_those_of_the_definition() {
    for (vertices, step) in [(1, 1), (2, 1), (3, 1), (4, 13)] {
        let names = names(vertices);
        for arcs in digraphs(vertices).step_by(step) {
            let graph = line(vertices, &arcs, '>');
            for now in words(&['b', 'r', 'x'], vertices) {
                let position = text(&graph, &names, &now);
                let definition = |position: &str, player| naive(&graph, &arcs, &names, position, player);
                assert!(options_are_those_of(&DigraphPlacement, definition, &position), "{position}");
            }
        }
    }
}

#[test]
fn summands_and_negatives_are_the_game_they_stand_for() {
    for (vertices, step) in [(2, 1), (3, 1), (4, 17), (5, 9_973)] {
        let names = names(vertices);
        for arcs in digraphs(vertices).step_by(step) {
            let graph = line(vertices, &arcs, '>');
            let mut judge = Judge::new(|position: &str, player| naive(&graph, &arcs, &names, position, player));
            for now in words(&['b', 'r'], vertices) {
                let position = text(&graph, &names, &now);
                assert!(judge.stands_for_itself(&DigraphPlacement, &position), "{position}");
            }
        }
    }
}

/// The games whose options are 0, 1, −1 and star have 22 values.
#[test]
fn every_value_of_day_two_occurs() {
    let mut values = Values::default();
    let zero = values.of([vec![], vec![]]);
    let day_one =
        [[vec![], vec![]], [vec![zero], vec![]], [vec![], vec![zero]], [vec![zero], vec![zero]]].map(|form| values.of(form));
    let some = |mask: usize| (0..4).filter(|bit| mask >> bit & 1 == 1).map(|bit| day_one[bit]).collect::<Vec<_>>();
    let day_two: BTreeSet<usize> = (0..256).map(|masks| values.of([some(masks % 16), some(masks / 16)])).collect();
    assert_eq!(day_two.len(), 22);
    // the graph without vertices has no text
    let mut found = BTreeSet::from([zero]);
    for vertices in 1..=4 {
        for arcs in digraphs(vertices) {
            for now in words(&['b', 'r'], vertices) {
                let position = text(&line(vertices, &arcs, '>'), &names(vertices), &now);
                found.insert(values.of_position(&DigraphPlacement, &DigraphPlacement.read(&position).unwrap()));
            }
        }
    }
    assert_eq!(day_two.difference(&found).count(), 0);
}

#[test]
fn edges_and_named_graphs_are_arcs_in_both_directions() {
    let after = |text: &str| {
        let start = DigraphPlacement.read(text).unwrap();
        DigraphPlacement.options(&start, Player::Left).map(|to| to.left()).collect::<Vec<_>>()
    };
    for graph in ["1-2.2-3", "path:3", "1>2.2>1.2-3", "3>2.2>3.1-2"] {
        assert_eq!(after(&format!("{graph}:blue=1.2.3")), [0b100, 0, 0b001], "{graph}");
    }
    assert_eq!(after("1>2.2>3:blue=1.2.3"), [0b100, 0b001, 0b011]);
}

#[test]
fn malformed_text_says_where_and_why() {
    let bare = "vertex 3 among those that are `:blue=`, `:red=` or `:gone=`";
    for (text, at, expected) in [
        ("1>2.2>3:blue=1:red=2", 20, bare),
        ("path:3:blue=1.2", 15, bare),
        ("1>2:blue=1:red=3", 15, "a vertex of 1>2"),
        ("1>2:blue=1.2:red=1", 17, "a vertex that is not listed already"),
        ("1>2:blue=1>2", 9, "a vertex of 1>2"),
        ("1>1:blue=1", 2, "another vertex: none is its own neighbour"),
        ("path:65:blue=1", 0, "a graph with at most 64 vertices (this one has 65)"),
    ] {
        assert_eq!(DigraphPlacement.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    let error = DigraphPlacement.read("line").unwrap_err();
    assert!(error.at == 0 && error.expected.starts_with("arcs such as 1>2.2>3, edges such as 1-2.2-3, or path:N"), "{error}");
    // other games do not have arcs
    assert!(crate::PartizanArcKayles.read("1>2").is_err());
}

#[test]
fn the_picture_has_arcs_between_the_vertices_that_are_left() {
    let picture = DigraphPlacement.picture(&DigraphPlacement.read("1>2.2>3.3-4:gone=1:blue=2:red=3.4").unwrap());
    let vertices = [("2", 'L'), ("3", 'R'), ("4", 'R')].map(|(name, mark)| VertexPicture::new(name).marked(mark)).to_vec();
    let edges = [(0, 1), (1, 2), (2, 1)].map(|(from, to)| EdgePicture { from, to, player: None }).to_vec();
    assert_eq!(picture, Some(Picture::Graph(GraphPicture { vertices, edges, is_directed: true })));
}
