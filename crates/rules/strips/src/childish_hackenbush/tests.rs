//! Tests Childish Hackenbush against its definition, on all small trees and graphs.

use super::*;
use crate::naive::{is_itself_again, words};
use sprague_core::any::{GraphPicture, VertexPicture};
use sprague_testkit::judge::{Judge, options_are_those_of};
use std::collections::BTreeSet;

/// Edges between numbered vertices with their letters. Vertex 0 is the ground.
type Edges = Vec<(usize, usize, char)>;

/// Returns whether all these edges are connected to the ground.
fn all_stand(edges: &[(usize, usize)]) -> bool {
    let mut joined = BTreeSet::from([0]);
    // repeated once for each edge, this reaches all vertices that can be reached
    for _ in edges {
        for &(from, to) in edges {
            if joined.contains(&from) || joined.contains(&to) {
                joined.extend([from, to]);
            }
        }
    }
    edges.iter().all(|(from, _)| joined.contains(from))
}

/// The definition: cuts each edge of the player after which all other edges still stand.
fn cuts(edges: &Edges, there: &BTreeSet<usize>, player: Player) -> Vec<BTreeSet<usize>> {
    let other = if player == Player::Left { 'R' } else { 'L' };
    let own = there.iter().filter(|edge| edges[**edge].2 != other);
    let rests = own.map(|cut| there.iter().copied().filter(|edge| edge != cut).collect::<BTreeSet<_>>());
    rests.filter(|rest| all_stand(&rest.iter().map(|edge| (edges[*edge].0, edges[*edge].1)).collect::<Vec<_>>())).collect()
}

/// Returns the options of a position of a graph from a file, which has a letter for each edge.
fn of_letters(edges: &Edges, text: &str, player: Player) -> Vec<String> {
    // the letters of a negative position differ from those of the file
    let edges: Edges = edges.iter().zip(text.chars()).map(|(&(from, to, _), letter)| (from, to, letter)).collect();
    let there = (0..edges.len()).filter(|edge| edges[*edge].2 != '.').collect();
    let shown =
        |rest: &BTreeSet<usize>| (0..edges.len()).map(|edge| if rest.contains(&edge) { edges[edge].2 } else { '.' }).collect();
    cuts(&edges, &there, player).iter().map(shown).collect()
}

fn of_line(picture: &str, edges: &Edges, text: &str, player: Player) -> Vec<String> {
    let gone: Vec<usize> = text
        .split_once(":gone=")
        .map_or(vec![], |(_, gone)| gone.split('.').map(|edge| edge.parse::<usize>().unwrap() - 1).collect());
    let there = (0..edges.len()).filter(|edge| !gone.contains(edge)).collect();
    let shown = |rest: &BTreeSet<usize>| {
        let gone: Vec<String> = (0..edges.len()).filter(|edge| !rest.contains(edge)).map(|edge| (edge + 1).to_string()).collect();
        format!("{picture}:gone={}", gone.join("."))
    };
    cuts(edges, &there, player).iter().map(shown).collect()
}

/// Returns all trees with this number of edges, each as the list of the lower ends of its edges.
///
/// The upper ends are 1, 2, …
fn trees(edges: usize) -> Vec<Vec<usize>> {
    let longer = |lower: &Vec<usize>| (0..=lower.len()).map(|below| [lower.as_slice(), &[below]].concat()).collect::<Vec<_>>();
    (0..edges).fold(vec![vec![]], |all, _| all.iter().flat_map(longer).collect())
}

/// Returns the text of everything above a vertex.
///
/// `order` receives the edges in the order of their letters.
fn line(lower: &[usize], letters: &[char], vertex: usize, order: &mut Edges) -> String {
    let above: Vec<usize> = (0..lower.len()).filter(|edge| lower[*edge] == vertex).collect();
    let branches: Vec<String> = above
        .iter()
        .map(|edge| {
            order.push((vertex, edge + 1, letters[*edge]));
            format!("{}{}", letters[*edge], line(lower, letters, edge + 1, order))
        })
        .collect();
    match &branches[..] {
        [] => String::new(),
        [one] => one.clone(),
        all => format!("({})", all.join(";")),
    }
}

/// Returns all pictures of trees with this number of edges.
fn pictures(edges: usize) -> impl Iterator<Item = (String, Edges)> {
    let coloured = |lower: Vec<usize>| {
        words("LRE", lower.len()..=lower.len()).into_iter().map(move |letters| {
            let mut order = vec![];
            let text = line(&lower, &letters.chars().collect::<Vec<_>>(), 0, &mut order);
            (text, order)
        })
    };
    trees(edges).into_iter().flat_map(coloured)
}

fn reached(definition: impl Fn(&str, Player) -> Vec<String>, start: &str) -> BTreeSet<String> {
    let (mut seen, mut pending) = (BTreeSet::new(), vec![start.to_owned()]);
    while let Some(text) = pending.pop() {
        if seen.insert(text.clone()) {
            pending.extend(Player::BOTH.iter().flat_map(|player| definition(&text, *player)));
        }
    }
    seen
}

#[test]
fn options_on_trees_are_those_of_the_definition() {
    for (edges, step) in [(0, 1), (1, 1), (2, 1), (3, 1), (4, 3), (5, 101)] {
        for (picture, edges) in pictures(edges).step_by(step) {
            let definition = |text: &str, player| of_line(&picture, &edges, text, player);
            for text in reached(definition, &picture) {
                assert!(options_are_those_of(&ChildishHackenbush, definition, &text), "{text}");
            }
        }
    }
}

#[test]
fn summands_of_trees_are_the_game_they_stand_for() {
    for (edges, step) in [(2, 1), (3, 1), (4, 11), (5, 503)] {
        for (picture, edges) in pictures(edges).step_by(step) {
            let mut judge = Judge::new(|text: &str, player| of_line(&picture, &edges, text, player));
            assert!(judge.stands_for_itself(&ChildishHackenbush, &picture), "{picture}");
        }
    }
}

/// Returns all pictures with this number of edges between the ground and some vertices.
///
/// All edges are connected to the ground.
fn graphs(edges: usize, vertices: usize) -> impl Iterator<Item = Edges> {
    let ends: Vec<(usize, usize)> = (0..=vertices).flat_map(|to| (0..=to).map(move |from| (from, to))).collect();
    let lists = (0..edges).fold(vec![vec![]], |all: Vec<Vec<(usize, usize)>>, _| {
        let longer = |list: &Vec<(usize, usize)>| {
            let last = list.last().copied().unwrap_or_default();
            let longer = ends.iter().filter(move |ends| **ends >= last);
            longer.map(|ends| [list.as_slice(), &[*ends]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    });
    lists.into_iter().filter(|list| all_stand(list)).flat_map(|list| {
        let letters = words("LRE", list.len()..=list.len()).into_iter();
        letters.map(move |letters| list.iter().zip(letters.chars()).map(|(&(from, to), letter)| (from, to, letter)).collect())
    })
}

fn graph(edges: &Edges) -> ChildishHackenbushGraph {
    let name = |vertex: usize| if vertex == 0 { "0".to_owned() } else { format!("v{vertex}") };
    let lines = edges.iter().map(|&(from, to, letter)| format!("{} {} {letter}\n", name(from), name(to)));
    ChildishHackenbushGraph(HackenbushGraph::parse(&lines.collect::<String>()).unwrap())
}

#[test]
fn graphs_from_files_are_those_of_the_definition() {
    for (edges, step) in [(1, 1), (2, 1), (3, 2), (4, 101)] {
        for edges in graphs(edges, 3).step_by(step) {
            let (rules, start) = (graph(&edges), edges.iter().map(|edge| edge.2).collect::<String>());
            let definition = |text: &str, player| of_letters(&edges, text, player);
            for text in reached(definition, &start) {
                assert!(options_are_those_of(&rules, definition, &text) && is_itself_again(&rules, &text), "{edges:?} {text}");
            }
            assert!(Judge::new(definition).stands_for_itself(&rules, &start), "{edges:?}");
        }
    }
}

/// A picture in one line with names is equal to the graph with the same edges.
#[test]
fn names_join_the_ends_of_edges() {
    for (text, lines) in [
        ("l:a;r:a", "0 1 L\n0 1 R"),
        (":{ground}ler:{ground}", "0 1 L\n1 2 E\n2 0 R"),
        ("(e:B;e:Blr:B)", "0 1 E\n0 1 E\n1 2 L\n2 1 R"),
        ("r(l:T;r(l:T;rl:T))", "0 1 R\n1 2 L\n1 3 R\n3 2 L\n3 4 R\n4 2 L"),
        ("E(ee:{waist};ee:{waist}e(ee;e))", "0 1 E\n1 2 E\n2 3 E\n1 4 E\n4 3 E\n3 5 E\n5 6 E\n6 7 E\n5 8 E"),
        (":al:a;r", "0 0 L\n0 1 R"),
    ] {
        let bush = ChildishHackenbush.read(text).unwrap();
        let file = HackenbushGraph::parse(lines).unwrap();
        assert_eq!((&bush.graph().edges, bush.marks()), (&file.edges, file.colours), "{text}");
        assert_eq!(ChildishHackenbush.show(&bush), text);
    }
}

#[test]
fn values_are_those_that_cgsuite_has() {
    let mut judge = Judge::new(|text: &str, player| {
        let position = ChildishHackenbush.read(text).unwrap();
        ChildishHackenbush.options(&position, player).map(|to| ChildishHackenbush.show(&to)).collect()
    });
    let sum = |games: &[&str]| games.iter().map(|&game| game.to_owned()).collect::<Vec<_>>();
    assert!(judge.are_equal(&sum(&["l(l;rl)"]), &sum(&["l", "l"])));
    // a player who cuts his edge of a ring of two leaves the edge of the other player
    assert!(judge.are_equal(&sum(&["l:a;r:a"]), &[]));
}

#[test]
fn malformed_text_says_where_and_why() {
    let (edge, branch) = ("an edge `l`, `r` or `e`, a name such as `:a`, `(`, `;` or the end", "an edge `l`, `r` or `e`");
    let many = "l".repeat(65);
    for (text, at, expected) in [
        ("x", 0, "edges `l`, `r` or `e`, `(` or a name of the ground, such as `:a`"),
        ("lx", 1, edge),
        ("l(l;rl", 6, "an edge `l`, `r` or `e`, a name such as `:a`, `(`, `;` or `)`"),
        ("l(", 2, branch),
        ("l()", 2, branch),
        ("l;", 2, branch),
        ("l(l;;r)", 4, branch),
        ("l((l;r);l)", 2, branch),
        ("l)", 1, edge),
        ("l(l;r)e", 6, "`;` or the end"),
        ("(l(l;r)", 7, "`;` or `)`"),
        ("l:", 2, "a letter or digit, or a name in braces"),
        ("l:{}", 2, "a letter or digit, or a name in braces"),
        ("l:é", 2, "a letter or digit, or a name in braces"),
        ("l:ab", 3, "an edge `l`, `r` or `e`, `(`, `;` or the end"),
        ("lé", 1, edge),
        (&many, 64, "at most 64 edges"),
        ("lrl:gone=4", 9, "the number of an edge, 1 to 3, that is not listed already"),
        ("lrl:gone=3.3", 11, "the number of an edge, 1 to 3, that is not listed already"),
        ("lrl:gone=02", 9, "the number of an edge, 1 to 3, that is not listed already"),
        ("lrl:gone=", 9, "the number of an edge, 1 to 3, that is not listed already"),
    ] {
        assert_eq!(ChildishHackenbush.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
    assert_eq!(ChildishHackenbush.read(&many[..64]).unwrap().standing(), u64::MAX);
    assert_eq!(ChildishHackenbush.read("").unwrap().standing(), 0);
}

#[test]
fn the_picture_has_the_edges_that_stand() {
    let picture = ChildishHackenbush.picture(&ChildishHackenbush.read("l(e;rl):gone=4").unwrap());
    let edges = [("0", "1", Some(Player::Left)), ("1", "2", None), ("1", "3", Some(Player::Right))];
    assert_eq!(picture, Some(Picture::Graph(GraphPicture::of_edges(vec![VertexPicture::ground("0")], edges, false))));
}
